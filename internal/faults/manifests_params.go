package faults

import (
	"encoding/base64"
	"strings"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// paramFaults are mistakes in reading the params of a request.
func paramFaults() []Fault {
	return []Fault{
		slip("base64-without-padding", "takes base64 without its padding", "MAN-001", encodings(func(s string) string {
			return s + strings.Repeat("=", (4-len(s)%4)%4)
		})),
		slip("base64-of-both-alphabets", "takes base64url where base64 is asked", "MAN-001", encodings(func(s string) string {
			return strings.NewReplacer("-", "+", "_", "/").Replace(s)
		})),
		slip("base64-over-lines", "skips line breaks and spaces in base64", "MAN-001", encodings(withoutSpace)),
		slip("base64-strict-about-spare-bits", "refuses base64 with spare bits", "MAN-001", encodings(func(s string) string {
			if _, err := base64.StdEncoding.Strict().DecodeString(s); err != nil {
				return "refused"
			}
			return s
		})),
		slip("text-before-base64", "reads text and never looks whether there is base64 too", "MAN-001", bytesParams(func(v strictjson.Value) strictjson.Value {
			if t, ok := v.Get("text"); ok && !t.IsNull() {
				return dropMember(v, "base64")
			}
			return v
		})),
		slip("null-is-a-value", "takes null for a value of an optional param", "MAN-001", anyParams(func(p strictjson.Value) bool {
			return hasNull(p) || hasNull(bytesMember(p, "document")) || hasNull(bytesMember(p, "payload"))
		})),
		slip("unknown-params-refused", "refuses params that it does not know", "MAN-001", func(ops map[string]reference.Operation) {
			for op, known := range manifestsParams {
				refusesParams(op, reference.InvalidParams, func(p strictjson.Value) bool {
					return keepMembers(p, func(m strictjson.Member) bool { return !strings.Contains(known, m.Name+" ") }).Len() > 0
				})(ops)
			}
		}),
		slip("bare-text-for-bytes", "takes a bare text where bytes are asked", "MAN-001", bytesParams(func(v strictjson.Value) strictjson.Value {
			if v.Kind() == strictjson.String {
				return strictjson.Record(strictjson.Member{Name: "text", Value: v})
			}
			return v
		})),
		slip("missing-keys-are-none", "verifies without keys as with an empty set", "MAN-001", asks("verify_signature", func(p strictjson.Value) strictjson.Value {
			return defaultMember(p, "keys", strictjson.Record(strictjson.Member{Name: "keys", Value: strictjson.List()}))
		})),
		slip("keys-without-set", "takes a bare list of keys for a JWKS", "MAN-001", keySets(func(v strictjson.Value) strictjson.Value {
			if v.Kind() == strictjson.Array {
				return strictjson.Record(strictjson.Member{Name: "keys", Value: v})
			}
			return v
		})),
		slip("card-unauthenticated-by-default", "takes a missing agent_card_authenticated for false", "MAN-001", asks("assess", func(p strictjson.Value) strictjson.Value {
			return defaultMember(p, "agent_card_authenticated", strictjson.Boolean(false))
		})),
		slip("truthy-authentication", "takes whatever is not empty for an authenticated card", "MAN-001", asks("assess", func(p strictjson.Value) strictjson.Value {
			return editMember(p, "agent_card_authenticated", truth)
		})),
	}
}

// manifestsParams are the params of the operations that have optional ones, or
// are asked with unknown ones; a space follows each.
var manifestsParams = map[string]string{
	"validate":         "document ",
	"verify_signature": "document keys ",
	"assess":           "document keys capsule report report_signature report_keys accepted_suites agent_card_authenticated expected_version ",
	"telemetry":        "record owner_consent ",
}

// truth is what a language makes of a value where it wants true or false.
func truth(v strictjson.Value) strictjson.Value {
	switch v.Kind() {
	case strictjson.Null:
		return strictjson.Boolean(false)
	case strictjson.Bool:
		return v
	case strictjson.Number:
		return strictjson.Boolean(v.Literal() != "0")
	case strictjson.String:
		return strictjson.Boolean(v.Str() != "")
	}
	return strictjson.Boolean(true)
}

// hasNull reports whether an object has a member that is null.
func hasNull(v strictjson.Value) bool {
	return keepMembers(v, func(m strictjson.Member) bool { return m.Value.IsNull() }).Len() > 0
}

func bytesMember(p strictjson.Value, name string) strictjson.Value {
	v := get(p, name)
	return v
}

// anyParams has params refused for which odd holds, in all operations whose
// params are not themselves any JSON value.
func anyParams(odd func(strictjson.Value) bool) change {
	return func(ops map[string]reference.Operation) {
		for op := range manifestsParams {
			if op != "telemetry" {
				refusesParams(op, reference.InvalidParams, odd)(ops)
			}
		}
		refusesParams("telemetry", reference.InvalidParams, func(p strictjson.Value) bool { return hasNull(dropMember(p, "record")) })(ops)
	}
}

// bytesParams has every bytes param edited.
func bytesParams(edit func(strictjson.Value) strictjson.Value) change {
	return func(ops map[string]reference.Operation) {
		for _, op := range append([]string{"canonicalize"}, append(oneDocument, manyDocuments...)...) {
			asks(op, func(p strictjson.Value) strictjson.Value {
				for _, name := range []string{"document", "payload", "capsule", "report"} {
					p = editMember(p, name, edit)
				}
				return editPath(p, edit, "pinned", "*")
			})(ops)
		}
	}
}

// encodings has the base64 of every bytes param edited.
func encodings(edit func(string) string) change {
	return bytesParams(func(v strictjson.Value) strictjson.Value {
		return editMember(v, "base64", func(s strictjson.Value) strictjson.Value {
			if s.Kind() != strictjson.String {
				return s
			}
			return strictjson.Text(edit(s.Str()))
		})
	})
}

// keySets has every JWKS among the params edited.
func keySets(edit func(strictjson.Value) strictjson.Value) change {
	return func(ops map[string]reference.Operation) {
		for _, op := range []string{"verify_signature", "assess"} {
			asks(op, func(p strictjson.Value) strictjson.Value {
				return editMember(editMember(p, "keys", edit), "report_keys", edit)
			})(ops)
		}
	}
}

func withoutSpace(s string) string {
	return strings.NewReplacer("\n", "", "\r", "", " ", "", "\t", "").Replace(s)
}

// documentLonger reports whether a document has more bytes, spaces counted.
func documentLonger(most int) func(*manifests.Manifest, []byte) bool {
	return func(_ *manifests.Manifest, b []byte) bool { return len(b) > most }
}
