//go:build unix

package runner_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// openFiles counts the descriptors of this process.
func openFiles(t *testing.T) int {
	t.Helper()
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("there is no /proc here")
	}
	return len(fds)
}

// TestLeavesNothing: no goroutine, no descriptor, no process, no folder.
func TestLeavesNothing(t *testing.T) {
	s := suite(t, echo(20)...)
	short := limits
	short.Case, short.Exit = 300*time.Millisecond, 500*time.Millisecond
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	run := func(name string) {
		pids := filepath.Join(t.TempDir(), "pids")
		runner.Run(t.Context(), subject(name, 16, pids), runner.Options{Suite: s, Vectors: s.Vectors, Limits: short, Processes: 2})
		allGone(t, pids)
	}
	run("honest") // whatever is opened once
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	for _, name := range []string{
		"honest", "exits at once", "prints a banner", "hangs after hello", "exits after hello", "crashes on a case", "closes stdout",
		"crashes with daemon", "leaves a grandchild", "300 MB in one line", "stops reading", "ignores SIGTERM", "changes its name",
	} {
		run(name)
	}
	runner.Run(t.Context(), runner.Command([]string{"/nonexistent"}), runner.Options{Suite: s, Vectors: s.Vectors})
	deadline := time.Now().Add(5 * time.Second)
	for runtime.NumGoroutine() > goroutines && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		buf := make([]byte, 1<<20)
		t.Errorf("got %d goroutines, want %d\n%s", n, goroutines, buf[:runtime.Stack(buf, true)])
	}
	if n := openFiles(t); n > files {
		t.Errorf("got %d open files, want %d", n, files)
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("%d folders are left", len(left))
	}
}

// peak is the most memory that this process has had, since it was reset.
func peak(t *testing.T) (bytes int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if err != nil || m == nil {
		t.Skip("there is no /proc here")
	}
	kB, _ := strconv.Atoi(string(m[1]))
	return kB << 10
}

// TestMemory: the longest line costs no more than a few times the longest
// message, and a message that would take much memory is refused.
func TestMemory(t *testing.T) {
	if raced {
		t.Skip("the race detector takes memory of its own")
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20)) // as the command does
	s := suite(t, echo(20)...)
	for _, test := range []struct {
		name string
		want vectors.Outcome
		why  string
	}{
		{"300 MB in one line", vectors.Error, "longer than 16777216 bytes"},
		{"a 15 MB answer", vectors.Fail, "not the expected one"},
		{"many values", vectors.Error, "JSON values"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := resetPeak(t)
			pids := filepath.Join(t.TempDir(), "pids")
			r, err := runner.Run(t.Context(), subject(test.name, 32, pids), runner.Options{Suite: s, Vectors: s.Vectors, Limits: limits})
			if err != nil {
				t.Fatal(err)
			}
			allGone(t, pids)
			if o := outcome(t, r, echoID(bad)); o.Kind != test.want || !strings.Contains(o.Why, test.why) {
				t.Errorf("got %s (%s), want %s", o.Kind, o.Why, test.want)
			}
			othersPass(t, r)
			grewLittle(t, before)
		})
	}
	t.Run("15 MB answers alone", func(t *testing.T) {
		before := resetPeak(t)
		long := slices.Repeat([]*vectors.Vector{s.Vectors[bad-1]}, 20)
		sum, err := runner.Stream(t.Context(), subject("a 15 MB answer", 32, os.DevNull), runner.Options{Suite: s, Limits: limits}, again(long, len(long)), func(o runner.Outcome) {
			if o.Kind != vectors.Fail {
				t.Errorf("got %s (%s), want a failure", o.Kind, o.Why)
			}
		})
		if err != nil || sum.Asked != len(long) {
			t.Fatal(sum, err)
		}
		grewLittle(t, before)
	})
}

// resetPeak forgets the peak of memory, and returns what is used now, in bytes.
func resetPeak(t *testing.T) int {
	debug.FreeOSMemory()
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		t.Skip("the peak cannot be reset here")
	}
	return peak(t)
}

func grewLittle(t *testing.T, before int) {
	t.Helper()
	const most = 100 << 20
	grown := peak(t) - before
	t.Logf("grew by %d MB", grown>>20)
	if grown > most {
		t.Errorf("grew by %d MB, want at most %d", grown>>20, most>>20)
	}
}

// TestStream: any number of cases in constant memory.
func TestStream(t *testing.T) {
	s := suite(t, echo(1)...)
	n := 100_000
	if raced || testing.Short() {
		n = 10_000
	}
	cases := func(yield func(runner.Case) bool) {
		for range n {
			v := *s.Vectors[0] // a vector of its own, as a generator would make
			if !yield(runner.Case{Vector: &v}) {
				return
			}
		}
	}
	var most uint64
	got := 0
	sum, err := runner.Stream(t.Context(), runner.InProcess(honest), runner.Options{Suite: s}, cases, func(o runner.Outcome) {
		if o.Kind == vectors.Pass {
			got++
		}
		if got%(n/10) == 0 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	})
	if err != nil || got != n || !sum.Complete || sum.Asked != n {
		t.Errorf("got %d passes and %+v, %v", got, sum, err)
	}
	if most > 20<<20 {
		t.Errorf("held %d MB", most>>20)
	}
}

// recorder is an honest subject that keeps what it is sent.
type recorder struct {
	mu       sync.Mutex
	requests []string
}

func (r *recorder) Transport() string { return "recorder" }

func (r *recorder) Open(ctx context.Context, l runner.Limits) (runner.Conn, error) {
	c, err := runner.InProcess(honest).Open(ctx, l)
	return recording{c, r}, err
}

type recording struct {
	runner.Conn
	r *recorder
}

func (c recording) Send(requests [][]byte) error {
	c.r.mu.Lock()
	defer c.r.mu.Unlock()
	for _, q := range requests {
		c.r.requests = append(c.r.requests, string(q))
	}
	return c.Conn.Send(requests)
}

// TestRequests: what a subject is sent is valid, and says nothing of the case.
func TestRequests(t *testing.T) {
	s := suite(t, echo(50)...)
	ids := map[string]bool{}
	var orders [][]string
	seven, eight := uint64(7), uint64(8)
	for _, shuffle := range []*uint64{nil, nil, &seven, &seven, &eight} {
		var rec recorder
		if _, err := runner.Run(t.Context(), &rec, runner.Options{Suite: s, Vectors: s.Vectors, Shuffle: shuffle}); err != nil {
			t.Fatal(err)
		}
		if len(rec.requests) != 51 {
			t.Fatalf("got %d requests, want 51", len(rec.requests))
		}
		var order []string
		var inOrder []string
		for i, q := range rec.requests {
			id, params := checkRequest(t, s, q, i == 0)
			if ids[id] {
				t.Errorf("the id %s is used again", id)
			}
			ids[id] = true
			order, inOrder = append(order, params), append(inOrder, id)
			for _, secret := range []string{"toy/echo/n-", "TOY-001", "expect", "result"} {
				if strings.Contains(q, secret) {
					t.Errorf("%s tells %q", q, secret)
				}
			}
		}
		if slices.IsSorted(inOrder) {
			t.Error("the ids are in order")
		}
		orders = append(orders, order)
	}
	if !slices.Equal(orders[0], orders[1]) || !slices.Equal(orders[2], orders[3]) {
		t.Error("one seed gives two orders")
	}
	if slices.Equal(orders[0], orders[2]) || slices.Equal(orders[2], orders[4]) {
		t.Error("two seeds give one order")
	}
}

func checkRequest(t *testing.T, s *vectors.Suite, text string, hello bool) (id, params string) {
	t.Helper()
	var q struct {
		ID, Method string
		Params     json.RawMessage
	}
	if err := json.Unmarshal([]byte(text), &q); err != nil {
		t.Fatal(err)
	}
	validate(t, s, "protocol/request", text)
	if hello {
		validate(t, s, "protocol/hello.params", string(q.Params))
	}
	if len(q.ID) != 16 || hello != (q.Method == "conform.hello") {
		t.Errorf("got %s", text)
	}
	return q.ID, string(q.Params)
}

func validate(t *testing.T, s *vectors.Suite, schema, text string) {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), strictjson.Limits{})
	if err == nil {
		err = s.Schemas.Validate(schema, v)
	}
	if err != nil {
		t.Errorf("%s: %v", text, err)
	}
}
