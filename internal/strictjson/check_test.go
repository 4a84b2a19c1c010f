package strictjson_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/strictjson"
)

// TestLimit goes to the deepest level that may be asked for, and one beyond.
func TestLimit(t *testing.T) {
	for _, depth := range []int{1, 2, strictjson.MaxDepth} {
		limits := strictjson.Limits{Depth: depth}
		for _, pair := range [][2]string{{"[", "]"}, {`{"a":`, "}"}} {
			nested := func(n int) string { return strings.Repeat(pair[0], n) + "1" + strings.Repeat(pair[1], n) }
			if _, err := strictjson.Parse([]byte(nested(depth)), limits); err != nil {
				t.Errorf("%d levels of %d: got %v, want them taken", depth, depth, err)
			}
			_, err := strictjson.Parse([]byte(nested(depth+1)), limits)
			if !errors.Is(err, strictjson.ErrTooDeep) {
				t.Errorf("%d levels of %d: got %v, want %v", depth+1, depth, err, strictjson.ErrTooDeep)
			}
			if n := len(fmt.Sprint(err)); n > 500 {
				t.Errorf("%d levels of %d: a message of %d bytes", depth+1, depth, n)
			}
		}
	}
}

// FuzzCheck: Check is Parse without its Value.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"b":null}]}`, `{"a":1,"a":1}`, "[1] x", "[[[[1]]]]", `["\ud800"]`, "\ufeff1", "[1,", "1 2", "", "\"\xff\"", "[[[[", "{}}"} {
		f.Add([]byte(s), 3, false)
		f.Add([]byte(s), 0, true)
	}
	f.Fuzz(func(t *testing.T, data []byte, depth int, lone bool) {
		limits := strictjson.Limits{Depth: max(depth, 0), LoneSurrogates: lone}
		_, want := strictjson.Parse(data, limits)
		if got := strictjson.Check(data, limits); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
