package strictjson

import (
	"strconv"
	"strings"
)

// Float is the IEEE double nearest to a JSON number, of any length; beyond a
// double it is infinite, and the error is strconv.ErrRange.
func Float(literal string) (float64, error) { return strconv.ParseFloat(ShortNumber(literal), 64) }

// longest is the most bytes of a number that strconv reads rightly in every
// spelling: it keeps 800 digits, and forgets how many stood before the point
// when there are more; and it counts no exponent beyond 10,000, whatever the
// digits before it make up for.
const longest = 800

// ShortNumber is a JSON number of about longest bytes at most which has the same
// double nearest to it. One that is short is itself.
func ShortNumber(literal string) string {
	if len(literal) <= longest {
		return literal
	}
	sign, rest := "", literal
	if rest[0] == '-' {
		sign, rest = "-", rest[1:]
	}
	mantissa, exponent := rest, ""
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa, exponent = rest[:i], rest[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	// The number is 0.DIGITS times ten to this.
	power := len(whole) - (len(whole+fraction) - len(digits)) + saturated(exponent)
	digits = strings.TrimRight(digits, "0")
	switch {
	case digits == "":
		return sign + "0"
	case len(digits) > longest: // no double needs more to be told from its neighbours than that there are more
		digits = digits[:longest] + "1"
	}
	return sign + "0." + digits + "e" + strconv.Itoa(power)
}

// saturated is the exponent, or ±2^40 when it is farther from 0: no text has as
// many digits to make up for it.
func saturated(exponent string) int {
	const most = 1 << 40
	n, err := strconv.ParseInt(exponent, 10, 64)
	if err != nil && exponent != "" { // too large: all else has been checked
		if n < 0 {
			return -most
		}
		return most
	}
	return int(min(max(n, -most), most))
}
