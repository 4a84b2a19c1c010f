package events_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
)

// provided is an output of agent "Eve", provider "p".
func provided(raw string, tick int) strictjson.Value {
	return object("provider", "p", "agent", "Eve", "tick", tick, "raw", raw)
}

// eventOf is the event that Eve's output in tick 1 should become; want holds
// label, anchor, claim and note as JSON texts, the note "…" when any will do.
func eventOf(t *testing.T, got strictjson.Value, want [4]string) strictjson.Value {
	t.Helper()
	if want[3] == `…` {
		note, _ := got.Get("simulation_note")
		if note.Str() == "" {
			t.Errorf("%v has no note", got)
		}
		want[3] = note.String()
	}
	e := event(t, want[0], want[1], want[2], want[3])
	return strictjson.Record(append([]strictjson.Member{{Name: "tick", Value: value(1)}, {Name: "agent", Value: value("Eve")}}, e.Members()...)...)
}

func TestRunOne(t *testing.T) {
	tests := []struct {
		name, members string // beside thought and action
		event         [4]string
		refused       string // by layer 2
		record        string // of layer 1
	}{
		{"unlabelled, no words of canon", `"action":"walks"`, [4]string{isSim, `null`, `null`, `…`}, "", ""},
		{"unlabelled, own members replaced", `"action":"walks","source_anchor":"x","canon_claim":"y","simulation_note":["z"]`, [4]string{isSim, `null`, `null`, `…`}, "", ""},
		{"unlabelled, one keyword", `"action":"the LORD","source_anchor":"x","canon_claim":"y","simulation_note":7`, [4]string{isBridge, `"Psalm 23:1"`, `"The shepherd and the want."`, `…`}, "", ""},
		{"unlabelled, three keywords", `"action":"Lord, shepherd, want"`, [4]string{isCanon, `"Psalm 23:1"`, `"The shepherd and the want."`, `null`}, "", ""},
		{"unlabelled, entry without reference", `"action":"anonymous unnamed nobody"`, [4]string{isCanon, `""`, `"No reference."`, `null`}, "anchor_missing", ""},
		{"unlabelled, entry with blank reference", `"action":"blank space tab"`, [4]string{isCanon, `" "`, `"Blank reference."`, `null`}, "anchor_missing", ""},
		{"unlabelled, entry without summary", `"action":"uz job upright"`, [4]string{isCanon, `"Job 1:1"`, `""`, `null`}, "claim_missing", ""},
		{"unlabelled, bridge without reference", `"action":"nobody"`, [4]string{isBridge, `""`, `"No reference."`, `…`}, "", ""},
		{"unlabelled, action no text", `"action":["lord","shepherd","want"]`, [4]string{isSim, `null`, `null`, `…`}, "", ""},
		{"unlabelled, action true", `"action":true`, [4]string{isSim, `null`, `null`, `…`}, "", ""},
		{"label null", `"action":"lord","label":null,"source_anchor":"x"`, [4]string{isSim, `null`, `null`, `…`}, "", ""},
		{"label unknown", `"action":"lord","label":"CANON","source_anchor":"x","canon_claim":"y","simulation_note":"own"`, [4]string{isSim, `null`, `null`, `"own"`}, "", ""},
		{"label in other case", `"action":"lord","label":"canon_anchor","source_anchor":"Psalm 23:1","canon_claim":"y"`, [4]string{isSim, `null`, `null`, `…`}, "", ""},
		{"label of other type", `"action":"lord","label":["CANON_ANCHOR"],"simulation_note":false`, [4]string{isSim, `null`, `null`, `…`}, "", ""},

		{"sim", `"action":"lord","label":"SIMULATION_EVENT"`, [4]string{isSim, `null`, `null`, `…`}, "", ""},
		{"sim, own note", `"action":"lord","label":"SIMULATION_EVENT","simulation_note":" "`, [4]string{isSim, `null`, `null`, `" "`}, "", ""},
		{"sim, falsy note", `"action":"lord","label":"SIMULATION_EVENT","simulation_note":0e5`, [4]string{isSim, `null`, `null`, `…`}, "", ""},
		{"sim, note no text", `"action":"lord","label":"SIMULATION_EVENT","simulation_note":[7,8]`, [4]string{isSim, `null`, `null`, `[7,8]`}, "wrong_type", ""},
		{"sim, anchor and claim of any type", `"action":"lord","label":"SIMULATION_EVENT","source_anchor":7,"canon_claim":[]`, [4]string{isSim, `null`, `null`, `…`}, "", ""},

		{"bridge", `"action":"walks","label":"INTERPRETIVE_BRIDGE","simulation_note":"own"`, [4]string{isBridge, `null`, `null`, `"own"`}, "", ""},
		{"bridge, source outside the registry", `"action":"walks","label":"INTERPRETIVE_BRIDGE","source_anchor":"x","canon_claim":"","simulation_note":"own"`, [4]string{isBridge, `"x"`, `""`, `"own"`}, "", ""},
		{"bridge without note", `"action":"lord","label":"INTERPRETIVE_BRIDGE","source_anchor":"Psalm 23:1"`, [4]string{isBridge, `"Psalm 23:1"`, `null`, `null`}, "note_missing", ""},
		{"bridge, note false", `"action":"lord","label":"INTERPRETIVE_BRIDGE","simulation_note":false`, [4]string{isBridge, `null`, `null`, `false`}, "wrong_type", ""},
		{"bridge, anchor no text", `"action":"lord","label":"INTERPRETIVE_BRIDGE","source_anchor":0,"simulation_note":"own"`, [4]string{isBridge, `0`, `null`, `"own"`}, "wrong_type", ""},

		{"canon", `"action":"walks","label":"CANON_ANCHOR","source_anchor":"Psalm 23:1","canon_claim":"own"`, [4]string{isCanon, `"Psalm 23:1"`, `"own"`, `null`}, "", ""},
		{"canon, own note", `"action":"walks","label":"CANON_ANCHOR","source_anchor":"Psalm 23:1","canon_claim":"own","simulation_note":""`, [4]string{isCanon, `"Psalm 23:1"`, `"own"`, `""`}, "", ""},
		{"canon, new scripture", `"action":"lord","label":"CANON_ANCHOR","source_anchor":"Psalm 151","canon_claim":"own"`, [4]string{isCanon, `"Psalm 151"`, `"own"`, `null`}, "unknown_source", ""},
		{"canon without claim", `"action":"lord","label":"CANON_ANCHOR","source_anchor":"Psalm 23:1"`, [4]string{isCanon, `"Psalm 23:1"`, `null`, `null`}, "claim_missing", ""},
		{"canon, anchor no text", `"action":"lord","label":"CANON_ANCHOR","source_anchor":{"a":{"b":[1]},"c":2},"canon_claim":"own"`, [4]string{isCanon, `{"c":2,"a":{"b":[1]}}`, `"own"`, `null`}, "wrong_type", ""},
		{"canon, keys of the anchor apart by escape", `"action":"lord","label":"CANON_ANCHOR","source_anchor":"Ps\u0061lm 23:1","canon_claim":"\ud83d\ude00"`, [4]string{isCanon, `"Psalm 23:1"`, `"😀"`, `null`}, "", ""},
		{"canon forced", `"action":"lord shepherd want","label":"CANON_ANCHOR","canon_claim":"own"`, [4]string{isSim, `null`, `null`, `…`}, "", "boundary_violation"},
		{"canon forced, own note", `"action":"lord","label":"CANON_ANCHOR","source_anchor":" ","simulation_note":"own"`, [4]string{isSim, `null`, `null`, `"own"`}, "", "boundary_violation"},
		{"canon forced, note no text", `"action":"lord","label":"CANON_ANCHOR","source_anchor":[],"simulation_note":1`, [4]string{isSim, `null`, `null`, `1`}, "wrong_type", "boundary_violation"},

		{"fields missing", `"action":"","label":"INTERPRETIVE_BRIDGE","simulation_note":"own"`, [4]string{isSim, `null`, `null`, `…`}, "", "missing_fields"},
		{"invalid JSON", `"action":"lord","label":"SIMULATION_EVENT","simulation_note":"own",`, [4]string{isSim, `null`, `null`, `…`}, "", "invalid_json"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			raw := `{"thought":"t",` + c.members + `}`
			got := ask(t, "run", "outputs", strictjson.List(provided(raw, 1)), "registry", canon)
			wantRun(t, got, raw, c.event, c.refused, c.record)
		})
	}
}

// wantRun checks the result of a run of the one output raw.
func wantRun(t *testing.T, got strictjson.Value, raw string, event [4]string, refused, record string) {
	t.Helper()
	list, quarantine, records := strictjson.List(), strictjson.List(), strictjson.List()
	if refused == "" {
		list = strictjson.List(eventOf(t, at(t, got, "/events/0"), event))
	} else {
		quarantine = strictjson.List(object("event", eventOf(t, at(t, got, "/quarantine_events/0/event"), event), "reason", refused))
	}
	if record != "" {
		records = strictjson.List(object("provider", "p", "agent", "Eve", "tick", 1, "raw_output", raw, "reason", record))
	}
	want := object("events", list, "quarantine_events", quarantine, "quarantine_provider_outputs", records)
	if !got.Equal(want) {
		t.Errorf("%s\ngot  %v\nwant %v", raw, got, want)
	}
}

func TestRunOfNothing(t *testing.T) {
	got := ask(t, "run", "outputs", strictjson.List(), "registry", canon)
	wantEqual(t, got, `{"events":[],"quarantine_events":[],"quarantine_provider_outputs":[]}`)
}

// mixed are outputs that fill all three logs, in tick order.
var mixed = strictjson.List(
	provided("no JSON\r\n\u2028\x00", 3),
	provided(`{"thought":"t","action":"walks"}`, 1),
	provided(`{"thought":"t","action":"a","label":"CANON_ANCHOR","source_anchor":"new","canon_claim":"c"}`, 2),
	provided(`{"thought":"t"}`, 2),
	provided(`{"thought":"t","action":"a","label":"INTERPRETIVE_BRIDGE","source_anchor":"a\nb"}`, 1),
)

func TestRunKeepsTheOrder(t *testing.T) {
	got := ask(t, "run", "outputs", mixed, "registry", canon)
	for pointer, want := range map[string]int{
		"/events/0/tick": 3, "/events/1/tick": 1, "/events/2/tick": 2,
		"/quarantine_events/0/event/tick": 2, "/quarantine_events/1/event/tick": 1,
		"/quarantine_provider_outputs/0/tick": 3, "/quarantine_provider_outputs/1/tick": 2,
	} {
		if got := at(t, got, pointer); !got.Equal(value(want)) {
			t.Errorf("%s: got %v, want %d", pointer, got, want)
		}
	}
}

func TestRunWritesTheLogs(t *testing.T) {
	for name, outputs := range map[string]strictjson.Value{"mixed": mixed, "none": strictjson.List()} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			got := ask(t, "run", "outputs", outputs, "registry", canon, "data_dir", dir)
			if want := ask(t, "run", "outputs", outputs, "registry", canon); !got.Equal(want) {
				t.Errorf("with data_dir %v\nwithout %v", got, want)
			}
			names, err := filepath.Glob(filepath.Join(dir, "*"))
			if err != nil || len(names) != 3 {
				t.Errorf("got files %q, %v, want three", names, err)
			}
			for _, m := range got.Members() {
				wantLines(t, filepath.Join(dir, m.Name+".jsonl"), m.Value)
			}
		})
	}
}

// wantLines checks that a file has one line for each element of want.
func wantLines(t *testing.T, name string, want strictjson.Value) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got []strictjson.Value
	for line := range strings.Lines(string(data)) {
		if !strings.HasSuffix(line, "}\n") {
			t.Errorf("%s: line %q is cut off", name, line)
		}
		got = append(got, parse(t, line))
	}
	if !strictjson.List(got...).Equal(want) {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

// A folder that cannot be written in is a failure, not a rejection, and
// nothing is left or changed there.
func TestRunCannotWrite(t *testing.T) {
	taken := t.TempDir()
	mine := filepath.Join(taken, "quarantine_provider_outputs.jsonl")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	linked := t.TempDir()
	if err := os.Symlink(mine, filepath.Join(linked, "events.jsonl")); err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{"empty path": "", "no folder": filepath.Join(taken, "none"), "a file": mine, "taken": taken, "linked": linked, "NUL": "\x00"} {
		t.Run(name, func(t *testing.T) {
			_, err := events.Profile.Operations["events.run"](object("outputs", mixed, "registry", canon, "data_dir", dir))
			var r *reference.Rejection
			if err == nil || errors.As(err, &r) {
				t.Errorf("got %v, want a plain error", err)
			}
		})
	}
	if got, err := os.ReadFile(mine); err != nil || string(got) != "mine" {
		t.Errorf("got %q, %v, want the file untouched", got, err)
	}
	for dir, want := range map[string]int{taken: 1, linked: 1} {
		if got, _ := os.ReadDir(dir); len(got) != want {
			t.Errorf("got %v in the folder, want %d", got, want)
		}
	}
}

func TestRunTouchesNoFileWithoutDataDir(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	ask(t, "run", "outputs", mixed, "registry", canon, "data_dir", nil)
	if _, err := events.Profile.Operations["events.run"](object("outputs", mixed, "registry", 1, "data_dir", dir)); err == nil {
		t.Error("ill-typed registry accepted")
	}
	if got, _ := os.ReadDir(dir); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}
