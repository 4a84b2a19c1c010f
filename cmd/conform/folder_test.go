package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Two runs at once never write into one folder, and one that wrote nothing
// leaves no folder behind.
func TestOpenFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this system has no flock")
	}
	dir := filepath.Join(t.TempDir(), "out")
	for range 2 { // the second time, as after the first had ended
		done, err := openFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		var e *exitError
		if _, err := openFolder(dir); !errors.As(err, &e) || e.code != exitUsage {
			t.Errorf("a second run: got %v, want a usage error", err)
		}
		done()
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the empty folder is still there: %v", err)
		}
	}
}

// A folder that nothing can be written into is refused before anything is asked.
func TestOpenFolderClosed(t *testing.T) {
	if os.Geteuid() < 1 {
		t.Skip("this user may write everywhere, or the system has no modes")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	var e *exitError
	if _, err := openFolder(dir); !errors.As(err, &e) || e.code != exitUsage {
		t.Errorf("got %v, want a usage error", err)
	}
	if code, out := rehearsed(t, []string{"-o", dir}, []string{"./missing-program"}); code != exitUsage {
		t.Errorf("got exit code %d, want %d:\n%s", code, exitUsage, out)
	}
}
