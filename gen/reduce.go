package gen

import (
	"encoding/base64"
	"slices"
	"unicode/utf8"

	"github.com/conform-suite/conform/internal/strictjson"
)

// reducer makes a JSON value smaller. Generators draw a case from a stream of
// bits, and a shorter stream cannot replace a value by a part of it; this can.
type reducer struct {
	fails func(strictjson.Value) bool
	// usual are texts that stand in members of that name time and again, such as
	// the labels that there are: a shorter one may do as well.
	usual map[string][]string
}

// reduce makes v smaller for as long as it fails. At the end nothing that the
// passes make of it fails, unless fails gave up for another reason.
func (r reducer) reduce(v strictjson.Value) strictjson.Value {
	passes := []func(strictjson.Value) candidates{
		func(v strictjson.Value) candidates { return everywhere(v, withoutParts) },
		func(v strictjson.Value) candidates { return everywhere(v, r.withUsual) },
		func(v strictjson.Value) candidates { return everywhere(v, shorter) },
		otherWords,
		func(v strictjson.Value) candidates { return everywhere(v, plainer) },
		digested,
	}
	for changed := true; changed; {
		changed = false
		for _, pass := range passes {
			smaller := r.along(v, pass)
			changed = changed || weight(smaller) < weight(v)
			v = smaller
		}
	}
	return v
}

// along goes once through what a pass makes of v. When a candidate fails, it goes
// on with what the pass makes of that, from the same place: to begin again would
// ask the same questions of every value that differs elsewhere.
func (r reducer) along(v strictjson.Value, pass func(strictjson.Value) candidates) strictjson.Value {
	for done := 0; ; {
		i, size, found := 0, weight(v), false
		for candidate := range pass(v) {
			if i++; i <= done {
				continue
			}
			if c := candidate(); weight(c) < size && r.fails(c) {
				v, found = c, true
				break
			}
			done = i
		}
		if !found {
			return v
		}
	}
}

// weight orders values by size: by the length of their JSON in characters, and of
// the same length by how plain they are, so that 0 is smaller than "a", "a" than 1,
// 1 than "x", and "x" than "Ω".
func weight(v strictjson.Value) int {
	const character = 1 << 20 // more than the plainness of any text that comes here
	n := 0
	for _, r := range v.String() {
		switch {
		case r == '0':
			n += character
		case r == 'a':
			n += character + 1
		case r == '1':
			n += character + 2
		case r < 0x80:
			n += character + 3
		default:
			n += character + 4
		}
	}
	return n
}

// scraps are the smallest values of each kind.
var scraps = []strictjson.Value{
	strictjson.Integer(0), strictjson.Text(""), strictjson.List(), strictjson.Record(), {}, strictjson.Boolean(false),
}

// fuller are small values that are not empty, for what is no text: a text has
// shorter ones of its own kind.
var fuller = []strictjson.Value{strictjson.Integer(1), strictjson.List(strictjson.Integer(0))}

// withoutParts is v without some of its parts, or a part of it.
func withoutParts(v strictjson.Value) candidates {
	return func(yield func(candidate) bool) {
		small := scraps
		if v.Kind() != strictjson.String {
			small = slices.Concat(scraps, fuller)
		}
		for _, s := range small {
			if !yield(ready(s)) {
				return
			}
		}
		if t, ok := asText(v); ok && !yield(ready(t)) {
			return
		}
		members := v.Members()
		for run := range runs(len(members)) {
			if !yield(func() strictjson.Value { return strictjson.Record(cut(members, run)...) }) {
				return
			}
		}
		elems := v.Items()
		for run := range runs(len(elems)) {
			if !yield(func() strictjson.Value { return strictjson.List(cut(elems, run)...) }) {
				return
			}
		}
		for _, part := range v.Elements() {
			if !yield(ready(part)) {
				return
			}
		}
	}
}

// asText is a bytes param in base64 (CONFORMANCE.md, The protocol) as text, if it
// can be.
func asText(v strictjson.Value) (strictjson.Value, bool) {
	in, ok := v.Get("base64")
	b, err := base64.StdEncoding.DecodeString(in.Str())
	if !ok || v.Len() != 1 || err != nil || !utf8.Valid(b) {
		return v, false
	}
	return strictjson.Record(member("text", strictjson.Text(string(b)))), true
}

// withUsual is the object v with one text replaced by one that is usual there.
func (r reducer) withUsual(v strictjson.Value) candidates {
	return func(yield func(candidate) bool) {
		for i, m := range v.Members() {
			if m.Value.Kind() != strictjson.String {
				continue
			}
			for _, text := range r.usual[m.Name] {
				if !yield(func() strictjson.Value { return withMember(v, i, m.Name, strictjson.Text(text)) }) {
					return
				}
			}
		}
	}
}

// shorter is a text without a run of characters, also where it is a name, or a
// number of fewer digits.
func shorter(v strictjson.Value) candidates {
	return func(yield func(candidate) bool) {
		for s := range shorterTexts(v.Str()) {
			if !yield(func() strictjson.Value { return strictjson.Text(s()) }) {
				return
			}
		}
		for n := range smallerNumbers(v.Literal()) {
			if !yield(ready(n)) {
				return
			}
		}
		for i, m := range v.Members() {
			for s := range shorterTexts(m.Name) {
				name := s()
				if _, taken := v.Get(name); !taken && !yield(func() strictjson.Value { return withMember(v, i, name, m.Value) }) {
					return
				}
			}
		}
	}
}

// plainer is a text with a run of characters made plain, all the same or each
// like itself. Of a long text, a sixteenth is the shortest run that is tried: how
// plain it is matters less than how long, and is not worth a question a character.
func plainer(v strictjson.Value) candidates {
	const long = 64 // characters
	return func(yield func(candidate) bool) {
		text := []rune(v.Str())
		for run := range runs(len(text)) {
			if len(text) > long && run.to-run.from < len(text)/16 {
				return
			}
			for _, plain := range plainly {
				if !yield(func() strictjson.Value { return strictjson.Text(string(plained(text, run, plain))) }) {
					return
				}
			}
		}
	}
}

func plained(text []rune, run span, plain func(rune) rune) []rune {
	out := slices.Clone(text)
	for i := run.from; i < run.to; i++ {
		out[i] = plain(out[i])
	}
	return out
}

// plainly are the ways in which a character is made plain.
var plainly = []func(rune) rune{
	func(rune) rune { return '0' },
	func(rune) rune { return 'a' },
	func(c rune) rune {
		if c >= '1' && c <= '9' {
			return '1'
		}
		return c
	},
	alike,
}

// alike is the plainest character that is much like c.
func alike(c rune) rune {
	switch {
	case c >= '1' && c <= '9':
		return '0'
	case c >= 'b' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80:
		return 'a'
	}
	return c
}
