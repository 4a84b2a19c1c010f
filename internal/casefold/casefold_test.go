package casefold_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/conform-suite/conform/internal/casefold"
)

func TestFold(t *testing.T) {
	tests := []struct{ about, s, want string }{
		{"ASCII", "INC_4x", "inc_4x"},
		{"full, not simple", "Straße ﬁle", "strasse file"},
		{"not lower case", "ſ", "s"},
		{"final sigma as any", "ΣΊΣΥΦΟΣ ς", "σίσυφοσ σ"},
		{"not Turkic", "Iİı", "ii\u0307ı"},
		{"iota below becomes a letter", "\u0345", "ι"},
		{"Cherokee folds to its capitals", "Ꭰꭰᏸ", "ᎠᎠᏰ"},
		{"no normalisation", "e\u0301É", "e\u0301é"},
	}
	for _, tt := range tests {
		if got := casefold.Fold(tt.s); got != tt.want {
			t.Errorf("%s: Fold(%s) = %s, want %s", tt.about, strconv.QuoteToASCII(tt.s), strconv.QuoteToASCII(got), strconv.QuoteToASCII(tt.want))
		}
	}
}

func TestFoldedWords(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", nil},
		{"The LAMP-keeper's 3rd", []string{"the", "lamp", "keeper", "s", "3rd"}},
		{"e\u0301t\u00e9 ½_²", []string{"e\u0301t\u00e9", "½", "²"}},
		{"Straße\u200bẞ", []string{"strasse", "ss"}},
	}
	for _, tt := range tests {
		if got := casefold.FoldedWords(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}
