package faults

import (
	"slices"
	"testing"

	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// A mistake about what is right only at SHOULD level costs nobody the verdict: it
// fails no vector and no generated case at MUST level. Were it to fail one, that
// case would ask for more than it says.
func TestFaultsAtShouldLevelFailNothingAtMustLevel(t *testing.T) {
	s := suite(t)
	cases := int64(400)
	if testing.Short() {
		cases = 50
	}
	for _, p := range profiles {
		list := slices.DeleteFunc(faultsOf(p.right.Name), func(f Fault) bool { return s.Requirement(f.Breaks).Level != vectors.Should })
		if len(list) == 0 {
			continue
		}
		must := slices.Concat(goldenOf(t, s, p.right.Name), generatedOf(t, s, p.cases, p.right, cases))
		must = slices.DeleteFunc(must, func(v *vectors.Vector) bool { return v.Level != vectors.Must })
		for _, f := range list {
			t.Run(f.Profile+"/"+f.Name, func(t *testing.T) {
				ask(t, s, f.Subject(), must, func(o runner.Outcome) bool {
					if o.Kind.Failed() {
						t.Errorf("%s (%s): %s\n%s\n%.1000s", o.Vector.ID, o.Vector.Title, o.Why, o.Diff, o.Vector.Params)
					}
					return false
				})
			})
		}
	}
}
