package faults

import (
	"html"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
)

// evCard changes an event before its card is made.
func evCard(change func(event strictjson.Value) strictjson.Value) evRules {
	return func(r *events.Rules) {
		right := r.Card
		r.Card = func(event strictjson.Value) string { return right(change(event)) }
	}
}

// evSource changes the source that a card shows.
func evSource(change func(anchor string) string) evRules {
	return evCard(func(event strictjson.Value) strictjson.Value {
		return setMember(event, "source_anchor", editText(get(event, "source_anchor"), change))
	})
}

// evCardText changes the text of a card.
func evCardText(change func(event strictjson.Value, text string) string) evRules {
	return func(r *events.Rules) {
		right := r.Card
		r.Card = func(event strictjson.Value) string { return change(event, right(event)) }
	}
}

// evType changes the type that a card shows, and nothing below it.
func evType(change func(event strictjson.Value, typ string) string) evRules {
	return evCardText(func(event strictjson.Value, text string) string {
		first, rest, _ := strings.Cut(text, "\n")
		return change(event, strings.TrimPrefix(first, "Type: ")) + "\n" + rest
	})
}

// evShown makes events.render show more, or fewer, events than layer 2 accepts.
func evShown(name, breaks, says string, refusal func(event strictjson.Value, right string) string) Fault {
	return evOnly("render", evFault(name, breaks, says, evReason(refusal)))
}

func eventsRender() []Fault {
	none := strictjson.Value{}
	return []Fault{
		// EVT-052: the source.
		evFault("no-source-on-cards", "EVT-052", "Shows no source.", evSource(func(string) string { return "" })),
		evFault("source-of-canon-only", "EVT-052", "Shows the source of canon events only.",
			evCard(func(event strictjson.Value) strictjson.Value {
				if get(event, "label").Str() != evCanon {
					return setMember(event, "source_anchor", none)
				}
				return event
			})),
		evFault("no-source-of-simulations", "EVT-052", "Shows no source of a simulation.",
			evCard(func(event strictjson.Value) strictjson.Value {
				if get(event, "label").Str() == evSimulation {
					return setMember(event, "source_anchor", none)
				}
				return event
			})),
		evFault("source-cut", "EVT-052", "Cuts a source to 40 characters.",
			evSource(func(s string) string { r := []rune(s); return string(r[:min(len(r), 40)]) })),
		evFault("source-escaped", "EVT-052", "Escapes a source for HTML.", evSource(html.EscapeString)),
		evFault("source-quoted", "EVT-052", "Writes a source as JSON text.",
			evSource(func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), `"`, `\"`) })),
		evFault("source-trimmed", "EVT-052", "Trims a source.", evSource(strings.TrimSpace)),
		evFault("source-on-one-line", "EVT-052", "Makes one space of any white space in a source.",
			evSource(func(s string) string { return strings.Join(strings.Fields(s), " ") })),
		evFault("source-in-capitals", "EVT-052", "Shows a source in capitals.", evSource(strings.ToUpper)),
		evFault("source-normalised", "EVT-052", "Normalises a source.", evSource(norm.NFC.String)),
		evFault("source-in-ascii", "EVT-052", "Shows what is not ASCII as question marks.",
			evSource(func(s string) string {
				return strings.Map(func(c rune) rune {
					if c > '~' {
						return '?'
					}
					return c
				}, s)
			})),

		// EVT-053: the type.
		evFault("no-type-on-cards", "EVT-053", "Shows no type.", evType(func(strictjson.Value, string) string { return "" })),
		evFault("label-for-type", "EVT-053", "Shows the label instead of the type.",
			evType(func(event strictjson.Value, _ string) string { return get(event, "label").Str() })),
		evFault("type-in-lower-case", "EVT-053", "Shows the type in lower case.", evType(func(_ strictjson.Value, typ string) string { return strings.ToLower(typ) })),
		evFault("type-with-an-ending", "EVT-053", "Shows Canonical, Interpretations and Simulations.", evType(func(_ strictjson.Value, typ string) string {
			if typ == "Canon" {
				return "Canonical"
			}
			return typ + "s"
		})),
		evFault("type-by-source", "EVT-053", "Takes an event for canon that has a source.",
			evType(func(event strictjson.Value, typ string) string {
				if get(event, "source_anchor").Str() != "" {
					return "Canon"
				}
				return typ
			})),
		evFault("bridge-is-shown-as-canon", "EVT-053", "Shows an interpretation as canon.",
			evType(func(_ strictjson.Value, typ string) string { return strings.ReplaceAll(typ, "Interpretation", "Canon") })),
		evFault("bridge-is-shown-as-bridge", "EVT-053", "Shows Bridge for an interpretation.",
			evType(func(_ strictjson.Value, typ string) string {
				return strings.ReplaceAll(typ, "Interpretation", "Bridge")
			})),

		// EVT-054 and EVT-055: what is shown.
		evShown("every-event-is-shown", "EVT-054", "Shows whatever it is given.", func(strictjson.Value, string) string { return "" }),
		evShown("seed-rule-is-all", "EVT-054", "Refuses to show canon without a source, and nothing else, as the program of the seed does.",
			func(_ strictjson.Value, right string) string {
				if right == "anchor_missing" {
					return right
				}
				return ""
			}),
		evShown("unknown-label-is-shown", "EVT-054", "Shows an event with a label that it does not know, as a simulation.",
			func(_ strictjson.Value, right string) string { return strings.TrimSuffix(right, "unknown_label") }),
		evShown("canon-without-claim-is-shown", "EVT-054", "Shows a canon event without a claim.",
			func(_ strictjson.Value, right string) string { return strings.TrimSuffix(right, "claim_missing") }),
		evShown("event-without-note-is-shown", "EVT-054", "Shows an event without its note.",
			func(_ strictjson.Value, right string) string { return strings.TrimSuffix(right, "note_missing") }),
		evShown("ill-typed-event-is-shown", "EVT-054", "Shows an event with a source that is no text.",
			func(_ strictjson.Value, right string) string { return strings.TrimSuffix(right, "wrong_type") }),
		evShown("partial-event-is-shown", "EVT-054", "Shows an event that lacks members.",
			func(_ strictjson.Value, right string) string { return strings.TrimSuffix(right, "missing_member") }),
		evOnly("render", evFault("source-of-a-card-looked-up", "EVT-054", "Looks the source of a canon event up, in a registry that nobody gave.", func(r *events.Rules) {
			right := r.Refusal
			r.Refusal = func(event strictjson.Value, _ events.Registry) string { return right(event, events.Registry{}) }
		})),
		evShown("bridge-without-source-is-not-shown", "EVT-054", "Shows no event that has no source, unless it is a simulation.",
			func(event strictjson.Value, right string) string {
				if get(event, "label").Str() == evBridge && get(event, "source_anchor").Str() == "" {
					return "anchor_missing"
				}
				return right
			}),
		evOnly("render", evFault("blank-source-is-shown", "EVT-055", "Shows a canon event whose source is spaces.",
			evUnchecked("anchor_missing", func(p events.Provenance, _ events.Registry) bool { return p.Anchor.Str() != "" }))),
	}
}
