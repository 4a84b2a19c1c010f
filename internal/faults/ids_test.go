package faults_test

import (
	"errors"
	"testing"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/faults"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// idsFaults are the faults of the profile ids.
func idsFaults(t *testing.T) (list []faults.Fault) {
	for _, f := range faults.All() {
		if f.Profile == "ids" {
			list = append(list, f)
		}
	}
	if len(list) < 60 {
		t.Fatalf("%d faults, want at least 60", len(list))
	}
	return list
}

func TestIDsFaultsCoverRequirements(t *testing.T) {
	suite, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	names, broken := map[string]bool{}, map[string]bool{}
	for _, f := range idsFaults(t) {
		if names[f.Name] {
			t.Errorf("%s: two faults have this name", f.Name)
		}
		names[f.Name], broken[f.Breaks] = true, true
		if suite.Requirement(f.Breaks) == nil {
			t.Errorf("%s: %s is no requirement", f.Name, f.Breaks)
		}
	}
	for _, r := range suite.Requirements {
		if r.Profile == "ids" && !broken[r.ID] {
			t.Errorf("%s: no fault breaks it", r.ID)
		}
	}
}

// TestIDsFaultsCaughtByVectors: each by one at least, and none by all,
// which would say nothing of what the vectors ask.
func TestIDsFaultsCaughtByVectors(t *testing.T) {
	suite, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	m, err := faults.Run(t.Context(), suite, idsFaults(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range m.Faults {
		if n := len(f.CaughtBy); n == 0 || n == len(m.Vectors) {
			t.Errorf("%s: caught by %d vectors of %d", f.Name, n, len(m.Vectors))
		}
	}
	none, err := faults.Run(t.Context(), suite, []faults.Fault{{Name: "none", Profile: "ids", Breaks: "IDS-001", Operations: ids.Profile.Operations}})
	if err != nil {
		t.Fatal(err)
	}
	if got := none.Faults[0].CaughtBy; len(got) > 0 {
		t.Errorf("without a fault, %q fail", got)
	}
}

// TestIDsFaultsCaughtByCases: each by a generated case of either operation.
func TestIDsFaultsCaughtByCases(t *testing.T) {
	const cases = 2_000
	list := idsFaults(t)
	for seed := range uint64(5) {
		c := gen.Challenge{Profiles: []gen.Profile{gen.IDs}, Seed: seed + 1}
		open := make([]bool, len(list))
		for i := range list {
			open[i] = true
		}
		for _, operation := range c.Operations() {
			for i := range int64(cases) {
				params := c.Case(operation, i).Params
				want := idsAnswer(ids.Profile.Operations[operation](params))
				for k, f := range list {
					open[k] = open[k] && idsAnswer(f.Operations[operation](params)).Equal(want)
				}
			}
		}
		for k, f := range list {
			if open[k] {
				t.Errorf("seed %d: %s (%s) is not caught by %d cases of each operation", c.Seed, f.Name, f.Breaks, cases)
			}
		}
		if testing.Short() {
			break
		}
	}
}

// idsAnswer is what is compared of an answer: that it is refused, or all but the
// free members of the result.
func idsAnswer(result strictjson.Value, err error) strictjson.Value {
	var rejection *reference.Rejection
	switch {
	case errors.As(err, &rejection):
		return strictjson.Text("rejected")
	case err != nil:
		panic(err)
	}
	return idsCompared(result)
}

func idsCompared(v strictjson.Value) strictjson.Value {
	var out []strictjson.Member
	for _, m := range v.Members() {
		switch m.Name {
		case "reason", "value_repr":
			continue
		case "args":
			var args []strictjson.Value
			for _, a := range m.Value.Elements() {
				args = append(args, idsCompared(a))
			}
			m.Value = strictjson.List(args...)
		}
		out = append(out, m)
	}
	return strictjson.Record(out...)
}
