package runner

import "github.com/conform-suite/conform/internal/plain"

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
	return cut + plain.Text(string(b), "\n\t")
}

// excerpt is the beginning of a line, quoted and safe to print.
func excerpt(line []byte) string {
	cut := ""
	if len(line) > excerptShown {
		line, cut = line[:excerptShown], "…"
	}
	return "“" + plain.Text(string(line), "") + cut + "”"
}
