package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// Of many first uses at once one makes the key, and all sign with it.
func TestOwnKeyIsMadeOnce(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("AppData", t.TempDir())
	t.Setenv("CONFORM_KEY", "")
	const uses = 32
	var got [uses]signature
	var errs [uses]error
	var wait sync.WaitGroup
	for i := range uses {
		wait.Go(func() { got[i], errs[i] = signer("") })
	}
	wait.Wait()
	made := 0
	for i, s := range got {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		if a, b := s.key.Public().Thumbprint(), got[0].key.Public().Thumbprint(); a != b {
			t.Errorf("two keys: %s and %s", a, b)
		}
		if s.made {
			made++
		}
	}
	if made != 1 {
		t.Errorf("%d say that they made the key, want 1", made)
	}
	alone(t, got[0].path)
}

// A file is written whole or not at all, and none that is there is changed.
func TestPutNew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key.jwk")
	if err := putNew(path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := putNew(path, []byte("second")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got error %v, want %v", err, fs.ErrExist)
	}
	if data, err := os.ReadFile(path); string(data) != "first" {
		t.Errorf("got %q, %v", data, err)
	}
	alone(t, path)
}

// alone wants nothing beside a file in its folder.
func alone(t *testing.T, path string) {
	t.Helper()
	list, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(list) != 1 {
		t.Errorf("got %v, %v beside the key", list, err)
	}
}
