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
	"github.com/conform-suite/conform/internal/strictjson"
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

// wrap puts a mistake around the right operation.
type wrap = func(right reference.Operation) reference.Operation

// before changes the params before the right operation sees them.
func before(change func(params strictjson.Value) strictjson.Value) wrap {
	return func(right reference.Operation) reference.Operation {
		return func(params strictjson.Value) (strictjson.Value, error) { return right(change(params)) }
	}
}

// after changes the result of the right operation, its rejections not.
func after(change func(params, result strictjson.Value) strictjson.Value) wrap {
	return func(right reference.Operation) reference.Operation {
		return func(params strictjson.Value) (strictjson.Value, error) {
			result, err := right(params)
			if err != nil {
				return result, err
			}
			return change(params, result), nil
		}
	}
}
