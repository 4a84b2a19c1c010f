package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/conform-suite/conform/internal/atomicfile"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	for _, text := range []string{"first", "second"} {
		if err := atomicfile.Write(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(name); string(got) != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
	wantFiles(t, dir, "f")
}

func TestWriteLeavesWhatItMayNotReplace(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{link, dir, filepath.Join(dir, "missing", "f")} {
		if err := atomicfile.Write(name, []byte("new")); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if got, _ := os.ReadFile(target); string(got) != "kept" {
		t.Errorf("the link was followed: got %q", got)
	}
	wantFiles(t, dir, "link", "target")
}

func TestUndo(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	s, err := atomicfile.Stage(name, []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	s.Drop()
	wantFiles(t, dir)
	if s, err = atomicfile.Stage(name, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, "f")
	s.Undo()
	wantFiles(t, dir)
}

// None that is there is changed.
func TestWriteNew(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	if err := atomicfile.WriteNew(name, []byte("first"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteNew(name, []byte("second"), 0o600); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got error %v, want %v", err, fs.ErrExist)
	}
	if data, err := os.ReadFile(name); string(data) != "first" {
		t.Errorf("got %q, %v", data, err)
	}
	wantFiles(t, dir, "f")
}

func wantFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if len(got) != len(want) {
		t.Fatalf("the folder has %q, want %q", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("the folder has %q, want %q", got, want)
		}
	}
}

// Who may read a file is not for who replaces it to say.
func TestWriteKeepsPermissions(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(name, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("got %v, %v, want 0600", info.Mode(), err)
	}
}
