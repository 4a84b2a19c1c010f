package events_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
)

// object makes an object of names and values in turn; a value is a Value, a
// string (text), an int, a bool or nil.
func object(namesAndValues ...any) strictjson.Value {
	var members []strictjson.Member
	for pair := range slices.Chunk(namesAndValues, 2) {
		members = append(members, strictjson.Member{Name: pair[0].(string), Value: value(pair[1])})
	}
	return strictjson.Record(members...)
}

func value(x any) strictjson.Value {
	switch x := x.(type) {
	case nil:
		return strictjson.Value{}
	case string:
		return strictjson.Text(x)
	case int:
		return strictjson.Integer(int64(x))
	case bool:
		return strictjson.Boolean(x)
	}
	return x.(strictjson.Value)
}

func parse(t testing.TB, text string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), strictjson.Limits{})
	if err != nil {
		t.Fatalf("parsing %s: %v", text, err)
	}
	return v
}

// entry is a registry entry.
func entry(reference, summary string, keywords ...string) strictjson.Value {
	return object("reference", reference, "summary", summary, "keywords", strictjson.Texts(keywords))
}

// fataler is what a *testing.T and a *rapid.T have in common here.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// ask is the result of an operation, which must not refuse.
func ask(t fataler, operation string, namesAndValues ...any) strictjson.Value {
	t.Helper()
	params := object(namesAndValues...)
	got, err := events.Profile.Operations["events."+operation](params)
	if err != nil {
		t.Fatalf("events.%s %v: %v", operation, params, err)
	}
	return got
}

// at is the value that a pointer names in v, which must be there.
func at(t fataler, v strictjson.Value, pointer string) strictjson.Value {
	t.Helper()
	m, ok := v.At(pointer)
	if !ok {
		t.Fatalf("nothing at %s of %v", pointer, v)
	}
	return m
}

func wantEqual(t testing.TB, got strictjson.Value, want string) {
	t.Helper()
	if !got.Equal(parse(t, want)) {
		t.Errorf("got  %v\nwant %s", got, want)
	}
}

func TestProfile(t *testing.T) {
	got := slices.Sorted(maps.Keys(events.Profile.Operations))
	want := []string{"events.classify", "events.fallback", "events.render", "events.run", "events.validate", "events.validate_output"}
	if events.Profile.Name != "events" || !slices.Equal(got, want) {
		t.Errorf("got %s %q, want events %q", events.Profile.Name, got, want)
	}
}

// accepted are params that each operation answers, the first of each with all
// that it knows.
var accepted = []struct{ operation, params string }{
	{"validate_output", `{"raw":"","provider":"p","agent":"a","tick":-9007199254740991,"else":1}`},
	{"validate", `{"event":{},"registry":[{"reference":"","summary":"","keywords":[""],"else":1}]}`},
	{"validate", `{"event":{},"registry":null}`},
	{"validate", `{"event":{}}`},
	{"classify", `{"action_text":"","registry":[]}`},
	{"run", `{"outputs":[{"raw":"","provider":"","agent":"","tick":0}],"registry":[],"data_dir":null}`},
	{"run", `{"outputs":[],"registry":[]}`},
	{"render", `{"event":{"label":"SIMULATION_EVENT","source_anchor":null,"canon_claim":null,"simulation_note":"n"}}`},
	{"fallback", `{"registry":[]}`},
}

func TestAccepted(t *testing.T) {
	for _, c := range accepted {
		if _, err := events.Profile.Operations["events."+c.operation](parse(t, c.params)); err != nil {
			t.Errorf("%s %s: %v", c.operation, c.params, err)
		}
	}
}

func TestRejected(t *testing.T) {
	const simulation = `"source_anchor":null,"canon_claim":null,"simulation_note":"n"`
	tests := []struct{ operation, code, params string }{
		{"validate_output", "invalid_params", `[]`},
		{"validate_output", "invalid_params", `{"provider":"p","agent":"a","tick":0}`},
		{"validate_output", "invalid_params", `{"raw":null,"provider":"p","agent":"a","tick":0}`},
		{"validate_output", "invalid_params", `{"raw":{"text":""},"provider":"p","agent":"a","tick":0}`},
		{"validate_output", "invalid_params", `{"raw":"","agent":"a","tick":0}`},
		{"validate_output", "invalid_params", `{"raw":"","provider":1,"agent":"a","tick":0}`},
		{"validate_output", "invalid_params", `{"raw":"","provider":"p","tick":0}`},
		{"validate_output", "invalid_params", `{"raw":"","provider":"p","agent":["a"],"tick":0}`},
		{"validate_output", "invalid_params", `{"raw":"","provider":"p","agent":"a"}`},
		{"validate_output", "invalid_params", `{"raw":"","provider":"p","agent":"a","tick":"0"}`},
		{"validate_output", "invalid_params", `{"raw":"","provider":"p","agent":"a","tick":1.0}`},
		{"validate_output", "invalid_params", `{"raw":"","provider":"p","agent":"a","tick":9007199254740992}`},
		{"validate", "invalid_params", `{"registry":[]}`},
		{"validate", "invalid_params", `{"event":{},"registry":{}}`},
		{"validate", "invalid_params", `{"event":{},"registry":[1]}`},
		{"validate", "invalid_params", `{"event":{},"registry":[{"summary":"","keywords":[]}]}`},
		{"validate", "invalid_params", `{"event":{},"registry":[{"reference":null,"summary":"","keywords":[]}]}`},
		{"validate", "invalid_params", `{"event":{},"registry":[{"reference":"","keywords":[]}]}`},
		{"validate", "invalid_params", `{"event":{},"registry":[{"reference":"","summary":"","keywords":null}]}`},
		{"validate", "invalid_params", `{"event":{},"registry":[{"reference":"","summary":"","keywords":[1]}]}`},
		{"validate", "invalid_params", `{"event":null,"registry":1}`},
		{"validate", "not_an_object", `{"event":null}`},
		{"validate", "not_an_object", `{"event":[]}`},
		{"validate", "not_an_object", `{"event":"CANON_ANCHOR"}`},
		{"classify", "invalid_params", `{"registry":[]}`},
		{"classify", "invalid_params", `{"action_text":["a"],"registry":[]}`},
		{"classify", "invalid_params", `{"action_text":"a"}`},
		{"classify", "invalid_params", `{"action_text":"a","registry":null}`},
		{"run", "invalid_params", `{"registry":[]}`},
		{"run", "invalid_params", `{"outputs":{},"registry":[]}`},
		{"run", "invalid_params", `{"outputs":[null],"registry":[]}`},
		{"run", "invalid_params", `{"outputs":[{"provider":"p","agent":"a","tick":0}],"registry":[]}`},
		{"run", "invalid_params", `{"outputs":[]}`},
		{"run", "invalid_params", `{"outputs":[],"registry":[],"data_dir":false}`},
		{"render", "invalid_params", `{}`},
		{"render", "not_an_object", `{"event":null}`},
		{"render", "invalid_event", `{"event":{}}`},
		{"render", "invalid_event", `{"event":{"label":"CANON_ANCHOR",` + simulation + `}}`},
		{"fallback", "invalid_params", `{}`},
		{"fallback", "invalid_params", `{"registry":"[]"}`},
	}
	for _, c := range tests {
		got, err := events.Profile.Operations["events."+c.operation](parse(t, c.params))
		var r *reference.Rejection
		if !errors.As(err, &r) || r.Code != c.code || !strings.HasPrefix(r.Detail, "/") {
			t.Errorf("%s %s: got %v, %v, want %s and the place", c.operation, c.params, got, err, c.code)
		}
	}
}
