package ids_test

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/conform-suite/conform/internal/reference/ids"
)

// properties prints, of every code point that Python's tables know, what Python
// thinks of it: white space, decimal digit, digit, and its folding in UTF-8.
const properties = `
import re, unicodedata
space, decimal, out = re.compile(r"\s"), re.compile(r"\d"), []
for i in range(0x110000):
    c = chr(i)
    if unicodedata.category(c) not in ("Cn", "Cs"):
        assert c.isspace() == (c.strip() == "") == bool(space.match(c))
        out.append(f"{i} {c.isspace()} {bool(decimal.match(c))} {c.isdigit()} {c.casefold().encode().hex()}")
print("\n".join(out).lower())
`

// TestPropertiesAsPython compares every code point that both Python's and Go's
// tables know. Python 3.11 has Unicode 14.
func TestPropertiesAsPython(t *testing.T) {
	n := 0
	for lines := python(t, func(io.Writer) {}, "-c", properties); lines.Scan(); {
		want := lines.Text()
		code, _, _ := strings.Cut(want, " ")
		i, err := strconv.ParseInt(code, 10, 32)
		if err != nil {
			t.Fatal(err)
		}
		r := rune(i)
		if unicode.Is(unicode.Cn, r) {
			continue // assigned after Go's version
		}
		n++
		got := fmt.Sprintf("%d %t %t %t %x", r, ids.IsSpace(r), ids.IsDecimal(r), ids.IsDigits(string(r)), ids.Fold(string(r)))
		if got != want {
			t.Errorf("%U: space, decimal, digit, folded\n got %s\nwant %s", r, got, want)
		}
	}
	if n < 282_230 {
		t.Errorf("compared %d code points, want the 282,230 that Unicode 14 assigns", n)
	}
}
