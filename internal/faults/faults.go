// Package faults holds the mistakes that implementers make, as subjects with one
// mistake each. A suite that was never seen failing proves nothing: each fault
// must be caught by a golden vector, and by generated cases alone.
//
// A fault replaces or wraps one step of a reference implementation, which knows
// nothing of it.
package faults

import (
	"maps"
	"slices"

	"github.com/conform-suite/conform/internal/reference"
)

// Fault is one mistake.
type Fault struct {
	Name   string // such as "lower-instead-of-fold"; unique within its profile
	Says   string // one sentence: what the implementer did
	Breaks string // the requirement that it breaks, such as "IDS-007"

	Profile    string
	Operations map[string]reference.Operation // all of the profile's, with the mistake
}

// All lists every fault, by profile, in the order in which they are written.
func All() []Fault {
	return slices.Concat(eventsFaults(), idsFaults(), manifestsFaults())
}

// replace is the operations of a reference with some replaced.
func replace(p reference.Profile, with map[string]reference.Operation) map[string]reference.Operation {
	out := maps.Clone(p.Operations)
	maps.Copy(out, with)
	return out
}
