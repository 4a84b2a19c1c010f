package reports_test

import (
	"testing"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

const (
	pass        = vectors.Pass
	fail        = vectors.Fail
	unsupported = vectors.Unsupported
	skipped     = vectors.Skipped
)

func TestVerdicts(t *testing.T) {
	const conformant, wrong, incomplete, notClaimed = vectors.Conformant, vectors.NonConformant, vectors.Incomplete, vectors.NotClaimed
	s := load(t, data())
	for _, tt := range []struct {
		name                string
		outcomes            map[string]vectors.Outcome
		selection           reports.Selection // Complete is set unless part is
		part                bool
		abcCore, more, xyz  vectors.Verdict
		exit                int
		abc001, abc2, abc3s vectors.Outcome
	}{
		{name: "all passes", outcomes: outcomes(pass), abcCore: conformant, more: conformant, xyz: notClaimed, exit: 0, abc001: pass, abc2: pass, abc3s: pass},
		{name: "a SHOULD failure is an advisory", outcomes: outcomes(pass, advice, fail), abcCore: conformant, more: conformant, xyz: notClaimed, exit: 0, abc001: pass, abc2: pass, abc3s: fail},
		{name: "so is a SHOULD timeout", outcomes: outcomes(pass, advice, vectors.Timeout), abcCore: conformant, more: conformant, xyz: notClaimed, exit: 0, abc001: pass, abc2: pass, abc3s: fail},
		{name: "a MUST failure", outcomes: outcomes(pass, core[0], fail), abcCore: wrong, more: conformant, xyz: notClaimed, exit: 1, abc001: fail, abc2: pass, abc3s: pass},
		{name: "a MUST error", outcomes: outcomes(pass, core[1], vectors.Error), abcCore: wrong, more: conformant, xyz: notClaimed, exit: 1, abc001: pass, abc2: fail, abc3s: pass},
		{name: "a MUST crash", outcomes: outcomes(pass, core[1], vectors.Crash), abcCore: wrong, more: conformant, xyz: notClaimed, exit: 1, abc001: pass, abc2: fail, abc3s: pass},
		{name: "a MUST timeout", outcomes: outcomes(pass, core[1], vectors.Timeout), abcCore: wrong, more: conformant, xyz: notClaimed, exit: 1, abc001: pass, abc2: fail, abc3s: pass},
		{name: "a MUST vector skipped", outcomes: outcomes(pass, core[0], skipped), abcCore: incomplete, more: incomplete, xyz: notClaimed, exit: 4, abc001: skipped, abc2: pass, abc3s: pass},
		{name: "a SHOULD vector skipped", outcomes: outcomes(pass, advice, skipped), abcCore: incomplete, more: incomplete, xyz: notClaimed, exit: 4, abc001: pass, abc2: pass, abc3s: skipped},
		{name: "a failure outweighs a skip", outcomes: outcomes(pass, core[0], fail, core[2], skipped), abcCore: wrong, more: incomplete, xyz: notClaimed, exit: 1, abc001: fail, abc2: pass, abc3s: pass},
		{name: "a required operation is missing", outcomes: outcomes(pass, xyz[0], pass), abcCore: conformant, more: conformant, xyz: wrong, exit: 1, abc001: pass, abc2: pass, abc3s: pass},
		{name: "one vector answered unsupported", outcomes: outcomes(pass, core[0], unsupported), abcCore: wrong, more: conformant, xyz: notClaimed, exit: 1, abc001: unsupported, abc2: pass, abc3s: pass},
		{name: "a SHOULD vector answered unsupported", outcomes: outcomes(pass, advice, unsupported), abcCore: wrong, more: conformant, xyz: notClaimed, exit: 1, abc001: pass, abc2: pass, abc3s: unsupported},
		{name: "an operation missing, the other not asked", outcomes: outcomes(pass, xyz[0], skipped), abcCore: incomplete, more: incomplete, xyz: wrong, exit: 1, abc001: pass, abc2: pass, abc3s: pass},
		{name: "an optional module is wrong", outcomes: outcomes(pass, more, fail), abcCore: conformant, more: wrong, xyz: notClaimed, exit: 1, abc001: pass, abc2: pass, abc3s: pass},
		{name: "an optional module is not claimed", outcomes: outcomes(pass, more, unsupported), abcCore: conformant, more: notClaimed, xyz: notClaimed, exit: 0, abc001: pass, abc2: pass, abc3s: pass},
		{name: "only an optional module is claimed", outcomes: outcomes(unsupported, more, pass), abcCore: notClaimed, more: conformant, xyz: notClaimed, exit: 4, abc001: unsupported, abc2: unsupported, abc3s: unsupported},
		{name: "nothing is claimed", outcomes: outcomes(unsupported), abcCore: notClaimed, more: notClaimed, xyz: notClaimed, exit: 1, abc001: unsupported, abc2: unsupported, abc3s: unsupported},
		{name: "nothing was asked", outcomes: outcomes(skipped), abcCore: incomplete, more: incomplete, xyz: notClaimed, exit: 4, abc001: skipped, abc2: skipped, abc3s: skipped},
		{name: "filtered, though all was run", outcomes: outcomes(pass), selection: reports.Selection{Profiles: []string{"abc"}}, abcCore: incomplete, more: incomplete, xyz: notClaimed, exit: 4, abc001: pass, abc2: pass, abc3s: pass},
		{name: "cut short, though all was run", outcomes: outcomes(pass), part: true, abcCore: incomplete, more: incomplete, xyz: notClaimed, exit: 4, abc001: pass, abc2: pass, abc3s: pass},
		{name: "cut short after a failure", outcomes: outcomes(skipped, core[0], fail), part: true, abcCore: wrong, more: incomplete, xyz: notClaimed, exit: 1, abc001: fail, abc2: skipped, abc3s: skipped},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := input(s)
			in.Outcomes, in.Selection = tt.outcomes, tt.selection
			in.Selection.Complete = !tt.part
			r := make1(t, in)
			want := []vectors.Verdict{tt.abcCore, tt.more, tt.xyz, tt.abcCore, tt.xyz}
			got := []vectors.Verdict{r.Modules[0].Verdict, r.Modules[1].Verdict, r.Modules[2].Verdict, r.Profiles[0].Verdict, r.Profiles[1].Verdict}
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("verdicts of abc/core, abc/more, xyz/core, abc, xyz: got %v, want %v", got, want)
					break
				}
			}
			if got := r.ExitCode(); got != tt.exit {
				t.Errorf("exit code: got %d, want %d", got, tt.exit)
			}
			for i, want := range []vectors.Outcome{tt.abc001, tt.abc2, tt.abc3s} {
				if got := r.Requirements[i]; got.Outcome != want {
					t.Errorf("requirement %s: got %s, want %s", got.ID, got.Outcome, want)
				}
			}
			if total := r.Modules[0].Must.Total() + r.Modules[0].Should.Total(); total != 4 {
				t.Errorf("counts of abc/core: got %d, want 4", total)
			}
		})
	}
}

// TestEveryOutcome goes through all 2,401 ways in which the core of abc can
// come out. It is conformant in those alone in which each MUST vector passed
// and the SHOULD vector was answered or at least asked; verification agrees
// with those reports, and with every seventh of the others.
func TestEveryOutcome(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	all := vectors.Outcomes()
	conformant, tried := 0, 0
	for _, a := range all {
		for _, b := range all {
			for _, c := range all {
				for _, d := range all {
					in := input(s)
					in.Outcomes = outcomes(pass, core[0], a, core[1], b, core[2], c, advice, d)
					r := make1(t, in)
					tried++
					want := a == pass && b == pass && c == pass && d != skipped && d != unsupported
					if got := r.Profiles[0].Verdict == vectors.Conformant; got != want {
						t.Fatalf("%s %s %s, SHOULD %s: verdict %s", a, b, c, d, r.Profiles[0].Verdict)
					}
					if want {
						conformant++
					}
					if (tried%7 != 0 || testing.Short()) && !want {
						continue
					}
					f := verify(t, reports.Verification{Files: sign(t, r, key), Keys: []reports.PublicKey{key.Public()}, Suite: s})
					if !f.OK() {
						t.Fatalf("%s %s %s, SHOULD %s: an honest report failed %v", a, b, c, d, f.Failed())
					}
				}
			}
		}
	}
	if tried != 7*7*7*7 || conformant != 5 {
		t.Errorf("%d ways, %d conformant; want 2401 and 5", tried, conformant)
	}
}

func TestNewRefuses(t *testing.T) {
	s := load(t, data())
	for _, tt := range []struct {
		name   string
		change func(*reports.Input)
	}{
		{"a vector without outcome", func(in *reports.Input) { delete(in.Outcomes, core[0]) }},
		{"an unknown vector", func(in *reports.Input) { in.Outcomes["abc/ask/unheard"] = pass }},
		{"no outcomes", func(in *reports.Input) { in.Outcomes = nil }},
		{"an outcome that is none", func(in *reports.Input) { in.Outcomes[core[0]] = "passed" }},
		{"verified adopter", func(in *reports.Input) { in.Independence = reports.VerifiedAdopter }},
		{"an unknown label", func(in *reports.Input) { in.Independence = "independent" }},
		{"a subject without name", func(in *reports.Input) { in.Subject.Name = "" }},
		{"a name of 201 characters", func(in *reports.Input) { in.Subject.Name = text(201) }},
		{"an origin of 2,049 characters", func(in *reports.Input) { in.Subject.Origin = text(2049) }},
		{"a name of invalid UTF-8", func(in *reports.Input) { in.Subject.Name = "a\xff" }},
		{"an operator of 201 characters", func(in *reports.Input) { in.Operator = text(201) }},
		{"no runner version", func(in *reports.Input) { in.RunnerVersion = "" }},
		{"a digest in capitals", func(in *reports.Input) { in.AnswersSHA256 = "A" + hex64[1:] }},
		{"no digest of answers", func(in *reports.Input) { in.AnswersSHA256 = "" }},
		{"a seed beyond 64 bits", func(in *reports.Input) { in.Generated = generated("18446744073709551616") }},
		{"a seed with leading zero", func(in *reports.Input) { in.Generated = generated("01") }},
		{"a seed with a sign", func(in *reports.Input) { in.Generated = generated("+1") }},
		{"more generated failures than cases", func(in *reports.Input) {
			in.Generated = generated("1")
			for i := range int64(100) {
				in.Generated.Add("abc.ask", i, fail)
			}
			in.Generated.Failed[0].Count = 1001
		}},
		{"zero generated cases", func(in *reports.Input) { in.Generated = generated("1"); in.Generated.CasesPerOperation = 0 }},
	} {
		in := input(s)
		tt.change(&in)
		if _, err := reports.New(in); err == nil {
			t.Errorf("%s: accepted", tt.name)
		}
	}
	in := input(s)
	in.Subject.Name, in.Operator, in.Subject.Origin = text(200), text(200), text(2048)
	in.Generated = generated("18446744073709551615")
	make1(t, in)
}

// text has n characters of two bytes each.
func text(n int) string {
	out := make([]rune, n)
	for i := range out {
		out[i] = 'é'
	}
	return string(out)
}

func generated(seed string) *reports.Generated {
	return &reports.Generated{Seed: seed, CasesPerOperation: 1000, Generator: "conform-gen/1", Digest: hex64}
}

func TestCounts(t *testing.T) {
	c := reports.Counts{Pass: 1, Fail: 2, Error: 3, Crash: 4, Timeout: 5, Unsupported: 6, Skipped: 7}
	if got, want := c.String(), "1 pass, 2 fail, 3 error, 4 crash, 5 timeout, 6 unsupported, 7 skipped"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := (reports.Counts{Skipped: 2}).String(), "2 skipped"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := (reports.Counts{}).String(), "none"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if c.Failed() != 14 || c.Total() != 28 {
		t.Errorf("%d failed of %d, want 14 of 28", c.Failed(), c.Total())
	}
}

// TestNothingToShow judges modules of which no vector at MUST can pass: zero
// cases are no success.
func TestNothingToShow(t *testing.T) {
	d := data()
	d["xyz/profile.json"] = profile("xyz", module("bare", "xyz.first"), module("advice", "xyz.second"))
	d["xyz/requirements.json"] = requirementFile(requirement("XYZ-001", "SHOULD", "advice"))
	d["xyz/v.json"] = vectorFile(vector("xyz/second/one", "XYZ-001"))
	s := load(t, d)
	in := input(s)
	in.Outcomes = outcomes(pass, xyz[1], pass)
	delete(in.Outcomes, xyz[0])
	r := make1(t, in)
	for i, want := range []vectors.Verdict{vectors.Conformant, vectors.Conformant, vectors.Incomplete, vectors.Incomplete} {
		if got := r.Modules[i]; got.Verdict != want {
			t.Errorf("module %s/%s: got %s, want %s", got.Profile, got.Module, got.Verdict, want)
		}
	}
	if got := r.Profiles[1]; got.Verdict != vectors.Incomplete { // it has no core
		t.Errorf("profile %s: got %s, want %s", got.Profile, got.Verdict, vectors.Incomplete)
	}
	if got := r.ExitCode(); got != reports.ExitIncomplete {
		t.Errorf("exit code: got %d, want %d", got, reports.ExitIncomplete)
	}
}
