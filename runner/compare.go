package runner

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/conform-suite/conform/internal/plain"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/schema"
)

// difference is one place at which two JSON values differ.
type difference struct {
	pointer   string // RFC 6901
	want, got string // as shown
}

func (d difference) String() string {
	at := d.pointer
	if at == "" {
		at = "the top"
	}
	return fmt.Sprintf("at %s: want %s, got %s", at, d.want, d.got)
}

// comparer gathers the differences of two JSON values under a mask: members in
// any order, elements in theirs, numbers by value. A member that is expected
// and missing, or there and not expected, is a difference, unless the mask says
// that it is free.
type comparer struct {
	must, should []difference
	more         bool // there are members compared at SHOULD of which nothing is expected
}

// mostDifferences is where gathering stops.
const mostDifferences = 200

// place is where a comparison is, from the leaf to the root.
type place struct {
	parent *place
	name   string
	index  int // when name is not used
	isName bool
}

func (p *place) pointer() string {
	if p == nil {
		return ""
	}
	token := strconv.Itoa(p.index)
	if p.isName {
		token = plain.Text(p.name, "")
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
	}
	return p.parent.pointer() + "/" + token
}

func (c *comparer) add(at *place, level schema.Compare, want, got string) {
	d := difference{at.pointer(), want, got}
	switch {
	case level == schema.CompareShould && len(c.should) < mostDifferences:
		c.should = append(c.should, d)
	case level == schema.CompareMust && len(c.must) < mostDifferences:
		c.must = append(c.must, d)
	}
}

func (c *comparer) walk(at *place, want, got strictjson.Value, m *schema.Mask, level schema.Compare) {
	switch {
	case want.Kind() != got.Kind():
		c.add(at, level, shown(want, &got), shown(got, &want))
	case want.Kind() == strictjson.Object:
		c.members(at, want, got, m, level)
	case want.Kind() == strictjson.Array:
		c.elements(at, want, got, m, level)
	case !want.Equal(got):
		c.add(at, level, shown(want, &got), shown(got, &want))
	}
}

const nothing = "nothing"

func (c *comparer) members(at *place, want, got strictjson.Value, m *schema.Mask, level schema.Compare) {
	found := 0
	theirs := got.Members()
	for i, w := range want.Members() {
		var g strictjson.Value
		ok := i < len(theirs) && theirs[i].Name == w.Name
		if ok {
			g = theirs[i].Value
		} else {
			g, ok = got.Get(w.Name)
		}
		if ok {
			found++
		}
		sub := m.Member(w.Name)
		of := levelOf(sub, level)
		here := place{parent: at, name: w.Name, isName: true}
		switch {
		case of == schema.CompareFree:
		case !ok:
			c.add(&here, of, shown(w.Value, nil), nothing)
		default:
			c.walk(&here, w.Value, g, sub, of)
		}
	}
	if found == len(theirs) {
		return
	}
	for _, g := range theirs {
		if _, ok := want.Get(g.Name); ok {
			continue
		}
		switch levelOf(m.Member(g.Name), level) {
		case schema.CompareMust:
			here := place{parent: at, name: g.Name, isName: true}
			c.add(&here, level, nothing, shown(g.Value, nil))
		case schema.CompareShould:
			c.more = true
		}
	}
}

// levelOf is how a member with that mask is compared, within something that is
// compared at level.
func levelOf(m *schema.Mask, level schema.Compare) schema.Compare {
	if m == nil || m.Compare == schema.CompareMust || level == schema.CompareFree {
		return level
	}
	return m.Compare
}

func (c *comparer) elements(at *place, want, got strictjson.Value, m *schema.Mask, level schema.Compare) {
	if want.Len() != got.Len() {
		c.add(at, level, count(want.Len()), count(got.Len()))
		if want.Len()*got.Len() <= mostAligned {
			c.aligned(at, want, got, m.Element(), level)
			return
		}
	}
	for i, w := range want.Elements() {
		if i == got.Len() {
			return
		}
		here := place{parent: at, index: i}
		c.walk(&here, w, got.Index(i), m.Element(), level)
	}
}

// mostAligned bounds the pairs of elements that are compared to align two arrays.
const mostAligned = 1 << 10

// aligned compares the elements of arrays of different length. As many equal
// ones as can be in the order of both are taken out first, so that one that is
// missing does not set all that follow against their neighbours. What is got and
// not wanted goes by its own index, all else by that of what is wanted.
func (c *comparer) aligned(at *place, want, got strictjson.Value, m *schema.Mask, level schema.Compare) {
	ws, gs := want.Items(), got.Items()
	common := inBoth(kept(ws, m), kept(gs, m))
	i, j := 0, 0
	for _, pair := range append(common, [2]int{len(ws), len(gs)}) {
		for ; i < pair[0] || j < pair[1]; i, j = i+1, j+1 {
			here := place{parent: at, index: i}
			switch {
			case i >= pair[0]:
				here.index = j
				c.add(&here, level, nothing, shown(gs[j], nil))
			case j >= pair[1]:
				c.add(&here, level, shown(ws[i], nil), nothing)
			default:
				c.walk(&here, ws[i], gs[j], m, level)
			}
		}
		i, j = pair[0]+1, pair[1]+1
	}
}

// kept are the elements without what is not compared in them.
func kept(elems []strictjson.Value, m *schema.Mask) []strictjson.Value {
	out := make([]strictjson.Value, len(elems))
	for i, e := range elems {
		out[i] = m.Keep(e, true)
	}
	return out
}

// inBoth is a longest common subsequence, as pairs of indexes.
func inBoth(a, b []strictjson.Value) [][2]int {
	type cell struct {
		equal bool
		most  int // pairs from here on
	}
	table := make([][]cell, len(a)+1)
	table[len(a)] = make([]cell, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		table[i] = make([]cell, len(b)+1)
		for j := len(b) - 1; j >= 0; j-- {
			c := &table[i][j]
			if c.equal = a[i].Equal(b[j]); c.equal {
				c.most = table[i+1][j+1].most + 1
			} else {
				c.most = max(table[i+1][j].most, table[i][j+1].most)
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case table[i][j].equal:
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case table[i+1][j].most >= table[i][j+1].most:
			i++
		default:
			j++
		}
	}
	return out
}

func count(elements int) string {
	if elements == 1 {
		return "1 element"
	}
	return fmt.Sprintf("%d elements", elements)
}

// shownRunes is how much of a value is shown.
const shownRunes = 160

// shown is a value as JSON, with escapes for what could not be told apart in
// print, cut to what can be read; other, when given, is what it is compared
// with, so that of two long texts the parts that differ are shown.
func shown(v strictjson.Value, other *strictjson.Value) string {
	if v.Kind() == strictjson.String && other != nil && other.Kind() == strictjson.String {
		return shownText(v.Str(), other.Str())
	}
	return cut(plain.Text(string(appendBeginning(nil, v, 8*shownRunes)), ""), shownRunes)
}

// gotBytes is how much of a whole answer is kept to be shown: 4 KiB.
const gotBytes = 4 << 10

// shownWhole is an answer as JSON; an error stands after that word.
func shownWhole(a Answer) string {
	if a.Error != nil {
		text, _ := json.Marshal(a.Error) // its data was read as JSON
		return plain.Cut("error "+plain.Text(string(text), ""), gotBytes)
	}
	return plain.Cut(plain.Text(string(appendBeginning(nil, a.Result, gotBytes+1)), ""), gotBytes)
}

// shownText shows a text from a little before where it differs from another.
func shownText(s, other string) string {
	start := max(0, firstDifference(s, other)-shownRunes/4)
	if len(s) <= shownRunes {
		start = 0
	}
	for start > 0 && !utf8.RuneStart(s[start]) {
		start--
	}
	text := shown(strictjson.Text(s[start:]), nil)
	if start > 0 {
		text = fmt.Sprintf("…%s (from byte %d)", text, start)
	}
	return text
}

// appendBeginning appends v as JSON, or enough bytes of it to be cut.
func appendBeginning(b []byte, v strictjson.Value, enough int) []byte {
	brackets, sep := "[]", ""
	switch v.Kind() {
	case strictjson.String:
		return strictjson.Text(plain.Beginning(v.Str(), enough)).AppendTo(b)
	case strictjson.Number:
		return append(b, plain.Beginning(v.Literal(), enough)...)
	case strictjson.Object:
		brackets = "{}"
	case strictjson.Array:
	default:
		return v.AppendTo(b)
	}
	b = append(b, brackets[0])
	members := v.Members()
	for i, e := range v.Elements() {
		if len(b) > enough {
			return b
		}
		b = append(b, sep...)
		if members != nil {
			b = append(strictjson.Text(plain.Beginning(members[i].Name, enough)).AppendTo(b), ':')
		}
		b, sep = appendBeginning(b, e, enough), ","
	}
	return append(b, brackets[1])
}

func firstDifference(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// cut is s, or so many code points of it and "…".
func cut(s string, runes int) string {
	n := 0
	for i := range s {
		if n == runes {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// replaced is v with the value at pointer, which must be there, replaced by w.
func replaced(v strictjson.Value, pointer string, w strictjson.Value) strictjson.Value {
	var tokens []string
	for t := range jsontext.Pointer(pointer).Tokens() {
		tokens = append(tokens, t)
	}
	return replacedAt(v, tokens, w)
}

func replacedAt(v strictjson.Value, tokens []string, w strictjson.Value) strictjson.Value {
	if len(tokens) == 0 {
		return w
	}
	if v.Kind() == strictjson.Array {
		elems := v.Items()
		for i, e := range elems {
			if strconv.Itoa(i) == tokens[0] {
				elems[i] = replacedAt(e, tokens[1:], w)
			}
		}
		return strictjson.List(elems...)
	}
	members := make([]strictjson.Member, 0, v.Len())
	for _, m := range v.Members() {
		if m.Name == tokens[0] {
			m.Value = replacedAt(m.Value, tokens[1:], w)
		}
		members = append(members, m)
	}
	return strictjson.Record(members...)
}
