package faults

import (
	"context"
	"fmt"
	"slices"

	"github.com/conform-suite/conform/internal/oracle"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// Matrix says which vector catches which fault.
type Matrix struct {
	Faults  []Caught  `json:"faults"`
	Vectors []Catches `json:"vectors"`
}

// Caught is a fault and the vectors that catch it.
type Caught struct {
	Name     string   `json:"fault"`
	Profile  string   `json:"profile"`
	Says     string   `json:"says"`
	Breaks   string   `json:"breaks"`
	CaughtBy []string `json:"caught_by"` // ids, sorted; none: the fault survives
}

// Catches is a vector and the faults that it catches.
type Catches struct {
	ID      string `json:"id"`
	Catches int    `json:"catches"`
	// Alone: it catches a fault that no other vector does.
	Alone bool `json:"alone"`
	// Flagged: it is a boundary, published or at a limit, and needs no fault.
	Flagged bool `json:"flagged"`
}

// Survivors are the faults that no vector catches.
func (m *Matrix) Survivors() []Caught {
	return slices.DeleteFunc(slices.Clone(m.Faults), func(c Caught) bool { return len(c.CaughtBy) > 0 })
}

// Run asks every fault the vectors of its profile, in-process. Progress, which
// may be nil, is told of each fault.
func Run(ctx context.Context, s *vectors.Suite, list []Fault, progress func(runner.Progress)) (*Matrix, error) {
	m := &Matrix{}
	catches, alone := map[string]int{}, map[string]bool{}
	asked := map[string]bool{}
	for i, f := range list {
		if progress != nil {
			progress(runner.Progress{Done: i, Total: len(list)})
		}
		asked[f.Profile] = true
		caught, err := golden(ctx, s, f)
		if err != nil {
			return nil, fmt.Errorf("fault %s/%s: %w", f.Profile, f.Name, err)
		}
		m.Faults = append(m.Faults, Caught{f.Name, f.Profile, f.Says, f.Breaks, caught})
		for _, id := range caught {
			catches[id]++
			alone[id] = alone[id] || len(caught) == 1
		}
	}
	for _, v := range s.Vectors {
		if asked[v.Operation.Profile] {
			flagged := slices.ContainsFunc(v.Flags, func(f string) bool { return f == "boundary" || f == "published" || f == "limit" })
			m.Vectors = append(m.Vectors, Catches{v.ID, catches[v.ID], alone[v.ID], flagged})
		}
	}
	return m, ctx.Err()
}

// golden lists the golden vectors that catch f, sorted.
func golden(ctx context.Context, s *vectors.Suite, f Fault) ([]string, error) {
	chosen, err := s.Select(vectors.Selection{Profiles: []string{f.Profile}})
	if err != nil {
		return nil, err
	}
	// A fault that falls over must not end its run.
	limits := runner.Limits{Restarts: len(chosen) + 1}
	result, err := runner.Run(ctx, f.Subject(), runner.Options{Suite: s, Vectors: chosen, Limits: limits})
	if err != nil {
		return nil, err
	}
	caught := []string{}
	for _, o := range result.Outcomes {
		if o.Vector.Operation.Profile == f.Profile && f.caughtBy(s, o) {
			caught = append(caught, o.Vector.ID)
		}
	}
	return caught, nil
}

// caughtBy reports whether an outcome shows the fault. A requirement at SHOULD
// level is broken already by what is only an advisory.
func (f Fault) caughtBy(s *vectors.Suite, o runner.Outcome) bool {
	if o.Kind.Failed() {
		return true
	}
	r := s.Requirement(f.Breaks)
	return r != nil && r.Level == vectors.Should && len(o.Advisories) > 0
}

// Subject is f as an in-process subject.
func (f Fault) Subject() runner.Subject {
	return oracle.Subject(reference.Subject{
		Name: "fault-" + f.Name, Version: "0",
		Profiles: []reference.Profile{{Name: f.Profile, Operations: f.Operations}},
	})
}
