//go:build unix

package runner_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// caseLimit is for subjects that are to run into it. It leaves room for a busy
// machine, since the other cases must not.
var caseLimit = map[bool]time.Duration{false: 2 * time.Second, true: 5 * time.Second}[raced]

// limits are for subjects that are not to run into them.
var limits = runner.Limits{Hello: time.Minute, Case: time.Minute, Exit: time.Minute, Restarts: 4}

// limitsFor are limits for a subject of which that outcome is expected.
func limitsFor(name string, want vectors.Outcome) runner.Limits {
	l := limits
	if want == vectors.Timeout {
		l.Case = caseLimit
	}
	if name == "ignores SIGTERM" || name == "never exits" {
		l.Exit = 500 * time.Millisecond
	}
	return l
}

// hostile lists subjects that fall over one case, n-007, and what must come of it.
var hostile = []struct {
	name     string
	want     vectors.Outcome
	why      string // that Why must contain
	restarts int    // at most, with one case in flight at a time
}{
	{"crashes on a case", vectors.Crash, "exited with status 3", 1},
	{"crashes with daemon", vectors.Crash, "exited with status 3", 1},
	{"dies of a signal", vectors.Crash, "killed", 1},
	{"hangs on a case", vectors.Timeout, "no answer within ", 1},
	{"ignores SIGTERM", vectors.Timeout, "no answer", 1},
	{"answers late", vectors.Timeout, "no answer", 1},
	{"answers twice", vectors.Error, "more than once", 0},
	{"a wrong id", vectors.Error, "“abc”, which was not asked for", 2},
	{"no id", vectors.Error, "no id that is a text", 2},
	{"id null", vectors.Error, "no id that is a text", 2},
	{"id a number", vectors.Error, "no id that is a text", 2},
	{"half a line", vectors.Timeout, "the beginning of a line", 1},
	{"half a line, exits", vectors.Crash, "the beginning of a line", 1},
	{"closes stdout", vectors.Crash, "did not exit by itself", 1},
	{"logs to stdout", vectors.Error, "DEBUG seven", 2},
	{"logs after its answer", vectors.Error, "DEBUG seven", 2},
	{"logs later", vectors.Error, "DEBUG seven", 2},
	{"empty line", vectors.Error, "not an answer", 2},
	{"a batch", vectors.Error, "no id", 2},
	{"bad JSON", vectors.Error, "not an answer", 2},
	{"trailing data", vectors.Error, "after the JSON value", 2},
	{"very deep", vectors.Error, "", 2},
	{"deep", vectors.Fail, "", 0},
	{"invalid UTF-8", vectors.Error, "UTF-8", 0},
	{"lone surrogate", vectors.Error, "surrogate", 0},
	{"repeated members", vectors.Error, "repeated member", 0},
	{"repeated id", vectors.Error, "repeated member", 2},
	{"error code 2", vectors.Error, "error 2 “oops”", 0},
	{"internal error", vectors.Error, "error -32603 “oops”", 0},
	{"result and error", vectors.Error, "not a JSON-RPC 2.0 response", 0},
	{"result, error null", vectors.Error, "not a JSON-RPC 2.0 response", 0},
	{"neither", vectors.Error, "not a JSON-RPC 2.0 response", 0},
	{"no version", vectors.Error, "jsonrpc", 0},
	{"error without message", vectors.Error, "message", 0},
	{"error code a fraction", vectors.Error, "code", 0},
	{"error code beyond 32 bits", vectors.Error, "not a JSON-RPC 2.0 response", 0},
	{"result null", vectors.Fail, "not the expected one", 0},
	{"unsupported", vectors.Fail, "claims the operation", 0},
	{"rejects", vectors.Fail, "must be answered", 0},
	{"CRLF", vectors.Pass, "", 0},
	{"members of extensions", vectors.Pass, "", 0},
	{"answers out of order", vectors.Pass, "", 0},
	{"writes byte by byte", vectors.Pass, "", 0},
	{"floods stderr", vectors.Pass, "", 0},
	{"leaves a grandchild", vectors.Pass, "", 0},
	{"leaves a daemon", vectors.Pass, "", 0},
	{"leaves zombies", vectors.Pass, "", 0},
	{"never exits", vectors.Pass, "", 0},
	{"exits with 4", vectors.Pass, "", 0},
	{"says goodbye", vectors.Pass, "", 0},
	{"honest", vectors.Pass, "", 0},
}

func TestHostile(t *testing.T) {
	s := suite(t, echo(40)...)
	for _, h := range hostile {
		for _, way := range []struct{ processes, inFlight int }{{1, 1}, {2, 16}} {
			if raced && way.processes == 1 {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d processes, %d in flight", h.name, way.processes, way.inFlight), func(t *testing.T) {
				t.Parallel()
				pids := filepath.Join(t.TempDir(), "pids")
				o := runner.Options{Suite: s, Vectors: s.Vectors, Processes: way.processes, Limits: limitsFor(h.name, h.want)}
				r, err := runner.Run(t.Context(), subject(h.name, way.inFlight, pids), o)
				if err != nil {
					t.Fatal(err)
				}
				allGone(t, pids)
				got := outcome(t, r, echoID(bad))
				if got.Kind != h.want || !strings.Contains(got.Why, h.why) {
					t.Errorf("got %s (%s), want %s (… %s …)", got.Kind, got.Why, h.want, h.why)
				}
				othersPass(t, r)
				most := h.restarts
				if way.inFlight > 1 { // all that was in flight is suspected first
					most = min(2, 2*most)
				}
				if r.Restarts > most || !r.Complete || r.Asked != 40 || r.Unreproduced > 0 {
					t.Errorf("got %d restarts (want at most %d), complete %v, %d asked, %d unreproduced", r.Restarts, most, r.Complete, r.Asked, r.Unreproduced)
				}
			})
		}
	}
}

// othersPass checks that every case but the bad one passed.
func othersPass(t *testing.T, r *runner.Result) {
	t.Helper()
	for _, o := range r.Outcomes {
		if o.Vector.ID != echoID(bad) && o.Kind != vectors.Pass {
			t.Errorf("%s: got %s (%s), want pass", o.Vector.ID, o.Kind, o.Why)
		}
	}
}

// allGone checks that no process that was noted down is there any more. A
// zombie is left for whoever is its parent to reap.
func allGone(t *testing.T, pids string) {
	t.Helper()
	b, err := os.ReadFile(pids)
	if err != nil || len(b) == 0 {
		t.Fatalf("no process was noted down: %v", err)
	}
	for _, pid := range strings.Fields(string(b)) {
		deadline := time.Now().Add(2 * time.Second) // SIGKILL takes a moment
		for alive(pid) {
			if time.Now().After(deadline) {
				t.Errorf("process %s outlives the run", pid)
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
}

func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	_, state, _ := bytes.Cut(stat, []byte(") "))
	return err == nil && !bytes.HasPrefix(state, []byte("Z"))
}

// TestNoSubject has subjects that there is nothing to report about.
func TestNoSubject(t *testing.T) {
	s := suite(t, echo(3)...)
	for _, test := range []struct{ name, problem, hint, stderr string }{
		{"exits at once", "exited with status 3 before it answered", "", `no \u001b[31mlicence`},
		{"prints a banner", `“Starting toy server v1.2 \u001b[2J...”`, "stderr", ""},
		{"ends within a banner", "“Starting”", "stderr", ""},
		{"speaks no protocol", "“> what?”", "stderr", ""},
		{"never reads", "within ", "flush", ""},
		{"says nothing", "within ", "flush", ""},
		{"another protocol", "protocol", "conform/1", ""},
		{"no operations member", "operations", "schema/protocol/hello.result.json", ""},
		{"no known operation", "no operation of this suite, but “a.b”, “c1”, “c2”, “c3”, “c4”, 3 more", "toy", ""},
		{"an operation misspelt", "no operation of this suite, but “toy.eco” (do you mean toy.echo?)", "toy", ""},
		{"rejects hello", "refused conform.hello", "conform/1", ""},
		{"hello of another id", "its id is not the request's", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			pids := filepath.Join(t.TempDir(), "pids")
			o := runner.Options{Suite: s, Vectors: s.Vectors, Limits: limits}
			if test.problem == "within " {
				o.Limits.Hello = 2 * caseLimit
			}
			_, err := runner.Run(t.Context(), subject(test.name, 1, pids), o)
			allGone(t, pids)
			var p *runner.ProtocolError
			if !errors.As(err, &p) {
				t.Fatalf("got %v, want a ProtocolError", err)
			}
			if !strings.Contains(p.Problem, test.problem) || !strings.Contains(p.Hint, test.hint) || !strings.Contains(p.Stderr, test.stderr) {
				t.Errorf("got %q, hint %q, stderr %q; want them to hold %q", p.Problem, p.Hint, p.Stderr, test)
			}
			if errors.Is(err, runner.ErrStart) {
				t.Error("it was started")
			}
		})
	}
}

func TestNoCommand(t *testing.T) {
	s := suite(t, echo(3)...)
	for _, argv := range [][]string{{"/nonexistent/command"}, {"no-such-command-anywhere"}, {"."}, {}} {
		_, err := runner.Run(t.Context(), runner.Command(argv), runner.Options{Suite: s, Vectors: s.Vectors, Processes: 3})
		var p *runner.ProtocolError
		if !errors.As(err, &p) || !errors.Is(err, runner.ErrStart) {
			t.Errorf("%q: got %v, want a ProtocolError because of ErrStart", argv, err)
		}
	}
}
