package reports

import "github.com/conform-suite/conform/internal/plain"

// printable is s, safe to print in one line.
func printable(s string) string { return plain.Text(s, "") }

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
