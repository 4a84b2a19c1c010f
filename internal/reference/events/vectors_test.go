package events_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
)

// golden are the vectors of the profile, read as plain JSON, so that nothing
// of the runner's is relied on. There being none is a failure.
func golden(t testing.TB) []strictjson.Value {
	t.Helper()
	names, err := filepath.Glob("../../../vectors/events/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var out []strictjson.Value
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := strictjson.Parse(data, strictjson.Limits{Bytes: 16 << 20, Depth: strictjson.MaxDepth})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list, _ := doc.Get("vectors")
		for _, v := range list.Elements() {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		t.Fatal("no vectors in vectors/events")
	}
	return out
}

func TestVectors(t *testing.T) {
	for _, v := range golden(t) {
		if err := judge(t, v); err != nil {
			t.Errorf("%s: %v", at(t, v, "/id").Str(), err)
		}
	}
}

// judge asks the reference one vector; the error says what is wrong with the answer.
func judge(t *testing.T, v strictjson.Value) error {
	params := at(t, v, "/params")
	files, onDisk := v.Get("files")
	dir := ""
	if onDisk {
		dir = t.TempDir()
		params = with(params, at(t, files, "/param").Str(), strictjson.Text(dir))
	}
	got, err := events.Profile.Operations[at(t, v, "/operation").Str()](params)
	if code, ok := v.At("/expect/rejected"); ok {
		var r *reference.Rejection
		if !errors.As(err, &r) || r.Code != code.Str() {
			return fmt.Errorf("got %.500v, %v, want %s", got, err, code.Str())
		}
		return nil
	}
	if err != nil {
		return err
	}
	if check, ok := v.At("/expect/check"); ok {
		return checkText(t, got, check)
	}
	want, answer := at(t, v, "/expect/result"), got
	if free, ok := v.At("/expect/any_text"); ok {
		for _, p := range free.Elements() {
			if text, _ := got.At(p.Str()); text.Str() == "" {
				return fmt.Errorf("no text at %s of %.500v", p.Str(), got)
			}
			got = replaced(got, p.Str(), at(t, want, p.Str()))
		}
	}
	if !got.Equal(want) {
		return fmt.Errorf("\ngot  %.1000v\nwant %.1000v", got, want)
	}
	if onDisk {
		for _, m := range at(t, files, "/lines").Members() {
			wantLines(t, filepath.Join(dir, m.Name), at(t, answer, m.Value.Str()))
		}
	}
	return nil
}

// with is the object v with its member of that name set.
func with(v strictjson.Value, name string, member strictjson.Value) strictjson.Value {
	members := []strictjson.Member{{Name: name, Value: member}}
	for _, m := range v.Members() {
		if m.Name != name {
			members = append(members, m)
		}
	}
	return strictjson.Record(members...)
}

// replaced is v with another value at a pointer, which names something in v.
func replaced(v strictjson.Value, pointer string, by strictjson.Value) strictjson.Value {
	if pointer == "" {
		return by
	}
	token, rest, _ := strings.Cut(pointer[1:], "/")
	if rest != "" {
		rest = "/" + rest
	}
	if v.Kind() == strictjson.Object {
		m, _ := v.Get(token)
		return with(v, token, replaced(m, rest, by))
	}
	var elems []strictjson.Value
	for i, e := range v.Elements() {
		if fmt.Sprint(i) == token {
			e = replaced(e, rest, by)
		}
		elems = append(elems, e)
	}
	return strictjson.List(elems...)
}

// checkText makes the two named checks; whether a keyword matches is asked of
// the classifier, which has tables of its own.
func checkText(t *testing.T, got, check strictjson.Value) error {
	text := at(t, got, at(t, check, "/at").Str()).Str()
	if text == "" {
		return fmt.Errorf("no text in %v", got)
	}
	keywords, avoids := check.Get("keywords")
	if avoids {
		var list []string
		for _, k := range keywords.Elements() {
			list = append(list, k.Str())
		}
		if label := labelFor(t, text, list...); label != noLabel {
			return fmt.Errorf("%q has a keyword of %v", text, keywords)
		}
	}
	contains, _ := check.Get("contains")
	for _, c := range contains.Elements() {
		if !strings.Contains(text, c.Str()) {
			return fmt.Errorf("%q lacks %q", text, c.Str())
		}
	}
	want, _ := check.Get("words")
	for _, w := range want.Elements() {
		if !strings.Contains(text, w.Str()) || labelFor(t, text, w.Str()) == noLabel {
			return fmt.Errorf("%q lacks the word %q", text, w.Str())
		}
	}
	if !avoids && contains.Len()+want.Len() == 0 {
		return fmt.Errorf("check %v checks nothing", check)
	}
	return nil
}
