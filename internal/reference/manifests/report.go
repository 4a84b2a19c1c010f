package manifests

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// reportFormat is the only format of report whose verdicts are believed.
const reportFormat = "conform-report/1"

// conformant says why the report shows no conformance of m's revision, or nil.
// It reads the members it needs and no others, and is asked only about a report
// whose digest and signature are right. A report may have 16 MiB, so that it is
// read in constant memory and never as a tree.
func (e Evidence) conformant(m *Manifest) error {
	if err := checkCanonical(e.Report); err != nil {
		return fmt.Errorf("the report is not in canonical form (RFC 8785): %w", err)
	}
	report := jsontext.Value(e.Report)
	if got, _ := text(memberOf(report, "format")); got != reportFormat {
		return fmt.Errorf("the report's format is %s, not %s", quote(got), reportFormat)
	}
	if got, ok := text(memberOf(memberOf(report, "suite"), "digest")); !ok || !slices.Contains(e.AcceptedSuites, got) {
		return fmt.Errorf("the report's suite %s is none of the %d accepted", quote(got), len(e.AcceptedSuites))
	}
	if got, _ := text(memberOf(memberOf(report, "subject"), "revision")); got != m.Commit() {
		return fmt.Errorf("the report is of revision %s, the manifest of %s", quote(got), m.Commit())
	}
	return conformantProfiles(memberOf(report, "profiles"))
}

func conformantProfiles(profiles jsontext.Value) error {
	if profiles.Kind() != '[' {
		return errors.New("the report has no list of profiles")
	}
	conformant := 0
	d := jsontext.NewDecoder(bytes.NewBuffer(profiles))
	_, err := d.ReadToken()
	for i := 0; err == nil && d.PeekKind() != ']'; i++ {
		var profile jsontext.Value
		profile, err = d.ReadValue()
		switch verdict, _ := text(memberOf(profile, "verdict")); verdict {
		case "conformant":
			conformant++
		case "not-claimed":
		default:
			return fmt.Errorf("the report's profile %d has the verdict %s", i, quote(verdict))
		}
	}
	if err == nil && conformant == 0 {
		err = errors.New("the report has no conformant profile")
	}
	return err
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
