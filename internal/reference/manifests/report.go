package manifests

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// reportFormat is the only format of report whose verdicts are believed.
const reportFormat = "conform-report/1"

// Obstacles says all that keeps the report from showing conformance of m's
// revision, as far as it can be read: nothing when it shows that. Who signed it
// is not looked at. It reads the members it needs and no others. A report may
// have 16 MiB, so that it is read in constant memory and never as a tree.
func (e Evidence) Obstacles(m *Manifest) []string {
	if err := checkCanonical(e.Report); err != nil {
		return []string{fmt.Sprintf("the report is not in canonical form (RFC 8785): %v", err)}
	}
	report := jsontext.Value(e.Report)
	if format := memberOf(report, "format"); !says(format, reportFormat) {
		return []string{fmt.Sprintf("the report's format is %s, not %s", shown(format), reportFormat)}
	}
	var out []string
	suite := memberOf(memberOf(report, "suite"), "digest")
	if !slices.ContainsFunc(e.AcceptedSuites, func(s string) bool { return says(suite, s) }) {
		out = append(out, fmt.Sprintf("the report's suite is %s, which is none of the %d accepted", shown(suite), len(e.AcceptedSuites)))
	}
	switch revision, _ := text(memberOf(memberOf(report, "subject"), "revision")); revision {
	case m.Commit():
	case "":
		out = append(out, fmt.Sprintf("the report names no commit, and the manifest is of %s: the subject says its commit in hello, as revision", m.Commit()))
	default:
		out = append(out, fmt.Sprintf("the report is of commit %s, the manifest of %s", quote(revision), m.Commit()))
	}
	return append(out, unfit(memberOf(report, "profiles"))...)
}

// maxUnfit is how many profiles are told one by one.
const maxUnfit = 10

// unfit says which profiles are neither conformant nor not claimed, or that none
// is conformant.
func unfit(profiles jsontext.Value) []string {
	if profiles.Kind() != '[' {
		return []string{"the report has no list of profiles"}
	}
	var out []string
	conformant, others := 0, 0
	d := jsontext.NewDecoder(bytes.NewBuffer(profiles))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != ']' {
		var profile jsontext.Value
		profile, err = d.ReadValue()
		switch verdict := memberOf(profile, "verdict"); {
		case says(verdict, "conformant"):
			conformant++
		case says(verdict, "not-claimed"):
		default:
			if others++; others <= maxUnfit {
				out = append(out, fmt.Sprintf("the report's profile %s has the verdict %s", shown(memberOf(profile, "profile")), shown(verdict)))
			}
		}
	}
	switch {
	case err != nil:
		out = append(out, err.Error())
	case others > maxUnfit:
		out = append(out, fmt.Sprintf("%d more profiles are neither conformant nor not-claimed", others-maxUnfit))
	case conformant+others == 0:
		out = append(out, "the report has no conformant profile")
	}
	return out
}

// says reports whether v is that text.
func says(v jsontext.Value, want string) bool {
	got, ok := text(v)
	return ok && got == want
}

// shown is what v says, in a message.
func shown(v jsontext.Value) string {
	if s, ok := text(v); ok {
		return quote(s)
	}
	return "missing"
}

// memberOf is a member of an object, nil when there is none or v is no object.
func memberOf(v jsontext.Value, name string) jsontext.Value {
	if v.Kind() != '{' {
		return nil
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(v))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() == '"' {
		var t jsontext.Token
		if t, err = d.ReadToken(); err != nil {
			break
		}
		found := t.String() == name
		var value jsontext.Value
		if value, err = d.ReadValue(); found && err == nil {
			return value
		}
	}
	return nil
}

// text is what v says, if it is a string.
func text(v jsontext.Value) (string, bool) {
	if v.Kind() != '"' {
		return "", false
	}
	b, err := jsontext.AppendUnquote(nil, v)
	return string(b), err == nil
}
