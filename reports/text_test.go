package reports

import "testing"

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
