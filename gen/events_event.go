package gen

import (
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// evEvent is an event; a nil member is absent.
type evEvent struct {
	label, anchor, claim, note *strictjson.Value
	more                       []strictjson.Member
}

func (e evEvent) json() strictjson.Value {
	var members []strictjson.Member
	for _, m := range []struct {
		name  string
		value *strictjson.Value
	}{{"label", e.label}, {"source_anchor", e.anchor}, {"canon_claim", e.claim}, {"simulation_note", e.note}} {
		if m.value != nil {
			members = append(members, member(m.name, *m.value))
		}
	}
	return strictjson.Record(append(members, e.more...)...)
}

// members are those of the four that can be absent.
func (e *evEvent) members() []**strictjson.Value {
	return []**strictjson.Value{&e.label, &e.anchor, &e.claim, &e.note}
}

// Values of an event's members, from plain to odd.
var (
	evLabels = evValues(evCanonText, evBridgeText, evSimulationText)
	// evSources are anchors that are there, none of white space: where that ends
	// is at SHOULD level.
	evSources = evValues(`"Tides 1:3"`, `"Tides 9:9"`, `"Psalm 23:1"`, `"0"`, `" Tides 1:3 "`, `"."`, `"null"`, `"CANON_ANCHOR"`)
	evClaims  = evValues(`"The lamp is lit."`, `"x"`, `" "`, `"0"`, `"Canon"`, `"false"`, `"\n"`)
	evNotes   = evValues(`"Goes beyond it."`, `"x"`, `" "`, `"0"`, `"Simulation of Canon"`, `"null"`, `"\t\n"`)
	// evFreeTexts are what a member may be that the label does not require.
	evFreeTexts = evValues(`null`, `"Tides 1:3"`, `""`, `" "`, `"x"`, `"Canon"`, `null`)
	evNoTexts   = evValues(`null`, `""`)
	evIllTexts  = evValues(`7`, `0`, `false`, `true`, `[]`, `{}`, `["Tides 1:3"]`, `{"a":1}`, `0.5`, `[null]`, `-1`)
	evBadLabels = evValues(
		`null`, `"CANON"`, `"canon_anchor"`, `""`, `"Simulation"`, `"CANON_ANCHOR "`, `"INTERPRETIVE BRIDGE"`, `7`, `["CANON_ANCHOR"]`, `false`, `{}`, `"simulation_event"`, `"СANON_ANCHOR"`,
		`"ＣＡＮＯＮ＿ＡＮＣＨＯＲ"`, `0`, `[]`, `true`, `"INTERPRETIVE-BRIDGE"`, `"SIMULATION_EVENT\n"`,
	)
	evNonObjects = evValues(`null`, `null`, `[]`, `"CANON_ANCHOR"`, `7`, `false`, `""`, `true`, `0`,
		`[{"label":"SIMULATION_EVENT","source_anchor":null,"canon_claim":null,"simulation_note":"n"}]`,
		`"{\"label\":\"SIMULATION_EVENT\",\"source_anchor\":null,\"canon_claim\":null,\"simulation_note\":\"n\"}"`)
	evEventExtras = []strictjson.Member{
		member("tick", strictjson.Integer(3)), member("agent", strictjson.Text("Mara")), member("type", strictjson.Text("Canon")),
		member("Label", strictjson.Text("CANON_ANCHOR")), member("x", strictjson.Value{}), member("accepted", strictjson.Boolean(true)),
		member("quarantine_reason", strictjson.Text("x")), member("", strictjson.Integer(0)),
	}
)

// one draws one of some values, to stand as a member.
func (s evScene) one(list []strictjson.Value) *strictjson.Value {
	v := pick(s.draw, list)
	return &v
}

func (s evScene) labelled(label int) evEvent {
	e := evEvent{label: &evLabels[label], anchor: s.one(evFreeTexts), claim: s.one(evFreeTexts), note: s.one(evFreeTexts)}
	switch label {
	case 0:
		e.anchor, e.claim = s.one(evSources), s.one(evClaims)
	default:
		e.note = s.one(evNotes)
	}
	if s.in(15) {
		e.more = append(e.more, pick(s.draw, evEventExtras))
	}
	return e
}

func evSoundCanon(s evScene) strictjson.Value      { return s.labelled(0).json() }
func evSoundBridge(s evScene) strictjson.Value     { return s.labelled(1).json() }
func evSoundSimulation(s evScene) strictjson.Value { return s.labelled(2).json() }

// sound is an event of any label.
func (s evScene) sound() evEvent { return s.labelled(s.int(2)) }

// evUnmet lacks what its label requires.
func evUnmet(s evScene) strictjson.Value {
	e := s.sound()
	switch {
	case !e.label.Equal(evLabels[0]):
		e.note = s.one(evNoTexts)
	case s.in(50):
		e.claim = s.one(evNoTexts)
	default:
		e.anchor = s.one(evNoTexts)
	}
	return e.json()
}

func evIllTyped(s evScene) strictjson.Value {
	e := s.sound()
	*e.members()[1+s.int(2)] = s.one(evIllTexts)
	return e.json()
}

func evUnlabelled(s evScene) strictjson.Value {
	e := s.sound()
	e.label = s.one(evBadLabels)
	return e.json()
}

// evPartial lacks a member, or has it under a name that is not quite its own.
func evPartial(s evScene) strictjson.Value {
	e := s.sound()
	m := e.members()[s.int(3)]
	if v := **m; s.in(25) {
		name := pick(s.draw, []string{"Label", "sourceAnchor", "canon_claim ", "simulation-note", "SOURCE_ANCHOR"})
		e.more = []strictjson.Member{member(name, v)}
	}
	*m = nil
	return e.json()
}

// evManyWrong has two or more things wrong.
func evManyWrong(s evScene) strictjson.Value {
	if s.in(25) {
		e := s.labelled(0)
		e.anchor, e.claim = s.one(evNoTexts), s.one(evNoTexts)
		return e.json()
	}
	e := s.sound()
	for i, m := range e.members() {
		switch {
		case s.in(45):
		case i == 0:
			*m = s.one(evBadLabels)
		case s.in(20):
			*m = nil
		case s.in(50):
			*m = s.one(evIllTexts)
		default:
			*m = s.one(evNoTexts)
		}
	}
	return e.json()
}

// evBlankEvent cites spaces and tabs, or nearly so.
func evBlankEvent(s evScene) strictjson.Value {
	e := s.labelled(0)
	e.anchor = s.one(evValues(`" "`, `"\t"`, `"  "`, `" \t "`, `"\t\t"`, `" \n"`, `"\u00a0"`, `"\t\u3000"`, `"\n"`, `"\u3000"`, `" x"`))
	return e.json()
}

func evNotAnEvent(s evScene) strictjson.Value { return pick(s.draw, evNonObjects) }

// evOddSource has a source that a card must not change.
func evOddSource(s evScene) strictjson.Value {
	e := s.sound()
	source := pick(s.draw, []string{
		"Tides 1:3", "Tides <1:3> & \"more\"", "tides 1:3", "  Tides 1:3  ", "Tides\n1:3", "Tides  1:3", "\u3000Tides", "e\u0301te\u0301 1", "λόγος 1:1", "灯火 🔥", `C:\tides\n`, "%s {0} $1", "&amp;",
		"'Tides'", "Tides\t1", "\u202eTides", "Canon", "Simulation", "ＴＩＤＥＳ", "ﬁre 1", "\x00", "[Tides](1:3)", "Tides\r\n1:3\n", "…", "ſtorm", "A\u030a",
	})
	if s.in(12) {
		source = strings.Repeat(source+" ", 1+s.int(60)) + "end"
	}
	v := strictjson.Text(source)
	e.anchor = &v
	return e.json()
}

// evValidate asks of an event whether it may enter the log, with a registry in
// half of the cases.
func evValidate(event func(evScene) strictjson.Value) func(evScene) strictjson.Value {
	return func(s evScene) strictjson.Value {
		switch s.int(5) {
		case 0:
			return evObject("event", event(s), "registry", strictjson.Value{})
		case 1:
			return evObject("event", event(s), "registry", strictjson.List())
		case 2, 3:
			return evObject("event", event(s), "registry", evJSON(s.registry(evWinner)))
		}
		return evObject("event", event(s))
	}
}

// evNear are texts that nearly are a reference.
var evNear = []func(reference, summary string) string{
	func(r, _ string) string { return r },
	func(r, _ string) string { return strings.ToUpper(r) },
	func(r, _ string) string { return r + " " },
	func(r, _ string) string { return " " + r },
	func(r, _ string) string { return r + "0" },
	func(r, _ string) string { return r + ", verse 2" },
	func(r, _ string) string { return r[:len(r)-1] + "." },
	func(r, _ string) string { return strings.ReplaceAll(r, "e", "е") },
	func(r, _ string) string {
		return strings.NewReplacer("è", "e\u0300", "e\u0300", "è", "ό", "ο\u0301", "å", "a\u030a").Replace(r)
	},
	func(r, _ string) string { return strings.ReplaceAll(r, " ", "\u00a0") },
	func(r, _ string) string { return r[:len(r)-2] },
	func(_, summary string) string { return summary },
}

// evCited are references to be cited: each is text of 4 bytes or more, all of
// ASCII at its end.
var evCited = []string{"Tides 1:3", "Tides 2:8", "Genèse 1:1", "Psalm 23:1", "Gene\u0300se 1:1", "λόγος 1:2", "Språk 1:1"}

// evSourced cites a source that the registry has, or nearly.
func evSourced(s evScene) strictjson.Value {
	e := s.labelled(0)
	var reg []evEntry
	for range 1 + s.int(3) {
		reg = append(reg, evEntry{reference: pick(s.draw, evCited), summary: pick(s.draw, []string{"Sweet water.", "The lamp is lit.", "Bread."})})
	}
	cited := pick(s.draw, reg)
	anchor := strictjson.Text(cited.reference)
	if s.in(70) {
		anchor = strictjson.Text(pick(s.draw, evNear)(cited.reference, cited.summary))
	}
	e.anchor = &anchor
	return evObject("event", e.json(), "registry", evJSON(reg))
}

// evLookedUp is evSourced with keywords in the registry, so that they can be
// spoilt.
func evLookedUp(s evScene) strictjson.Value {
	v := evSourced(s)
	keywords := strictjson.Texts([]string{"lamp"})
	return evPut(v, []string{"registry", "0", "keywords"}, &keywords)
}

// evRender asks for the card of an event.
func evRender(event func(evScene) strictjson.Value) func(evScene) strictjson.Value {
	return func(s evScene) strictjson.Value { return evObject("event", event(s)) }
}
