package faults

import (
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/strictjson"
)

// idsCalls are mistakes in the guards of a call and in what is said of it.
func idsCalls() []Fault {
	return []Fault{
		idsBefore("read-call-checked", "IDS-008", "checks a call that only reads", func(p strictjson.Value) strictjson.Value {
			return idsFlag(p, "is_mutating", true)
		}),
		idsAround("read-call-abstains", "IDS-008", "lists the arguments of a call that only reads as ABSTAIN", func(p strictjson.Value, right reference.Operation) (strictjson.Value, error) {
			if m := get(get(p, "call"), "is_mutating"); m.Kind() != strictjson.Bool || m.True() {
				return right(p)
			}
			if result, err := right(p); err != nil {
				return result, err
			}
			return right(setMember(idsFlag(p, "is_mutating", true), "prior", idsParse(`{"blobs": []}`)))
		}),
		idsFault("empty-corpus-checked", "IDS-009", "checks a call before which nothing was said", func(r *ids.Rules) {
			r.Unseen = func([]ids.Blob) bool { return false }
		}),
		idsFault("empty-text-is-no-corpus", "IDS-009", "does not count blobs of empty text", func(r *ids.Rules) {
			r.Unseen = func(blobs []ids.Blob) bool {
				return !slices.ContainsFunc(blobs, func(b ids.Blob) bool { return b.Text != "" })
			}
		}),
		idsAfter("empty-corpus-lists-none", "IDS-009", "lists no arguments where nothing was said before", func(p, result strictjson.Value) strictjson.Value {
			if get(get(p, "prior"), "blobs").Len() > 0 {
				return result
			}
			return editGiven(result, "args", func(strictjson.Value) strictjson.Value { return strictjson.List() })
		}),
		idsAfter("empty-corpus-forgets-own-key", "IDS-009", "calls every argument a reference where nothing was said before", func(p, result strictjson.Value) strictjson.Value {
			if get(get(p, "prior"), "blobs").Len() > 0 {
				return result
			}
			return editGiven(result, "args", func(args strictjson.Value) strictjson.Value {
				return editElements(args, func(v strictjson.Value) strictjson.Value {
					return setMember(v, "is_reference", strictjson.Boolean(true))
				})
			})
		}),
		idsAfter("minted-named-once", "IDS-010", "names each minted argument once", func(_, result strictjson.Value) strictjson.Value {
			return editGiven(result, "unsupported", idsOnce)
		}),
		idsAfter("minted-names-sorted", "IDS-010", "sorts the names of minted arguments", func(_, result strictjson.Value) strictjson.Value {
			return editGiven(result, "unsupported", idsSorted)
		}),
		idsAfter("one-resolved-is-believed", "IDS-010", "believes a call of which one argument is resolved", func(_, result strictjson.Value) strictjson.Value {
			return editGiven(result, "believe", func(believe strictjson.Value) strictjson.Value {
				return strictjson.Boolean(believe.True() || idsHasStance(get(result, "args"), "SUPPORTED"))
			})
		}),
		idsAfter("unsure-is-not-believed", "IDS-010", "believes only a call of which no argument is ABSTAIN", func(_, result strictjson.Value) strictjson.Value {
			return editGiven(result, "believe", func(believe strictjson.Value) strictjson.Value {
				return strictjson.Boolean(believe.True() && !idsHasStance(get(result, "args"), "ABSTAIN"))
			})
		}),
		idsAfter("stops-at-minted-argument", "IDS-010", "stops at the first minted argument", func(_, result strictjson.Value) strictjson.Value {
			args := get(result, "args").Items()
			i := slices.IndexFunc(args, func(v strictjson.Value) bool { return get(v, "stance").Str() == "UNSUPPORTED" })
			if i < 0 || get(result, "unsupported").IsNull() {
				return result
			}
			result = setMember(result, "args", strictjson.List(args[:i+1]...))
			return setMember(result, "unsupported", strictjson.List(get(args[i], "arg_name")))
		}),
		idsAround("arguments-by-name", "IDS-010", "keeps the arguments by name, so that the last of a name counts", func(p strictjson.Value, right reference.Operation) (strictjson.Value, error) {
			result, err := right(p)
			if err != nil || get(p, "call").IsNull() {
				return result, err
			}
			return right(editGiven(p, "call", func(c strictjson.Value) strictjson.Value {
				return editGiven(c, "args", func(args strictjson.Value) strictjson.Value {
					last := map[string]strictjson.Value{}
					for _, a := range args.Elements() {
						last[get(a, "name").Str()] = a
					}
					return editElements(args, func(a strictjson.Value) strictjson.Value { return last[get(a, "name").Str()] })
				})
			}))
		}),
		idsBefore("arguments-are-evidence", "IDS-010", "takes the arguments of the call itself for evidence", func(p strictjson.Value) strictjson.Value {
			return idsEvidence(p, get(get(p, "call"), "args").String())
		}),
		idsBefore("guesses-reads", "IDS-011", "takes a call of a tool named get_… for one that reads", func(p strictjson.Value) strictjson.Value {
			if strings.HasPrefix(get(get(p, "call"), "tool_name").Str(), "get_") {
				return idsFlag(p, "is_mutating", false)
			}
			return p
		}),
		idsBefore("guesses-writes", "IDS-011", "checks any call of a tool named update or delete", func(p strictjson.Value) strictjson.Value {
			if name := get(get(p, "call"), "tool_name").Str(); strings.HasPrefix(name, "update") || strings.HasPrefix(name, "delete") {
				return idsFlag(p, "is_mutating", true)
			}
			return p
		}),
		idsBefore("tool-name-is-evidence", "IDS-011", "takes the tool's name for evidence", func(p strictjson.Value) strictjson.Value {
			return idsEvidence(p, get(get(p, "call"), "tool_name").Str())
		}),
		idsBefore("argument-guarded", "IDS-012", "abstains on an argument alone where nothing was said", func(p strictjson.Value) strictjson.Value {
			if b := get(get(p, "prior"), "blobs"); b.Kind() == strictjson.Array && b.Len() == 0 {
				return editGiven(p, "arg", func(a strictjson.Value) strictjson.Value { return editGiven(a, "value", idsNull) })
			}
			return p
		}),
		idsVerdict("name-folded", "IDS-013", "repeats an argument's name in lower case", func(_, v strictjson.Value, _ idsAsk) strictjson.Value {
			return editGiven(v, "arg_name", idsLower)
		}),
		idsVerdict("always-a-reference", "IDS-013", "says of an own key that it is a reference", func(_, v strictjson.Value, _ idsAsk) strictjson.Value {
			return setMember(v, "is_reference", strictjson.Boolean(true))
		}),
		idsVerdict("supported-alone-is-shaped", "IDS-013", "sets id_shaped only for what is SUPPORTED", func(_, v strictjson.Value, _ idsAsk) strictjson.Value {
			return setMember(v, "id_shaped", strictjson.Boolean(get(v, "stance").Str() == "SUPPORTED"))
		}),
		idsBefore("own-key-judged", "IDS-014", "judges the own key of a new record", func(p strictjson.Value) strictjson.Value {
			return idsFlag(p, "is_reference", true)
		}),
		idsBefore("own-key-container-judged", "IDS-014", "judges an array or object though it is an own key", func(p strictjson.Value) strictjson.Value {
			return idsArgs(p, func(a strictjson.Value) strictjson.Value {
				if get(a, "value").Len() > 0 && get(a, "is_reference").Kind() == strictjson.Bool {
					return setMember(a, "is_reference", strictjson.Boolean(true))
				}
				return a
			})
		}),
		idsBefore("own-key-is-evidence", "IDS-010", "takes the own key of a new record for evidence of what refers to it", func(p strictjson.Value) strictjson.Value {
			for _, a := range get(get(p, "call"), "args").Elements() {
				if r := get(a, "is_reference"); r.Kind() == strictjson.Bool && !r.True() {
					p = idsEvidence(p, get(a, "value").Str())
				}
			}
			return p
		}),
	}
}

// idsFlag is the params with a flag set of the call or of all arguments, where it
// is a boolean or absent.
func idsFlag(p strictjson.Value, name string, to bool) strictjson.Value {
	set := func(v strictjson.Value) strictjson.Value {
		if f := get(v, name); f.IsNull() || f.Kind() == strictjson.Bool {
			return setMember(v, name, strictjson.Boolean(to))
		}
		return v
	}
	if name == "is_reference" {
		return idsArgs(p, set)
	}
	return editGiven(p, "call", set)
}

// idsEvidence adds a blob to a call that has some.
func idsEvidence(p strictjson.Value, text string) strictjson.Value {
	if text == "" || get(p, "call").IsNull() {
		return p
	}
	return editGiven(p, "prior", func(prior strictjson.Value) strictjson.Value {
		return editGiven(prior, "blobs", func(blobs strictjson.Value) strictjson.Value {
			if blobs.Kind() != strictjson.Array || blobs.Len() == 0 {
				return blobs
			}
			blob := setMember(idsParse(`{"source": "TASK_TEXT"}`), "text", strictjson.Text(text))
			return strictjson.List(append(blobs.Items(), blob)...)
		})
	})
}

func idsHasStance(verdicts strictjson.Value, stance string) bool {
	return slices.ContainsFunc(verdicts.Items(), func(v strictjson.Value) bool { return get(v, "stance").Str() == stance })
}

// idsOnce is an array of texts without repeats.
func idsOnce(list strictjson.Value) strictjson.Value {
	var out []strictjson.Value
	for _, e := range list.Elements() {
		if !slices.ContainsFunc(out, e.Equal) {
			out = append(out, e)
		}
	}
	return strictjson.List(out...)
}

func idsSorted(list strictjson.Value) strictjson.Value {
	return strictjson.List(slices.SortedFunc(slices.Values(list.Items()), func(a, b strictjson.Value) int {
		return strings.Compare(a.Str(), b.Str())
	})...)
}

func idsLower(v strictjson.Value) strictjson.Value { return strictjson.Text(strings.ToLower(v.Str())) }

func idsNull(strictjson.Value) strictjson.Value { return strictjson.Value{} }
