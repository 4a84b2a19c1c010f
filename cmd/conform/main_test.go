package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"conform": main, "badsubject": badSubject})
}

// TestScripts runs testdata/*.txtar, with this test binary as `conform`.
func TestScripts(t *testing.T) {
	_, pythonErr := exec.LookPath("python3")
	_, nodeErr := exec.LookPath("node")
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	shared, err := filepath.Abs("../../../shared")
	if err != nil {
		t.Fatal(err)
	}
	_, sharedErr := os.Stat(shared)
	dir, files := "testdata", []string(nil)
	if testing.Short() { // as with the race detector: those in which most happens at once
		dir, files = "", []string{"testdata/run.txtar", "testdata/run_interrupted.txtar", "testdata/replay.txtar"}
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		Files:               files,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, "home", "config"))
			e.Setenv("AppData", filepath.Join(e.WorkDir, "home", "config"))
			e.Setenv("EXAMPLES", examples)
			e.Setenv("SHARED", shared)
			e.Setenv("CONFORM_KEY", "")
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "python":
				return pythonErr == nil, nil
			case "node":
				return nodeErr == nil, nil
			case "shared":
				return sharedErr == nil, nil
			}
			return false, fmt.Errorf("no such condition: %s", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "full": full, "narrow": narrow, "flip": flip, "edit": edit,
		},
	})
}

// exits CODE ARG…: run conform, which must end with that code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE ARG…")
	}
	err := ts.Exec("conform", args[1:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("conform %s: got exit code %s, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// full ARG…: run conform with a standard output that is full, which it must say.
func full(ts *testscript.TestScript, neg bool, args []string) {
	err := ts.Exec("sh", append([]string{"-c", `conform "$@" >/dev/full`, "sh"}, args...)...)
	const want = "conform: error: writing to standard output: write /dev/stdout: no space left on device\n"
	if got := ts.ReadFile("stderr"); err == nil || err.Error() != "exit status 2" || got != want {
		ts.Fatalf("conform %s: got %v and %q, want exit status 2 and %q", strings.Join(args, " "), err, got, want)
	}
}

// narrow: no line of the last stdout is wider than 79 columns.
func narrow(ts *testscript.TestScript, neg bool, args []string) {
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 79 {
			ts.Fatalf("a line has %d columns: %s", n, line)
		}
	}
}

// flip FILE: change one bit in the middle of a file.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	path := ts.MkAbs(args[0])
	data := []byte(ts.ReadFile(path))
	data[len(data)/2] ^= 1
	ts.Check(os.WriteFile(path, data, 0o644))
}

// edit FILE OLD NEW: replace the one place in a file that says OLD.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	path := ts.MkAbs(args[0])
	text := ts.ReadFile(path)
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%s has %d places that say %q, want 1", args[0], n, args[1])
	}
	ts.Check(os.WriteFile(path, []byte(strings.Replace(text, args[1], args[2], 1)), 0o644))
}
