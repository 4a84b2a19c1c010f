package reports_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

func known(ids ...string) *reports.Known {
	k := &reports.Known{Format: reports.KnownFormat}
	for _, id := range ids {
		k.Failures = append(k.Failures, reports.KnownFailure{ID: id})
	}
	return k
}

func TestKnown(t *testing.T) {
	s := load(t, data())
	for _, tt := range []struct {
		name     string
		outcomes map[string]vectors.Outcome
		known    *reports.Known
		exit     int
		err      string // a part of it; "" for none
		notRun   []string
	}{
		{"nothing failed, nothing listed", outcomes(pass), known(), 0, "", nil},
		{"a failure, not listed", outcomes(pass, core[0], fail), known(), 1, "", nil},
		{"a failure, listed", outcomes(pass, core[0], fail), known(core[0]), 0, "", nil},
		{"two failures, one listed", outcomes(pass, core[0], fail, core[1], vectors.Crash), known(core[0]), 1, "", nil},
		{"two failures, both listed", outcomes(pass, core[0], fail, core[1], vectors.Crash), known(core[0], core[1]), 0, "", nil},
		{"an advisory, listed", outcomes(pass, advice, fail), known(advice), 0, "", nil},
		{"a listed one passes", outcomes(pass), known(core[0]), 1, core[0] + " does not fail", nil},
		{"a listed one passes, another fails", outcomes(pass, core[1], fail), known(core[0], core[1]), 1, core[0], nil},
		{"a listed one matches nothing", outcomes(pass), known("abc/ask/gone"), 1, "abc/ask/gone is no vector of the suite", nil},
		{"a listed one was skipped", outcomes(pass, core[0], skipped), known(core[0]), 4, "", []string{core[0]}},
		{"a listed one is of a module not claimed", outcomes(pass), known(xyz[0]), 1, xyz[0], nil},
		{"a listed one is of an operation that is missing", outcomes(pass, xyz[0], pass), known(xyz[1]), 0, "", nil},
		{"everything fails, and is listed", outcomes(fail), known(core[0], core[1], core[2], advice, more), 0, "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := input(s)
			in.Outcomes = tt.outcomes
			r := make1(t, in)
			before, err := r.Canonical()
			if err != nil {
				t.Fatal(err)
			}
			got := tt.known.Compare(r, s)
			if got.ExitCode != tt.exit {
				t.Errorf("exit code: got %d, want %d", got.ExitCode, tt.exit)
			}
			if err := got.Err(); (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("error: got %v, want %q", err, tt.err)
			}
			if !slices.Equal(got.NotRun, tt.notRun) {
				t.Errorf("not run: got %v, want %v", got.NotRun, tt.notRun)
			}
			if after, err := r.Canonical(); err != nil || string(after) != string(before) {
				t.Errorf("the list changed the report: %v", err)
			}
		})
	}
}

// TestKnownOf writes a list, reads it back, and wants it to excuse the run that
// it was written of.
func TestKnownOf(t *testing.T) {
	s := load(t, data())
	in := input(s)
	in.Outcomes = outcomes(pass, core[0], fail, advice, fail, xyz[0], pass, more, skipped)
	r := make1(t, in)
	old := known(core[0], core[1], more)
	old.Failures[0].Why, old.Failures[2].Why = "bug 12", "slow"
	written, err := reports.KnownOf(r, s, old).JSON()
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "format": "conform-known/1",
  "failures": [
    {
      "id": "abc/ask/one",
      "why": "bug 12"
    },
    {
      "id": "abc/extra/one",
      "why": "slow"
    },
    {
      "id": "xyz/second/one"
    }
  ]
}
`
	if string(written) != want {
		t.Errorf("got %s\nwant %s", written, want)
	}
	k, err := reports.ParseKnown(written, s.Schemas)
	if err != nil {
		t.Fatal(err)
	}
	if got := k.Compare(r, s); got.ExitCode != reports.ExitIncomplete || got.Err() != nil {
		t.Errorf("exit code %d, error %v; want %d and none", got.ExitCode, got.Err(), reports.ExitIncomplete)
	}
	none, err := reports.KnownOf(make1(t, input(s)), s, nil).JSON()
	if want := "{\n  \"format\": \"conform-known/1\",\n  \"failures\": []\n}\n"; err != nil || string(none) != want {
		t.Errorf("of a run without failures: %v, got %s\nwant %s", err, none, want)
	}
}

// An operation that is missing shows at whatever level its vectors are.
func TestKnownOfMissingOperation(t *testing.T) {
	s := load(t, data())
	in := input(s)
	in.Outcomes = outcomes(pass, advice, unsupported)
	r := make1(t, in)
	k := reports.KnownOf(r, s, nil)
	if got := k.Compare(r, s); r.ExitCode() != reports.ExitNonConformant || got.ExitCode != reports.ExitConformant {
		t.Errorf("exit codes %d and %d with %v known, want %d and %d", r.ExitCode(), got.ExitCode, k.Failures, reports.ExitNonConformant, reports.ExitConformant)
	}
}

func TestParseKnown(t *testing.T) {
	s := load(t, data())
	for _, tt := range []struct{ name, text string }{
		{"nothing", ``},
		{"no format", `{"failures":[]}`},
		{"another format", `{"format":"conform-known/2","failures":[]}`},
		{"a pattern", `{"format":"conform-known/1","failures":[{"id":"abc/ask/*"}]}`},
		{"twice", `{"format":"conform-known/1","failures":[{"id":"a/b/c"},{"id":"a/b/d"},{"id":"a/b/c"}]}`},
		{"an unknown member", `{"format":"conform-known/1","failures":[{"id":"a/b/c","until":"2027"}]}`},
		{"a repeated member", `{"format":"conform-known/1","failures":[],"failures":[]}`},
		{"a why that is no text", `{"format":"conform-known/1","failures":[{"id":"a/b/c","why":null}]}`},
	} {
		if _, err := reports.ParseKnown([]byte(tt.text), s.Schemas); err == nil {
			t.Errorf("%s: accepted", tt.name)
		}
	}
	k, err := reports.ParseKnown([]byte(`{"format":"conform-known/1","failures":[{"id":"b/b/c"},{"id":"a/b/c","why":"x"}]}`), s.Schemas)
	if err != nil || len(k.Failures) != 2 || k.Failures[0].ID != "a/b/c" || k.Failures[0].Why != "x" {
		t.Errorf("got %v, %v", k, err)
	}
}
