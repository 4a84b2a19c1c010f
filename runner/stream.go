package runner

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/conform-suite/conform/vectors"
)

// Case is one thing to ask a subject.
type Case struct {
	Vector *vectors.Vector
}

// Outcome is what came of one case.
type Outcome struct {
	Vector *vectors.Vector
	Kind   vectors.Outcome
	Answer Answer
	// Why says in plain words what was wrong; "" for a pass.
	Why string
	// Diff shows where an answer differs from what is expected, a line a place;
	// "" when there is nothing to compare.
	Diff string
	// Advisories are what differs at SHOULD level in an answer that passes.
	Advisories []string
	// Stderr is the end of what the subject had written to its stderr, at most
	// 4 KiB and safe to print; only for a crash, a timeout and an error.
	Stderr string
	// Duration is the time from when the case was sent, or from the instance's
	// previous answer if that was later, to the answer.
	Duration time.Duration

	size  int  // bytes of the answer
	exact bool // the normative part of the answer is what is expected, SHOULD included
}

// Progress is how far a run has come.
type Progress struct {
	Done     int // cases with an outcome, skipped ones not counted
	Failed   int // of those
	Total    int // cases to ask; 0 when that is not known
	Restarts int
}

// Summary is what came of a run as a whole.
type Summary struct {
	Hello     Hello
	Transport string
	// Complete: no case was skipped, of those that there were to ask.
	Complete bool
	// Asked counts the cases that were put to the subject.
	Asked int
	// Restarts counts the instances that replaced one which had failed.
	Restarts int
	// Unreproduced counts the times that an instance failed and no case is
	// blamed, because those that it had not answered, asked again one at a
	// time, were all answered.
	Unreproduced int
	// Stopped says why the run was cut short, "" when it was not.
	Stopped string
	// Notes are observations that are not judged, such as an exit status.
	Notes []string
}

// Stream asks a subject all cases, and calls each with the outcome of every
// case that it took from cases, in no particular order and not concurrently.
// It holds a bounded number of cases at a time, so there may be any number.
//
// Of o it uses Suite, Processes, Limits and Progress. Its errors are those of
// Run; when ctx is cancelled, cases under way are skipped and no more taken.
func Stream(ctx context.Context, s Subject, o Options, cases iter.Seq[Case], each func(Outcome)) (*Summary, error) {
	return stream(ctx, s, o, 0, cases, each)
}

func stream(ctx context.Context, s Subject, o Options, total int, cases iter.Seq[Case], each func(Outcome)) (*Summary, error) {
	r := &run{
		subject: s, suite: o.Suite, limits: o.Limits.withDefaults(), ids: newIDs(),
		judge: judge{o.Suite.Schemas},
		sink:  sink{each: each, report: o.Progress, progress: Progress{Total: total}},
	}
	if d, ok := s.(DiskSharer); ok {
		r.disk = d.SharesDisk()
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
	disk    bool                    // the subject sees our file system
	cancel  context.CancelCauseFunc // stops all workers
	large   sync.Mutex              // held while a large message is dealt with

	mu           sync.Mutex
	hello        *Hello // nil until the first instance has said it
	pull         func() (Case, bool)
	peeked       *Case // pulled, and not yet given to anybody
	restarts     int
	unreproduced int
	notes        []string
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
}

func (r *run) summary(ctx context.Context, cause error) (*Summary, error) {
	s := &Summary{
		Hello: *r.hello, Transport: r.subject.Transport(), Complete: cause == nil, Asked: r.sink.puts,
		Restarts: r.restarts, Unreproduced: r.unreproduced, Notes: r.notes,
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

func skipped(v *vectors.Vector) Outcome {
	return Outcome{Vector: v, Kind: vectors.Skipped, Why: "not asked"}
}

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
	}
	if !r.hello.equal(h) {
		return &ProtocolError{
			Problem: fmt.Sprintf("the subject changes what it is: first %v, then %v", *r.hello, h),
			Hint:    "conform.hello must be answered alike each time that the subject is started", changed: true,
		}
	}
	return nil
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

func (r *run) note(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	const most = 20
	if n := fmt.Sprintf(format, args...); len(r.notes) < most {
		r.notes = append(r.notes, n)
	}
}

func (r *run) countUnreproduced() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unreproduced++
}

// sink hands outcomes and progress to the caller, one at a time.
type sink struct {
	mu       sync.Mutex
	each     func(Outcome)
	report   func(Progress)
	progress Progress
	puts     int // cases that were put to the subject
}

func (s *sink) deliver(o Outcome) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.each(o)
}

func (s *sink) count(kind vectors.Outcome) {
	s.update(func(p *Progress) {
		p.Done++
		if kind.Failed() {
			p.Failed++
		}
	})
}

// asked counts the outcome of a case that was put to the subject.
func (s *sink) asked(kind vectors.Outcome) {
	s.count(kind)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.puts++
}

// amend counts a case as to when it was counted as from.
func (s *sink) amend(from, to vectors.Outcome) {
	if to.Failed() && !from.Failed() {
		s.update(func(p *Progress) { p.Failed++ })
	}
}

func (s *sink) restarted(n int) { s.update(func(p *Progress) { p.Restarts = n }) }

func (s *sink) update(change func(*Progress)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.progress)
	if s.report != nil {
		s.report(s.progress)
	}
}
