package challenge_test

import (
	"cmp"
	"errors"
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
	mute  bool                       // what it does not know it says to be no operation of its
}

func question(operation string, params strictjson.Value) string {
	return operation + " " + params.String()
}

func newParrot(t *testing.T, s *vectors.Suite) parrot {
	t.Helper()
	p := parrot{map[string]*vectors.Vector{}, map[string]*vectors.Vector{}, map[string]vectors.Expect{}, false}
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
	if p.mute {
		return strictjson.Value{}, reference.ErrUnsupported
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
		Hello:  &all.Hello,
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
	p := newParrot(t, s)
	for _, p.mute = range []bool{false, true} {
		golden, challenged := trial(t, s, p.subject(s), 100)
		if got, want := verdicts(golden), inAll(vectors.Conformant); !maps.Equal(got, want) {
			t.Errorf("mute %t, by golden vectors: got %v, want %v", p.mute, got, want)
		}
		if got, want := verdicts(challenged), inAll(vectors.NonConformant); !maps.Equal(got, want) {
			t.Errorf("mute %t, by generated cases: got %v, want %v", p.mute, got, want)
		}
		for _, profile := range references {
			for op := range profile.Operations {
				if !slices.ContainsFunc(challenged.Generated.Failed, func(f reports.GeneratedFailure) bool { return f.Operation == op }) {
					t.Errorf("mute %t: no generated case of %s fails", p.mute, op)
				}
			}
		}
	}
	_, right := trial(t, s, oracle.Subject(reference.Subject{Name: "reference", Version: "0", Profiles: references}), 100)
	if got, want := verdicts(right), inAll(vectors.Conformant); !maps.Equal(got, want) {
		t.Errorf("the reference by generated cases: got %v, want %v", got, want)
	}
}

// A subject may not say something else of itself when generated cases are asked.
func TestSubjectStaysWhatItIs(t *testing.T) {
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	subject := oracle.Subject(reference.Subject{Name: "reference", Version: "0", Profiles: references})
	first, err := runner.Run(t.Context(), subject, runner.Options{Suite: s, Vectors: s.Vectors[:1]})
	if err != nil {
		t.Fatal(err)
	}
	c := &gen.Challenge{Suite: s, Profiles: generators, Oracle: oracle.Expect(references), Seed: 7, Cases: 1}
	if _, err := challenge.Run(t.Context(), subject, c, challenge.Options{Hello: &first.Hello}); err != nil {
		t.Error(err)
	}
	for name, other := range map[string]reference.Subject{
		"name":   {Name: "other", Version: "0", Profiles: references},
		"claims": {Name: "reference", Version: "0", Profiles: references[:1]},
	} {
		var changed *runner.ProtocolError
		if _, err := challenge.Run(t.Context(), oracle.Subject(other), c, challenge.Options{Hello: &first.Hello}); !errors.As(err, &changed) {
			t.Errorf("another %s: got %v, want a protocol error", name, err)
		}
		p := runner.NewProber(oracle.Subject(other), runner.Options{Suite: s, Hello: &first.Hello})
		if _, err := p.Ask(t.Context(), s.Vectors[0]); !errors.As(err, &changed) {
			t.Errorf("another %s, made small: got %v, want a protocol error", name, err)
		}
		p.Close()
	}
}
