package faults

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/oracle"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// profiles are what the faults are mistakes in, each with the fewest faults that
// it must have.
var profiles = []struct {
	right  reference.Profile
	cases  gen.Profile
	fewest int
}{
	{events.Profile, gen.Events, 45},
	{ids.Profile, gen.IDs, 60},
	{manifests.Profile, gen.Manifests, 60},
}

func suite(t *testing.T) *vectors.Suite {
	t.Helper()
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func faultsOf(profile string) []Fault {
	return slices.DeleteFunc(All(), func(f Fault) bool { return f.Profile != profile })
}

// golden are the golden vectors of a profile, mixed so that those of every
// operation soon come.
func goldenOf(t *testing.T, s *vectors.Suite, profile string) []*vectors.Vector {
	t.Helper()
	list, err := s.Select(vectors.Selection{Profiles: []string{profile}})
	if err != nil {
		t.Fatal(err)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// generatedOf are the generated cases of seed 1, the first of every operation
// before the second of any.
func generatedOf(t *testing.T, s *vectors.Suite, p gen.Profile, right reference.Profile, cases int64) []*vectors.Vector {
	t.Helper()
	c := &gen.Challenge{Suite: s, Profiles: []gen.Profile{p}, Seed: 1, Cases: cases, Oracle: oracle.Expect([]reference.Profile{right})}
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

// ask asks a subject vectors until enough says so of an outcome.
func ask(t *testing.T, s *vectors.Suite, subject runner.Subject, list []*vectors.Vector, enough func(runner.Outcome) bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cases := func(yield func(runner.Case) bool) {
		for _, v := range list {
			if !yield(runner.Case{Vector: v}) {
				return
			}
		}
	}
	// A fault that falls over must not end its run.
	o := runner.Options{Suite: s, Limits: runner.Limits{Restarts: len(list) + 1}}
	_, err := runner.Stream(ctx, subject, o, cases, func(out runner.Outcome) {
		if out.Kind != vectors.Skipped && enough(out) {
			cancel()
		}
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func TestFaultsAreNamed(t *testing.T) {
	s := suite(t)
	for _, p := range profiles {
		list := faultsOf(p.right.Name)
		if len(list) < p.fewest {
			t.Errorf("%s has %d faults, want at least %d", p.right.Name, len(list), p.fewest)
		}
		seen, broken := map[string]bool{}, map[string]bool{}
		for _, f := range list {
			if seen[f.Name] || f.Says == "" || s.Requirement(f.Breaks) == nil {
				t.Errorf("%s/%s: the name is taken, or there is no sentence, or no requirement %q", f.Profile, f.Name, f.Breaks)
			}
			seen[f.Name], broken[f.Breaks] = true, true
		}
		for _, r := range s.Requirements {
			if r.Profile == p.right.Name && !broken[r.ID] {
				t.Errorf("no fault breaks %s", r.ID)
			}
		}
	}
}

// What is asked of the faults, the references pass.
func TestWithoutFault(t *testing.T) {
	s := suite(t)
	for _, p := range profiles {
		right := Fault{Name: "none", Profile: p.right.Name, Operations: p.right.Operations}
		list := slices.Concat(goldenOf(t, s, p.right.Name), generatedOf(t, s, p.cases, p.right, 200))
		ask(t, s, right.Subject(), list, func(o runner.Outcome) bool {
			if o.Kind != vectors.Pass || len(o.Advisories) > 0 {
				t.Errorf("%s: %s: %s %q\n%s", o.Vector.ID, o.Kind, o.Why, o.Advisories, o.Diff)
			}
			return false
		})
	}
}

// slow skips what takes minutes, unless CONFORM_FAULTS asks for it
// (CONTRIBUTING.md).
func slow(t *testing.T) {
	if os.Getenv("CONFORM_FAULTS") == "" {
		t.Skip("set CONFORM_FAULTS=1 to ask every fault")
	}
}

// Every fault is caught by golden vectors alone, and is right at least once in
// each operation: one that is always wrong is no mistake, but no implementation.
func TestFaultsAreCaughtByVectors(t *testing.T) {
	slow(t)
	s := suite(t)
	for _, p := range profiles {
		list := goldenOf(t, s, p.right.Name)
		for _, f := range faultsOf(p.right.Name) {
			t.Run(f.Profile+"/"+f.Name, func(t *testing.T) {
				t.Parallel()
				caught, right := false, map[string]bool{}
				ask(t, s, f.Subject(), list, func(o runner.Outcome) bool {
					caught = caught || f.caughtBy(s, o)
					right[o.Vector.Operation.Name] = right[o.Vector.Operation.Name] || o.Kind == vectors.Pass
					return caught && f.rightIn(right)
				})
				if !caught {
					t.Errorf("survives: %s", f.Says)
				}
				for op := range f.Operations {
					if !right[op] {
						t.Errorf("it fails every vector of %s", op)
					}
				}
			})
		}
	}
}

// rightIn reports whether each operation of f was right once.
func (f Fault) rightIn(right map[string]bool) bool {
	for op := range f.Operations {
		if !right[op] {
			return false
		}
	}
	return true
}

// Every fault is caught by 2,000 generated cases of each operation alone.
func TestFaultsAreCaughtByGeneratedCases(t *testing.T) {
	slow(t)
	s := suite(t)
	for _, p := range profiles {
		list := generatedOf(t, s, p.cases, p.right, 2000)
		for _, f := range faultsOf(p.right.Name) {
			t.Run(f.Profile+"/"+f.Name, func(t *testing.T) {
				t.Parallel()
				caught := false
				ask(t, s, f.Subject(), list, func(o runner.Outcome) bool {
					caught = caught || f.caughtBy(s, o)
					return caught
				})
				if !caught {
					t.Errorf("survives: %s", f.Says)
				}
			})
		}
	}
}

func TestRun(t *testing.T) {
	var seen []runner.Progress
	m, err := Run(t.Context(), suite(t), faultsOf("ids")[:2], func(p runner.Progress) { seen = append(seen, p) })
	if err != nil || len(m.Faults) != 2 || len(m.Survivors()) > 0 {
		t.Errorf("got %+v and error %v, want two faults that are caught", m, err)
	}
	if want := []runner.Progress{{Done: 0, Total: 2}, {Done: 1, Total: 2}}; !slices.Equal(seen, want) {
		t.Errorf("progress: got %+v, want %+v", seen, want)
	}
}
