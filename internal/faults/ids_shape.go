package faults

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/conform-suite/conform/internal/reference/ids"
)

// idsShapes are mistakes in what makes an identifier at all.
func idsShapes() []Fault {
	return []Fault{
		idsFault("length-in-utf16", "IDS-022", "counts UTF-16 code units", func(r *ids.Rules) {
			r.Length = func(s string) int { return len(utf16.Encode([]rune(s))) }
		}),
		idsFault("length-in-bytes", "IDS-022", "counts bytes of UTF-8", func(r *ids.Rules) { r.Length = func(s string) int { return len(s) } }),
		idsShaped("least-length-too-short", "IDS-022", "takes a value of the least length for too short", func(p ids.Policy, s string, in ids.Slot) bool {
			p.MinLen++
			return idsRight.Shaped(p, s, in)
		}),
		idsShaped("least-length-fixed", "IDS-022", "asks 4 characters of every value, whatever the policy", func(p ids.Policy, s string, in ids.Slot) bool {
			p.MinLen = 4
			return idsRight.Shaped(p, s, in)
		}),
		idsChars("letters-of-unicode", "takes any letter for one of an id", unicode.IsLetter),
		idsChars("digits-of-unicode", "takes any digit for one of an id", unicode.IsDigit),
		idsChars("plus-in-ids", "takes + for a character of an id", func(r rune) bool { return r == '+' }),
		idsChars("percent-in-ids", "takes % for a character of an id", func(r rune) bool { return r == '%' }),
		idsChars("space-in-ids", "takes a space for a character of an id", func(r rune) bool { return r == ' ' }),
		idsChars("line-by-line", "looks at a value line by line", func(r rune) bool { return r == '\n' }),
		idsFault("no-hash-in-ids", "IDS-023", "rules # out", func(r *ids.Rules) {
			r.IsIDChar = func(c rune) bool { return c != '#' && idsRight.IsIDChar(c) }
		}),
		idsShaped("short-integer-in-any-slot", "IDS-024", "takes a short integer in any slot", func(p ids.Policy, s string, _ ids.Slot) bool {
			return idsRight.Shaped(p, s, "x_id")
		}, ids.Policy.Short),
		idsShaped("short-integer-never", "IDS-024", "takes no short integer", func(ids.Policy, string, ids.Slot) bool { return false }, ids.Policy.Short),
		idsShaped("short-integer-of-one-digit", "IDS-024", "takes one digit in a key slot", func(p ids.Policy, s string, in ids.Slot) bool {
			return idsRight.Shaped(p, s, in) || p.Length(s) == 1 && p.IsDigits(s) && idsEnds(string(in), p.Hints)
		}, ids.Policy.Short),
		idsShaped("short-integer-in-ascii", "IDS-024", "takes ASCII digits alone in a short integer", func(p ids.Policy, s string, in ids.Slot) bool {
			return idsASCIIDigits(s) && idsRight.Shaped(p, s, in)
		}, ids.Policy.Short),
		idsFault("digits-decimal-alone", "IDS-024", "takes Numeric_Type Decimal alone for digits", func(r *ids.Rules) {
			r.IsDigits = func(s string) bool { return s != "" && !strings.ContainsFunc(s, idsNot(unicode.IsDigit)) }
		}),
		idsFault("digits-numeric", "IDS-024", "takes fractions and numerals for digits", func(r *ids.Rules) {
			r.IsDigits = func(s string) bool { return s != "" && !strings.ContainsFunc(s, idsNot(unicode.IsNumber)) }
		}),
		idsShaped("short-mixed", "IDS-024", "takes any short text in a key slot", func(p ids.Policy, s string, in ids.Slot) bool {
			p.MinLen = 2
			return idsRight.Shaped(p, s, in) && idsEnds(string(in), p.Hints)
		}, ids.Policy.Short),
	}
}

// idsLiterals are mistakes in the literal forms.
func idsLiterals() []Fault {
	return []Fault{
		idsTakes("date-is-id", "IDS-025", "takes a calendar date for an id", `\d{4}-\d{2}-\d{2}`),
		idsTakes("time-is-id", "IDS-025", "takes a clock time for an id", `\d{1,2}:\d{2}(:\d{2})?`),
		idsLiteral("date-first", "IDS-025", "takes whatever begins with a date for one", `\d{4}-\d{2}-\d{2}.*`),
		idsLiteral("time-of-half-day", "IDS-025", "takes am and pm after a clock time", `\d{1,2}:\d{2}(:\d{2})?[ap]m`),
		idsFault("timestamp-is-id", "IDS-026", "knows no timestamps", func(r *ids.Rules) { r.IsDateTime = func(string) bool { return false } }),
		idsTimestamp("timestamp-without-offset", "knows Z alone for an offset", `\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z?`),
		idsTimestamp("timestamp-without-fraction", "knows no fraction of a second", `\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|-\d\d:?\d\d)?`),
		idsTimestamp("timestamp-of-milliseconds", "knows three digits of a fraction at most", `\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|-\d\d:?\d\d)?`),
		idsTimestamp("timestamp-with-seconds", "asks for seconds", `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|-\d\d:?\d\d)?`),
		idsTimestamp("timestamp-offset-colon", "asks for a colon in an offset", `\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|-\d\d:\d\d)?`),
		idsTimestamp("timestamp-offset-hours", "takes an offset of hours alone", `\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|-\d\d(:?\d\d)?)?`),
		idsTimestamp("timestamp-any-case", "takes t and z, too", `(?i)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|-\d\d:?\d\d)?`),
		idsTimestamp("timestamp-fields-checked", "asks for a month, day, hour and minute that exist", `\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|-\d\d:?\d\d)?`),
		idsTimestamp("timestamp-first", "takes whatever begins with a timestamp for one", `\d{4}-\d\d-\d\dT\d\d:\d\d.*`),
		idsFault("version-is-id", "IDS-027", "knows no versions", func(r *ids.Rules) { r.IsVersion = func(string) bool { return false } }),
		idsLiteral("version-of-any-case", "IDS-027", "takes V before a version, too", `(?i)v\d+(\.\d+)+`),
		idsLiteral("version-of-one-number", "IDS-027", "takes v and one number for a version", `v\d+`),
		idsLiteral("version-with-tail", "IDS-027", "takes a version with a tail, as 1.2.3-rc1", `v?\d+\.\d+\.\d+-[0-9A-Za-z.-]+`),
		idsFault("version-of-three-numbers", "IDS-027", "asks for three numbers in a version", func(r *ids.Rules) {
			r.IsVersion = func(s string) bool { return idsRight.IsVersion(s) && strings.Count(s, ".") == 2 }
		}),
		idsTakes("decimal-is-id", "IDS-027", "takes a decimal or a version without v for an id", `\d+(\.\d+)+`),
		idsTakes("phone-is-id", "IDS-028", "takes a telephone number of digits and dashes for an id", `\d+-[\d-]*\d`),
		idsTakes("phone-with-spaces-is-id", "IDS-028", "takes a telephone number with spaces and parentheses for an id", `[\d(][\d() +-]* [\d() +-]*\d`),
		idsTakes("uuid-before-phone", "IDS-028", "takes a UUID of digits alone for an id", `\d{8}-\d{4}-\d{4}-\d{4}-\d{12}`),
		idsLiteral("phone-with-letters", "IDS-028", "takes a telephone number with an extension, as 555-0100x12", `[\d(][\d() +-]*x\d+`),
		idsFault("epoch-is-id", "IDS-029", "knows no times in milliseconds", func(r *ids.Rules) { r.IsEpoch = func(string) bool { return false } }),
		idsLiteral("epoch-in-seconds", "IDS-029", "takes 10 digits for a time in seconds", `\d{10}`),
		idsLiteral("epoch-in-microseconds", "IDS-029", "takes 13 digits or more for a time", `\d{13,}`),
		idsFault("epoch-in-ascii", "IDS-029", "takes ASCII digits alone for a time", func(r *ids.Rules) {
			r.IsEpoch = func(s string) bool { return len(s) == 13 && idsASCIIDigits(s) }
		}),
		idsFault("epoch-of-any-digits", "IDS-029", "takes 13 digits of any kind for a time, superscripts too", func(r *ids.Rules) {
			r.IsEpoch = func(s string) bool { return idsRight.Length(s) == 13 && idsRight.IsDigits(s) }
		}),
		idsFault("literal-words-in-lower-case", "IDS-030", "knows the literal words in lower case alone", func(r *ids.Rules) {
			r.IsLiteral = func(s string) bool { return slices.Contains([]string{"true", "false", "null", "none"}, s) }
		}),
		idsFault("no-literal-none", "IDS-030", "does not know none for a literal word", func(r *ids.Rules) {
			r.IsLiteral = func(s string) bool { return !strings.EqualFold(s, "none") && idsRight.IsLiteral(s) }
		}),
		idsLiteral("more-literal-words", "IDS-030", "knows more literal words, as undefined and unknown", `undefined|unknown|empty|nil|yes|no`),
		idsLiteral("literal-words-first", "IDS-030", "takes whatever begins with a literal word for one", `(?i)(true|false|null|none).*`),
		idsShaped("signature-before-literal", "IDS-031", "asks for letters and digits before literal forms", func(p ids.Policy, s string, in ids.Slot) bool {
			return idsMixed(s) || idsRight.Shaped(p, s, in)
		}, idsLong),
		idsShaped("no-signature-needed", "IDS-031", "takes whatever has an id's characters and is no literal form", func(p ids.Policy, s string, in ids.Slot) bool {
			return !p.IsLiteral(s) && !p.IsEpoch(s) && !p.IsVersion(s) && !p.IsDateTime(s) && !idsQuantity.MatchString(s) || idsRight.Shaped(p, s, in)
		}, idsLong),
	}
}

// idsSignatures are mistakes in the signs of an identifier.
func idsSignatures() []Fault {
	return []Fault{
		idsFault("hex-of-any-case", "IDS-032", "takes 32 upper-case hex digits, too", func(r *ids.Rules) {
			r.IsHex32 = func(s string) bool { return idsRight.IsHex32(strings.ToLower(s)) }
		}),
		idsFault("hex-of-31-or-more", "IDS-032", "takes any number of hex digits from 31", func(r *ids.Rules) { r.IsHex32 = idsMatch(`[0-9a-f]{31,}`) }),
		idsFault("hex-beyond-f", "IDS-032", "takes 32 letters and digits of any kind", func(r *ids.Rules) { r.IsHex32 = idsMatch(`[0-9a-z]{32}`) }),
		idsFault("no-hex", "IDS-032", "does not know 32 hex digits", func(r *ids.Rules) { r.IsHex32 = func(string) bool { return false } }),
		idsFault("uuid-in-lower-case", "IDS-033", "knows UUIDs in lower case alone", func(r *ids.Rules) {
			r.IsUUID = func(s string) bool { return strings.ToLower(s) == s && idsRight.IsUUID(s) }
		}),
		idsFault("uuid-of-known-version", "IDS-033", "asks for a version and variant in a UUID (RFC 9562)", func(r *ids.Rules) {
			r.IsUUID = idsMatch(`(?i)[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`)
		}),
		idsFault("uuid-by-length", "IDS-033", "takes hex digits and dashes of the length of a UUID for one", func(r *ids.Rules) { r.IsUUID = idsMatch(`(?i)[0-9a-f-]{36}`) }),
		idsFault("no-uuid", "IDS-033", "does not know UUIDs", func(r *ids.Rules) { r.IsUUID = func(string) bool { return false } }),
		idsFault("no-email", "IDS-034", "does not know e-mail addresses", func(r *ids.Rules) { r.IsEmail = func(string) bool { return false } }),
		idsFault("email-of-two-ats", "IDS-034", "takes an e-mail address with two @", func(r *ids.Rules) { r.IsEmail = idsMatch(`.+@.+\..+`) }),
		idsFault("email-without-point", "IDS-034", "takes an e-mail address without a point", func(r *ids.Rules) { r.IsEmail = idsMatch(`[^@]+@[^@]+`) }),
		idsFault("email-of-known-end", "IDS-034", "asks for a top-level domain of two letters or more", func(r *ids.Rules) { r.IsEmail = idsMatch(`[^@]+@[^@]+\.[A-Za-z]{2,}`) }),
		idsFault("email-without-user", "IDS-034", "takes an e-mail address with nothing before the @", func(r *ids.Rules) { r.IsEmail = idsMatch(`[^@]*@[^@]+\.[^@]+`) }),
		idsShaped("letters-first", "IDS-035", "asks for letters before digits", func(p ids.Policy, s string, in ids.Slot) bool {
			return idsRight.Shaped(p, s, in) && !(idsMixed(s) && s[0] >= '0' && s[0] <= '9' && !p.IsHex32(s) && !p.IsUUID(s))
		}, idsLong),
		idsTakes("digits-with-delimiters", "IDS-035", "takes digits with delimiters for an id", `\d[\d_/#:@]*[_/#@][\d_/#:@]*`),
		idsShaped("numbers-in-key-slots-alone", "IDS-036", "takes digits for an id in key slots alone", func(p ids.Policy, s string, in ids.Slot) bool {
			return idsRight.Shaped(p, s, in) && (!idsASCIIDigits(s) || p.IsHex32(s) || idsEnds(string(in), p.Hints))
		}, idsLong),
		idsShaped("quantity-name-vetoes-all", "IDS-036", "takes nothing for an id under a quantity name", func(p ids.Policy, s string, in ids.Slot) bool {
			return idsRight.Shaped(p, s, in) && !idsEnds(string(in), p.Quantities)
		}),
		idsFault("no-quantity-names", "IDS-036", "knows no quantity names", func(r *ids.Rules) { r.Quantities = nil }),
		idsShaped("quantity-name-vetoes-hex", "IDS-036", "asks for the quantity name before 32 hex digits", func(p ids.Policy, s string, in ids.Slot) bool {
			return idsRight.Shaped(p, s, in) && !(idsASCIIDigits(s) && idsEnds(string(in), p.Quantities))
		}),
		idsShaped("words-in-any-slot", "IDS-038", "takes an opaque word for an id in any slot", func(p ids.Policy, s string, in ids.Slot) bool {
			return idsRight.Shaped(p, s, in) || idsRight.Shaped(p, s, "x_id")
		}, idsLong),
		idsShaped("words-never", "IDS-038", "takes no opaque word for an id", func(p ids.Policy, s string, in ids.Slot) bool {
			return idsRight.Shaped(p, s, in) && (!idsLetters.MatchString(s) || p.IsHex32(s))
		}, idsLong),
		idsShaped("words-with-delimiters", "IDS-038", "takes words with delimiters in a key slot, too", func(p ids.Policy, s string, in ids.Slot) bool {
			return idsRight.Shaped(p, s, in) || idsWordy.MatchString(s) && idsEnds(string(in), p.Hints)
		}, idsLong),
	}
}

// idsNames are mistakes in what an argument's name says.
func idsNames() []Fault {
	return []Fault{
		idsFault("name-ends-anywhere", "IDS-037", "looks for the words of a quantity anywhere in a name", func(r *ids.Rules) {
			r.Ends = func(name, suffix string) bool {
				return strings.HasSuffix(name, suffix) || suffix[0] != '_' && strings.Contains(name, suffix)
			}
		}),
		idsFault("quantity-is-a-word", "IDS-037", "asks for a word of its own at the end of a quantity name", func(r *ids.Rules) {
			r.Ends = func(name, suffix string) bool {
				before, ok := strings.CutSuffix(name, suffix)
				return ok && (suffix[0] == '_' || before == "" || strings.HasSuffix(before, "_"))
			}
		}),
		idsFault("quantity-plural", "IDS-037", "takes a quantity in the plural, too", func(r *ids.Rules) {
			r.Ends = func(name, suffix string) bool {
				return strings.HasSuffix(name, suffix) || suffix[0] != '_' && strings.HasSuffix(name, suffix+"s")
			}
		}),
		idsFault("no-fee", "IDS-037", "does not know fee for a quantity", func(r *ids.Rules) { r.Quantities = idsWithout(r.Quantities, "fee") }),
		idsFault("no-second", "IDS-037", "does not know second, the last of the list, for a quantity", func(r *ids.Rules) { r.Quantities = idsWithout(r.Quantities, "second") }),
		idsFault("more-quantities", "IDS-037", "knows more quantities, as sum and index", func(r *ids.Rules) {
			r.Quantities = slices.Concat(r.Quantities, []string{"sum", "index", "value", "salary", "zip"})
		}),
		idsFault("names-lowered", "IDS-037", "lowers a name rather than folding it", func(r *ids.Rules) { r.FoldName = strings.ToLower }),
		idsFault("names-in-lower-case", "IDS-037", "knows names in lower case alone", func(r *ids.Rules) { r.FoldName = func(s string) string { return s } }),
		idsFault("bare-id", "IDS-039", "takes any name that ends in id for a key name", func(r *ids.Rules) { r.Hints = append([]string{"id"}, r.Hints...) }),
		idsFault("bare-suffixes", "IDS-039", "takes the suffix of a key name alone, without its underscore", func(r *ids.Rules) {
			r.Ends = func(name, suffix string) bool {
				return strings.HasSuffix(name, suffix) || name == strings.TrimPrefix(suffix, "_")
			}
		}),
		idsFault("dashed-id", "IDS-039", "takes a dash for the underscore of a key name", func(r *ids.Rules) {
			r.FoldName = func(s string) string { return strings.ReplaceAll(idsRight.FoldName(s), "-", "_") }
		}),
		idsFault("camel-id", "IDS-039", "takes userId for a key name", func(r *ids.Rules) {
			r.FoldName = func(s string) string {
				if before, ok := strings.CutSuffix(s, "Id"); ok {
					s = before + "_id"
				}
				return idsRight.FoldName(s)
			}
		}),
		idsFault("plural-id", "IDS-039", "takes user_ids for a key name", func(r *ids.Rules) { r.Hints = append([]string{"_ids"}, r.Hints...) }),
		idsFault("key-name-anywhere", "IDS-039", "looks for the suffixes of key names anywhere in a name", func(r *ids.Rules) {
			r.Ends = func(name, suffix string) bool {
				return strings.HasSuffix(name, suffix) || suffix[0] == '_' && strings.Contains(name, suffix)
			}
		}),
		idsFault("no-email-name", "IDS-039", "does not know _email for the end of a key name", func(r *ids.Rules) { r.Hints = idsWithout(r.Hints, "_email") }),
		idsFault("no-ref-name", "IDS-039", "does not know _ref for the end of a key name", func(r *ids.Rules) { r.Hints = idsWithout(r.Hints, "_ref") }),
		idsFault("names-trimmed", "IDS-039", "takes the white space at the ends of a name off", func(r *ids.Rules) {
			r.FoldName = func(s string) string { return strings.TrimSpace(idsRight.FoldName(s)) }
		}),
	}
}

// idsShaped has another answer for values of which all conditions hold.
func idsShaped(name, breaks, says string, shaped func(p ids.Policy, s string, in ids.Slot) bool, when ...func(ids.Policy, string) bool) Fault {
	return idsFault(name, breaks, says, func(r *ids.Rules) {
		right := r.Shaped
		r.Shaped = func(p ids.Policy, s string, in ids.Slot) bool {
			for _, holds := range when {
				if !holds(p, s) {
					return right(p, s, in)
				}
			}
			return shaped(p, s, in)
		}
	})
}

// idsLong is the condition of idsShaped that a value is made of the characters of
// an id, and long enough.
func idsLong(p ids.Policy, s string) bool {
	return !p.Short(s) && !strings.ContainsFunc(s, idsNot(idsRight.IsIDChar))
}

func idsChars(name, says string, more func(rune) bool) Fault {
	return idsFault(name, "IDS-023", says, func(r *ids.Rules) {
		r.IsIDChar = func(c rune) bool { return more(c) || idsRight.IsIDChar(c) }
	})
}

// idsTakes takes a value of a literal form that is long enough for an id.
func idsTakes(name, breaks, says, form string) Fault {
	matches := idsMatch(form)
	return idsShaped(name, breaks, says, func(ids.Policy, string, ids.Slot) bool { return true },
		func(p ids.Policy, s string) bool { return !p.Short(s) && matches(s) })
}

// idsLiteral takes a value for a literal form that is none.
func idsLiteral(name, breaks, says, form string) Fault {
	matches := idsMatch(form)
	return idsShaped(name, breaks, says, func(ids.Policy, string, ids.Slot) bool { return false },
		func(_ ids.Policy, s string) bool { return matches(s) })
}

// idsTimestamp has another form for timestamps, as far as an id's characters go.
func idsTimestamp(name, says, form string) Fault {
	return idsFault(name, "IDS-026", says, func(r *ids.Rules) { r.IsDateTime = idsMatch(form) })
}

// idsMatch reports whether a text as a whole has a form.
func idsMatch(form string) func(string) bool {
	flags := ""
	if rest, ok := strings.CutPrefix(form, "(?i)"); ok {
		flags, form = "(?i)", rest
	}
	return regexp.MustCompile(flags + `\A(?:` + form + `)\z`).MatchString
}

var (
	idsLetters  = regexp.MustCompile(`\A[A-Za-z]+\z`)
	idsWordy    = regexp.MustCompile(`\A[A-Za-z_.:#/@-]+\z`)
	idsQuantity = regexp.MustCompile(`\A([\d.:-]+|v[\d.]+)\z`)
)

func idsMixed(s string) bool {
	return strings.ContainsAny(s, "0123456789") && strings.ContainsFunc(s, func(r rune) bool { return r < 0x80 && unicode.IsLetter(r) })
}

func idsASCIIDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

func idsEnds(name string, suffixes []string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}

func idsWithout(list []string, s string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(e string) bool { return e == s })
}

func idsNot(test func(rune) bool) func(rune) bool { return func(r rune) bool { return !test(r) } }
