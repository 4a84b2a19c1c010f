package reference

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// Params reads the members of an object that a request holds. It keeps the
// first fault that it meets, so that a caller reads every member in a row and
// looks at Err once. An optional member that is null counts as absent, and
// members that nobody asks for are ignored (suite decision).
type Params struct {
	value strictjson.Value
	above string // the path of what holds it
	name  string // its own name in there; empty at the top
	err   *error
}

// path is the JSON Pointer of p. It is put together only where it is asked for:
// most requests have no fault.
func (p Params) path() string {
	if p.name == "" {
		return ""
	}
	return p.above + "/" + p.name
}

// Read begins to read v, which must be an object.
func Read(v strictjson.Value) Params {
	p := Params{value: v, err: new(error)}
	p.want(strictjson.Object)
	return p
}

// Err is the first fault met by p and all that was read through it: a
// *Rejection with code InvalidParams, or nil.
func (p Params) Err() error { return *p.err }

// Value is the JSON value that p reads.
func (p Params) Value() strictjson.Value { return p.value }

// Fail records a fault at p, unless there was one before.
func (p Params) Fail(problem string) {
	if *p.err == nil {
		at := p.path()
		if at == "" {
			at = "/"
		}
		*p.err = Reject(InvalidParams, "%s: %s", at, problem)
	}
}

func (p Params) want(k strictjson.Kind) bool {
	if p.value.Kind() != k {
		p.Fail("must be " + k.String() + ", is " + p.value.Kind().String())
		return false
	}
	return true
}

// Member is the member of that name, whatever its value, null included; a
// missing one is a fault.
func (p Params) Member(name string) Params {
	m, ok := p.value.Get(name)
	child := Params{m, p.path(), name, p.err}
	if !ok {
		child.Fail("is missing")
	}
	return child
}

// Optional is the member of that name; ok is false when it is absent or null.
func (p Params) Optional(name string) (member Params, ok bool) {
	m, ok := p.value.Get(name)
	return Params{m, p.path(), name, p.err}, ok && !m.IsNull()
}

// Text is a member that must be text.
func (p Params) Text(name string) string { return p.Member(name).AsText() }

// Object is a member that must be an object.
func (p Params) Object(name string) Params {
	m := p.Member(name)
	m.want(strictjson.Object)
	return m
}

// List is a member that must be an array: its elements.
func (p Params) List(name string) []Params { return p.Member(name).AsList() }

// Bytes is a member that must be {"text": "…"} or {"base64": "…"}, exactly one
// of them (CONFORMANCE.md, The protocol); base64 is RFC 4648 section 4 with
// padding, spare bits ignored.
func (p Params) Bytes(name string) []byte { return p.Member(name).AsBytes() }

// BoolOr is a member that must be a boolean, or def when absent or null.
func (p Params) BoolOr(name string, def bool) bool {
	m, ok := p.Optional(name)
	if !ok || !m.want(strictjson.Bool) {
		return def
	}
	return m.value.True()
}

// IntOr is a member that must be an integer, or def when absent or null.
func (p Params) IntOr(name string, def int64) int64 {
	m, ok := p.Optional(name)
	if !ok {
		return def
	}
	return m.AsInt()
}

// AsText is p, which must be text.
func (p Params) AsText() string {
	p.want(strictjson.String)
	return p.value.Str()
}

// AsInt is p, which must be an integer as the protocol defines it.
func (p Params) AsInt() int64 {
	n, ok := p.value.Int()
	if !ok {
		p.Fail("must be an integer within ±(2^53−1), written without fraction or exponent")
	}
	return n
}

// AsObject is p, which must be an object.
func (p Params) AsObject() Params {
	p.want(strictjson.Object)
	return p
}

// AsList is p, which must be an array: its elements.
func (p Params) AsList() []Params {
	if !p.want(strictjson.Array) {
		return nil
	}
	out := make([]Params, 0, p.value.Len())
	path := p.path()
	for i, e := range p.value.Elements() {
		out = append(out, Params{e, path, strconv.Itoa(i), p.err})
	}
	return out
}

// AsBytes is p, which must be {"text": "…"} or {"base64": "…"}.
func (p Params) AsBytes() []byte {
	if !p.want(strictjson.Object) {
		return nil
	}
	text, isText := p.Optional("text")
	enc, isBase64 := p.Optional("base64")
	switch {
	case isText == isBase64:
		p.Fail("must have exactly one of text and base64")
	case isText:
		return []byte(text.AsText())
	case enc.want(strictjson.String):
		b, err := base64.StdEncoding.DecodeString(enc.value.Str())
		if err != nil || strings.ContainsAny(enc.value.Str(), "\r\n") { // which the decoder skips
			enc.Fail("is not base64 (RFC 4648 section 4, with padding)")
		}
		return b
	}
	return nil
}
