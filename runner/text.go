package runner

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	stderrShown  = 4 << 10 // bytes of stderr in an outcome
	excerptShown = 160     // bytes of a line in a message
)

// printable is the end of what a subject wrote, at most that many bytes of it,
// safe to print: control characters other than line feed and tab, and bytes
// that are not UTF-8, stand as escapes.
func printable(b []byte, most int) string {
	cut := ""
	if len(b) > most {
		b, cut = b[len(b)-most:], "…"
	}
	return cut + escaped(string(b), "\n\t")
}

// excerpt is the beginning of a line, quoted and safe to print.
func excerpt(line []byte) string {
	cut := ""
	if len(line) > excerptShown {
		line, cut = line[:excerptShown], "…"
	}
	return "“" + escaped(string(line), "") + cut + "”"
}

// escaped is s with escapes for what cannot be told apart, or does something
// to a terminal, when it is printed: all but letters, numbers, punctuation,
// symbols and the plain space. Marks stay where keep has none to let pass.
func escaped(s, keep string) string {
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
