// Package plain makes text of strangers safe to print.
package plain

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is s with escapes for what does something to a terminal or cannot be
// told apart in print: control and format characters, line breaks, marks, white
// space other than the plain space, characters of no assigned kind, and bytes
// that are not UTF-8. Characters of keep stay as they are.
func Text(s, keep string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsGraphic(r) && (r == ' ' || !unicode.In(r, unicode.Zs, unicode.M)) || strings.ContainsRune(keep, r):
			b.WriteString(s[i : i+n])
		case r > 0xffff:
			fmt.Fprintf(&b, `\u{%x}`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += n
	}
	return b.String()
}

// Beginning is at most so many bytes of s, cut between code points.
func Beginning(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	for bytes > 0 && !utf8.RuneStart(s[bytes]) {
		bytes--
	}
	return s[:bytes]
}

// Cut is s, or its beginning of at most so many bytes and "…".
func Cut(s string, bytes int) string {
	if b := Beginning(s, bytes); b != s {
		return b + "…"
	}
	return s
}
