package spelling_test

import (
	"slices"
	"testing"

	"github.com/conform-suite/conform/internal/spelling"
)

func TestNear(t *testing.T) {
	candidates := []string{"ids.classify_arg", "ids.classify_call", "events.run", "a/b/run"}
	for _, tt := range []struct {
		word string
		want []string
	}{
		{"ids.clasify_arg", []string{"ids.classify_arg"}},
		{"IDS.CLASSIFY_CALL", []string{"ids.classify_call"}},
		{"classify", []string{"ids.classify_arg", "ids.classify_call"}},
		{"run", []string{"a/b/run", "events.run"}},
		{"something else", nil},
		{"", nil},
	} {
		if got := spelling.Near(tt.word, candidates); !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.word, got, tt.want)
		}
	}
}
