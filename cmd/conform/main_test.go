package main

import (
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
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, "home", "config"))
			e.Setenv("AppData", filepath.Join(e.WorkDir, "home", "config"))
			e.Setenv("EXAMPLES", examples)
			e.Setenv("CONFORM_KEY", "")
			return nil
		},
		Condition: func(cond string) (bool, error) { return cond == "python" && pythonErr == nil, nil },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "narrow": narrow, "flip": flip,
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
