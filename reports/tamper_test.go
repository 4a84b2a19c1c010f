package reports_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

// document is a report as a JSON value that can be changed.
type document map[string]any

func parse(t testing.TB, data []byte) document {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var out document
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

func (d document) list(name string) []any { return d[name].([]any) }

func (d document) at(name string, i int) map[string]any { return d.list(name)[i].(map[string]any) }

func (d document) object(name string) map[string]any { return d[name].(map[string]any) }

// canonical is the RFC 8785 form of v, by another implementation than the one
// under test.
func canonical(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	raw := jsontext.Value(b)
	if err := raw.Canonicalize(); err != nil {
		t.Fatal(err)
	}
	return raw
}

// resign makes the sidecars of any bytes, as a signer could who is trusted and
// lies, or errs.
func resign(t testing.TB, report []byte, key reports.Key) reports.Files {
	t.Helper()
	sig, err := jws.SignReport(report, key, signedAt.Unix())
	if err != nil {
		t.Fatal(err)
	}
	return reports.Files{Report: report, Digest: []byte(sum(report) + "  conformance_report.json\n"), Signature: []byte(sig)}
}

// edits change one thing in the report of tampered. Each has the codes with
// which it must fail although the digest and the signature are right.
var edits = []struct {
	name string
	edit func(document)
	want []reports.Code
}{
	{"format", func(d document) { d["format"] = "conform-report/2" }, codes(reports.SchemaInvalid)},
	{"suite digest", func(d document) { d.object("suite")["digest"] = "h1:" + strings.Repeat("A", 43) + "=" }, codes(reports.SuiteUnknown)},
	{"suite version", func(d document) { d.object("suite")["version"] = "0.9.0" }, codes(reports.SuiteUnknown)},
	{"suite name", func(d document) { d.object("suite")["name"] = "other" }, codes(reports.SuiteUnknown)},
	{"runner name", func(d document) { d.object("runner")["name"] = "other" }, codes(reports.SchemaInvalid)},
	{"no operator but a null", func(d document) { d["operator"] = nil }, codes(reports.SchemaInvalid)},
	{"an empty operator", func(d document) { d["operator"] = "" }, codes(reports.SchemaInvalid)},
	{"independence of an adopter", func(d document) { d["independence"] = "verified adopter" }, codes(reports.IndependenceClaimed)},
	{"independence of one's own making", func(d document) { d["independence"] = "certified" }, codes(reports.SchemaInvalid, reports.IndependenceClaimed)},
	{"subject's file out of order", func(d document) {
		d.object("subject")["files"] = []any{map[string]any{"name": "b", "sha256": hex64}, map[string]any{"name": "a", "sha256": hex64}}
	}, codes(reports.SubjectMismatch)},
	{"subject's file by path", func(d document) { d.object("subject")["path"] = "/root" }, codes(reports.SchemaInvalid)},

	{"an outcome dropped", func(d document) { d["outcomes"] = d.list("outcomes")[1:] }, codes(reports.Coverage, reports.RequirementsMismatch, reports.CountsMismatch)},
	{"the failure dropped", func(d document) { d["outcomes"] = slices.Delete(d.list("outcomes"), 3, 4) }, codes(reports.Coverage, reports.RequirementsMismatch, reports.CountsMismatch, reports.VerdictMismatch)},
	{"a whole profile dropped", func(d document) { d["outcomes"] = d.list("outcomes")[:5] }, codes(reports.Coverage, reports.RequirementsMismatch, reports.CountsMismatch, reports.VerdictMismatch)},
	{"no outcomes", func(d document) { d["outcomes"] = []any{} }, codes(reports.SchemaInvalid, reports.Coverage, reports.NothingAsked, reports.RequirementsMismatch, reports.CountsMismatch, reports.VerdictMismatch)},
	{"an outcome twice", func(d document) { d["outcomes"] = slices.Insert(d.list("outcomes"), 1, d.list("outcomes")[0]) }, codes(reports.Coverage)},
	{"an outcome of another vector", func(d document) { d.at("outcomes", 1)["id"] = "abc/ask/onf" }, codes(reports.Coverage, reports.SelectionMismatch, reports.CountsMismatch)},
	{"outcomes out of order", func(d document) { slices.Reverse(d.list("outcomes")) }, codes(reports.Coverage)},
	{"a failure called a pass", func(d document) { d.at("outcomes", 3)["outcome"] = "pass" }, codes(reports.RequirementsMismatch, reports.CountsMismatch, reports.VerdictMismatch)},
	{"a failure called skipped", func(d document) { d.at("outcomes", 3)["outcome"] = "skipped" }, codes(reports.SelectionMismatch, reports.RequirementsMismatch, reports.CountsMismatch, reports.VerdictMismatch)},
	{"a failure called unsupported", func(d document) { d.at("outcomes", 3)["outcome"] = "unsupported" }, codes(reports.RequirementsMismatch, reports.CountsMismatch)},
	{"a failure called an error", func(d document) { d.at("outcomes", 3)["outcome"] = "error" }, codes(reports.CountsMismatch)},
	{"an outcome that is none", func(d document) { d.at("outcomes", 3)["outcome"] = "xfail" }, codes(reports.SchemaInvalid, reports.RequirementsMismatch, reports.CountsMismatch, reports.VerdictMismatch)},

	{"complete, and filtered by profile", func(d document) { d.object("selection")["profiles"] = []any{"abc"} }, codes(reports.SelectionMismatch)},
	{"complete, and filtered by id", func(d document) { d.object("selection")["only"] = []any{"abc/ask/*"} }, codes(reports.SelectionMismatch)},
	{"called incomplete, the verdicts left", func(d document) { d.object("selection")["complete"] = false }, codes(reports.VerdictMismatch)},
	{"asked what was not selected", func(d document) {
		d.object("selection")["complete"] = false
		d.object("selection")["only"] = []any{"abc/ask/*"}
	}, codes(reports.SelectionMismatch, reports.VerdictMismatch)},
	{"selected nothing", func(d document) {
		d.object("selection")["complete"] = false
		d.object("selection")["only"] = []any{"abc/none/*"}
	}, codes(reports.SelectionMismatch, reports.VerdictMismatch)},
	{"selected a profile that is not there", func(d document) {
		d.object("selection")["complete"] = false
		d.object("selection")["profiles"] = []any{"def"}
	}, codes(reports.SelectionMismatch, reports.GeneratedMismatch, reports.VerdictMismatch)},

	{"a requirement dropped", func(d document) { d["requirements"] = d.list("requirements")[1:] }, codes(reports.RequirementsMismatch)},
	{"a requirement's level", func(d document) { d.at("requirements", 0)["level"] = "SHOULD" }, codes(reports.RequirementsMismatch)},
	{"requirements out of order", func(d document) { slices.Reverse(d.list("requirements")) }, codes(reports.RequirementsMismatch)},
	{"a module dropped", func(d document) { d["modules"] = d.list("modules")[1:] }, codes(reports.CountsMismatch, reports.VerdictMismatch)},
	{"the last module dropped", func(d document) { d["modules"] = d.list("modules")[:2] }, codes(reports.CountsMismatch, reports.VerdictMismatch)},
	{"a profile dropped", func(d document) { d["profiles"] = d.list("profiles")[:1] }, codes(reports.VerdictMismatch)},
	{"profiles out of order", func(d document) { slices.Reverse(d.list("profiles")) }, codes(reports.VerdictMismatch)},
	{"a profile twice", func(d document) { d["profiles"] = append(d.list("profiles"), d.list("profiles")[0]) }, codes(reports.VerdictMismatch)},

	{"generated cases gone", func(d document) { d["generated"] = nil }, codes(reports.VerdictMismatch)},
	{"generated failures gone", func(d document) { d.object("generated")["failed"] = []any{} }, codes(reports.VerdictMismatch)},
	{"more generated failures than cases", func(d document) { failure(d)["count"] = 1001 }, codes(reports.GeneratedMismatch)},
	{"fewer named than counted", func(d document) { failure(d)["count"] = 3 }, codes(reports.GeneratedMismatch)},
	{"a generated failure of no operation", func(d document) { failure(d)["operation"] = "abc.none" }, codes(reports.GeneratedMismatch, reports.VerdictMismatch)},
	{"a generated case out of range", func(d document) { failure(d)["cases"].([]any)[1].(map[string]any)["case"] = 1000 }, codes(reports.GeneratedMismatch)},
	{"a generated case twice", func(d document) { failure(d)["cases"].([]any)[1].(map[string]any)["case"] = 3 }, codes(reports.GeneratedMismatch)},
	{"generated cases out of order", func(d document) { slices.Reverse(failure(d)["cases"].([]any)) }, codes(reports.GeneratedMismatch)},
	{"a generated failure that passed", func(d document) { failure(d)["cases"].([]any)[0].(map[string]any)["outcome"] = "pass" }, codes(reports.SchemaInvalid, reports.GeneratedMismatch)},
	{"an operation's failures twice", func(d document) { g := d.object("generated"); g["failed"] = append(g["failed"].([]any), failure(d)) }, codes(reports.GeneratedMismatch)},
	{"seed 0", func(d document) { d.object("generated")["seed"] = "0" }, codes(reports.GeneratedMismatch)},
	{"a seed beyond 64 bits", func(d document) { d.object("generated")["seed"] = "18446744073709551616" }, codes(reports.GeneratedMismatch)},
	{"no cases per operation", func(d document) { d.object("generated")["cases_per_operation"] = 0 }, codes(reports.SchemaInvalid, reports.GeneratedMismatch)},
}

func failure(d document) map[string]any {
	return d.object("generated")["failed"].([]any)[0].(map[string]any)
}

func codes(list ...reports.Code) []reports.Code { return list }

// tampered is the report that edits are made in. Everything passed but for
// abc/ask/two and two generated cases of abc.extra: the core of abc and its
// module more are non-conformant, xyz is conformant.
func tampered(t testing.TB, s *vectors.Suite) *reports.Report {
	in := input(s)
	in.Outcomes = outcomes(pass, core[2], fail, xyz[0], pass, xyz[1], pass)
	in.Generated = generated("7")
	in.Generated.Add("abc.extra", 12, vectors.Timeout)
	in.Generated.Add("abc.extra", 3, fail)
	return make1(t, in)
}

func TestTamper(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	files := sign(t, tampered(t, s), key)
	v := reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Suite: s}
	if f := verify(t, v); !f.OK() || f.ExitCode() != reports.ExitNonConformant {
		t.Fatalf("before any change: failed %v, exit code %d", f.Failed(), f.ExitCode())
	}
	for _, tt := range edits {
		t.Run(tt.name, func(t *testing.T) {
			d := parse(t, files.Report)
			tt.edit(d)
			changed := canonical(t, d)
			if bytes.Equal(changed, files.Report) {
				t.Fatal("the edit changes nothing")
			}
			v := v
			v.Files = resign(t, changed, key)
			f := verify(t, v)
			wantCodes(t, f, tt.want)

			v.Files = reports.Files{Report: changed, Digest: files.Digest, Signature: files.Signature}
			wantCodes(t, verify(t, v), append([]reports.Code{reports.DigestMismatch, reports.SignatureInvalid}, tt.want...))
		})
	}
}

// wantCodes wants exactly these failures, in any order, and nothing relied on.
func wantCodes(t *testing.T, f *reports.Findings, want []reports.Code) {
	t.Helper()
	got, wanted := slices.Sorted(slices.Values(f.Failed())), slices.Sorted(slices.Values(want))
	if !slices.Equal(got, wanted) {
		t.Errorf("failed checks:\n got %v\nwant %v", got, wanted)
		for _, c := range f.Checks {
			if c.Status == reports.Failed {
				t.Logf("%s %s: %s", c.Name, c.Code, c.Says)
			}
		}
	}
	if len(want) > 0 && (f.OK() || f.ExitCode() == reports.ExitConformant) {
		t.Error("accepted")
	}
}

// TestEveryCountAndVerdict changes each count, each verdict and each
// requirement's outcome, one at a time.
func TestEveryCountAndVerdict(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	files := sign(t, tampered(t, s), key)
	tried := 0
	try := func(what string, want reports.Code, edit func(document)) {
		t.Helper()
		d := parse(t, files.Report)
		edit(d)
		f := verify(t, reports.Verification{Files: resign(t, canonical(t, d), key), Keys: []reports.PublicKey{key.Public()}, Suite: s})
		if got := f.Failed(); !slices.Equal(got, []reports.Code{want}) || f.OK() {
			t.Errorf("%s: failed %v, want %s", what, got, want)
		}
		tried++
	}
	d := parse(t, files.Report)
	for i := range d.list("modules") {
		for _, level := range []string{"must", "should"} {
			for name := range d.at("modules", i)[level].(map[string]any) {
				for _, n := range []int{7, 8} { // none of the suite's counts
					try(fmt.Sprintf("modules[%d].%s.%s", i, level, name), reports.CountsMismatch, func(d document) { d.at("modules", i)[level].(map[string]any)[name] = n })
				}
			}
		}
	}
	for _, list := range []string{"modules", "profiles"} {
		for i := range d.list(list) {
			for _, verdict := range []vectors.Verdict{vectors.Conformant, vectors.NonConformant, vectors.Incomplete, vectors.NotClaimed} {
				if d.at(list, i)["verdict"] != string(verdict) {
					try(fmt.Sprintf("%s[%d].verdict", list, i), reports.VerdictMismatch, func(d document) { d.at(list, i)["verdict"] = verdict })
				}
			}
		}
	}
	for i := range d.list("requirements") {
		for _, o := range []vectors.Outcome{pass, fail, unsupported, skipped} {
			if d.at("requirements", i)["outcome"] != string(o) {
				try(fmt.Sprintf("requirements[%d].outcome", i), reports.RequirementsMismatch, func(d document) { d.at("requirements", i)["outcome"] = o })
			}
		}
	}
	if want := 3*2*7*2 + 5*3 + 5*3; tried != want {
		t.Errorf("%d changes tried, want %d", tried, want)
	}
}
