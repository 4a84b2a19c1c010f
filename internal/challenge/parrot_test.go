package challenge_test

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/challenge"
	"github.com/conform-suite/conform/internal/oracle"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

var (
	references = []reference.Profile{events.Profile, ids.Profile, manifests.Profile}
	generators = []gen.Profile{gen.Events, gen.IDs, gen.Manifests}
)

// parrot has every golden vector by heart, and knows nothing else.
type parrot struct {
	known map[string]*vectors.Vector // by question
	files map[string]*vectors.Vector // those that want files, by question without the folder
	usual map[string]vectors.Expect  // by operation: the answer that most of its vectors want
}

func question(operation string, params strictjson.Value) string {
	return operation + " " + params.String()
}

func newParrot(t *testing.T, s *vectors.Suite) parrot {
	t.Helper()
	p := parrot{map[string]*vectors.Vector{}, map[string]*vectors.Vector{}, map[string]vectors.Expect{}}
	seen, most := map[string]int{}, map[string]int{}
	for _, v := range s.Vectors {
		params, err := strictjson.Parse(v.Params, strictjson.Limits{Bytes: len(v.Params), Depth: strictjson.MaxDepth})
		if err != nil {
			t.Fatalf("%s: %v", v.ID, err)
		}
		op := v.Operation.Name
		if v.Files == nil {
			p.known[question(op, params)] = v
		} else {
			p.files[question(op, params)] = v
		}
		result, err := say(v.Expect)
		answer := op + " " + v.Expect.Rejected
		if err == nil {
			answer += result.String()
		}
		if seen[answer]++; seen[answer] > most[op] {
			most[op], p.usual[op] = seen[answer], v.Expect
		}
	}
	return p
}

// say is an answer that is right by e.
func say(e vectors.Expect) (strictjson.Value, error) {
	switch {
	case e.Rejected != "":
		return strictjson.Value{}, reference.Reject(e.Rejected, "as ever")
	case e.Result != nil:
		return *e.Result, nil
	}
	text := cmp.Or(strings.Join(slices.Concat(e.Check.Contains, e.Check.Words), " "), "…")
	return strictjson.Record(strictjson.Member{Name: strings.TrimPrefix(e.Check.At, "/"), Value: strictjson.Text(text)}), nil
}

func (p parrot) answer(operation string, params strictjson.Value) (strictjson.Value, error) {
	if v := p.known[question(operation, params)]; v != nil {
		return say(v.Expect)
	}
	for i, m := range params.Members() {
		v := p.files[question(operation, strictjson.Record(slices.Delete(slices.Clone(params.Members()), i, i+1)...))]
		if v != nil && v.Files.Param == m.Name {
			return writeFiles(v, m.Value.Str())
		}
	}
	return say(p.usual[operation])
}

// writeFiles answers v, whose files belong into dir.
func writeFiles(v *vectors.Vector, dir string) (strictjson.Value, error) {
	for name, at := range v.Files.Lines {
		var text []byte
		lines, _ := v.Expect.Result.At(at)
		for _, l := range lines.Elements() {
			text = append(l.AppendTo(text), '\n')
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return strictjson.Value{}, err
		}
	}
	return say(v.Expect)
}

func (p parrot) subject(s *vectors.Suite) runner.Subject {
	sub := reference.Subject{Name: "parrot", Version: "0"}
	for _, profile := range references {
		with := reference.Profile{Name: profile.Name, Operations: map[string]reference.Operation{}}
		for op := range profile.Operations {
			with.Operations[op] = func(params strictjson.Value) (strictjson.Value, error) { return p.answer(op, params) }
		}
		sub.Profiles = append(sub.Profiles, with)
	}
	return oracle.Subject(sub)
}

// trial asks a subject the golden vectors and then generated cases, and gives
// the report without and with the latter.
func trial(t *testing.T, s *vectors.Suite, subject runner.Subject, cases int64) (golden, challenged *reports.Report) {
	t.Helper()
	all, err := runner.Run(t.Context(), subject, runner.Options{Suite: s, Vectors: s.Vectors})
	if err != nil {
		t.Fatal(err)
	}
	in := reports.Input{
		Suite: s, RunnerVersion: "0", Outcomes: map[string]vectors.Outcome{}, AnswersSHA256: all.AnswersSHA256(),
		Subject:   reports.Subject{Name: all.Hello.Name, Version: all.Hello.Version, Language: all.Hello.Language, Transport: all.Transport},
		Selection: reports.Selection{Complete: all.Complete},
	}
	for _, o := range all.Outcomes {
		if in.Outcomes[o.Vector.ID] = o.Kind; o.Kind.Failed() {
			t.Errorf("%s: %s: %s\n%s", o.Vector.ID, o.Kind, o.Why, o.Diff)
		}
	}
	if golden, err = reports.New(in); err != nil {
		t.Fatal(err)
	}
	c := &gen.Challenge{Suite: s, Profiles: generators, Oracle: oracle.Expect(references), Seed: 7, Cases: cases}
	g := &reports.Generated{Seed: "7", CasesPerOperation: cases, Generator: gen.Version, Failed: []reports.GeneratedFailure{}}
	_, err = challenge.Run(t.Context(), subject, c, challenge.Options{
		Claims: all.Hello.Claims,
		Failed: func(at gen.Indexed, o vectors.Outcome) { g.Add(at.Operation, at.Index, o) },
	})
	if err != nil {
		t.Fatal(err)
	}
	g.Digest = c.Digest()
	in.Generated = g
	if challenged, err = reports.New(in); err != nil {
		t.Fatal(err)
	}
	return golden, challenged
}

func verdicts(r *reports.Report) map[string]vectors.Verdict {
	out := map[string]vectors.Verdict{}
	for _, p := range r.Profiles {
		out[p.Profile] = p.Verdict
	}
	return out
}

func inAll(v vectors.Verdict) map[string]vectors.Verdict {
	out := map[string]vectors.Verdict{}
	for _, p := range references {
		out[p.Name] = v
	}
	return out
}

// Golden answers can be hard-coded, those of a challenge cannot: who answers by
// heart is conformant by the vectors, and in no profile by the challenge.
func TestChallengeFailsWhoAnswersByHeart(t *testing.T) {
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	golden, challenged := trial(t, s, newParrot(t, s).subject(s), 100)
	if got, want := verdicts(golden), inAll(vectors.Conformant); !maps.Equal(got, want) {
		t.Errorf("by golden vectors: got %v, want %v", got, want)
	}
	if got, want := verdicts(challenged), inAll(vectors.NonConformant); !maps.Equal(got, want) {
		t.Errorf("by generated cases: got %v, want %v", got, want)
	}
	for _, p := range references {
		for op := range p.Operations {
			if !slices.ContainsFunc(challenged.Generated.Failed, func(f reports.GeneratedFailure) bool { return f.Operation == op }) {
				t.Errorf("%s: no generated case fails", op)
			}
		}
	}
	_, right := trial(t, s, oracle.Subject(reference.Subject{Name: "reference", Version: "0", Profiles: references}), 100)
	if got, want := verdicts(right), inAll(vectors.Conformant); !maps.Equal(got, want) {
		t.Errorf("the reference by generated cases: got %v, want %v", got, want)
	}
}
