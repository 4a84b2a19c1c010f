package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/schema"
	"github.com/conform-suite/conform/vectors"
)

// A fourth profile is data and a small reference, and nothing else: it goes
// through runner, reports and command line as it is.

// double is the whole of the toy profile's reference.
func double(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	n := p.Member("n").AsInt()
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	return strictjson.Record(strictjson.Member{Name: "twice", Value: strictjson.Integer(2 * n)}), nil
}

var toyVectors = fstest.MapFS{
	"suite.json":            {Data: []byte(`{"name": "toy", "version": "0.0.1"}`)},
	"toy/profile.json":      {Data: []byte(`{"profile": "toy", "promise": "Numbers are doubled.", "modules": [{"module": "core", "operations": [{"operation": "toy.double", "rejections": ["invalid_params"]}]}]}`)},
	"toy/requirements.json": {Data: []byte(`{"requirements": [{"id": "TOY-001", "level": "MUST", "module": "core", "text": "The result is twice n.", "source": "suite decision"}]}`)},
	"toy/double.json": {Data: []byte(`{"about": "Doubling.", "vectors": [
		{"id": "toy/double/one", "title": "one", "requirements": ["TOY-001"], "operation": "toy.double", "params": {"n": 1}, "expect": {"result": {"twice": 2}}, "source": "arithmetic"},
		{"id": "toy/double/nought", "title": "nought", "requirements": ["TOY-001"], "operation": "toy.double", "params": {"n": 0}, "expect": {"result": {"twice": 0}}, "source": "arithmetic"},
		{"id": "toy/double/text", "title": "a text is no number", "requirements": ["TOY-001"], "operation": "toy.double", "params": {"n": "1"}, "expect": {"rejected": "invalid_params"}, "source": "suite decision"}]}`)},
}

var toySchemas = fstest.MapFS{
	"toy/double.params.json": {Data: []byte(`{"$id": "urn:conform:schema:toy:double.params", "type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}`)},
	"toy/double.result.json": {Data: []byte(`{"$id": "urn:conform:schema:toy:double.result", "type": "object", "required": ["twice"], "additionalProperties": false, "properties": {"twice": {"type": "integer"}}}`)},
}

// toySuite is the toy profile among the schemas that every suite needs.
func toySuite(t *testing.T) (*vectors.Suite, error) {
	t.Helper()
	all := fstest.MapFS{}
	root := os.DirFS("../../schema")
	for _, pattern := range []string{"*.json", "protocol/*.json"} {
		names, err := fs.Glob(root, pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("the schemas of every suite: %v, %v", names, err)
		}
		for _, n := range names {
			data, err := fs.ReadFile(root, n)
			if err != nil {
				t.Fatal(err)
			}
			all[n] = &fstest.MapFile{Data: data}
		}
	}
	for n, f := range toySchemas {
		all[n] = f
	}
	schemas, err := schema.Load(all)
	if err != nil {
		return nil, err
	}
	return vectors.Load(toyVectors, schemas)
}

// toyRun runs a command line of the toy profile.
func toyRun(t *testing.T, op reference.Operation, args ...string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	a := &app{
		self:     "conform",
		suite:    func() (*vectors.Suite, error) { return toySuite(t) },
		profiles: []reference.Profile{{Name: "toy", Operations: map[string]reference.Operation{"toy.double": op}}},
		in:       strings.NewReader(""), out: &stdout, err: &stderr,
	}
	code = a.execute(context.Background(), args)
	return code, stdout.String(), stderr.String()
}

func TestToyProfile(t *testing.T) {
	dir := t.TempDir()
	key, public, out := filepath.Join(dir, "key.jwk"), filepath.Join(dir, "pub.jwk"), filepath.Join(dir, "out")
	report := filepath.Join(out, "conformance_report.json")
	steps := []struct {
		name string
		args []string
		code int
		want string // in stdout
	}{
		{"list", []string{"list", "--coverage"}, 0, "1 requirements, 0 without a vector"},
		{"show", []string{"show", "toy/double/one"}, 0, `"twice": 2`},
		{"key", []string{"key", "new", key}, 0, ""},
		{"run", []string{"run", "-o", out, "--key", key}, 0, "toy         conformant"},
		{"public", []string{"key", "public", key}, 0, `"kty":"OKP"`},
		{"verify", []string{"verify", report, "--key", public, "--rerun"}, 0, "the very same report"},
	}
	for _, s := range steps {
		code, stdout, stderr := toyRun(t, double, s.args...)
		if code != s.code || !strings.Contains(stdout, s.want) {
			t.Fatalf("%s: got exit code %d, want %d, and %q in:\n%s%s", s.name, code, s.code, s.want, stdout, stderr)
		}
		if s.name == "public" {
			if err := os.WriteFile(public, []byte(stdout), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	wrong := func(p strictjson.Value) (strictjson.Value, error) { return p, nil }
	code, stdout, _ := toyRun(t, wrong, "run", "-o", out, "--key", key)
	if code != 1 || !strings.Contains(stdout, "toy         non-conformant") {
		t.Errorf("a wrong implementation: got exit code %d, want 1:\n%s", code, stdout)
	}
}
