package faults

import (
	"slices"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
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

// evWrap is the mistake that wrap makes of the operations of those names.
func evWrap(name, breaks, says string, wrap func(reference.Operation) reference.Operation, operations ...string) Fault {
	with := map[string]reference.Operation{}
	for _, op := range operations {
		with["events."+op] = wrap(events.Profile.Operations["events."+op])
	}
	return Fault{Name: name, Says: says, Breaks: breaks, Profile: "events", Operations: replace(events.Profile, with)}
}

// evOnly keeps a fault to the operation of that name.
func evOnly(operation string, f Fault) Fault {
	name := "events." + operation
	f.Operations = replace(events.Profile, map[string]reference.Operation{name: f.Operations[name]})
	return f
}

// evBefore changes the params before the right operation sees them.
func evBefore(change func(params strictjson.Value) strictjson.Value) func(reference.Operation) reference.Operation {
	return func(right reference.Operation) reference.Operation {
		return func(params strictjson.Value) (strictjson.Value, error) { return right(change(params)) }
	}
}

// evAfter changes the result of the right operation.
func evAfter(change func(params, result strictjson.Value) strictjson.Value) func(reference.Operation) reference.Operation {
	return func(right reference.Operation) reference.Operation {
		return func(params strictjson.Value) (strictjson.Value, error) {
			result, err := right(params)
			if err != nil {
				return result, err
			}
			return change(params, result), nil
		}
	}
}

// Values, as a fault changes them.

// evGet is a member, null when there is none.
func evGet(v strictjson.Value, name string) strictjson.Value {
	m, _ := v.Get(name)
	return m
}

// evSet is the object v with a member set; what is no object stays.
func evSet(v strictjson.Value, name string, to strictjson.Value) strictjson.Value {
	if v.Kind() != strictjson.Object {
		return v
	}
	return strictjson.Record(append(evDrop(v, name).Members(), strictjson.Member{Name: name, Value: to})...)
}

// evDrop is the object v without some members.
func evDrop(v strictjson.Value, names ...string) strictjson.Value {
	return strictjson.Record(slices.DeleteFunc(slices.Clone(v.Members()), func(m strictjson.Member) bool {
		return slices.Contains(names, m.Name)
	})...)
}

// evDefault is the object v with a member that it lacks, or has as null.
func evDefault(v strictjson.Value, name string, to strictjson.Value) strictjson.Value {
	if !evGet(v, name).IsNull() {
		return v
	}
	return evSet(v, name, to)
}

// evEach is the array that the member of that name is, with each element
// changed; f leaves an element out by returning ok false.
func evEach(v strictjson.Value, name string, f func(strictjson.Value) (changed strictjson.Value, ok bool)) strictjson.Value {
	list := evGet(v, name)
	if list.Kind() != strictjson.Array {
		return v
	}
	var elems []strictjson.Value
	for _, e := range list.Elements() {
		if e, ok := f(e); ok {
			elems = append(elems, e)
		}
	}
	return evSet(v, name, strictjson.List(elems...))
}

// evMap is evEach without leaving out.
func evMap(v strictjson.Value, name string, f func(strictjson.Value) strictjson.Value) strictjson.Value {
	return evEach(v, name, func(e strictjson.Value) (strictjson.Value, bool) { return f(e), true })
}

// evText is v with f applied if it is text.
func evText(v strictjson.Value, f func(string) string) strictjson.Value {
	if v.Kind() != strictjson.String {
		return v
	}
	return strictjson.Text(f(v.Str()))
}
