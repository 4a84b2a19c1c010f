package reports

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/conform-suite/conform/vectors"
)

// MaxCases is how many failed cases of one operation a report names: the
// first 100. It counts them all.
const MaxCases = 100

// Generated says which generated cases were asked beside the vectors. The same
// seed, count and generator give the same cases on every machine.
type Generated struct {
	Seed              string             `json:"seed"` // an unsigned 64-bit integer in decimal: as text, since a JSON number holds 53 bits
	CasesPerOperation int64              `json:"cases_per_operation"`
	Generator         string             `json:"generator"` // name and version
	Digest            string             `json:"digest"`    // SHA-256 of the stream of cases, lowercase hex
	Failed            []GeneratedFailure `json:"failed"`    // operations with a failed case, sorted by name
}

// GeneratedFailure says how many cases of one operation failed, and which.
type GeneratedFailure struct {
	Operation string          `json:"operation"`
	Count     int64           `json:"count"`
	Cases     []GeneratedCase `json:"cases"` // the first MaxCases, ascending
}

// GeneratedCase is a failed case.
type GeneratedCase struct {
	Case    int64           `json:"case"` // index within its operation, from 0
	Outcome vectors.Outcome `json:"outcome"`
}

// Add records that a case of an operation failed. Cases may come in any order,
// each once; memory stays constant however many there are.
func (g *Generated) Add(operation string, index int64, outcome vectors.Outcome) {
	i, found := slices.BinarySearchFunc(g.Failed, operation, func(f GeneratedFailure, name string) int {
		return strings.Compare(f.Operation, name)
	})
	if !found {
		g.Failed = slices.Insert(g.Failed, i, GeneratedFailure{Operation: operation})
	}
	f := &g.Failed[i]
	f.Count++
	at, _ := slices.BinarySearchFunc(f.Cases, index, func(c GeneratedCase, n int64) int { return cmp.Compare(c.Case, n) })
	f.Cases = slices.Insert(f.Cases, at, GeneratedCase{index, outcome})
	f.Cases = f.Cases[:min(len(f.Cases), MaxCases)]
}

// wrong is the set of operations with a failed case.
func (g *Generated) wrong() map[string]bool {
	out := map[string]bool{}
	if g != nil {
		for _, f := range g.Failed {
			out[f.Operation] = true
		}
	}
	return out
}

// check says what in g contradicts itself, the suite or the selection.
func (g *Generated) check(s *vectors.Suite, sel Selection) error {
	if g == nil {
		return nil
	}
	switch n, err := strconv.ParseUint(g.Seed, 10, 64); {
	case err != nil:
		return fmt.Errorf("the seed %q is no unsigned 64-bit integer", g.Seed)
	case n == 0:
		return errors.New("the seed is 0, which no run takes")
	}
	if g.CasesPerOperation < 1 {
		return fmt.Errorf("%d cases per operation: none were asked", g.CasesPerOperation)
	}
	last := ""
	for _, f := range g.Failed {
		if f.Operation <= last {
			return fmt.Errorf("operation %s is there twice, or not in order", f.Operation)
		}
		last = f.Operation
		if err := g.checkFailure(f, s, sel); err != nil {
			return fmt.Errorf("operation %s: %w", f.Operation, err)
		}
	}
	return nil
}

func (g *Generated) checkFailure(f GeneratedFailure, s *vectors.Suite, sel Selection) error {
	op := s.Operation(f.Operation)
	switch {
	case op == nil:
		return fmt.Errorf("the suite has none of that name")
	case len(sel.Profiles) > 0 && !slices.Contains(sel.Profiles, op.Profile):
		return fmt.Errorf("its profile was not selected")
	case f.Count < 1 || f.Count > g.CasesPerOperation:
		return fmt.Errorf("%d cases failed of %d", f.Count, g.CasesPerOperation)
	case int64(len(f.Cases)) != min(f.Count, MaxCases):
		return fmt.Errorf("%d cases failed, %d are named, must be %d", f.Count, len(f.Cases), min(f.Count, MaxCases))
	}
	last := int64(-1)
	for _, c := range f.Cases {
		if c.Case <= last || c.Case >= g.CasesPerOperation {
			return fmt.Errorf("case %d is out of order or out of range", c.Case)
		}
		if c.Outcome == vectors.Pass || c.Outcome == vectors.Skipped {
			return fmt.Errorf("case %d is named as failed, its outcome is %s", c.Case, c.Outcome)
		}
		last = c.Case
	}
	return nil
}
