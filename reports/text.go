package reports

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable is s with every character escaped that a terminal would act on or
// hide: controls, line breaks, format characters such as those that turn the
// direction of writing, and invalid UTF-8.
func printable(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case unicode.IsPrint(r) && r != utf8.RuneError:
			b.WriteRune(r)
		case r == utf8.RuneError:
			_, size := utf8.DecodeRuneInString(s[i:])
			if size == 1 {
				fmt.Fprintf(&b, `\x%02x`, s[i])
			} else {
				b.WriteRune(r)
			}
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	return b.String()
}

// short is s made printable and cut to 200 characters.
func short(s string) string { return clip(printable(clip(s, 200)), 200) }

// clip is s cut to n characters, the last of which says that there was more.
func clip(s string, n int) string {
	count, end := 0, 0 // end is where the character n-1 begins
	for i := range s {
		if count == n-1 {
			end = i
		}
		if count == n {
			return s[:end] + "…"
		}
		count++
	}
	return s
}
