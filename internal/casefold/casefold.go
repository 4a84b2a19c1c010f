// Package casefold compares text without regard to case, as the profiles do.
//
// # Specifications
//
// Unicode, section 3.13, Default Caseless Matching, with full case folding
// (CaseFolding.txt, statuses C and F): neither simple nor Turkic, without
// normalisation, the same in every locale.
package casefold

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
)

// Fold is s after full case folding.
func Fold(s string) string {
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

// refoldCherokee repairs x/text (v0.44.0), which folds the
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

// Words splits text into its words, longest runs of letters, marks and numbers
// (general categories L, M and N), as they stand.
func Words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
	})
}

// FoldedWords is Words, each folded after the split.
func FoldedWords(text string) []string {
	out := Words(text)
	for i, w := range out {
		out[i] = Fold(w)
	}
	return out
}
