package faults

import (
	"slices"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
)

// evEvent changes the event that an output becomes in a run.
func evEvent(change func(o events.Output, p events.Provenance) events.Provenance) evRules {
	return func(r *events.Rules) {
		right := r.Event
		r.Event = func(o events.Output, reg events.Registry, count events.Counter) events.Provenance {
			return change(o, right(o, reg, count))
		}
	}
}

// evTaken changes the output of which a run makes an event.
func evTaken(change func(o *events.Output)) evRules {
	return func(r *events.Rules) {
		right := r.Event
		r.Event = func(o events.Output, reg events.Registry, count events.Counter) events.Provenance {
			change(&o)
			return right(o, reg, count)
		}
	}
}

// evRun wraps events.run alone.
func evRun(name, breaks, says string, how wrap) Fault {
	return evWrap(name, breaks, says, how, "run")
}

// evLogs changes the result of a run.
func evLogs(change func(result strictjson.Value) strictjson.Value) wrap {
	return after(func(_, result strictjson.Value) strictjson.Value { return change(result) })
}

// evEventsOf changes the events of a run, those in quarantine too.
func evEventsOf(change func(event strictjson.Value) strictjson.Value) wrap {
	return evLogs(func(result strictjson.Value) strictjson.Value {
		result = editPath(result, change, "events", "*")
		return editPath(result, func(q strictjson.Value) strictjson.Value {
			return setMember(q, "event", change(get(q, "event")))
		}, "quarantine_events", "*")
	})
}

// evStateful changes the outputs of a run with a step that remembers: it
// returns false for an output that is to be left out.
func evStateful(begin func() func(turn strictjson.Value) bool) wrap {
	return before(func(params strictjson.Value) strictjson.Value {
		keep := begin()
		return editMember(params, "outputs", keepElements(keep))
	})
}

// evRefused reports whether layer 1 quarantines an output for that reason.
func evRefused(turn strictjson.Value, reasons ...string) bool {
	return slices.Contains(reasons, events.NewRules().Output(get(turn, "raw").Str(), false).Reason)
}

// evJoin is two arrays in one.
func evJoin(a, b strictjson.Value) strictjson.Value {
	var elems []strictjson.Value
	for _, list := range []strictjson.Value{a, b} {
		for _, e := range list.Elements() {
			elems = append(elems, e)
		}
	}
	return strictjson.List(elems...)
}

// evConcat adds elements to a log.
func evConcat(result strictjson.Value, log string, more []strictjson.Value) strictjson.Value {
	return setMember(result, log, evJoin(get(result, log), strictjson.List(more...)))
}

// evOneByOne runs each output alone, with the registry that next makes of the
// one before it.
func evOneByOne(next func(registry, turn, result strictjson.Value) strictjson.Value) wrap {
	return func(right reference.Operation) reference.Operation {
		return func(params strictjson.Value) (strictjson.Value, error) {
			whole, err := right(params)
			if err != nil || get(params, "data_dir").Str() != "" {
				return whole, err
			}
			for _, m := range whole.Members() {
				whole = setMember(whole, m.Name, strictjson.List())
			}
			for _, turn := range get(params, "outputs").Elements() {
				one, err := right(setMember(params, "outputs", strictjson.List(turn)))
				if err != nil {
					return one, err
				}
				params = setMember(params, "registry", next(get(params, "registry"), turn, one))
				for _, m := range one.Members() {
					whole = setMember(whole, m.Name, evJoin(get(whole, m.Name), m.Value))
				}
			}
			return whole, nil
		}
	}
}

func eventsRun() []Fault {
	return slices.Concat(eventsBatch(), eventsRefusedOutputs(), eventsUnlabelled(), eventsLabelled(), eventsLayer2())
}

// eventsBatch: EVT-028 to EVT-030.
func eventsBatch() []Fault {
	return []Fault{
		evRun("run-ends-at-broken-output", "EVT-028", "Ends the run at the first output that is no JSON.",
			evStateful(func() func(strictjson.Value) bool {
				over := false
				return func(turn strictjson.Value) bool {
					was := over
					over = over || evRefused(turn, "invalid_json")
					return !was
				}
			})),
		evRun("broken-output-fails-the-run", "EVT-028", "Lets the parser's exception out of the run.", func(right reference.Operation) reference.Operation {
			return func(params strictjson.Value) (strictjson.Value, error) {
				result, err := right(params)
				for _, q := range get(result, "quarantine_provider_outputs").Elements() {
					if get(q, "reason").Str() == "invalid_json" {
						panic("unexpected character")
					}
				}
				return result, err
			}
		}),
		evRun("equal-outputs-merged", "EVT-028", "Takes an output only once that comes twice.",
			evStateful(func() func(strictjson.Value) bool {
				seen := map[string]bool{}
				return func(turn strictjson.Value) bool {
					key := turn.String()
					was := seen[key]
					seen[key] = true
					return !was
				}
			})),
		evRun("refused-provider-banned", "EVT-028", "Takes nothing more from a provider of which it refused something.",
			evStateful(func() func(strictjson.Value) bool {
				banned := map[string]bool{}
				return func(turn strictjson.Value) bool {
					provider := get(turn, "provider").Str()
					was := banned[provider]
					banned[provider] = was || evRefused(turn, "invalid_json", "missing_fields")
					return !was
				}
			})),
		evRun("one-event-a-tick", "EVT-028", "Lets an agent act once in a tick.",
			evStateful(func() func(strictjson.Value) bool {
				seen := map[string]bool{}
				return func(turn strictjson.Value) bool {
					key := get(turn, "agent").String() + get(turn, "tick").String()
					was := seen[key]
					seen[key] = true
					return !was
				}
			})),
		evRun("events-in-order-of-tick", "EVT-028", "Sorts the events by their tick.",
			evLogs(func(result strictjson.Value) strictjson.Value {
				var list []strictjson.Value
				for _, e := range get(result, "events").Elements() {
					list = append(list, e)
				}
				slices.SortStableFunc(list, func(a, b strictjson.Value) int {
					m, _ := get(a, "tick").Int()
					n, _ := get(b, "tick").Int()
					return int(min(1, max(-1, m-n)))
				})
				return setMember(result, "events", strictjson.List(list...))
			})),
		evRun("declared-source-is-learned", "EVT-028", "Adds a source that a provider names to the canon, for the outputs after it.",
			evOneByOne(func(registry, turn, _ strictjson.Value) strictjson.Value {
				raw := evParsed(get(turn, "raw").Str())
				anchor := get(raw, "source_anchor")
				if get(raw, "label").Str() != evCanon || anchor.Kind() != strictjson.String {
					return registry
				}
				return evJoin(registry, strictjson.List(strictjson.Record(
					strictjson.Member{Name: "reference", Value: anchor},
					strictjson.Member{Name: "summary", Value: get(raw, "canon_claim")},
					strictjson.Member{Name: "keywords", Value: strictjson.List()})))
			})),
		evRun("used-source-is-used-up", "EVT-028", "Lets a source be cited once in a run.",
			evOneByOne(func(registry, _, result strictjson.Value) strictjson.Value {
				anchor, _ := result.At("/events/0/source_anchor")
				var rest []strictjson.Value
				for _, e := range registry.Elements() {
					if !get(e, "reference").Equal(anchor) {
						rest = append(rest, e)
					}
				}
				return strictjson.List(rest...)
			})),
		evRun("empty-logs-left-out", "EVT-029", "Leaves a log out that has nothing in it.",
			evLogs(func(result strictjson.Value) strictjson.Value {
				for _, m := range result.Members() {
					if m.Value.Len() == 0 {
						result = dropMember(result, m.Name)
					}
				}
				return result
			})),
		evRun("empty-logs-are-null", "EVT-029", "Writes null for a log that has nothing in it, as Go writes a nil slice.",
			evLogs(func(result strictjson.Value) strictjson.Value {
				for _, m := range result.Members() {
					if m.Value.Len() == 0 {
						result = setMember(result, m.Name, strictjson.Value{})
					}
				}
				return result
			})),
		evRun("null-members-left-out", "EVT-030", "Leaves members of an event out that are null.",
			evEventsOf(func(event strictjson.Value) strictjson.Value {
				for _, m := range event.Members() {
					if m.Value.IsNull() {
						event = dropMember(event, m.Name)
					}
				}
				return event
			})),
		evRun("label-left-out", "EVT-030", "Removes the label of what is only a simulation.",
			evEventsOf(func(event strictjson.Value) strictjson.Value {
				if get(event, "label").Str() == evSimulation {
					return dropMember(event, "label")
				}
				return event
			})),
		evRun("members-of-the-output-kept", "EVT-030", "Merges the whole output into the event.", evMerged()),
		evRun("tick-of-the-output", "EVT-030", "Lets the output say whose it is, and when.", evMerged("tick", "agent")),
	}
}

// evMerged writes members of the outputs over those of the events, all that the
// event does not have when none are named. It matches them by their order, and
// so changes only runs without quarantined events.
func evMerged(names ...string) wrap {
	return after(func(params, result strictjson.Value) strictjson.Value {
		var raws []strictjson.Value
		for _, turn := range get(params, "outputs").Elements() {
			raws = append(raws, evParsed(get(turn, "raw").Str()))
		}
		if get(result, "events").Len() != len(raws) {
			return result
		}
		i := -1
		return editPath(result, func(event strictjson.Value) strictjson.Value {
			i++
			for _, m := range raws[i].Members() {
				if _, own := event.Get(m.Name); own == slices.Contains(names, m.Name) && own != (names == nil) {
					event = setMember(event, m.Name, m.Value)
				}
			}
			return event
		}, "events", "*")
	})
}

// eventsRefusedOutputs: EVT-031 and EVT-032.
func eventsRefusedOutputs() []Fault {
	refused := func(o events.Output) bool { return o.Label == "" }
	return []Fault{
		evRun("forced-label-unrecorded-in-a-run", "EVT-031", "Records outputs that are not valid, and no boundary violations.",
			evLogs(func(result strictjson.Value) strictjson.Value {
				return editMember(result, "quarantine_provider_outputs", keepElements(func(q strictjson.Value) bool {
					return get(q, "reason").Str() != "boundary_violation"
				}))
			})),
		evRun("refused-event-recorded-twice", "EVT-031", "Records the output of an event that layer 2 refuses.",
			after(func(params, result strictjson.Value) strictjson.Value {
				var more []strictjson.Value
				for _, q := range get(result, "quarantine_events").Elements() {
					more = append(more, strictjson.Record(
						strictjson.Member{Name: "provider", Value: strictjson.Text("")},
						strictjson.Member{Name: "agent", Value: get(get(q, "event"), "agent")},
						strictjson.Member{Name: "tick", Value: get(get(q, "event"), "tick")},
						strictjson.Member{Name: "raw_output", Value: strictjson.Text("")},
						strictjson.Member{Name: "reason", Value: strictjson.Text("boundary_violation")}))
				}
				return evConcat(result, "quarantine_provider_outputs", more)
			})),
		evRun("refused-output-gives-no-event", "EVT-032", "Drops an output that is not valid, without an event in its place.",
			func(right reference.Operation) reference.Operation {
				return func(params strictjson.Value) (strictjson.Value, error) {
					whole, err := right(params)
					if err != nil {
						return whole, err
					}
					kept, err := right(editMember(params, "outputs", keepElements(func(turn strictjson.Value) bool {
						return !evRefused(turn, "invalid_json", "missing_fields")
					})))
					return setMember(kept, "quarantine_provider_outputs", get(whole, "quarantine_provider_outputs")), err
				}
			}),
		evFault("fallback-is-classified", "EVT-032", "Classifies its fallback action, the one that the seed gives as an example.", func(r *events.Rules) {
			right := r.Event
			r.Event = func(o events.Output, reg events.Registry, count events.Counter) events.Provenance {
				if refused(o) {
					return r.Classify(reg, count("walks forward"))
				}
				return right(o, reg, count)
			}
		}),
		evFault("fallback-has-no-note", "EVT-032", "Writes no note for a fallback action.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if refused(o) {
					p.Note = strictjson.Value{}
				}
				return p
			})),
		evFault("refused-output-is-a-bridge", "EVT-032", "Labels a fallback action INTERPRETIVE_BRIDGE.",
			evEvent(func(o events.Output, p events.Provenance) events.Provenance {
				if refused(o) {
					p.Label = strictjson.Text(evBridge)
				}
				return p
			})),
	}
}

// eventsLayer2: EVT-039.
func eventsLayer2() []Fault {
	moved := func(change func(q strictjson.Value) strictjson.Value, keep bool) wrap {
		return evLogs(func(result strictjson.Value) strictjson.Value {
			var more []strictjson.Value
			for _, q := range get(result, "quarantine_events").Elements() {
				more = append(more, change(get(q, "event")))
			}
			if !keep {
				result = setMember(result, "quarantine_events", strictjson.List())
			}
			return evConcat(result, "events", more)
		})
	}
	same := func(event strictjson.Value) strictjson.Value { return event }
	return []Fault{
		evRun("run-skips-layer-2", "EVT-039", "Checks what providers say, and nothing when events enter the log.", moved(same, false)),
		evRun("refused-event-in-both-logs", "EVT-039", "Logs a refused event, besides quarantining it.", moved(same, true)),
		evRun("refused-event-made-simulation", "EVT-039", "Makes a refused event a simulation, and lets it in.",
			moved(func(event strictjson.Value) strictjson.Value {
				event = setMember(setMember(event, "label", strictjson.Text(evSimulation)), "source_anchor", strictjson.Value{})
				return setMember(setMember(event, "canon_claim", strictjson.Value{}), "simulation_note", strictjson.Text("Refused."))
			}, false)),
		evRun("refused-event-dropped", "EVT-039", "Drops a refused event.",
			evLogs(func(result strictjson.Value) strictjson.Value {
				return setMember(result, "quarantine_events", strictjson.List())
			})),
		evRun("refused-event-carries-its-reason", "EVT-039", "Writes the reason into the event, as the program of the seed does.",
			evLogs(func(result strictjson.Value) strictjson.Value {
				return editPath(result, func(q strictjson.Value) strictjson.Value {
					return setMember(q, "event", setMember(get(q, "event"), "quarantine_reason", get(q, "reason")))
				}, "quarantine_events", "*")
			})),
		evRun("refused-event-without-turn", "EVT-039", "Quarantines the four members, and not whose they are.",
			evLogs(func(result strictjson.Value) strictjson.Value {
				return editPath(result, func(q strictjson.Value) strictjson.Value {
					return setMember(q, "event", dropMember(get(q, "event"), "tick", "agent"))
				}, "quarantine_events", "*")
			})),
		evOnly("run", evFault("run-looks-nothing-up", "EVT-039", "Checks events in a run without its registry.", func(r *events.Rules) {
			right := r.Refusal
			r.Refusal = func(event strictjson.Value, _ events.Registry) string { return right(event, nil) }
		})),
		evOnly("run", evFault("empty-canon-allows-all", "EVT-039", "Looks sources up in a run only when the registry has any.",
			evUnchecked("unknown_source", func(_ events.Provenance, reg events.Registry) bool { return len(reg) == 0 }))),
	}
}
