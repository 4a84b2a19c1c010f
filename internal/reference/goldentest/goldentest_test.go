package goldentest_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/reference/goldentest"
	"github.com/conform-suite/conform/internal/strictjson"
)

const render = "events.render"

// faulty is the events profile whose events.render gives another answer.
func faulty(change func(strictjson.Value, error) (strictjson.Value, error)) reference.Profile {
	p := events.Profile
	right := p.Operations[render]
	p.Operations = maps.Clone(p.Operations)
	p.Operations[render] = func(params strictjson.Value) (strictjson.Value, error) { return change(right(params)) }
	return p
}

func TestJudge(t *testing.T) {
	for name, test := range map[string]struct {
		change func(strictjson.Value, error) (strictjson.Value, error)
		want   string // in the error
	}{
		"another result": {func(v strictjson.Value, err error) (strictjson.Value, error) {
			return strictjson.Record(), err
		}, "fail: "},
		"another code": {func(v strictjson.Value, err error) (strictjson.Value, error) {
			if r := (*reference.Rejection)(nil); errors.As(err, &r) {
				err = reference.Reject("another", "")
			}
			return v, err
		}, "advisory: "},
		"a panic":        {func(strictjson.Value, error) (strictjson.Value, error) { panic("oh") }, "crash: "},
		"not claimed":    {nil, "unsupported: "},
		"nothing at all": {func(v strictjson.Value, err error) (strictjson.Value, error) { return v, err }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := faulty(test.change)
			if test.change == nil {
				delete(p.Operations, render)
			}
			err := goldentest.Judge(t.Context(), p)
			switch {
			case test.want == "" && err != nil:
				t.Errorf("got %v, want none", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestJudgeOfNothing(t *testing.T) {
	if err := goldentest.Judge(t.Context(), reference.Profile{Name: "none"}); err == nil {
		t.Error("a profile that has no vectors passes")
	}
}
