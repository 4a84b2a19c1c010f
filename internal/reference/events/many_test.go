package events_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// expect is what a right answer to an operation is.
func expect(t *testing.T, operation string, namesAndValues ...any) vectors.Expect {
	t.Helper()
	e, err := events.Profile.Expect("events."+operation, object(namesAndValues...))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// The notes that a run supplies may be worded in any way, those that a provider
// wrote may not; events that layer 2 refuses do not count.
func TestExpectRun(t *testing.T) {
	const own = `{"thought":"t","action":"walks","label":"SIMULATION_EVENT","simulation_note":"own"}`
	tests := []struct {
		name string
		raws []string
		want []string
	}{
		{"none", nil, nil},
		{"a provider's own", []string{own}, nil},
		{"supplied to a simulation", []string{own, `{"thought":"t","action":"walks","label":"SIMULATION_EVENT","simulation_note":""}`}, []string{"/events/1/simulation_note"}},
		{"classified", []string{`{"thought":"t","action":"walks"}`, `{"thought":"t","action":"the LORD"}`}, []string{"/events/0/simulation_note", "/events/1/simulation_note"}},
		{"classified as canon", []string{`{"thought":"t","action":"Lord, shepherd, want"}`}, nil},
		{"in place of what was refused", []string{own, "no JSON", own}, []string{"/events/1/simulation_note"}},
		{"after a refused event", []string{`{"thought":"t","action":"a","label":"CANON_ANCHOR","source_anchor":"new","canon_claim":"c"}`, "{}"}, []string{"/events/0/simulation_note"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var outputs []strictjson.Value
			for i, raw := range tt.raws {
				outputs = append(outputs, provided(raw, i))
			}
			e := expect(t, "run", "outputs", strictjson.List(outputs...), "registry", canon)
			if !slices.Equal(e.AnyText, tt.want) || e.Result == nil {
				t.Errorf("got %q, %v, want %q", e.AnyText, e.Result, tt.want)
			}
			for _, p := range e.AnyText {
				if at(t, *e.Result, p).Str() == "" {
					t.Errorf("%s is no text", p)
				}
			}
		})
	}
}

func TestExpectClassified(t *testing.T) {
	for action, want := range map[string][]string{"walks": {"/simulation_note"}, "lord": {"/simulation_note"}, "Lord, shepherd, want": nil} {
		if e := expect(t, "classify", "action_text", action, "registry", canon); !slices.Equal(e.AnyText, want) {
			t.Errorf("%s: got %q, want %q", action, e.AnyText, want)
		}
	}
}

func TestExpectChecks(t *testing.T) {
	two := strictjson.List(entry("a", "b", "one", "two words"), entry("c", "d", "three"))
	tests := []struct {
		name string
		got  vectors.Expect
		want vectors.Check
	}{
		{"a card with a source", expect(t, "render", "event", event(t, isBridge, `"Psalm 23:1"`, `null`, `"n"`)), vectors.Check{Name: vectors.CheckShows, At: "/text", Contains: []string{"Psalm 23:1"}, Words: []string{"Interpretation"}}},
		{"a card without", expect(t, "render", "event", event(t, isSim, `""`, `null`, `"n"`)), vectors.Check{Name: vectors.CheckShows, At: "/text", Words: []string{"Simulation"}}},
		{"a fallback", expect(t, "fallback", "registry", two), vectors.Check{Name: vectors.CheckAvoids, At: "/action_text", Keywords: []string{"one", "two words", "three"}}},
	}
	for _, tt := range tests {
		if tt.got.Check == nil || fmt.Sprintf("%q", *tt.got.Check) != fmt.Sprintf("%q", tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.name, tt.got.Check, tt.want)
		}
	}
}
