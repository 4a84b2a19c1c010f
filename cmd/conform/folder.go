package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/conform-suite/conform/internal/atomicfile"
	"github.com/conform-suite/conform/reports"
)

// errLocked: another process holds the lock.
var errLocked = errors.New("locked")

// openFolder makes the folder that a run writes into, sees whether it can be
// written into, and keeps other runs away until close is called. The lock is the
// folder's own, goes with the process, and leaves nothing behind; where the
// system has none, two runs at once may mix.
func openFolder(path string) (close func(), err error) {
	_, err = os.Stat(path)
	made := errors.Is(err, fs.ErrNotExist)
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, usage("choose another folder with -o", "making the folder of the report: %w", err)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, usage("choose another folder with -o", "opening the folder of the report: %w", err)
	}
	if err := lock(f); errors.Is(err, errLocked) {
		f.Close()
		return nil, usage("wait for it, or choose another folder with -o", "another run is under way that will write into %s", path)
	}
	close = func() {
		if made {
			os.Remove(path) // unless something was written
		}
		f.Close()
	}
	if err := tryWriting(filepath.Join(path, runName)); err != nil {
		close()
		return nil, usage("choose another folder with -o", "writing into the folder of the report: %w", err)
	}
	return close, nil
}

// tryWriting writes what a file is written with, and takes it away again.
func tryWriting(path string) error {
	s, err := atomicfile.Stage(path, []byte{'\n'})
	if err == nil {
		s.Drop()
	}
	return err
}

// forget removes what an earlier run wrote into dir, so that whatever ends this
// one, what stands there is of no other.
func forget(dir string) error {
	var errs []error
	for _, name := range []string{
		reports.ReportName, reports.ReportName + reports.DigestEnding, reports.ReportName + reports.SignatureEnding, runName, shrunkName,
	} {
		if err := os.Remove(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return usage("choose another folder with -o", "removing what an earlier run wrote: %w", err)
	}
	return nil
}
