package runner_test

import (
	"testing"

	"github.com/conform-suite/conform/runner"
)

func TestCountValues(t *testing.T) {
	for text, want := range map[string]int{
		`1`: 1, `""`: 1, `[]`: 1, `{}`: 1, "[ \n]": 1, `[[]]`: 2, `[[],[],{}]`: 4, `{"a":1}`: 2, `{"a":[1,2],"b":{}}`: 5,
		`"[,{\",["`: 1, `["[","\\",","]`: 4, `{"[,":"{,"}`: 2,
	} {
		if got := runner.CountValues(text); got != want {
			t.Errorf("%s: got %d, want %d", text, got, want)
		}
	}
}
