package reports

import "testing"

func TestPrintable(t *testing.T) {
	for _, tt := range []struct{ s, want string }{
		{"", ""},
		{"plain, é 日本 \U0001f600", "plain, é 日本 \U0001f600"},
		{"a\nb\x1b[31m", `a\x0ab\x1b[31m`},
		{"\u0085\u202e\u2028\U000e0001", `\u{85}\u{202e}\u{2028}\u{e0001}`},
		{"\xff\xc3", `\xff\xc3`},
		{"\ufffd", "\ufffd"},
		{"\ufffd\n", "\ufffd" + `\x0a`},
		{"a\u00a0b", `a\u{a0}b`},
	} {
		if got := printable(tt.s); got != tt.want {
			t.Errorf("printable(%q): got %q, want %q", tt.s, got, tt.want)
		}
	}
}

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
