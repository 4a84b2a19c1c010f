// Package schema holds the JSON Schemas (draft 2020-12) of every file and
// message of Conform, and applies them.
//
// [Embedded] is the set that this version was built with; [Load] reads another
// from a file system, for a profile of one's own. Schemas are named by their
// path without ".json": "report", "protocol/hello.result",
// "ids/classify_arg.params".
//
// # Specifications
//
// JSON Schema 2020-12, with patterns read as ECMA-262 regular expressions
// (Unicode mode), since the schemas are shared with other languages. Every
// schema has the $id "urn:conform:schema:" and its name, "/" written as ":".
// Nothing is ever loaded from the network or from a path that a schema names.
package schema

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/conform-suite/conform/internal/strictjson"
)

//go:embed */*.json *.json
var embedded embed.FS

// Embedded is the set of schemas of this version.
var Embedded = sync.OnceValues(func() (*Set, error) { return Load(embedded) })

// patternTimeout bounds one match of one pattern against one string. Matching
// that takes longer is an error of its own (ErrTimeout), not "no match".
const patternTimeout = 2 * time.Second

// ErrTimeout: a pattern took longer than two seconds on one string.
var ErrTimeout = errors.New("a pattern of the schema took too long to match")

// Set is a set of schemas that may refer to each other. It is safe for
// concurrent use.
type Set struct {
	files map[string][]byte // by path, as read
	docs  map[string]strictjson.Value

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
	masks    map[string]*Mask
}

// Load reads every *.json file of fsys. It fails on one that is not strict
// JSON, or whose $id is not the one that its path asks for; a schema itself is
// compiled when it is first used.
func Load(fsys fs.FS) (*Set, error) {
	s := &Set{
		files: map[string][]byte{}, docs: map[string]strictjson.Value{},
		compiler: jsonschema.NewCompiler(),
		compiled: map[string]*jsonschema.Schema{}, masks: map[string]*Mask{},
	}
	s.compiler.DefaultDraft(jsonschema.Draft2020)
	s.compiler.UseRegexpEngine(ecma)
	s.compiler.UseLoader(closed{})
	err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		return s.add(fsys, path)
	})
	if err != nil {
		return nil, fmt.Errorf("loading schemas: %w", err)
	}
	return s, nil
}

func (s *Set) add(fsys fs.FS, path string) error {
	data, err := fs.ReadFile(fsys, path)
	if err != nil {
		return err
	}
	doc, err := strictjson.Parse(data, strictjson.Limits{})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	name := strings.TrimSuffix(path, ".json")
	if id, _ := doc.Get("$id"); id.Str() != URN(name) {
		return fmt.Errorf("%s: $id is %s, must be %q", path, id, URN(name))
	}
	s.files[path], s.docs[name] = data, doc
	goValue, err := Go(doc)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return s.compiler.AddResource(URN(name), goValue)
}

// URN is the $id of the schema of that name.
func URN(name string) string {
	return "urn:conform:schema:" + strings.ReplaceAll(name, "/", ":")
}

// Files are the bytes of all schemas, by path.
func (s *Set) Files() map[string][]byte { return s.files }

// Names lists all schemas, sorted.
func (s *Set) Names() []string {
	out := make([]string, 0, len(s.docs))
	for n := range s.docs {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// Has reports whether there is a schema of that name.
func (s *Set) Has(name string) bool { _, ok := s.docs[name]; return ok }

// Check compiles every schema of the set and reports all that fail.
func (s *Set) Check() error {
	var errs []error
	for _, n := range s.Names() {
		_, err := s.compile(n)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (s *Set) compile(name string) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.compiled[name]; ok {
		return c, nil
	}
	if !s.Has(name) {
		return nil, fmt.Errorf("no schema is named %q", name)
	}
	c, err := s.compiler.Compile(URN(name))
	if err != nil {
		return nil, fmt.Errorf("compiling schema %s: %w", name, err)
	}
	s.compiled[name] = c
	return c, nil
}

// Validate reports whether v is valid against the schema of that name. An
// error is Faults when v is not; any other means that it could not be told
// (no such schema, ErrTimeout).
func (s *Set) Validate(name string, v strictjson.Value) (err error) {
	c, err := s.compile(name)
	if err != nil {
		return err
	}
	instance, err := Go(v)
	if err != nil {
		return Faults{{Problem: err.Error()}}
	}
	defer func() {
		if r := recover(); r == ErrTimeout {
			err = fmt.Errorf("validating against schema %s: %w", name, ErrTimeout)
		} else if r != nil {
			panic(r)
		}
	}()
	return faults(c.Validate(instance))
}

// Go turns v into the Go value that JSON Schema validators take (numbers as
// json.Number). It fails on a number beyond a double, on which they panic.
func Go(v strictjson.Value) (any, error) {
	switch v.Kind() {
	case strictjson.Bool:
		return v.True(), nil
	case strictjson.String:
		return v.Str(), nil
	case strictjson.Number:
		f, err := strictjson.Float(v.Literal())
		if err != nil || math.IsInf(f, 0) || len(v.Literal()) > 1_100 {
			return nil, errors.New("a number is beyond a double")
		}
		if f == 0 { // an underflow such as 1e-5000000 would be expanded in full
			return json.Number("0"), nil
		}
		return json.Number(v.Literal()), nil
	case strictjson.Array:
		out := make([]any, v.Len())
		for i, e := range v.Elements() {
			g, err := Go(e)
			if err != nil {
				return nil, fmt.Errorf("/%d: %w", i, err)
			}
			out[i] = g
		}
		return out, nil
	case strictjson.Object:
		out := make(map[string]any, v.Len())
		for _, m := range v.Members() {
			g, err := Go(m.Value)
			if err != nil {
				return nil, fmt.Errorf("/%s: %w", m.Name, err)
			}
			out[m.Name] = g
		}
		return out, nil
	}
	return nil, nil
}

// closed is a loader that loads nothing.
type closed struct{}

func (closed) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s is not in the set of schemas", url)
}

// ecma compiles a pattern as ECMA-262 does in Unicode mode.
func ecma(pattern string) (jsonschema.Regexp, error) {
	re, err := regexp2.Compile(pattern, regexp2.ECMAScript|regexp2.Unicode)
	if err != nil {
		return nil, err
	}
	re.MatchTimeout = patternTimeout
	return matcher{re}, nil
}

type matcher struct{ *regexp2.Regexp }

// MatchString panics with ErrTimeout, which Validate catches: the interface
// has no room for an error, and "no match" would be a lie.
func (m matcher) MatchString(s string) bool {
	ok, err := m.Regexp.MatchString(s)
	if err != nil {
		panic(ErrTimeout)
	}
	return ok
}
