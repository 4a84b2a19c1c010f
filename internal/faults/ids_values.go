package faults

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/strictjson"
)

// idsTexts are mistakes in the text of a scalar.
func idsTexts() []Fault {
	return []Fault{
		idsScalar("boolean-is-number", "IDS-015", "takes true for 1 and false for 0", func(v strictjson.Value) (string, bool) {
			if v.True() {
				return "1", true
			}
			return "0", v.Kind() == strictjson.Bool
		}),
		idsScalar("null-is-nil", "IDS-015", "takes null for the text nil", func(v strictjson.Value) (string, bool) { return "nil", v.IsNull() }),
		idsScalar("numbers-are-no-ids", "IDS-016", "judges text alone", func(v strictjson.Value) (string, bool) { return "", v.Kind() == strictjson.Number }),
		idsScalar("integer-as-decimal", "IDS-016", "spells an integer with a fraction", func(v strictjson.Value) (string, bool) {
			return v.Literal() + ".0", v.Kind() == strictjson.Number && !strings.Contains(v.Literal(), ".")
		}),
		idsScalar("decimal-cut", "IDS-016", "cuts the fraction of a number off", func(v strictjson.Value) (string, bool) {
			whole, _, cut := strings.Cut(v.Literal(), ".")
			return whole, cut
		}),
		idsScalar("sign-dropped", "IDS-016", "drops the sign of a number", func(v strictjson.Value) (string, bool) {
			return strings.CutPrefix(v.Literal(), "-")
		}),
		idsTrim("trims-nothing", "leaves white space at the ends", func(s string) string { return s }),
		idsTrim("trims-ascii", "trims ASCII white space alone", func(s string) string { return strings.Trim(s, " \t\n\v\f\r") }),
		idsTrim("trims-as-go", "trims what Go calls white space, so no information separators", strings.TrimSpace),
		idsTrim("trims-as-javascript", "trims what JavaScript calls white space, so U+FEFF but not U+0085", func(s string) string {
			return strings.TrimFunc(s, func(r rune) bool { return r == '\ufeff' || r != '\u0085' && unicode.IsSpace(r) })
		}),
		idsTrim("trims-zero-width", "trims characters without a width, too", func(s string) string {
			return strings.TrimFunc(s, func(r rune) bool {
				return idsRight.IsSeparator(r) && idsRight.Trim(string(r)) == "" || unicode.Is(unicode.Cf, r)
			})
		}),
		idsTrim("trims-the-end", "trims the end alone", func(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }),
		idsFault("reports-untrimmed", "IDS-017", "reports a value with the white space around it", func(r *ids.Rules) {
			r.Trim = func(s string) string { return s }
			r.Shaped = func(p ids.Policy, s string, in ids.Slot) bool { return idsRight.Shaped(p, idsRight.Trim(s), in) }
			r.Whole = func(c *ids.Corpus, s string) bool { return idsRight.Whole(c, idsRight.Trim(s)) }
			r.Components = func(p ids.Policy, s string) []string { return idsRight.Components(p, idsRight.Trim(s)) }
		}),
	}
}

// idsRight are the right steps, for those that do most of it rightly.
var idsRight = ids.NewRules()

// idsScalar has another text for some scalars.
func idsScalar(name, breaks, says string, text func(strictjson.Value) (string, bool)) Fault {
	return idsFault(name, breaks, says, func(r *ids.Rules) {
		right := r.Text
		r.Text = func(v strictjson.Value) (string, bool) {
			if text, ok := text(v); ok {
				return text, true
			}
			return right(v)
		}
	})
}

func idsTrim(name, says string, trim func(string) string) Fault {
	return idsFault(name, "IDS-017", says, func(r *ids.Rules) { r.Trim = trim })
}

// idsContainers are mistakes in arrays and objects.
func idsContainers() []Fault {
	return []Fault{
		idsValue("containers-are-no-ids", "IDS-018", "judges no array or object", func(v strictjson.Value) strictjson.Value {
			if idsIsContainer(v) {
				return strictjson.Value{}
			}
			return v
		}),
		idsValue("objects-are-no-ids", "IDS-018", "judges no object", idsObjects(func(strictjson.Value) strictjson.Value { return strictjson.Value{} })),
		idsValue("one-level", "IDS-018", "judges no array or object within another", func(v strictjson.Value) strictjson.Value {
			return idsWithin(v, func(e strictjson.Value) strictjson.Value {
				if idsIsContainer(e) {
					return strictjson.Value{}
				}
				return e
			})
		}),
		idsValue("eight-levels", "IDS-018", "judges nothing more than eight levels deep", func(v strictjson.Value) strictjson.Value { return idsPruned(v, 8) }),
		idsValue("member-names-judged", "IDS-018", "judges the names of members, too", idsObjects(func(v strictjson.Value) strictjson.Value {
			var out []strictjson.Value
			for _, m := range v.Members() {
				out = append(out, strictjson.Text(m.Name), m.Value)
			}
			return strictjson.List(out...)
		})),
		idsVerdict("member-names-are-slots", "IDS-018", "judges the members of an object under their own names", func(arg, v strictjson.Value, ask idsAsk) strictjson.Value {
			value := get(arg, "value")
			if value.Kind() != strictjson.Object {
				return v
			}
			var answers []strictjson.Value
			for _, m := range value.Members() {
				answers = append(answers, ask(setMember(setMember(arg, "name", strictjson.Text(m.Name)), "value", m.Value)))
			}
			return idsStance(idsJoined(v, answers))
		}),
		idsValue("container-as-text", "IDS-018", "judges the JSON of an array or object as one text", func(v strictjson.Value) strictjson.Value {
			if idsIsContainer(v) {
				return idsToText(v)
			}
			return v
		}),
		idsValue("members-sorted", "IDS-019", "visits the members of an object by name", idsObjects(func(v strictjson.Value) strictjson.Value {
			return strictjson.Record(slices.SortedStableFunc(slices.Values(v.Members()), func(a, b strictjson.Member) int {
				return cmp.Compare(a.Name, b.Name)
			})...)
		})),
		idsValue("numeric-names-first", "IDS-019", "visits members with numbers for names first, as JavaScript does", idsObjects(func(v strictjson.Value) strictjson.Value {
			index := func(m strictjson.Member) uint64 {
				n, err := strconv.ParseUint(m.Name, 10, 31)
				if err != nil {
					return 1 << 32
				}
				return n
			}
			return strictjson.Record(slices.SortedStableFunc(slices.Values(v.Members()), func(a, b strictjson.Member) int {
				return cmp.Compare(index(a), index(b))
			})...)
		})),
		idsValue("level-by-level", "IDS-019", "visits leaves level by level", func(v strictjson.Value) strictjson.Value {
			if !idsIsContainer(v) {
				return v
			}
			var out []strictjson.Value
			for level := []strictjson.Value{v}; len(level) > 0; {
				var next []strictjson.Value
				for _, c := range level {
					for _, e := range c.Elements() {
						if idsIsContainer(e) {
							next = append(next, e)
						} else {
							out = append(out, e)
						}
					}
				}
				level = next
			}
			return strictjson.List(out...)
		}),
		idsValue("last-first", "IDS-019", "visits leaves from a stack, so the last first", func(v strictjson.Value) strictjson.Value {
			leaves := idsLeaves(v)
			slices.Reverse(leaves)
			if !idsIsContainer(v) {
				return v
			}
			return strictjson.List(leaves...)
		}),
		idsLeafwise("any-leaf-supported", "IDS-020", "takes a container for SUPPORTED when a leaf is, though another is not", func(v strictjson.Value, leaves []strictjson.Value) strictjson.Value {
			if idsHasStance(strictjson.List(leaves...), "SUPPORTED") {
				return setMember(v, "stance", strictjson.Text("SUPPORTED"))
			}
			return v
		}),
		idsLeafwise("any-leaf-abstains", "IDS-020", "abstains on a container with a leaf that is no id", func(v strictjson.Value, leaves []strictjson.Value) strictjson.Value {
			if idsHasStance(strictjson.List(leaves...), "ABSTAIN") {
				return idsAbstain(v)
			}
			return v
		}),
		idsLeafwise("empty-container-supported", "IDS-020", "takes an empty container for SUPPORTED", func(v strictjson.Value, leaves []strictjson.Value) strictjson.Value {
			if len(leaves) == 0 {
				return setMember(v, "stance", strictjson.Text("SUPPORTED"))
			}
			return v
		}),
		idsValue("first-leaf-alone", "IDS-020", "judges a container by its first leaf", func(v strictjson.Value) strictjson.Value {
			if leaves := idsLeaves(v); len(leaves) > 0 {
				return leaves[0]
			}
			return v
		}),
		idsLeafwise("leaves-once", "IDS-021", "reports once what several leaves have in common", func(v strictjson.Value, _ []strictjson.Value) strictjson.Value {
			return editGiven(editGiven(v, "components_checked", idsOnce), "components_unmatched", idsOnce)
		}),
		idsLeafwise("stops-at-minted-leaf", "IDS-021", "stops at the first minted leaf", func(v strictjson.Value, leaves []strictjson.Value) strictjson.Value {
			i := slices.IndexFunc(leaves, func(l strictjson.Value) bool { return get(l, "stance").Str() == "UNSUPPORTED" })
			if i < 0 {
				return v
			}
			return idsJoined(v, leaves[:i+1])
		}),
		idsLeafwise("sources-of-supported-leaves", "IDS-021", "names the sources of SUPPORTED leaves alone", func(v strictjson.Value, leaves []strictjson.Value) strictjson.Value {
			supported := slices.DeleteFunc(leaves, func(l strictjson.Value) bool { return get(l, "stance").Str() != "SUPPORTED" })
			return setMember(v, "matched_in", get(idsJoined(v, supported), "matched_in"))
		}),
		idsLeafwise("sources-of-last-leaf", "IDS-021", "names the sources of the last leaf alone", func(v strictjson.Value, leaves []strictjson.Value) strictjson.Value {
			if len(leaves) == 0 {
				return v
			}
			return setMember(v, "matched_in", get(leaves[len(leaves)-1], "matched_in"))
		}),
	}
}

// idsValue judges what change makes of every argument's value.
func idsValue(name, breaks, says string, change func(strictjson.Value) strictjson.Value) Fault {
	return idsBefore(name, breaks, says, func(p strictjson.Value) strictjson.Value {
		return idsArgs(p, func(a strictjson.Value) strictjson.Value { return editGiven(a, "value", change) })
	})
}

// idsLeafwise changes the verdict on an array or object, by those on its leaves.
func idsLeafwise(name, breaks, says string, change func(verdict strictjson.Value, leaves []strictjson.Value) strictjson.Value) Fault {
	return idsVerdict(name, breaks, says, func(arg, v strictjson.Value, ask idsAsk) strictjson.Value {
		value := get(arg, "value")
		if !idsIsContainer(value) {
			return v
		}
		var leaves []strictjson.Value
		for _, l := range idsLeaves(value) {
			leaves = append(leaves, ask(setMember(arg, "value", l)))
		}
		return change(v, leaves)
	})
}

// idsJoined is the verdict v with the lists of the answers, one after the other.
func idsJoined(v strictjson.Value, answers []strictjson.Value) strictjson.Value {
	for _, name := range []string{"components_checked", "components_unmatched", "matched_in"} {
		var all []strictjson.Value
		for _, a := range answers {
			all = append(all, get(a, name).Items()...)
		}
		v = setMember(v, name, strictjson.List(all...))
	}
	return editGiven(v, "matched_in", func(s strictjson.Value) strictjson.Value { return idsSorted(idsOnce(s)) })
}

// idsStance is the verdict v with the stance that its lists call for.
func idsStance(v strictjson.Value) strictjson.Value {
	stance := "SUPPORTED"
	switch {
	case get(v, "components_checked").Len() == 0:
		return idsAbstain(v)
	case get(v, "components_unmatched").Len() > 0:
		stance = "UNSUPPORTED"
	}
	return setMember(setMember(v, "stance", strictjson.Text(stance)), "id_shaped", strictjson.Boolean(true))
}

func idsAbstain(v strictjson.Value) strictjson.Value {
	return setMember(setMember(idsJoined(v, nil), "stance", strictjson.Text("ABSTAIN")), "id_shaped", strictjson.Boolean(false))
}

func idsIsContainer(v strictjson.Value) bool {
	return v.Kind() == strictjson.Array || v.Kind() == strictjson.Object
}

// idsLeaves are the scalars within v.
func idsLeaves(v strictjson.Value) []strictjson.Value {
	if !idsIsContainer(v) {
		return []strictjson.Value{v}
	}
	var out []strictjson.Value
	for _, e := range v.Elements() {
		out = append(out, idsLeaves(e)...)
	}
	return out
}

// idsWithin is v with what stands right in it changed.
func idsWithin(v strictjson.Value, change func(strictjson.Value) strictjson.Value) strictjson.Value {
	switch v.Kind() {
	case strictjson.Array:
		return editElements(v, change)
	case strictjson.Object:
		for _, m := range v.Members() {
			v = setMember(v, m.Name, change(m.Value))
		}
	}
	return v
}

// idsPruned is v without what is deeper than that.
func idsPruned(v strictjson.Value, depth int) strictjson.Value {
	if depth == 0 && idsIsContainer(v) {
		return strictjson.Value{}
	}
	return idsWithin(v, func(e strictjson.Value) strictjson.Value { return idsPruned(e, depth-1) })
}

// idsObjects changes every object in a value, from within.
func idsObjects(change func(strictjson.Value) strictjson.Value) func(strictjson.Value) strictjson.Value {
	var all func(v strictjson.Value) strictjson.Value
	all = func(v strictjson.Value) strictjson.Value {
		v = idsWithin(v, all)
		if v.Kind() == strictjson.Object {
			return change(v)
		}
		return v
	}
	return all
}
