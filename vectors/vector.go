package vectors

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// Parse reads a file of vectors for operations and requirements of s: the
// form in which `conform run` leaves the failures that it made small. The file is checked
// against its schema, the params and results against theirs.
func (s *Suite) Parse(data []byte, name string) ([]*Vector, error) {
	doc, err := strictjson.Parse(data, strictjson.Limits{Bytes: MaxFileBytes, Depth: strictjson.MaxDepth})
	if err == nil {
		err = s.Schemas.Validate("vectors", doc)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var out []*Vector
	var errs []error
	seen := map[string]bool{}
	for _, x := range list(doc, "vectors") {
		v, err := s.vector(x, name)
		if err == nil {
			err = s.check(v)
		}
		if err == nil && seen[v.ID] {
			err = errors.New("the id is there twice")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %w", name, text(x, "id"), err))
			continue
		}
		seen[v.ID] = true
		out = append(out, v)
	}
	return out, errors.Join(errs...)
}

// vector makes a Vector of a value that has the form of one.
func (s *Suite) vector(x strictjson.Value, file string) (*Vector, error) {
	v := &Vector{
		ID: text(x, "id"), Title: text(x, "title"), Requirements: texts(x, "requirements"),
		Operation: s.operations[text(x, "operation")], Flags: texts(x, "flags"),
		Source: text(x, "source"), VouchedBy: texts(x, "vouched_by"), File: file,
	}
	if v.Operation == nil {
		return nil, fmt.Errorf("operation %q is not one of the suite", text(x, "operation"))
	}
	if want := OperationPath(v.Operation.Name) + "/"; !strings.HasPrefix(v.ID, want) {
		return nil, fmt.Errorf("the id must begin with %q, the operation's name", want)
	}
	params, _ := x.Get("params")
	v.Params = json.RawMessage(params.AppendTo(nil))
	v.Expect, v.Files = expectation(x), files(x)
	return v, s.level(v)
}

// level finds the level of v, that of all of its requirements; MUST when it
// names none, which only a vector outside of the suite may do.
func (s *Suite) level(v *Vector) error {
	if len(v.Requirements) == 0 {
		v.Level = Must
	}
	for _, id := range v.Requirements {
		r := s.requirements[id]
		switch {
		case r == nil:
			return fmt.Errorf("requirement %q is not one of the suite", id)
		case r.Profile != v.Operation.Profile || r.Module != v.Operation.Module:
			return fmt.Errorf("requirement %s is of module %s/%s, the operation of %s/%s", id, r.Profile, r.Module, v.Operation.Profile, v.Operation.Module)
		case v.Level != "" && v.Level != r.Level: // of an earlier requirement
			return fmt.Errorf("requirement %s is %s, another one %s: a vector has one level", id, r.Level, v.Level)
		}
		v.Level = r.Level
	}
	return nil
}

func expectation(x strictjson.Value) Expect {
	e, _ := x.Get("expect")
	out := Expect{Rejected: text(e, "rejected"), AnyText: texts(e, "any_text")}
	if r, ok := e.Get("result"); ok {
		out.Result = &r
	}
	if c, ok := e.Get("check"); ok {
		out.Check = &Check{
			Name: text(c, "name"), At: text(c, "at"), Contains: texts(c, "contains"),
			Words: texts(c, "words"), Keywords: texts(c, "keywords"),
		}
	}
	return out
}

func files(x strictjson.Value) *Files {
	f, ok := x.Get("files")
	if !ok {
		return nil
	}
	out := &Files{Param: text(f, "param"), Lines: map[string]string{}}
	lines, _ := f.Get("lines")
	for _, m := range lines.Members() {
		out.Lines[m.Name] = m.Value.Str()
	}
	return out
}

// Check checks every vector against the schemas of its operation, and that
// every requirement has a vector; it reports all that is wrong.
func (s *Suite) Check() error {
	var errs []error
	tested := map[string]bool{}
	for _, v := range s.Vectors {
		err := s.check(v)
		if len(v.Requirements) == 0 {
			err = errors.Join(err, errors.New("it names no requirement"))
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %w", v.File, v.ID, err))
		}
		for _, r := range v.Requirements {
			tested[r] = true
		}
	}
	for _, r := range s.Requirements {
		if !tested[r.ID] {
			errs = append(errs, fmt.Errorf("%s/requirements.json: %s: no vector tests it", r.Profile, r.ID))
		}
	}
	return errors.Join(errs...)
}

func (s *Suite) check(v *Vector) error {
	params, err := strictjson.Parse(v.Params, strictjson.Limits{Bytes: MaxFileBytes, Depth: strictjson.MaxDepth})
	if err != nil {
		return err
	}
	invalid := s.Schemas.Validate(v.Operation.ParamsSchema(), params)
	if v.Files != nil { // the runner sets that param itself
		invalid = nil
	}
	e := v.Expect
	switch {
	case e.Rejected != "":
		if !slices.Contains(v.Operation.Rejections, e.Rejected) {
			return fmt.Errorf("rejection code %q is not one of %s (%s)", e.Rejected, v.Operation.Name, strings.Join(v.Operation.Rejections, ", "))
		}
		if mustBe := e.Rejected == "invalid_params"; mustBe != (invalid != nil) {
			return fmt.Errorf("rejected as %q, but the params schema says: %v", e.Rejected, invalid)
		}
		return nil
	case invalid != nil:
		return fmt.Errorf("params: %w", invalid)
	case e.Result != nil:
		return s.checkResult(v)
	}
	return nil
}

func (s *Suite) checkResult(v *Vector) error {
	e := v.Expect
	if err := s.Schemas.Validate(v.Operation.ResultSchema(), *e.Result); err != nil {
		return fmt.Errorf("expected result: %w", err)
	}
	if kept := v.Operation.Mask.Keep(*e.Result, true); !kept.Equal(*e.Result) {
		return errors.New("expected result: it has members that are never compared")
	}
	for _, p := range e.AnyText {
		if at, ok := e.Result.At(p); !ok || at.Str() == "" {
			return fmt.Errorf("any_text: the expected result has no text at %q", p)
		}
	}
	if v.Files != nil {
		for name, p := range v.Files.Lines {
			if at, ok := e.Result.At(p); !ok || at.Kind() != strictjson.Array {
				return fmt.Errorf("files: %s: the expected result has no array at %q", name, p)
			}
		}
	}
	return nil
}
