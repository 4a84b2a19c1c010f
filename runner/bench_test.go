//go:build unix

package runner_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/schema"
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
	r, err := runner.Run(t.Context(), runner.Command([]string{"python3", pythonSubject}), runner.Options{Suite: s, Vectors: vs, Processes: 2})
	mustPass(t, r, err, n)
	if r.Hello.Name != "dos-kernel arg_provenance" || r.Hello.MaxInFlight != 32 || !r.Complete || len(r.Notes) > 0 {
		t.Errorf("got %+v", r.Summary)
	}
}

// BenchmarkPython compares a run of 20,000 requests with what the same
// requests take the subject alone, read from a file and written to one. The
// two take turns; "ratio" is that of their best times. A busy machine falsifies
// it, but hardly what the subject and the runner take of the processor, both
// as parts of what the subject takes alone: with two cores that are free, the
// larger of the two is what the ratio comes to.
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
				r, err := runner.Run(b.Context(), runner.Command([]string{"python3", pythonSubject}), runner.Options{Suite: s, Vectors: vs, Processes: processes})
				bestRun = min(bestRun, time.Since(start))
				mustPass(b, r, err, n)
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

func mustPass(b testing.TB, r *runner.Result, err error, n int) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	pass := 0
	for _, o := range r.Outcomes {
		if o.Kind == vectors.Pass {
			pass++
		}
	}
	if pass != n {
		b.Fatalf("got %d passes, want %d", pass, n)
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

const idsParams = `{"call":{"tool_name":"update_record","args":[{"name":"sys_id","value":"INC%07[1]d"},` +
	`{"name":"assigned_to","value":"jane.doe%[1]d@example.com"},{"name":"count","value":%[1]d}]},` +
	`"prior":{"blobs":[{"text":"record INC%07[1]d was found, opened by bob@example.com","source":"TOOL_RESULT"},` +
	`{"text":"close the incident","source":"TASK_TEXT"}]}}`

func writeRequests(b testing.TB, path string, n int) {
	b.Helper()
	var buf bytes.Buffer
	for i := range n {
		fmt.Fprintf(&buf, `{"jsonrpc":"2.0","id":"Zk3_q%011d","method":"ids.classify_call","params":`+idsParams+"}\n", i)
	}
	if err := os.WriteFile(path, buf.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
}

// answered makes vectors of requests and the answers to them.
func answered(b testing.TB, requests, answers string) (*vectors.Suite, []*vectors.Vector) {
	b.Helper()
	s := idsSuite(b)
	op := s.Operation("ids.classify_call")
	qs, as := readLines(b, requests), readLines(b, answers)
	var vs []*vectors.Vector
	for i := range qs {
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

// idsSuite is a suite with the operation of these requests and no vectors.
func idsSuite(b testing.TB) *vectors.Suite {
	b.Helper()
	embedded, err := schema.Embedded()
	if err != nil {
		b.Fatal(err)
	}
	schemas := fstest.MapFS{}
	for path, data := range embedded.Files() {
		if strings.HasPrefix(path, "protocol/") || !strings.Contains(path, "/") {
			schemas[path] = &fstest.MapFile{Data: data}
		}
	}
	schemas["ids/classify_call.params.json"] = &fstest.MapFile{Data: []byte(`{"$id": "urn:conform:schema:ids:classify_call.params"}`)}
	schemas["ids/classify_call.result.json"] = &fstest.MapFile{Data: []byte(`{"$id": "urn:conform:schema:ids:classify_call.result", "properties": {
		"args": {"items": {"properties": {"reason": {"x-compare": "free"}, "value_repr": {"x-compare": "free"}}}}}}`)}
	files := fstest.MapFS{
		"suite.json":            {Data: []byte(`{"name": "bench", "version": "1.0.0"}`)},
		"ids/profile.json":      {Data: []byte(`{"profile": "ids", "promise": "p", "modules": [{"module": "core", "operations": [{"operation": "ids.classify_call", "rejections": ["invalid_params"]}]}]}`)},
		"ids/requirements.json": {Data: []byte(`{"requirements": [{"id": "IDS-001", "level": "MUST", "module": "core", "text": "t", "source": "suite decision"}]}`)},
		"ids/one.json": {Data: []byte(`{"about": "a", "vectors": [{"id": "ids/classify_call/one", "title": "t", "requirements": ["IDS-001"],
			"operation": "ids.classify_call", "params": {}, "expect": {"rejected": "invalid_params"}, "source": "suite decision"}]}`)},
	}
	set, err := schema.Load(schemas)
	if err != nil {
		b.Fatal(err)
	}
	s, err := vectors.Load(files, set)
	if s == nil {
		b.Fatal(err)
	}
	return s
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
	cases := func(yield func(runner.Case) bool) {
		for i := range b.N {
			if !yield(runner.Case{Vector: vs[i%len(vs)]}) {
				return
			}
		}
	}
	before := processorTime(syscall.RUSAGE_SELF) + processorTime(syscall.RUSAGE_CHILDREN)
	b.ResetTimer()
	sum, err := runner.Stream(b.Context(), s, runner.Options{Suite: suite, Processes: processes}, cases, func(o runner.Outcome) {
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
