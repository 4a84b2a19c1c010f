package faults

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
)

// evUnchecked leaves one check of layer 2 out for some events.
func evUnchecked(reason string, when func(p events.Provenance, reg events.Registry) bool) evRules {
	return evChecked(reason, func(p events.Provenance, reg events.Registry, fails bool) bool { return fails && !when(p, reg) })
}

// evChecked changes one check of layer 2.
func evChecked(reason string, fails func(p events.Provenance, reg events.Registry, fails bool) bool) evRules {
	return func(r *events.Rules) {
		for i, c := range r.Checks {
			if c.Reason == reason {
				r.Checks[i].Fails = func(p events.Provenance, reg events.Registry) bool { return fails(p, reg, c.Fails(p, reg)) }
			}
		}
	}
}

// evAlso adds a check to layer 2.
func evAlso(reason string, fails func(p events.Provenance, reg events.Registry) bool) evRules {
	return func(r *events.Rules) { r.Checks = append(r.Checks, events.Check{Reason: reason, Fails: fails}) }
}

// evEarlier moves one check of layer 2 to the front of another.
func evEarlier(reason, before string) evRules {
	return func(r *events.Rules) {
		at := func(reason string) int {
			return slices.IndexFunc(r.Checks, func(c events.Check) bool { return c.Reason == reason })
		}
		moved := r.Checks[at(reason)]
		r.Checks = slices.Delete(r.Checks, at(reason), at(reason)+1)
		r.Checks = slices.Insert(r.Checks, at(before), moved)
	}
}

// evHolds looks an anchor up by another rule.
func evHolds(same func(reference, anchor string) bool) evRules {
	return func(r *events.Rules) {
		r.Holds = func(reg events.Registry, anchor string) bool {
			return slices.ContainsFunc(reg, func(e events.Entry) bool { return same(e.Reference, anchor) })
		}
	}
}

// evReason changes the reason of layer 2.
func evReason(change func(event strictjson.Value, reason string) string) evRules {
	return func(r *events.Rules) {
		right := r.Refusal
		r.Refusal = func(event strictjson.Value, reg events.Registry) string { return change(event, right(event, reg)) }
	}
}

// evLabelled reports whether the label of an event is that one.
func evLabelled(label string) func(p events.Provenance, _ events.Registry) bool {
	return func(p events.Provenance, _ events.Registry) bool { return p.Label.Str() == label }
}

func evAlways(events.Provenance, events.Registry) bool { return true }

func eventsValidate() []Fault {
	return []Fault{
		// EVT-017 to EVT-019: the members, the label, the types.
		evFault("absent-member-is-null", "EVT-017", "Reads an absent member as null.", func(r *events.Rules) {
			right := r.Refusal
			r.Refusal = func(event strictjson.Value, reg events.Registry) string {
				for _, name := range evMembers {
					event = defaultMember(event, name, strictjson.Value{})
				}
				return right(event, reg)
			}
		}),
		evFault("null-member-is-absent", "EVT-017", "Takes a null member for an absent one.",
			evReason(func(event strictjson.Value, reason string) string {
				for _, name := range evMembers {
					if get(event, name).IsNull() {
						return "missing_member"
					}
				}
				return reason
			})),
		evFault("claim-member-is-optional", "EVT-017", "Asks for the members only that it needs.", func(r *events.Rules) {
			right := r.Refusal
			r.Refusal = func(event strictjson.Value, reg events.Registry) string {
				return right(defaultMember(event, "canon_claim", strictjson.Value{}), reg)
			}
		}),
		evFault("any-label-is-simulation", "EVT-018", "Takes a label that it does not know for SIMULATION_EVENT.",
			evUnchecked("unknown_label", evAlways)),
		evFault("no-label-is-no-canon", "EVT-018", "Refuses other labels, but takes null for none.",
			evUnchecked("unknown_label", func(p events.Provenance, _ events.Registry) bool { return p.Label.IsNull() })),
		evFault("types-unchecked", "EVT-019", "Takes values of any type.", evUnchecked("wrong_type", evAlways)),
		evFault("types-checked-for-canon-only", "EVT-019", "Looks at the types of members that the label requires.",
			evUnchecked("wrong_type", func(p events.Provenance, _ events.Registry) bool {
				return p.Label.Str() != evCanon && (p.Note.Kind() == strictjson.String || p.Note.IsNull())
			})),
		evFault("false-is-null", "EVT-019", "Takes false, 0 and empty containers for null.",
			evUnchecked("wrong_type", func(p events.Provenance, _ events.Registry) bool {
				textual := func(v strictjson.Value) bool { return v.Kind() == strictjson.String || events.Missing(v) }
				return textual(p.Anchor) && textual(p.Claim) && textual(p.Note)
			})),
		evFault("numbers-are-text", "EVT-019", "Takes a number where text belongs.",
			evUnchecked("wrong_type", func(p events.Provenance, _ events.Registry) bool {
				textual := func(v strictjson.Value) bool {
					return v.Kind() == strictjson.String || v.IsNull() || v.Kind() == strictjson.Number
				}
				return textual(p.Anchor) && textual(p.Claim) && textual(p.Note)
			})),

		// EVT-020 to EVT-023: what each label requires.
		evFault("canon-needs-no-anchor", "EVT-020", "Lets an event be canon without a source.", evUnchecked("anchor_missing", evAlways)),
		evFault("empty-anchor-is-an-anchor", "EVT-020", "Asks whether the anchor of a canon event is null, and not whether it is empty.",
			evUnchecked("anchor_missing", func(p events.Provenance, _ events.Registry) bool { return !p.Anchor.IsNull() && p.Anchor.Str() == "" })),
		evFault("canon-needs-no-claim", "EVT-021", "Checks the source only, as the program of the seed does.", evUnchecked("claim_missing", evAlways)),
		evFault("empty-claim-is-a-claim", "EVT-021", "Asks whether the claim of a canon event is null, and not whether it is empty.",
			evUnchecked("claim_missing", func(p events.Provenance, _ events.Registry) bool { return !p.Claim.IsNull() })),
		evFault("bridge-needs-no-note", "EVT-022", "Lets an interpretation stand without a note.", evUnchecked("note_missing", evLabelled(evBridge))),
		evFault("empty-note-is-a-note", "EVT-022", "Asks whether a note is null, and not whether it is empty.",
			evUnchecked("note_missing", func(p events.Provenance, _ events.Registry) bool { return !p.Note.IsNull() })),
		evFault("simulation-needs-no-note", "EVT-023", "Lets a simulation stand without a note.", evUnchecked("note_missing", evLabelled(evSimulation))),

		// EVT-024: the source.
		evFault("sources-not-looked-up", "EVT-024", "Does not look sources up.", evUnchecked("unknown_source", evAlways)),
		evFault("empty-registry-is-none", "EVT-024", "Takes an empty registry for none, and looks nothing up.",
			evUnchecked("unknown_source", func(_ events.Provenance, reg events.Registry) bool { return len(reg) == 0 })),
		evFault("source-in-any-case", "EVT-024", "Finds a source whatever its case.", evHolds(strings.EqualFold)),
		evFault("source-in-spaces", "EVT-024", "Trims sources before it compares them.",
			evHolds(func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) })),
		evFault("source-composed", "EVT-024", "Normalises sources before it compares them.",
			evHolds(func(a, b string) bool { return norm.NFC.String(a) == norm.NFC.String(b) })),
		evFault("source-begins-alike", "EVT-024", "Takes a verse for known when its chapter is.",
			evHolds(func(reference, anchor string) bool { return reference != "" && strings.HasPrefix(anchor, reference) })),
		evFault("part-of-a-source", "EVT-024", "Takes a source for known that is part of a known one.", evHolds(strings.Contains)),
		evFault("first-source-only", "EVT-024", "Looks at the first entry of a registry only.", func(r *events.Rules) {
			right := r.Holds
			r.Holds = func(reg events.Registry, anchor string) bool { return right(reg[:min(1, len(reg))], anchor) }
		}),
		evFault("summary-is-a-source", "EVT-024", "Finds a source by its summary too.", func(r *events.Rules) {
			r.Holds = func(reg events.Registry, anchor string) bool {
				return slices.ContainsFunc(reg, func(e events.Entry) bool { return e.Reference == anchor || e.Summary == anchor })
			}
		}),

		// EVT-025: what is accepted.
		evFault("canon-has-no-note", "EVT-025", "Refuses a canon event that has a note too.",
			evAlso("wrong_type", func(p events.Provenance, _ events.Registry) bool {
				return p.Label.Str() == evCanon && p.Note.Str() != ""
			})),
		evFault("simulation-has-no-anchor", "EVT-025", "Refuses a simulation that has an anchor.",
			evAlso("wrong_type", func(p events.Provenance, _ events.Registry) bool {
				return p.Label.Str() == evSimulation && p.Anchor.Str() != ""
			})),
		evFault("every-anchor-looked-up", "EVT-025", "Looks up the anchor of an interpretation too.",
			evAlso("unknown_source", func(p events.Provenance, reg events.Registry) bool {
				return p.Anchor.Str() != "" && reg != nil && !events.NewRules().Holds(reg, p.Anchor.Str())
			})),
		evFault("claim-is-the-summary", "EVT-025", "Asks the claim of a canon event to be the summary of its source.",
			evAlso("claim_missing", func(p events.Provenance, reg events.Registry) bool {
				return p.Label.Str() == evCanon && reg != nil && !slices.ContainsFunc(reg, func(e events.Entry) bool { return e.Summary == p.Claim.Str() })
			})),
		evFault("bridge-has-an-anchor", "EVT-025", "Asks an interpretation for a source.",
			evAlso("anchor_missing", func(p events.Provenance, _ events.Registry) bool {
				return p.Label.Str() == evBridge && p.Anchor.IsNull()
			})),
		evFault("blank-note-is-none", "EVT-025", "Trims a note before it asks whether there is one.",
			evAlso("note_missing", func(p events.Provenance, _ events.Registry) bool {
				return p.Label.Str() != evCanon && strings.TrimSpace(p.Note.Str()) == ""
			})),
		evFault("other-members-refused", "EVT-025", "Refuses an event with a member that it does not know.",
			evReason(func(event strictjson.Value, reason string) string {
				if rest := dropMember(event, append(evMembers, "tick", "agent")...); reason == "" && rest.Len() > 0 {
					return "wrong_type"
				}
				return reason
			})),

		// EVT-026 and EVT-027, at SHOULD level.
		evFault("type-before-label", "EVT-026", "Looks at the types before the label.", evEarlier("wrong_type", "unknown_label")),
		evFault("anchor-before-type", "EVT-026", "Asks for an anchor before it looks at its type.", evEarlier("anchor_missing", "wrong_type")),
		evFault("claim-before-anchor", "EVT-026", "Asks for a claim before an anchor.", evEarlier("claim_missing", "anchor_missing")),
		evFault("note-before-type", "EVT-026", "Asks for a note before it looks at types.", evEarlier("note_missing", "wrong_type")),
		evFault("source-before-claim", "EVT-026", "Looks the source up before it asks for a claim.", evEarlier("unknown_source", "claim_missing")),
		evFault("absent-anchor-is-missing", "EVT-026", "Says of an absent anchor what it says of a null one.",
			evReason(func(event strictjson.Value, reason string) string {
				if _, ok := event.Get("source_anchor"); !ok && get(event, "label").Str() == evCanon {
					return "anchor_missing"
				}
				return reason
			})),
		evFault("one-reason-for-all", "EVT-026", "Has one reason for whatever is wrong.",
			evReason(func(_ strictjson.Value, reason string) string {
				if reason != "" {
					return "missing_member"
				}
				return ""
			})),
		evFault("blank-anchor-accepted", "EVT-027", "Takes spaces for a source in layer 2.",
			evUnchecked("anchor_missing", func(p events.Provenance, _ events.Registry) bool { return p.Anchor.Str() != "" })),
		evFault("white-space-anchor-refused", "EVT-027", "Trims all white space from an anchor in layer 2.",
			evAlso("anchor_missing", func(p events.Provenance, _ events.Registry) bool {
				return p.Label.Str() == evCanon && strings.TrimSpace(p.Anchor.Str()) == ""
			})),
	}
}
