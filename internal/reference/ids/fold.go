package ids

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
)

// fold is s after full case folding: CaseFolding.txt, statuses C and F, so
// neither Turkic nor simple; no normalisation.
func fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return strings.Map(refoldCherokee, cases.Fold().String(s))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// refoldCherokee repairs x/text (v0.44.0, golang/go#46101), which folds the
// capital letters of Cherokee to the small ones and the small to the capital.
// Both fold to the capital.
func refoldCherokee(r rune) rune {
	switch {
	case 0xAB70 <= r && r <= 0xABBF:
		return r - 0xAB70 + 0x13A0
	case 0x13F8 <= r && r <= 0x13FD:
		return r - 0x13F8 + 0x13F0
	}
	return r
}
