package plain_test

import (
	"testing"

	"github.com/conform-suite/conform/internal/plain"
)

func TestText(t *testing.T) {
	for _, tt := range []struct{ text, keep, want string }{
		{"plain text, 12 €, é, 漢字, 🔥", "", "plain text, 12 €, é, 漢字, 🔥"},
		{"\x1b[31mred", "", `\u001b[31mred`},
		{"a\nb\tc", "", `a\u000ab\u0009c`},
		{"a\nb\tc", "\n\t", "a\nb\tc"},
		{"a\u202eb", "", `a\u202eb`},
		{"a\u00a0b\u200bc", "", `a\u00a0b\u200bc`},
		{"e\u0301", "", `e\u0301`},
		{"\xff\xc3", "", `\xff\xc3`},
		{"\ufffd", "", "\ufffd"},
		{"\U000e0061", "", `\u{e0061}`},
		{"", "", ""},
	} {
		if got := plain.Text(tt.text, tt.keep); got != tt.want {
			t.Errorf("%q, keeping %q: got %s, want %s", tt.text, tt.keep, got, tt.want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		text  string
		bytes int
		want  string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "abc…"},
		{"aé", 2, "a…"},
		{"é", 1, "…"},
		{"", 0, ""},
	} {
		if got := plain.Cut(tt.text, tt.bytes); got != tt.want {
			t.Errorf("%q to %d bytes: got %q, want %q", tt.text, tt.bytes, got, tt.want)
		}
	}
}
