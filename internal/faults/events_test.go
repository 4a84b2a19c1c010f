package faults

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/oracle"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

func evSuite(t *testing.T) *vectors.Suite {
	t.Helper()
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// evAsk asks a subject cases until enough says so of an outcome.
func evAsk(t *testing.T, s *vectors.Suite, subject runner.Subject, cases iter.Seq[runner.Case], enough func(runner.Outcome) bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := runner.Options{Suite: s, Limits: runner.Limits{Restarts: 1 << 20}}
	_, err := runner.Stream(ctx, subject, o, cases, func(out runner.Outcome) {
		if out.Kind != vectors.Skipped && enough(out) {
			cancel()
		}
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

// evGolden are the golden vectors of the profile, mixed so that those of every
// operation soon come.
func evGolden(t *testing.T, s *vectors.Suite) []*vectors.Vector {
	t.Helper()
	vs, err := s.Select(vectors.Selection{Profiles: []string{"events"}})
	if err != nil || len(vs) == 0 {
		t.Fatalf("no golden vectors: %v", err)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(vs), func(i, j int) { vs[i], vs[j] = vs[j], vs[i] })
	return vs
}

// evGenerated are the generated cases of a seed, the first of every operation
// before the second of any.
func evGenerated(t *testing.T, s *vectors.Suite, seed uint64, cases int64) []*vectors.Vector {
	t.Helper()
	c := &gen.Challenge{
		Suite: s, Profiles: []gen.Profile{gen.Events}, Seed: seed, Cases: cases,
		Oracle: oracle.Expect([]reference.Profile{events.Profile}),
	}
	var out []*vectors.Vector
	for i := range cases {
		for _, op := range c.Operations() {
			v, err := c.Vector(gen.Indexed{Operation: op, Index: i}, c.Case(op, i))
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, v)
		}
	}
	return out
}

func evCases(vs []*vectors.Vector) iter.Seq[runner.Case] {
	return func(yield func(runner.Case) bool) {
		for _, v := range vs {
			if !yield(runner.Case{Vector: v}) {
				return
			}
		}
	}
}

// The reference passes all that the faults are asked.
func TestEventsWithoutFault(t *testing.T) {
	s := evSuite(t)
	right := Fault{Name: "none", Profile: "events", Operations: events.Profile.Operations}
	for name, vs := range map[string][]*vectors.Vector{"golden": evGolden(t, s), "generated": evGenerated(t, s, 1, 2000)} {
		evAsk(t, s, right.Subject(), evCases(vs), func(o runner.Outcome) bool {
			if o.Kind != vectors.Pass || len(o.Advisories) > 0 {
				t.Errorf("%s: %s: %s %s %q\n%s", name, o.Vector.ID, o.Kind, o.Why, o.Advisories, o.Diff)
			}
			return false
		})
	}
}

func TestEventsFaultsAreNamed(t *testing.T) {
	s := evSuite(t)
	seen, broken := map[string]bool{}, map[string]bool{}
	for _, f := range eventsFaults() {
		if seen[f.Name] || f.Says == "" || s.Requirement(f.Breaks) == nil {
			t.Errorf("%+v: the name is taken, or there is no sentence or no such requirement", f)
		}
		seen[f.Name], broken[f.Breaks] = true, true
	}
	for _, r := range s.Requirements {
		if r.Profile == "events" && !broken[r.ID] {
			t.Errorf("no fault breaks %s", r.ID)
		}
	}
}

// Every fault is caught by golden vectors alone, and is right at least once in
// each operation: one that is always wrong is no mistake, but no implementation.
func TestEventsFaultsAreCaughtByVectors(t *testing.T) {
	s := evSuite(t)
	vs := evGolden(t, s)
	for _, f := range eventsFaults() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			caught, right := false, map[string]bool{}
			evAsk(t, s, f.Subject(), evCases(vs), func(o runner.Outcome) bool {
				caught = caught || f.caughtBy(s, o)
				right[o.Vector.Operation.Name] = right[o.Vector.Operation.Name] || o.Kind == vectors.Pass
				for op := range f.Operations {
					if !right[op] {
						return false
					}
				}
				return caught
			})
			if !caught {
				t.Errorf("%s (%s) survives", f.Name, f.Says)
			}
			for op := range f.Operations {
				if !right[op] {
					t.Errorf("it fails every vector of %s", op)
				}
			}
		})
	}
}

// evUngenerated are the faults that no generated case catches, since none asks
// for files.
func evUngenerated(f Fault) bool { return f.Breaks == "EVT-040" }

// Every fault is caught by 2,000 generated cases of each operation alone.
func TestEventsFaultsAreCaughtByGeneratedCases(t *testing.T) {
	s := evSuite(t)
	vs := evGenerated(t, s, 1, 2000)
	for _, f := range eventsFaults() {
		if evUngenerated(f) {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			caught := false
			evAsk(t, s, f.Subject(), evCases(vs), func(o runner.Outcome) bool {
				caught = caught || f.caughtBy(s, o)
				return caught
			})
			if !caught {
				t.Errorf("%s (%s) survives", f.Name, f.Says)
			}
		})
	}
}
