package runner

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/conform-suite/conform/internal/strictjson"
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
	lastAnswer  time.Time
	judging     bool // an answer, since lastAnswer; the clock stands still
	over        bool

	held     []held // by the receiver alone: a ring, the oldest at next when it is full
	next     int
	finished chan struct{} // closed when all is answered and nothing is left to ask
}

// flight is a case that was sent.
type flight struct {
	Case
	id       string
	sent     time.Time
	folder   *folder // nil when the case has no files
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
	unanswered []*flight
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
func (s *session) left(now time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	most := s.w.run.limits.Case
	if len(s.order) == 0 {
		return most
	}
	if s.judging {
		now = s.lastAnswer
	}
	sinceAnswer, sinceOldest := now.Sub(s.lastAnswer), now.Sub(s.oldestSince)
	return min(most-min(sinceAnswer, sinceOldest), time.Duration(s.w.window)*most-sinceOldest)
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
	for i := range s.held {
		s.w.run.sink.deliver(s.held[(s.next+i)%len(s.held)].Outcome)
	}
	for _, f := range s.order {
		if !f.answered {
			e.unanswered = append(e.unanswered, f)
		}
	}
	if len(e.unanswered) > 0 {
		e.took = time.Since(later(s.oldestSince, s.lastAnswer))
	}
	e.stderr = printable(s.conn.Stderr(), stderrShown)
	switch {
	case e.kind == vectors.Crash:
		e.why = "the subject " + how + " without answering"
	case e.kind == vectors.Pass && how != cleanExit && how != cleanReturn:
		s.w.run.note("after its last answer the subject %s", how)
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

// receive reads answers until there are no more.
func (s *session) receive() ending {
	for {
		line, err := s.conn.Receive()
		if err != nil {
			return s.endOf(line, err)
		}
		if broken := s.answer(line); broken != nil {
			return *broken
		}
	}
}

// endOf says what it means that nothing more will be received.
func (s *session) endOf(rest []byte, err error) ending {
	e := ending{kind: vectors.Crash, rest: append([]byte(nil), rest...)}
	switch {
	case s.isFinished():
		e.kind = vectors.Pass
		if len(rest) > 0 {
			s.stray(rest)
		}
	case errors.Is(err, ErrMessageTooLong):
		e.kind, e.why = vectors.Error, fmt.Sprintf("a line on stdout is longer than %d bytes", s.w.run.limits.MessageBytes)
	}
	return e
}

// stray notes output that nobody is to blame for.
func (s *session) stray(line []byte) {
	s.w.run.note("after its last answer the subject wrote to its stdout: %s", excerpt(line))
}

// send asks cases while there is room, until there are no more or the session
// is over.
func (s *session) send() {
	var batch requests
	for {
		room, ok := s.waitForRoom()
		if !ok {
			return
		}
		more := s.collect(&batch, room)
		if len(batch.list) > 0 {
			// An error means that the subject is gone or going, which the
			// receiver finds out.
			s.conn.Send(batch.list)
		}
		if !more {
			s.finish()
			return
		}
	}
}

// finish tells the instance that there is nothing more, once all is answered.
func (s *session) finish() {
	s.mu.Lock()
	for len(s.flights) > 0 && !s.over {
		s.changed.Wait()
	}
	over := s.over
	s.mu.Unlock()
	if !over {
		close(s.finished)
		s.conn.CloseSend()
	}
}

// nap is how long the sender waits for more room when there is little, so that
// it writes many requests at once to a fast subject. A slow one does not feel it.
const nap = 200 * time.Microsecond

// waitForRoom returns how many cases may be sent; ok is false when the session
// is over.
func (s *session) waitForRoom() (room int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	napped := false
	for {
		if len(s.flights) == 0 {
			s.w.acquit()
		}
		most := s.w.room()
		room = most - len(s.flights)
		switch {
		case s.over:
			return 0, false
		case room > 0 && (room >= most/2 || napped):
			return room, true
		case room > 0:
			s.mu.Unlock()
			time.Sleep(nap)
			s.mu.Lock()
			napped = true
		default:
			s.changed.Wait()
		}
	}
}

// requests is a batch of requests; its memory is used again.
type requests struct {
	text []byte
	ends []int
	list [][]byte
}

// batchBytes is where a batch ends, so that large requests are not gathered.
const batchBytes = 128 << 10

// collect takes up to room cases and makes requests of them; more is false
// when there are no more cases.
func (s *session) collect(b *requests, room int) (more bool) {
	b.text, b.ends, b.list = b.text[:0], b.ends[:0], b.list[:0]
	more = true
	for len(b.ends) < room && len(b.text) < batchBytes {
		c, ok := s.w.next()
		if !ok {
			more = false
			break
		}
		s.register(b, c)
		if s.w.solo {
			break
		}
	}
	start := 0
	for _, end := range b.ends {
		b.list = append(b.list, b.text[start:end])
		start = end
	}
	return more
}

// register makes a request of c, and puts it on the list of those in flight
// before it is sent.
func (s *session) register(b *requests, c Case) {
	f := &flight{Case: c, id: s.w.run.ids.next(), sent: time.Now()}
	params := c.Vector.Params
	if c.Vector.Files != nil && s.w.run.disk {
		f.folder, params = newFolder(c.Vector)
	}
	b.text = appendRequest(b.text, f.id, c.Vector.Operation.Name, params)
	b.ends = append(b.ends, len(b.text))
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.order) == 0 {
		s.oldestSince = f.sent
	}
	s.flights[f.id] = f
	s.order = append(s.order, f)
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
	case f != nil:
		s.hold(f.id, s.outcome(f, took, m, broken, len(line)))
		s.judged()
	case ok && s.repeated(id):
	case s.isFinished():
		s.stray(line)
	default:
		return &ending{kind: vectors.Error, why: unattributed(line, broken, id, ok)}
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

// judged lets the clock go on after an answer: judging takes none of the
// subject's time.
func (s *session) judged() {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	s.oldestSince = earlier(now, s.oldestSince.Add(now.Sub(s.lastAnswer)))
	s.lastAnswer, s.judging = now, false
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

// hold keeps an outcome back for as long as its answer might be repeated by a
// subject that answers in any order, and lets go of the oldest.
func (s *session) hold(id string, o Outcome) {
	s.w.run.sink.asked(o.Kind)
	if len(s.held) <= s.w.window {
		s.held = append(s.held, held{id, o})
		return
	}
	s.w.run.sink.deliver(s.held[s.next].Outcome)
	s.held[s.next] = held{id, o}
	s.next = (s.next + 1) % len(s.held)
}

// repeated blames a repeated answer on its case, and reports whether there is
// one that was answered lately.
func (s *session) repeated(id string) bool {
	for i := range s.held {
		if s.held[i].id == id {
			o := &s.held[i].Outcome
			s.w.run.sink.amend(o.Kind, vectors.Error)
			*o = Outcome{Vector: o.Vector, Kind: vectors.Error, Why: "it was answered more than once", Duration: o.Duration}
			return true
		}
	}
	return false
}

func (s *session) isFinished() bool {
	select {
	case <-s.finished:
		return true
	default:
		return false
	}
}

// take takes the case of that id out of those in flight; nil when it is not.
func (s *session) take(id string) (f *flight, took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f = s.flights[id]
	if f == nil {
		return nil, 0
	}
	now := time.Now()
	took = now.Sub(later(f.sent, s.lastAnswer))
	delete(s.flights, id)
	f.answered, s.lastAnswer, s.judging = true, now, true
	for len(s.order) > 0 && s.order[0].answered {
		s.order, s.oldestSince = s.order[1:], now
	}
	s.changed.Signal()
	return f, took
}
