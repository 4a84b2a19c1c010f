package faults

import (
	"slices"
	"strconv"
	"strings"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/strictjson"
)

// idsParams are mistakes in reading a request.
func idsParams() []Fault {
	return []Fault{
		idsBefore("null-value-is-missing", "IDS-001", "refuses an argument whose value is null", func(p strictjson.Value) strictjson.Value {
			return idsArgs(p, func(a strictjson.Value) strictjson.Value {
				if get(a, "value").IsNull() {
					return dropMember(a, "value")
				}
				return a
			})
		}),
		idsBefore("missing-value-is-null", "IDS-001", "takes an argument without a value for one with null", func(p strictjson.Value) strictjson.Value {
			return idsArgs(p, func(a strictjson.Value) strictjson.Value { return defaultMember(a, "value", strictjson.Value{}) })
		}),
		idsBefore("missing-tool-name-is-empty", "IDS-001", "takes a call without tool_name", func(p strictjson.Value) strictjson.Value {
			return editGiven(p, "call", func(c strictjson.Value) strictjson.Value { return defaultMember(c, "tool_name", strictjson.Text("")) })
		}),
		idsBefore("tool-name-of-any-type", "IDS-001", "never reads tool_name, so that it may be a number", func(p strictjson.Value) strictjson.Value {
			return editGiven(p, "call", func(c strictjson.Value) strictjson.Value {
				return editGiven(c, "tool_name", func(strictjson.Value) strictjson.Value { return strictjson.Text("") })
			})
		}),
		idsBefore("missing-args-are-none", "IDS-001", "takes a call without args for one with no arguments", func(p strictjson.Value) strictjson.Value {
			return editGiven(p, "call", func(c strictjson.Value) strictjson.Value { return defaultMember(c, "args", strictjson.List()) })
		}),
		idsBefore("missing-prior-is-empty", "IDS-001", "takes a request without prior for one with no blobs", func(p strictjson.Value) strictjson.Value {
			return defaultMember(p, "prior", strictjson.Record(strictjson.Member{Name: "blobs", Value: strictjson.List()}))
		}),
		idsBefore("missing-blobs-are-none", "IDS-001", "takes a prior without blobs for one with none", func(p strictjson.Value) strictjson.Value {
			return editGiven(p, "prior", func(c strictjson.Value) strictjson.Value { return defaultMember(c, "blobs", strictjson.List()) })
		}),
		idsBefore("missing-text-is-empty", "IDS-001", "takes a blob without text for an empty one", func(p strictjson.Value) strictjson.Value {
			return idsBlobs(p, func(b strictjson.Value) strictjson.Value { return defaultMember(b, "text", strictjson.Text("")) })
		}),
		idsBefore("text-of-any-type", "IDS-001", "takes the JSON of a blob's text that is an object or a number", func(p strictjson.Value) strictjson.Value {
			return idsBlobs(p, func(b strictjson.Value) strictjson.Value { return editGiven(b, "text", idsToText) })
		}),
		idsBefore("name-of-any-type", "IDS-001", "takes a number for an argument's name", func(p strictjson.Value) strictjson.Value {
			return idsArgs(p, func(a strictjson.Value) strictjson.Value { return editGiven(a, "name", idsToText) })
		}),
		idsBefore("blob-may-be-text", "IDS-001", "takes a blob that is text alone for a tool's result", func(p strictjson.Value) strictjson.Value {
			return idsBlobs(p, func(b strictjson.Value) strictjson.Value {
				if b.Kind() != strictjson.String {
					return b
				}
				return strictjson.Record(strictjson.Member{Name: "text", Value: b}, strictjson.Member{Name: "source", Value: strictjson.Text("TOOL_RESULT")})
			})
		}),
		idsBefore("flags-by-truth", "IDS-001", "takes text and numbers for flags, by whether they count as true", func(p strictjson.Value) strictjson.Value {
			return idsFlags(p, func(v strictjson.Value) strictjson.Value {
				return strictjson.Boolean(v.True() || v.Str() != "" || v.Kind() == strictjson.Number && v.Literal() != "0")
			})
		}),
		idsBefore("policy-of-any-type", "IDS-001", "takes a policy that is no object for the default one", func(p strictjson.Value) strictjson.Value {
			return editGiven(p, "policy", func(v strictjson.Value) strictjson.Value {
				if v.Kind() != strictjson.Object {
					return strictjson.Record()
				}
				return v
			})
		}),
		idsMin("min-text-is-number", "IDS-002", "takes the text of a number for min_component_len", func(v strictjson.Value) strictjson.Value {
			if n, err := strconv.ParseInt(v.Str(), 10, 64); err == nil {
				return strictjson.Integer(n)
			}
			return v
		}),
		idsMin("min-fraction-cut", "IDS-002", "cuts the fraction of min_component_len off", func(v strictjson.Value) strictjson.Value {
			if whole, _, ok := strings.Cut(v.Literal(), "."); ok {
				return idsParse(whole)
			}
			return v
		}),
		idsMin("min-boolean-is-number", "IDS-002", "takes true for 1 and false for 0 in min_component_len, as Python does", func(v strictjson.Value) strictjson.Value {
			if v.True() {
				return strictjson.Integer(1)
			}
			return v
		}),
		idsBefore("mutating-by-default-false", "IDS-003", "takes a call that does not say for one that reads", func(p strictjson.Value) strictjson.Value {
			return editGiven(p, "call", func(c strictjson.Value) strictjson.Value {
				return defaultMember(c, "is_mutating", strictjson.Boolean(false))
			})
		}),
		idsBefore("reference-by-default-false", "IDS-003", "takes an argument that does not say for no reference", func(p strictjson.Value) strictjson.Value {
			return idsArgs(p, func(a strictjson.Value) strictjson.Value {
				return defaultMember(a, "is_reference", strictjson.Boolean(false))
			})
		}),
		idsBefore("null-flag-is-false", "IDS-003", "takes a null flag for false rather than for absent", func(p strictjson.Value) strictjson.Value {
			null := func(v strictjson.Value, name string) strictjson.Value {
				if m, ok := v.Get(name); ok && m.IsNull() {
					return setMember(v, name, strictjson.Boolean(false))
				}
				return v
			}
			p = idsArgs(p, func(a strictjson.Value) strictjson.Value { return null(a, "is_reference") })
			return editGiven(p, "call", func(c strictjson.Value) strictjson.Value { return null(c, "is_mutating") })
		}),
		idsRefuses("null-flag-refused", "IDS-003", "refuses a null flag", func(p strictjson.Value) bool {
			c, ok := get(p, "call").Get("is_mutating")
			a, ok2 := get(p, "arg").Get("is_reference")
			return ok && c.IsNull() || ok2 && a.IsNull()
		}),
		idsRefuses("null-policy-refused", "IDS-003", "refuses a null policy", func(p strictjson.Value) bool {
			v, ok := p.Get("policy")
			return ok && v.IsNull()
		}),
		idsBefore("min-by-default-3", "IDS-003", "has 3 for the least length by default", func(p strictjson.Value) strictjson.Value {
			return idsPolicy(p, func(v strictjson.Value) strictjson.Value {
				return defaultMember(v, "min_component_len", strictjson.Integer(3))
			})
		}),
		idsBefore("sensitive-by-default", "IDS-003", "lets case count by default", func(p strictjson.Value) strictjson.Value {
			return idsPolicy(p, func(v strictjson.Value) strictjson.Value {
				return defaultMember(v, "case_sensitive", strictjson.Boolean(true))
			})
		}),
		idsRefuses("unknown-refused", "IDS-004", "refuses a request with a member that it does not know", func(p strictjson.Value) bool {
			return idsUnknown(p, "call", "arg", "prior", "policy")
		}),
		idsRefuses("unknown-refused-inside", "IDS-004", "refuses an argument or policy with a member that it does not know", func(p strictjson.Value) bool {
			return idsUnknown(get(p, "arg"), "name", "value", "is_reference") || idsUnknown(get(p, "policy"), "min_component_len", "case_sensitive") ||
				idsUnknown(get(p, "call"), "tool_name", "args", "is_mutating")
		}),
		idsSource("source-of-any-case", "takes a source in lower case", strings.ToUpper),
		idsSource("source-trimmed", "takes a source with white space around it", strings.TrimSpace),
		idsSource("source-of-the-model", "takes what the model wrote for evidence", func(s string) string {
			if s == "AGENT_AUTHORED" {
				return "TASK_TEXT"
			}
			return s
		}),
		idsBefore("unknown-source-skipped", "IDS-005", "skips a blob whose source it does not know", func(p strictjson.Value) strictjson.Value {
			return editGiven(p, "prior", func(prior strictjson.Value) strictjson.Value {
				return editGiven(prior, "blobs", func(blobs strictjson.Value) strictjson.Value {
					if blobs.Kind() != strictjson.Array {
						return blobs
					}
					return strictjson.List(slices.DeleteFunc(blobs.Items(), func(b strictjson.Value) bool {
						s := get(b, "source")
						return s.Kind() == strictjson.String && s.Str() != "TOOL_RESULT" && s.Str() != "TASK_TEXT"
					})...)
				})
			})
		}),
		idsMin("min-raised-to-1", "IDS-006", "takes a least length below 1 for 1", func(v strictjson.Value) strictjson.Value {
			if n, ok := v.Int(); ok && n < 1 {
				return strictjson.Integer(1)
			}
			return v
		}),
		idsMin("min-0-is-default", "IDS-006", "takes a least length of 0 for none given", func(v strictjson.Value) strictjson.Value {
			if n, ok := v.Int(); ok && n == 0 {
				return strictjson.Value{}
			}
			return v
		}),
		idsMin("min-1-refused", "IDS-006", "asks for a least length of 2", func(v strictjson.Value) strictjson.Value {
			if n, ok := v.Int(); ok && n == 1 {
				return strictjson.Integer(0)
			}
			return v
		}),
		idsMin("min-in-32-bits", "IDS-006", "keeps the least length in 32 bits", func(v strictjson.Value) strictjson.Value {
			if n, ok := v.Int(); ok {
				return strictjson.Integer(int64(int32(n)))
			}
			return v
		}),
		idsAround("read-call-unread", "IDS-007", "answers a read call before it has read the rest", func(p strictjson.Value, right reference.Operation) (strictjson.Value, error) {
			if m := get(get(p, "call"), "is_mutating"); m.Kind() == strictjson.Bool && !m.True() {
				return right(idsParse(`{"call": {"tool_name": "", "args": [], "is_mutating": false}, "prior": {"blobs": []}}`))
			}
			return right(p)
		}),
		idsBefore("empty-corpus-unread", "IDS-007", "does not read the arguments' values beside an empty corpus", func(p strictjson.Value) strictjson.Value {
			if b := get(get(p, "prior"), "blobs"); b.Kind() != strictjson.Array || b.Len() > 0 {
				return p
			}
			return editGiven(p, "call", func(c strictjson.Value) strictjson.Value {
				return editGiven(c, "args", func(args strictjson.Value) strictjson.Value {
					return editElements(args, func(a strictjson.Value) strictjson.Value { return defaultMember(a, "value", strictjson.Value{}) })
				})
			})
		}),
		idsBefore("own-key-policy-unread", "IDS-007", "does not read the policy for an own-key slot", func(p strictjson.Value) strictjson.Value {
			if r := get(get(p, "arg"), "is_reference"); r.Kind() == strictjson.Bool && !r.True() {
				return dropMember(p, "policy")
			}
			return p
		}),
	}
}

// idsMin is a mistake in reading min_component_len, where it is not null.
func idsMin(name, breaks, says string, change func(strictjson.Value) strictjson.Value) Fault {
	return idsBefore(name, breaks, says, func(p strictjson.Value) strictjson.Value {
		return editGiven(p, "policy", func(v strictjson.Value) strictjson.Value { return editGiven(v, "min_component_len", change) })
	})
}

// idsSource takes the names of sources for what change makes of them.
func idsSource(name, says string, change func(string) string) Fault {
	return idsFault(name, "IDS-005", says, func(r *ids.Rules) {
		right := r.Source
		r.Source = func(name string) ids.Sources { return right(change(name)) }
	})
}

// idsRefuses refuses good params without need.
func idsRefuses(name, breaks, says string, refuse func(strictjson.Value) bool) Fault {
	return idsAround(name, breaks, says, func(p strictjson.Value, right reference.Operation) (strictjson.Value, error) {
		if refuse(p) {
			return strictjson.Value{}, reference.Reject(reference.InvalidParams, "refused without need")
		}
		return right(p)
	})
}

// idsFlags is the params with every flag changed that is not null.
func idsFlags(p strictjson.Value, change func(strictjson.Value) strictjson.Value) strictjson.Value {
	p = idsArgs(p, func(a strictjson.Value) strictjson.Value { return editGiven(a, "is_reference", change) })
	p = editGiven(p, "call", func(c strictjson.Value) strictjson.Value { return editGiven(c, "is_mutating", change) })
	return editGiven(p, "policy", func(v strictjson.Value) strictjson.Value { return editGiven(v, "case_sensitive", change) })
}

// idsUnknown reports whether an object has a member of another name.
func idsUnknown(v strictjson.Value, names ...string) bool {
	return slices.ContainsFunc(v.Members(), func(m strictjson.Member) bool { return !slices.Contains(names, m.Name) })
}

// idsToText is v, which is not null, as text.
func idsToText(v strictjson.Value) strictjson.Value {
	if v.Kind() == strictjson.String {
		return v
	}
	return strictjson.Text(v.String())
}

func idsParse(text string) strictjson.Value {
	v, err := strictjson.Parse([]byte(text), strictjson.Limits{})
	if err != nil {
		panic(err)
	}
	return v
}
