package main

import (
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

// alone wants nothing beside a file in its folder.
func alone(t *testing.T, path string) {
	t.Helper()
	list, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(list) != 1 {
		t.Errorf("got %v, %v beside the key", list, err)
	}
}
