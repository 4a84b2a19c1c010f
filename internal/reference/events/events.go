// Package events is the reference implementation of the events profile: a
// generated event is never taken for a source, and what breaks that rule is
// quarantined while the run goes on.
//
// # Layers
//
// Each in a file of its own, none reaching into another's work:
//
//   - registry.go holds the canon: what may be cited, and nothing else;
//   - classify.go gives an action its label, by words.go;
//   - output.go checks what a provider says before it enters (layer 1);
//   - validate.go checks an event before it enters the log (layer 2);
//   - run.go joins them, fallback.go and render.go stand beside;
//   - rules.go names the steps of all of them, and many.go says which answers
//     are right where many are.
//
// # Specifications
//
// event-provenance-hardening.md, and the events part of CONFORMANCE.md, whose
// suite decisions settle what that page leaves open. The rules at SHOULD level
// are kept too.
package events

import "github.com/conform-suite/conform/internal/strictjson"

// Profile is the events profile's reference implementation.
var Profile = NewRules().Profile()

// The labels of an event (event-provenance-hardening.md, Event Schema).
const (
	canonAnchor        = "CANON_ANCHOR"
	interpretiveBridge = "INTERPRETIVE_BRIDGE"
	simulationEvent    = "SIMULATION_EVENT"
)

// Label is the label that v is, exactly: a text of the three. It is "" for
// anything else.
func Label(v strictjson.Value) string {
	switch text := v.Str(); text {
	case canonAnchor, interpretiveBridge, simulationEvent:
		return text
	}
	return ""
}

// Provenance is the four members that every event has. They are JSON values
// since a provider may have written anything.
type Provenance struct {
	Label, Anchor, Claim, Note strictjson.Value

	supplied bool // the note is of our own wording
}

func (p Provenance) members() []strictjson.Member {
	return []strictjson.Member{
		{Name: "label", Value: p.Label},
		{Name: "source_anchor", Value: p.Anchor},
		{Name: "canon_claim", Value: p.Claim},
		{Name: "simulation_note", Value: p.Note},
	}
}

// textOrNull is the JSON text s, or null when s is empty.
func textOrNull(s string) strictjson.Value {
	if s == "" {
		return strictjson.Value{}
	}
	return strictjson.Text(s)
}
