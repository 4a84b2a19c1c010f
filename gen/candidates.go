package gen

import (
	"encoding/base64"
	"iter"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// candidates are values that a value might be made into. Few of them are looked
// at, so that each is made only when it is wanted.
type candidates = iter.Seq[candidate]

type candidate = func() strictjson.Value

func ready(v strictjson.Value) candidate { return func() strictjson.Value { return v } }

// everywhere is v with one value in it replaced by what edit makes of that: v
// itself, and whatever stands in it, in a JSON text within a text too.
func everywhere(v strictjson.Value, edit func(strictjson.Value) candidates) candidates {
	return func(yield func(candidate) bool) { visit(v, edit, yield) }
}

// visit is everywhere; it returns false when yield wants no more.
func visit(v strictjson.Value, edit func(strictjson.Value) candidates, yield func(candidate) bool) bool {
	for c := range edit(v) {
		if !yield(c) {
			return false
		}
	}
	within := func(part strictjson.Value, whole func(strictjson.Value) strictjson.Value) bool {
		return visit(part, edit, func(c candidate) bool {
			return yield(func() strictjson.Value { return whole(c()) })
		})
	}
	for i, m := range v.Members() {
		if !within(m.Value, func(c strictjson.Value) strictjson.Value { return withMember(v, i, m.Name, c) }) {
			return false
		}
	}
	elems := v.Items()
	for i, e := range elems {
		if !within(e, func(c strictjson.Value) strictjson.Value {
			changed := slices.Clone(elems)
			changed[i] = c
			return strictjson.List(changed...)
		}) {
			return false
		}
	}
	for _, in := range inText(v.Str()) {
		if !within(in.value, func(c strictjson.Value) strictjson.Value { return strictjson.Text(in.text(c)) }) {
			return false
		}
	}
	return true
}

// written is a JSON value that a text is, or holds.
type written struct {
	value strictjson.Value
	text  func(strictjson.Value) string // the whole text with another value in its place
}

// inText is the JSON that is written in a text: plainly, in base64, or in a
// segment of a JWS.
func inText(s string) []written {
	if len(s) < 2 {
		return nil
	}
	if v, ok := parsed([]byte(s)); ok {
		return []written{{v, strictjson.Value.String}}
	}
	if b, err := base64.StdEncoding.DecodeString(s); err == nil {
		if v, ok := parsed(b); ok {
			return []written{{v, func(v strictjson.Value) string { return base64.StdEncoding.EncodeToString(v.AppendTo(nil)) }}}
		}
	}
	var out []written
	segments := strings.Split(s, ".")
	for i, segment := range segments {
		b, err := base64.RawURLEncoding.DecodeString(segment)
		if err != nil {
			continue
		}
		if v, ok := parsed(b); ok {
			out = append(out, written{v, func(v strictjson.Value) string {
				changed := slices.Clone(segments)
				changed[i] = base64.RawURLEncoding.EncodeToString(v.AppendTo(nil))
				return strings.Join(changed, ".")
			}})
		}
	}
	return out
}

// parsed is the JSON value that a text is, if it is one that has parts.
func parsed(b []byte) (strictjson.Value, bool) {
	v, err := strictjson.Parse(b, strictjson.Limits{})
	return v, err == nil && (v.Kind() == strictjson.Object || v.Kind() == strictjson.Array || v.Kind() == strictjson.String)
}

func withMember(v strictjson.Value, i int, name string, to strictjson.Value) strictjson.Value {
	changed := slices.Clone(v.Members())
	changed[i] = member(name, to)
	return strictjson.Record(changed...)
}

// span is a run of neighbours.
type span struct{ from, to int }

// runs are the runs among n things of which a bisection asks: all, the halves,
// the quarters, and so on to each one.
func runs(n int) iter.Seq[span] {
	return func(yield func(span) bool) {
		for size := n; size > 0; size /= 2 {
			for from := 0; from+size <= n; from += size {
				if !yield(span{from, from + size}) {
					return
				}
			}
		}
	}
}

func cut[T any](list []T, run span) []T { return slices.Delete(slices.Clone(list), run.from, run.to) }

// shorterTexts are s without a run of characters, or without a word and what
// stands before it. Of a long text, not each character and word is tried: a case
// about a limit has tens of thousands, none of which can go.
func shorterTexts(s string) iter.Seq[func() string] {
	const long, pieces = 1024, 256 // characters
	return func(yield func(func() string) bool) {
		text := []rune(s)
		for run := range runs(len(text)) {
			if len(text) > long && run.to-run.from < len(text)/pieces {
				return
			}
			if !yield(func() string { return string(cut(text, run)) }) {
				return
			}
		}
		for from := 0; from < len(text); {
			to := from
			for to < len(text) && notInWords(text[to]) {
				to++
			}
			for to < len(text) && !notInWords(text[to]) {
				to++
			}
			if word := (span{from, to}); to-from > 1 && !yield(func() string { return string(cut(text, word)) }) {
				return
			}
			from = to
		}
	}
}

// smallerNumbers are numbers with fewer or smaller digits than a literal, none
// when that is "".
func smallerNumbers(literal string) iter.Seq[strictjson.Value] {
	return func(yield func(strictjson.Value) bool) {
		texts := []string{"0", "1", strings.TrimPrefix(literal, "-")}
		for i := range literal {
			texts = append(texts, literal[:i]+literal[i+1:])
			if literal[i] >= '1' && literal[i] <= '9' {
				texts = append(texts, literal[:i]+"0"+literal[i+1:], literal[:i]+string(literal[i]-1)+literal[i+1:])
			}
		}
		for _, s := range texts {
			v, err := strictjson.Parse([]byte(s), strictjson.Limits{})
			if literal != "" && err == nil && v.Kind() == strictjson.Number && !yield(v) {
				return
			}
		}
	}
}
