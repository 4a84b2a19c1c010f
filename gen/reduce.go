package gen

import (
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// reduce makes v smaller for as long as fails holds, at most budget calls of
// it: it takes the first candidate, smallest first, that still fails, and
// starts again. At the end no candidate of the result fails, unless the budget
// ran out. Generators draw a case from a stream of bits, and a shorter stream
// cannot replace a value by a part of it; this can.
func reduce(v strictjson.Value, fails func(strictjson.Value) bool, budget *int) strictjson.Value {
	for {
		smaller, found := step(v, fails, budget)
		if !found {
			return v
		}
		v = smaller
	}
}

func step(v strictjson.Value, fails func(strictjson.Value) bool, budget *int) (strictjson.Value, bool) {
	size := weight(v)
	list := candidates(v)
	slices.SortStableFunc(list, func(a, b strictjson.Value) int { return weight(a) - weight(b) })
	for _, c := range list {
		if weight(c) >= size {
			break
		}
		if *budget <= 0 {
			return v, false
		}
		*budget--
		if fails(c) {
			return c, true
		}
	}
	return v, false
}

// weight orders values by size: the length of their JSON, and then by how
// plain they are, so that "a" is smaller than "Ω" and 0 than 7.
func weight(v strictjson.Value) int {
	n := 0
	for _, r := range v.String() {
		switch {
		case r == '0' || r == 'a':
			n += 16
		case r < 0x80:
			n += 17
		default:
			n += 19
		}
	}
	return n
}

// candidates lists values that are v with one thing made smaller.
func candidates(v strictjson.Value) []strictjson.Value {
	var out []strictjson.Value
	switch v.Kind() {
	case strictjson.Object:
		out = shrunkMembers(v)
	case strictjson.Array:
		out = shrunkElements(v)
	case strictjson.String:
		out = shrunkText(v.Str())
	case strictjson.Number:
		out = shrunkNumber(v.Literal())
	case strictjson.Bool:
		if v.True() {
			out = append(out, strictjson.Boolean(false))
		}
	}
	if !v.IsNull() {
		out = append(out, strictjson.Value{})
	}
	if v.Kind() != strictjson.Number {
		out = append(out, strictjson.Integer(0))
	}
	return out
}

func shrunkMembers(v strictjson.Value) []strictjson.Value {
	var out []strictjson.Value
	members := v.Members()
	for i, m := range members {
		out = append(out, strictjson.Record(slices.Delete(slices.Clone(members), i, i+1)...), m.Value)
		for _, c := range candidates(m.Value) {
			out = append(out, withMember(members, i, strictjson.Member{Name: m.Name, Value: c}))
		}
		for _, name := range shrunkText(m.Name) {
			if _, taken := v.Get(name.Str()); !taken {
				out = append(out, withMember(members, i, strictjson.Member{Name: name.Str(), Value: m.Value}))
			}
		}
	}
	return out
}

func withMember(members []strictjson.Member, i int, m strictjson.Member) strictjson.Value {
	changed := slices.Clone(members)
	changed[i] = m
	return strictjson.Record(changed...)
}

func shrunkElements(v strictjson.Value) []strictjson.Value {
	var all []strictjson.Value
	for _, e := range v.Elements() {
		all = append(all, e)
	}
	var out []strictjson.Value
	for n := len(all) / 2; n > 1; n /= 2 { // runs first: a long array must not take a call an element
		for i := 0; i+n <= len(all); i += n {
			out = append(out, strictjson.List(slices.Delete(slices.Clone(all), i, i+n)...))
		}
	}
	for i, e := range all {
		out = append(out, strictjson.List(slices.Delete(slices.Clone(all), i, i+1)...), e)
		for _, c := range candidates(e) {
			changed := slices.Clone(all)
			changed[i] = c
			out = append(out, strictjson.List(changed...))
		}
	}
	return out
}

// shrunkText lists texts that are s without a run of characters, or with one
// made plain.
func shrunkText(s string) []strictjson.Value {
	runes := []rune(s)
	var out []strictjson.Value
	add := func(r []rune) { out = append(out, strictjson.Text(string(r))) }
	if len(runes) > 0 {
		add(nil)
	}
	for n := len(runes) / 2; n >= 1; n /= 2 {
		for i := 0; i+n <= len(runes); i += n {
			add(slices.Delete(slices.Clone(runes), i, i+n))
		}
	}
	for i, r := range runes {
		if plain := plainer(r); plain != r {
			changed := slices.Clone(runes)
			changed[i] = plain
			add(changed)
		}
	}
	return out
}

// plainer is the plainest character that might do as well as r.
func plainer(r rune) rune {
	switch {
	case r >= '1' && r <= '9':
		return '0'
	case r >= 'b' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80:
		return 'a'
	}
	return r
}

func shrunkNumber(literal string) []strictjson.Value {
	var out []strictjson.Value
	add := func(s string) {
		if v, err := strictjson.Parse([]byte(s), strictjson.Limits{}); err == nil && s != literal {
			out = append(out, v)
		}
	}
	add("0")
	add("1")
	add(strings.TrimPrefix(literal, "-"))
	for i := range literal {
		add(literal[:i] + literal[i+1:])
		if literal[i] >= '1' && literal[i] <= '9' {
			add(literal[:i] + "0" + literal[i+1:])
		}
	}
	return out
}
