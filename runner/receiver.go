package runner

import (
	"errors"
	"fmt"
	"time"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// receive reads answers until there are no more.
func (s *session) receive() ending {
	began := time.Now()
	for n := 1; ; n++ {
		asked := time.Now()
		line, err := s.conn.Receive()
		now := time.Now()
		if err != nil {
			return s.endOf(line, err)
		}
		s.stopClock(now)
		if broken := s.answer(line); broken != nil {
			return *broken
		}
		s.startClock()
		if now.Sub(asked) > atHand {
			s.gather(now.Sub(began) / time.Duration(n))
		}
	}
}

const (
	atHand     = 5 * time.Microsecond   // more than it takes to receive what need not be waited for
	slowPace   = 50 * time.Microsecond  // a case, from which on answers are left to gather
	gatherMost = 200 * time.Microsecond // for which they are
)

// gather lets a few answers gather when the subject takes its time, and has
// enough to do meanwhile: to be woken by each one costs it and us more than to
// read many at once. pace is the time it takes for a case.
func (s *session) gather(pace time.Duration) {
	s.mu.Lock()
	left := len(s.flights)
	s.mu.Unlock()
	if pace >= slowPace && left >= 8 {
		pause(min(pace*time.Duration(left/8), gatherMost))
	}
}

// endOf says what it means that nothing more will be received.
func (s *session) endOf(rest []byte, err error) ending {
	e := ending{kind: vectors.Crash, rest: append([]byte(nil), rest...)}
	switch {
	case s.isDone():
		e.kind = vectors.Pass
		if len(rest) > 0 {
			s.stray(rest)
		}
	case errors.Is(err, ErrMessageTooLong):
		e.kind, e.stray = vectors.Error, true
		e.why = fmt.Sprintf("a line on stdout is longer than %d bytes", s.w.run.limits.MessageBytes)
	}
	return e
}

// stray notes output that nobody is to blame for.
func (s *session) stray(line []byte) {
	s.w.run.note("", "after its last answer the subject wrote to its stdout: %s", excerpt(line))
}

// largeMessage is the size from which messages are dealt with one at a time,
// whatever the number of instances, since that takes memory: 1 MiB.
const largeMessage = 1 << 20

// answer deals with a line of the subject. It returns how the session ends,
// nil when it goes on: a line that is wrong, but belongs to one case for
// certain, costs that case alone.
func (s *session) answer(line []byte) *ending {
	if len(line) > largeMessage {
		s.w.run.large.Lock()
		defer s.w.run.large.Unlock()
	}
	m, broken := parseMessage(line)
	id, ok := "", false
	if broken == nil {
		v, _ := m.Get("id")
		id, ok = v.Str(), v.Kind() == strictjson.String
	} else {
		id, ok = looseID(line)
	}
	f, took := s.take(id)
	switch {
	case f != nil && f.trial:
		f.folder.remove()
	case f != nil:
		s.last = f
		s.hold(f.id, s.outcome(f, took, m, broken, len(line)))
	case ok && s.repeated(id):
	case s.isDone():
		s.stray(line)
	default:
		return &ending{kind: vectors.Error, stray: true, why: unattributed(line, broken, id, ok)}
	}
	return nil
}

// unattributed says what is wrong with a line that answers no case in flight.
func unattributed(line []byte, broken error, id string, ok bool) string {
	switch {
	case broken != nil:
		return fmt.Sprintf("a line on stdout is not an answer (%v): %s", broken, excerpt(line))
	case !ok:
		return "a line on stdout has no id that is a text, as the request's is: " + excerpt(line)
	default:
		return fmt.Sprintf("an answer has the id %s, which was not asked for: %s", excerpt([]byte(id)), excerpt(line))
	}
}

// stopClock and startClock stand around the judging of a line, which takes none
// of the subject's time.
func (s *session) stopClock(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.received = now
}

func (s *session) startClock() {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	stood := now.Sub(s.received)
	s.oldestSince, s.lastAnswer = earlier(now, s.oldestSince.Add(stood)), s.lastAnswer.Add(stood)
	s.received = time.Time{}
}

// outcome judges what came as the answer to f.
func (s *session) outcome(f *flight, took time.Duration, m strictjson.Value, broken error, size int) Outcome {
	o := Outcome{Vector: f.Vector, Duration: took}
	defer f.folder.remove()
	var err error
	if broken != nil {
		err = fmt.Errorf("the answer is broken: %w", broken)
	} else {
		o.Answer, err = readAnswer(m, s.w.run.suite.Schemas)
	}
	if err == nil {
		s.w.run.judge.judge(&o, f.folder)
	} else {
		o.Kind, o.Why = vectors.Error, err.Error()
	}
	if o.Kind == vectors.Error {
		o.Stderr = printable(s.conn.Stderr(), stderrShown)
	}
	o.size = size
	return o
}

// heldBytes bounds the answers that are held back: 1 MiB in all. Of a subject
// with longer ones, fewer are.
const heldBytes = 1 << 20

// hold keeps an outcome back for as long as its answer might be repeated by a
// subject that answers in any order, and lets go of the oldest.
func (s *session) hold(id string, o Outcome) {
	s.w.run.sink.asked(o.Kind)
	s.held = append(s.held, held{id, o})
	s.heldSize += o.size
	for len(s.held) > s.w.window+1 || s.heldSize > heldBytes {
		s.letGo()
	}
}

// letGo delivers the oldest outcome that is held back.
func (s *session) letGo() {
	o := s.held[0].Outcome
	s.held[0] = held{} // so that it can be collected
	s.held = s.held[1:]
	s.heldSize -= o.size
	s.w.run.sink.deliver(o)
}

// repeated blames a repeated answer on its case, and reports whether there is
// one that was answered lately.
func (s *session) repeated(id string) bool {
	for i := range s.held {
		if s.held[i].id == id {
			o := &s.held[i].Outcome
			s.w.run.sink.amend(o.Kind, vectors.Error)
			*o = Outcome{Vector: o.Vector, Kind: vectors.Error, Why: "it was answered more than once", Duration: o.Duration, size: o.size}
			return true
		}
	}
	return false
}

// withdraw takes back the outcome of the case that was answered last, which is
// to be asked again; nil when there is none, or it was let go.
func (s *session) withdraw() *Case {
	n := len(s.held) - 1
	if s.last == nil || n < 0 || s.held[n].id != s.last.id {
		return nil
	}
	s.w.run.sink.withdrawn(s.held[n].Kind)
	s.held = s.held[:n]
	return &s.last.Case
}

// isDone reports whether all is answered and nothing is left to ask, so that
// nobody is to blame for what comes now.
func (s *session) isDone() bool {
	select {
	case <-s.finished:
		return true
	default:
	}
	s.mu.Lock()
	idle := len(s.flights) == 0 && !s.w.solo
	s.mu.Unlock()
	return idle && !s.w.run.more()
}

// take takes the case of that id out of those in flight; nil when it is not.
func (s *session) take(id string) (f *flight, took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f = s.flights[id]
	if f == nil || s.expired {
		return nil, 0
	}
	took = s.received.Sub(later(f.sent, s.lastAnswer))
	delete(s.flights, id)
	f.answered, s.lastAnswer = true, s.received
	for len(s.order) > 0 && s.order[0].answered {
		s.order, s.oldestSince = s.order[1:], s.received
	}
	s.changed.Signal()
	return f, took
}
