package ids

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/conform-suite/conform/internal/strictjson"
)

// scalarText is the text of a scalar: a string's own; an integer as it is spelt,
// -0 as 0. ok is false for what is never an identifier: null, booleans, and every
// other number, which in its decimal spelling has a point and no letter.
func scalarText(v strictjson.Value) (text string, ok bool) {
	switch v.Kind() {
	case strictjson.String:
		return v.Str(), true
	case strictjson.Number:
		if v.Literal() == "-0" {
			return "0", true
		}
		return v.Literal(), !strings.ContainsAny(v.Literal(), ".eE")
	}
	return "", false
}

// length is the number of code points in s.
func length(s string) int { return utf8.RuneCountInString(s) }

// all reports whether s is empty or each of its code points passes the test.
func all(s string, test func(rune) bool) bool {
	for _, r := range s {
		if !test(r) {
			return false
		}
	}
	return true
}

// trim is s without white space at its ends.
func trim(s string) string { return strings.TrimFunc(s, isSpace) }

// isSpace: the White_Space property, and the information separators U+001C to
// U+001F.
func isSpace(r rune) bool { return unicode.IsSpace(r) || 0x1C <= r && r <= 0x1F }

// isDelimiter reports whether r parts the components of an identifier.
func isDelimiter(r rune) bool {
	switch r {
	case '@', '.', '_', ':', '#', '/', '-':
		return true
	}
	return false
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

func isASCIIDigit(r rune) bool { return '0' <= r && r <= '9' }

// isDecimal: General_Category Nd, which is Numeric_Type=Decimal.
func isDecimal(r rune) bool { return unicode.IsDigit(r) }

// isDigits reports whether s is not empty and all digits: Numeric_Type=Decimal or
// Numeric_Type=Digit.
func isDigits(s string) bool {
	return s != "" && all(s, func(r rune) bool { return isDecimal(r) || unicode.Is(otherDigits, r) })
}

// otherDigits are the code points with Numeric_Type=Digit, those of UnicodeData.txt
// (version 14) with a digit value in field 7 and no decimal value in field 6:
// superscripts, subscripts, and digits in circles, in parentheses or with a stop.
var otherDigits = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00B2, Hi: 0x00B3, Stride: 1},
		{Lo: 0x00B9, Hi: 0x00B9, Stride: 1},
		{Lo: 0x1369, Hi: 0x1371, Stride: 1},
		{Lo: 0x19DA, Hi: 0x19DA, Stride: 1},
		{Lo: 0x2070, Hi: 0x2070, Stride: 1},
		{Lo: 0x2074, Hi: 0x2079, Stride: 1},
		{Lo: 0x2080, Hi: 0x2089, Stride: 1},
		{Lo: 0x2460, Hi: 0x2468, Stride: 1},
		{Lo: 0x2474, Hi: 0x247C, Stride: 1},
		{Lo: 0x2488, Hi: 0x2490, Stride: 1},
		{Lo: 0x24EA, Hi: 0x24EA, Stride: 1},
		{Lo: 0x24F5, Hi: 0x24FD, Stride: 1},
		{Lo: 0x24FF, Hi: 0x24FF, Stride: 1},
		{Lo: 0x2776, Hi: 0x277E, Stride: 1},
		{Lo: 0x2780, Hi: 0x2788, Stride: 1},
		{Lo: 0x278A, Hi: 0x2792, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x10A40, Hi: 0x10A43, Stride: 1},
		{Lo: 0x10E60, Hi: 0x10E68, Stride: 1},
		{Lo: 0x11052, Hi: 0x1105A, Stride: 1},
		{Lo: 0x1F100, Hi: 0x1F10A, Stride: 1},
	},
	LatinOffset: 2,
}
