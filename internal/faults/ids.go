package faults

import (
	"slices"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/strictjson"
)

// idsFaults are the mistakes of the profile ids: a file for each part of it, in
// the order of its requirements.
func idsFaults() []Fault {
	return slices.Concat(
		idsParams(), idsCalls(), idsTexts(), idsContainers(), idsShapes(), idsLiterals(), idsSignatures(), idsNames(),
		idsCorpora(), idsFolding(), idsSeen(), idsParts(), idsRungs(), idsVerdicts(),
	)
}

// idsFault is the mistake that change makes of the right steps.
func idsFault(name, breaks, says string, change func(*ids.Rules)) Fault {
	r := ids.NewRules()
	change(r)
	return idsMistake(name, breaks, says, r.Profile().Operations)
}

// idsBefore is a mistake in what becomes of the params before they are answered
// rightly.
func idsBefore(name, breaks, says string, change func(params strictjson.Value) strictjson.Value) Fault {
	return idsAround(name, breaks, says, func(params strictjson.Value, right reference.Operation) (strictjson.Value, error) {
		return right(change(params))
	})
}

// idsAfter is a mistake in a result.
func idsAfter(name, breaks, says string, change func(params, result strictjson.Value) strictjson.Value) Fault {
	return idsAround(name, breaks, says, func(params strictjson.Value, right reference.Operation) (strictjson.Value, error) {
		result, err := right(params)
		if err != nil {
			return result, err
		}
		return change(params, result), nil
	})
}

// idsAround is a mistake in both operations.
func idsAround(name, breaks, says string, answer func(params strictjson.Value, right reference.Operation) (strictjson.Value, error)) Fault {
	operations := map[string]reference.Operation{}
	for operation, right := range ids.Profile.Operations {
		operations[operation] = func(params strictjson.Value) (strictjson.Value, error) { return answer(params, right) }
	}
	return idsMistake(name, breaks, says, operations)
}

func idsMistake(name, breaks, says string, operations map[string]reference.Operation) Fault {
	return Fault{Name: name, Says: says, Breaks: breaks, Profile: ids.Profile.Name, Operations: operations}
}

// idsVerdict is a mistake in the verdict of an argument that is judged at all; a
// call is then summed up rightly. ask is a right answer about another argument,
// with the same corpus and policy.
func idsVerdict(name, breaks, says string, change func(arg, verdict strictjson.Value, ask idsAsk) strictjson.Value) Fault {
	return idsAfter(name, breaks, says, func(params, result strictjson.Value) strictjson.Value {
		ask := func(arg strictjson.Value) strictjson.Value {
			answer, err := ids.ClassifyArg(idsSet(params, "arg", arg))
			if err != nil {
				panic(err)
			}
			return answer
		}
		call, ok := params.Get("call")
		if !ok {
			return change(idsGet(params, "arg"), result, ask)
		}
		if idsGet(idsGet(params, "prior"), "blobs").Len() == 0 {
			return result
		}
		args := idsList(idsGet(call, "args"))
		verdicts := idsList(idsGet(result, "args"))
		var minted []strictjson.Value
		for i, v := range verdicts {
			verdicts[i] = change(args[i], v, ask)
			if idsGet(verdicts[i], "stance").Str() == "UNSUPPORTED" {
				minted = append(minted, idsGet(v, "arg_name"))
			}
		}
		result = idsSet(result, "args", strictjson.List(verdicts...))
		result = idsSet(result, "unsupported", strictjson.List(minted...))
		return idsSet(result, "believe", strictjson.Boolean(len(minted) == 0))
	})
}

type idsAsk = func(arg strictjson.Value) strictjson.Value

// Values, as a fault changes them.

// idsGet is a member, null when there is none.
func idsGet(v strictjson.Value, name string) strictjson.Value {
	m, _ := v.Get(name)
	return m
}

// idsSet is the object v with a member set, at its old place if it has one. What
// is no object stays.
func idsSet(v strictjson.Value, name string, to strictjson.Value) strictjson.Value {
	if v.Kind() != strictjson.Object {
		return v
	}
	members := slices.Clone(v.Members())
	at := slices.IndexFunc(members, func(m strictjson.Member) bool { return m.Name == name })
	if at < 0 {
		return strictjson.Record(append(members, strictjson.Member{Name: name, Value: to})...)
	}
	members[at].Value = to
	return strictjson.Record(members...)
}

// idsEdit is the object v with a member changed, if it has it and it is not null.
func idsEdit(v strictjson.Value, name string, change func(strictjson.Value) strictjson.Value) strictjson.Value {
	if m := idsGet(v, name); !m.IsNull() {
		return idsSet(v, name, change(m))
	}
	return v
}

// idsDefault is the object v with a member that it lacks, or has as null.
func idsDefault(v strictjson.Value, name string, to strictjson.Value) strictjson.Value {
	if !idsGet(v, name).IsNull() {
		return v
	}
	return idsSet(v, name, to)
}

func idsList(v strictjson.Value) []strictjson.Value {
	var out []strictjson.Value
	for _, e := range v.Elements() {
		out = append(out, e)
	}
	return out
}

// idsEach is the array v with each element changed, null as nothing.
func idsEach(v strictjson.Value, change func(strictjson.Value) strictjson.Value) strictjson.Value {
	if v.Kind() != strictjson.Array {
		return v
	}
	var out []strictjson.Value
	for _, e := range v.Elements() {
		out = append(out, change(e))
	}
	return strictjson.List(out...)
}

// idsBlobs is the params with each blob changed.
func idsBlobs(params strictjson.Value, change func(blob strictjson.Value) strictjson.Value) strictjson.Value {
	return idsEdit(params, "prior", func(prior strictjson.Value) strictjson.Value {
		return idsEdit(prior, "blobs", func(blobs strictjson.Value) strictjson.Value { return idsEach(blobs, change) })
	})
}

// idsArgs is the params with each argument changed, of a call or the one alone.
func idsArgs(params strictjson.Value, change func(arg strictjson.Value) strictjson.Value) strictjson.Value {
	params = idsEdit(params, "arg", change)
	return idsEdit(params, "call", func(call strictjson.Value) strictjson.Value {
		return idsEdit(call, "args", func(args strictjson.Value) strictjson.Value { return idsEach(args, change) })
	})
}

// idsPolicy is the params with the policy changed, an empty one if there is none.
func idsPolicy(params strictjson.Value, change func(policy strictjson.Value) strictjson.Value) strictjson.Value {
	return idsEdit(idsDefault(params, "policy", strictjson.Record()), "policy", change)
}
