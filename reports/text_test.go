package reports

import (
	"slices"
	"testing"
)

func TestClip(t *testing.T) {
	for _, tt := range []struct {
		s    string
		n    int
		want string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"abcdef", 3, "ab…"},
		{"ééé", 3, "ééé"}, {"éééé", 3, "éé…"}, {"ab", 1, "…"}, {"a", 1, "a"},
	} {
		if got := clip(tt.s, tt.n); got != tt.want {
			t.Errorf("clip(%q, %d): got %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		s    string
		want []string
	}{
		{"", []string{""}},
		{"aa bb", []string{"aa bb"}},
		{"aa bb cc", []string{"aa bb", "cc"}},
		{"aaa bb", []string{"aaa bb"}},
		{"aaa bbb", []string{"aaa", "bbb"}},
		{"éé  éé é", []string{"éé éé", "é"}},
		{"aaaaaaaa b", []string{"aaaaaaaa", "b"}},
		{"b aaaaaaaa", []string{"b", "aaaaaaaa"}},
	} {
		if got := wrap(tt.s, 6); !slices.Equal(got, tt.want) {
			t.Errorf("wrap(%q, 6): got %q, want %q", tt.s, got, tt.want)
		}
	}
}
