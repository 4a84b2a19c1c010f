package challenge_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/challenge"
	"github.com/conform-suite/conform/internal/faults"
	"github.com/conform-suite/conform/internal/oracle"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

var update = flag.Bool("update", false, "write what the faults are shrunk to into testdata")

// shrunkFaults are faults of many kinds, the first of each profile soon shrunk.
var shrunkFaults = []string{
	"ids/null-is-nil", "events/source-escaped", "manifests/period-range", "manifests/numbers-exponent-to-1e-5",

	"ids/any-leaf-abstains", "ids/arguments-are-evidence", "ids/around-one-short", "ids/drops-accents", "ids/phone-with-letters",
	"events/occurrences-count", "events/raw-quoted", "events/refused-event-dropped", "events/sources-not-looked-up",
	"events/text-of-object-unwrapped", "events/unknown-label-kept", "events/no-file-for-an-empty-log",
	"manifests/alg-none", "manifests/canonical-names-normalized", "manifests/capsule-is-enough", "manifests/card-last-of-twice",
	"manifests/facts-all-required", "manifests/keys-without-set", "manifests/record-capsule-any-length",
	"manifests/report-malformed-refused", "manifests/unwrap-empty-lines",
}

// soon is how many of them are asked where time is short.
const soon = 4

func faultNamed(t *testing.T, name string) faults.Fault {
	t.Helper()
	all := faults.All()
	i := slices.IndexFunc(all, func(f faults.Fault) bool { return f.Profile+"/"+f.Name == name })
	if i < 0 {
		t.Fatalf("no fault is named %s", name)
	}
	return all[i]
}

// shrunk is what a challenge of seed 7 says of a fault, in that many processes.
func shrunk(t *testing.T, s *vectors.Suite, f faults.Fault, processes int) []challenge.Failure {
	t.Helper()
	c := &gen.Challenge{Suite: s, Oracle: oracle.Expect(references), Seed: 7, Cases: 300}
	for _, p := range generators {
		if p.Name == f.Profile {
			c.Profiles = []gen.Profile{p}
		}
	}
	const budget = 10_000 // the command's own
	r, err := challenge.Run(t.Context(), f.Subject(), c, challenge.Options{
		Processes: processes, Budget: budget,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r.Failures
}

func show(f faults.Fault, failures []challenge.Failure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n", f.Name, f.Says)
	for _, x := range failures {
		fmt.Fprintf(&b, "%s case %d, %s\n%s\n", x.At.Operation, x.At.Index, x.Class, x.Vector.Params)
		if x.Vector.Files != nil {
			fmt.Fprintf(&b, "and files: %s\n", x.Vector.Files.JSON())
		}
	}
	return b.String()
}

// What a fault is shrunk to is the same for any number of processes, time after
// time, and in testdata to be looked at. CONFORM_FAULTS=1 asks all of them ten
// times, which takes minutes.
func TestShrunkFaults(t *testing.T) {
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	list, processes := shrunkFaults[:soon], []int{1, 8}
	if os.Getenv("CONFORM_FAULTS") != "" || *update {
		list = shrunkFaults
	}
	if os.Getenv("CONFORM_FAULTS") != "" {
		processes = slices.Repeat(processes, 5)
	}
	for _, name := range list {
		t.Run(name, func(t *testing.T) {
			f := faultNamed(t, name)
			golden := filepath.Join("testdata", "shrunk", strings.ReplaceAll(name, "/", "_")+".txt")
			for _, n := range processes {
				failures := shrunk(t, s, f, n)
				got := show(f, failures)
				if *update {
					if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil || got != string(want) {
					t.Fatalf("in %d processes, got:\n%s\nwant:\n%s\n%v; go test ./internal/challenge -run ShrunkFaults -update writes it", n, got, want, err)
				}
				wantSmallest(t, s, f, failures)
			}
		})
	}
}

// wantSmallest wants failures for which taking away any one thing, as a person
// would try, gives no failure of the class.
func wantSmallest(t *testing.T, s *vectors.Suite, f faults.Fault, failures []challenge.Failure) {
	t.Helper()
	p := runner.NewProber(f.Subject(), runner.Options{Suite: s})
	defer p.Close()
	c := &gen.Challenge{Suite: s, Oracle: oracle.Expect(references)}
	for _, x := range failures {
		if x.Problem != "" || x.Shrunk.Truncated {
			t.Errorf("%s case %d: %s, truncated %v", x.At.Operation, x.At.Index, x.Problem, x.Shrunk.Truncated)
		}
		for _, smaller := range byHand(x.Shrunk.Minimal) {
			v, err := c.Vector(x.At, gen.Case{Params: smaller, Files: x.Vector.Files})
			if err != nil || smaller.Kind() != strictjson.Object {
				continue
			}
			if o, err := p.Ask(t.Context(), v); err != nil || o.Class() == x.Class {
				t.Errorf("%s case %d: %s fails alike and is smaller than\n%s\n%v", x.At.Operation, x.At.Index, smaller, x.Shrunk.Minimal, err)
			}
		}
	}
}

// byHand is v with a member or element left out or put in the place of all, a
// character taken out of a text, or a number made 0.
func byHand(v strictjson.Value) []strictjson.Value {
	var out []strictjson.Value
	members := v.Members()
	for i, m := range members {
		out = append(out, m.Value, strictjson.Record(slices.Delete(slices.Clone(members), i, i+1)...))
		for _, w := range byHand(m.Value) {
			changed := slices.Clone(members)
			changed[i].Value = w
			out = append(out, strictjson.Record(changed...))
		}
	}
	if v.Kind() == strictjson.Array {
		var elems []strictjson.Value
		for _, e := range v.Elements() {
			elems = append(elems, e)
		}
		for i, e := range elems {
			out = append(out, e, strictjson.List(slices.Delete(slices.Clone(elems), i, i+1)...))
			for _, w := range byHand(e) {
				changed := slices.Clone(elems)
				changed[i] = w
				out = append(out, strictjson.List(changed...))
			}
		}
	}
	for i, r := range v.Str() {
		out = append(out, strictjson.Text(v.Str()[:i]+v.Str()[i+len(string(r)):]))
	}
	if v.Kind() == strictjson.Number && v.Literal() != "0" {
		out = append(out, strictjson.Integer(0))
	}
	return out
}
