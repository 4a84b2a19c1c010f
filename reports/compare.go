package reports

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

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
	return Check{CheckAnswers, Failed, RerunMismatch, "asked again, the subject gave another report: it differs in " + strings.Join(told(others), "; ")}
}

// outcome is the member of a difference in what came of something, which it
// names; count is that of one that follows from outcomes, as the digest of answers
// does.
var (
	outcome = regexp.MustCompile(`\A(outcomes|requirements|modules|profiles)\[(.*)\]\.(?:outcome|verdict)\z`)
	count   = regexp.MustCompile(`\A(?:modules\[.*\]\.(?:must|should)\..*|answers_sha256)\z`)
)

// ofOutcomes reports whether d is anywhere in the list of outcomes.
func ofOutcomes(d Difference) bool { return strings.HasPrefix(d.Member, "outcomes") }

// told says what differs, what came of vectors first, and leaves out what
// follows from that.
func told(differences []Difference) []string {
	came := map[string][]string{}
	var others []string
	for _, d := range differences {
		if m := outcome.FindStringSubmatch(d.Member); m != nil {
			came[m[1]] = append(came[m[1]], fmt.Sprintf("%s %s → %s", m[2], strings.Trim(d.A, `"`), strings.Trim(d.B, `"`)))
		}
	}
	for _, d := range differences {
		switch {
		case outcome.MatchString(d.Member), came["outcomes"] != nil && count.MatchString(d.Member):
		case d.Member == "answers_sha256" && !slices.ContainsFunc(differences, ofOutcomes):
			others = append(others, d.String()+" (each answer that differs has the same outcome)")
		default:
			others = append(others, d.String())
		}
	}
	var out []string
	for _, x := range []struct {
		one, many string
		names     []string
	}{
		{"vector", "vectors", came["outcomes"]},
		{"requirement", "requirements", came["requirements"]},
		{"verdict", "verdicts", append(came["profiles"], came["modules"]...)},
	} {
		if n := len(x.names); n > 0 {
			out = append(out, list(plural(n, x.one, x.many), x.names))
		}
	}
	if n := len(others) - 1; n > 0 {
		others[0] += fmt.Sprintf(", and in %s", plural(n, "more place", "more places"))
	}
	return append(out, others[:min(1, len(others))]...)
}
