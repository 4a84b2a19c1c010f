package schema_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/schema"
)

func parse(t *testing.T, text string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), strictjson.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func load(t *testing.T, body string) *schema.Set {
	t.Helper()
	s, err := schema.Load(fstest.MapFS{"x.json": {Data: []byte(`{"$id":"urn:conform:schema:x",` + body + `}`)}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEmbeddedSchemasCompile(t *testing.T) {
	s, err := schema.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	if n := len(s.Names()); n < 10 {
		t.Errorf("%d schemas are embedded, want at least 10", n)
	}
	for _, name := range s.Names() {
		if strings.HasSuffix(name, ".result") && !strings.HasPrefix(name, "protocol/") {
			if _, err := s.Mask(name); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestFaultsNamePlaceAndAreStable(t *testing.T) {
	s := load(t, `"type":"object","required":["a","b"],"additionalProperties":false,"properties":{"a":{"type":"string"},"b":{"type":"array","items":{"pattern":"^x"}}}`)
	v := parse(t, `{"a":1,"b":["x","y"],"z":1,"y":1,"c":1}`)
	want := `/: additional properties 'c', 'y', 'z' not allowed; /a: got number, want string; /b/1: 'y' does not match pattern '^x'`
	for range 20 {
		err := s.Validate("x", v)
		var f schema.Faults
		if !errors.As(err, &f) {
			t.Fatalf("got %v, want Faults", err)
		}
		if got := f.Error(); got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
	}
}

func TestPatternsAreECMA(t *testing.T) {
	s := load(t, `"pattern":"^(?![.]{1,2}(?:/|$))[a-z.]+(?![\\s\\S])"`)
	for text, want := range map[string]bool{"ab": true, "..": false, "ab\n": false} {
		if got := s.Validate("x", strictjson.Text(text)) == nil; got != want {
			t.Errorf("%q is valid: got %v, want %v", text, got, want)
		}
	}
}

func TestSlowPatternIsAnErrorOfItsOwn(t *testing.T) {
	s := load(t, `"pattern":"^(a+)+$"`)
	start := time.Now()
	err := s.Validate("x", strictjson.Text(strings.Repeat("a", 40)+"!"))
	if !errors.Is(err, schema.ErrTimeout) {
		t.Errorf("got %v after %v, want %v", err, time.Since(start), schema.ErrTimeout)
	}
}

func TestNumbersBeyondADoubleAreFaults(t *testing.T) {
	s := load(t, `"minimum":0`)
	for text, want := range map[string]bool{
		"1e5000000": false, "[1e400]": false, "1e308": true, "1e-5000000": true,
		"1" + strings.Repeat("0", 2000): false,
	} {
		var f schema.Faults
		err := s.Validate("x", parse(t, text))
		if got := err == nil; got != want || err != nil && !errors.As(err, &f) {
			t.Errorf("%.20s: got %v, want valid %v", text, err, want)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	tests := map[string]string{
		"another $id":     `{"$id":"urn:conform:schema:y"}`,
		"no $id":          `{}`,
		"repeated member": `{"$id":"urn:conform:schema:x","type":"string","type":"object"}`,
	}
	for name, text := range tests {
		if _, err := schema.Load(fstest.MapFS{"x.json": {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), "x.json") {
			t.Errorf("%s: got error %v, want one that names the file", name, err)
		}
	}
}

func TestNothingIsLoadedFromOutside(t *testing.T) {
	for _, ref := range []string{"file:///etc/hostname", "https://example.com/s.json", "urn:conform:schema:nowhere"} {
		if err := load(t, `"$ref":"`+ref+`"`).Check(); err == nil {
			t.Errorf("a reference to %s was followed", ref)
		}
	}
}

func TestMaskKeeps(t *testing.T) {
	s := load(t, `"properties":{"a":{},"free":{"x-compare":"free"},"should":{"x-compare":"should"},
		"list":{"type":"array","items":{"$ref":"#/$defs/e"}}},
		"$defs":{"e":{"properties":{"why":{"x-compare":"free"},"n":{}}}}`)
	m, err := s.Mask("x")
	if err != nil {
		t.Fatal(err)
	}
	v := parse(t, `{"a":1,"free":2,"should":3,"list":[{"why":"w","n":4}],"unknown":5}`)
	if got, want := m.Keep(v, true).String(), `{"a":1,"should":3,"list":[{"n":4}],"unknown":5}`; got != want {
		t.Errorf("with SHOULD: got %s, want %s", got, want)
	}
	if got, want := m.Keep(v, false).String(), `{"a":1,"list":[{"n":4}],"unknown":5}`; got != want {
		t.Errorf("without: got %s, want %s", got, want)
	}
}

func TestMaskRefuses(t *testing.T) {
	for name, body := range map[string]string{
		"unknown word":         `"properties":{"a":{"x-compare":"maybe"}}`,
		"hidden in oneOf":      `"oneOf":[{"properties":{"a":{"x-compare":"free"}}}]`,
		"in a def nobody uses": `"$defs":{"d":{"x-compare":"free"}}`,
	} {
		if _, err := load(t, body).Mask("x"); err == nil {
			t.Errorf("%s: it was taken", name)
		}
	}
}
