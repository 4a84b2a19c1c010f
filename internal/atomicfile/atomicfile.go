// Package atomicfile writes files whole or not at all.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Write writes data to the file of that name, in place of one that is there.
// What is there and is no regular file (a folder, a device, a symbolic link) is
// an error and stays.
func Write(name string, data []byte) error {
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file, and is not replaced", name)
	}
	s, err := Stage(name, data)
	if err != nil {
		return err
	}
	defer s.Drop()
	return s.Commit()
}

// Staged is a file that is written in full under another name in its folder,
// and waits to take its own. Drop must be called in the end.
type Staged struct {
	temp, name string
	done       bool
}

// Stage writes data beside the file of that name.
func Stage(name string, data []byte) (*Staged, error) {
	// Not os.CreateTemp, whose files only their owner may read.
	temp := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+rand.Text())
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return nil, errors.Join(err, os.Remove(temp))
	}
	return &Staged{temp: temp, name: name}, nil
}

// Commit gives the file its name.
func (s *Staged) Commit() error {
	err := os.Rename(s.temp, s.name)
	s.done = err == nil
	return err
}

// Drop removes what is left of a file that was not committed.
func (s *Staged) Drop() {
	if !s.done {
		os.Remove(s.temp)
	}
}

// Undo removes the file, committed or not.
func (s *Staged) Undo() {
	s.Drop()
	if s.done {
		os.Remove(s.name)
	}
}
