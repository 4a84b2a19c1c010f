package reports_test

import (
	"slices"
	"testing"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

// TestAdd records failures in an order that is no order, and wants the first
// hundred kept and all counted.
func TestAdd(t *testing.T) {
	const n = 10_007 // a prime, so that steps of 5,000 reach every index
	g := generated("1")
	g.CasesPerOperation = n
	for i := range int64(n) {
		g.Add("abc.extra", i*5000%n, vectors.Crash)
		if i%3 == 0 {
			g.Add("abc.ask", n-1-i, fail)
		}
	}
	want := []struct {
		operation   string
		count       int64
		first, last int64
	}{{"abc.ask", 3336, 1, 298}, {"abc.extra", n, 0, 99}}
	if len(g.Failed) != len(want) {
		t.Fatalf("got %d operations, want %d", len(g.Failed), len(want))
	}
	for i, w := range want {
		f := g.Failed[i]
		if f.Operation != w.operation || f.Count != w.count || len(f.Cases) != reports.MaxCases || f.Cases[0].Case != w.first || f.Cases[99].Case != w.last {
			t.Errorf("got %s, %d failed, %d named from %d to %d; want %+v", f.Operation, f.Count, len(f.Cases), f.Cases[0].Case, f.Cases[len(f.Cases)-1].Case, w)
		}
	}
	s := load(t, data())
	in := input(s)
	in.Generated = g
	r := make1(t, in)
	if got := []vectors.Verdict{r.Modules[0].Verdict, r.Modules[1].Verdict, r.Modules[2].Verdict}; !slices.Equal(got, []vectors.Verdict{vectors.NonConformant, vectors.NonConformant, vectors.NotClaimed}) {
		t.Errorf("verdicts: got %v", got)
	}
	key := newKey(t, reports.EdDSA)
	if f := verify(t, reports.Verification{Files: sign(t, r, key), Keys: []reports.PublicKey{key.Public()}, Suite: s}); !f.OK() {
		t.Errorf("failed %v", f.Failed())
	}
}

// TestOneCase: one case per operation, which failed, is a report like another.
func TestOneCase(t *testing.T) {
	s := load(t, data())
	in := input(s)
	in.Generated = generated("1")
	in.Generated.CasesPerOperation = 1
	in.Generated.Add("abc.ask", 0, unsupported)
	if got := make1(t, in).Profiles[0].Verdict; got != vectors.NonConformant {
		t.Errorf("verdict: got %s, want %s", got, vectors.NonConformant)
	}
}
