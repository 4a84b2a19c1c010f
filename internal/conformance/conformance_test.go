package conformance_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/conform-suite/conform/internal/conformance"
	"github.com/conform-suite/conform/vectors"
)

func TestPageIsUpToDate(t *testing.T) {
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(conformance.Page)
	if err != nil {
		t.Fatal(err)
	}
	want, err := conformance.Update(got, s)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("CONFORMANCE.md differs from the suite; `go generate ./...` repairs it (-want +got):\n%s", diff)
	}
	for _, r := range s.Requirements {
		if n := strings.Count(string(want), "\n| "+r.ID+" |"); n != 1 {
			t.Errorf("%s has %d rows, want 1", r.ID, n)
		}
	}
}

func TestUpdateNeedsItsPlace(t *testing.T) {
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conformance.Update([]byte("# A page\n"), s); err == nil {
		t.Error("a page without a place for the tables was taken")
	}
}
