package runner

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/conform-suite/conform/vectors"
)

// session is the work of one instance, from its hello to its end.
type session struct {
	w    *worker
	conn Conn

	mu          sync.Mutex
	changed     *sync.Cond // a case was answered, or the session is over
	flights     map[string]*flight
	order       []*flight // unanswered ones and some answered, oldest first; the first is unanswered
	oldestSince time.Time // since when the first of order has been that
	lastAnswer  time.Time // since when the subject has been at work on the next
	received    time.Time // when a line came that is being judged: the clock stands still; zero when none is
	expired     bool      // a case had no answer in time: none is taken any more
	over        bool

	last     *flight       // the latest that was answered, by the receiver alone
	held     []held        // by the receiver alone, the oldest first
	heldSize int           // bytes of their answers
	finished chan struct{} // closed when all is answered and nothing is left to ask
}

// flight is a case that was sent.
type flight struct {
	Case
	id       string
	sent     time.Time
	folder   *folder // nil when the case has no files
	trial    bool    // it will be asked once more, and that answer counts
	answered bool
}

// held is an outcome that may still change: the answer may be repeated.
type held struct {
	id string
	Outcome
}

// ending is how a session ended.
type ending struct {
	kind       vectors.Outcome // Pass: all went well; Skipped: it was interrupted; else how the instance failed
	why        string
	stderr     string
	stray      bool // by a line that may be any case's
	unanswered []*flight
	last       *Case         // answered last, where that may be to blame too
	took       time.Duration // that the oldest of them had
	rest       []byte        // of a line that was not ended
}

// session runs the worker's instance to its end, and ends it.
func (w *worker) session(ctx context.Context) ending {
	s := &session{w: w, conn: w.conn, flights: map[string]*flight{}, finished: make(chan struct{})}
	s.changed = sync.NewCond(&s.mu)
	received, sent := make(chan ending, 1), make(chan struct{})
	go func() { received <- s.receive() }()
	go func() { defer close(sent); s.send() }()

	e, ended := s.watch(ctx, received)
	s.stop()
	how := s.conn.Close()
	if !ended {
		late := <-received
		e.rest = late.rest
	}
	<-sent
	s.conclude(&e, how)
	return e
}

// watch waits for the session to end; ended says that the receiver told so.
func (s *session) watch(ctx context.Context, received <-chan ending) (e ending, ended bool) {
	limits := s.w.run.limits
	timer := time.NewTimer(limits.Case)
	defer timer.Stop()
	finished := s.finished
	for {
		select {
		case e := <-received:
			return e, true
		case <-ctx.Done():
			return ending{kind: vectors.Skipped}, false
		case <-finished:
			finished = nil
			timer.Reset(limits.Exit)
		case now := <-timer.C:
			if finished == nil {
				return ending{kind: vectors.Pass}, false
			}
			left := s.left(now)
			if left <= 0 {
				return ending{kind: vectors.Timeout, why: fmt.Sprintf("no answer within %v", limits.Case)}, false
			}
			timer.Reset(left)
		}
	}
}

// left is the time that the oldest case in flight has left; see Limits.Case.
// When there is none, what comes now comes too late.
func (s *session) left(now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	most := s.w.run.limits.Case
	if len(s.order) == 0 {
		return most
	}
	if !s.received.IsZero() {
		now = s.received
	}
	sinceAnswer, sinceOldest := now.Sub(s.lastAnswer), now.Sub(s.oldestSince)
	left := min(most-min(sinceAnswer, sinceOldest), time.Duration(s.w.window)*most-sinceOldest)
	s.expired = left <= 0
	return left
}

// stop tells the sender that the session is over.
func (s *session) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	s.changed.Broadcast()
}

// conclude completes e once nobody else works for the session.
func (s *session) conclude(e *ending, how string) {
	for _, f := range s.order {
		if !f.answered {
			e.unanswered = append(e.unanswered, f)
		}
	}
	if !s.w.solo && (e.stray || e.kind == vectors.Crash && len(e.unanswered) == 0) {
		e.last = s.withdraw()
	}
	for len(s.held) > 0 {
		s.letGo()
	}
	if len(e.unanswered) > 0 {
		e.took = time.Since(later(s.oldestSince, s.lastAnswer))
	}
	e.stderr = printable(s.conn.Stderr(), stderrShown)
	switch {
	case e.kind == vectors.Crash:
		e.why = "the subject " + how + " without answering"
	case e.kind == vectors.Pass && how != cleanExit && how != cleanReturn:
		s.w.run.note(e.stderr, "after its last answer the subject %s", how)
	}
	if len(e.rest) > 0 && (e.kind == vectors.Crash || e.kind == vectors.Timeout) {
		e.why += "; it had sent the beginning of a line: " + excerpt(e.rest)
	}
}

const (
	cleanExit   = "exited with status 0" // of a Command
	cleanReturn = "returned"             // of an InProcess subject
)

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
