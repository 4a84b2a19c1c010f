//go:build unix

package runner_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// pythonSubject is an implementation that this project did not write.
const pythonSubject = "../../shared/tools/seed_ids_subject.py"

// TestPython runs a subject in another language.
func TestPython(t *testing.T) {
	if _, err := os.Stat(pythonSubject); err != nil {
		t.Skip("the subject is not there")
	}
	const n = 200
	dir := t.TempDir()
	requests, answers := filepath.Join(dir, "requests"), filepath.Join(dir, "answers")
	writeRequests(t, requests, n)
	barePipe(t, requests, answers)
	s, vs := answered(t, requests, answers)
	r := mustPass(t, s, vs, n, 2)
	if r.Hello.Name != "dos-kernel arg_provenance" || r.Hello.MaxInFlight != 32 || !r.Complete || len(r.Notes) > 0 {
		t.Errorf("got %+v", r)
	}
}

// BenchmarkPython compares a run of 20,000 requests, of 500 kinds, with what
// the same requests take the subject alone, read from a file and written to
// one. The two take turns; "ratio" is that of their best times. A busy machine
// falsifies it, but hardly what the subject and the runner take of the
// processor, both as parts of what the subject takes alone: with two cores that
// are free, the larger of the two is what the ratio comes to.
func BenchmarkPython(b *testing.B) {
	if _, err := os.Stat(pythonSubject); err != nil {
		b.Skip("the subject is not there")
	}
	const n = 20_000
	dir := b.TempDir()
	requests := filepath.Join(dir, "requests")
	writeRequests(b, requests, n)
	bare := func() time.Duration { return barePipe(b, requests, filepath.Join(dir, "answers")) }
	bare()
	s, vs := answered(b, requests, filepath.Join(dir, "answers"))
	for _, processes := range []int{1, 2} {
		b.Run(fmt.Sprintf("processes=%d", processes), func(b *testing.B) {
			bestBare, bestRun := time.Hour, time.Hour
			var aloneCPU, withUsCPU, ourCPU time.Duration
			for b.Loop() {
				t0 := processorTime(syscall.RUSAGE_CHILDREN)
				bestBare = min(bestBare, bare())
				t1, ours := processorTime(syscall.RUSAGE_CHILDREN), processorTime(syscall.RUSAGE_SELF)
				start := time.Now()
				mustPass(b, s, vs, n, processes)
				bestRun = min(bestRun, time.Since(start))
				aloneCPU += t1 - t0
				withUsCPU += processorTime(syscall.RUSAGE_CHILDREN) - t1
				ourCPU += processorTime(syscall.RUSAGE_SELF) - ours
			}
			b.ReportMetric(float64(bestRun)/float64(bestBare), "ratio")
			b.ReportMetric(bestBare.Seconds(), "bare-s")
			b.ReportMetric(bestRun.Seconds(), "run-s")
			b.ReportMetric(float64(withUsCPU)/float64(aloneCPU), "subject-CPU-ratio")
			b.ReportMetric(float64(ourCPU)/float64(aloneCPU), "runner-CPU-ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// mustPass asks the subject n cases, the vectors over and over.
func mustPass(b testing.TB, s *vectors.Suite, vs []*vectors.Vector, n, processes int) *runner.Summary {
	b.Helper()
	passed := 0
	r, err := runner.Stream(b.Context(), runner.Command([]string{"python3", pythonSubject}), runner.Options{Suite: s, Processes: processes}, again(vs, n), func(o runner.Outcome) {
		if o.Kind == vectors.Pass {
			passed++
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	if passed != n {
		b.Fatalf("got %d passes, want %d", passed, n)
	}
	return r
}

// again is n cases: the vectors over and over.
func again(vs []*vectors.Vector, n int) iter.Seq[runner.Case] {
	return func(yield func(runner.Case) bool) {
		for i := range n {
			if !yield(runner.Case{Vector: vs[i%len(vs)]}) {
				return
			}
		}
	}
}

func barePipe(b testing.TB, requests, answers string) time.Duration {
	b.Helper()
	in, err := os.Open(requests)
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(answers)
	if err != nil {
		b.Fatal(err)
	}
	defer out.Close()
	cmd := exec.Command("python3", pythonSubject)
	cmd.Stdin, cmd.Stdout = in, out
	start := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

// kinds is how many different requests there are; a run holds no more of a
// stream than it works on, and of golden vectors it holds hundreds.
const kinds = 500

const idsParams = `{"call":{"tool_name":"update_record","args":[{"name":"sys_id","value":"INC%07[1]d"},` +
	`{"name":"assigned_to","value":"jane.doe%[1]d@example.com"},{"name":"count","value":%[1]d}]},` +
	`"prior":{"blobs":[{"text":"record INC%07[1]d was found, opened by bob@example.com","source":"TOOL_RESULT"},` +
	`{"text":"close the incident","source":"TASK_TEXT"}]}}`

func writeRequests(b testing.TB, path string, n int) {
	b.Helper()
	var buf bytes.Buffer
	for i := range n {
		fmt.Fprintf(&buf, `{"jsonrpc":"2.0","id":"Zk3_q%011[2]d","method":"ids.classify_call","params":`+idsParams+"}\n", i%kinds, i)
	}
	if err := os.WriteFile(path, buf.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
}

// answered makes vectors of requests and the answers to them.
func answered(b testing.TB, requests, answers string) (*vectors.Suite, []*vectors.Vector) {
	b.Helper()
	s, err := vectors.Embedded()
	if err != nil {
		b.Fatal(err)
	}
	op := s.Operation("ids.classify_call")
	qs, as := readLines(b, requests), readLines(b, answers)
	var vs []*vectors.Vector
	for i := range min(len(qs), kinds) {
		var q struct{ Params json.RawMessage }
		var a struct{ Result strictjson.Value }
		if err := json.Unmarshal(qs[i], &q); err != nil {
			b.Fatal(err)
		}
		if err := json.Unmarshal(as[i], &a); err != nil {
			b.Fatal(err)
		}
		want := op.Mask.Keep(a.Result, true)
		vs = append(vs, &vectors.Vector{ID: fmt.Sprintf("ids/classify_call/n-%d", i), Operation: op, Params: q.Params, Expect: vectors.Expect{Result: &want}})
	}
	return s, vs
}

func readLines(b testing.TB, path string) (lines [][]byte) {
	b.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	sc := bufio.NewScanner(bytes.NewReader(data))
	for sc.Scan() {
		lines = append(lines, bytes.Clone(sc.Bytes()))
	}
	return lines
}

// BenchmarkReference is how many cases a second of the ids profile pass through
// its reference implementation over stdio. "µs-CPU/op" is what a case costs
// both sides in processor time, which a busy machine does not falsify.
func BenchmarkReference(b *testing.B) {
	suite, err := vectors.Embedded()
	if err != nil {
		b.Fatal(err)
	}
	vs, err := suite.Select(vectors.Selection{Profiles: []string{"ids"}})
	if err != nil {
		b.Fatal(err)
	}
	for _, processes := range []int{1, 2} {
		b.Run(fmt.Sprintf("processes=%d", processes), func(b *testing.B) {
			throughput(b, subject("reference", 0, os.DevNull), suite, vs, processes)
		})
	}
}

// BenchmarkStdio is how many cases a second pass through a subject that takes
// no time, a Go program that flushes when it has nothing to read.
func BenchmarkStdio(b *testing.B) {
	s := suite(b, echo(100)...)
	for _, inFlight := range []int{1, 16, 64, 256} {
		for _, processes := range []int{1, 2} {
			b.Run(fmt.Sprintf("in-flight=%d/processes=%d", inFlight, processes), func(b *testing.B) {
				throughput(b, subject("honest", inFlight, os.DevNull), s, s.Vectors, processes)
			})
		}
	}
}

func BenchmarkInProcess(b *testing.B) {
	s := suite(b, echo(100)...)
	throughput(b, runner.InProcess(honest), s, s.Vectors, 1)
}

func throughput(b *testing.B, s runner.Subject, suite *vectors.Suite, vs []*vectors.Vector, processes int) {
	before := processorTime(syscall.RUSAGE_SELF) + processorTime(syscall.RUSAGE_CHILDREN)
	b.ResetTimer()
	sum, err := runner.Stream(b.Context(), s, runner.Options{Suite: suite, Processes: processes}, again(vs, b.N), func(o runner.Outcome) {
		if o.Kind != vectors.Pass {
			b.Errorf("%s: %s", o.Vector.ID, o.Why)
		}
	})
	if err != nil || sum.Asked != b.N {
		b.Fatal(sum, err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cases/s")
	used := processorTime(syscall.RUSAGE_SELF) + processorTime(syscall.RUSAGE_CHILDREN) - before
	b.ReportMetric(float64(used.Microseconds())/float64(b.N), "µs-CPU/op")
}

// processorTime is what this process, or those that it has waited for, have used.
func processorTime(who int) time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(who, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
