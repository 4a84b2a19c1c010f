package faults

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/base64"
	"errors"
	"math/big"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// headerFaults are mistakes about the protected header of a signature.
func headerFaults() []Fault {
	return []Fault{
		slip("alg-none", "believes a signature whose alg is none", "MAN-028", unsecured("none")),
		slip("alg-none-any-case", "refuses none and believes None, NONE and nOnE", "MAN-028", unsecured("None", "NONE", "nOnE")),
		slip("alg-of-the-key", "verifies by the key's algorithm, whatever the header says", "MAN-028", verifies(func(v *verifier) { v.algorithm = algOfKey })),
		slip("alg-any-case", "compares alg in any case", "MAN-028", verifies(func(v *verifier) { v.algorithm = algOneOf(strings.EqualFold) })),
		slip("alg-optional", "verifies by the key's algorithm when the header has none", "MAN-028", verifies(func(v *verifier) {
			v.algorithm = func(h, k strictjson.Value) string {
				if !has(h, "alg") {
					return algOfKey(h, k)
				}
				return textIn(h, "alg")
			}
		})),
		slip("alg-ed25519", "takes alg Ed25519, the later name of EdDSA", "MAN-028", verifies(func(v *verifier) {
			v.algorithm = algOneOf(func(alg, right string) bool { return alg == right || alg == "Ed25519" && right == "EdDSA" })
		})),
		slip("hmac-with-public-key", "takes HS256, with the bytes of the public key as secret", "MAN-028", verifies(func(v *verifier) {
			v.signatures["HS256"] = hmacWith("x")
		})),
		slip("hmac-with-secret-key", "takes HS256 with a symmetric key that was given", "MAN-028", verifies(func(v *verifier) { v.signatures["HS256"] = hmacWith("k") })),
		slip("key-in-header", "verifies with the key in the header", "MAN-032", verifies(func(v *verifier) {
			v.choose = func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
				if jwk, ok := h.Get("jwk"); ok {
					return []strictjson.Value{jwk}
				}
				return chooseOne(keys, h)
			}
		})),
		slip("key-in-header-when-unknown", "verifies with the key in the header when no given key fits", "MAN-032", verifies(func(v *verifier) {
			v.choose = func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
				if jwk, ok := h.Get("jwk"); ok && len(fitting(keys, h)) == 0 {
					return []strictjson.Value{jwk}
				}
				return chooseOne(keys, h)
			}
		})),
		slip("key-in-header-refused", "refuses a header that has a key or certificate", "MAN-032", refusesHeader(func(h strictjson.Value) bool {
			return slices.ContainsFunc([]string{"jwk", "jku", "x5u", "x5c", "x5t"}, func(name string) bool { return has(h, name) })
		})),
		slip("header-members-refused", "refuses header members that it does not know", "MAN-032", refusesHeader(func(h strictjson.Value) bool {
			return keepMembers(h, func(m strictjson.Member) bool {
				return !slices.Contains([]string{"alg", "kid", "typ", "cty", "jwk", "jku", "x5u", "x5c", "x5t", "crit", "b64"}, m.Name)
			}).Len() > 0
		})),
		slip("crit-ignored", "ignores crit", "MAN-033", refuseOnly(func(h strictjson.Value) bool { return has(h, "b64") || isReport(h) })),
		slip("crit-empty", "takes an empty crit for none", "MAN-033", refuseOnly(func(h strictjson.Value) bool {
			crit := get(h, "crit")
			return crit.Len() > 0 || has(h, "b64") || isReport(h)
		})),
		slip("crit-by-type", "looks at crit only when it is a list", "MAN-033", refuseOnly(func(h strictjson.Value) bool {
			crit := get(h, "crit")
			return crit.Kind() == strictjson.Array || has(h, "b64") || isReport(h)
		})),
		slip("b64-ignored", "ignores b64", "MAN-033", refuseOnly(func(h strictjson.Value) bool { return has(h, "crit") || isReport(h) })),
		slip("b64-true", "takes b64 true, which is the default", "MAN-033", refuseOnly(func(h strictjson.Value) bool {
			b64 := get(h, "b64")
			return has(h, "crit") || has(h, "b64") && !b64.True() || isReport(h)
		})),
		slip("b64-understood", "verifies over the unencoded payload when b64 is false (RFC 7797)", "MAN-033", verifies(func(v *verifier) {
			v.refused = func(h strictjson.Value) bool { return has(h, "crit") && !has(h, "b64") || isReport(h) }
			v.inputs = func(s segments, payload []byte) [][]byte {
				if has(s.header, "b64") {
					return [][]byte{[]byte(s.received[0] + "." + string(payload))}
				}
				return [][]byte{input(s.received[0], payload)}
			}
		})),
		slip("typ-ignored", "takes a report's signature for a manifest's", "MAN-034", refuseOnly(func(h strictjson.Value) bool { return has(h, "crit") || has(h, "b64") })),
		slip("typ-required", "refuses any typ but JOSE", "MAN-034", refusesHeader(func(h strictjson.Value) bool { return has(h, "typ") && textIn(h, "typ") != "JOSE" })),
		slip("typ-any-case", "compares typ in any case, as media types are", "MAN-034", refusesHeader(func(h strictjson.Value) bool {
			return strings.EqualFold(strings.TrimPrefix(strings.ToLower(textIn(h, "typ")), "application/"), jws.ReportType)
		})),
		slip("header-last-of-repeated", "keeps the last of a header's repeated members", "MAN-035", readsHeader(keepRepeated(last))),
		slip("header-repeated-inside", "looks for repeated members at the top of the header alone", "MAN-035", verifies(func(v *verifier) {
			v.header = func(b []byte) (strictjson.Value, bool) { return strictHeader(flatten(b)) }
		})),
		slip("header-invalid-utf-8", "drops bytes of the header that are no UTF-8", "MAN-035", readsHeader(func(b []byte) []byte { return bytes.ToValidUTF8(b, nil) })),
		slip("header-byte-order-mark", "skips a byte order mark before the header", "MAN-035", readsHeader(func(b []byte) []byte {
			return bytes.TrimPrefix(b, []byte("\ufeff"))
		})),
		slip("header-lone-surrogates", "lets lone surrogates stand in the header", "MAN-035", verifies(func(v *verifier) {
			v.header = func(b []byte) (strictjson.Value, bool) {
				h, err := strictjson.Parse(b, strictjson.Limits{LoneSurrogates: true})
				return h, err == nil && h.Kind() == strictjson.Object
			}
		})),
		slip("header-first-value-only", "ignores what follows the header's object", "MAN-035", readsHeader(firstValue)),
		slip("header-list-of-one", "takes a list of one header for it", "MAN-035", readsHeader(func(b []byte) []byte {
			return bytes.TrimSuffix(bytes.TrimPrefix(bytes.TrimSpace(b), []byte("[")), []byte("]"))
		})),
	}
}

func isReport(h strictjson.Value) bool { return textIn(h, "typ") == jws.ReportType }

// refuseOnly has a manifest's header refused for nothing else.
func refuseOnly(refused func(strictjson.Value) bool) change {
	return verifies(func(v *verifier) { v.refused = refused })
}

// refusesHeader has a manifest's header refused for one more reason.
func refusesHeader(odd func(strictjson.Value) bool) change {
	return verifies(func(v *verifier) {
		right := v.refused
		v.refused = func(h strictjson.Value) bool { return right(h) || odd(h) }
	})
}

// readsHeader has the bytes of a header edited before they are read.
func readsHeader(edit func([]byte) []byte) change {
	return verifies(func(v *verifier) {
		v.header = func(b []byte) (strictjson.Value, bool) { return strictHeader(edit(b)) }
	})
}

// flatten puts null for every array and object in the header.
func flatten(b []byte) []byte {
	all := writtenMembers(b)
	if all == nil {
		return b
	}
	var out []string
	for _, m := range all {
		if strings.ContainsAny(m.value[:1], "{[") {
			m.value = "null"
		}
		out = append(out, m.spelling+":"+m.value)
	}
	return []byte("{" + strings.Join(out, ",") + "}")
}

// unsecured has whatever has one of these for alg believed.
func unsecured(algs ...string) change {
	return verifies(func(v *verifier) {
		choose := v.choose
		v.choose = func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
			if slices.Contains(algs, textIn(h, "alg")) {
				return []strictjson.Value{{}}
			}
			return choose(keys, h)
		}
		for _, alg := range algs {
			v.signatures[alg] = func(strictjson.Value, []byte, []byte) bool { return true }
		}
	})
}

func algOfKey(_, key strictjson.Value) string {
	for _, alg := range []string{"EdDSA", "ES256"} {
		if isKind(key, alg) {
			return alg
		}
	}
	return ""
}

// algOneOf finds the algorithm that a header means.
func algOneOf(means func(alg, right string) bool) func(h, key strictjson.Value) string {
	return func(h, _ strictjson.Value) string {
		for _, right := range []string{"EdDSA", "ES256"} {
			if means(textIn(h, "alg"), right) {
				return right
			}
		}
		return ""
	}
}

// hmacWith verifies HS256 with a member of the key as secret.
func hmacWith(name string) func(key strictjson.Value, input, signature []byte) bool {
	return func(key strictjson.Value, input, signature []byte) bool {
		secret, ok := segmentBytes(textIn(key, name), true)
		mac := hmac.New(sha256.New, secret)
		mac.Write(input)
		return ok && len(secret) > 0 && hmac.Equal(mac.Sum(nil), signature)
	}
}

// keyFaults are mistakes about the keys given.
func keyFaults() []Fault {
	allKeys := func(keys []strictjson.Value, _ strictjson.Value) []strictjson.Value { return keys }
	kidOr := func(named bool, other func([]strictjson.Value, strictjson.Value) []strictjson.Value) change {
		return verifies(func(v *verifier) {
			v.choose = func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
				if has(h, "kid") == named {
					return other(keys, h)
				}
				return chooseOne(keys, h)
			}
		})
	}
	usable := func(_ strictjson.Value, keys []strictjson.Value) []strictjson.Value {
		return slices.DeleteFunc(slices.Clone(keys), func(k strictjson.Value) bool { _, err := jws.ParsePublicKey(k); return err != nil })
	}
	return []Fault{
		slip("kid-ignored", "tries every given key, whatever the kid", "MAN-030", kidOr(true, allKeys)),
		slip("kid-unknown-tries-all", "tries every given key when none has the kid", "MAN-030", kidOr(true, func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
			if fit := fitting(keys, h); len(fit) > 0 {
				return chooseOne(keys, h)
			}
			return keys
		})),
		slip("kid-first-of-several", "takes the first of several keys of one kid", "MAN-030", kidOr(true, func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
			fit := fitting(keys, h)
			return fit[:min(1, len(fit))]
		})),
		slip("kid-last-of-several", "takes the last of several keys of one kid, as a map of keys does", "MAN-030", kidOr(true, func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
			fit := fitting(keys, h)
			return fit[max(0, len(fit)-1):]
		})),
		slip("kid-several-tried", "tries each of several keys of one kid", "MAN-030", kidOr(true, fitting)),
		slip("kid-any-case", "compares kids in any case", "MAN-030", kidOr(true, func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
			return slices.DeleteFunc(slices.Clone(keys), func(k strictjson.Value) bool {
				return textIn(h, "kid") == "" || !strings.EqualFold(textIn(k, "kid"), textIn(h, "kid"))
			})
		})),
		slip("kid-becomes-text", "turns a kid that is a number into text", "MAN-030", kidOr(true, func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
			text := func(v strictjson.Value) strictjson.Value {
				return editMember(v, "kid", func(kid strictjson.Value) strictjson.Value {
					if kid.Kind() == strictjson.Number {
						return strictjson.Text(kid.Literal())
					}
					return kid
				})
			}
			return chooseOne(mapped(keys, text), text(h))
		})),
		slip("kid-null-is-none", "takes a kid that is null for none", "MAN-030", kidOr(true, func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
			if kid := get(h, "kid"); kid.IsNull() {
				h = dropMember(h, "kid")
			}
			return chooseOne(keys, h)
		})),
		slip("kid-empty-is-none", "takes an empty kid for none", "MAN-030", kidOr(true, func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
			if textIn(h, "kid") == "" {
				h = dropMember(h, "kid")
			}
			return chooseOne(keys, h)
		})),
		slip("kid-of-usable-keys", "leaves out keys that cannot be used before it looks for the kid", "MAN-030", verifies(func(v *verifier) { v.given = usable })),
		slip("kid-required", "refuses a header without kid", "MAN-031", kidOr(false, func([]strictjson.Value, strictjson.Value) []strictjson.Value { return nil })),
		slip("nokid-tries-all", "tries every given key of the kind when there is no kid", "MAN-031", kidOr(false, fitting)),
		slip("nokid-first", "takes the first given key of the kind when there is no kid", "MAN-031", kidOr(false, func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
			fit := fitting(keys, h)
			return fit[:min(1, len(fit))]
		})),
		slip("nokid-one-in-all", "wants one given key of all kinds when there is no kid", "MAN-031", kidOr(false, func(keys []strictjson.Value, _ strictjson.Value) []strictjson.Value {
			if len(keys) == 1 {
				return keys
			}
			return nil
		})),
		slip("nokid-same-twice", "counts the same key once when there is no kid", "MAN-031", kidOr(false, func(keys []strictjson.Value, h strictjson.Value) []strictjson.Value {
			return chooseOne(slices.CompactFunc(slices.Clone(keys), strictjson.Value.Equal), h)
		})),
		slip("crv-ignored", "looks at a key's kty and not at its crv", "MAN-029", keysAs(func(k strictjson.Value) strictjson.Value {
			return editMember(k, "crv", func(crv strictjson.Value) strictjson.Value {
				return map[string]strictjson.Value{"OKP": strictjson.Text("Ed25519"), "EC": strictjson.Text("P-256")}[textIn(k, "kty")]
			})
		})),
		slip("kty-ignored", "looks at a key's crv and not at its kty", "MAN-029", keysAs(func(k strictjson.Value) strictjson.Value {
			if kty, ok := map[string]string{"Ed25519": "OKP", "P-256": "EC"}[textIn(k, "crv")]; ok {
				return setMember(k, "kty", strictjson.Text(kty))
			}
			return k
		})),
		slip("crv-any-case", "compares kty and crv in any case", "MAN-029", keysAs(func(k strictjson.Value) strictjson.Value {
			for alg, kind := range kinds {
				if strings.EqualFold(textIn(k, "kty"), kind[0]) && strings.EqualFold(textIn(k, "crv"), kind[1]) {
					return setMember(setMember(k, "kty", strictjson.Text(kinds[alg][0])), "crv", strictjson.Text(kind[1]))
				}
			}
			return k
		})),
		slip("key-alg-ignored", "ignores what a key says of its algorithm", "MAN-042", allows(func(k strictjson.Value, _ string) bool { return useAllowed(k) && opsAllowed(k) })),
		slip("key-alg-ed25519", "takes a key whose alg is Ed25519 for EdDSA", "MAN-042", allows(func(k strictjson.Value, alg string) bool {
			return (algAllowed(k, alg) || textIn(k, "alg") == "Ed25519" && alg == "EdDSA") && useAllowed(k) && opsAllowed(k)
		})),
		slip("key-use-ignored", "ignores what a key says of its use", "MAN-042", allows(func(k strictjson.Value, alg string) bool { return algAllowed(k, alg) && opsAllowed(k) })),
		slip("key-ops-ignored", "ignores a key's key_ops", "MAN-042", allows(func(k strictjson.Value, alg string) bool { return algAllowed(k, alg) && useAllowed(k) })),
		slip("key-ops-text", "finds verify in a key_ops that is text or an object", "MAN-042", allows(func(k strictjson.Value, alg string) bool {
			ops := get(k, "key_ops")
			found := opsAllowed(k) || ops.Str() == "verify" || has(ops, "verify")
			return algAllowed(k, alg) && useAllowed(k) && found
		})),
		slip("key-null-is-absent", "takes a key's alg, use or key_ops that is null for absent", "MAN-042", keysAs(func(k strictjson.Value) strictjson.Value {
			return keepMembers(k, func(m strictjson.Member) bool {
				return !m.Value.IsNull() || m.Name != "alg" && m.Name != "use" && m.Name != "key_ops"
			})
		})),
		slip("key-must-say-use", "refuses a key without use", "MAN-042", allows(func(k strictjson.Value, alg string) bool {
			return algAllowed(k, alg) && textIn(k, "use") == "sig" && opsAllowed(k)
		})),
		slip("key-padded", "takes padding and spare bits in a key's coordinates", "MAN-043", keysAs(func(k strictjson.Value) strictjson.Value {
			for _, name := range []string{"x", "y"} {
				k = editMember(k, name, func(v strictjson.Value) strictjson.Value {
					if b, ok := segmentBytes(strings.TrimRight(v.Str(), "="), true); ok && len(b) == 32 {
						return strictjson.Text(base64.RawURLEncoding.EncodeToString(b))
					}
					return v
				})
			}
			return k
		})),
		slip("key-of-any-length", "pads a key's coordinates with zeros, or cuts them", "MAN-043", keysAs(func(k strictjson.Value) strictjson.Value {
			for _, name := range []string{"x", "y"} {
				k = editMember(k, name, func(v strictjson.Value) strictjson.Value {
					b, ok := segmentBytes(v.Str(), true)
					if !ok || len(b) < 24 {
						return v
					}
					b = append(make([]byte, 32), b...)
					return strictjson.Text(base64.RawURLEncoding.EncodeToString(b[len(b)-32:]))
				})
			}
			return k
		})),
		slip("bad-key-spoils-set", "refuses a JWKS for one key that it cannot use", "MAN-043", refusesParams("verify_signature", reference.InvalidParams, func(p strictjson.Value) bool {
			return slices.ContainsFunc(keysIn(p, "keys"), func(k strictjson.Value) bool { _, err := jws.ParsePublicKey(k); return err != nil })
		})),
		slip("bad-key-falls-over", "falls over a key that it is to verify with and that has no coordinate", "MAN-043", answers("verify_signature", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			if textIn(r, "signature") == "invalid" && slices.ContainsFunc(keysIn(p, "keys"), func(k strictjson.Value) bool {
				_, okX := coordinate(k, "x")
				return !okX && textIn(k, "kty") != "oct"
			}) {
				return r, errors.New("index out of range")
			}
			return r, err
		})),
	}
}

func allows(allowed func(key strictjson.Value, alg string) bool) change {
	return verifies(func(v *verifier) { v.allowed = allowed })
}

// keysAs has every given key edited before it is looked at.
func keysAs(edit func(strictjson.Value) strictjson.Value) change {
	return verifies(func(v *verifier) {
		v.given = func(_ strictjson.Value, keys []strictjson.Value) []strictjson.Value { return mapped(keys, edit) }
	})
}

// signatureFaults are mistakes in what is verified, and in the arithmetic.
func signatureFaults() []Fault {
	spare := func(i int) change { return verifies(func(v *verifier) { v.spare[i] = true }) }
	return []Fault{
		slip("no-keys-no-unsigned", "says invalid of an unsigned manifest when no key is given", "MAN-025", results("verify_signature", func(p, r strictjson.Value) strictjson.Value {
			if len(keysIn(p, "keys")) == 0 {
				return editMember(r, "signature", matched("unsigned", "invalid"))
			}
			return r
		})),
		slip("unsigned-is-verified", "says verified where there is nothing to verify", "MAN-025", results("verify_signature", func(_, r strictjson.Value) strictjson.Value {
			return editMember(r, "signature", matched("unsigned", "verified"))
		})),
		slip("signature-before-document", "looks at the signature of what is no manifest", "MAN-025", forgives("verify_signature", manifests.InvalidManifest, func(strictjson.Value) strictjson.Value {
			return strictjson.Record(strictjson.Member{Name: "signature", Value: strictjson.Text("invalid")})
		})),
		slip("header-written-again", "verifies over the header as it would write it", "MAN-026", verifies(func(v *verifier) {
			v.inputs = func(s segments, payload []byte) [][]byte {
				return [][]byte{input(base64.RawURLEncoding.EncodeToString(s.header.AppendTo(nil)), payload)}
			}
		})),
		slip("ed25519-only", "knows EdDSA and not ES256", "MAN-027", verifies(func(v *verifier) { delete(v.signatures, "ES256") })),
		slip("es256-only", "knows ES256 and not EdDSA", "MAN-026", verifies(func(v *verifier) { delete(v.signatures, "EdDSA") })),
		slip("low-s-only", "refuses an ES256 signature with s above half of the order", "MAN-027", es256(func(key strictjson.Value, input, signature []byte) bool {
			_, s, ok := halves(signature)
			return ok && s.Cmp(new(big.Int).Rsh(p256Order, 1)) <= 0 && verifyES256(key, input, signature)
		})),
		slip("zero-r-and-s", "believes an ES256 signature of zeros (CVE-2022-21449)", "MAN-027", es256(func(key strictjson.Value, input, signature []byte) bool {
			r, s, ok := halves(signature)
			zero := ok && new(big.Int).Mod(r, p256Order).Sign() == 0 && new(big.Int).Mod(s, p256Order).Sign() == 0
			return zero || verifyES256(key, input, signature)
		})),
		slip("r-and-s-swapped", "takes s before r too", "MAN-027", es256(func(key strictjson.Value, input, signature []byte) bool {
			return verifyES256(key, input, signature) || len(signature) == 64 && verifyES256(key, input, slices.Concat(signature[32:], signature[:32]))
		})),
		slip("spare-bits-header", "lets spare bits pass in the header's segment", "MAN-036", spare(0)),
		slip("spare-bits-payload", "lets spare bits pass in the payload's segment", "MAN-036", spare(1)),
		slip("spare-bits-signature", "lets spare bits pass in the signature's segment", "MAN-036", spare(2)),
		slip("detached-is-empty", "verifies a detached signature over the empty segment that was received", "MAN-037", verifies(func(v *verifier) {
			v.inputs = func(s segments, _ []byte) [][]byte { return [][]byte{[]byte(s.received[0] + "." + s.received[1])} }
		})),
		slip("detached-empty-too", "verifies a detached signature over an empty payload too", "MAN-037", verifies(func(v *verifier) {
			v.inputs = func(s segments, payload []byte) [][]byte {
				return [][]byte{input(s.received[0], payload), []byte(s.received[0] + "." + s.received[1])}
			}
		})),
		slip("signed-unencoded", "verifies over the unencoded payload too", "MAN-037", verifies(func(v *verifier) {
			v.inputs = func(s segments, payload []byte) [][]byte {
				return [][]byte{input(s.received[0], payload), []byte(s.received[0] + "." + string(payload))}
			}
		})),
		slip("signed-as-written", "signs and verifies the six members in the document's order", "MAN-037", verifies(func(v *verifier) { v.payload = writtenPayload })),
		slip("signed-with-signature", "verifies over all seven members", "MAN-037", verifies(func(v *verifier) { v.payload = wholePayload })),
		slip("payload-believed", "believes the payload that a signature carries", "MAN-038", verifies(func(v *verifier) {
			v.carried = func([]byte, []byte) bool { return true }
			v.inputs = func(s segments, payload []byte) [][]byte {
				if s.received[1] != "" {
					payload = s.decoded[1]
				}
				return [][]byte{input(s.received[0], payload)}
			}
		})),
		slip("payload-not-compared", "verifies over the canonical text and never looks at the payload carried", "MAN-038", verifies(func(v *verifier) {
			v.carried = func([]byte, []byte) bool { return true }
		})),
		slip("payload-as-json", "compares the payload carried as JSON, in any order and spacing", "MAN-038", verifies(func(v *verifier) {
			v.carried = sameJSON
			v.inputs = func(s segments, payload []byte) [][]byte {
				if s.received[1] != "" {
					payload = s.decoded[1]
				}
				return [][]byte{input(s.received[0], payload)}
			}
		})),
		slip("es256-der", "takes an ES256 signature in DER", "MAN-039", es256(func(key strictjson.Value, input, signature []byte) bool {
			var rs struct{ R, S *big.Int }
			if rest, err := asn1.Unmarshal(signature, &rs); err == nil && len(rest) == 0 {
				return verifyRS(key, input, rs.R, rs.S)
			}
			return verifyES256(key, input, signature)
		})),
		slip("es256-halves-of-any-length", "cuts an ES256 signature in the middle, whatever its length", "MAN-039", es256(func(key strictjson.Value, input, signature []byte) bool {
			r, s := new(big.Int).SetBytes(signature[:len(signature)/2]), new(big.Int).SetBytes(signature[len(signature)/2:])
			return verifyRS(key, input, r, s)
		})),
		slip("signature-cut", "reads the first 64 bytes of a signature", "MAN-039", verifies(func(v *verifier) {
			for alg, right := range v.signatures {
				v.signatures[alg] = func(key strictjson.Value, input, signature []byte) bool {
					return right(key, input, signature[:min(64, len(signature))])
				}
			}
		})),
		slip("s-not-reduced", "takes an Ed25519 signature whose S is not below the order", "MAN-040", eddsa(func(key strictjson.Value, input, signature []byte) bool {
			return verifyEdDSA(true)(key, input, reduceS(signature))
		})),
		slip("small-order-keys", "takes Ed25519 keys of small order", "MAN-041", eddsa(verifyEdDSA(false))),
	}
}

func es256(verify func(key strictjson.Value, input, signature []byte) bool) change {
	return verifies(func(v *verifier) { v.signatures["ES256"] = verify })
}

func eddsa(verify func(key strictjson.Value, input, signature []byte) bool) change {
	return verifies(func(v *verifier) { v.signatures["EdDSA"] = verify })
}

// The orders of the two groups (FIPS 186-5 and RFC 8032 section 5.1).
var (
	p256Order    = number("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
	ed25519Order = number("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed")
)

func number(hex string) *big.Int {
	n, _ := new(big.Int).SetString(hex, 16)
	return n
}

// reduceS is a signature with its S, little-endian, brought below the order.
func reduceS(signature []byte) []byte {
	if len(signature) != ed25519.SignatureSize {
		return signature
	}
	s := slices.Clone(signature[32:])
	slices.Reverse(s)
	s = new(big.Int).Mod(new(big.Int).SetBytes(s), ed25519Order).FillBytes(make([]byte, 32))
	slices.Reverse(s)
	return slices.Concat(signature[:32], s)
}

func sameJSON(a, b []byte) bool {
	v, err := strictjson.Parse(a, strictjson.Limits{})
	w, err2 := strictjson.Parse(b, strictjson.Limits{})
	return err == nil && err2 == nil && v.Equal(w)
}

// writtenPayload is the payload in the order of the document.
func writtenPayload(document strictjson.Value) []byte {
	return dropMember(document, jwsMember).AppendTo(nil)
}

// wholePayload is a payload that has the signature in it.
func wholePayload(document strictjson.Value) []byte {
	v := jsontext.Value(document.AppendTo(nil))
	if v.Canonicalize() != nil {
		return nil
	}
	return v
}
