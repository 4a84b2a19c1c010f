package events

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
)

// Words splits text into its words, longest runs of letters, marks and
// numbers (Unicode general categories L*, M*, N*), and folds each
// (suite decision: split first, then full case folding, no normalisation).
func Words(text string) []string {
	out := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
	})
	for i, w := range out {
		out[i] = fold(w)
	}
	return out
}

// fold is full case folding (Unicode, CaseFolding.txt, statuses C and F).
// cases.Fold exchanges the small and the capital letters of Cherokee, so that
// they would never meet; all are small before it sees them.
func fold(word string) string {
	ascii := true
	for i := range len(word) {
		ascii = ascii && word[i] < 0x80
	}
	if ascii {
		return strings.ToLower(word)
	}
	return cases.Fold().String(strings.Map(smallCherokee, word))
}

func smallCherokee(r rune) rune {
	switch {
	case 0x13A0 <= r && r <= 0x13EF:
		return r - 0x13A0 + 0xAB70
	case 0x13F0 <= r && r <= 0x13F5:
		return r - 0x13F0 + 0x13F8
	}
	return r
}
