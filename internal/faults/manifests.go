package faults

import (
	"bytes"
	"encoding/base64"
	"errors"
	"maps"
	"slices"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// manifestsFaults are the mistakes of the profile manifests.
func manifestsFaults() []Fault {
	return slices.Concat(
		paramFaults(), readerFaults(), memberFaults(), fieldFaults(), urlFaults(),
		identityFaults(), headerFaults(), keyFaults(), signatureFaults(),
		ladderFaults(), reportFaults(), sessionFaults(), cardFaults(),
		wrapFaults(), unwrapFaults(), labelFaults(), recordFaults(), telemetryFaults(),
		canonicalFaults(), canonicalReaderFaults(),
	)
}

// slip is a mistake of manifests: what it changes in the reference.
func slip(name, says, breaks string, changes ...change) Fault {
	ops := maps.Clone(manifests.Profile.Operations)
	for _, c := range changes {
		c(ops)
	}
	return Fault{Name: name, Says: says, Breaks: breaks, Profile: manifests.Profile.Name, Operations: ops}
}

// change changes some of the operations of a subject. Where an operation is
// named, it is by what follows the dot.
type change func(ops map[string]reference.Operation)

// by has an operation replaced.
func by(op string, other reference.Operation) change {
	return func(ops map[string]reference.Operation) { ops["manifests."+op] = other }
}

// asks has the params of an operation edited before it reads them.
func asks(op string, edit func(strictjson.Value) strictjson.Value) change {
	return func(ops map[string]reference.Operation) {
		ops["manifests."+op] = before(edit)(ops["manifests."+op])
	}
}

// answers has whatever an operation answers edited.
func answers(op string, edit func(params, result strictjson.Value, err error) (strictjson.Value, error)) change {
	return func(ops map[string]reference.Operation) {
		right := ops["manifests."+op]
		ops["manifests."+op] = func(p strictjson.Value) (strictjson.Value, error) {
			result, err := right(p)
			return edit(p, result, err)
		}
	}
}

// results has the results of an operation edited, its refusals not.
func results(op string, edit func(params, result strictjson.Value) strictjson.Value) change {
	return func(ops map[string]reference.Operation) {
		ops["manifests."+op] = after(edit)(ops["manifests."+op])
	}
}

// forgives has an operation answer where it would refuse for that reason.
func forgives(op, code string, answer func(params strictjson.Value) strictjson.Value) change {
	return answers(op, func(p, result strictjson.Value, err error) (strictjson.Value, error) {
		if refusedAs(err) == code {
			return answer(p), nil
		}
		return result, err
	})
}

// refusesParams has an operation refuse good params.
func refusesParams(op, code string, refuse func(params strictjson.Value) bool) change {
	return answers(op, func(p, result strictjson.Value, err error) (strictjson.Value, error) {
		if err == nil && refuse(p) {
			return strictjson.Value{}, reference.Reject(code, "refused without need")
		}
		return result, err
	})
}

// refusedAs is the code of a refusal, else "".
func refusedAs(err error) string {
	if r := (*reference.Rejection)(nil); errors.As(err, &r) {
		return r.Code
	}
	return ""
}

var (
	oneDocument   = []string{"validate", "verify_signature", "assess", "wrap"}
	manyDocuments = []string{"resolve", "unwrap"}
)

// documents has every manifest's document edited before it is read.
func documents(edit func([]byte) []byte) change {
	return documentsOf(edit, slices.Concat(oneDocument, manyDocuments)...)
}

// documentsOf is documents for some operations.
func documentsOf(edit func([]byte) []byte, operations ...string) change {
	return func(ops map[string]reference.Operation) {
		for _, op := range operations {
			asks(op, func(p strictjson.Value) strictjson.Value {
				p = editMember(p, "document", func(v strictjson.Value) strictjson.Value { return editBytes(v, edit) })
				return editMember(p, "pinned", func(list strictjson.Value) strictjson.Value {
					return editElements(list, func(v strictjson.Value) strictjson.Value { return editBytes(v, edit) })
				})
			})(ops)
		}
	}
}

// objects has every manifest that is a JSON object edited before it is read,
// in an agent card too.
func objects(edit func(strictjson.Value) strictjson.Value) change {
	return func(ops map[string]reference.Operation) {
		documents(func(b []byte) []byte {
			v, err := strictjson.Parse(b, strictjson.Limits{Bytes: manifests.MaxDocument})
			if err != nil || v.Kind() != strictjson.Object {
				return b
			}
			if w := edit(v); !w.Equal(v) {
				return w.AppendTo(nil)
			}
			return b
		})(ops)
		asks("agent_card", func(p strictjson.Value) strictjson.Value {
			return editPath(p, edit, "card", "capabilities", "extensions", "*", "params", "sourceManifest")
		})(ops)
	}
}

// values has every text in a manifest edited before it is looked at.
func values(edit func(name, value string) string) change {
	return objects(func(v strictjson.Value) strictjson.Value {
		return editMembers(v, func(name string, v strictjson.Value) strictjson.Value {
			if v.Kind() != strictjson.String {
				return v
			}
			return strictjson.Text(edit(name, v.Str()))
		})
	})
}

// refuses has every manifest refused that is right and odd.
func refuses(odd func(m *manifests.Manifest, document []byte) bool) change {
	spoil := []byte("refused")
	return func(ops map[string]reference.Operation) {
		documents(func(b []byte) []byte {
			if m, err := manifests.Parse(b); err == nil && odd(m, b) {
				return spoil
			}
			return b
		})(ops)
		answers("agent_card", func(p, result strictjson.Value, err error) (strictjson.Value, error) {
			card := get(p, "card")
			if m, bad := manifests.FromCard(card); bad == nil && odd(m, nil) {
				return strictjson.Value{}, reference.Reject(manifests.InvalidManifest, "refused without need")
			}
			return result, err
		})(ops)
	}
}

// bytesOf is what a bytes param holds; ok is false when it is none.
func bytesOf(v strictjson.Value) (b []byte, ok bool) {
	p := reference.Read(strictjson.Record(strictjson.Member{Name: "b", Value: v}))
	b = p.Bytes("b")
	return b, p.Err() == nil
}

// bytesIn is what the member of params of that name holds, nil when it is no bytes.
func bytesIn(p strictjson.Value, name string) []byte {
	v := get(p, name)
	b, _ := bytesOf(v)
	return b
}

// editBytes edits what a bytes param holds.
func editBytes(v strictjson.Value, edit func([]byte) []byte) strictjson.Value {
	before, ok := bytesOf(v)
	if !ok {
		return v
	}
	if after := edit(before); !bytes.Equal(after, before) {
		return bytesParam(after)
	}
	return v
}

// bytesParam is a bytes param that holds b.
func bytesParam(b []byte) strictjson.Value {
	return strictjson.Record(strictjson.Member{Name: "base64", Value: strictjson.Text(base64.StdEncoding.EncodeToString(b))})
}
