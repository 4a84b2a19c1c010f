package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/conform-suite/conform/reports"
)

// subjectFiles digests what a subject is started from: each argument of its
// command that names a regular file, and the program itself unless it was
// found on the PATH, as an interpreter is. The list is nil when there is no
// command, and empty when the command names no file.
func subjectFiles(command []string) ([]reports.File, error) {
	if len(command) == 0 {
		return nil, nil
	}
	out := []reports.File{}
	for i, arg := range command {
		if i == 0 && !strings.ContainsRune(arg, filepath.Separator) {
			continue
		}
		info, err := os.Stat(arg)
		if errors.Is(err, fs.ErrPermission) { // else it is no name of a file, as most arguments are
			return nil, fmt.Errorf("reading a file of the subject: %w", err)
		}
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		sum, err := digestFile(arg)
		if err != nil {
			return nil, fmt.Errorf("reading a file of the subject: %w", err)
		}
		out = append(out, reports.File{Name: filepath.Base(arg), SHA256: sum})
	}
	return out, nil
}

func digestFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
