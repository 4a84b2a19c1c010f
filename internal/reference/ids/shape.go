package ids

import "strings"

// idShaped reports whether s, trimmed and found in the given slot, has a
// positive sign of being an identifier. In doubt it has none.
func (p policy) idShaped(s string, in slot) bool {
	if p.short(s) {
		// A short number is a key only where the name says so.
		return length(s) >= 2 && isDigits(s) && in.isHint() && !isEpoch(s)
	}
	if !madeOfIDChars(s) || isQuantity(s) {
		return false
	}
	digit, letter := strings.ContainsFunc(s, isASCIIDigit), strings.ContainsFunc(s, isLetter)
	switch {
	case digit && letter, isHex32(s), isUUID(s), isEmail(s):
		return true
	case all(s, isASCIIDigit):
		return !in.isQuantity()
	}
	return all(s, isLetter) && in.isHint()
}

// madeOfIDChars reports whether s has only ASCII letters, ASCII digits and the
// delimiters of an identifier. That alone refuses prose, and any quantity written
// with a space, a plus sign or a parenthesis.
func madeOfIDChars(s string) bool {
	return all(s, func(r rune) bool { return isLetter(r) || isASCIIDigit(r) || isDelimiter(r) })
}

// isQuantity reports whether s, made of identifier characters, is a literal or a
// number of some kind and so no identifier.
func isQuantity(s string) bool {
	switch strings.ToLower(s) {
	case "true", "false", "null", "none":
		return true
	}
	return isEpoch(s) || isDashed(s) || isDotted(s) || isTime(s) || isDateTime(s)
}

// isEpoch: milliseconds since 1970, in decimal digits of any script.
func isEpoch(s string) bool { return length(s) == 13 && all(s, isDecimal) }

// isDashed: digits with a hyphen among them, as a phone number or a calendar date.
func isDashed(s string) bool {
	return len(s) > 2 && isASCIIDigit(rune(s[0])) && isASCIIDigit(rune(s[len(s)-1])) &&
		strings.Contains(s, "-") && all(s, func(r rune) bool { return r == '-' || isASCIIDigit(r) })
}

// isDotted: groups of digits with a dot between each, as a decimal or, perhaps
// after a v, a version.
func isDotted(s string) bool {
	s = strings.TrimPrefix(s, "v")
	if !strings.Contains(s, ".") {
		return false
	}
	for group := range strings.SplitSeq(s, ".") {
		if group == "" || !all(group, isASCIIDigit) {
			return false
		}
	}
	return true
}

// isTime: 9:30, 09:30 or 09:30:00.
func isTime(s string) bool {
	for _, shape := range []string{"0:00", "00:00", "0:00:00", "00:00:00"} {
		if rest, ok := cutShape(s, shape); ok && rest == "" {
			return true
		}
	}
	return false
}

// isDateTime: 2025-08-23T10:00, perhaps with seconds, a fraction of them, and Z or
// an offset. (Forms with a space or a plus sign have been refused by then.)
func isDateTime(s string) bool {
	s, ok := cutShape(s, "0000-00-00T00:00")
	if !ok {
		return false
	}
	if rest, ok := cutShape(s, ":00"); ok {
		s = rest
		if rest, ok := cutShape(s, ".0"); ok {
			s = strings.TrimLeft(rest, "0123456789")
		}
	}
	if rest, ok := cutShape(s, "-00"); ok {
		s = strings.TrimPrefix(rest, ":")
		rest, ok = cutShape(s, "00")
		return ok && rest == ""
	}
	return s == "" || s == "Z"
}

// cutShape cuts a prefix of the given shape off s: a 0 stands for any ASCII digit,
// everything else for itself.
func cutShape(s, shape string) (rest string, ok bool) {
	if len(s) < len(shape) {
		return s, false
	}
	for i := range len(shape) {
		if s[i] != shape[i] && !(shape[i] == '0' && isASCIIDigit(rune(s[i]))) {
			return s, false
		}
	}
	return s[len(shape):], true
}

// isHex32: 32 lower-case hexadecimal digits.
func isHex32(s string) bool {
	return len(s) == 32 && all(s, func(r rune) bool { return isASCIIDigit(r) || 'a' <= r && r <= 'f' })
}

// isUUID: 8, 4, 4, 4 and 12 hexadecimal digits of either case.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i, r := range s {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		hex := isASCIIDigit(r) || 'a' <= r && r <= 'f' || 'A' <= r && r <= 'F'
		if dash && r != '-' || !dash && !hex {
			return false
		}
	}
	return true
}

// isEmail: something before the only @, and after it a dot with something on
// either side.
func isEmail(s string) bool {
	local, domain, _ := strings.Cut(s, "@")
	return local != "" && len(domain) >= 3 && !strings.Contains(domain, "@") &&
		strings.Contains(domain[1:len(domain)-1], ".")
}
