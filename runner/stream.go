package runner

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/conform-suite/conform/vectors"
)

// Stream asks a subject all cases, and calls each with the outcome of every
// case that it took from cases, in no particular order and not concurrently.
// It holds a bounded number of cases at a time, so there may be any number.
//
// Of o it uses Suite, Processes, Limits, Hello and Progress. Its errors are those of
// Run; when ctx is cancelled, cases under way are skipped and no more taken.
func Stream(ctx context.Context, s Subject, o Options, cases iter.Seq[Case], each func(Outcome)) (*Summary, error) {
	return stream(ctx, s, o, 0, cases, each)
}

func stream(ctx context.Context, s Subject, o Options, total int, cases iter.Seq[Case], each func(Outcome)) (*Summary, error) {
	r := &run{
		subject: s, suite: o.Suite, limits: o.Limits.withDefaults(), ids: newIDs(),
		judge: judge{o.Suite.Schemas},
		hello: o.Hello,
		sink:  sink{each: each, report: o.Progress, progress: Progress{Total: total}},
	}
	var release func()
	r.pull, release = iter.Pull(cases)
	defer release()
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r.cancel = stop

	first := &worker{run: r}
	if err := first.start(ctx); err != nil {
		return nil, err
	}
	r.work(working, first, max(1, o.Processes))
	return r.summary(ctx, context.Cause(working))
}

// run is what all workers of a run share.
type run struct {
	subject Subject
	suite   *vectors.Suite
	limits  Limits
	judge   judge
	sink    sink
	ids     *ids
	cancel  context.CancelCauseFunc // stops all workers
	large   sync.Mutex              // held while a large message is dealt with

	mu           sync.Mutex
	hello        *Hello // nil until the first instance has said it
	pull         func() (Case, bool)
	peeked       *Case // pulled, and not yet given to anybody
	restarts     int
	unreproduced int
	notes        []note
}

// errStopped is the cause of the end of a run that is to be reported.
type errStopped string

func (e errStopped) Error() string { return string(e) }

// work runs n workers to their end.
func (r *run) work(ctx context.Context, first *worker, n int) {
	var all sync.WaitGroup
	all.Go(func() { first.work(ctx) })
	for range n - 1 {
		all.Go(func() { (&worker{run: r}).work(ctx) })
	}
	all.Wait()
	if c := r.peeked; c != nil {
		r.sink.deliver(skipped(c.Vector, notAsked))
	}
}

func (r *run) summary(ctx context.Context, cause error) (*Summary, error) {
	s := &Summary{
		Hello: *r.hello, Transport: r.subject.Transport(), Complete: cause == nil && r.unreproduced == 0, Asked: r.sink.puts,
		Restarts: r.restarts, Unreproduced: r.unreproduced,
	}
	for _, n := range r.notes {
		s.Notes = append(s.Notes, n.String())
	}
	var stopped errStopped
	switch {
	case cause == nil:
	case errors.As(cause, &stopped):
		s.Stopped = stopped.Error()
	case ctx.Err() != nil:
		s.Stopped = "interrupted"
	default:
		return nil, cause
	}
	return s, nil
}

// next gives out a case to be asked; ok is false when there are no more.
// Those of operations that the subject does not claim are settled at once.
func (r *run) next() (c Case, ok bool) {
	for {
		c, ok := r.take()
		if !ok || r.hello.Claims(c.Vector.Operation.Name) {
			return c, ok
		}
		r.sink.count(vectors.Unsupported)
		r.sink.deliver(unclaimed(c.Vector))
	}
}

func unclaimed(v *vectors.Vector) Outcome {
	return Outcome{Vector: v, Kind: vectors.Unsupported, Why: "the subject does not claim " + v.Operation.Name}
}

func skipped(v *vectors.Vector, why string) Outcome {
	return Outcome{Vector: v, Kind: vectors.Skipped, Why: why}
}

// Why a vector was skipped.
const (
	notAsked    = "not asked"
	notAnswered = "the run ended before it was answered"
)

func (r *run) take() (Case, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c := r.peeked; c != nil {
		r.peeked = nil
		return *c, true
	}
	return r.pull()
}

// more reports whether there are cases that nobody has been given.
func (r *run) more() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.peeked == nil {
		if c, ok := r.pull(); ok {
			r.peeked = &c
		}
	}
	return r.peeked != nil
}

// meet checks what an instance says of itself against what the first one said.
func (r *run) meet(h Hello) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hello == nil {
		r.hello = &h
		if list := h.misspelt(r.suite); len(list) > 0 {
			text := "the subject claims what this suite does not have: " + described(list, r.suite)
			r.notes = append(r.notes, note{text: text, times: 1})
		}
	}
	return r.hello.again(h)
}

// mayRestart counts a restart, or stops the run when there were too many.
func (r *run) mayRestart() bool {
	r.mu.Lock()
	n := r.restarts + 1
	ok := n <= r.limits.Restarts
	if ok {
		r.restarts = n
	}
	r.mu.Unlock()
	if ok {
		r.sink.restarted(n)
	} else {
		r.cancel(errStopped(fmt.Sprintf("the subject had to be restarted more than %d times", n-1)))
	}
	return ok
}

// note is an observation that is not judged, and how often it was made.
type note struct {
	text   string
	stderr string // of the first instance that it was made of
	times  int
}

func (n note) String() string {
	s := n.text
	if n.times > 1 {
		s += fmt.Sprintf(" (%d times)", n.times)
	}
	if n.stderr != "" {
		s += "; the end of its stderr: " + printable([]byte(n.stderr), excerptShown)
	}
	return s
}

// note notes something of an instance that wrote stderr in the end.
func (r *run) note(stderr, format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	const most = 20
	text := fmt.Sprintf(format, args...)
	i := slices.IndexFunc(r.notes, func(n note) bool { return n.text == text })
	switch {
	case i >= 0:
		r.notes[i].times++
	case len(r.notes) < most:
		r.notes = append(r.notes, note{text, strings.TrimSpace(stderr), 1})
	}
}

func (r *run) countUnreproduced() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unreproduced++
}
