package faults

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"github.com/conform-suite/conform/internal/reference/events"
)

// evWords finds words by other rules: held says what a word is made of, and fold
// how words are compared.
func evWords(held func(c rune) bool, fold func(word string) string) evRules {
	return func(r *events.Rules) {
		r.Words = func(text string) []string {
			words := strings.FieldsFunc(text, func(c rune) bool { return !held(c) })
			for i, w := range words {
				words[i] = fold(w)
			}
			return words
		}
	}
}

// evHeld is the right rule on what a word is made of.
func evHeld(c rune) bool { return unicode.In(c, unicode.L, unicode.M, unicode.N) }

// evFold is the right rule on how a word is compared.
func evFold(word string) string { return strings.Join(events.Words(word), " ") }

// evTextFirst changes a text before its words are found.
func evTextFirst(change func(text string) string) evRules {
	return func(r *events.Rules) { r.Words = func(text string) []string { return events.Words(change(text)) } }
}

// evASCII keeps what is not ASCII as it is.
func evASCII(change func(word string) string) func(word string) string {
	return func(word string) string {
		var b strings.Builder
		for _, c := range word {
			if c < 0x80 {
				b.WriteString(change(string(c)))
			} else {
				b.WriteRune(c)
			}
		}
		return b.String()
	}
}

// evSimple is simple case folding: one character for one.
func evSimple(word string) string {
	return strings.Map(func(c rune) rune {
		least := c
		for f := unicode.SimpleFold(c); f != c; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, word)
}

// evBare is a text without its accents.
func evBare(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Mn, c) {
			return -1
		}
		return c
	}, norm.NFD.String(text))
}

func eventsWords() []Fault {
	also := func(more string) func(rune) bool {
		return func(c rune) bool { return evHeld(c) || strings.ContainsRune(more, c) }
	}
	without := func(tables ...*unicode.RangeTable) func(rune) bool {
		return func(c rune) bool { return evHeld(c) && !unicode.In(c, tables...) }
	}
	turkish, lower, upper := cases.Lower(language.Turkish), cases.Lower(language.Und), cases.Upper(language.Und)
	return []Fault{
		// EVT-041: what a word is.
		evFault("words-of-ascii", "EVT-041", "Knows the letters and digits of ASCII only.",
			evWords(func(c rune) bool { return c < 0x80 && evHeld(c) }, evFold)),
		evFault("words-by-white-space", "EVT-041", "Splits at white space, so that punctuation sticks to words.",
			evWords(func(c rune) bool { return !unicode.IsSpace(c) }, strings.ToLower)),
		evFault("underscore-in-words", "EVT-041", "Takes an underscore for a letter, as \\w does.",
			evWords(also("_"), func(word string) string { return strings.ToLower(word) })),
		evFault("hyphen-in-words", "EVT-041", "Takes a word with a hyphen for one.", evWords(also("-"), strings.ToLower)),
		evFault("apostrophe-in-words", "EVT-041", "Takes a word with an apostrophe for one.", evWords(also("'’"), strings.ToLower)),
		evFault("marks-split-words", "EVT-041", "Takes letters and numbers only, so that combining marks split words.",
			evWords(without(unicode.M), evFold)),
		evFault("digits-are-the-numbers", "EVT-041", "Takes decimal digits only for numbers.",
			evWords(without(unicode.Nl, unicode.No), evFold)),
		evFault("numbers-split-words", "EVT-041", "Takes letters and marks only.", evWords(without(unicode.N), evFold)),
		evFault("modifier-letters-split-words", "EVT-041", "Takes modifier letters for punctuation.", evWords(without(unicode.Lm), evFold)),
		evFault("format-characters-dropped", "EVT-041", "Drops invisible characters, so that what they part grows together.",
			evTextFirst(func(text string) string {
				return strings.Map(func(c rune) rune {
					if unicode.Is(unicode.Cf, c) {
						return -1
					}
					return c
				}, text)
			})),
		evFault("astral-characters-split-words", "EVT-041", "Looks at UTF-16 code units, of which halves of pairs are no letters.",
			evWords(func(c rune) bool { return c < 0x10000 && evHeld(c) }, evFold)),
		evFault("symbols-in-words", "EVT-041", "Splits at punctuation and white space only, so that symbols belong to words.",
			evWords(func(c rune) bool { return !unicode.IsSpace(c) && !unicode.IsPunct(c) && !unicode.IsControl(c) }, strings.ToLower)),
		evFault("punctuation-dropped", "EVT-041", "Drops punctuation before it splits at white space.",
			func(r *events.Rules) {
				r.Words = func(text string) []string {
					kept := strings.Map(func(c rune) rune {
						if unicode.IsSpace(c) || evHeld(c) {
							return c
						}
						return -1
					}, text)
					return strings.Fields(strings.Join(events.Words(kept), " "))
				}
			}),

		// EVT-042: how words are compared.
		evFault("lower-for-fold", "EVT-042", "Compares words in lower case.", evWords(evHeld, lower.String)),
		evFault("upper-for-fold", "EVT-042", "Compares words in upper case.", evWords(evHeld, upper.String)),
		evFault("simple-fold", "EVT-042", "Folds character by character, so that ß is not ss.", evWords(evHeld, evSimple)),
		evFault("ascii-fold", "EVT-042", "Folds the letters of ASCII only.", evWords(evHeld, evASCII(strings.ToLower))),
		evFault("no-fold", "EVT-042", "Compares words as they are.", evWords(evHeld, func(word string) string { return word })),
		evFault("turkish-fold", "EVT-042", "Folds as the locale of its user does, in Turkey.",
			evWords(evHeld, func(word string) string { return evFold(turkish.String(word)) })),
		evFault("cherokee-crossed", "EVT-042", "Folds with a library that exchanges the cases of Cherokee.",
			evWords(evHeld, func(word string) string { return cases.Fold().String(word) })),
		evFault("text-composed", "EVT-042", "Normalises texts (NFC) first.", evTextFirst(norm.NFC.String)),
		evFault("text-compatible", "EVT-042", "Normalises texts (NFKC) first, as identifiers are compared.", evTextFirst(norm.NFKC.String)),
		evFault("accents-stripped", "EVT-042", "Compares words without their accents.", evTextFirst(evBare)),
		evFault("plurals-folded", "EVT-042", "Compares words without the endings of English.",
			func(r *events.Rules) {
				r.Words = func(text string) []string {
					words := slices.Clone(events.Words(text))
					for i, w := range words {
						if len(w) > 3 {
							words[i] = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(w, "ing"), "ed"), "s")
						}
					}
					return words
				}
			}),
	}
}
