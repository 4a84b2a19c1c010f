// Package challenge asks a subject generated cases, makes its failures small,
// and finds where two subjects disagree.
package challenge

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// Options says how a challenge is run.
type Options struct {
	Processes int // instances side by side; 0 means 1
	Limits    runner.Limits
	Progress  func(runner.Progress) // is told of the cases; may be nil
	// Small is told how many failures have been made small, of how many; it may
	// be nil.
	Small func(runner.Progress)
	// Hello is what the subject said of itself, and must say again; nil for one
	// that claims all operations.
	Hello *runner.Hello
	// Failed is told every failed case at MUST level, in no particular order.
	Failed func(at gen.Indexed, o vectors.Outcome)
	// Budget is how often the subject is asked, at most, to make one failure
	// small; 0 leaves failures as they are.
	Budget int
}

// MaxClasses is how many failures are kept of an operation: the first case of
// each of the first three classes.
const MaxClasses = 3

// Result is what came of a challenge.
type Result struct {
	*runner.Summary
	Failures []Failure // first cases, by operation and index
	Advices  int64     // cases that fail at SHOULD level only
}

// Failure is a failed case, made small.
type Failure struct {
	At      gen.Indexed
	Class   string // see runner.Outcome.Class
	Outcome runner.Outcome
	Shrunk  gen.Shrunk      // zero when it was not made small
	Vector  *vectors.Vector // the smallest case, as a vector
	Problem string          // why it could not be made small, "" when it could
}

// Run asks s the cases of c and makes the first failures small. The digest of
// the stream is c's, whichever operations are claimed.
func Run(ctx context.Context, s runner.Subject, c *gen.Challenge, o Options) (*Result, error) {
	t := &tracker{challenge: c, options: o, first: map[string]map[string]Failure{}}
	cases, broken := t.cases()
	sum, err := runner.Stream(ctx, s, runner.Options{
		Suite: c.Suite, Processes: o.Processes, Limits: o.Limits, Hello: o.Hello, Progress: o.progress(c),
	}, cases, t.outcome)
	if err == nil {
		err = *broken
	}
	if err != nil {
		return nil, err
	}
	r := &Result{Summary: sum, Advices: t.advices, Failures: t.failures()}
	if o.Budget > 0 && ctx.Err() == nil {
		err = shrinkAll(ctx, s, c, o, r.Failures)
	}
	return r, err
}

// progress is o.Progress, told of how many cases there are.
func (o Options) progress(c *gen.Challenge) func(runner.Progress) {
	if o.Progress == nil {
		return nil
	}
	total := 0
	for _, op := range c.Operations() {
		if o.Hello == nil || o.Hello.Claims(op) {
			total += int(c.Cases)
		}
	}
	return func(now runner.Progress) {
		now.Total = total
		o.Progress(now)
	}
}

// small tells o.Small.
func (o Options) small(done, total int) {
	if o.Small != nil {
		o.Small(runner.Progress{Done: done, Total: total})
	}
}

// tracker keeps the first failure of each class, in bounded memory.
type tracker struct {
	challenge *gen.Challenge
	options   Options
	advices   int64
	first     map[string]map[string]Failure // by operation and class
}

// cases yields the cases of claimed operations, with their right answers. An
// error of the oracle ends it.
func (t *tracker) cases() (iter.Seq[runner.Case], *error) {
	var broken error
	return func(yield func(runner.Case) bool) {
		for at, x := range t.challenge.Stream() {
			if h := t.options.Hello; h != nil && !h.Claims(at.Operation) {
				continue
			}
			v, err := t.challenge.Vector(at, x)
			if err != nil {
				broken = err
				return
			}
			if !yield(runner.Case{Vector: v}) {
				return
			}
		}
	}, &broken
}

func (t *tracker) outcome(o runner.Outcome) {
	switch {
	case !o.Kind.Failed():
		return
	case o.Vector.Level == vectors.Should:
		t.advices++
		return
	}
	at := gen.IndexedOf(o.Vector)
	if t.options.Failed != nil {
		t.options.Failed(at, o.Kind)
	}
	classes := t.first[at.Operation]
	if classes == nil {
		classes = map[string]Failure{}
		t.first[at.Operation] = classes
	}
	class := o.Class()
	if known, ok := classes[class]; !ok || at.Index < known.At.Index {
		classes[class] = Failure{At: at, Class: class, Outcome: o, Vector: o.Vector}
	}
	if len(classes) > 4*MaxClasses { // the last of them can hardly matter
		delete(classes, slices.MaxFunc(byIndex(classes), compare).Class)
	}
}

func compare(a, b Failure) int {
	return cmp.Or(cmp.Compare(a.At.Operation, b.At.Operation), cmp.Compare(a.At.Index, b.At.Index), cmp.Compare(a.Class, b.Class))
}

func byIndex(classes map[string]Failure) []Failure {
	var out []Failure
	for _, f := range classes {
		out = append(out, f)
	}
	slices.SortFunc(out, compare)
	return out
}

func (t *tracker) failures() []Failure {
	var out []Failure
	for _, classes := range t.first {
		list := byIndex(classes)
		out = append(out, list[:min(len(list), MaxClasses)]...)
	}
	slices.SortFunc(out, compare)
	return out
}

// shrinkAll makes each failure small against a live instance of the subject.
func shrinkAll(ctx context.Context, s runner.Subject, c *gen.Challenge, o Options, failures []Failure) error {
	p := runner.NewProber(s, runner.Options{Suite: c.Suite, Limits: o.Limits, Hello: o.Hello})
	defer p.Close()
	for i := range failures {
		o.small(i, len(failures))
		f := &failures[i]
		x := c.Case(f.At.Operation, f.At.Index)
		ask := func(params strictjson.Value) (runner.Outcome, error) {
			v, err := c.Vector(f.At, gen.Case{Params: params, Files: x.Files, Class: "shrunk"})
			if err != nil {
				return runner.Outcome{}, err
			}
			return p.Ask(ctx, v)
		}
		class := func(params strictjson.Value) (string, error) {
			out, err := ask(params)
			return out.Class(), err
		}
		var small runner.Outcome
		var err error
		f.Shrunk, err = shrink(c, f.At, &x, f.Class, o.Budget, class)
		if err == nil {
			small, err = ask(f.Shrunk.Minimal)
		}
		switch {
		case ctx.Err() != nil:
			return nil // what was found stays as it is
		case err != nil:
			f.Problem = err.Error()
		default:
			f.Vector, f.Outcome = small.Vector, small
		}
	}
	return nil
}

// shrink makes the case x small, which fails in that class. It first takes the
// files from x, when that fails alike; ask asks about x with other params.
func shrink(c *gen.Challenge, at gen.Indexed, x *gen.Case, class string, budget int, ask gen.Trial) (gen.Shrunk, error) {
	if files := x.Files; files != nil {
		x.Files = nil
		without, err := ask(x.Params)
		if err != nil || without != class {
			x.Files = files
		}
		if err != nil {
			return gen.Shrunk{}, err
		}
	}
	return c.Shrink(at, budget, ask)
}
