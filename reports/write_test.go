package reports_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

func TestWrite(t *testing.T) {
	s := load(t, data())
	dir := filepath.Join(t.TempDir(), "a", "b")
	key := newKey(t, reports.EdDSA)
	for _, o := range []vectors.Outcome{pass, fail} { // the second run replaces the first
		in := input(s)
		in.Outcomes[core[0]] = o
		written, err := reports.Write(dir, make1(t, in), key)
		if err != nil {
			t.Fatal(err)
		}
		read, err := reports.ReadFiles(os.DirFS(dir), "conformance_report.json")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(read.Report, written.Report) || !bytes.Equal(read.Digest, written.Digest) || !bytes.Equal(read.Signature, written.Signature) {
			t.Errorf("what was read is not what was written")
		}
		if f := verify(t, reports.Verification{Files: read, Keys: []reports.PublicKey{key.Public()}, Suite: s}); !f.OK() {
			t.Errorf("failed %v", f.Failed())
		}
		wantNames(t, dir, "conformance_report.json", "conformance_report.json.jws", "conformance_report.json.sha256")
	}
	if out, err := command(t, dir, "sha256sum", "-c", "--strict", "conformance_report.json.sha256"); err != nil {
		t.Errorf("sha256sum -c: %v\n%s", err, out)
	}
}

func wantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("files: got %v, want %v", got, want)
	}
}

// command runs a program in dir; the test is skipped when there is none.
func command(t *testing.T, dir, name string, args ...string) (string, error) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed", name)
	}
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestWriteFails puts a folder where each of the files would go: nothing new
// may be left behind, and no report beside the sidecars of another.
func TestWriteFails(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	for _, name := range []string{"conformance_report.json", "conformance_report.json.sha256", "conformance_report.json.jws"} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, name, "full"), 0o777); err != nil {
			t.Fatal(err)
		}
		if _, err := reports.Write(dir, make1(t, input(s)), key); err == nil {
			t.Errorf("%s is a folder: no error", name)
		}
		wantNames(t, dir, name)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := reports.Write(file, make1(t, input(s)), key); err == nil {
		t.Error("the folder is a file: no error")
	}
	if _, err := reports.Write(t.TempDir(), make1(t, input(s)), reports.Key{}); err == nil {
		t.Error("a zero key: no error")
	}
}

// TestWriteReplacesLinks: a link that waits in the folder is replaced, and what
// it leads to is left alone.
func TestWriteReplacesLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege here")
	}
	s := load(t, data())
	dir, victim := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, filepath.Join(dir, "conformance_report.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := reports.Write(dir, make1(t, input(s)), newKey(t, reports.EdDSA)); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(victim); string(got) != "precious" {
		t.Errorf("the file that the link led to is now %q", got)
	}
}

func TestReadFiles(t *testing.T) {
	dir := t.TempDir()
	fsys := os.DirFS(dir)
	if _, err := reports.ReadFiles(fsys, "r.json"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no report: got %v", err)
	}
	write := func(name string, size int) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, size), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("r.json", 3)
	if got, err := reports.ReadFiles(fsys, "r.json"); err != nil || len(got.Report) != 3 || got.Digest != nil || got.Signature != nil {
		t.Errorf("no sidecars: got %v, %v", got, err)
	}
	write("r.json.sha256", 0)
	write("r.json.jws", 1<<20)
	got, err := reports.ReadFiles(fsys, "r.json")
	if err != nil || got.Digest == nil || len(got.Digest) != 0 || len(got.Signature) != 32<<10+1 {
		t.Errorf("an empty sidecar and a large one: got %d and %d bytes, nil %v, %v", len(got.Digest), len(got.Signature), got.Digest == nil, err)
	}
	write("r.json", reports.MaxBytes+100)
	if got, err := reports.ReadFiles(fsys, "r.json"); err != nil || len(got.Report) != reports.MaxBytes+1 {
		t.Errorf("a large report: got %d bytes, %v", len(got.Report), err)
	}
	if err := os.Remove(filepath.Join(dir, "r.json.jws")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "r.json.jws"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := reports.ReadFiles(fsys, "r.json"); err == nil {
		t.Error("a folder as sidecar: no error")
	}
}
