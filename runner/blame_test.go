//go:build unix

package runner_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// play runs a hostile subject and checks that nothing of it is left.
func play(t *testing.T, name string, inFlight int, o runner.Options) (*runner.Result, error) {
	t.Helper()
	t.Parallel()
	pids := filepath.Join(t.TempDir(), "pids")
	r, err := runner.Run(t.Context(), subject(name, inFlight, pids), o)
	allGone(t, pids)
	return r, err
}

// tally counts the outcomes of each kind.
func tally(r *runner.Result) map[vectors.Outcome]int {
	n := map[vectors.Outcome]int{}
	for _, o := range r.Outcomes {
		n[o.Kind]++
	}
	return n
}

// TestDiesAtThe50th: with one case in flight it is clear which to blame. With
// several it shows that none of them is.
func TestDiesAtThe50th(t *testing.T) {
	s := suite(t, echo(180)...)
	t.Run("one in flight", func(t *testing.T) {
		r, err := play(t, "dies at the 50th", 1, runner.Options{Suite: s, Vectors: s.Vectors, Limits: limits})
		if err != nil {
			t.Fatal(err)
		}
		if n := tally(r); n[vectors.Crash] != 3 || n[vectors.Pass] != 177 || r.Restarts != 3 || r.Unreproduced != 0 || !r.Complete {
			t.Errorf("got %v, %+v", n, r.Summary)
		}
		for _, id := range []int{50, 100, 150} {
			if o := outcome(t, r, echoID(id)); o.Kind != vectors.Crash {
				t.Errorf("%s: got %s, want crash", o.Vector.ID, o.Kind)
			}
		}
	})
	t.Run("several in flight", func(t *testing.T) {
		r, err := play(t, "dies at the 50th", 16, runner.Options{Suite: s, Vectors: s.Vectors, Limits: limits})
		if err != nil {
			t.Fatal(err)
		}
		n := tally(r)
		if n[vectors.Crash] > 1 || n[vectors.Crash]+n[vectors.Pass] != 180 || r.Unreproduced < 2 || r.Complete {
			t.Errorf("got %v, %+v", n, r.Summary)
		}
	})
}

// TestStops: a run in which nothing works ends soon, as incomplete.
func TestStops(t *testing.T) {
	s := suite(t, echo(40)...)
	short := limits
	short.Case = 300 * time.Millisecond
	for _, test := range []struct {
		name    string
		limits  runner.Limits
		want    map[vectors.Outcome]int
		stopped string
	}{
		{"hangs after hello", short, map[vectors.Outcome]int{vectors.Timeout: 5, vectors.Skipped: 35}, "more than 4 times"},
		{"exits after hello", limits, map[vectors.Outcome]int{vectors.Crash: 5, vectors.Skipped: 35}, "more than 4 times"},
		{"does not start again", limitsFor("", vectors.Timeout), map[vectors.Outcome]int{vectors.Pass: 6, vectors.Timeout: 1, vectors.Skipped: 33}, "could not be restarted"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := play(t, test.name, 1, runner.Options{Suite: s, Vectors: s.Vectors, Limits: test.limits})
			if err != nil {
				t.Fatal(err)
			}
			n := tally(r)
			for kind, want := range test.want {
				if n[kind] != want {
					t.Errorf("got %d %s, want %d", n[kind], kind, want)
				}
			}
			if r.Complete || !strings.Contains(r.Stopped, test.stopped) || len(r.Outcomes) != 40 {
				t.Errorf("got complete %v, stopped %q, %d outcomes", r.Complete, r.Stopped, len(r.Outcomes))
			}
		})
	}
	t.Run("no restarts", func(t *testing.T) {
		never := limits
		never.Restarts = -1
		r, err := play(t, "crashes on a case", 1, runner.Options{Suite: s, Vectors: s.Vectors, Limits: never})
		if err != nil {
			t.Fatal(err)
		}
		if n := tally(r); n[vectors.Pass] != 6 || n[vectors.Crash] != 1 || r.Complete || r.Restarts != 0 {
			t.Errorf("got %v, %+v", n, r.Summary)
		}
	})
}

// TestChangesItsName: an instance that names itself differently is another
// subject, and no report could say which was tested.
func TestChangesItsName(t *testing.T) {
	s := suite(t, echo(40)...)
	short := limits
	short.Case = caseLimit
	for _, processes := range []int{1, 3} {
		t.Run("", func(t *testing.T) {
			_, err := play(t, "changes its name", 1, runner.Options{Suite: s, Vectors: s.Vectors, Limits: short, Processes: processes})
			var p *runner.ProtocolError
			if !errors.As(err, &p) || !strings.Contains(p.Problem, "changes what it is") {
				t.Errorf("got %v, want a ProtocolError", err)
			}
		})
	}
}

// TestChangesAnything: each part of what a subject says of itself counts.
func TestChangesAnything(t *testing.T) {
	s := suite(t, echo(20)...)
	first := string(helloResult("a", 1))
	for from, to := range map[string]string{
		`"version":"1"`: `"version":"2"`, `"language":"go"`: `"language":"c"`, `"name":"a"`: `"name":"b"`, `"toy.say"`: `"toy.sing"`,
		`"implementation":{`: `"implementation":{"origin":"https://example.org",`, `{"language"`: `{"revision":"1","language"`,
		`"max_in_flight":1`: `"max_in_flight":2`, `"operations":["toy.echo",`: `"operations":["toy.echo","toy.echo",`,
	} {
		starts := 0
		_, err := runner.Run(t.Context(), runner.InProcess(func(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
			switch {
			case method != "conform.hello" && string(params) == `{"n":7}`:
				panic("seven")
			case method != "conform.hello":
				return honest(ctx, method, params)
			}
			if starts++; starts == 1 {
				return json.RawMessage(first), nil
			}
			changed := strings.Replace(first, from, to, 1)
			if changed == first {
				t.Errorf("%s is not in %s", from, first)
			}
			return json.RawMessage(changed), nil
		}), runner.Options{Suite: s, Vectors: s.Vectors})
		same := strings.Contains(from, "max_in_flight") || strings.Contains(from, "toy.echo")
		var p *runner.ProtocolError
		if same != (err == nil) || !same && !errors.As(err, &p) {
			t.Errorf("%s for %s: got %v", to, from, err)
		}
	}
}

// TestOnlyOnce: a subject that cannot run twice is told so when it has to.
func TestOnlyOnce(t *testing.T) {
	s := suite(t, echo(40)...)
	_, err := play(t, "does not start again", 1, runner.Options{Suite: s, Vectors: s.Vectors, Limits: limits, Processes: 2})
	var p *runner.ProtocolError
	if !errors.As(err, &p) || !strings.Contains(p.Problem, "exited with status 5") || !strings.Contains(p.Hint, "side by side") {
		t.Errorf("got %v, want a ProtocolError with a hint", err)
	}
}

// TestStopsReading: the pipe to the subject fills up, and the writer with it.
func TestStopsReading(t *testing.T) {
	big := strings.Repeat("x", 100<<10)
	var vs []string
	for i := 1; i <= 20; i++ {
		v := echo(i)[i-1]
		vs = append(vs, strings.Replace(v, `"params": {`, `"params": {"big": "`+big+`", `, 1))
	}
	s := suite(t, vs...)
	short := limits
	short.Case = caseLimit
	r, err := play(t, "stops reading", 16, runner.Options{Suite: s, Vectors: s.Vectors, Limits: short})
	if err != nil {
		t.Fatal(err)
	}
	// It answers the bad case and stops: what comes after is never answered,
	// but for what is asked again of a fresh instance.
	if n := tally(r); n[vectors.Pass] < 19 || r.Complete != (r.Unreproduced == 0) {
		t.Errorf("got %v, %+v", n, r.Summary)
	}
}

// TestCancel: what was done is kept.
func TestCancel(t *testing.T) {
	s := suite(t, echo(40)...)
	ctx, cancel := context.WithCancel(t.Context())
	pids := filepath.Join(t.TempDir(), "pids")
	o := runner.Options{Suite: s, Vectors: s.Vectors, Limits: limits, Progress: func(p runner.Progress) {
		if p.Done == 5 {
			cancel()
		}
	}}
	start := time.Now()
	r, err := runner.Run(ctx, subject("slow", 4, pids), o)
	if err != nil {
		t.Fatal(err)
	}
	allGone(t, pids)
	n := tally(r)
	if n[vectors.Pass] < 5 || n[vectors.Skipped] < 20 || n[vectors.Pass]+n[vectors.Skipped] != 40 {
		t.Errorf("got %v", n)
	}
	if r.Complete || r.Stopped != "interrupted" || r.Hello.Name != "slow" {
		t.Errorf("got %+v", r.Summary)
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("it took %v to stop", d)
	}
	t.Run("before hello", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		pids := filepath.Join(t.TempDir(), "pids")
		_, err := runner.Run(ctx, subject("says nothing", 1, pids), runner.Options{Suite: s, Vectors: s.Vectors})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the context's error", err)
		}
	})
}

// TestSlow: requests that wait in the subject's queue, the oldest even longest,
// do not run out of time while it answers others.
func TestSlow(t *testing.T) {
	s := suite(t, echo(16)...)
	short := limits
	short.Case = caseLimit
	for _, name := range []string{"slow", "slow, out of order"} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			r, err := play(t, name, 8, runner.Options{Suite: s, Vectors: s.Vectors, Limits: short})
			if err != nil {
				t.Fatal(err)
			}
			if n := tally(r); n[vectors.Pass] != 16 || r.Restarts > 0 || time.Since(start) < caseLimit {
				t.Errorf("got %v, %d restarts, after %v", n, r.Restarts, time.Since(start))
			}
		})
	}
}

// TestOneThreadHangs: the others go on. The case that hangs is found when
// nothing else is left to be answered, or when it has waited for the time of
// all that may be in flight.
func TestOneThreadHangs(t *testing.T) {
	t.Run("to the end", func(t *testing.T) {
		s := suite(t, echo(40)...)
		short := limits
		short.Case = caseLimit
		r, err := play(t, "one thread hangs", 16, runner.Options{Suite: s, Vectors: s.Vectors, Limits: short})
		if err != nil {
			t.Fatal(err)
		}
		if o := outcome(t, r, echoID(bad)); o.Kind != vectors.Timeout || r.Restarts != 0 {
			t.Errorf("got %s, %d restarts", o.Kind, r.Restarts)
		}
		othersPass(t, r)
	})
	t.Run("for long", func(t *testing.T) {
		s := suite(t, echo(300)...) // 6 s
		short := limits
		short.Case = time.Second
		done := 0
		o := runner.Options{Suite: s, Vectors: s.Vectors, Limits: short, Progress: func(p runner.Progress) {
			if p.Restarts == 0 {
				done = p.Done
			}
		}}
		r, err := play(t, "one thread hangs", 2, o)
		if err != nil {
			t.Fatal(err)
		}
		if o := outcome(t, r, echoID(bad)); o.Kind != vectors.Timeout || done > 250 {
			t.Errorf("got %s after %d cases", o.Kind, done)
		}
		othersPass(t, r)
	})
}

// TestNotes: what is not judged is told all the same.
func TestNotes(t *testing.T) {
	s := suite(t, echo(40)...)
	for name, want := range map[string]string{
		"honest":           "",
		"exits with 4":     "after its last answer the subject exited with status 4",
		"says goodbye":     "after its last answer the subject wrote to its stdout: “bye”",
		"never exits":      "after its last answer the subject did not exit by itself and was ended",
		"dies at the 20th": "an instance failed, and each case that may be to blame was answered when asked again: the subject exited with status 1 without answering (2 times); the end of its stderr: tired,\nafter 20",
	} {
		t.Run(name, func(t *testing.T) {
			r, err := play(t, name, 16, runner.Options{Suite: s, Vectors: s.Vectors, Limits: limitsFor(name, vectors.Pass)})
			if err != nil {
				t.Fatal(err)
			}
			if want == "" && len(r.Notes) > 0 || want != "" && !slices.Contains(r.Notes, want) {
				t.Errorf("got %q, want %q", r.Notes, want)
			}
		})
	}
}

// An operation that is misspelt beside others is named; another one is a subject's
// own.
func TestNotesMisspelt(t *testing.T) {
	s := suite(t, echo(1)...)
	hello := strings.Replace(string(helloResult("a", 1)), `"toy.say"`, `"toy.sai"`, 1)
	r, err := runner.Run(t.Context(), runner.InProcess(func(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
		if method == "conform.hello" {
			return json.RawMessage(hello), nil
		}
		return honest(ctx, method, params)
	}), runner.Options{Suite: s, Vectors: s.Vectors})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"the subject claims what this suite does not have: “toy.sai” (do you mean toy.say?)"}; !slices.Equal(r.Notes, want) {
		t.Errorf("got %q, want %q", r.Notes, want)
	}
}
