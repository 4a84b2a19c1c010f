package strictjson

import (
	"encoding/json"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Kind is one of the six kinds of JSON value.
type Kind uint8

// The kinds of a Value. Null is the zero value's.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "text", "array", "object"}[k]
}

// Value is a JSON value. The zero value is null. Values are not changed once
// made, and may be shared.
type Value struct {
	kind    Kind
	text    string   // of a String, and the spelling of a Number; "true" for true
	members []Member // of an Object, and of an Array (whose names are empty)
}

// Member is a named value of an object.
type Member struct {
	Name  string
	Value Value
}

// Text is the JSON string s.
func Text(s string) Value { return Value{kind: String, text: s} }

// Integer is the JSON number n.
func Integer(n int64) Value { return Value{kind: Number, text: strconv.FormatInt(n, 10)} }

// Boolean is true or false.
func Boolean(b bool) Value {
	if b {
		return Value{kind: Bool, text: "true"}
	}
	return Value{kind: Bool}
}

// List is the JSON array of the given values.
func List(elems ...Value) Value {
	v := Value{kind: Array, members: make([]Member, len(elems))}
	for i, e := range elems {
		v.members[i].Value = e
	}
	return v
}

// Texts is the JSON array of the given strings.
func Texts[S ~string](elems []S) Value {
	v := Value{kind: Array, members: make([]Member, len(elems))}
	for i, e := range elems {
		v.members[i].Value = Text(string(e))
	}
	return v
}

// Record is the JSON object of the given members, whose names must differ.
func Record(members ...Member) Value { return Value{kind: Object, members: members} }

// Kind is the kind of v.
func (v Value) Kind() Kind { return v.kind }

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.kind == Null }

// Str is the text of a String, and "" for any other kind.
func (v Value) Str() string {
	if v.kind != String {
		return ""
	}
	return v.text
}

// True reports whether v is true; it is false for any other kind than Bool.
func (v Value) True() bool { return v.kind == Bool && v.text == "true" }

// Literal is the spelling of a Number as it was read, and "" for any other kind.
func (v Value) Literal() string {
	if v.kind != Number {
		return ""
	}
	return v.text
}

// Int is the value of a Number written without fraction or exponent, not -0,
// and within ±(2^53−1): an integer that every JSON library reads alike.
func (v Value) Int() (n int64, ok bool) {
	if v.kind != Number || v.text == "-0" || strings.ContainsAny(v.text, ".eE") {
		return 0, false
	}
	n, err := strconv.ParseInt(v.text, 10, 64)
	const most = 1<<53 - 1
	return n, err == nil && -most <= n && n <= most
}

// Len is the number of an Array's elements or an Object's members, else 0.
func (v Value) Len() int { return len(v.members) }

// Elements yields an Array's elements in order, and an Object's values in the
// order of the text.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		for i, m := range v.members {
			if !yield(i, m.Value) {
				return
			}
		}
	}
}

// Index is the i-th that Elements yields; there must be one.
func (v Value) Index(i int) Value { return v.members[i].Value }

// Items are an Array's elements, nil for any other kind. The slice is the
// caller's own.
func (v Value) Items() []Value {
	if v.kind != Array {
		return nil
	}
	var out []Value
	for _, e := range v.Elements() {
		out = append(out, e)
	}
	return out
}

// Members are an Object's members in the order of the text, nil for any other
// kind. The slice must not be changed.
func (v Value) Members() []Member {
	if v.kind != Object {
		return nil
	}
	return v.members
}

// Get is the member of that name; ok is false when v has none or is no Object.
func (v Value) Get(name string) (member Value, ok bool) {
	if v.kind != Object {
		return Value{}, false
	}
	for _, m := range v.members {
		if m.Name == name {
			return m.Value, true
		}
	}
	return Value{}, false
}

// At is the value that an RFC 6901 JSON Pointer names within v.
func (v Value) At(pointer string) (Value, bool) {
	for token := range jsontext.Pointer(pointer).Tokens() {
		switch v.kind {
		case Object:
			m, ok := v.Get(token)
			if !ok {
				return Value{}, false
			}
			v = m
		case Array:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(v.members) || strconv.Itoa(i) != token {
				return Value{}, false
			}
			v = v.members[i].Value
		default:
			return Value{}, false
		}
	}
	return v, true
}

// Equal reports whether v and w are the same JSON value: members in any order,
// elements in theirs, numbers by value (integers exactly, others as doubles).
func (v Value) Equal(w Value) bool {
	if v.kind != w.kind || len(v.members) != len(w.members) {
		return false
	}
	switch v.kind {
	case Object:
		for i, m := range v.members {
			n := w.members[i]
			if n.Name != m.Name {
				var ok bool
				if n.Value, ok = w.Get(m.Name); !ok {
					return false
				}
			}
			if !m.Value.Equal(n.Value) {
				return false
			}
		}
		return true
	case Array:
		return slices.EqualFunc(v.members, w.members, func(a, b Member) bool { return a.Value.Equal(b.Value) })
	case Number:
		return equalNumbers(v.text, w.text)
	}
	return v.text == w.text
}

func equalNumbers(a, b string) bool {
	if a == b {
		return true
	}
	if !strings.ContainsAny(a+b, ".eE") {
		return (a == "0" || a == "-0") && (b == "0" || b == "-0")
	}
	x, errX := Float(a)
	y, errY := Float(b)
	return errX == nil && errY == nil && x == y && !math.IsInf(x, 0)
}

// AppendTo appends v to b as compact JSON: members in their order, numbers as
// they were spelt, strings with only the escapes that RFC 8259 requires.
func (v Value) AppendTo(b []byte) []byte {
	switch v.kind {
	case Object:
		b = append(b, '{')
		for i, m := range v.members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendQuoted(b, m.Name), ':')
			b = m.Value.AppendTo(b)
		}
		return append(b, '}')
	case Array:
		b = append(b, '[')
		for i, m := range v.members {
			if i > 0 {
				b = append(b, ',')
			}
			b = m.Value.AppendTo(b)
		}
		return append(b, ']')
	case String:
		return appendQuoted(b, v.text)
	case Number:
		return append(b, v.text...)
	case Bool:
		return strconv.AppendBool(b, v.text == "true")
	}
	return append(b, "null"...)
}

func appendQuoted(b []byte, s string) []byte {
	// The only error is of invalid UTF-8, which is then written as U+FFFD.
	b, _ = jsontext.AppendQuote(b, s)
	return b
}

func (v Value) String() string { return string(v.AppendTo(nil)) }

// MarshalJSON lets a Value stand in a Go value that encoding/json writes.
func (v Value) MarshalJSON() ([]byte, error) { return v.AppendTo(nil), nil }

// UnmarshalJSON reads v strictly, within the widest limits that Parse takes
// (the text is in memory already).
func (v *Value) UnmarshalJSON(data []byte) error {
	got, err := Parse(data, Limits{Bytes: math.MaxInt, Depth: MaxDepth})
	*v = got
	return err
}

var _ json.Marshaler = Value{}
