package runner

import (
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
	// Got is the whole answer as JSON, at most 4 KiB and safe to print; only for
	// an answer that fails.
	Got string
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
	// Complete: no case was skipped, of those that there were to ask, and
	// Unreproduced is 0.
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

// withdrawn takes back what asked counted.
func (s *sink) withdrawn(kind vectors.Outcome) {
	s.update(func(p *Progress) {
		p.Done--
		if kind.Failed() {
			p.Failed--
		}
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.puts--
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
