//go:build unix

package runner_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/schema"
	"github.com/conform-suite/conform/vectors"
)

// The toy profile of these tests: toy.echo gives back n, toy.say a text,
// toy.write writes files, and no subject here claims toy.rare.
var toyFiles = map[string]string{
	"vectors/suite.json": `{"name": "toy", "version": "1.0.0"}`,
	"vectors/toy/profile.json": `{"profile": "toy", "promise": "A toy.", "modules": [{"module": "core", "operations": [
		{"operation": "toy.echo", "rejections": ["invalid_params", "too_big"]},
		{"operation": "toy.say", "rejections": ["invalid_params"]},
		{"operation": "toy.write", "rejections": ["invalid_params"]},
		{"operation": "toy.rare", "rejections": ["invalid_params"]}]}]}`,
	"vectors/toy/requirements.json": `{"requirements": [
		{"id": "TOY-001", "level": "MUST", "module": "core", "text": "It works.", "source": "suite decision"}]}`,
	"schema/toy/echo.params.json": `{"$id": "urn:conform:schema:toy:echo.params", "type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}`,
	"schema/toy/echo.result.json": `{"$id": "urn:conform:schema:toy:echo.result", "type": "object", "additionalProperties": false, "required": ["n"],
		"properties": {"n": {"type": ["integer", "null"]}, "hint": {"x-compare": "should"}, "note": {"type": "string", "x-compare": "free"},
		"list": {"type": "array", "items": {"type": "object", "properties": {"why": {"type": "string"}, "aside": {"x-compare": "free"}}}}}}`,
	"schema/toy/say.params.json":   `{"$id": "urn:conform:schema:toy:say.params", "type": "object"}`,
	"schema/toy/say.result.json":   `{"$id": "urn:conform:schema:toy:say.result", "type": "object", "additionalProperties": false, "required": ["text"], "properties": {"text": {"type": "string"}}}`,
	"schema/toy/write.params.json": `{"$id": "urn:conform:schema:toy:write.params", "type": "object"}`,
	"schema/toy/write.result.json": `{"$id": "urn:conform:schema:toy:write.result", "type": "object", "properties": {"rows": {"type": "array"}, "more": {"type": "array"}}}`,
	"schema/toy/rare.params.json":  `{"$id": "urn:conform:schema:toy:rare.params", "type": "object"}`,
	"schema/toy/rare.result.json":  `{"$id": "urn:conform:schema:toy:rare.result", "type": "object"}`,
}

// vector is a vector of the toy profile, as JSON.
func vector(id, params, expect, more string) string {
	parts := strings.Split(id, "/")
	return fmt.Sprintf(`{"id": %q, "title": "t", "requirements": ["TOY-001"], "operation": "%s.%s", "params": %s, "expect": %s, "source": "suite decision"%s}`,
		id, parts[0], parts[1], params, expect, more)
}

// echo is n vectors of toy.echo, numbered from 1: "toy/echo/n-001".
func echo(n int) []string {
	var out []string
	for i := 1; i <= n; i++ {
		out = append(out, vector(echoID(i), fmt.Sprintf(`{"n": %d}`, i), fmt.Sprintf(`{"result": {"n": %d}}`, i), ""))
	}
	return out
}

func echoID(n int) string { return fmt.Sprintf("toy/echo/n-%03d", n) }

// suite loads a suite of the given vectors.
func suite(t testing.TB, vs ...string) *vectors.Suite {
	t.Helper()
	own, foreign := fstest.MapFS{}, fstest.MapFS{}
	embedded, err := schema.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range embedded.Files() {
		if strings.HasPrefix(path, "protocol/") || !strings.Contains(path, "/") {
			foreign[path] = &fstest.MapFile{Data: data}
		}
	}
	for path, data := range toyFiles {
		if name, ok := strings.CutPrefix(path, "schema/"); ok {
			foreign[name] = &fstest.MapFile{Data: []byte(data)}
		} else {
			own[strings.TrimPrefix(path, "vectors/")] = &fstest.MapFile{Data: []byte(data)}
		}
	}
	own["toy/echo.json"] = &fstest.MapFile{Data: []byte(`{"about": "a", "vectors": [` + strings.Join(vs, ",") + `]}`)}
	schemas, err := schema.Load(foreign)
	if err != nil {
		t.Fatal(err)
	}
	s, err := vectors.Load(own, schemas)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// outcome is the outcome of the vector of that id.
func outcome(t testing.TB, r *runner.Result, id string) runner.Outcome {
	t.Helper()
	for _, o := range r.Outcomes {
		if o.Vector.ID == id {
			return o
		}
	}
	t.Fatalf("%s has no outcome", id)
	return runner.Outcome{}
}

// helloResult is what the subjects of these tests say of themselves.
func helloResult(name string, inFlight int) json.RawMessage {
	b, _ := json.Marshal(map[string]any{
		"protocol": "conform/1", "max_in_flight": inFlight,
		"implementation": map[string]string{"name": name, "version": "1", "language": "go"},
		"operations":     []string{"toy.echo", "toy.say", "toy.write", "other.op"},
	})
	return b
}
