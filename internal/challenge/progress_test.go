package challenge_test

import (
	"testing"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/challenge"
	"github.com/conform-suite/conform/internal/oracle"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// Progress counts what is asked: the cases of what the subject claims, or both
// of two subjects, and the failures that are made small.
func TestProgress(t *testing.T) {
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	wrong := faultNamed(t, "ids/null-is-nil").Subject() // claims the two operations of ids
	p := runner.NewProber(wrong, runner.Options{Suite: s})
	defer p.Close()
	hello, err := p.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c := func() *gen.Challenge {
		return &gen.Challenge{Suite: s, Profiles: generators, Oracle: oracle.Expect(references), Seed: 7, Cases: 300}
	}
	var cases, small runner.Progress
	options := challenge.Options{
		Budget: 1, Hello: &hello,
		Progress: func(p runner.Progress) { cases = p },
		Small:    func(p runner.Progress) { small = p },
	}
	r, err := challenge.Run(t.Context(), wrong, c(), options)
	if err != nil {
		t.Fatal(err)
	}
	want := func(name string, found int) {
		t.Helper()
		if cases.Done != 600 || cases.Total != 600 || found == 0 || small.Done != found-1 || small.Total != found {
			t.Errorf("%s: got %+v and %+v, want 600 cases and %d found", name, cases, small, found)
		}
		cases, small = runner.Progress{}, runner.Progress{}
	}
	want("run", len(r.Failures))
	options.Hello = nil
	found, err := challenge.Diff(t.Context(), wrong, oracle.Subject(reference.Subject{Name: "reference", Version: "0", Profiles: references}), c(), options)
	if err != nil {
		t.Fatal(err)
	}
	want("diff", len(found))
}
