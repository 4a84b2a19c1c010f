package ids_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/strictjson"
)

// TestSameAsSeed asks the seed's own code and the reference the same generated
// requests and compares what is normative. CONFORM_DIFFERENTIAL says how many
// (5,000 when unset), CONFORM_DIFFERENTIAL_SEED from which seed.
func TestSameAsSeed(t *testing.T) {
	n, seed := fromEnv(t, "CONFORM_DIFFERENTIAL", 5_000), fromEnv(t, "CONFORM_DIFFERENTIAL_SEED", 1)
	answers := seedAnswers(t, newMaker(seed), n)
	m, seen, faults := newMaker(seed), tally{}, 0
	for i := range n {
		if !answers.Scan() {
			t.Fatalf("request %d: the seed's program has ended: %v", i, answers.Err())
		}
		operation, params := m.request()
		got, want := outcome(ids.Profile.Operations[operation](params)), parse(answers.Text())
		if !sameAnswer(got, want) {
			t.Errorf("request %d of seed %d: %s %s\n got %s\nwant %s", i, seed, operation, params, got, want)
			if faults++; faults == 10 {
				t.Fatal("too many differences")
			}
		}
		seen.add(got)
	}
	t.Log(seen)
	if seen["SUPPORTED"] == 0 || seen["UNSUPPORTED"] == 0 || seen["ABSTAIN"] == 0 || seen["rejected"] == 0 {
		t.Errorf("the requests miss a kind of answer: %v", seen)
	}
}

func fromEnv(t *testing.T, name string, def uint64) uint64 {
	text := os.Getenv(name)
	if text == "" {
		return def
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n == 0 {
		t.Fatalf("%s is %q, want a number from 1", name, text)
	}
	return n
}

// seedAnswers starts the seed's program on n requests of m; its answers come a
// line each, in order. It skips the test where that program is not at hand.
func seedAnswers(t *testing.T, m maker, n uint64) *bufio.Scanner {
	program := filepath.Join("..", "..", "..", "..", "shared", "tools", "seed_ids_subject.py")
	if _, err := os.Stat(program); err != nil {
		t.Skip(err)
	}
	return python(t, func(w io.Writer) {
		for id := range n {
			operation, params := m.request()
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, operation, params)
		}
	}, program)
}

// python starts python3 with the given arguments, or skips the test. It writes
// its input, and returns its output by lines.
func python(t *testing.T, input func(io.Writer), args ...string) *bufio.Scanner {
	t.Helper()
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(interpreter, args...)
	cmd.Env = append(os.Environ(), "PYTHONUTF8=1")
	cmd.Stderr = os.Stderr
	stdin, err1 := cmd.StdinPipe()
	stdout, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	go func() {
		w := bufio.NewWriter(stdin)
		input(w)
		w.Flush()
		stdin.Close()
	}()
	t.Cleanup(func() {
		stdout.Close() // which ends it, unless it has ended
		if err := cmd.Wait(); err != nil && !t.Failed() {
			t.Error(err)
		}
	})
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 1<<24) // 16 MiB a line
	return lines
}

// outcome is an answer as a member of a response.
func outcome(result strictjson.Value, err error) strictjson.Value {
	var r *reference.Rejection
	switch {
	case err == nil:
		return record("result", result)
	case errors.As(err, &r):
		return record("error", record("data", record("code", r.Code)))
	}
	panic(err)
}

// sameAnswer compares what is normative: not which code a rejection has, and not
// the free texts of a result.
func sameAnswer(got, want strictjson.Value) bool {
	g, ok1 := got.Get("result")
	w, ok2 := want.Get("result")
	if !ok1 || !ok2 {
		_, rejected := want.Get("error")
		return ok1 == ok2 && rejected
	}
	return normative(g).Equal(normative(w))
}

func normative(v strictjson.Value) strictjson.Value {
	var out []strictjson.Member
	for _, m := range v.Members() {
		if m.Name == "reason" || m.Name == "value_repr" {
			continue
		}
		if m.Name == "args" {
			var args []strictjson.Value
			for _, a := range m.Value.Elements() {
				args = append(args, normative(a))
			}
			m.Value = strictjson.List(args...)
		}
		out = append(out, m)
	}
	return strictjson.Record(out...)
}

// A tally counts the answers by kind.
type tally map[string]int

func (t tally) add(answer strictjson.Value) {
	t["requests"]++
	result, ok := answer.Get("result")
	if !ok {
		t["rejected"]++
		return
	}
	before := t["components checked"]
	if args, isCall := result.Get("args"); isCall {
		for _, a := range args.Elements() {
			t.addArg(a)
		}
	} else {
		t.addArg(result)
	}
	if t["components checked"] > before {
		t["requests with an identifier"]++
	}
}

func (t tally) addArg(v strictjson.Value) {
	stance, _ := v.Get("stance")
	t[stance.Str()]++
	checked, _ := v.Get("components_checked")
	unmatched, _ := v.Get("components_unmatched")
	t["components checked"] += checked.Len()
	t["components unmatched"] += unmatched.Len()
	if 0 < unmatched.Len() && unmatched.Len() < checked.Len() {
		t["half minted"]++
	}
	sources, _ := v.Get("matched_in")
	t[fmt.Sprintf("seen in %d sources", sources.Len())]++
}

func (t tally) String() string {
	b, _ := json.MarshalIndent(map[string]int(t), "", "  ")
	return string(b)
}
