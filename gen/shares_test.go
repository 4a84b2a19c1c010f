package gen_test

import (
	"testing"

	"github.com/conform-suite/conform/gen"
)

// No class of any operation falls under 1 % of its cases: what is rarer is not
// met by a run of a thousand.
func TestNoClassIsRare(t *testing.T) {
	const cases = 2000
	for _, p := range []gen.Profile{gen.Events, gen.IDs, gen.Manifests} {
		c := &gen.Challenge{Profiles: []gen.Profile{p}, Seed: 1, Cases: cases}
		classes := map[string]int{}
		for at, x := range c.Stream() {
			classes[at.Operation+" "+x.Class]++
		}
		if len(classes) < 2*len(p.Operations) {
			t.Errorf("%s has %d classes in %d operations", p.Name, len(classes), len(p.Operations))
		}
		for class, n := range classes {
			if n*100 < cases {
				t.Errorf("%s is drawn %d times in %d, below 1 %%", class, n, cases)
			}
		}
	}
}
