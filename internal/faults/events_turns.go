package faults

import (
	"strings"

	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
)

// eventsUnlabelled: EVT-033 and EVT-034.
func eventsUnlabelled() []Fault {
	unlabelled := func(o events.Output) bool { return o.Label != "" && !o.Labelled }
	return []Fault{
		evFault("unlabelled-is-simulation", "EVT-033", "Takes an output without a label for a simulation, and classifies nothing.",
			evTaken(func(o *events.Output) { o.Labelled = true })),
		evFault("classified-keeps-its-claim", "EVT-033", "Keeps the claim of an output that it classifies.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if unlabelled(o) && o.Claim.Str() != "" {
					p.Claim = o.Claim
				}
				return p
			})),
		evFault("classified-keeps-its-note", "EVT-033", "Keeps the note of an output that it classifies.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if unlabelled(o) && o.Note.Kind() == strictjson.String && o.Note.Str() != "" {
					p.Note = o.Note
				}
				return p
			})),
		evFault("anchor-without-label-is-canon", "EVT-033", "Takes an output for canon that names a source.",
			evTaken(func(o *events.Output) {
				if unlabelled(*o) && o.Anchor.Str() != "" {
					o.Labelled, o.Label = true, evCanon
				}
			})),
		evFault("raw-text-is-classified", "EVT-033", "Classifies the whole output instead of its action.",
			func(r *events.Rules) {
				right := r.Output
				r.Output = func(raw string, whole bool) events.Output {
					o := right(raw, whole)
					if whole {
						o.Action = strictjson.Text(raw)
					}
					return o
				}
			}),
		evFault("any-action-is-text", "EVT-034", "Makes text of an action that is none, and classifies it.",
			evTaken(func(o *events.Output) {
				if o.Action.Kind() != strictjson.String {
					o.Action = strictjson.Text(o.Action.String())
				}
			})),
		evFault("texts-of-an-action-are-joined", "EVT-034", "Joins the texts of an action that is an array, and classifies them.", func(r *events.Rules) {
			right := r.Output
			r.Output = func(raw string, whole bool) events.Output {
				o := right(raw, whole)
				if action := get(evParsed(raw), "action"); action.Kind() == strictjson.Array && whole {
					o.Action = strictjson.Text(strings.NewReplacer(`"`, " ", ",", " ").Replace(action.String()))
				}
				return o
			}
		}),
	}
}

// eventsLabelled: EVT-035 to EVT-038.
func eventsLabelled() []Fault {
	own := func(o events.Output) bool { return o.Labelled && o.Reason == "" }
	simulation := func(p events.Provenance) bool { return p.Label.Str() == evSimulation }
	return []Fault{
		evFault("labelled-is-classified", "EVT-035", "Classifies every output, whatever its label.",
			evTaken(func(o *events.Output) {
				if own(*o) && o.Label != evSimulation {
					o.Labelled = false
				}
			})),
		evFault("absent-members-are-empty", "EVT-035", "Makes an absent or null member of a labelled output the empty text.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if own(o) && !simulation(p) && p.Anchor.IsNull() {
					p.Anchor = strictjson.Text("")
				}
				return p
			})),
		evFault("canon-note-dropped", "EVT-035", "Drops the note of an output labelled CANON_ANCHOR.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if own(o) && o.Label == evCanon {
					p.Note = strictjson.Value{}
				}
				return p
			})),
		evFault("bridge-claim-dropped", "EVT-035", "Drops the claim of an output labelled INTERPRETIVE_BRIDGE.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if own(o) && o.Label == evBridge {
					p.Claim = strictjson.Value{}
				}
				return p
			})),
		evFault("bridge-note-supplied", "EVT-035", "Writes a note for an interpretation that has none.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if own(o) && o.Label == evBridge && events.Missing(p.Note) {
					p.Note = strictjson.Text("Goes beyond its source.")
				}
				return p
			})),
		evFault("own-texts-trimmed", "EVT-035", "Trims the texts of a labelled output.",
			evEvent(func(_ events.Output, p events.Provenance) events.Provenance {
				p.Anchor, p.Claim, p.Note = editText(p.Anchor, strings.TrimSpace), editText(p.Claim, strings.TrimSpace), editText(p.Note, strings.TrimSpace)
				return p
			})),
		evFault("unknown-label-is-classified", "EVT-036", "Classifies an output whose label is none of the three.",
			evOutput(func(raw string, o events.Output) events.Output {
				if o.Labelled && o.Reason == "" && o.Label == evSimulation && events.Label(get(evParsed(raw), "label")) == "" {
					o.Labelled = false
				}
				return o
			})),
		evFault("null-label-is-none", "EVT-036", "Takes a null label for an absent one, and classifies.",
			evOutput(func(raw string, o events.Output) events.Output {
				if o.Labelled && o.Label == evSimulation && get(evParsed(raw), "label").IsNull() {
					o.Labelled = false
				}
				return o
			})),
		evFault("forced-label-is-classified", "EVT-036", "Classifies an output whose label it overrides.",
			evTaken(func(o *events.Output) {
				if o.Reason == "boundary_violation" {
					o.Labelled = false
				}
			})),
		evFault("simulation-keeps-its-anchor", "EVT-037", "Leaves the anchor of a simulation.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if own(o) && simulation(p) && o.Anchor.Kind() == strictjson.String {
					p.Anchor = o.Anchor
				}
				return p
			})),
		evFault("simulation-keeps-its-claim", "EVT-037", "Takes the anchor of a simulation away, and leaves its claim.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if o.Labelled && simulation(p) && o.Claim.Kind() == strictjson.String {
					p.Claim = o.Claim
				}
				return p
			})),
		evFault("overridden-keeps-its-anchor", "EVT-037", "Takes the source of a simulation away, but not of what has become one.",
			func(r *events.Rules) {
				right := r.Event
				r.Event = func(o events.Output, reg events.Registry, count events.Counter) events.Provenance {
					p := right(o, reg, count)
					if o.Labelled && simulation(p) && o.Reason == "boundary_violation" {
						p.Anchor, p.Claim = o.Anchor, o.Claim
					}
					return p
				}
			}),
		evFault("simulation-note-replaced", "EVT-038", "Writes its own note for every simulation.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if o.Labelled && simulation(p) {
					p.Note = strictjson.Text("Generated.")
				}
				return p
			})),
		evFault("simulation-note-made-text", "EVT-038", "Makes text of a note that is none.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if o.Labelled && simulation(p) && p.Note.Kind() != strictjson.String {
					p.Note = strictjson.Text(p.Note.String())
				}
				return p
			})),
		evFault("note-of-other-type-replaced", "EVT-038", "Replaces a note that is no text.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if o.Labelled && simulation(p) && p.Note.Kind() != strictjson.String {
					p.Note = strictjson.Text("Generated.")
				}
				return p
			})),
		evFault("note-supplied-when-absent-only", "EVT-038", "Writes a note where there is none, but leaves an empty one.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if o.Labelled && simulation(p) && !o.Note.IsNull() {
					p.Note = o.Note
				}
				return p
			})),
		evFault("overridden-note-replaced", "EVT-038", "Writes the reason into the note of an output whose label it overrides.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if o.Reason == "boundary_violation" {
					p.Note = strictjson.Text("CANON_ANCHOR without source_anchor")
				}
				return p
			})),
	}
}
