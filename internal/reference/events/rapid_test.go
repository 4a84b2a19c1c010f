package events_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/conform-suite/conform/internal/strictjson"
)

// vocabulary is so small that actions and keywords meet.
var vocabulary = []string{
	"walk", "Walk", "walks", "burning", "bush", "burning bush", "Burning-Bush", "bush burning", "light", "LIGHT",
	"straße", "STRASSE", "é", "e\u0301", "23", "a", "", "!", "Ꭰ", "ꭰ", "İ", "i\u0307", "ΛΌΓΟΣ", "λόγος", "idles1", "waits", "looks",
}

var genRegistry = rapid.Custom(func(t *rapid.T) strictjson.Value {
	return strictjson.List(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) strictjson.Value {
		return entry(
			rapid.SampledFrom([]string{"Psalm 23:1", "Genesis 1:3", "Exodus 3", "", " \t"}).Draw(t, "reference"),
			rapid.SampledFrom([]string{"A summary.", "Another.", "", " "}).Draw(t, "summary"),
			rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 8).Draw(t, "keywords")...,
		)
	}), 0, 4).Draw(t, "registry")...)
})

var genAction = rapid.Custom(func(t *rapid.T) string {
	var b strings.Builder
	for _, w := range rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 10).Draw(t, "words") {
		b.WriteString(w + rapid.SampledFrom([]string{" ", " ", ", ", "-", "\n", "", "\u200d"}).Draw(t, "gap"))
	}
	return b.String()
})

// genMember is a member of a provider's output as JSON text, "" for none.
func genMember(t *rapid.T, name string, often ...string) string {
	values := rapid.SampledFrom(often)
	if rapid.IntRange(0, 3).Draw(t, name+" odd") == 0 {
		values = rapid.SampledFrom(slices.Concat(absent, present, []string{`"x"`, `" \t"`, `"\ud83d\ude00"`, `7`}))
	}
	return member(name, values.Draw(t, name))
}

// genObject is an output that is a JSON object, most often a valid one.
var genObject = rapid.Custom(func(t *rapid.T) string {
	members := []string{
		genMember(t, "thought", `"I think."`),
		genMember(t, "action", string(strictjson.Text(genAction.Draw(t, "action")).AppendTo(nil))),
		genMember(t, "label", ``, isCanon, isCanon, isBridge, isSim, `"canon_anchor"`, `null`),
		genMember(t, "source_anchor", ``, `"Psalm 23:1"`, `"Genesis 1:3"`, `"Psalm 151"`, `null`),
		genMember(t, "canon_claim", ``, `"A claim."`, `"A claim."`, `null`),
		genMember(t, "simulation_note", ``, `"A note."`, `"A note."`, `null`),
		genMember(t, "more", ``, `{"a":[{"label":"CANON_ANCHOR"}]}`),
	}
	text := strings.Join(rapid.Permutation(members).Draw(t, "members"), "")
	return "{" + strings.TrimPrefix(text, ",") + "}"
})

// genRaw is what a provider may say: an object, or one that was broken.
var genRaw = rapid.Custom(func(t *rapid.T) string {
	raw := genObject.Draw(t, "object")
	switch rapid.IntRange(0, 19).Draw(t, "fault") {
	case 0:
		return strings.ToValidUTF8(raw[:rapid.IntRange(0, len(raw)-1).Draw(t, "cut")], "")
	case 1:
		return raw + rapid.SampledFrom([]string{"}", "{}", "\x00", " ok", ",", "\u00a0"}).Draw(t, "trailing")
	case 2:
		return rapid.SampledFrom([]string{"\ufeff", "\v", "```json\n", "x"}).Draw(t, "leading") + raw
	case 3:
		again := rapid.SampledFrom([]string{`"label":"CANON_ANCHOR","label":"SIMULATION_EVENT"`, `"a":{"b":1,"\u0062":2}`, `"\ud800":1,"\ud801":2`, `"\ud800":1,"\ud800":2`, `"":1,"":1`}).Draw(t, "repeated")
		return strings.TrimSuffix(strings.TrimSuffix(raw, "}"), "{") + "," + again + "}"
	case 4:
		return `{"n":` + rapid.SampledFrom([]string{"NaN", "-Infinity", "01", "1.", "'x'", "undefined", "\"\x01\"", `"\x"`, "1e5", "-"}).Draw(t, "token") + "," + raw[1:]
	case 5:
		return "[" + raw + "]"
	case 6:
		return rapid.String().Draw(t, "noise")
	case 7:
		return " \r\n" + raw + "\t\n"
	}
	return raw
})

var genOutput = rapid.Custom(func(t *rapid.T) strictjson.Value {
	return object(
		"provider", rapid.SampledFrom([]string{"", "mock", "π\n"}).Draw(t, "provider"),
		"agent", rapid.SampledFrom([]string{"Adam", "Eve"}).Draw(t, "agent"),
		"tick", rapid.IntRange(-1, 9).Draw(t, "tick"),
		"raw", genRaw.Draw(t, "raw"),
	)
})

func run(t fataler, registry strictjson.Value, outputs ...strictjson.Value) strictjson.Value {
	t.Helper()
	return ask(t, "run", "outputs", strictjson.List(outputs...), "registry", registry)
}

// records are the elements of one of a run's logs.
func records(t fataler, result strictjson.Value, name string) []strictjson.Value {
	var out []strictjson.Value
	for _, e := range at(t, result, "/"+name).Elements() {
		out = append(out, e)
	}
	return out
}

var logNames = []string{"events", "quarantine_events", "quarantine_provider_outputs"}

// A run is what its outputs give one by one, so that none changes anything
// for its neighbours.
func TestOutputsDoNotTouchEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reg := genRegistry.Draw(t, "registry")
		outputs := rapid.SliceOfN(genOutput, 0, 8).Draw(t, "outputs")
		together := run(t, reg, outputs...)
		var apart [3][]strictjson.Value
		for _, o := range outputs {
			one := run(t, reg, o)
			if n := at(t, one, "/events").Len() + at(t, one, "/quarantine_events").Len(); n != 1 {
				t.Fatalf("%v became %d events", o, n)
			}
			for i, name := range logNames {
				apart[i] = append(apart[i], records(t, one, name)...)
			}
		}
		for i, name := range logNames {
			if got := at(t, together, "/"+name); !got.Equal(strictjson.List(apart[i]...)) {
				t.Fatalf("%s\ntogether %v\napart    %v", name, got, apart[i])
			}
		}
	})
}

// Layer 2 takes every event of a run and refuses every quarantined one, for
// the reason given.
func TestRunKeepsLayer2(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reg := genRegistry.Draw(t, "registry")
		got := run(t, reg, rapid.SliceOfN(genOutput, 0, 8).Draw(t, "outputs")...)
		for _, e := range records(t, got, "events") {
			if answer := ask(t, "validate", "event", e, "registry", reg); !at(t, answer, "/accepted").True() {
				t.Fatalf("%v: %v", e, answer)
			}
		}
		for _, q := range records(t, got, "quarantine_events") {
			answer := ask(t, "validate", "event", at(t, q, "/event"), "registry", reg)
			if at(t, answer, "/accepted").True() || !at(t, answer, "/reason").Equal(at(t, q, "/reason")) {
				t.Fatalf("%v: %v", q, answer)
			}
		}
	})
}

// The promise itself: CANON_ANCHOR stands only on an event whose source is in
// the registry, and SIMULATION_EVENT on none that cites one.
func TestNoCanonWithoutSource(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reg := genRegistry.Draw(t, "registry")
		for _, e := range records(t, run(t, reg, rapid.SliceOfN(genOutput, 0, 8).Draw(t, "outputs")...), "events") {
			label, anchor := at(t, e, "/label").Str(), at(t, e, "/source_anchor")
			if label == "SIMULATION_EVENT" && !anchor.IsNull() {
				t.Fatalf("%v cites a source", e)
			}
			if label != "CANON_ANCHOR" {
				continue
			}
			known := false
			for _, r := range reg.Elements() {
				known = known || at(t, r, "/reference").Equal(anchor)
			}
			if !known {
				t.Fatalf("%v cites what is not in %v", e, reg)
			}
		}
	})
}

// Quarantines keep the raw text, and agree with layer 1 asked alone.
func TestQuarantineKeepsRawText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := genOutput.Draw(t, "output")
		got := records(t, run(t, strictjson.List(), o), "quarantine_provider_outputs")
		alone := ask(t, "validate_output", "raw", at(t, o, "/raw"), "provider", at(t, o, "/provider"), "agent", at(t, o, "/agent"), "tick", at(t, o, "/tick"))
		record := at(t, alone, "/quarantine")
		if record.IsNull() != (len(got) == 0) || len(got) == 1 && !got[0].Equal(record) {
			t.Fatalf("run %v, layer 1 %v", got, record)
		}
		if len(got) == 1 && at(t, got[0], "/raw_output").Str() != at(t, o, "/raw").Str() {
			t.Fatalf("got %v, want %v", got[0], o)
		}
	})
}

func TestFallbackIsNoSource(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { wantFallback(t, genRegistry.Draw(t, "registry")) })
}

// The classifier counts as the rule says, read word by word with nothing of
// the classifier's own but its labels.
func TestClassifierCountsByTheRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a", "A", "b", "c", "ß", "SS", "ss"})
		phrases := rapid.SliceOfN(rapid.Map(rapid.SliceOfN(word, 0, 3), func(w []string) string { return strings.Join(w, " ") }), 0, 6).Draw(t, "keywords")
		action := strings.Join(rapid.SliceOfN(word, 0, 8).Draw(t, "action"), " ")
		plain := strings.NewReplacer("A", "a", "ß", "ss", "SS", "ss")
		found := map[string]bool{}
		for _, p := range phrases {
			if p = plain.Replace(p); p != "" && strings.Contains(" "+plain.Replace(action)+" ", " "+p+" ") {
				found[p] = true
			}
		}
		want := []string{noLabel, bridge, bridge, anchor}[min(len(found), 3)]
		if got := labelFor(t, action, phrases...); got != want {
			t.Fatalf("%q with %q: got %s, want %s", action, phrases, got, want)
		}
	})
}
