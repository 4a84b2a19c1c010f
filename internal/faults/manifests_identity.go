package faults

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// identityFaults are mistakes about what identifies a manifest.
func identityFaults() []Fault {
	id := func(edit func(digest string) string) change {
		return identified(func(v strictjson.Value) string { return edit(sha256Hex(canonicalPayload(v))) })
	}
	return []Fault{
		slip("canonical-as-written", "leaves the members in the document's order", "MAN-023", paid(writtenPayload)),
		slip("canonical-with-signature", "leaves the signature in the canonical text", "MAN-023", paid(wholePayload)),
		slip("canonical-solidus-escaped", "escapes solidus in the canonical text", "MAN-023", paid(func(v strictjson.Value) []byte {
			return bytes.ReplaceAll(canonicalPayload(v), []byte("/"), []byte(`\/`))
		})),
		slip("canonical-spaced", "writes the canonical text with a space after colons and commas", "MAN-023", paid(func(v strictjson.Value) []byte {
			return []byte(strings.NewReplacer(`":`, `": `, `",`, `", `).Replace(string(canonicalPayload(v))))
		})),
		slip("canonical-newline", "ends the canonical text with a line feed", "MAN-023", paid(func(v strictjson.Value) []byte {
			return append(canonicalPayload(v), '\n')
		})),
		slip("digest-of-document", "digests the document as it was received", "MAN-024", results("validate", func(p, r strictjson.Value) strictjson.Value {
			digest := sha256Hex(bytesIn(p, "document"))
			return setMember(setMember(r, "payload_sha256", strictjson.Text(digest)), "source_id", strictjson.Text(digest[:32]))
		})),
		slip("payload-digest-upper", "writes the payload's digest in upper case", "MAN-024", results("validate", func(_, r strictjson.Value) strictjson.Value {
			return setMember(r, "payload_sha256", strictjson.Text(strings.ToUpper(textIn(r, "payload_sha256"))))
		})),
		slip("id-rightmost", "takes the rightmost 16 bytes of the digest for the source id", "MAN-024", id(func(s string) string { return s[32:] })),
		slip("id-16-digits", "takes 16 digits of the digest for the source id", "MAN-024", id(func(s string) string { return s[:16] })),
		slip("id-whole-digest", "takes the whole digest for the source id", "MAN-024", id(func(s string) string { return s })),
		slip("id-as-number", "loses leading zeros of the source id, as printing a number does", "MAN-024", id(func(s string) string {
			return strings.TrimLeft(s[:32], "0")
		})),
		slip("id-bytes-unpadded", "writes each byte of the source id with as few digits as it needs", "MAN-024", id(func(s string) string {
			b, _ := hex.DecodeString(s[:32])
			var out string
			for _, c := range b {
				out += strconv.FormatInt(int64(c), 16)
			}
			return out
		})),
	}
}

// paid has the payload of manifests made in another way, and with it digests,
// source ids and what signatures are verified over.
func paid(payload func(document strictjson.Value) []byte) change {
	return func(ops map[string]reference.Operation) {
		verifies(func(v *verifier) { v.payload = payload })(ops)
		results("validate", func(p, r strictjson.Value) strictjson.Value {
			b := payload(documentIn(p))
			r = setMember(r, "payload_sha256", strictjson.Text(sha256Hex(b)))
			return setMember(r, "canonical", strictjson.Text(string(b)))
		})(ops)
		identified(func(v strictjson.Value) string { return sha256Hex(payload(v))[:32] })(ops)
	}
}

// identified has the source ids of manifests made in another way.
func identified(id func(document strictjson.Value) string) change {
	return func(ops map[string]reference.Operation) {
		results("validate", func(p, r strictjson.Value) strictjson.Value {
			return setMember(r, "source_id", strictjson.Text(id(documentIn(p))))
		})(ops)
		results("agent_card", func(p, r strictjson.Value) strictjson.Value {
			m, _ := p.At("/card/capabilities/extensions")
			for _, e := range m.Items() {
				if textIn(e, "uri") == manifests.ExtensionURI {
					m, _ = e.At("/params/sourceManifest")
				}
			}
			return setMember(r, "source_id", strictjson.Text(id(m)))
		})(ops)
		results("wrap", func(p, r strictjson.Value) strictjson.Value {
			return editMember(r, "text", func(v strictjson.Value) strictjson.Value {
				return strictjson.Text(inLine("source-id: ", func(string) string { return id(documentIn(p)) })(v.Str()))
			})
		})(ops)
		asks("resolve", func(p strictjson.Value) strictjson.Value {
			return editMember(p, "source_id", func(v strictjson.Value) strictjson.Value {
				if v.Kind() != strictjson.String {
					return v
				}
				return strictjson.Text(meant(p, id)(v.Str()))
			})
		})(ops)
	}
}

// meant finds the right source id of the pinned manifest that has another one by id.
func meant(p strictjson.Value, id func(document strictjson.Value) string) func(string) string {
	return func(asked string) string {
		for _, b := range pinnedIn(p) {
			m, err := manifests.Parse(b)
			if err != nil {
				continue
			}
			v, _ := strictjson.Parse(b, strictjson.Limits{Bytes: manifests.MaxDocument})
			if id(v) == asked {
				return m.SourceID()
			}
		}
		return "unknown"
	}
}

// pinnedIn are the documents that params pin.
func pinnedIn(p strictjson.Value) [][]byte {
	list := get(p, "pinned")
	return mapped(list.Items(), func(v strictjson.Value) []byte { b, _ := bytesOf(v); return b })
}

// manifestsIn are the pinned manifests that are valid.
func manifestsIn(p strictjson.Value) manifests.Pinned {
	var out manifests.Pinned
	for _, b := range pinnedIn(p) {
		if m, err := manifests.Parse(b); err == nil {
			out = append(out, m)
		}
	}
	return out
}

// sessionFaults are mistakes about which pinned manifest an id leads to.
func sessionFaults() []Fault {
	index := func(i int) strictjson.Value {
		return strictjson.Record(strictjson.Member{Name: "index", Value: strictjson.Integer(int64(i))})
	}
	having := func(p strictjson.Value, has func(m *manifests.Manifest, asked string) bool) int {
		return slices.IndexFunc(manifestsIn(p), func(m *manifests.Manifest) bool { return has(m, textIn(p, "source_id")) })
	}
	like := func(name, says string, has func(m *manifests.Manifest, asked string) bool) Fault {
		return slip(name, says, "MAN-063", answers("resolve", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			if i := having(p, has); refusedAs(err) == manifests.UnknownSourceID && i >= 0 {
				return index(i), nil
			}
			return r, err
		}))
	}
	exact := func(m *manifests.Manifest, asked string) bool { return m.SourceID() == asked }
	valid := func(op string) change {
		return asks(op, func(p strictjson.Value) strictjson.Value {
			return editMember(p, "pinned", func(list strictjson.Value) strictjson.Value {
				return strictjson.List(slices.DeleteFunc(list.Items(), func(v strictjson.Value) bool {
					b, ok := bytesOf(v)
					_, err := manifests.Parse(b)
					return ok && err != nil
				})...)
			})
		})
	}
	return []Fault{
		slip("resolves-to-last", "answers the last manifest of an id", "MAN-062", results("resolve", func(p, r strictjson.Value) strictjson.Value {
			for i, m := range manifestsIn(p) {
				if exact(m, textIn(p, "source_id")) {
					r = index(i)
				}
			}
			return r
		})),
		slip("resolves-from-one", "counts positions from 1", "MAN-062", results("resolve", func(p, _ strictjson.Value) strictjson.Value {
			return index(having(p, exact) + 1)
		})),
		slip("resolves-among-different", "counts a manifest that is pinned twice once", "MAN-062", results("resolve", func(p, _ strictjson.Value) strictjson.Value {
			all := manifestsIn(p)
			var different []manifests.Manifest
			for _, m := range all[:having(p, exact)] {
				if !slices.Contains(different, *m) {
					different = append(different, *m)
				}
			}
			return index(len(different))
		})),
		slip("resolves-unknown-to-first", "takes the first pinned manifest when none has the id", "MAN-063", forgives("resolve", manifests.UnknownSourceID, func(strictjson.Value) strictjson.Value { return index(0) })),
		slip("resolves-to-nothing", "answers -1 for an unknown id", "MAN-063", forgives("resolve", manifests.UnknownSourceID, func(strictjson.Value) strictjson.Value { return index(-1) })),
		like("resolves-any-case", "compares source ids in any case", func(m *manifests.Manifest, asked string) bool { return strings.EqualFold(m.SourceID(), asked) }),
		like("resolves-by-prefix", "finds a manifest by the beginning of its id", func(m *manifests.Manifest, asked string) bool { return strings.HasPrefix(m.SourceID(), asked) }),
		like("resolves-longer-id", "looks at the first 32 digits of the id asked", func(m *manifests.Manifest, asked string) bool { return strings.HasPrefix(asked, m.SourceID()) }),
		like("resolves-trimmed", "trims the id asked", func(m *manifests.Manifest, asked string) bool { return strings.TrimSpace(asked) == m.SourceID() }),
		slip("collision-first-wins", "answers the first of two manifests with one id", "MAN-064", forgives("resolve", manifests.CollidingID, func(p strictjson.Value) strictjson.Value {
			return index(having(p, exact))
		})),
		slip("collision-last-wins", "answers the last of two manifests with one id, as a map does", "MAN-064", forgives("resolve", manifests.CollidingID, func(p strictjson.Value) strictjson.Value {
			return index(len(manifestsIn(p)) - 1)
		})),
		slip("collision-of-signed", "takes a signed and an unsigned manifest of one id for one", "MAN-064", answers("resolve", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			signatures := map[string]bool{}
			for _, m := range manifestsIn(p) {
				if exact(m, textIn(p, "source_id")) && m.Signed() {
					signatures[m.JWS] = true
				}
			}
			if refusedAs(err) == manifests.CollidingID && len(signatures) == 1 {
				return index(having(p, exact)), nil
			}
			return r, err
		})),
		slip("collision-of-copies", "refuses the same manifest pinned twice", "MAN-064", refusesParams("resolve", manifests.CollidingID, func(p strictjson.Value) bool {
			return len(documentsWithID(p)) > 1
		})),
		slip("collision-by-bytes", "refuses the same manifest in another order or spacing", "MAN-064", refusesParams("resolve", manifests.CollidingID, func(p strictjson.Value) bool {
			documents := documentsWithID(p)
			return slices.ContainsFunc(documents, func(b []byte) bool { return !bytes.Equal(b, documents[0]) })
		})),
		slip("collision-anywhere", "refuses whenever two pinned manifests collide, whatever id is asked", "MAN-064", refusesParams("resolve", manifests.CollidingID, func(p strictjson.Value) bool {
			pinned := manifestsIn(p)
			return slices.ContainsFunc(pinned, func(m *manifests.Manifest) bool { _, err := pinned.Resolve(m.SourceID()); return err != nil })
		})),
		slip("invalid-pinned-skipped", "skips pinned documents that are no manifest", "MAN-065", valid("resolve")),
		slip("pinned-read-until-found", "reads no further than the manifest it looks for", "MAN-065", answers("resolve", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			for i, b := range pinnedIn(p) {
				m, bad := manifests.Parse(b)
				if bad != nil {
					break
				}
				if exact(m, textIn(p, "source_id")) && slices.Contains([]string{manifests.InvalidManifest, manifests.InvalidJSON, manifests.RepeatedMember, manifests.TooLarge}, refusedAs(err)) {
					return index(i), nil
				}
			}
			return r, err
		})),
	}
}

// documentsWithID are the pinned documents that have the id asked.
func documentsWithID(p strictjson.Value) [][]byte {
	return slices.DeleteFunc(pinnedIn(p), func(b []byte) bool {
		m, err := manifests.Parse(b)
		return err != nil || m.SourceID() != textIn(p, "source_id")
	})
}

// cardFaults are mistakes about a manifest in an agent card.
func cardFaults() []Fault {
	extensions := func(edit func(strictjson.Value) strictjson.Value) change {
		return asks("agent_card", func(p strictjson.Value) strictjson.Value {
			return editPath(p, edit, "card", "capabilities", "extensions")
		})
	}
	only := func(keep func([]strictjson.Value) []strictjson.Value) change {
		return extensions(func(list strictjson.Value) strictjson.Value {
			if list.Kind() != strictjson.Array {
				return list
			}
			var mine, other []strictjson.Value
			for _, e := range list.Items() {
				if textIn(e, "uri") == manifests.ExtensionURI {
					mine = append(mine, e)
				} else {
					other = append(other, e)
				}
			}
			if len(mine) > 1 {
				mine = keep(mine)
			}
			return strictjson.List(append(mine, other...)...)
		})
	}
	uri := func(means func(string) bool) change {
		return extensions(func(list strictjson.Value) strictjson.Value {
			return editElements(list, func(e strictjson.Value) strictjson.Value {
				return editMember(e, "uri", func(v strictjson.Value) strictjson.Value {
					if means(v.Str()) {
						return strictjson.Text(manifests.ExtensionURI)
					}
					return v
				})
			})
		})
	}
	has := func(e strictjson.Value) bool { _, ok := e.At("/params/sourceManifest"); return ok }
	return []Fault{
		slip("card-uri-any-case", "compares the extension's uri in any case", "MAN-066", uri(func(s string) bool { return strings.EqualFold(s, manifests.ExtensionURI) })),
		slip("card-uri-by-prefix", "takes any extension whose uri begins with the right one", "MAN-066", uri(func(s string) bool { return strings.HasPrefix(s, manifests.ExtensionURI) })),
		slip("card-any-version", "takes any version of the extension", "MAN-066", uri(func(s string) bool { return strings.HasPrefix(s, "urn:urusilla:experimental") })),
		slip("card-any-extension", "takes the manifest of whatever extension has one", "MAN-066", extensions(func(list strictjson.Value) strictjson.Value {
			for _, e := range list.Items() {
				if has(e) {
					return strictjson.List(setMember(e, "uri", strictjson.Text(manifests.ExtensionURI)))
				}
			}
			return list
		})),
		slip("card-first-extension", "looks at the first extension alone", "MAN-066", extensions(func(list strictjson.Value) strictjson.Value {
			if all := list.Items(); len(all) > 1 {
				return strictjson.List(all[0])
			}
			return list
		})),
		slip("card-extensions-at-top", "finds extensions at the top of the card too", "MAN-067", asks("agent_card", func(p strictjson.Value) strictjson.Value {
			card := get(p, "card")
			if list, ok := card.Get("extensions"); ok && card.Kind() == strictjson.Object {
				capabilities := strictjson.Record(strictjson.Member{Name: "extensions", Value: list})
				return setMember(p, "card", setMember(card, "capabilities", capabilities))
			}
			return p
		})),
		slip("card-extensions-by-name", "takes an object with the uri as name for the list of extensions", "MAN-067", extensions(func(list strictjson.Value) strictjson.Value {
			if e, ok := list.Get(manifests.ExtensionURI); ok {
				return strictjson.List(setMember(e, "uri", strictjson.Text(manifests.ExtensionURI)))
			}
			return list
		})),
		slip("card-manifest-beside-params", "finds the manifest beside params too", "MAN-067", extensions(func(list strictjson.Value) strictjson.Value {
			return editElements(list, func(e strictjson.Value) strictjson.Value {
				m, ok := e.Get("sourceManifest")
				if !ok || has(e) {
					return e
				}
				return setMember(e, "params", strictjson.Record(strictjson.Member{Name: "sourceManifest", Value: m}))
			})
		})),
		slip("card-without-manifest", "answers an empty id for a card without manifest", "MAN-067", forgives("agent_card", manifests.NoManifest, func(strictjson.Value) strictjson.Value {
			return strictjson.Record(strictjson.Member{Name: "source_id", Value: strictjson.Text("")})
		})),
		slip("card-first-of-twice", "takes the first extension of that uri", "MAN-068", only(func(mine []strictjson.Value) []strictjson.Value { return mine[:1] })),
		slip("card-last-of-twice", "takes the last extension of that uri", "MAN-068", only(func(mine []strictjson.Value) []strictjson.Value { return mine[len(mine)-1:] })),
		slip("card-one-with-manifest", "counts only extensions that have a manifest", "MAN-068", only(func(mine []strictjson.Value) []strictjson.Value {
			return slices.DeleteFunc(mine, func(e strictjson.Value) bool { return !has(e) })
		})),
		slip("card-twice-alike", "takes the extension twice when both are alike", "MAN-068", only(func(mine []strictjson.Value) []strictjson.Value {
			return slices.CompactFunc(mine, strictjson.Value.Equal)
		})),
		slip("card-manifest-as-text", "reads a manifest that is JSON text in the card", "MAN-069", asks("agent_card", func(p strictjson.Value) strictjson.Value {
			return editPath(p, func(v strictjson.Value) strictjson.Value {
				if m, err := strictjson.Parse([]byte(v.Str()), strictjson.Limits{}); err == nil {
					return m
				}
				return v
			}, "card", "capabilities", "extensions", "*", "params", "sourceManifest")
		})),
		slip("card-manifest-unchecked", "makes a source id of any object in the card", "MAN-069", answers("agent_card", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			list, _ := p.At("/card/capabilities/extensions")
			for _, e := range list.Items() {
				if m, _ := e.At("/params/sourceManifest"); refusedAs(err) == manifests.InvalidManifest && m.Kind() == strictjson.Object {
					sum := sha256.Sum256(dropMember(m, jwsMember).AppendTo(nil))
					return strictjson.Record(strictjson.Member{Name: "source_id", Value: strictjson.Text(hex.EncodeToString(sum[:16]))}), nil
				}
			}
			return r, err
		})),
	}
}
