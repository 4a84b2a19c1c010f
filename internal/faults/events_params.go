package faults

import (
	"strconv"
	"strings"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// evTurns changes the params that are a provider's output: those of
// events.validate_output, and the elements of outputs of events.run.
func evTurns(change func(turn strictjson.Value) strictjson.Value) wrap {
	return before(func(params strictjson.Value) strictjson.Value {
		if _, ok := params.Get("outputs"); ok {
			return editPath(params, change, "outputs", "*")
		}
		return change(params)
	})
}

// evEntries changes the entries of the param registry.
func evEntries(change func(entry strictjson.Value) strictjson.Value) wrap {
	return before(func(params strictjson.Value) strictjson.Value { return editPath(params, change, "registry", "*") })
}

// evNoObject answers an event that is there and no object.
func evNoObject(answer func(event strictjson.Value) strictjson.Value) wrap {
	return func(right reference.Operation) reference.Operation {
		return func(params strictjson.Value) (strictjson.Value, error) {
			if event, ok := params.Get("event"); ok && event.Kind() != strictjson.Object {
				return answer(event), nil
			}
			return right(params)
		}
	}
}

// evUnknown rejects other params than those.
func evUnknown(known ...string) wrap {
	return func(right reference.Operation) reference.Operation {
		return func(params strictjson.Value) (strictjson.Value, error) {
			if dropMember(params, known...).Len() > 0 {
				return strictjson.Value{}, reference.Reject(reference.InvalidParams, "unknown param")
			}
			return right(params)
		}
	}
}

func eventsParams() []Fault {
	empty, none := strictjson.Text(""), strictjson.List()
	tick := func(change func(tick strictjson.Value) strictjson.Value) wrap {
		return evTurns(func(turn strictjson.Value) strictjson.Value {
			if v, ok := turn.Get("tick"); ok {
				return setMember(turn, "tick", change(v))
			}
			return turn
		})
	}
	return []Fault{
		evWrap("fraction-for-a-tick", "EVT-015", "Cuts the fraction of a tick off.",
			tick(func(v strictjson.Value) strictjson.Value {
				if f, err := strconv.ParseFloat(v.Literal(), 64); err == nil && strings.Contains(v.Literal(), ".") {
					return strictjson.Integer(int64(f))
				}
				return v
			}), "validate_output", "run"),
		evWrap("text-for-a-tick", "EVT-015", "Parses a tick that is text.",
			tick(func(v strictjson.Value) strictjson.Value {
				if n, err := strconv.ParseInt(v.Str(), 10, 64); err == nil {
					return strictjson.Integer(n)
				}
				return v
			}), "validate_output", "run"),
		evWrap("truth-for-a-tick", "EVT-015", "Takes true for 1 and false for 0, as Python does.",
			tick(func(v strictjson.Value) strictjson.Value {
				switch {
				case v.True():
					return strictjson.Integer(1)
				case v.Kind() == strictjson.Bool:
					return strictjson.Integer(0)
				}
				return v
			}), "validate_output", "run"),
		evWrap("absent-tick-is-zero", "EVT-015", "Takes an absent or null tick for 0, as Go's zero values make one do.",
			evTurns(func(turn strictjson.Value) strictjson.Value {
				return defaultMember(turn, "tick", strictjson.Integer(0))
			}), "validate_output", "run"),
		evWrap("absent-names-are-empty", "EVT-015", "Takes an absent or null provider or agent for the empty text.",
			evTurns(func(turn strictjson.Value) strictjson.Value {
				return defaultMember(defaultMember(turn, "provider", empty), "agent", empty)
			}), "validate_output", "run"),
		evWrap("absent-raw-is-empty", "EVT-015", "Takes an absent or null raw text for an empty one, and quarantines it.",
			evTurns(func(turn strictjson.Value) strictjson.Value { return defaultMember(turn, "raw", empty) }), "validate_output", "run"),
		evWrap("raw-may-be-an-object", "EVT-015", "Takes a raw output that is parsed already.",
			evTurns(func(turn strictjson.Value) strictjson.Value {
				if raw := get(turn, "raw"); raw.Kind() == strictjson.Object {
					return setMember(turn, "raw", strictjson.Text(raw.String()))
				}
				return turn
			}), "validate_output", "run"),
		evWrap("ill-typed-outputs-skipped", "EVT-015", "Skips an element of outputs that is no object.",
			before(func(params strictjson.Value) strictjson.Value {
				return editMember(params, "outputs", keepElements(func(e strictjson.Value) bool { return e.Kind() == strictjson.Object }))
			}), "run"),
		evWrap("outputs-may-be-absent", "EVT-015", "Takes absent or null outputs for none.",
			before(func(params strictjson.Value) strictjson.Value { return defaultMember(params, "outputs", none) }), "run"),
		evWrap("false-registry-is-absent", "EVT-015", "Takes any registry that is false, empty text or zero for an absent one.",
			before(func(params strictjson.Value) strictjson.Value {
				switch get(params, "registry").String() {
				case "false", `""`, "0", "{}":
					return dropMember(params, "registry")
				}
				return params
			}), "validate"),
		evWrap("run-registry-may-be-absent", "EVT-015", "Takes an absent or null registry of a run for an empty one.",
			before(func(params strictjson.Value) strictjson.Value { return defaultMember(params, "registry", none) }), "run"),
		evWrap("folder-unchecked", "EVT-015", "Ignores a data_dir that is no text.",
			before(func(params strictjson.Value) strictjson.Value {
				if get(params, "data_dir").Kind() != strictjson.String {
					return dropMember(params, "data_dir")
				}
				return params
			}), "run"),
		evWrap("null-params-are-values", "EVT-015", "Rejects null where a param is optional.",
			func(right reference.Operation) reference.Operation {
				return func(params strictjson.Value) (strictjson.Value, error) {
					for _, name := range []string{"registry", "data_dir"} {
						if v, ok := params.Get(name); ok && v.IsNull() {
							return strictjson.Value{}, reference.Reject(reference.InvalidParams, "%s is null", name)
						}
					}
					return right(params)
				}
			}, "validate", "run"),
		evWrap("unknown-params-refused", "EVT-015", "Rejects a param that it does not know.", evUnknown("raw", "provider", "agent", "tick", "event", "registry", "outputs", "data_dir"), "validate_output", "validate", "run"),

		evWrap("no-object-is-refused", "EVT-016", "Answers that an event which is no object is not accepted.",
			evNoObject(func(strictjson.Value) strictjson.Value {
				return strictjson.Record(
					strictjson.Member{Name: "accepted", Value: strictjson.Boolean(false)},
					strictjson.Member{Name: "reason", Value: strictjson.Text("missing_member")})
			}), "validate"),
		evWrap("null-event-is-empty", "EVT-016", "Takes a null event for one without members.",
			before(func(params strictjson.Value) strictjson.Value {
				if v, ok := params.Get("event"); ok && v.IsNull() {
					return setMember(params, "event", strictjson.Record())
				}
				return params
			}), "validate"),

		evWrap("action-text-may-be-absent", "EVT-050", "Takes an absent or null action for the empty text.",
			before(func(params strictjson.Value) strictjson.Value { return defaultMember(params, "action_text", empty) }), "classify"),
		evWrap("registry-may-be-absent", "EVT-050", "Takes an absent or null registry for an empty one.",
			before(func(params strictjson.Value) strictjson.Value { return defaultMember(params, "registry", none) }), "classify", "fallback"),
		evWrap("entries-may-be-partial", "EVT-050", "Takes an entry without reference, summary or keywords for one with empty ones.",
			evEntries(func(e strictjson.Value) strictjson.Value {
				return defaultMember(defaultMember(defaultMember(e, "reference", empty), "summary", empty), "keywords", none)
			}), "classify", "fallback"),
		evWrap("one-keyword-may-stand-alone", "EVT-050", "Takes a text for the only keyword.",
			evEntries(func(e strictjson.Value) strictjson.Value {
				if k := get(e, "keywords"); k.Kind() == strictjson.String {
					return setMember(e, "keywords", strictjson.List(k))
				}
				return e
			}), "classify", "fallback"),
		evWrap("ill-typed-keywords-skipped", "EVT-050", "Skips a keyword that is no text.",
			evEntries(func(e strictjson.Value) strictjson.Value {
				return editMember(e, "keywords", keepElements(func(k strictjson.Value) bool { return k.Kind() == strictjson.String }))
			}), "classify", "fallback"),
		evWrap("ill-typed-entries-skipped", "EVT-050", "Skips an entry that is no object.",
			before(func(params strictjson.Value) strictjson.Value {
				return editMember(params, "registry", keepElements(func(e strictjson.Value) bool { return e.Kind() == strictjson.Object }))
			}), "classify", "fallback"),
		evWrap("unknown-classifier-params-refused", "EVT-050", "Rejects a param that it does not know.", evUnknown("action_text", "registry"), "classify", "fallback"),

		evWrap("no-object-is-an-empty-card", "EVT-056", "Shows an empty card for an event that is no object.",
			evNoObject(func(strictjson.Value) strictjson.Value {
				return strictjson.Record(strictjson.Member{Name: "text", Value: strictjson.Text("Simulation")})
			}), "render"),
		evWrap("unknown-card-params-refused", "EVT-056", "Rejects a param that it does not know.", evUnknown("event"), "render"),
	}
}
