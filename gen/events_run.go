package gen

import (
	"slices"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// Members of outputs that a run keeps: an output's own source_anchor,
// canon_claim and simulation_note hold no lone surrogates, no numbers that
// languages print apart, and no deep nesting (suite decision).
var (
	evKeptAnchors = []string{`"Tides 9:9"`, ``, `null`, `""`, `"."`, `7`, `true`, `["Tides 1:3"]`, `{"ref":"Tides 1:3"}`, `[null]`, `0.5`, `"0"`}
	evKeptClaims  = []string{`"The lamp is lit."`, ``, `null`, `""`, `" "`, `" a claim "`, `7`, `[1,{"a":[]}]`, `false`, `0`, `"\u0041\n"`}
	evKeptNotes   = []string{`"Goes beyond it."`, ``, `null`, `""`, `" "`, `"0"`, `" a note "`, `7`, `[1]`, `{"a":null}`, `false`, `0`, `true`, `[]`, `{}`, `"\ud83d\ude00"`}
	// evMutedNotes are those of a simulation: one that is missing is replaced.
	evMutedNotes = slices.Concat(evKeptNotes, []string{`-0`, `0.0`, `0e5`, `-0.0`})
)

// evSpeech is a run's registry and the talk of its outputs.
type evSpeech struct {
	registry []evEntry
	talk     evTalk
}

// evOutput draws a raw text, given what the run is about.
type evOutput = func(evScene, evSpeech) string

var (
	evTalks = []evTalk{evThreshold, evRespelt, evPhrase, evWinner, evRepeats, evLookAlike, evGapped, evRoutine}
	// evAnyOutput are outputs that are judged at MUST level.
	evAnyOutput = []evOutput{evSpoken, evOwn, evRefused, evSimulated, evMislabelled, evOverridden, evReplaced, evUnspoken}
)

// bare is an output with a thought and an action by the talk.
func (s evScene) bare(about evSpeech) evRaw {
	return evRaw{thought: pick(s.draw, evThoughts), action: evQuote(s.action(about.talk, about.registry) + pick(s.draw, []string{" on", ""}))}
}

// kept gives an output members of its own, of all kinds.
func (s evScene) kept(o evRaw, notes []string) evRaw {
	o.anchor, o.claim, o.note = pick(s.draw, evKeptAnchors), pick(s.draw, evKeptClaims), pick(s.draw, notes)
	if s.in(10) {
		o.more = []string{pick(s.draw, evExtras)}
	}
	return o
}

// known is a source of the registry, as JSON, if there is one.
func (s evScene) known(about evSpeech) string {
	if len(about.registry) == 0 {
		return `"Tides 1:3"`
	}
	return evQuote(pick(s.draw, about.registry).reference)
}

// evSpoken has no label, and an action that may have keywords.
func evSpoken(s evScene, about evSpeech) string {
	o := s.bare(about)
	if s.in(50) {
		o = s.kept(o, evMutedNotes)
	}
	if s.in(20) {
		o.anchor = s.known(about)
	}
	if s.in(5) { // half a pair stands between words
		o.action = pick(s.draw, []string{`"lamp\ud800storm, well"`, `"the la\udc00mp"`, `"lamp \ud83d storm\ud83dwell"`})
	}
	return s.write(o)
}

// evUnspoken has an action that is there and no text.
func evUnspoken(s evScene, about evSpeech) string {
	o := s.bare(about)
	if len(o.action) < 4 {
		o.action = `"walks on"`
	}
	o.action = pick(s.draw, []func(text string) string{
		func(text string) string { return "[" + text + "]" },
		func(text string) string { return `{"text":` + text + "}" },
		func(text string) string { return "{" + text + ":1}" },
		func(string) string { return "true" },
		func(string) string { return "23" },
		func(text string) string { return "[" + text + "," + text + "]" },
	})(o.action)
	return s.write(o)
}

// evOwn keeps its label, and is mostly sound: canon of the registry, or a
// bridge.
func evOwn(s evScene, about evSpeech) string {
	o := s.bare(about)
	o.claim, o.note = pick(s.draw, evKeptClaims[:6]), pick(s.draw, evKeptNotes[:7])
	if s.in(50) {
		o.label, o.anchor = evBridgeText, pick(s.draw, []string{s.known(about), `"Tides 9:9"`, ``, `null`, `""`})
	} else {
		o.label, o.anchor = evCanonText, s.known(about)
		if s.in(70) {
			o.claim = pick(s.draw, []string{`"The lamp is lit."`, `" a claim "`, `"x"`})
		}
	}
	return s.write(o)
}

// evRefused is an event that layer 2 refuses, mostly.
func evRefused(s evScene, about evSpeech) string {
	o := s.kept(s.bare(about), evKeptNotes)
	switch s.int(3) {
	case 0: // declares a source
		o.label, o.anchor, o.claim = evCanonText, pick(s.draw, []string{`"Tides 9:9"`, `"Psalm 151"`, `"tides 1:3 "`, `"Tides 1"`}), `"A new one."`
	case 1: // has no claim, or is of another type
		o.label, o.anchor = evCanonText, s.known(about)
	case 2:
		o.label, o.anchor = evCanonText, pick(s.draw, []string{`7`, `true`, `["Tides 1:3"]`, `{"ref":"Tides 1:3"}`, `[null]`, `0.5`})
	default:
		o.label = evBridgeText
	}
	return s.write(o)
}

// evSimulated is labelled so, with members that it must lose or keep.
func evSimulated(s evScene, about evSpeech) string {
	o := s.kept(s.bare(about), evMutedNotes)
	o.label = evSimulationText
	if s.in(40) {
		o.anchor = s.known(about)
	}
	return s.write(o)
}

func evMislabelled(s evScene, about evSpeech) string {
	o := s.kept(s.bare(about), evMutedNotes)
	o.label = pick(s.draw, evOddLabels)
	if s.in(40) {
		o.anchor = s.known(about)
	}
	return s.write(o)
}

// evOverridden is a boundary violation.
func evOverridden(s evScene, about evSpeech) string {
	o := s.kept(s.bare(about), evMutedNotes)
	o.label, o.anchor = evCanonText, pick(s.draw, evMissingTexts)
	return s.write(o)
}

// evReplaced is refused by layer 1.
func evReplaced(s evScene, about evSpeech) string {
	switch s.int(3) {
	case 0:
		return evBroken(s)
	case 1:
		return evNoObject(s)
	}
	o := s.bare(about)
	o.label, o.note = pick(s.draw, []string{``, evCanonText, evBridgeText}), `"Goes beyond it."`
	if s.in(50) {
		o.thought = pick(s.draw, evMissingTexts)
	} else {
		o.action = pick(s.draw, evMissingTexts)
	}
	return s.write(o)
}

// evBatch is a run of some outputs, one of which at least is of a kind.
func evBatch(kind evOutput) func(evScene) strictjson.Value {
	return func(s evScene) strictjson.Value {
		about := evSpeech{talk: pick(s.draw, evTalks)}
		about.registry = s.registry(about.talk)
		if s.in(20) { // fallback actions may be canon
			about.registry = append(about.registry, evEntry{"Tides 5:1", "A quiet day.", evKeywords("walks", "looks", "waits", "forward", "mends", "a net", "on")})
		}
		if s.in(8) {
			about.registry = nil
		}
		turns := []strictjson.Value{s.turn(kind(s, about))}
		for range s.int(3) {
			if s.in(25) {
				turns = append(turns, turns[0])
				continue
			}
			turns = append(turns, s.turn(pick(s.draw, evAnyOutput)(s, about)))
		}
		return s.run(evShuffled(s, turns), about.registry)
	}
}

func evKeywords(texts ...string) []evKeyword {
	out := make([]evKeyword, len(texts))
	for i, text := range texts {
		out[i].text = text
	}
	return out
}

func (s evScene) run(turns []strictjson.Value, reg []evEntry) strictjson.Value {
	params := evObject("outputs", strictjson.List(turns...), "registry", evJSON(reg))
	if s.in(5) {
		null := strictjson.Value{}
		return evPut(params, []string{"data_dir"}, &null)
	}
	return params
}

// evFiles are the files of a run, for the class that has them.
var evFiles = map[string]*vectors.Files{"files": {Param: "data_dir", Lines: map[string]string{
	"events.jsonl":                      "/events",
	"quarantine_events.jsonl":           "/quarantine_events",
	"quarantine_provider_outputs.jsonl": "/quarantine_provider_outputs",
}}}

func evWritten(s evScene) strictjson.Value {
	if s.in(10) {
		return evNoBatch(s)
	}
	return evBatch(pick(s.draw, evAnyOutput))(s)
}

func evNoBatch(s evScene) strictjson.Value { return s.run(nil, s.registry(evRoutine)) }

// evLenientBatch has what is right only at SHOULD level: what lenient parsers
// take, anchors of spaces, and entries that are cited by spaces.
func evLenientBatch(s evScene) strictjson.Value {
	reg := s.registry(evThreshold)
	about := evSpeech{reg, evThreshold}
	blank := evEntry{pick(s.draw, []string{" ", "\t", " \t ", "\u3000", "\n"}), "A summary.", evKeywords("lamp", "storm", "well")}
	var raw string
	switch s.int(2) {
	case 0:
		raw = evLenient(s)
	case 1:
		o := s.kept(s.bare(about), evKeptNotes)
		o.label, o.anchor = evCanonText, pick(s.draw, []string{`" "`, `"\t"`, `" \t "`, `"\n "`})
		raw = s.write(o)
	default:
		reg = []evEntry{blank}
		raw = s.write(s.bare(evSpeech{reg, evThreshold}))
	}
	turns := []strictjson.Value{s.turn(raw)}
	for range s.int(2) {
		turns = append(turns, s.turn(evSpoken(s, about)))
	}
	return s.run(turns, reg)
}
