package events_test

import (
	"slices"
	"testing"

	"github.com/conform-suite/conform/internal/strictjson"
)

var canon = strictjson.List(
	entry("Psalm 23:1", "The shepherd and the want.", "shepherd", "want", "lord", "green pastures"),
	entry("Genesis 1:3", "Light.", "light", "darkness", "let there be"),
	entry("", "No reference.", "anonymous", "unnamed", "nobody"),
	entry(" ", "Blank reference.", "blank", "space", "tab"),
	entry("Job 1:1", "", "uz", "job", "upright"),
)

// event makes an event of the texts of its members' values; "" leaves one out.
func event(t testing.TB, label, anchor, claim, note string) strictjson.Value {
	t.Helper()
	text := member("label", label) + member("source_anchor", anchor) + member("canon_claim", claim) + member("simulation_note", note)
	if text == "" {
		return object()
	}
	return parse(t, "{"+text[1:]+"}")
}

const (
	isCanon  = `"CANON_ANCHOR"`
	isBridge = `"INTERPRETIVE_BRIDGE"`
	isSim    = `"SIMULATION_EVENT"`
)

// refusals are events as event takes them, and the reason of layer 2 ("" for
// none) without a registry, and with canon.
var refusals = []struct{ label, anchor, claim, note, reason, withCanon string }{
	{isCanon, `"Psalm 23:1"`, `"c"`, `null`, "", ""},
	{isCanon, `"Psalm 23:1"`, `"c"`, `"n"`, "", ""},
	{isCanon, `"Psalm 23:1"`, `" "`, `""`, "", ""},
	{isBridge, `"Psalm 23:1"`, `"c"`, `"n"`, "", ""},
	{isBridge, `null`, `null`, `"n"`, "", ""},
	{isBridge, `""`, `""`, `" "`, "", ""},
	{isBridge, `"nowhere"`, `null`, `"n"`, "", ""},
	{isSim, `null`, `null`, `"n"`, "", ""},
	{isSim, `"nowhere"`, `"c"`, `"\t"`, "", ""},

	{``, `"Psalm 23:1"`, `"c"`, `"n"`, "missing_member", "missing_member"},
	{isSim, ``, `null`, `"n"`, "missing_member", "missing_member"},
	{isSim, `null`, ``, `"n"`, "missing_member", "missing_member"},
	{isSim, `null`, `null`, ``, "missing_member", "missing_member"},
	{isCanon, `"Psalm 23:1"`, `"c"`, ``, "missing_member", "missing_member"},
	{``, ``, ``, ``, "missing_member", "missing_member"},

	{`null`, `null`, `null`, `"n"`, "unknown_label", "unknown_label"},
	{`""`, `null`, `null`, `"n"`, "unknown_label", "unknown_label"},
	{`"simulation_event"`, `null`, `null`, `"n"`, "unknown_label", "unknown_label"},
	{`" CANON_ANCHOR"`, `"Psalm 23:1"`, `"c"`, `null`, "unknown_label", "unknown_label"},
	{`1`, `null`, `null`, `"n"`, "unknown_label", "unknown_label"},
	{`["SIMULATION_EVENT"]`, `null`, `null`, `"n"`, "unknown_label", "unknown_label"},

	{isSim, `1`, `null`, `"n"`, "wrong_type", "wrong_type"},
	{isSim, `false`, `null`, `"n"`, "wrong_type", "wrong_type"},
	{isBridge, `null`, `[]`, `"n"`, "wrong_type", "wrong_type"},
	{isBridge, `null`, `null`, `0`, "wrong_type", "wrong_type"},
	{isCanon, `"Psalm 23:1"`, `"c"`, `{}`, "wrong_type", "wrong_type"},
	{isCanon, `["Psalm 23:1"]`, `"c"`, `null`, "wrong_type", "wrong_type"},
	{isCanon, `"Psalm 23:1"`, `true`, `null`, "wrong_type", "wrong_type"},

	{isCanon, `null`, `"c"`, `"n"`, "anchor_missing", "anchor_missing"},
	{isCanon, `""`, `"c"`, `"n"`, "anchor_missing", "anchor_missing"},
	{isCanon, `" \t "`, `"c"`, `"n"`, "anchor_missing", "anchor_missing"},
	{isCanon, `" "`, `"c"`, `"n"`, "anchor_missing", "anchor_missing"},
	{isCanon, `"Psalm 23:1"`, `null`, `"n"`, "claim_missing", "claim_missing"},
	{isCanon, `"Psalm 23:1"`, `""`, `"n"`, "claim_missing", "claim_missing"},
	{isBridge, `"Psalm 23:1"`, `"c"`, `null`, "note_missing", "note_missing"},
	{isBridge, `"Psalm 23:1"`, `"c"`, `""`, "note_missing", "note_missing"},
	{isSim, `null`, `null`, `null`, "note_missing", "note_missing"},
	{isSim, `null`, `null`, `""`, "note_missing", "note_missing"},

	{isCanon, `"Psalm 23:2"`, `"c"`, `null`, "", "unknown_source"},
	{isCanon, `"psalm 23:1"`, `"c"`, `null`, "", "unknown_source"},
	{isCanon, `"Psalm 23:1 "`, `"c"`, `null`, "", "unknown_source"},
	{isCanon, `"Psalm  23:1"`, `"c"`, `null`, "", "unknown_source"},
	{isCanon, `"\n"`, `"c"`, `null`, "", "unknown_source"},
	{isCanon, `"\u00a0"`, `"c"`, `null`, "", "unknown_source"},
	{isCanon, `"shepherd"`, `"c"`, `null`, "", "unknown_source"},

	{``, `7`, `null`, `null`, "missing_member", "missing_member"},
	{`"?"`, `7`, `null`, `null`, "unknown_label", "unknown_label"},
	{isCanon, `null`, `7`, `null`, "wrong_type", "wrong_type"},
	{isCanon, `null`, `null`, `null`, "anchor_missing", "anchor_missing"},
	{isCanon, `"nowhere"`, `null`, `null`, "claim_missing", "claim_missing"},
}

func TestValidate(t *testing.T) {
	for _, c := range refusals {
		e := event(t, c.label, c.anchor, c.claim, c.note)
		wantAnswer(t, e, c.reason, "event", e)
		wantAnswer(t, e, c.reason, "event", e, "registry", nil)
		wantAnswer(t, e, c.withCanon, "event", e, "registry", canon)
		for m := range e.Members() {
			more := strictjson.Record(append(slices.Clone(e.Members()), strictjson.Member{Name: "tick", Value: value(m)})...)
			wantAnswer(t, more, c.reason, "event", more)
		}
	}
}

func wantAnswer(t *testing.T, e strictjson.Value, reason string, params ...any) {
	t.Helper()
	got := ask(t, "validate", params...)
	var why any
	if reason != "" {
		why = reason
	}
	if want := object("accepted", reason == "", "reason", why); !got.Equal(want) {
		t.Errorf("%v\ngot  %v\nwant %v", e, got, want)
	}
}

func TestEmptyRegistryKnowsNoSource(t *testing.T) {
	e := event(t, isCanon, `"Psalm 23:1"`, `"c"`, `null`)
	wantAnswer(t, e, "unknown_source", "event", e, "registry", strictjson.List())
	bridge := event(t, isBridge, `"Psalm 23:1"`, `"c"`, `"n"`)
	wantAnswer(t, bridge, "", "event", bridge, "registry", strictjson.List())
}

func TestRender(t *testing.T) {
	types := map[string]string{isCanon: "Canon", isBridge: "Interpretation", isSim: "Simulation"}
	for _, c := range refusals {
		if c.reason != "" {
			continue
		}
		e := event(t, c.label, c.anchor, c.claim, c.note)
		got := at(t, ask(t, "render", "event", e), "/text").Str()
		anchor, _ := e.Get("source_anchor")
		want := "Type: " + types[c.label] + "\n"
		if anchor.Str() != "" {
			want += "Source: " + anchor.Str() + "\n"
		}
		if len(got) < len(want) || got[:len(want)] != want {
			t.Errorf("%v\ngot  %q\nwant %q first", e, got, want)
		}
	}
}

func TestRenderShowsAll(t *testing.T) {
	e := event(t, isBridge, `"Psalm\n23:1"`, `"Type: Canon"`, `"n\u0000"`)
	got := at(t, ask(t, "render", "event", e), "/text").Str()
	if want := "Type: Interpretation\nSource: Psalm\n23:1\nClaim: Type: Canon\nNote: n\x00\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
