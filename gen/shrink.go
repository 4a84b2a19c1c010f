package gen

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// Trial asks a subject a case: the class of its failure, or "" when it is
// right. The same params must always give the same class.
type Trial func(params strictjson.Value) (class string, err error)

// Shrunk is a case made small.
type Shrunk struct {
	First      strictjson.Value // the params as generated
	Minimal    strictjson.Value // the smallest found that fail alike
	Class      string           // of the failure, the same for both
	Executions int              // how often the subject was asked
	Truncated  bool             // the budget ended it, not a smallest case
}

// hang is what a question costs of the budget that is not answered in time.
const hang = 500

// ErrNotReproduced: the case that is to be shrunk does not fail again.
var ErrNotReproduced = errors.New("the failure did not happen again, so it cannot be made smaller")

// Shrink makes a case of the challenge that a subject fails as small as it can,
// keeping to the class of its first failure. It asks at most budget times, so
// that its answer does not depend on the speed of the machine: first along the
// generator's own draws (rapid), then by parts of the JSON. A question that is
// not answered in time counts as 500, since it takes as long.
//
// Rapid wants the flags of package testing: outside of a test, Shrink registers
// them with flag.CommandLine, silences it, and marks it parsed.
func (c *Challenge) Shrink(at Indexed, budget int, ask Trial) (Shrunk, error) {
	s := begin(c.Case(at.Operation, at.Index).Params, budget, ask)
	if !s.reproduced() {
		return s.out, errors.Join(ErrNotReproduced, s.err)
	}
	if err := s.draws(c.generator(at.Operation), caseSeed(c.Seed, at.Operation, at.Index)); err != nil {
		return s.out, err
	}
	usual := c.usualTexts(at.Operation)
	s.parts(usual)
	if s.err == nil && 2*s.spent <= budget {
		s.again(usual)
	}
	return s.out, s.err
}

// again makes the first case smaller by its parts alone, which may lead elsewhere,
// and keeps what is smaller.
func (s *shrinker) again(usual map[string][]string) {
	before := s.out
	s.out.Minimal = s.out.First
	s.parts(usual)
	if weight(s.out.Minimal) >= weight(before.Minimal) {
		s.out.Minimal, s.out.Truncated = before.Minimal, before.Truncated
	}
}

// Reduce is Shrink for params that no generator made.
func Reduce(params strictjson.Value, budget int, ask Trial) (Shrunk, error) {
	s := begin(params, budget, ask)
	if !s.reproduced() {
		return s.out, errors.Join(ErrNotReproduced, s.err)
	}
	s.parts(nil)
	return s.out, s.err
}

func begin(params strictjson.Value, budget int, ask Trial) *shrinker {
	s := &shrinker{ask: ask, budget: budget, cache: map[string]string{}}
	s.out.First, s.out.Minimal = params, params
	s.out.Class = s.class(params)
	return s
}

func (s *shrinker) reproduced() bool { return s.err == nil && s.out.Class != "" }

type shrinker struct {
	ask    Trial
	budget int
	spent  int               // of the budget
	cache  map[string]string // class by params
	out    Shrunk
	err    error // of ask, which ends it all
}

// class is the class of failure of params, asked once. Past the budget, or
// after an error, nothing more fails.
func (s *shrinker) class(params strictjson.Value) string {
	key := params.String()
	if class, ok := s.cache[key]; ok {
		return class
	}
	if s.err != nil || s.spent >= s.budget {
		s.out.Truncated = true
		return ""
	}
	s.out.Executions++
	class, err := s.ask(params)
	if s.spent++; class == string(vectors.Timeout) {
		s.spent += hang - 1
	}
	if err != nil {
		s.err = err
		return ""
	}
	s.cache[key] = class
	return class
}

// parts shrinks by parts of the JSON value. The params stay an object.
func (s *shrinker) parts(usual map[string][]string) {
	r := reducer{usual: usual, fails: func(v strictjson.Value) bool {
		return v.Kind() == strictjson.Object && s.class(v) == s.out.Class
	}}
	s.out.Minimal = r.reduce(s.out.Minimal)
}

// rapid keeps its settings in variables of the process, reached through
// flag.CommandLine, so one check runs at a time. Our own flags live elsewhere.
var (
	rapidMu   sync.Mutex
	rapidInit sync.Once
)

// prepareRapid does what rapid, made for `go test`, takes for granted: the flags
// of package testing are there and parsed. Within `go test` they are.
func prepareRapid() error {
	var err error
	rapidInit.Do(func() {
		testing.Init() // does nothing where it was done
		if !flag.Parsed() {
			flag.CommandLine.SetOutput(io.Discard)
			err = flag.CommandLine.Parse(nil)
		}
	})
	return err
}

// settings fix everything that would otherwise come from the environment
// (RAPID_*) or the clock. What bounds the work is the property.
func settings(seed uint64) map[string]string {
	return map[string]string{
		"rapid.seed": strconv.FormatUint(seed, 10), "rapid.checks": "1",
		"rapid.steps": "30", "rapid.nofailfile": "true", "rapid.failfile": "",
		"rapid.log": "false", "rapid.v": "false", "rapid.debug": "false", "rapid.debugvis": "false",
		"rapid.shrinktime": "10000h",
		"test.short":       "false", // rapid would make a fifth of the one check
	}
}

// draws shrinks along the draws of the generator, from the seed of the case.
func (s *shrinker) draws(g Generator, seed uint64) error {
	rapidMu.Lock()
	defer rapidMu.Unlock()
	if err := prepareRapid(); err != nil {
		return fmt.Errorf("preparing to shrink: %w", err)
	}
	for name, value := range settings(seed) {
		old := flag.Lookup(name).Value.String()
		if err := flag.Set(name, value); err != nil {
			return fmt.Errorf("preparing to shrink: %w", err)
		}
		defer flag.Set(name, old)
	}
	tb := &recorder{name: unplanted()}
	tb.run(func() { rapid.Check(tb, s.property(g)) })
	if line := tb.verdict(); strings.Contains(line, "flaky") {
		return fmt.Errorf("%w: %s", ErrNotReproduced, line)
	}
	return nil
}

// property is what rapid shrinks a failure of. It ends the goroutine that rapid
// runs in, which nothing else ends, once half of the budget is spent (the rest is
// for the parts), or when many draws in a row brought nothing: rapid then tries
// every pair of draws, for minutes.
func (s *shrinker) property(g Generator) func(*rapid.T) {
	const patience = 2000 // draws
	idle := 0
	return func(t *rapid.T) {
		if idle++; idle > patience || s.err != nil || s.spent >= s.budget/2 {
			runtime.Goexit()
		}
		x := g.Draw(t, "case")
		if s.class(x.Params) != s.out.Class {
			return
		}
		if weight(x.Params) < weight(s.out.Minimal) {
			idle = 0
		}
		if weight(x.Params) <= weight(s.out.Minimal) {
			s.out.Minimal = x.Params
		}
		t.Fatalf("the subject fails") // one place and one text: another would end the shrinking
	}
}

// unplanted is a name for which nobody can have left a fail file that rapid
// would replay.
func unplanted() string {
	var b [16]byte
	rand.Read(b[:])
	return "conform-" + hex.EncodeToString(b[:])
}

// recorder is the rapid.TB that rapid reports to.
type recorder struct {
	name   string
	failed bool
	log    []string
}

type stop struct{}

// run calls f, which recorder and the property may end.
func (r *recorder) run(f func()) {
	ended := make(chan any)
	go func() {
		var p any
		defer func() { ended <- p }()
		defer func() { p = recover() }()
		f()
	}()
	if p := <-ended; p != nil && p != any(stop{}) {
		panic(p)
	}
}

// verdict is the first line of what rapid found.
func (r *recorder) verdict() string {
	for _, l := range r.log {
		if strings.HasPrefix(l, "[rapid]") && !strings.Contains(l, "trying to") {
			line, _, _ := strings.Cut(l, "\n")
			return line
		}
	}
	return ""
}

func (r *recorder) Helper()                   {}
func (r *recorder) Name() string              { return r.name }
func (r *recorder) Logf(f string, a ...any)   { r.log = append(r.log, fmt.Sprintf(f, a...)) }
func (r *recorder) Log(a ...any)              { r.log = append(r.log, fmt.Sprint(a...)) }
func (r *recorder) Skipf(f string, a ...any)  { r.Logf(f, a...) }
func (r *recorder) Skip(a ...any)             { r.Log(a...) }
func (r *recorder) SkipNow()                  {}
func (r *recorder) Errorf(f string, a ...any) { r.failed = true; r.Logf(f, a...) }
func (r *recorder) Error(a ...any)            { r.failed = true; r.Log(a...) }
func (r *recorder) Fatalf(f string, a ...any) { r.Errorf(f, a...); panic(stop{}) }
func (r *recorder) Fatal(a ...any)            { r.Error(a...); panic(stop{}) }
func (r *recorder) FailNow()                  { r.failed = true; panic(stop{}) }
func (r *recorder) Fail()                     { r.failed = true }
func (r *recorder) Failed() bool              { return r.failed }
