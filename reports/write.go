package reports

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/conform-suite/conform/internal/atomicfile"
)

// Write signs r now and writes its files into dir, which is made when it is
// not there. Each file is written whole or not at all, and those of an earlier
// report go before the first of them takes its name: whatever happens in
// between, no report stands beside the sidecars of another. When one cannot be
// written, none is there.
func Write(dir string, r *Report, key Key) (Files, error) {
	files, err := Sign(r, key, time.Now())
	if err != nil {
		return Files{}, err
	}
	return files, files.Write(dir)
}

// Write writes f into dir, as the function Write does.
func (f Files) Write(dir string) error {
	if err := f.write(dir); err != nil {
		return fmt.Errorf("writing report: %w", err)
	}
	return nil
}

func (f Files) write(dir string) (err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var staged []*atomicfile.Staged
	defer func() {
		for _, s := range staged {
			if err != nil {
				s.Undo()
			}
		}
	}()
	for _, x := range f.named() {
		s, err := atomicfile.Stage(filepath.Join(dir, x.name), x.data)
		if err != nil {
			return err
		}
		staged = append(staged, s)
	}
	for _, x := range f.named() {
		if err := removeFile(filepath.Join(dir, x.name)); err != nil {
			return err
		}
	}
	for i := range staged {
		if err := staged[i].Commit(); err != nil {
			return err
		}
	}
	return nil
}

// removeFile removes what is there and is no folder.
func removeFile(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder, and is not replaced", path)
	}
	return os.Remove(path)
}

type named struct {
	name string
	data []byte
}

func (f Files) named() []named {
	return []named{
		{ReportName, f.Report},
		{ReportName + DigestEnding, f.Digest},
		{ReportName + SignatureEnding, f.Signature},
	}
}

// ReadFiles reads a report and its sidecars, "NAME.sha256" and "NAME.jws", from
// fsys. A sidecar that is not there is nil; anything else that cannot be read
// is an error. Of a file that is too large, no more is read than shows that.
func ReadFiles(fsys fs.FS, name string) (Files, error) {
	var f Files
	var err error
	if f.Report, err = readFile(fsys, name, MaxBytes); err != nil {
		return Files{}, fmt.Errorf("reading report: %w", err)
	}
	for _, side := range []struct {
		ending string
		to     *[]byte
	}{{DigestEnding, &f.Digest}, {SignatureEnding, &f.Signature}} {
		*side.to, err = readFile(fsys, name+side.ending, maxSidecar)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Files{}, fmt.Errorf("reading report's sidecar: %w", err)
		}
	}
	return f, nil
}

// maxSidecar is the most bytes of a sidecar that are read: 32 KiB, twice the
// longest signature.
const maxSidecar = 32 << 10

// readFile reads a regular file, at most one byte more than limit. The slice
// is not nil when there is a file.
func readFile(fsys fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit+1))
}
