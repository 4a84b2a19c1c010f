package reports_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/schema"
	"github.com/conform-suite/conform/vectors"
)

func TestUnchecked(t *testing.T) {
	s := load(t, data())
	key, other := newKey(t, reports.EdDSA), newKey(t, reports.ES256)
	in := input(s)
	in.Generated = generated("7")
	files := sign(t, make1(t, in), key)
	always := codes(reports.SubjectNotGiven, reports.NotRerun, reports.SignerUnknown)
	forged := codes(reports.SubjectNotGiven, reports.NotRegenerated, reports.NotRerun, reports.SignerUnknown)
	with := func(change func(*reports.Verification)) reports.Verification {
		v := reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Suite: s}
		change(&v)
		return v
	}
	for _, tt := range []struct {
		name              string
		v                 reports.Verification
		ok                bool
		exit              int
		failed, unchecked []reports.Code
	}{
		{"a key", with(func(v *reports.Verification) {}), true, 0, nil, always},
		{"two keys", with(func(v *reports.Verification) { v.Keys = []reports.PublicKey{other.Public(), key.Public()} }), true, 0, nil, always},
		{"one key twice", with(func(v *reports.Verification) { v.Keys = append(v.Keys, v.Keys...) }), true, 0, nil, always},
		{"no key", with(func(v *reports.Verification) { v.Keys = nil }), false, 4, nil, append(codes(reports.NoKey), always...)},
		{"a zero key", with(func(v *reports.Verification) { v.Keys = []reports.PublicKey{{}} }), false, 1, codes(reports.SignatureKey), forged},
		{"another key", with(func(v *reports.Verification) { v.Keys = []reports.PublicKey{other.Public()} }), false, 1, codes(reports.SignatureKey), forged},
		{"no key and a broken signature", with(func(v *reports.Verification) { v.Keys, v.Signature = nil, []byte("x") }), false, 1, codes(reports.SignatureMalformed), forged},
		{"no key and no signature", with(func(v *reports.Verification) { v.Keys, v.Signature = nil, nil }), false, 1, codes(reports.SignatureMissing), forged},
		{"no digest", with(func(v *reports.Verification) { v.Digest = nil }), false, 1, codes(reports.DigestMissing), forged},
		{"no files", with(func(v *reports.Verification) { v.Files = reports.Files{} }), false, 1, codes(reports.NotJSON, reports.DigestMissing, reports.SignatureMissing), nil},
		{"self-signed", with(func(v *reports.Verification) { v.Throwaway = v.Keys }), true, 0, nil, codes(reports.SubjectNotGiven, reports.NotRerun, reports.SelfSigned)},
		{"a throwaway key that is another", with(func(v *reports.Verification) { v.Throwaway = []reports.PublicKey{other.Public()} }), true, 0, nil, always},
		{"generated again, the same", with(func(v *reports.Verification) { v.Regenerate = regenerate(hex64, nil) }), true, 0, nil, codes(reports.SubjectNotGiven, reports.NotRerun, reports.SignerUnknown)},
		{"generated again, others", with(func(v *reports.Verification) { v.Regenerate = regenerate(strings.Repeat("0", 64), nil) }), false, 1, codes(reports.GeneratedMismatch), codes(reports.SubjectNotGiven, reports.NotRerun, reports.SignerUnknown)},
		{"another generator", with(func(v *reports.Verification) { v.Regenerate = regenerate("", errors.New("no such generator")) }), false, 4, nil, codes(reports.SubjectNotGiven, reports.NotRegenerated, reports.NotRerun, reports.SignerUnknown)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := verify(t, tt.v)
			wantCodes(t, f, tt.failed)
			if got := f.Unchecked(); tt.unchecked != nil && !slices.Equal(got, tt.unchecked) {
				t.Errorf("unchecked: got %v, want %v", got, tt.unchecked)
			}
			if got := f.OK(); got != tt.ok {
				t.Errorf("OK: got %v, want %v", got, tt.ok)
			}
			if got := f.ExitCode(); got != tt.exit {
				t.Errorf("exit code: got %d, want %d", got, tt.exit)
			}
			everyCheckOnce(t, f)
		})
	}
}

// Who cannot make the generated cases again has not verified a report of some,
// and has verified one of none.
func TestWithoutRegenerate(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	for _, tt := range []struct {
		generated *reports.Generated
		exit      int
	}{{generated("7"), 4}, {nil, 0}} {
		in := input(s)
		in.Generated = tt.generated
		f, err := reports.Verify(reports.Verification{Files: sign(t, make1(t, in), key), Keys: []reports.PublicKey{key.Public()}, Suite: s})
		if err != nil || f.ExitCode() != tt.exit {
			t.Errorf("generated %v: got exit code %d and error %v, want %d", tt.generated, f.ExitCode(), err, tt.exit)
		}
	}
}

// Nobody who cannot sign makes a verifier work: the cases of a report are not
// made again when its bytes, digest or signature failed.
func TestForgedIsNotRegenerated(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	in := input(s)
	in.Generated = generated("7")
	files := sign(t, make1(t, in), key)
	for _, tt := range []struct {
		name   string
		change func(*reports.Verification)
		calls  int
	}{
		{"as it is", func(*reports.Verification) {}, 1},
		{"no key", func(v *reports.Verification) { v.Keys = nil }, 1},
		{"bytes", func(v *reports.Verification) { v.Report = append([]byte(" "), v.Report...) }, 0},
		{"digest", func(v *reports.Verification) { v.Digest = nil }, 0},
		{"signature", func(v *reports.Verification) { v.Signature = nil }, 0},
		{"key", func(v *reports.Verification) { v.Keys = []reports.PublicKey{newKey(t, reports.EdDSA).Public()} }, 0},
	} {
		calls := 0
		v := reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Suite: s}
		v.Regenerate = func(*reports.Report) (string, error) { calls++; return hex64, nil }
		tt.change(&v)
		f := verify(t, v)
		if calls != tt.calls {
			t.Errorf("%s: made again %d times, want %d", tt.name, calls, tt.calls)
		}
		if got := f.Get(reports.CheckCases); tt.calls == 0 && got.Code != reports.NotRegenerated {
			t.Errorf("%s: got %+v, want code %s", tt.name, got, reports.NotRegenerated)
		}
	}
}

// A list of no files expects that the report has none, and vouches for nothing.
func TestNoFiles(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	in := input(s)
	in.Subject.Files = nil
	v := reports.Verification{Files: sign(t, make1(t, in), key), Keys: []reports.PublicKey{key.Public()}, Suite: s}
	v.Subject.Files = []reports.File{}
	if got := verify(t, v).Get(reports.CheckSubject); got.Code != reports.SubjectNotGiven {
		t.Errorf("got %+v, want code %s", got, reports.SubjectNotGiven)
	}
}

func regenerate(digest string, err error) func(*reports.Report) (string, error) {
	return func(*reports.Report) (string, error) { return digest, err }
}

// everyCheckOnce wants each check once, in order, with a code exactly when it
// did not pass, and something to say.
func everyCheckOnce(t *testing.T, f *reports.Findings) {
	t.Helper()
	want := []reports.Name{
		reports.CheckBytes, reports.CheckSchema, reports.CheckDigest, reports.CheckSignature, reports.CheckSuite, reports.CheckSubject,
		reports.CheckIndependence, reports.CheckSelection, reports.CheckCoverage, reports.CheckAsked, reports.CheckGenerated,
		reports.CheckRequirements, reports.CheckCounts, reports.CheckVerdicts, reports.CheckCases, reports.CheckAnswers, reports.CheckSigner,
	}
	var got []reports.Name
	for _, c := range f.Checks {
		got = append(got, c.Name)
		if (c.Status == reports.Passed) != (c.Code == "") || c.Says == "" {
			t.Errorf("check %s: status %s, code %q, says %q", c.Name, c.Status, c.Code, c.Says)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("checks:\n got %v\nwant %v", got, want)
	}
}

func TestSubject(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	in := input(s)
	files := sign(t, make1(t, in), key)
	for _, tt := range []struct {
		name    string
		subject reports.Subject
		ok      bool
	}{
		{"name", reports.Subject{Name: "acme"}, true},
		{"another name", reports.Subject{Name: "Acme"}, false},
		{"version", reports.Subject{Version: "2.1"}, true},
		{"another version", reports.Subject{Name: "acme", Version: "2.2"}, false},
		{"another language", reports.Subject{Language: "go"}, false},
		{"another origin", reports.Subject{Origin: "https://github.com/acme/other"}, false},
		{"revision", reports.Subject{Revision: strings.Repeat("a", 40)}, true},
		{"another revision", reports.Subject{Revision: strings.Repeat("b", 40)}, false},
		{"another transport", reports.Subject{Transport: "wasm"}, false},
		{"all of it", in.Subject, true},
		{"its files", reports.Subject{Files: in.Subject.Files}, true},
		{"another file", reports.Subject{Files: []reports.File{{Name: "acme.py", SHA256: strings.Repeat("0", 64)}}}, false},
		{"a file more", reports.Subject{Files: append([]reports.File{{Name: "a", SHA256: hex64}}, in.Subject.Files...)}, false},
		{"no files", reports.Subject{Files: []reports.File{}}, false},
	} {
		f := verify(t, reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Suite: s, Subject: tt.subject})
		want := reports.Check{Name: reports.CheckSubject, Status: reports.Passed}
		if !tt.ok {
			want.Status, want.Code = reports.Failed, reports.SubjectMismatch
		}
		got := f.Get(reports.CheckSubject)
		if got.Status != want.Status || got.Code != want.Code || f.OK() != tt.ok {
			t.Errorf("%s: got %s %s, OK %v; want %s %s", tt.name, got.Status, got.Code, f.OK(), want.Status, want.Code)
		}
	}
}

// TestSubjectSays wants what is other about a subject, by name and digest.
func TestSubjectSays(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	other, third := strings.Repeat("0", 64), strings.Repeat("1", 64)
	const files = "the subject's files are not those that the verifier expects: "
	in := input(s)
	in.Subject.Revision = ""
	in.Subject.Files = []reports.File{{Name: "a.py", SHA256: hex64}, {Name: "b.py", SHA256: other}}
	signed := sign(t, make1(t, in), key)
	for _, tt := range []struct {
		subject reports.Subject
		says    string
	}{
		{reports.Subject{Revision: "abc"}, "the report names no revision of the subject, the verifier expects abc"},
		{reports.Subject{Version: "2.2"}, "the subject's version is 2.1, the verifier expects 2.2"},
		{reports.Subject{Files: []reports.File{{Name: "a.py", SHA256: hex64}, {Name: "b.py", SHA256: third}}},
			files + "b.py has SHA-256 " + other + " in the report, " + third + " here"},
		{reports.Subject{Files: []reports.File{{Name: "a.py", SHA256: hex64}, {Name: "c.py", SHA256: other}}},
			files + "only the name differs: b.py in the report, c.py here"},
		{reports.Subject{Files: []reports.File{}},
			files + "the report alone has a.py (SHA-256 " + hex64 + "); the report alone has b.py (SHA-256 " + other + ")"},
		{reports.Subject{Files: append([]reports.File{{Name: "z", SHA256: third}}, in.Subject.Files...)},
			files + "the report lacks z (SHA-256 " + third + ")"},
		{reports.Subject{Files: []reports.File{{Name: "1", SHA256: third}, {Name: "2", SHA256: third}, {Name: "b.py", SHA256: hex64}}},
			files + "only the name differs: a.py in the report, b.py here; the report alone has b.py (SHA-256 " + other + "); the report lacks 1 (SHA-256 " + third + "); and 1 more"},
	} {
		f := verify(t, reports.Verification{Files: signed, Keys: []reports.PublicKey{key.Public()}, Suite: s, Subject: tt.subject})
		if got := f.Get(reports.CheckSubject).Says; got != tt.says {
			t.Errorf("\n got %s\nwant %s", got, tt.says)
		}
	}
}

// TestNotSuccess verifies honest reports that show no conformance: nothing in
// them is wrong, and none may be taken for a success.
func TestNotSuccess(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	for _, tt := range []struct {
		name   string
		change func(*reports.Input)
		ok     bool
		exit   int
	}{
		{"a failure", func(in *reports.Input) { in.Outcomes[core[0]] = fail }, true, 1},
		{"a part of the suite", func(in *reports.Input) {
			in.Selection.Only = []string{"abc/ask/*"}
			in.Outcomes[more] = skipped
		}, true, 4},
		{"one profile of it", func(in *reports.Input) { in.Selection.Profiles = []string{"abc"} }, true, 4},
		{"cut short", func(in *reports.Input) { in.Outcomes[more] = skipped }, true, 4},
		{"nothing claimed", func(in *reports.Input) { in.Outcomes = outcomes(unsupported) }, false, 1},
		{"nothing asked", func(in *reports.Input) { in.Outcomes = outcomes(skipped) }, false, 1},
		{"generated cases failed", func(in *reports.Input) {
			in.Generated = generated("1")
			in.Generated.Add("abc.ask", 0, fail)
		}, true, 1},
	} {
		in := input(s)
		tt.change(&in)
		r := make1(t, in)
		f := verify(t, reports.Verification{Files: sign(t, r, key), Keys: []reports.PublicKey{key.Public()}, Suite: s})
		if f.OK() != tt.ok || f.ExitCode() != tt.exit || f.ExitCode() == 0 {
			t.Errorf("%s: OK %v, exit code %d, failed %v; want OK %v, exit code %d", tt.name, f.OK(), f.ExitCode(), f.Failed(), tt.ok, tt.exit)
		}
		if !tt.ok && !slices.Equal(f.Failed(), codes(reports.NothingAsked)) {
			t.Errorf("%s: failed %v", tt.name, f.Failed())
		}
	}
}

func TestRerun(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	first := make1(t, input(s))
	v := reports.Verification{Files: sign(t, first, key), Keys: []reports.PublicKey{key.Public()}, Suite: s}
	for _, tt := range []struct {
		name   string
		change func(*reports.Input)
		says   string // "" when the second run is the same
	}{
		{"another runner", func(in *reports.Input) { in.RunnerVersion = "0.2.0" }, ""},
		{"the same", func(*reports.Input) {}, ""},
		{"the same, selected in other words", func(in *reports.Input) { in.Selection.Only = []string{} }, ""},
		{"an outcome", func(in *reports.Input) { in.Outcomes[core[0]] = vectors.Crash }, `outcomes[abc/ask/one].outcome: "pass", then "crash"`},
		{"the answers alone", func(in *reports.Input) { in.AnswersSHA256 = strings.Repeat("0", 64) }, `answers_sha256: "` + hex64 + `", then "` + strings.Repeat("0", 64) + `"`},
		{"a file", func(in *reports.Input) {
			in.Subject.Files = []reports.File{{Name: "acme.py", SHA256: strings.Repeat("0", 64)}}
		}, "subject.files[acme.py].sha256"},
		{"a file more", func(in *reports.Input) {
			in.Subject.Files = append(slices.Clone(in.Subject.Files), reports.File{Name: "b", SHA256: hex64})
		}, "subject.files: "},
		{"no revision", func(in *reports.Input) { in.Subject.Revision = "" }, "subject.revision: "},
		{"generated cases", func(in *reports.Input) { in.Generated = generated("1") }, "generated: null, then {"},
	} {
		in := input(s)
		tt.change(&in)
		again := make1(t, in)
		f := verify(t, v)
		if err := f.Rerun(again); err != nil {
			t.Fatal(err)
		}
		got := f.Get(reports.CheckAnswers)
		if same := got.Status == reports.Passed; same != (tt.says == "") || f.OK() != same {
			t.Errorf("%s: %s, OK %v", tt.name, got.Status, f.OK())
		}
		if tt.says != "" && got.Code != reports.RerunMismatch {
			t.Errorf("%s: code %s, want %s", tt.name, got.Code, reports.RerunMismatch)
		}
		differences, err := reports.Same(first, again)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, d := range differences {
			all = append(all, d.String())
		}
		if tt.name == "another runner" {
			tt.says = `runner.version: "0.1.0", then "0.2.0"`
		}
		if text := strings.Join(all, "\n"); !strings.Contains(text, tt.says) || (tt.says == "") != (text == "") {
			t.Errorf("%s: differences:\n got %s\nwant %s", tt.name, text, tt.says)
		}
		everyCheckOnce(t, f)
	}
}

// TestDifferences wants every place in which two runs differ, by name.
func TestDifferences(t *testing.T) {
	s := load(t, data())
	first := make1(t, input(s))
	in := input(s)
	in.Outcomes[more] = fail
	in.Operator = ""
	again := make1(t, in)
	differences, err := reports.Same(first, again)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range differences {
		got = append(got, d.String())
	}
	want := []string{
		`modules[abc/more].must.fail: 0, then 1`,
		`modules[abc/more].must.pass: 1, then 0`,
		`modules[abc/more].verdict: "conformant", then "non-conformant"`,
		`operator: "A. Tester", then nothing`,
		`outcomes[abc/extra/one].outcome: "pass", then "fail"`,
		`requirements[ABC-004].outcome: "pass", then "fail"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	other, err := reports.Same(again, first)
	if err != nil || len(other) != len(want) || other[5].String() != `operator: nothing, then "A. Tester"` {
		t.Errorf("the other way round: %v, %v", err, other)
	}

	f := verify(t, reports.Verification{Files: sign(t, first, newKey(t, reports.EdDSA)), Suite: s})
	for _, tt := range []struct {
		again *reports.Report
		says  string
	}{
		{first, "asked again, the subject gave the very same report"},
		{again, `asked again, the subject gave another report: it differs in 1 vector (abc/extra/one pass → fail); 1 requirement (ABC-004 pass → fail); 1 verdict (abc/more conformant → non-conformant); operator: "A. Tester", then nothing`},
		{func() *reports.Report {
			in := input(s)
			in.Outcomes, in.AnswersSHA256 = outcomes(fail), strings.Repeat("0", 64)
			return make1(t, in)
		}(), "asked again, the subject gave another report: it differs in 5 vectors (abc/ask/advice pass → fail, abc/ask/one pass → fail, abc/ask/three pass → fail and 2 more); 4 requirements (ABC-001 pass → fail, ABC-002 pass → fail, ABC-003 pass → fail and 1 more); 3 verdicts (abc conformant → non-conformant, abc/core conformant → non-conformant, abc/more conformant → non-conformant)"},
		{func() *reports.Report { r := *first; r.Operator = "B"; return &r }(), `asked again, the subject gave another report: it differs in operator: "A. Tester", then "B"`},
		{func() *reports.Report { r := *first; r.Operator, r.AnswersSHA256 = "B", "x"; return &r }(), `asked again, the subject gave another report: it differs in answers_sha256: "` + hex64 + `", then "x" (each answer that differs has the same outcome), and in 1 more place`},
	} {
		if err := f.Rerun(tt.again); err != nil {
			t.Fatal(err)
		}
		if got := f.Get(reports.CheckAnswers).Says; got != tt.says {
			t.Errorf("got %s\nwant %s", got, tt.says)
		}
	}
}

// TestPure makes a report again and again from the same facts in other orders.
func TestPure(t *testing.T) {
	s := load(t, data())
	in := input(s)
	in.Subject.Files = []reports.File{{Name: "b", SHA256: hex64}, {Name: "a", SHA256: hex64}, {Name: "b", SHA256: hex64}}
	in.Selection = reports.Selection{Only: []string{"xyz/*/*", "abc/*/*"}}
	first, err := make1(t, in).Canonical()
	if err != nil {
		t.Fatal(err)
	}
	in.Subject.Files = []reports.File{{Name: "a", SHA256: hex64}, {Name: "b", SHA256: hex64}}
	in.Selection.Only = []string{"abc/*/*", "xyz/*/*", "abc/*/*"}
	for range 20 {
		if again, err := make1(t, in).Canonical(); err != nil || !bytes.Equal(first, again) {
			t.Fatalf("error %v; two reports of the same facts differ:\n%s\n%s", err, first, again)
		}
	}
}

func TestVerifyNeedsASuite(t *testing.T) {
	if _, err := reports.Verify(reports.Verification{}); err == nil {
		t.Error("without a suite: no error")
	}
	none, err := schema.Load(fstest.MapFS{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = reports.Verify(reports.Verification{Suite: &vectors.Suite{Schemas: none}}); err == nil {
		t.Error("without a schema of reports: no error")
	}
}

// TestFindingsJSON is for whoever reads the findings with a program.
func TestFindingsJSON(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	f := verify(t, reports.Verification{Files: reports.Files{Report: sign(t, make1(t, input(s)), key).Report}, Suite: s})
	b, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"check":"digest","status":"failed","code":"digest_missing","says":"there is no digest file"}`; !bytes.Contains(b, []byte(want)) {
		t.Errorf("got %s\nwant %s in it", b, want)
	}
	if want := `{"check":"bytes","status":"passed","says":`; !bytes.Contains(b, []byte(want)) {
		t.Errorf("got %s\nwant %s in it", b, want)
	}
}

// TestSignedAt: the time of signing is the signer's word, whatever it is.
func TestSignedAt(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	for _, tt := range []struct {
		iat  int64
		want string
	}{
		{0, "1970-01-01 00:00:00 UTC"},
		{1796040000, "2026-11-30 12:00:00 UTC"},
		{253402300799, "9999-12-31 23:59:59 UTC"},
		{253402300800, "a time beyond the calendar"},
		{1<<53 - 1, "a time beyond the calendar"},
		{-1, "a time beyond the calendar"},
	} {
		files, err := reports.Sign(make1(t, input(s)), key, time.Unix(tt.iat, 0))
		if err != nil {
			t.Fatal(err)
		}
		f := verify(t, reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Suite: s})
		if got := f.Get(reports.CheckSignature); got.Status != reports.Passed || !strings.HasSuffix(got.Says, "it says that it was made on "+tt.want) {
			t.Errorf("%d: got %s, %s; want %s", tt.iat, got.Status, got.Says, tt.want)
		}
	}
}

// TestNotCanonicalAt: what is said of bytes that are not canonical says where.
func TestNotCanonicalAt(t *testing.T) {
	s := load(t, data())
	report := sign(t, make1(t, input(s)), newKey(t, reports.EdDSA)).Report
	for _, tt := range []struct {
		report []byte
		want   string
	}{
		{append(bytes.Clone(report), '\n'), "they differ at byte 2052 of 2053"},
		{append([]byte(" "), report...), "they differ at byte 0 of 2053"},
		{bytes.Replace(report, []byte(`,"format"`), []byte(`, "format"`), 1), "they differ at byte 85 of 2053"},
	} {
		f := verify(t, reports.Verification{Files: reports.Files{Report: tt.report}, Suite: s})
		if got := f.Get(reports.CheckBytes); got.Code != reports.NotCanonical || !strings.HasSuffix(got.Says, tt.want) {
			t.Errorf("got %s, %s; want %s", got.Code, got.Says, tt.want)
		}
	}
}
