package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// TestProberGoesOn asks good and bad cases in turn: each gets its own outcome
// and class, whatever the one before did to the instance.
func TestProberGoesOn(t *testing.T) {
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := s.Select(vectors.Selection{Only: []string{"ids/classify_arg/*"}})
	if err != nil {
		t.Fatal(err)
	}
	var right *vectors.Vector
	for _, v := range chosen {
		if v.Expect.Result != nil {
			right = v
			break
		}
	}
	behaviour := ""
	subject := runner.InProcess(func(ctx context.Context, method string, _ json.RawMessage) (json.RawMessage, error) {
		if method == "conform.hello" {
			return json.RawMessage(`{"protocol":"conform/1","implementation":{"name":"n","version":"1","language":"go"},"operations":["ids.classify_arg"]}`), nil
		}
		switch behaviour {
		case "crash":
			panic("at once")
		case "hang":
			<-ctx.Done()
			return nil, ctx.Err()
		case "reject":
			return nil, runner.Reject("invalid_params", "no")
		case "wrong":
			return json.RawMessage(`{}`), nil
		case "error":
			return nil, errors.New("out of order")
		}
		return json.RawMessage(right.Expect.Result.String()), nil
	})
	p := runner.NewProber(subject, runner.Options{Suite: s, Limits: runner.Limits{Case: 200 * time.Millisecond, Exit: time.Second}})
	defer p.Close()
	for _, step := range []struct {
		behaviour string
		want      vectors.Outcome
		class     string
	}{
		{"", vectors.Pass, ""}, {"crash", vectors.Crash, "crash"}, {"", vectors.Pass, ""}, {"hang", vectors.Timeout, "timeout"},
		{"wrong", vectors.Fail, "fail: differs at /arg_name"}, {"reject", vectors.Fail, "fail: rejected, not answered"},
		{"error", vectors.Error, "error"}, {"", vectors.Pass, ""},
	} {
		behaviour = step.behaviour
		o, err := p.Ask(context.Background(), right)
		if err != nil {
			t.Fatal(err)
		}
		if o.Kind != step.want || o.Class() != step.class {
			t.Errorf("%q: got %s (%s), class %q, want %s, class %q", step.behaviour, o.Kind, o.Why, o.Class(), step.want, step.class)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Ask(ctx, right); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: got %v, want %v", err, context.Canceled)
	}
}
