package reports_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

// TestEveryOutcomeTampered drops, repeats, moves and changes each outcome.
func TestEveryOutcomeTampered(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	files := sign(t, tampered(t, s), key)
	tried := 0
	try := func(what string, want reports.Code, edit func(document)) {
		t.Helper()
		d := parse(t, files.Report)
		edit(d)
		f := verify(t, reports.Verification{Files: resign(t, canonical(t, d), key), Keys: []reports.PublicKey{key.Public()}, Suite: s})
		if got := f.Failed(); !slices.Contains(got, want) || f.OK() {
			t.Errorf("%s: failed %v, want %s among them", what, got, want)
		}
		tried++
	}
	n := len(s.Vectors)
	for i := range n {
		try(fmt.Sprintf("outcome %d dropped", i), reports.Coverage, func(d document) { d["outcomes"] = slices.Delete(d.list("outcomes"), i, i+1) })
		try(fmt.Sprintf("outcome %d repeated", i), reports.Coverage, func(d document) { d["outcomes"] = slices.Insert(d.list("outcomes"), i, d.list("outcomes")[i]) })
		for j := range i {
			try(fmt.Sprintf("outcomes %d and %d swapped", i, j), reports.Coverage, func(d document) {
				l := d.list("outcomes")
				l[i], l[j] = l[j], l[i]
			})
		}
		for _, o := range vectors.Outcomes() {
			if parse(t, files.Report).at("outcomes", i)["outcome"] != string(o) {
				try(fmt.Sprintf("outcome %d made %s", i, o), reports.CountsMismatch, func(d document) { d.at("outcomes", i)["outcome"] = o })
			}
		}
	}
	if want := n + n + n*(n-1)/2 + n*6; tried != want {
		t.Errorf("%d changes tried, want %d", tried, want)
	}
}

// unprovable are the members that a trusted signer can set to other values
// within the schema: nothing that a verifier has contradicts them. Everything
// else in a report follows from the suite and the outcomes.
var unprovable = []string{
	"answers_sha256",
	"generated.cases_per_operation", "generated.digest", "generated.failed.cases.case", "generated.failed.cases.outcome", "generated.generator", "generated.seed",
	"independence", "operator", "runner.version",
	"subject.files", "subject.files.name", "subject.files.sha256", "subject.language", "subject.name", "subject.origin",
	"subject.revision", "subject.transport", "subject.version",
}

// TestEveryMember changes every value in a report, whatever it is, to others of
// its type and of other types, and drops and adds members and elements. A
// signer who is trusted gets away with it where unprovable says so, and nowhere
// else.
func TestEveryMember(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	original := sign(t, tampered(t, s), key).Report
	root := parse(t, original)
	accepted := map[string]bool{}
	tried := 0
	walk(map[string]any(root), "", func(path, how string) {
		changed := canonical(t, root)
		if bytes.Equal(changed, original) { // -0 is 0
			return
		}
		f := verify(t, reports.Verification{Files: resign(t, changed, key), Keys: []reports.PublicKey{key.Public()}, Suite: s})
		tried++
		switch {
		case f.OK():
			accepted[path] = true
			if !slices.Contains(unprovable, path) {
				t.Errorf("%s, %s: accepted", path, how)
			}
		case len(f.Failed()) == 0:
			t.Errorf("%s, %s: refused without a code", path, how)
		}
	})
	if tried < 1000 {
		t.Errorf("%d changes tried: too few", tried)
	}
	for _, path := range unprovable {
		if !accepted[path] {
			t.Errorf("%s is called unprovable, and every change of it was refused", path)
		}
	}
	t.Logf("%d changes", tried)
}

// walk makes every change of v and of what is in it, calls visit, and takes it
// back. A path has no indexes.
func walk(v any, path string, visit func(path, how string)) {
	at := func(name string) string { return strings.TrimPrefix(path+"."+name, ".") }
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			old := v[name]
			for _, other := range others(old) {
				v[name] = other
				visit(at(name), fmt.Sprintf("%v instead of %v", other, old))
			}
			delete(v, name)
			visit(at(name), "dropped")
			v[name] = old
			walk(old, at(name), visit)
		}
		v["extra"] = json.Number("1")
		visit(at("extra"), "added")
		delete(v, "extra")
	case []any:
		for i, old := range v {
			for _, other := range others(old) {
				v[i] = other
				visit(path, fmt.Sprintf("element %d: %v instead of %v", i, other, old))
			}
			v[i] = old
			walk(old, path, visit)
		}
	}
}

// others are values to put in place of v: of its type first.
func others(v any) []any {
	out := []any{nil, true, json.Number("0"), json.Number("1.5"), "", []any{}, map[string]any{}}
	switch v := v.(type) {
	case string:
		out = append(out, v+"x", v+"\n", " "+v, strings.ToUpper(v), strings.Repeat("x", 3000), swapped(v),
			"crash", "SHOULD", "conformant", reports.CrossRuntime)
	case json.Number:
		out = append(out, json.Number("1"+v), "-"+v, json.Number("9007199254740992"), json.Number("1e21"), string(v))
	case bool:
		out = append(out, !v)
	case []any:
		out = append(out, append(slices.Clone(v), "x"))
		if len(v) > 0 {
			out = append(out, v[1:], append(slices.Clone(v), v[0]))
		}
	}
	return slices.DeleteFunc(out, func(o any) bool { return reflect.DeepEqual(o, v) })
}

// swapped is s with every hexadecimal digit made another one, so that a digest
// stays one.
func swapped(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '0':
			return '1'
		case r >= '1' && r <= '9':
			return r - 1
		case r == 'a':
			return 'b'
		case r >= 'b' && r <= 'f':
			return r - 1
		}
		return r
	}, s)
}
