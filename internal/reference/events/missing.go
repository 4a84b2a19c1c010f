package events

import (
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// Missing reports whether v counts as not there: null (as which an absent
// member is read), false, a zero, empty text, an empty array or object. It is
// what `not v` says in the language of event-provenance-hardening.md.
//
// A number is zero when the IEEE double nearest to it is, as the JSON readers
// of nearly all languages see it: -0, 0e5 and 1e-400 are, 1e400 is not
// (suite decision).
func Missing(v strictjson.Value) bool {
	switch v.Kind() {
	case strictjson.Bool:
		return !v.True()
	case strictjson.Number:
		f, _ := strictjson.Float(v.Literal()) // its only error is of range, with f = ±Inf
		return f == 0
	case strictjson.String:
		return v.Str() == ""
	case strictjson.Array, strictjson.Object:
		return v.Len() == 0
	}
	return true
}

// Blank reports whether text has nothing but spaces and tabs: a source_anchor
// of these names no source (suite decision, at SHOULD level).
func Blank(text string) bool { return strings.Trim(text, " \t") == "" }

// noAnchor is Missing for a source_anchor, of which a blank text is none either.
func (r *Rules) noAnchor(v strictjson.Value) bool {
	return r.Missing(v) || v.Kind() == strictjson.String && r.Blank(v.Str())
}
