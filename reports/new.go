package reports

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// Input is what a run knows.
type Input struct {
	Suite         *vectors.Suite
	RunnerVersion string
	Subject       Subject

	Operator     string // who runs it; may be empty
	Independence string // empty means ProjectInternal; VerifiedAdopter is refused

	// Selection says what was selected. Complete must be set by the caller
	// when nothing was cut short; New clears it when anything was filtered or
	// skipped. The zero value makes every claimed profile incomplete.
	Selection Selection

	Generated *Generated // nil when no generated cases were asked

	// Outcomes has every vector of the suite by id: one that was not asked is
	// vectors.Skipped, or vectors.Unsupported when the subject does not name
	// its operation, selected or not.
	Outcomes map[string]vectors.Outcome

	// AnswersSHA256 is the digest of the normative answers, in lowercase hex.
	AnswersSHA256 string
}

// New makes the report of a run: it counts and judges. It fails on outcomes
// that are not those of the whole suite, on an independence label that cannot
// be claimed, and on any text beyond the bounds of schema/report.json.
func New(in Input) (*Report, error) {
	r, err := in.report()
	if err != nil {
		return nil, fmt.Errorf("making report: %w", err)
	}
	return r, nil
}

func (in Input) report() (*Report, error) {
	independence, err := label(in.Independence)
	if err != nil {
		return nil, err
	}
	outcomes, err := in.outcomes()
	if err != nil {
		return nil, err
	}
	r := &Report{
		Format:       Format,
		Suite:        SuiteID{in.Suite.Name, in.Suite.Version, in.Suite.Digest},
		Runner:       Runner{RunnerName, in.RunnerVersion},
		Subject:      in.subject(),
		Operator:     in.Operator,
		Independence: independence,
		Selection:    in.selection(),
		Generated:    in.Generated,
		Outcomes:     outcomes,

		AnswersSHA256: in.AnswersSHA256,
	}
	r.judge(in.Suite)
	return r, r.check(in.Suite)
}

// label is the evidence-independence label to write.
func label(claimed string) (string, error) {
	switch claimed {
	case "":
		return ProjectInternal, nil
	case ProjectInternal, CrossRuntime, ExternalReproduction:
		return claimed, nil
	case VerifiedAdopter:
		return "", fmt.Errorf("independence %q is never granted by a run: it needs the evidence gates of those who keep the list of adopters", claimed)
	}
	return "", fmt.Errorf("independence is %q, must be %q, %q or %q", claimed, ProjectInternal, CrossRuntime, ExternalReproduction)
}

// outcomes lists the outcomes of all vectors, sorted by id.
func (in Input) outcomes() ([]Outcome, error) {
	var errs []error
	out := make([]Outcome, 0, len(in.Suite.Vectors))
	for _, v := range in.Suite.Vectors {
		o, ok := in.Outcomes[v.ID]
		if !ok {
			errs = append(errs, fmt.Errorf("vector %s has no outcome", v.ID))
		}
		out = append(out, Outcome{v.ID, o})
	}
	for _, id := range slices.Sorted(maps.Keys(in.Outcomes)) {
		if in.Suite.Vector(id) == nil {
			errs = append(errs, fmt.Errorf("vector %q is not one of the suite", id))
		}
	}
	return out, errors.Join(errs...)
}

// subject is the subject with its files sorted, each once.
func (in Input) subject() Subject {
	s := in.Subject
	s.Files = slices.Clone(s.Files)
	slices.SortFunc(s.Files, compareFiles)
	s.Files = slices.Compact(s.Files)
	return s
}

func compareFiles(a, b File) int {
	if c := strings.Compare(a.Name, b.Name); c != 0 {
		return c
	}
	return strings.Compare(a.SHA256, b.SHA256)
}

// selection is the selection with its names sorted, each once. It is complete
// only when nothing contradicts that.
func (in Input) selection() Selection {
	s := in.Selection
	s.Profiles, s.Only = sorted(s.Profiles), sorted(s.Only)
	s.Complete = s.Complete && s.vectors().Complete()
	for _, o := range in.Outcomes {
		s.Complete = s.Complete && o != vectors.Skipped
	}
	return s
}

func sorted(names []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

// results are the facts that r gives.
func (r *Report) results(s *vectors.Suite) results {
	outcomes := make(map[string]vectors.Outcome, len(r.Outcomes))
	for _, o := range r.Outcomes {
		outcomes[o.ID] = o.Outcome
	}
	return results{s, outcomes, r.Selection.Complete, r.Generated.wrong()}
}

// judge sets all that follows from the rest of r.
func (r *Report) judge(s *vectors.Suite) {
	facts := r.results(s)
	r.Requirements, r.Modules = facts.requirements(), facts.modules()
	r.Profiles = profiles(r.Modules, s)
}

// check says what is wrong with a report that was just made.
func (r *Report) check(s *vectors.Suite) error {
	if err := r.Generated.check(s, r.Selection); err != nil {
		return fmt.Errorf("generated cases: %w", err)
	}
	data, err := r.Canonical()
	if err != nil {
		return err
	}
	v, err := strictjson.Parse(data, strictjson.Limits{Bytes: MaxBytes, Depth: maxDepth})
	if err != nil {
		return err
	}
	return s.Schemas.Validate("report", v)
}
