package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// errLocked: another process holds the lock.
var errLocked = errors.New("locked")

// openFolder makes the folder that a run writes into, takes out of it what
// reports.Write does not replace, and keeps other runs away until close is
// called. The lock is the folder's own, goes with the process, and leaves
// nothing behind; where the system has none, two runs at once may mix.
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
	return func() {
		if made {
			os.Remove(path) // unless something was written
		}
		f.Close()
	}, nil
}

// forget removes what an earlier run wrote beside its report, so that whatever
// ends this one, no folder holds files of both.
func forget(dir string) error {
	var errs []error
	for _, name := range []string{runName, shrunkName} {
		if err := os.Remove(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
