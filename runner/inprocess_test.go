//go:build unix

package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// honest answers the toy profile rightly.
func honest(_ context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	switch method {
	case "conform.hello":
		return helloResult("honest", 16), nil
	case "toy.echo":
		var p struct{ N json.RawMessage }
		json.Unmarshal(params, &p)
		return json.RawMessage(`{"n":` + string(p.N) + `,"note":"free"}`), nil
	}
	return nil, &runner.RPCError{Code: runner.CodeUnsupported, Message: "no such method"}
}

func TestInProcess(t *testing.T) {
	s := suite(t, echo(100)...)
	r, err := runner.Run(t.Context(), runner.InProcess(honest), runner.Options{Suite: s, Vectors: s.Vectors, Processes: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Outcomes) != 100 || !r.Complete || r.Asked != 100 {
		t.Errorf("got %d outcomes, complete %v, %d asked", len(r.Outcomes), r.Complete, r.Asked)
	}
	for _, o := range r.Outcomes {
		if o.Kind != vectors.Pass {
			t.Errorf("%s: got %s, want pass: %s\n%s", o.Vector.ID, o.Kind, o.Why, o.Diff)
		}
	}
}

// TestInProcessHostile: a Go function can go wrong in ways of its own.
func TestInProcessHostile(t *testing.T) {
	s := suite(t, echo(12)...)
	for _, test := range []struct {
		name   string
		seven  func(context.Context) (json.RawMessage, error)
		want   vectors.Outcome
		why    string
		stderr string
	}{
		{"panics", func(context.Context) (json.RawMessage, error) { panic("seven") }, vectors.Crash, "panicked: seven", "inprocess_test.go"},
		{"hangs", func(ctx context.Context) (json.RawMessage, error) { <-ctx.Done(); return nil, ctx.Err() }, vectors.Timeout, "no answer within", ""},
		{"hangs for good", func(context.Context) (json.RawMessage, error) { time.Sleep(3 * caseLimit); return nil, nil }, vectors.Timeout, "no answer within", ""},
		{"fails", func(context.Context) (json.RawMessage, error) { return nil, errors.New("no luck") }, vectors.Error, "error -32603 “no luck”", ""},
		{"nothing", func(context.Context) (json.RawMessage, error) { return nil, nil }, vectors.Fail, "not the expected one", ""},
		{"no JSON", func(context.Context) (json.RawMessage, error) { return json.RawMessage(`{"n":`), nil }, vectors.Error, "not an answer", ""},
		{"data that is no JSON", func(context.Context) (json.RawMessage, error) {
			return nil, &runner.RPCError{Code: 1, Data: json.RawMessage("{")}
		}, vectors.Error, "error -32603", ""},
		{"rejects", func(context.Context) (json.RawMessage, error) { return nil, runner.Reject("too_big", "no") }, vectors.Fail, "must be answered", ""},
		{"too long", func(context.Context) (json.RawMessage, error) { return make(json.RawMessage, 17<<20), nil }, vectors.Error, "longer than", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			sub := runner.InProcess(func(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
				if string(params) == `{"n":7}` {
					return test.seven(ctx)
				}
				return honest(ctx, method, params)
			})
			l := limitsFor(test.name, test.want)
			l.Exit = 100 * time.Millisecond
			r, err := runner.Run(t.Context(), sub, runner.Options{Suite: s, Vectors: s.Vectors, Limits: l})
			if err != nil {
				t.Fatal(err)
			}
			o := outcome(t, r, echoID(bad))
			if o.Kind != test.want || !strings.Contains(o.Why, test.why) || !strings.Contains(o.Stderr, test.stderr) {
				t.Errorf("got %s (%s), stderr %q; want %s", o.Kind, o.Why, o.Stderr, test.want)
			}
			othersPass(t, r)
		})
	}
}

// TestProgress: each step is told once, in order.
func TestProgress(t *testing.T) {
	s := suite(t, echo(30)...)
	var steps []runner.Progress
	o := runner.Options{Suite: s, Vectors: s.Vectors, Processes: 3, Progress: func(p runner.Progress) { steps = append(steps, p) }}
	if _, err := runner.Run(t.Context(), runner.InProcess(honest), o); err != nil {
		t.Fatal(err)
	}
	for i, p := range steps {
		if p != (runner.Progress{Done: i + 1, Total: 30}) {
			t.Errorf("step %d: got %+v", i, p)
		}
	}
	if len(steps) != 30 {
		t.Errorf("got %d steps, want 30", len(steps))
	}
}
