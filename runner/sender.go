package runner

import (
	"encoding/json"
	"time"
)

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
			pause(nap)
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
		c, trial, ok := s.w.next()
		if !ok {
			more = false
			break
		}
		s.register(b, c, trial)
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
func (s *session) register(b *requests, c Case, trial bool) {
	f := &flight{Case: c, id: s.w.run.ids.next(), sent: time.Now(), trial: trial}
	var params json.RawMessage
	var err error
	if f.folder, params, err = lend(s.w.run.subject, c.Vector); err != nil {
		s.w.run.cancel(errStopped(err.Error()))
	} else {
		b.text = appendRequest(b.text, f.id, c.Vector.Operation.Name, params)
		b.ends = append(b.ends, len(b.text))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.order) == 0 {
		s.oldestSince = f.sent
	}
	s.flights[f.id] = f
	s.order = append(s.order, f)
}
