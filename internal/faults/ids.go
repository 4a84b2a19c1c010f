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
	return idsWrap(name, breaks, says, before(change))
}

// idsAfter is a mistake in a result.
func idsAfter(name, breaks, says string, change func(params, result strictjson.Value) strictjson.Value) Fault {
	return idsWrap(name, breaks, says, after(change))
}

// idsAround is a mistake in both operations.
func idsAround(name, breaks, says string, answer func(params strictjson.Value, right reference.Operation) (strictjson.Value, error)) Fault {
	return idsWrap(name, breaks, says, func(right reference.Operation) reference.Operation {
		return func(params strictjson.Value) (strictjson.Value, error) { return answer(params, right) }
	})
}

// idsWrap is the mistake that how makes of both operations.
func idsWrap(name, breaks, says string, how wrap) Fault {
	operations := map[string]reference.Operation{}
	for operation, right := range ids.Profile.Operations {
		operations[operation] = how(right)
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
			answer, err := ids.ClassifyArg(setMember(params, "arg", arg))
			if err != nil {
				panic(err)
			}
			return answer
		}
		call, ok := params.Get("call")
		if !ok {
			return change(get(params, "arg"), result, ask)
		}
		if get(get(params, "prior"), "blobs").Len() == 0 {
			return result
		}
		args := get(call, "args").Items()
		verdicts := get(result, "args").Items()
		var minted []strictjson.Value
		for i, v := range verdicts {
			verdicts[i] = change(args[i], v, ask)
			if get(verdicts[i], "stance").Str() == "UNSUPPORTED" {
				minted = append(minted, get(v, "arg_name"))
			}
		}
		result = setMember(result, "args", strictjson.List(verdicts...))
		result = setMember(result, "unsupported", strictjson.List(minted...))
		return setMember(result, "believe", strictjson.Boolean(len(minted) == 0))
	})
}

type idsAsk = func(arg strictjson.Value) strictjson.Value

// idsBlobs is the params with each blob changed.
func idsBlobs(params strictjson.Value, change func(blob strictjson.Value) strictjson.Value) strictjson.Value {
	return editPath(params, change, "prior", "blobs", "*")
}

// idsArgs is the params with each argument changed, of a call or the one alone.
func idsArgs(params strictjson.Value, change func(arg strictjson.Value) strictjson.Value) strictjson.Value {
	return editPath(editGiven(params, "arg", change), change, "call", "args", "*")
}

// idsPolicy is the params with the policy changed, an empty one if there is none.
func idsPolicy(params strictjson.Value, change func(policy strictjson.Value) strictjson.Value) strictjson.Value {
	return editGiven(defaultMember(params, "policy", strictjson.Record()), "policy", change)
}
