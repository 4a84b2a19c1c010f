package gen

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// Events is the generators of the profile events: for each operation its
// classes with their shares in percent, from plain to odd. What is right only at
// SHOULD level (NaN and repeated members in outputs, anchors of spaces) is in
// classes of its own, and in no other.
var Events = Profile{Name: "events", Operations: map[string]Generator{
	"events.validate_output": evCases([]evKind{
		{share{"plain", 7}, must, evTurnOf(evPlain)},           // labelled SIMULATION_EVENT, INTERPRETIVE_BRIDGE or not
		{share{"canon", 6}, must, evTurnOf(evCanon)},           // with an anchor of any type
		{share{"forced", 9}, must, evTurnOf(evForced)},         // CANON_ANCHOR, its anchor missing
		{share{"odd-label", 9}, must, evTurnOf(evOddLabel)},    // none of the three
		{share{"no-field", 9}, must, evTurnOf(evNoField)},      // thought or action missing
		{share{"odd-field", 7}, must, evTurnOf(evOddField)},    // thought and action that look missing
		{share{"broken", 19}, must, evTurnOf(evBroken)},        // not JSON, by one edit
		{share{"no-object", 5}, must, evTurnOf(evNoObject)},    // JSON
		{share{"odd-json", 12}, must, evTurnOf(evOddJSON)},     // an object, in the less used parts of the grammar
		{share{"lenient", 4}, should, evTurnOf(evLenient)},     // NaN, repeated members
		{share{"blank-anchor", 2}, should, evTurnOf(evBlank)},  // CANON_ANCHOR citing spaces
		{share{"unknown-params", 3}, must, evMore(evTurn, "")}, // otherwise as any
		{share{"ill-typed", 8}, must, evSpoilt(evTurn, evTurnPlaces)},
	}),
	"events.validate": evCases([]evKind{
		{share{"canon", 8}, must, evValidate(evSoundCanon)},
		{share{"bridge", 7}, must, evValidate(evSoundBridge)},
		{share{"simulation", 7}, must, evValidate(evSoundSimulation)},
		{share{"requirement-missing", 10}, must, evValidate(evUnmet)}, // null or empty what the label requires
		{share{"wrong-type", 11}, must, evValidate(evIllTyped)},       // one member neither text nor null
		{share{"unknown-label", 9}, must, evValidate(evUnlabelled)},
		{share{"member-absent", 8}, must, evValidate(evPartial)},
		{share{"source", 13}, must, evSourced},                       // an anchor and a registry that nearly has it
		{share{"several-faults", 10}, must, evValidate(evManyWrong)}, // the reason is the first's
		{share{"blank-anchor", 4}, should, evValidate(evBlankEvent)},
		{share{"no-object", 4}, must, evValidate(evNotAnEvent)},
		{share{"unknown-params", 3}, must, evMore(evValidate(evSoundCanon), "")},
		{share{"ill-typed", 6}, must, evSpoilt(evLookedUp, evRegistryPlaces)},
	}),
	"events.classify": evCases([]evKind{
		{share{"routine", 8}, must, evClassify(evRoutine)},       // hardly a keyword
		{share{"threshold", 12}, must, evClassify(evThreshold)},  // 1 to 4 keywords of one entry
		{share{"winner", 11}, must, evClassify(evWinner)},        // of several entries
		{share{"repeats", 10}, must, evClassify(evRepeats)},      // keywords twice, in the entry or the text
		{share{"respelt", 13}, must, evClassify(evRespelt)},      // the same words after folding
		{share{"look-alike", 10}, must, evClassify(evLookAlike)}, // other words
		{share{"phrase", 12}, must, evClassify(evPhrase)},        // keywords of several words, whole or not
		{share{"gap", 8}, must, evClassify(evGapped)},            // what parts words, and what does not
		{share{"wordless", 4}, must, evClassify(evWordless)},     // keywords and texts without words
		{share{"long", 2}, must, evClassify(evLong)},             // up to 8 KiB
		{share{"unknown-params", 2}, must, evMore(evClassify(evThreshold), "registry")},
		{share{"ill-typed", 8}, must, evSpoilt(evClassify(evThreshold), evClassifyPlaces)},
	}),
	"events.fallback": evCases([]evKind{
		{share{"idle", 20}, must, evIdle},                        // keywords that fallback actions are made of
		{share{"respelt-idle", 15}, must, evIdleRespelt},         // the same, in capitals
		{share{"idle-entries", 25}, must, evIdleSpread},          // the same, over several entries
		{share{"keywords", 12}, must, evRegistryOf(evThreshold)}, // any
		{share{"letters", 10}, must, evLetters},                  // keywords of one letter or digit
		{share{"wordless", 6}, must, evRegistryOf(evWordless)},   // nothing to avoid
		{share{"unknown-params", 4}, must, evMore(evIdle, "registry")},
		{share{"ill-typed", 8}, must, evSpoilt(evIdle, evRegistryPlaces)},
	}),
	"events.run": evCases([]evKind{ // a batch of 1 to 5 outputs, of which one at least is of the class
		{share{"unlabelled", 16}, must, evBatch(evSpoken)},      // classified by its action
		{share{"files", 4}, must, evWritten},                    // any, written to files as well
		{share{"action-no-text", 6}, must, evBatch(evUnspoken)}, // not text, and so without words
		{share{"labelled", 11}, must, evBatch(evOwn)},           // canon of the registry, or a bridge
		{share{"refused-event", 12}, must, evBatch(evRefused)},  // by layer 2
		{share{"simulation", 10}, must, evBatch(evSimulated)},   // with members that it must lose or keep
		{share{"odd-label", 9}, must, evBatch(evMislabelled)},
		{share{"forced", 8}, must, evBatch(evOverridden)},
		{share{"refused-output", 7}, must, evBatch(evReplaced)}, // by layer 1
		{share{"no-outputs", 2}, must, evNoBatch},
		{share{"lenient", 4}, should, evLenientBatch}, // NaN, repeated members, anchors of spaces
		{share{"unknown-params", 3}, must, evMore(evBatch(evOwn), "outputs")},
		{share{"ill-typed", 8}, must, evSpoilt(evBatch(evOwn), evRunPlaces)},
	}),
	"events.render": evCases([]evKind{
		{share{"canon", 14}, must, evRender(evSoundCanon)},
		{share{"bridge", 14}, must, evRender(evSoundBridge)},
		{share{"simulation", 12}, must, evRender(evSoundSimulation)},
		{share{"odd-source", 24}, must, evRender(evOddSource)}, // markup, lines, scripts, 200 characters
		{share{"requirement-missing", 9}, must, evRender(evUnmet)},
		{share{"wrong-type", 6}, must, evRender(evIllTyped)},
		{share{"unknown-label", 6}, must, evRender(evUnlabelled)},
		{share{"member-absent", 5}, must, evRender(evPartial)},
		{share{"blank-anchor", 3}, should, evRender(evBlankEvent)},
		{share{"no-object", 3}, must, evRender(evNotAnEvent)},
		{share{"unknown-params", 2}, must, evMore(evRender(evSoundCanon), "")},
		{share{"ill-typed", 2}, must, evSpoilt(evRender(evSoundCanon), []evPlace{{"/event", strictjson.Object}})},
	}),
}}

// evKind is a kind of case, its share, its level, and how its params are drawn.
type evKind struct {
	share
	level  vectors.Level
	params func(evScene) strictjson.Value
}

const must, should = vectors.Must, vectors.Should

// evScene draws the parts of a case.
type evScene struct{ draw }

func evCases(kinds []evKind) Generator {
	var shares []share
	of := map[string]evKind{}
	for _, k := range kinds {
		shares = append(shares, k.share)
		of[k.kind] = k
	}
	return rapid.Custom(func(t *rapid.T) Case {
		s := evScene{draw{t}}
		k := of[s.of(shares)]
		return Case{Params: k.params(s), Class: k.kind, Level: k.level, Files: evFiles[k.kind]}
	})
}

// shuffled is the list in some order.
func evShuffled[T any](s evScene, list []T) []T {
	out := slices.Clone(list)
	for i := range out[:max(0, len(out)-1)] {
		j := i + s.int(len(out)-1-i)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// evObject is the object of names and values in turn.
func evObject(namesAndValues ...any) strictjson.Value {
	members := make([]strictjson.Member, 0, len(namesAndValues)/2)
	for i := 0; i < len(namesAndValues); i += 2 {
		members = append(members, member(namesAndValues[i].(string), namesAndValues[i+1].(strictjson.Value)))
	}
	return strictjson.Record(members...)
}

// evValues are JSON texts of our own as values.
func evValues(texts ...string) []strictjson.Value {
	out := make([]strictjson.Value, len(texts))
	for i, text := range texts {
		v, err := strictjson.Parse([]byte(text), strictjson.Limits{})
		if err != nil {
			panic(err)
		}
		out[i] = v
	}
	return out
}

// evQuote is text as JSON.
func evQuote(text string) string { return strictjson.Text(text).String() }
