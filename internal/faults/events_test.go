package faults

import (
	"testing"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// A generated case at MUST level is one that a mistake about what is right only
// at SHOULD level does not fail.
func TestEventsLevels(t *testing.T) {
	s := suite(t)
	list := generatedOf(t, s, gen.Events, events.Profile, 200)
	for _, f := range eventsFaults() {
		if s.Requirement(f.Breaks).Level != vectors.Should {
			continue
		}
		ask(t, s, f.Subject(), list, func(o runner.Outcome) bool {
			if o.Kind.Failed() && o.Vector.Level == vectors.Must {
				t.Errorf("%s fails %s (%s): %s\n%s", f.Name, o.Vector.ID, o.Vector.Title, o.Why, o.Vector.Params)
			}
			return false
		})
	}
}
