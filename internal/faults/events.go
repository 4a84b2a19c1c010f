package faults

import (
	"slices"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
)

// eventsFaults are the mistakes of the profile events: a file for each part of
// it, in the order of its requirements.
func eventsFaults() []Fault {
	return slices.Concat(
		eventsReading(), eventsOutput(), eventsParams(), eventsValidate(),
		eventsRun(), eventsFiles(), eventsWords(), eventsClassify(), eventsRender(),
	)
}

// The labels, and the members that every event has.
const (
	evCanon      = "CANON_ANCHOR"
	evBridge     = "INTERPRETIVE_BRIDGE"
	evSimulation = "SIMULATION_EVENT"
)

var evMembers = []string{"label", "source_anchor", "canon_claim", "simulation_note"}

// evRules is a change of the right steps.
type evRules = func(*events.Rules)

// evFault is the mistake that change makes of the right steps.
func evFault(name, breaks, says string, change evRules) Fault {
	r := events.NewRules()
	r.Fallback = evFallback
	change(r)
	return Fault{Name: name, Says: says, Breaks: breaks, Profile: "events", Operations: r.Profile().Operations}
}

// evFallback is right, and ends whatever counts: no keyword is in a text without
// words.
func evFallback(count events.Counter) string {
	for _, text := range []string{"waits a while", "looks around"} {
		if !slices.ContainsFunc(count(text), func(n int) bool { return n > 0 }) {
			return text
		}
	}
	return "…"
}

// evWrap is the mistake that how makes of the operations of those names.
func evWrap(name, breaks, says string, how wrap, operations ...string) Fault {
	with := map[string]reference.Operation{}
	for _, op := range operations {
		with["events."+op] = how(events.Profile.Operations["events."+op])
	}
	return Fault{Name: name, Says: says, Breaks: breaks, Profile: "events", Operations: replace(events.Profile, with)}
}

// evOnly keeps a fault to the operation of that name.
func evOnly(operation string, f Fault) Fault {
	name := "events." + operation
	f.Operations = replace(events.Profile, map[string]reference.Operation{name: f.Operations[name]})
	return f
}
