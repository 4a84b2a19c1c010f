package runner

import (
	"context"
	"errors"

	"github.com/conform-suite/conform/vectors"
)

// worker keeps one instance of the subject at work, and replaces it when it
// fails.
//
// Blame: when an instance fails with one case unanswered, that case is to
// blame. With several, all are asked again on the next instance, one at a
// time, so that the one that is to blame shows itself.
//
// What comes between two answers may come of either case. So a line that is no
// answer, and an end with nothing unanswered, make a suspect of the case that
// was answered last, too; and each suspect is asked twice in a row, so that what
// comes after its answer comes before another of its own.
type worker struct {
	run      *run
	conn     Conn // nil until started
	window   int  // most cases in flight
	suspects []Case
	solo     bool   // suspects are asked, one at a time
	twice    bool   // and each twice
	tried    bool   // the first of them has been asked once
	blamed   bool   // one of them was to blame
	failure  string // what made them suspects
	stderr   string // of the instance that failed
}

// start brings up an instance. The error is a *ProtocolError, or ctx's.
func (w *worker) start(ctx context.Context) error {
	conn, hello, err := greet(ctx, w.run.subject, w.run.suite, w.run.ids.next(), w.run.limits)
	if err != nil {
		return err
	}
	if err := w.run.meet(hello); err != nil {
		conn.Close()
		return err
	}
	w.conn, w.window = conn, min(hello.MaxInFlight, MaxInFlight)
	return nil
}

// work asks cases until there are none or the run is stopped.
func (w *worker) work(ctx context.Context) {
	defer w.skipSuspects()
	if w.conn == nil {
		if !w.run.more() {
			return
		}
		if err := w.start(ctx); err != nil {
			w.run.cancel(parallelHint(err))
			return
		}
	}
	for {
		failed := w.settle(w.session(ctx))
		if !failed || ctx.Err() != nil || len(w.suspects) == 0 && !w.run.more() {
			return
		}
		if !w.run.mayRestart() {
			return
		}
		if err := w.start(ctx); err != nil {
			w.run.cancel(restartError(err))
			return
		}
	}
}

// parallelHint adds to the error of an instance that could not be started
// beside another.
func parallelHint(err error) error {
	var p *ProtocolError
	if errors.As(err, &p) && p.Hint == "" {
		p.Hint = "perhaps it cannot run several times side by side: ask for one process"
	}
	return err
}

// restartError turns the failure of a new instance into the end of the run;
// but what changes its identity is no subject at all.
func restartError(err error) error {
	var p *ProtocolError
	if errors.As(err, &p) && !p.changed {
		return errStopped("the subject could not be restarted: " + p.Problem)
	}
	return err
}

// settle draws the consequences of the end of a session, and reports whether
// the instance failed.
func (w *worker) settle(e ending) (failed bool) {
	w.conn = nil
	for _, f := range e.unanswered {
		f.folder.remove()
	}
	switch {
	case e.kind == vectors.Skipped:
		for _, f := range e.unanswered {
			if !f.trial { // else it is still a suspect
				w.run.sink.deliver(skipped(f.Vector, notAnswered))
			}
		}
		return false
	case e.kind == vectors.Pass:
		return false
	}
	if guilty, ok := w.guilty(e); ok {
		w.blamed = true
		o := Outcome{Vector: guilty.Vector, Kind: e.kind, Why: e.why, Stderr: e.stderr, Duration: e.took}
		w.run.sink.asked(o.Kind)
		w.run.sink.deliver(o)
	} else {
		w.suspect(e)
	}
	w.acquit()
	return true
}

// guilty is the case that is to blame for the end of a session, if it is certain.
func (w *worker) guilty(e ending) (c Case, ok bool) {
	if w.tried {
		c, w.suspects, w.tried = w.suspects[0], w.suspects[1:], false
		return c, true
	}
	if len(e.unanswered) == 1 && (w.solo || !e.stray) {
		return e.unanswered[0].Case, true
	}
	return Case{}, false
}

// suspect makes suspects of the cases that may be to blame for the end of a
// session. Of one in which suspects were asked, none is left.
func (w *worker) suspect(e ending) {
	if e.last != nil {
		w.suspects = append(w.suspects, *e.last)
	}
	for _, f := range e.unanswered {
		w.suspects = append(w.suspects, f.Case)
	}
	switch {
	case w.solo:
	case len(w.suspects) > 0:
		w.solo, w.twice, w.blamed = true, e.stray || e.last != nil, false
		w.failure, w.stderr = e.why, e.stderr
	default:
		w.run.countUnreproduced()
		w.run.note(e.stderr, "an instance failed with no case in flight: %s", e.why)
	}
}

// acquit ends the time of asking one by one, when all suspects have been asked.
func (w *worker) acquit() {
	if !w.solo || len(w.suspects) > 0 {
		return
	}
	w.solo = false
	if !w.blamed {
		w.run.countUnreproduced()
		w.run.note(w.stderr, "an instance failed, and each case that may be to blame was answered when asked again: %s", w.failure)
	}
}

// next is the case to be asked next; ok is false when there is none. A trial is
// a case that comes next once more.
func (w *worker) next() (c Case, trial, ok bool) {
	if len(w.suspects) == 0 {
		c, ok = w.run.next()
		return c, false, ok
	}
	if w.twice && !w.tried {
		w.tried = true
		return w.suspects[0], true, true
	}
	c, w.suspects, w.tried = w.suspects[0], w.suspects[1:], false
	return c, false, true
}

// room is how many cases may be in flight.
func (w *worker) room() int {
	if w.solo {
		return 1
	}
	return w.window
}

func (w *worker) skipSuspects() {
	for _, c := range w.suspects {
		w.run.sink.deliver(skipped(c.Vector, notAnswered))
	}
}
