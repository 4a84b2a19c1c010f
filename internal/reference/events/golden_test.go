package events_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/reference/goldentest"
	"github.com/conform-suite/conform/internal/strictjson"
)

func TestGolden(t *testing.T) { goldentest.Run(t, events.Profile) }

// golden are the vectors of the profile, read as plain JSON: seeds for
// fuzzing. There being none is a failure.
func golden(t testing.TB) []strictjson.Value {
	t.Helper()
	names, err := filepath.Glob("../../../vectors/events/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var out []strictjson.Value
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := strictjson.Parse(data, strictjson.Limits{Bytes: 16 << 20, Depth: strictjson.MaxDepth})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list, _ := doc.Get("vectors")
		for _, v := range list.Elements() {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		t.Fatal("no vectors in vectors/events")
	}
	return out
}
