package faults

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
)

// evOutput changes what layer 1 makes of a text.
func evOutput(change func(raw string, o events.Output) events.Output) evRules {
	return func(r *events.Rules) {
		right := r.Output
		r.Output = func(raw string, whole bool) events.Output { return change(raw, right(raw, whole)) }
	}
}

// evForced changes what layer 1 makes of a boundary violation.
func evForced(change func(o *events.Output)) evRules {
	return evOutput(func(_ string, o events.Output) events.Output {
		if o.Reason == "boundary_violation" {
			change(&o)
		}
		return o
	})
}

// evAnchor takes a CANON_ANCHOR for one only when named says that its anchor
// names a source.
func evAnchor(named func(anchor strictjson.Value) bool) evRules {
	return evOutput(func(raw string, o events.Output) events.Output {
		v := evParsed(raw)
		switch {
		case get(v, "label").Str() != evCanon || o.Reason == "invalid_json" || o.Reason == "missing_fields":
		case named(get(v, "source_anchor")):
			o.Label, o.Reason = evCanon, ""
		default:
			o.Label, o.Reason = evSimulation, "boundary_violation"
		}
		return o
	})
}

// evOwnLabel changes what layer 1 makes of an output that is valid, by the
// value of its label, null when absent.
func evOwnLabel(change func(label strictjson.Value, o *events.Output)) evRules {
	return evOutput(func(raw string, o events.Output) events.Output {
		if o.Reason == "" {
			change(get(evParsed(raw), "label"), &o)
		}
		return o
	})
}

// evLabel takes other values than the right ones for labels.
func evLabel(label func(v strictjson.Value) strictjson.Value) evRules {
	return func(r *events.Rules) {
		r.Label = func(v strictjson.Value) string { return events.Label(label(v)) }
	}
}

// evRecord changes what the record of an output is made of.
func evRecord(change func(from *events.Turn)) evRules {
	return func(r *events.Rules) {
		right := r.Record
		r.Record = func(from events.Turn, reason string) strictjson.Value {
			change(&from)
			return right(from, reason)
		}
	}
}

// evRawOutput changes the raw text that a record keeps.
func evRawOutput(change func(raw string) string) evRules {
	return evRecord(func(from *events.Turn) { from.Raw = change(from.Raw) })
}

func eventsOutput() []Fault {
	return []Fault{
		// EVT-007: the fields.
		evFault("thought-not-asked-for", "EVT-007", "Asks for an action only.", func(r *events.Rules) {
			r.Incomplete = func(_, action strictjson.Value) bool { return r.Missing(action) }
		}),
		evFault("action-not-asked-for", "EVT-007", "Asks for a thought only.", func(r *events.Rules) {
			r.Incomplete = func(thought, _ strictjson.Value) bool { return r.Missing(thought) }
		}),
		evFault("one-field-is-enough", "EVT-007", "Refuses an output only when it has neither thought nor action.", func(r *events.Rules) {
			r.Incomplete = func(thought, action strictjson.Value) bool { return r.Missing(thought) && r.Missing(action) }
		}),

		// EVT-008 and EVT-009: a label that has no source.
		evFault("forced-label-is-refused", "EVT-008", "Takes a boundary violation for an output that is not valid.",
			evForced(func(o *events.Output) { o.Label = "" })),
		evFault("forced-label-stays", "EVT-008", "Records a boundary violation, and leaves the label.",
			evForced(func(o *events.Output) { o.Label = evCanon })),
		evFault("forced-label-goes-unrecorded", "EVT-008", "Overrides a forced label, and records nothing.",
			evForced(func(o *events.Output) { o.Reason = "" })),
		evFault("forced-label-is-a-bridge", "EVT-008", "Makes a forced label an interpretation, since the action is close to a source.",
			evForced(func(o *events.Output) { o.Label = evBridge })),
		evFault("any-anchor-will-do", "EVT-008", "Asks whether there is a member source_anchor, and not what it is.",
			evAnchor(func(anchor strictjson.Value) bool { return !anchor.IsNull() })),
		evFault("anchor-must-be-text", "EVT-008", "Takes an anchor that is no text for a boundary violation.",
			evAnchor(func(anchor strictjson.Value) bool {
				return anchor.Kind() == strictjson.String && !events.Blank(anchor.Str())
			})),
		evFault("blank-anchor-taken", "EVT-009", "Takes spaces for a source.",
			evAnchor(func(anchor strictjson.Value) bool { return !events.Missing(anchor) })),
		evFault("any-white-space-is-blank", "EVT-009", "Trims all white space from an anchor before it asks whether there is one.",
			func(r *events.Rules) { r.Blank = func(text string) bool { return strings.TrimSpace(text) == "" } }),
		evFault("only-spaces-are-blank", "EVT-009", "Trims spaces from an anchor, but no tabs.",
			func(r *events.Rules) { r.Blank = func(text string) bool { return strings.Trim(text, " ") == "" } }),

		// EVT-010 and EVT-011: the label.
		evFault("every-output-is-simulation", "EVT-010", "Lets no provider label anything.",
			evOwnLabel(func(_ strictjson.Value, o *events.Output) { o.Label = evSimulation })),
		evFault("provider-gives-no-canon", "EVT-010", "Overrides every CANON_ANCHOR of a provider.",
			evOwnLabel(func(_ strictjson.Value, o *events.Output) {
				if o.Label == evCanon {
					o.Label = evSimulation
				}
			})),
		evFault("bridge-needs-a-source", "EVT-010", "Overrides INTERPRETIVE_BRIDGE too when it has no anchor.",
			evOwnLabel(func(_ strictjson.Value, o *events.Output) {
				if o.Label == evBridge && events.Missing(o.Anchor) {
					o.Label, o.Reason = evSimulation, "boundary_violation"
				}
			})),
		evFault("label-in-any-case", "EVT-011", "Takes a label in another case.",
			evLabel(func(v strictjson.Value) strictjson.Value { return editText(v, strings.ToUpper) })),
		evFault("label-trimmed", "EVT-011", "Trims a label before it looks at it.",
			evLabel(func(v strictjson.Value) strictjson.Value { return editText(v, strings.TrimSpace) })),
		evFault("label-with-spaces", "EVT-011", "Takes a space or hyphen for the underscore of a label.",
			evLabel(func(v strictjson.Value) strictjson.Value {
				return editText(v, strings.NewReplacer(" ", "_", "-", "_").Replace)
			})),
		evFault("label-compatible", "EVT-011", "Normalises a label, so that look-alikes pass.",
			evLabel(func(v strictjson.Value) strictjson.Value { return editText(v, norm.NFKC.String) })),
		evFault("label-in-an-array", "EVT-011", "Takes the only element of an array for the label.",
			evLabel(func(v strictjson.Value) strictjson.Value {
				if e, ok := v.At("/0"); ok && v.Len() == 1 {
					return e
				}
				return v
			})),
		evFault("unknown-label-kept", "EVT-011", "Passes on whatever text the label is.",
			evOwnLabel(func(label strictjson.Value, o *events.Output) {
				if label.Str() != "" {
					o.Label = label.Str()
				}
			})),
		evWrap("absent-label-is-null", "EVT-011", "Gives no label to an output that has none.",
			after(func(params, result strictjson.Value) strictjson.Value {
				if _, ok := evParsed(get(params, "raw").Str()).Get("label"); !ok {
					return setMember(result, "label", strictjson.Value{})
				}
				return result
			}), "validate_output"),
		evFault("unknown-label-quarantined", "EVT-011", "Records a label that is none of the three.",
			evOwnLabel(func(label strictjson.Value, o *events.Output) {
				if o.Labelled && events.Label(label) == "" {
					o.Reason = "boundary_violation"
				}
			})),
		evFault("unknown-label-is-not-valid", "EVT-011", "Refuses an output with a label that is none of the three.",
			evOwnLabel(func(label strictjson.Value, o *events.Output) {
				if o.Labelled && events.Label(label) == "" {
					*o = events.Output{Reason: "invalid_json"}
				}
			})),

		// EVT-012: one reason, the first.
		evFault("forced-label-before-fields", "EVT-012", "Looks at the label before the fields.",
			evOutput(func(raw string, o events.Output) events.Output {
				v := evParsed(raw)
				if o.Reason == "missing_fields" && get(v, "label").Str() == evCanon && events.Missing(get(v, "source_anchor")) {
					o.Reason = "boundary_violation"
				}
				return o
			})),

		// EVT-013: the record.
		evFault("raw-trimmed", "EVT-013", "Trims the raw text before it records it.", evRawOutput(strings.TrimSpace)),
		evFault("raw-written-anew", "EVT-013", "Records what it parsed, written anew.", evRawOutput(evLoose(evLast))),
		evFault("raw-cut", "EVT-013", "Records the first 100 bytes of the raw text.",
			evRawOutput(func(raw string) string { return strings.ToValidUTF8(raw[:min(len(raw), 100)], "") })),
		evFault("raw-composed", "EVT-013", "Normalises the raw text.", evRawOutput(norm.NFC.String)),
		evFault("raw-line-ends", "EVT-013", "Makes the line ends of the raw text its own.",
			evRawOutput(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace)),
		evFault("raw-without-controls", "EVT-013", "Strips what cannot be printed from the raw text.",
			evRawOutput(func(raw string) string {
				return strings.Map(func(c rune) rune {
					if c < ' ' && c != '\n' && c != '\t' || c == 0xfeff {
						return -1
					}
					return c
				}, raw)
			})),
		evFault("raw-in-ascii", "EVT-013", "Records the raw text in ASCII, with question marks.",
			evRawOutput(func(raw string) string {
				return strings.Map(func(c rune) rune {
					if c > '~' {
						return '?'
					}
					return c
				}, raw)
			})),
		evFault("raw-quoted", "EVT-013", "Records the raw text as a JSON text within a text.",
			evRawOutput(func(raw string) string { return strictjson.Text(raw).String() })),
		evFault("provider-and-agent-swapped", "EVT-013", "Passes provider and agent in the wrong order.",
			evRecord(func(from *events.Turn) { from.Provider, from.Agent = from.Agent, from.Provider })),
		evFault("agent-of-the-output", "EVT-013", "Records the agent that the output names.",
			evRecord(func(from *events.Turn) {
				if agent := get(evParsed(from.Raw), "agent"); agent.Str() != "" {
					from.Agent = agent.Str()
				}
			})),
		evFault("names-trimmed", "EVT-013", "Trims provider and agent.",
			evRecord(func(from *events.Turn) {
				from.Provider, from.Agent = strings.TrimSpace(from.Provider), strings.TrimSpace(from.Agent)
			})),
		evFault("tick-of-32-bits", "EVT-013", "Keeps 32 bits of a tick.",
			evRecord(func(from *events.Turn) { from.Tick = int64(int32(from.Tick)) })),

		// EVT-014: what is valid.
		evFault("fields-must-be-text", "EVT-014", "Takes a thought or action that is no text for missing.", func(r *events.Rules) {
			r.Incomplete = func(thought, action strictjson.Value) bool { return thought.Str() == "" || action.Str() == "" }
		}),
		evFault("clean-output-recorded", "EVT-014", "Records an output without a label, to be on the safe side.",
			evOutput(func(_ string, o events.Output) events.Output {
				if o.Reason == "" && !o.Labelled {
					o.Reason = "missing_fields"
				}
				return o
			})),
	}
}
