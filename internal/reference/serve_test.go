package reference_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

var toy = reference.Subject{Name: "toy", Version: "1", Profiles: []reference.Profile{{
	Name: "toy", Operations: map[string]reference.Operation{
		"toy.echo": func(p strictjson.Value) (strictjson.Value, error) { return p, nil },
		"toy.no": func(strictjson.Value) (strictjson.Value, error) {
			return strictjson.Value{}, reference.Reject("refused", "never")
		},
		"toy.broken": func(strictjson.Value) (strictjson.Value, error) {
			return strictjson.Value{}, errors.New("out of order")
		},
	},
}}}

func TestServe(t *testing.T) {
	long := strings.Repeat("x", 1<<17) // more than any buffer holds
	tests := []struct{ name, request, want string }{
		{"a result", `{"jsonrpc":"2.0","id":"1","method":"toy.echo","params":{"a":[1.50]}}`, `{"jsonrpc":"2.0","id":"1","result":{"a":[1.50]}}`},
		{"a long line", `{"jsonrpc":"2.0","id":"1","method":"toy.echo","params":{"a":"` + long + `"}}`, `{"jsonrpc":"2.0","id":"1","result":{"a":"` + long + `"}}`},
		{"rejected", `{"jsonrpc":"2.0","id":"é","method":"toy.no"}`, `{"jsonrpc":"2.0","id":"é","error":{"code":1,"message":"never","data":{"code":"refused"}}}`},
		{"failed", `{"jsonrpc":"2.0","id":"1","method":"toy.broken"}`, `{"jsonrpc":"2.0","id":"1","error":{"code":-32603,"message":"out of order"}}`},
		{"unsupported", `{"jsonrpc":"2.0","id":"1","method":"toy.other"}`, `{"jsonrpc":"2.0","id":"1","error":{"code":-32601,"message":"method not found"}}`},
		{"no method", `{"jsonrpc":"2.0","id":7}`, `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"a request needs a method"}}`},
	}
	var in, want strings.Builder
	for _, tt := range tests {
		in.WriteString(tt.request + "\n")
		want.WriteString(tt.want + "\n")
		var out strings.Builder
		if err := toy.Serve(strings.NewReader(tt.request), &out); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got := out.String(); got != tt.want+"\n" {
			t.Errorf("%s: got %.200s, want %.200s", tt.name, got, tt.want)
		}
	}
	var out strings.Builder
	if err := toy.Serve(strings.NewReader(in.String()), &out); err != nil {
		t.Fatal(err)
	}
	if out.String() != want.String() {
		t.Errorf("all in a row: got %.300s, want %.300s", out.String(), want.String())
	}
}

func TestServeAnswersWhatIsNotJSON(t *testing.T) {
	var out strings.Builder
	if err := toy.Serve(strings.NewReader("hello\n"+`{"jsonrpc":"2.0","id":"2","method":"toy.no"}`+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if !strings.HasPrefix(lines[0], `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`) || !strings.Contains(lines[1], `"id":"2"`) {
		t.Errorf("got %q, want a parse error, then the answer to the second request", lines)
	}
}
