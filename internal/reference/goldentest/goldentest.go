// Package goldentest judges a reference implementation by the golden vectors of
// its profile alone, through the runner that judges every subject.
//
// It is what .ci/mutate leaves of a reference's tests: a mutant that it does not
// notice is a fault that no vector catches.
package goldentest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/conform-suite/conform/internal/oracle"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// limits are those of the protocol, but one replacement is enough: whichever
// vector a reference hangs or panics at is asked alone then, and has caught it.
var limits = runner.Limits{Exit: 100 * time.Millisecond, Restarts: 1}

// Run fails the test for what [Judge] finds.
func Run(t *testing.T, p reference.Profile) {
	t.Helper()
	if err := Judge(t.Context(), p); err != nil {
		t.Error(err)
	}
}

// Judge asks p every vector of its profile. The error joins what each vector
// finds wrong, advisories too: a reference keeps the rules at SHOULD level, and
// gives the codes that are expected.
func Judge(ctx context.Context, p reference.Profile) error {
	suite, err := vectors.Embedded()
	if err != nil {
		return err
	}
	chosen, err := suite.Select(vectors.Selection{Profiles: []string{p.Name}})
	if err != nil {
		return err
	}
	subject := oracle.Subject(reference.Subject{Name: p.Name, Version: "0", Profiles: []reference.Profile{p}})
	result, err := runner.Run(ctx, subject, runner.Options{Suite: suite, Vectors: chosen, Limits: limits})
	if err != nil {
		return err
	}
	var errs []error
	if !result.Complete || result.Unreproduced > 0 {
		errs = append(errs, fmt.Errorf("the run is not complete, or fails now and then: %s", result.Stopped))
	}
	for _, o := range result.Outcomes {
		if o.Kind.Failed() || o.Kind == vectors.Unsupported && o.Vector.Operation.Profile == p.Name {
			errs = append(errs, fmt.Errorf("%s: %s: %s\n%s%s", o.Vector.ID, o.Kind, o.Why, o.Diff, o.Stderr))
		}
		for _, a := range o.Advisories {
			errs = append(errs, fmt.Errorf("%s: advisory: %s", o.Vector.ID, a))
		}
	}
	return errors.Join(errs...)
}
