package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/schema"
	"github.com/conform-suite/conform/vectors"
)

// KnownFormat is the format member of every list of known failures.
const KnownFormat = "conform-known/1"

// maxKnownBytes bounds a list of known failures: 16 MiB.
const maxKnownBytes = 16 << 20

// Known is a list of known failures, for regression checks: the vectors listed
// still run, and fail without changing the exit code. It changes no verdict
// and is no part of a report.
type Known struct {
	Format   string         `json:"format"`
	Failures []KnownFailure `json:"failures"` // sorted by id
}

// KnownFailure is a vector that is known to fail.
type KnownFailure struct {
	ID  string `json:"id"`
	Why string `json:"why,omitzero"` // for people; may be absent
}

// ParseKnown reads a list of known failures: strict JSON, valid against
// schema/known.json, no id there twice. The order is free.
func ParseKnown(data []byte, schemas *schema.Set) (*Known, error) {
	v, err := strictjson.Parse(data, strictjson.Limits{Bytes: maxKnownBytes})
	if err == nil {
		err = schemas.Validate("known", v)
	}
	var k Known
	if err == nil {
		err = json.Unmarshal(data, &k)
	}
	if err != nil {
		return nil, fmt.Errorf("reading list of known failures: %w", err)
	}
	k.sort()
	for i := 1; i < len(k.Failures); i++ {
		if k.Failures[i].ID == k.Failures[i-1].ID {
			return nil, fmt.Errorf("reading list of known failures: %s is there twice", k.Failures[i].ID)
		}
	}
	return &k, nil
}

func (k *Known) sort() {
	slices.SortFunc(k.Failures, func(a, b KnownFailure) int { return strings.Compare(a.ID, b.ID) })
}

// JSON is k as it is written: two-space indented, with a final newline.
func (k *Known) JSON() ([]byte, error) {
	out, err := json.Marshal(k, jsontext.WithIndent("  "))
	if err != nil {
		return nil, fmt.Errorf("writing list of known failures: %w", err)
	}
	return append(out, '\n'), nil
}

// KnownOf lists what r failed: every vector that stands in the way of exit code
// 0. An entry of old, which may be nil, keeps its words; so does one whose
// vector was skipped this time.
func KnownOf(r *Report, s *vectors.Suite, old *Known) *Known {
	out := &Known{Format: KnownFormat}
	why := map[string]string{}
	if old != nil {
		for _, f := range old.Failures {
			why[f.ID] = f.Why
		}
	}
	facts := r.results(s)
	for _, v := range s.Vectors {
		_, listed := why[v.ID]
		o := facts.outcome(v.ID)
		counts := v.Level == vectors.Must || o == vectors.Unsupported // a missing operation counts at any level
		if counts && r.fails(v, facts) || listed && o == vectors.Skipped {
			out.Failures = append(out.Failures, KnownFailure{v.ID, why[v.ID]})
		}
	}
	out.sort()
	return out
}

// fails reports whether the subject got v wrong, or lacks its operation though
// it claims the module.
func (r *Report) fails(v *vectors.Vector, facts results) bool {
	o := facts.outcome(v.ID)
	return o.Failed() || o == vectors.Unsupported && r.claims(v.Operation)
}

// claims reports whether the subject claims the module of an operation.
func (r *Report) claims(op *vectors.Operation) bool {
	for _, m := range r.Modules {
		if m.Profile == op.Profile && m.Module == op.Module {
			return m.Verdict != vectors.NotClaimed
		}
	}
	return false
}

// Comparison is how a report compares with a list of known failures.
type Comparison struct {
	// ExitCode is what the report's would be if the known failures had passed,
	// but never ExitConformant while an entry of the list is wrong.
	ExitCode int

	Failing []string // entries that fail, as they should
	NotRun  []string // entries that were skipped, of which nothing can be said
	Passing []string // entries that no longer fail: an error
	Unknown []string // entries that match no vector of the suite: an error
}

// Err is an error that names every entry that must go from the list, each in a
// line, or nil.
func (c Comparison) Err() error {
	if len(c.Passing)+len(c.Unknown) == 0 {
		return nil
	}
	lines := []string{"entries of the list of known failures that must go"}
	for _, id := range c.Passing {
		lines = append(lines, "  "+id+" does not fail")
	}
	for _, id := range c.Unknown {
		lines = append(lines, "  "+id+" is no vector of the suite")
	}
	return errors.New(strings.Join(lines, "\n"))
}

// Compare compares r with the list. Failures of generated cases cannot be
// listed, and a vector that is not listed counts as ever.
func (k *Known) Compare(r *Report, s *vectors.Suite) Comparison {
	facts := r.results(s)
	var c Comparison
	for _, f := range k.Failures {
		v := s.Vector(f.ID)
		switch {
		case v == nil:
			c.Unknown = append(c.Unknown, f.ID)
		case facts.outcome(f.ID) == vectors.Skipped:
			c.NotRun = append(c.NotRun, f.ID)
		case r.fails(v, facts):
			c.Failing = append(c.Failing, f.ID)
		default:
			c.Passing = append(c.Passing, f.ID)
		}
	}
	for _, id := range c.Failing {
		facts.outcomes[id] = vectors.Pass
	}
	modules := facts.modules()
	c.ExitCode = exitCode(modules, profiles(modules, s))
	if c.Err() != nil && c.ExitCode == ExitConformant {
		c.ExitCode = ExitNonConformant
	}
	return c
}
