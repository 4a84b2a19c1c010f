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
//   - run.go joins them, fallback.go and render.go stand beside.
//
// # Specifications
//
// event-provenance-hardening.md, and the events part of CONFORMANCE.md, whose
// suite decisions settle what that page leaves open. The rules at SHOULD level
// are kept too.
package events

import (
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// Profile is the events profile's reference implementation.
var Profile = reference.Profile{
	Name: "events",
	Operations: map[string]reference.Operation{
		"events.validate_output": ValidateOutput,
		"events.validate":        Validate,
		"events.classify":        Classify,
		"events.run":             Run,
		"events.render":          Render,
		"events.fallback":        Fallback,
	},
}

// The labels of an event (event-provenance-hardening.md, Event Schema).
const (
	canonAnchor        = "CANON_ANCHOR"
	interpretiveBridge = "INTERPRETIVE_BRIDGE"
	simulationEvent    = "SIMULATION_EVENT"
)

func isLabel(text string) bool {
	return text == canonAnchor || text == interpretiveBridge || text == simulationEvent
}

// provenance is the four members that every event has. They are JSON values
// since a provider may have written anything.
type provenance struct {
	label, anchor, claim, note strictjson.Value
}

func (p provenance) members() []strictjson.Member {
	return []strictjson.Member{
		{Name: "label", Value: p.label},
		{Name: "source_anchor", Value: p.anchor},
		{Name: "canon_claim", Value: p.claim},
		{Name: "simulation_note", Value: p.note},
	}
}

// textOrNull is the JSON text s, or null when s is empty.
func textOrNull(s string) strictjson.Value {
	if s == "" {
		return strictjson.Value{}
	}
	return strictjson.Text(s)
}
