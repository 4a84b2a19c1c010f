// Package atomicfile writes files whole or not at all.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes data to the file of that name, in place of one that is there,
// whose permissions it keeps. What is there and is no regular file (a folder, a
// device, a symbolic link) is an error and stays.
func Write(name string, data []byte) error {
	info, err := os.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file, and is not replaced", name)
	}
	s, staging := Stage(name, data)
	if staging != nil {
		return staging
	}
	defer s.Drop()
	if err == nil {
		if err := os.Chmod(s.temp, info.Mode().Perm()); err != nil {
			return err
		}
	}
	return s.Commit()
}

// WriteNew writes data to a file of that name and mode. Of many that write one at
// once, one does, and the others have fs.ErrExist, as all have when something is
// there already.
func WriteNew(name string, data []byte, mode fs.FileMode) error {
	if _, err := os.Lstat(name); err == nil {
		return fs.ErrExist
	}
	temp, err := stage(name, data, mode)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	err = os.Link(temp, name)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return create(name, data, mode) // here are no links: who reads the file in this moment may find half of it
}

// Staged is a file that is written in full under another name in its folder,
// and waits to take its own. Drop must be called in the end.
type Staged struct {
	temp, name string
	done       bool
}

// Stage writes data beside the file of that name.
func Stage(name string, data []byte) (*Staged, error) {
	temp, err := stage(name, data, 0o666)
	if err != nil {
		return nil, err
	}
	return &Staged{temp: temp, name: name}, nil
}

// stage writes data under a name that nobody has, beside the file of that name.
func stage(name string, data []byte, mode fs.FileMode) (temp string, err error) {
	// Not os.CreateTemp, whose files only their owner may read.
	temp = filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+rand.Text())
	return temp, create(temp, data, mode)
}

// create writes a file that is not there, down to the disk.
func create(name string, data []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
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
