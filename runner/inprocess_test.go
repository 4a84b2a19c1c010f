package runner_test

import (
	"context"
	"encoding/json"
	"testing"

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
