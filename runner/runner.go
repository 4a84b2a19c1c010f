// Package runner asks a subject the vectors of a suite and judges its answers.
//
// Start with [Run], a [Subject] from [Command] or [InProcess], and the vectors
// from vectors.Suite.Select. [Stream] does the same for any number of cases in
// constant memory.
//
// # What a subject can do to a run
//
// A crash, a hang or a broken answer costs the one case that caused it. The
// instance is replaced; when several cases were in flight, they are asked again
// one at a time, so that the one to blame shows itself. After
// Limits.Restarts replacements the run stops. A wrong answer that carries the
// right id costs its case and nothing else. Everything that a subject sends is
// bounded, in bytes and in time; see [Limits].
//
// # What a subject is told
//
// The operation and the params, under an id that is random and different in
// each run: not which vector it is, nor what is expected.
package runner

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// Options says what to run and how.
type Options struct {
	Suite     *vectors.Suite
	Vectors   []*vectors.Vector // what to ask, from Suite.Select or Suite.Parse
	Processes int               // instances side by side; 0 means 1
	Shuffle   *uint64           // the seed of a random order; nil asks in the order of Vectors
	Limits    Limits
	Hello     *Hello         // what instances said of themselves in an earlier run, and must say again; nil for none
	Progress  func(Progress) // may be nil; not called concurrently
}

// Result is what came of a run.
type Result struct {
	Summary
	// Outcomes has one for every vector of the suite, and for those of
	// Options.Vectors that the suite does not have, sorted by id. A vector that
	// was not asked is skipped, or unsupported if the subject does not claim
	// its operation.
	Outcomes []Outcome

	answers map[string][32]byte // SHA-256 of the normative answer, by id, unless it is the expected one
}

// keptAnswer is the longest answer, in bytes of its message, that stays in an
// Outcome and is digested when it is not the expected one: 64 KiB.
const keptAnswer = 64 << 10

// Run asks a subject o.Vectors and judges its answers.
//
// An error that is a *ProtocolError says that the subject could not be started
// or does not speak the protocol, and that there is nothing to report. When
// ctx is cancelled after the subject has said hello, what was done until then
// is the result, with Complete false, and the error is nil; before that, the
// error is ctx's.
func Run(ctx context.Context, s Subject, o Options) (*Result, error) {
	if o.Suite == nil || len(o.Vectors) == 0 {
		return nil, errors.New("there are no vectors to ask")
	}
	o.Processes = min(max(1, o.Processes), len(o.Vectors))
	r := &Result{answers: map[string][32]byte{}}
	byID := make(map[string]Outcome, len(o.Suite.Vectors))
	sum, err := stream(ctx, s, o, len(o.Vectors), inOrder(o), func(out Outcome) {
		if !out.exact {
			r.answers[out.Vector.ID] = answerHash(out)
		}
		if out.Kind == vectors.Pass || out.size > keptAnswer {
			out.Answer.Result = strictjson.Value{}
		}
		byID[out.Vector.ID] = out
	})
	if err != nil {
		return nil, err
	}
	r.Summary = *sum
	r.complete(o, byID)
	return r, nil
}

// inOrder yields the vectors in the order in which they are to be asked.
func inOrder(o Options) iter.Seq[Case] {
	vs := slices.Clone(o.Vectors)
	if o.Shuffle != nil {
		rand.New(rand.NewPCG(*o.Shuffle, 0)).Shuffle(len(vs), func(i, j int) { vs[i], vs[j] = vs[j], vs[i] })
	}
	return func(yield func(Case) bool) {
		for _, v := range vs {
			if !yield(Case{v}) {
				return
			}
		}
	}
}

// complete gives every vector its outcome.
func (r *Result) complete(o Options, byID map[string]Outcome) {
	for _, v := range slices.Concat(o.Vectors, o.Suite.Vectors) {
		if _, ok := byID[v.ID]; ok {
			continue
		}
		out := skipped(v, notAsked)
		if !r.Hello.Claims(v.Operation.Name) {
			out = unclaimed(v)
		}
		byID[v.ID] = out
	}
	for _, out := range byID {
		r.Outcomes = append(r.Outcomes, out)
	}
	slices.SortFunc(r.Outcomes, func(a, b Outcome) int { return strings.Compare(a.Vector.ID, b.Vector.ID) })
}
