package manifests

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/gowebpki/jcs"

	"github.com/conform-suite/conform/internal/strictjson"
)

// reportFormat is the only format of report whose verdicts are believed.
const reportFormat = "conform-report/1"

// conformant says why the report shows no conformance of m's revision, or nil.
// It reads the members it needs and no others, and is asked only about a report
// whose digest and signature are right.
func (e Evidence) conformant(m *Manifest) error {
	report, err := strictjson.Parse(e.Report, strictjson.Limits{Bytes: MaxArtifact})
	if err != nil {
		return fmt.Errorf("the report cannot be read: %w", err)
	}
	canonical, err := jcs.Transform(e.Report)
	if err != nil {
		return fmt.Errorf("the report has no canonical form: %w", err)
	}
	if !bytes.Equal(canonical, e.Report) {
		return errors.New("the report is not in canonical form (RFC 8785)")
	}
	if got := textAt(report, "/format"); got != reportFormat {
		return fmt.Errorf("the report's format is %s, not %s", quote(got), reportFormat)
	}
	if suite, ok := report.At("/suite/digest"); !ok || suite.Kind() != strictjson.String || !slices.Contains(e.AcceptedSuites, suite.Str()) {
		return fmt.Errorf("the report's suite %s is none of the %d accepted", quote(suite.Str()), len(e.AcceptedSuites))
	}
	if got := textAt(report, "/subject/revision"); got != m.Commit() {
		return fmt.Errorf("the report is of revision %s, the manifest of %s", quote(got), m.Commit())
	}
	return conformantProfiles(report)
}

func conformantProfiles(report strictjson.Value) error {
	profiles, _ := report.At("/profiles")
	if profiles.Kind() != strictjson.Array {
		return errors.New("the report has no list of profiles")
	}
	conformant := 0
	for i, p := range profiles.Elements() {
		switch verdict := textAt(p, "/verdict"); verdict {
		case "conformant":
			conformant++
		case "not-claimed":
		default:
			return fmt.Errorf("the report's profile %d has the verdict %s", i, quote(verdict))
		}
	}
	if conformant == 0 {
		return errors.New("the report has no conformant profile")
	}
	return nil
}

func textAt(v strictjson.Value, pointer string) string {
	at, _ := v.At(pointer)
	return at.Str()
}
