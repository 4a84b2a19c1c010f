package events_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/conform-suite/conform/internal/strictjson"
)

// FuzzValidateOutput feeds layer 1 any text. What encoding/json does not take
// for an object is none; the converse does not hold (repeated members).
func FuzzValidateOutput(f *testing.F) {
	for _, raw := range invalidJSON {
		f.Add(raw)
	}
	for _, v := range append(absent, present...) {
		f.Add(`{"thought":"t"` + member("action", v) + member("label", v) + member("source_anchor", v) + `}`)
	}
	for _, v := range golden(f) {
		if raw, ok := v.At("/params/raw"); ok {
			f.Add(raw.Str())
		}
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got := ask(t, "validate_output", "raw", raw, "provider", "p", "agent", "a", "tick", 1)
		reason := ""
		if q := at(t, got, "/quarantine"); !q.IsNull() {
			reason = at(t, q, "/reason").Str()
			if kept := at(t, q, "/raw_output").Str(); kept != raw {
				t.Fatalf("kept %q of %q", kept, raw)
			}
		}
		valid, label := at(t, got, "/valid").True(), at(t, got, "/label").Str()
		if valid != (reason == "" || reason == "boundary_violation") || valid != (label != "") {
			t.Fatalf("%q: %v", raw, got)
		}
		var object map[string]json.RawMessage
		isObject := utf8.ValidString(raw) && json.Unmarshal([]byte(raw), &object) == nil && object != nil
		if !isObject && reason != "invalid_json" {
			t.Fatalf("%q is no JSON object: %v", raw, got)
		}
		if label == "CANON_ANCHOR" && (string(object["source_anchor"]) == "null" || object["source_anchor"] == nil) {
			t.Fatalf("%q: %v", raw, got)
		}
	})
}

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
