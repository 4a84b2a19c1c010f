package events

import (
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// Rules are the steps that the operations go through, each where its neighbours
// look it up, so that a test of the suite can put a mistake in the place of one
// and see it caught. [NewRules] has the right ones; a field left nil is our bug.
type Rules struct {
	// Scan reads a provider's text; see ScanObject.
	Scan func(text string, names, keep []string) (map[string]strictjson.Value, error)
	// Missing reports whether a value counts as not there; see Missing.
	Missing func(strictjson.Value) bool
	// Blank reports whether a text that is not empty names no source; see Blank.
	Blank func(string) bool
	// Incomplete reports whether an output lacks a field that it must have.
	Incomplete func(thought, action strictjson.Value) bool
	// Label is the label that a value is, "" for none; see Label.
	Label func(strictjson.Value) string
	// Output is layer 1: what is made of a provider's text. The output's own
	// anchor, claim and note are whole only where asked for; see ScanObject.
	Output func(raw string, whole bool) Output
	// Record is the quarantine record of an output.
	Record func(from Turn, reason string) strictjson.Value

	// Words are the words of a text, to be compared; see Words.
	Words func(text string) []string
	// Counter prepares a registry for counting; see Counter.
	Counter func(Registry) Counter
	// Canon is the number of matching keywords from which an action counts as
	// its source itself (event-provenance-hardening.md, Key Lessons, 2).
	Canon int
	// Winner is the entry that an action goes with, and its matching keywords;
	// with none, the entry means nothing.
	Winner func(counts []int) (entry, matches int)
	// Classify is the four members that an action deserves by its words alone.
	Classify func(reg Registry, counts []int) Provenance
	// Fallback is an action of which nothing counts.
	Fallback func(Counter) string

	// Event is the four members of the event that an output becomes in a run.
	Event func(o Output, reg Registry, count Counter) Provenance
	// Refusal is layer 2: the reason for which an event is refused, "" when it
	// is accepted. Only a nil registry leaves sources unchecked.
	Refusal func(event strictjson.Value, reg Registry) string
	// Checks are what Refusal makes of the four members, in this order.
	Checks []Check
	// Holds reports whether some entry is cited exactly so.
	Holds func(reg Registry, reference string) bool
	// Card shows an event that layer 2 accepts.
	Card func(event strictjson.Value) string
}

// NewRules makes the right rules. Each call makes its own.
func NewRules() *Rules {
	r := &Rules{
		Scan: ScanObject, Missing: Missing, Blank: Blank, Label: Label,
		Words: Words, Canon: 3, Winner: winner, Holds: holds, Card: card,
	}
	r.Incomplete, r.Output, r.Record = r.incomplete, r.output, record
	r.Counter, r.Classify, r.Fallback = r.counter, r.classify, fallback
	r.Event, r.Refusal, r.Checks = r.event, r.refusal, r.checks()
	return r
}

// Profile is the profile whose operations go by r.
func (r *Rules) Profile() reference.Profile {
	return reference.Profile{
		Name: "events",
		Operations: map[string]reference.Operation{
			"events.validate_output": r.ValidateOutput,
			"events.validate":        r.Validate,
			"events.classify":        r.ClassifyText,
			"events.run":             r.Run,
			"events.render":          r.Render,
			"events.fallback":        r.FallbackAction,
		},
		Many: map[string]func(params, result strictjson.Value) vectors.Expect{
			"events.classify": expectClassified,
			"events.run":      r.expectRun,
			"events.render":   r.expectCard,
			"events.fallback": expectFallback,
		},
	}
}
