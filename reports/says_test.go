package reports_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/conform-suite/conform/reports"
)

// TestSays wants what a check says, word for word, of a report in which one
// thing was edited and that was signed again.
func TestSays(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	report := sign(t, tampered(t, s), key).Report
	sel := func(d document, complete bool, profiles, only []any) {
		d["selection"] = map[string]any{"complete": complete, "profiles": profiles, "only": only}
	}
	none := []any{}
	for _, tt := range []struct {
		check reports.Name
		says  string
		edit  func(document)
	}{
		{reports.CheckSchema, "members, types and bounds are those of schema/report.json", func(document) {}},
		{reports.CheckSchema, "the value is not shaped as a report: it has a member /exit_code, which no report has", func(d document) { d["exit_code"] = 0 }},
		{reports.CheckSchema, "the value is not shaped as a report: its member /suite is not of the type that it must have", func(d document) { d["suite"] = "conform" }},
		{reports.CheckSchema, "the value is not shaped as a report: its member /outcomes/0/outcome is not of the type that it must have", func(d document) { d.at("outcomes", 0)["outcome"] = 1 }},

		{reports.CheckSelection, "the whole suite was selected and nothing was skipped", func(document) {}},
		{reports.CheckSelection, "the selection is called complete, and 1 vector was skipped", func(d document) { d.at("outcomes", 0)["outcome"] = "skipped" }},
		{reports.CheckSelection, "the selection is called complete, and is filtered", func(d document) { sel(d, true, none, []any{"*/*/*"}) }},
		{reports.CheckSelection, "the names selected are not sorted, or there twice", func(d document) { sel(d, false, none, []any{"xyz/*/*", "abc/*/*"}) }},
		{reports.CheckSelection, "the names selected are not sorted, or there twice", func(d document) { sel(d, false, []any{"abc", "abc"}, none) }},
		{reports.CheckSelection, `the selection means nothing: "none" selects no vector; ` + "`conform list` shows them all", func(d document) { sel(d, false, none, []any{"none"}) }},
		{reports.CheckSelection, "vector xyz/first/one was not selected, and has the outcome pass", func(d document) { sel(d, false, []any{"abc"}, none) }},
		{reports.CheckSelection, "the run was not of the whole suite, and says so: 7 of 7 vectors selected, 1 skipped", func(d document) {
			sel(d, false, none, []any{"*/*/*"})
			d.at("outcomes", 0)["outcome"] = "skipped"
		}},
		{reports.CheckSelection, "the run was not of the whole suite, and says so: 5 of 7 vectors selected, 0 skipped", func(d document) {
			sel(d, false, []any{"abc"}, none)
			d.at("outcomes", 5)["outcome"], d.at("outcomes", 6)["outcome"] = "unsupported", "unsupported"
		}},

		{reports.CheckCoverage, "there is one outcome of each of the suite's 7 vectors", func(document) {}},
		{reports.CheckCoverage, "the outcomes are not those of the suite's 7 vectors: they are not sorted by id", func(d document) { slices.Reverse(d.list("outcomes")) }},
		{reports.CheckCoverage, "the outcomes are not those of the suite's 7 vectors: 1 missing (abc/ask/advice)", func(d document) { d["outcomes"] = d.list("outcomes")[1:] }},
		{reports.CheckCoverage, "the outcomes are not those of the suite's 7 vectors: 3 missing (abc/ask/advice, abc/ask/one, abc/ask/three)", func(d document) { d["outcomes"] = d.list("outcomes")[3:] }},
		{reports.CheckCoverage, "the outcomes are not those of the suite's 7 vectors: 4 missing (abc/ask/advice, abc/ask/one, abc/ask/three and 1 more)", func(d document) { d["outcomes"] = d.list("outcomes")[4:] }},
		{reports.CheckCoverage, "the outcomes are not those of the suite's 7 vectors: 1 missing (abc/ask/advice); 1 unknown (abc/ask/zzz); 1 repeated (abc/ask/one)", func(d document) {
			d.at("outcomes", 0)["id"] = "abc/ask/zzz"
			d["outcomes"] = append(d.list("outcomes"), d.at("outcomes", 1))
		}},
		{reports.CheckAsked, "7 of 7 vectors were asked", func(document) {}},
		{reports.CheckAsked, "5 of 7 vectors were asked", func(d document) {
			d.at("outcomes", 0)["outcome"], d.at("outcomes", 1)["outcome"] = "skipped", "unsupported"
		}},
		{reports.CheckRequirements, "recomputed, the requirements are other than reported: reported is ABC-002 MUST fail, must be ABC-002 MUST pass", func(d document) { d.at("requirements", 1)["outcome"] = "fail" }},
		{reports.CheckRequirements, "recomputed, the requirements are other than reported: reported is nothing, must be XYZ-001 MUST pass", func(d document) { d["requirements"] = d.list("requirements")[:4] }},
		{reports.CheckCounts, "recomputed, the counts are other than reported: reported is abc/core MUST: 2 pass; SHOULD: 1 pass, must be abc/core MUST: 2 pass, 1 fail; SHOULD: 1 pass", func(d document) { d.at("modules", 0)["must"].(map[string]any)["fail"] = 0 }},
		{reports.CheckVerdicts, "recomputed, the verdicts are other than reported: reported is profile abc: conformant, must be profile abc: non-conformant", func(d document) { d.at("profiles", 0)["verdict"] = "conformant" }},
		{reports.CheckVerdicts, "recomputed, the verdicts are other than reported: reported is profile abc: non-conformant, must be nothing", func(d document) { d["profiles"] = append(d.list("profiles"), d.at("profiles", 0)) }},
		{reports.CheckGenerated, "1000 generated cases per operation, seed 7; failures in 1 operation", func(document) {}},
		{reports.CheckGenerated, "generated cases: operation abc.extra: case 12 is out of order or out of range", func(d document) { d.object("generated")["cases_per_operation"] = 12 }},
	} {
		d := parse(t, report)
		tt.edit(d)
		f := verify(t, reports.Verification{Files: resign(t, canonical(t, d), key), Keys: []reports.PublicKey{key.Public()}, Suite: s})
		if got := f.Get(tt.check).Says; got != tt.says {
			t.Errorf("%s:\n got %s\nwant %s", tt.check, got, tt.says)
		}
	}
}

// TestManyPatterns: as many names as the schema allows are matched, one more
// are not.
func TestManyPatterns(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	in := input(s)
	for i := range 1000 {
		in.Selection.Only = append(in.Selection.Only, fmt.Sprintf("[%sa]bc/*/*", strings.Repeat("a", i%180)+fmt.Sprint(i)))
	}
	report := sign(t, make1(t, in), key)
	v := reports.Verification{Files: report, Keys: []reports.PublicKey{key.Public()}, Suite: s}
	if f := verify(t, v); !f.OK() {
		t.Errorf("1,000 patterns: failed %v", f.Failed())
	}
	d := parse(t, report.Report)
	list := append(d.object("selection")["only"].([]any), "~")
	d.object("selection")["only"] = list
	v.Files = resign(t, canonical(t, d), key)
	f := verify(t, v)
	wantCodes(t, f, codes(reports.SchemaInvalid, reports.SelectionMismatch))
	if got, want := f.Get(reports.CheckSelection).Says, "more than 1000 names are selected"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
