package reports

import (
	"fmt"
	"strconv"

	"github.com/conform-suite/conform/internal/strictjson"
)

// Difference is a place in which two reports differ.
type Difference struct {
	Member string // such as "outcomes[ids/classify_arg/iso-date].outcome"
	A, B   string // compact JSON, safe to print, cut when long; empty where a report has nothing
}

func (d Difference) String() string {
	side := func(s string) string {
		if s == "" {
			return "nothing"
		}
		return s
	}
	return fmt.Sprintf("%s: %s, then %s", d.Member, side(d.A), side(d.B))
}

// Same lists all places in which two reports differ: none when they are one
// report, byte for byte. It fails on a report that cannot be written.
func Same(a, b *Report) ([]Difference, error) {
	x, err := a.value()
	if err != nil {
		return nil, err
	}
	y, err := b.value()
	if err != nil {
		return nil, err
	}
	var out []Difference
	compare("", x, y, &out)
	return out, nil
}

// value is r as the JSON value that is written.
func (r *Report) value() (strictjson.Value, error) {
	data, err := r.Canonical()
	if err != nil {
		return strictjson.Value{}, err
	}
	return strictjson.Parse(data, strictjson.Limits{Bytes: MaxBytes, Depth: maxDepth})
}

func compare(path string, a, b strictjson.Value, out *[]Difference) {
	switch {
	case a.Equal(b):
	case a.Kind() == strictjson.Object && b.Kind() == strictjson.Object:
		compareMembers(path, a, b, out)
	case a.Kind() == strictjson.Array && b.Kind() == strictjson.Array && a.Len() == b.Len():
		for i, e := range a.Elements() {
			compare(path+"["+called(e, i)+"]", e, b.Index(i), out)
		}
	default:
		*out = append(*out, Difference{path, short(a.String()), short(b.String())})
	}
}

func compareMembers(path string, a, b strictjson.Value, out *[]Difference) {
	dot := path
	if dot != "" {
		dot += "."
	}
	for _, m := range a.Members() {
		if other, ok := b.Get(m.Name); ok {
			compare(dot+m.Name, m.Value, other, out)
		} else {
			*out = append(*out, Difference{dot + m.Name, short(m.Value.String()), ""})
		}
	}
	for _, m := range b.Members() {
		if _, ok := a.Get(m.Name); !ok {
			*out = append(*out, Difference{dot + m.Name, "", short(m.Value.String())})
		}
	}
}

// called is what an element of a list is called: by what it is about, if it
// says so, else by its index.
func called(e strictjson.Value, i int) string {
	for _, name := range []string{"id", "operation", "module", "profile", "name"} {
		m, ok := e.Get(name)
		if !ok {
			continue
		}
		if p, ok := e.Get("profile"); ok && name == "module" {
			return short(p.Str() + "/" + m.Str())
		}
		return short(m.Str())
	}
	return strconv.Itoa(i)
}

// Rerun records whether the report of a second run, made with the operator and
// independence of the first, is the same. Only the version of the runner may
// differ: a report depends on suite, subject and seed alone.
func (f *Findings) Rerun(again *Report) error {
	if f.Report == nil {
		return nil // the check says already that the report could not be read
	}
	differences, err := Same(f.Report, again)
	if err != nil {
		return fmt.Errorf("comparing with the second run: %w", err)
	}
	f.set(rerun(differences))
	return nil
}

func rerun(differences []Difference) Check {
	says := "asked again, the subject gave the very same report"
	var others []Difference
	for _, d := range differences {
		if d.Member == "runner.version" {
			says = "asked again, the subject gave the same report in all but the version of the runner: " + d.String()
		} else {
			others = append(others, d)
		}
	}
	if len(others) == 0 {
		return Check{CheckAnswers, Passed, "", says}
	}
	says = "asked again, the subject gave another report: it differs in " + others[0].String()
	if n := len(others) - 1; n > 0 {
		says += fmt.Sprintf(", and in %s", plural(n, "more place", "more places"))
	}
	return Check{CheckAnswers, Failed, RerunMismatch, says}
}
