package reference_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

func read(t *testing.T, text string) reference.Params {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), strictjson.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return reference.Read(v)
}

func TestParamsFaults(t *testing.T) {
	text := func(p reference.Params) { p.Text("m") }
	integer := func(p reference.Params) { p.IntOr("m", 4) }
	boolean := func(p reference.Params) { p.BoolOr("m", true) }
	bytes := func(p reference.Params) { p.Bytes("m") }
	list := func(p reference.Params) {
		for _, e := range p.List("m") {
			e.AsText()
		}
	}
	tests := []struct {
		name, params string
		ask          func(reference.Params)
		want         string // begin of the detail; "" for no fault
	}{
		{"no object", `[]`, text, "/: must be object"},
		{"missing", `{}`, text, "/m: is missing"},
		{"null text", `{"m":null}`, text, "/m: must be text"},
		{"unknown members", `{"m":"x","n":1}`, text, ""},
		{"null integer", `{"m":null}`, integer, ""},
		{"absent integer", `{}`, integer, ""},
		{"integer with a fraction", `{"m":4.0}`, integer, "/m: must be an integer"},
		{"boolean for integer", `{"m":true}`, integer, "/m: must be an integer"},
		{"integer for boolean", `{"m":1}`, boolean, "/m: must be boolean"},
		{"null boolean", `{"m":null}`, boolean, ""},
		{"element of a list", `{"m":["a",1]}`, list, "/m/1: must be text"},
		{"object for a list", `{"m":{}}`, list, "/m: must be array"},
		{"text bytes", `{"m":{"text":"a"}}`, bytes, ""},
		{"base64 bytes", `{"m":{"base64":"YQ=="}}`, bytes, ""},
		{"base64 with spare bits", `{"m":{"base64":"YR=="}}`, bytes, ""},
		{"base64 without padding", `{"m":{"base64":"YQ"}}`, bytes, "/m/base64: is not base64"},
		{"base64 of the URL alphabet", `{"m":{"base64":"_-8="}}`, bytes, "/m/base64: is not base64"},
		{"base64 with a line break", `{"m":{"base64":"YQ\n=="}}`, bytes, "/m/base64: is not base64"},
		{"both forms", `{"m":{"text":"a","base64":"YQ=="}}`, bytes, "/m: must have exactly one"},
		{"neither form", `{"m":{}}`, bytes, "/m: must have exactly one"},
		{"bare text for bytes", `{"m":"a"}`, bytes, "/m: must be object"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := read(t, tt.params)
			tt.ask(p)
			err := p.Err()
			if tt.want == "" {
				if err != nil {
					t.Errorf("got %v, want no fault", err)
				}
				return
			}
			var r *reference.Rejection
			if !errors.As(err, &r) || r.Code != reference.InvalidParams || !strings.HasPrefix(r.Detail, tt.want) {
				t.Errorf("got %v, want %s: %s", err, reference.InvalidParams, tt.want)
			}
		})
	}
}

func TestFirstFaultIsKept(t *testing.T) {
	p := read(t, `{"b":1}`)
	p.Text("a")
	p.Text("b")
	if got, want := p.Err().Error(), "invalid_params: /a: is missing"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHello(t *testing.T) {
	s := reference.Subject{Name: "n", Version: "v", Profiles: []reference.Profile{{Name: "toy", Operations: map[string]reference.Operation{"toy.b": nil, "toy.a": nil}}}}
	got, err := s.Answer(reference.Hello, read(t, `{"protocol":"conform/1"}`).Value())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"protocol":"conform/1","implementation":{"name":"n","version":"v","language":"go"},"operations":["toy.a","toy.b"],"max_in_flight":64}`
	if got.String() != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var r *reference.Rejection
	if _, err := s.Answer(reference.Hello, read(t, `{"protocol":"conform/2"}`).Value()); !errors.As(err, &r) || r.Code != "unknown_protocol" {
		t.Errorf("another protocol: got %v, want it rejected as unknown_protocol", err)
	}
	if _, err := s.Answer("toy.c", read(t, `{}`).Value()); !errors.Is(err, reference.ErrUnsupported) {
		t.Errorf("another method: got %v, want %v", err, reference.ErrUnsupported)
	}
}
