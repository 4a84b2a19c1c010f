package reports_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

func summary(t *testing.T, r *reports.Report, style reports.Style) string {
	t.Helper()
	var b bytes.Buffer
	if err := reports.Summary(&b, r, style); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSummary(t *testing.T) {
	s := load(t, data())
	for _, tt := range []struct {
		name   string
		change func(*reports.Input)
		want   string // after the lines about subject and suite
	}{
		{"conformant", func(*reports.Input) {}, `
abc         conformant
  core        conformant      MUST 3 of 3 passed
                              SHOULD 1 of 1 passed
  more        conformant      MUST 1 of 1 passed
xyz         not-claimed

Conformant in everything that it claims.
`},
		{"all sorts", func(in *reports.Input) {
			in.Outcomes = outcomes(pass, core[0], fail, core[1], vectors.Timeout, advice, fail, more, skipped, xyz[0], pass)
			in.Generated = generated("18446744073709551615")
			in.Generated.Add("abc.ask", 3, fail)
		}, `
abc         non-conformant
  core        non-conformant  MUST 1 of 3 passed, 2 failed
                              SHOULD 0 of 1 passed, 1 failed
  more        incomplete      MUST 0 of 1 passed, 1 skipped
xyz         non-conformant
  core        non-conformant  MUST 1 of 2 passed, 1 unsupported

generated   1000 cases per operation, seed 18446744073709551615
  abc.ask 1 failed

1 advisory, which no verdict counts: requirements at SHOULD not kept
  ABC-003

Not conformant.
`},
		{"incomplete", func(in *reports.Input) { in.Selection.Complete = false }, `
abc         incomplete
  core        incomplete      MUST 3 of 3 passed
                              SHOULD 1 of 1 passed
  more        incomplete      MUST 1 of 1 passed
xyz         not-claimed

Incomplete: something failed that no case is to blame for, so this shows no conformance.
`},
		{"incomplete, with generated cases", func(in *reports.Input) {
			in.Selection.Complete, in.Generated = false, generated("7")
		}, `
abc         incomplete
  core        incomplete      MUST 3 of 3 passed
                              SHOULD 1 of 1 passed
  more        incomplete      MUST 1 of 1 passed
xyz         not-claimed

generated   1000 cases per operation, seed 7

Incomplete: not all cases were asked, or something failed that no case is to blame for, so this shows no conformance.
`},
		{"skipped", func(in *reports.Input) {
			in.Outcomes = outcomes(pass, more, skipped, xyz[0], unsupported, xyz[1], unsupported)
		}, `
abc         incomplete
  core        incomplete      MUST 3 of 3 passed
                              SHOULD 1 of 1 passed
  more        incomplete      MUST 0 of 1 passed, 1 skipped
xyz         not-claimed

Incomplete: not everything was run, so this shows no conformance.
`},
		{"no core", func(in *reports.Input) { in.Outcomes = outcomes(unsupported, more, pass) }, `
abc         not-claimed
  more        conformant      MUST 1 of 1 passed
xyz         not-claimed

No profile is conformant: it claims the core of none.
`},
		{"nothing claimed", func(in *reports.Input) { in.Outcomes = outcomes(unsupported) }, `
abc         not-claimed
xyz         not-claimed

It claims nothing that the suite tests.
`},
	} {
		in := input(s)
		tt.change(&in)
		r := make1(t, in)
		head := "subject   acme 2.1\n          python, over stdio\n          at " + strings.Repeat("a", 40) + "\nsuite     toy 1.0.0\n          " + s.Digest + "\n"
		if got := summary(t, r, reports.Style{}); got != head+tt.want {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", tt.name, got, head+tt.want)
		}
		colour := summary(t, r, reports.Style{Colour: true})
		if !strings.Contains(colour, "\x1b[") || plain(colour) != head+tt.want {
			t.Errorf("%s, in colour:\ngot\n%s", tt.name, colour)
		}
	}
}

// plain is s without colour codes.
func plain(s string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(rest, "m")
	}
}

// hostile has all that a terminal acts on or hides.
const hostile = "a\x1b[2J\x1b]0;t\x07\r\n\t\b\x00\x7f\u0085\u009b31m\u202e\u2066\u200b\ufeff\u2028\u00ad\U000e0001b"

// TestHostileTexts shows a report of a subject that calls itself all that a
// terminal acts on.
func TestHostileTexts(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	in := input(s)
	in.Subject = reports.Subject{Name: hostile, Version: hostile, Language: hostile + text(150), Origin: hostile, Revision: hostile, Transport: "stdio"}
	in.Operator = hostile
	r := make1(t, in)
	clean(t, "summary", summary(t, r, reports.Style{}))
	f := verify(t, reports.Verification{Files: sign(t, r, key), Keys: []reports.PublicKey{key.Public()}, Suite: s, Subject: reports.Subject{Name: "acme"}})
	again := make1(t, input(s))
	if err := f.Rerun(again); err != nil {
		t.Fatal(err)
	}
	differences, err := reports.Same(r, again)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		clean(t, "difference", d.String())
	}
	var b bytes.Buffer
	if err := f.Text(&b, reports.Style{}); err != nil {
		t.Fatal(err)
	}
	clean(t, "findings", b.String())

	// The same in every text of a report that was never made by New.
	d := parse(t, sign(t, r, key).Report)
	d.object("suite")["name"], d["independence"] = hostile, hostile
	d.at("outcomes", 0)["id"], d.at("outcomes", 1)["outcome"] = hostile, hostile
	d.at("modules", 0)["module"], d.at("profiles", 0)["profile"], d.at("requirements", 0)["id"] = hostile, hostile, hostile
	d.at("modules", 1)["verdict"], d.at("profiles", 1)["verdict"] = hostile, hostile
	d["generated"] = map[string]any{
		"seed": hostile, "cases_per_operation": 1, "generator": hostile, "digest": hostile,
		"failed": []any{map[string]any{"operation": hostile, "count": 1, "cases": []any{}}},
	}
	d[hostile] = hostile
	for _, extra := range []bool{true, false} {
		if !extra {
			delete(d, hostile)
		}
		f = verify(t, reports.Verification{Files: resign(t, canonical(t, d), key), Suite: s})
		b.Reset()
		if err := f.Text(&b, reports.Style{}); err != nil {
			t.Fatal(err)
		}
		clean(t, "findings of a forged report", b.String())
		if f.Report != nil {
			clean(t, "summary of a forged report", summary(t, f.Report, reports.Style{}))
		}
	}
	if f.Report == nil {
		t.Error("the forged report was not read")
	}
}

// clean wants text that is printable and fits 80 columns, but for a word that
// is longer.
func clean(t *testing.T, what, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: invalid UTF-8", what)
	}
	for _, r := range text {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || strings.ContainsRune("\u202e\u2066\u200b\ufeff\u2028\u00ad\U000e0001", r) {
			t.Errorf("%s: has %U", what, r)
		}
	}
	if strings.HasPrefix(what, "difference") {
		return
	}
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 && strings.Contains(strings.TrimSpace(line[min(16, len(line)):]), " ") {
			t.Errorf("%s: %d columns: %s", what, n, line)
		}
	}
}

func TestFindingsText(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	files := sign(t, make1(t, input(s)), key)
	for _, tt := range []struct {
		name  string
		v     reports.Verification
		want  []string
		never []string
	}{
		{
			"all right", reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Suite: s},
			[]string{"Checked\n", "Could not be checked\n", "not_rerun", "signer_unknown", "It says of its subject: Conformant in everything that it claims.\n"},
			[]string{"Failed\n"},
		},
		{
			"no key", reports.Verification{Files: files, Suite: s},
			[]string{"no_key: no key was given", "Not verified: something that matters could not be checked."},
			[]string{"Failed\n", "Conformant"},
		},
		{
			"wrong digest", reports.Verification{Files: reports.Files{Report: files.Report, Digest: []byte("x"), Signature: files.Signature}, Keys: []reports.PublicKey{key.Public()}, Suite: s},
			[]string{"Failed\n  digest        digest_malformed: ", "Do not rely on this report: 1 check failed."},
			[]string{"Conformant"},
		},
		{
			"self-signed", reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Throwaway: []reports.PublicKey{key.Public()}, Suite: s},
			[]string{"self_signed: the report is self-signed"}, nil,
		},
	} {
		var b bytes.Buffer
		if err := verify(t, tt.v).Text(&b, reports.Style{}); err != nil {
			t.Fatal(err)
		}
		for _, want := range tt.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: got\n%s\nwant in it %q", tt.name, b.String(), want)
			}
		}
		for _, never := range tt.never {
			if strings.Contains(b.String(), never) {
				t.Errorf("%s: got\n%s\nmust not have %q", tt.name, b.String(), never)
			}
		}
		clean(t, tt.name, b.String())
	}
}

// TestFindingsWhole wants the text of a report without sidecars, to the byte.
func TestFindingsWhole(t *testing.T) {
	s := load(t, data())
	in := input(s)
	in.Outcomes = outcomes(skipped)
	files := sign(t, make1(t, in), newKey(t, reports.EdDSA))
	var b bytes.Buffer
	if err := verify(t, reports.Verification{Files: reports.Files{Report: files.Report}, Suite: s}).Text(&b, reports.Style{}); err != nil {
		t.Fatal(err)
	}
	want := `Failed
  digest        digest_missing: there is no digest file
  signature     signature_missing: there is no signature file
  asked         nothing_asked: no vector was asked: the report shows nothing

Checked
  bytes         the ` + strconv.Itoa(len(files.Report)) + ` bytes are their own canonical form (RFC 8785)
  schema        members, types and bounds are those of schema/report.json
  suite         the suite is the verifier's own, toy 1.0.0
                (` + s.Digest + `)
  independence  the label "project-internal" is one that may be claimed; it is
                the operator's word
  selection     the run was not of the whole suite, and says so: 7 of 7 vectors
                selected, 5 skipped
  coverage      there is one outcome of each of the suite's 7 vectors
  generated     no generated cases are reported
  requirements  the outcomes of 5 requirements follow from those of the vectors
  counts        the counts of 3 modules follow from the outcomes
  verdicts      the verdicts of 3 modules and 2 profiles follow from the
                outcomes
  cases         no generated cases are reported

Could not be checked
  subject       subject_not_given: the report is about acme 2.1: whether that is
                the implementation that you mean was not checked
  answers       not_rerun: whether the subject gives these answers was not
                checked: the report's bytes, digest or signature failed, and
                asking again would be work that anybody can ask for
  signer        signer_unknown: nobody is known to vouch for these bytes: no
                signature was verified

Do not rely on this report: 3 checks failed.
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
