package ids

import "strings"

// shaped reports whether s, trimmed and found in the given slot, has a
// positive sign of being an identifier. In doubt it has none.
func (p Policy) shaped(s string, in Slot) bool {
	if p.Short(s) {
		// A short number is a key only where the name says so.
		return p.Length(s) >= 2 && p.IsDigits(s) && p.isHint(in) && !p.IsEpoch(s)
	}
	if !all(s, p.IsIDChar) || p.IsLiteral(s) || p.IsEpoch(s) || p.IsVersion(s) || p.IsDateTime(s) {
		return false
	}
	digit, letter := strings.ContainsFunc(s, isASCIIDigit), strings.ContainsFunc(s, isLetter)
	switch {
	case digit && letter, letter && p.IsUUID(s), p.IsHex32(s), p.IsEmail(s):
		return true
	case all(s, isASCIIDigit):
		return !p.isQuantity(in)
	}
	// What is left has no sign of its own: a date, a time of day, a decimal and a
	// phone number (as is a UUID of digits alone) need no rule of theirs.
	return all(s, isLetter) && p.isHint(in)
}

// isIDChar reports whether r is an ASCII letter, an ASCII digit or a delimiter of
// an identifier. Nothing else refuses prose, and any quantity written with a
// space, a plus sign or a parenthesis.
func isIDChar(r rune) bool { return isLetter(r) || isASCIIDigit(r) || isDelimiter(r) }

func isLiteral(s string) bool {
	switch strings.ToLower(s) {
	case "true", "false", "null", "none":
		return true
	}
	return false
}

// isEpoch: milliseconds since 1970, in decimal digits of any script.
func isEpoch(s string) bool { return length(s) == 13 && all(s, isDecimal) }

// isVersion: a v, then two or more groups of digits with a dot between each.
func isVersion(s string) bool {
	s, ok := strings.CutPrefix(s, "v")
	if !ok || !strings.Contains(s, ".") {
		return false
	}
	for group := range strings.SplitSeq(s, ".") {
		if group == "" || !all(group, isASCIIDigit) {
			return false
		}
	}
	return true
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
