//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// A subject that hears no signal is waited for, which is said, and at the second
// signal nothing of it is left.
func TestSecondSignal(t *testing.T) {
	for _, tt := range []struct {
		name  string
		pause time.Duration // between the signals
		says  string
	}{
		{"at once", 100 * time.Millisecond, "conform: error: interrupted\n"},
		{"later", 2 * time.Second, "conform: interrupted: waiting for the subject to end; a second signal ends it at once\nconform: error: interrupted\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			pidFile := filepath.Join(t.TempDir(), "pid")
			cmd := exec.Command("conform", "run", "--only", "ids/classify_arg/iso-date", "--exit-timeout", "1m", "--", "badsubject", "deaf", pidFile)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer cmd.Process.Kill()
			pid := awaitPID(t, pidFile)
			defer syscall.Kill(pid, syscall.SIGKILL)
			cmd.Process.Signal(syscall.SIGTERM)
			time.Sleep(tt.pause)
			cmd.Process.Signal(syscall.SIGTERM)
			cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != exitIncomplete || stderr.String() != tt.says {
				t.Errorf("got exit code %d and %q, want %d and %q", got, stderr.String(), exitIncomplete, tt.says)
			}
			if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
				t.Errorf("the subject is still there (%v)", err)
			}
		})
	}
}

// awaitPID waits until a process has written its id.
func awaitPID(t *testing.T, path string) int {
	for range 3000 {
		data, _ := os.ReadFile(path)
		if pid, err := strconv.Atoi(string(data)); err == nil {
			return pid
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the subject did not start within 30 s")
	return 0
}
