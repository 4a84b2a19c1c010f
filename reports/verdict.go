package reports

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/conform-suite/conform/vectors"
)

// Counts is how many vectors had which outcome.
type Counts struct {
	Pass        int64 `json:"pass"`
	Fail        int64 `json:"fail"`
	Error       int64 `json:"error"`
	Crash       int64 `json:"crash"`
	Timeout     int64 `json:"timeout"`
	Unsupported int64 `json:"unsupported"`
	Skipped     int64 `json:"skipped"`
}

// of is the counter of an outcome, nil for what is no outcome.
func (c *Counts) of(o vectors.Outcome) *int64 {
	switch o {
	case vectors.Pass:
		return &c.Pass
	case vectors.Fail:
		return &c.Fail
	case vectors.Error:
		return &c.Error
	case vectors.Crash:
		return &c.Crash
	case vectors.Timeout:
		return &c.Timeout
	case vectors.Unsupported:
		return &c.Unsupported
	case vectors.Skipped:
		return &c.Skipped
	}
	return nil
}

// String lists the counts that are not zero.
func (c Counts) String() string {
	var parts []string
	for _, o := range vectors.Outcomes() {
		if n := *c.of(o); n != 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, o))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

// Failed is how many showed the subject to be wrong.
func (c Counts) Failed() int64 { return c.Fail + c.Error + c.Crash + c.Timeout }

// Total is how many vectors there are.
func (c Counts) Total() int64 { return c.Pass + c.Failed() + c.Unsupported + c.Skipped }

// results are the facts that everything else in a report follows from.
type results struct {
	suite    *vectors.Suite
	outcomes map[string]vectors.Outcome // by vector id; a missing one counts as skipped
	complete bool                       // of the selection
	wrong    map[string]bool            // operations with a failed generated case
}

func (r results) outcome(id string) vectors.Outcome {
	if o, ok := r.outcomes[id]; ok {
		return o
	}
	return vectors.Skipped
}

// modules counts and judges every module of the suite, in its order.
func (r results) modules() []Module {
	var out []Module
	for _, p := range r.suite.Profiles {
		for _, m := range p.Modules {
			out = append(out, r.module(m))
		}
	}
	return out
}

func (r results) module(m *vectors.Module) Module {
	out := Module{Profile: m.Profile, Module: m.Name}
	for _, v := range r.suite.Vectors {
		if v.Operation.Profile != m.Profile || v.Operation.Module != m.Name {
			continue
		}
		counts := &out.Must
		if v.Level == vectors.Should {
			counts = &out.Should
		}
		if n := counts.of(r.outcome(v.ID)); n != nil {
			*n++
		}
	}
	wrong := false
	for _, o := range m.Operations {
		wrong = wrong || r.wrong[o.Name]
	}
	out.Verdict = verdict(out.Must, out.Should, wrong, r.complete)
	return out
}

// verdict judges a module. The first of these that holds (suite decision):
//
//   - non-conformant: a generated case of one of its operations failed;
//   - not-claimed: all of its vectors are unsupported, and there are some;
//   - non-conformant: a MUST vector failed, or some vectors are unsupported:
//     the module is claimed, and something that it requires is missing;
//   - incomplete: a vector was skipped, at either level, or the selection is
//     not complete, or there is no MUST vector at all, so that nothing was
//     shown;
//   - conformant. Failures at SHOULD are advisories and change no verdict.
func verdict(must, should Counts, wrong, complete bool) vectors.Verdict {
	unsupported := must.Unsupported + should.Unsupported
	switch {
	case wrong:
		return vectors.NonConformant
	case unsupported > 0 && unsupported == must.Total()+should.Total():
		return vectors.NotClaimed
	case must.Failed() > 0 || unsupported > 0:
		return vectors.NonConformant
	case must.Skipped+should.Skipped > 0 || !complete || must.Total() == 0:
		return vectors.Incomplete
	}
	return vectors.Conformant
}

// profiles gives each profile the verdict of its core module. A profile
// without one would have nothing that could be conformant.
func profiles(modules []Module, suite *vectors.Suite) []Profile {
	var out []Profile
	for _, p := range suite.Profiles {
		verdict := vectors.Incomplete
		for _, m := range modules {
			if m.Profile == p.Name && m.Module == vectors.CoreModule {
				verdict = m.Verdict
			}
		}
		out = append(out, Profile{p.Name, verdict})
	}
	return out
}

// requirements gives each requirement of the suite the outcome of its vectors
// (suite decision): fail when the subject got any of them wrong, in whatever
// way; else skipped when any was; else unsupported when any was; else pass. One
// that no vector tests is skipped.
func (r results) requirements() []Requirement {
	seen := map[string]map[vectors.Outcome]bool{}
	for _, v := range r.suite.Vectors {
		o := r.outcome(v.ID)
		if o.Failed() {
			o = vectors.Fail
		}
		for _, id := range v.Requirements {
			if seen[id] == nil {
				seen[id] = map[vectors.Outcome]bool{}
			}
			seen[id][o] = true
		}
	}
	out := make([]Requirement, 0, len(r.suite.Requirements))
	for _, q := range r.suite.Requirements {
		out = append(out, Requirement{q.ID, q.Level, worst(seen[q.ID])})
	}
	return out
}

func worst(seen map[vectors.Outcome]bool) vectors.Outcome {
	for _, o := range []vectors.Outcome{vectors.Fail, vectors.Skipped, vectors.Unsupported, vectors.Pass} {
		if seen[o] {
			return o
		}
	}
	return vectors.Skipped
}

// Exit codes of what a report says (CONFORMANCE.md, Verdicts and exit codes).
const (
	ExitConformant    = 0
	ExitNonConformant = 1
	ExitIncomplete    = 4
)

// ExitCode is what r says as a whole (suite decision): ExitConformant when at
// least one profile is conformant and every other profile and module is
// conformant or not claimed; ExitNonConformant when any is non-conformant, or
// none is claimed; else ExitIncomplete.
func (r *Report) ExitCode() int {
	return exitCode(r.Modules, r.Profiles)
}

func exitCode(modules []Module, profiles []Profile) int {
	seen := map[vectors.Verdict]bool{}
	for _, m := range modules {
		seen[m.Verdict] = true
	}
	proven := false
	for _, p := range profiles {
		seen[p.Verdict] = true
		proven = proven || p.Verdict == vectors.Conformant
	}
	claimed := seen[vectors.Conformant] || seen[vectors.Incomplete]
	switch {
	case seen[vectors.NonConformant] || !claimed:
		return ExitNonConformant
	case proven && !seen[vectors.Incomplete]:
		return ExitConformant
	}
	return ExitIncomplete
}
