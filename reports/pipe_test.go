//go:build unix

package reports_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/conform-suite/conform/reports"
)

// TestReadFilesPipe: a sidecar that is a pipe would be waited for without end.
func TestReadFilesPipe(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "r.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "r.json.jws"), 0o666); err != nil {
		t.Skip(err)
	}
	if _, err := reports.ReadFiles(os.DirFS(dir), "r.json"); err == nil {
		t.Error("a pipe as sidecar: no error")
	}
}
