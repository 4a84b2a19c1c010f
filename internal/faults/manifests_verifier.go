package faults

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"math/big"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// verifier verifies signatures as the profile asks, step by step, so that a
// step can be left out. internal/jws, which verifies what people rely on, has
// no such openings.
type verifier struct {
	spare      [3]bool // whether a segment may have spare bits: header, payload, signature
	header     func([]byte) (strictjson.Value, bool)
	refused    func(header strictjson.Value) bool                                        // of a manifest
	report     func(header strictjson.Value, detached bool) bool                         // whether it may be a report's
	algorithm  func(header, key strictjson.Value) string                                 // by which is verified
	choose     func(keys []strictjson.Value, header strictjson.Value) []strictjson.Value // the keys to try
	given      func(header strictjson.Value, keys []strictjson.Value) []strictjson.Value // all that may be chosen from
	allowed    func(key strictjson.Value, alg string) bool                               // what a key says of its own use
	payload    func(document strictjson.Value) []byte                                    // of a manifest
	carried    func(middle, payload []byte) bool                                         // whether that may be the middle segment
	inputs     func(s segments, payload []byte) [][]byte                                 // what may have been signed
	signatures map[string]func(key strictjson.Value, input, signature []byte) bool
}

// segments are those of a signature, as received and decoded.
type segments struct {
	received [3]string
	decoded  [3][]byte
	header   strictjson.Value
}

// kinds are the kty and crv of an algorithm's keys.
var kinds = map[string][2]string{"EdDSA": {"OKP", "Ed25519"}, "ES256": {"EC", "P-256"}}

func newVerifier() *verifier {
	return &verifier{
		header: strictHeader,
		refused: func(h strictjson.Value) bool {
			return has(h, "crit") || has(h, "b64") || textIn(h, "typ") == jws.ReportType
		},
		report:     reportHeader,
		algorithm:  func(h, _ strictjson.Value) string { return textIn(h, "alg") },
		choose:     chooseOne,
		given:      func(_ strictjson.Value, keys []strictjson.Value) []strictjson.Value { return keys },
		allowed:    func(k strictjson.Value, alg string) bool { return algAllowed(k, alg) && useAllowed(k) && opsAllowed(k) },
		payload:    canonicalPayload,
		carried:    bytes.Equal,
		inputs:     func(s segments, payload []byte) [][]byte { return [][]byte{input(s.received[0], payload)} },
		signatures: map[string]func(key strictjson.Value, input, signature []byte) bool{"EdDSA": verifyEdDSA(true), "ES256": verifyES256},
	}
}

func has(v strictjson.Value, name string) bool {
	_, ok := v.Get(name)
	return ok
}

func strictHeader(b []byte) (strictjson.Value, bool) {
	v, err := strictjson.Parse(b, strictjson.Limits{Depth: strictjson.MaxDepth})
	return v, err == nil && v.Kind() == strictjson.Object
}

func reportHeader(h strictjson.Value, detached bool) bool {
	iat := get(h, "iat")
	_, whole := iat.Int()
	return detached && whole && h.Len() == 4 && has(h, "alg") && has(h, "kid") && textIn(h, "typ") == jws.ReportType
}

func canonicalPayload(document strictjson.Value) []byte {
	m, err := manifests.Parse(document.AppendTo(nil))
	if err != nil {
		return nil
	}
	return m.Canonical()
}

func chooseOne(keys []strictjson.Value, header strictjson.Value) []strictjson.Value {
	if fit := fitting(keys, header); len(fit) == 1 {
		return fit
	}
	return nil
}

// fitting are the keys of the header's kid, or without one of its algorithm's kind.
func fitting(keys []strictjson.Value, header strictjson.Value) []strictjson.Value {
	if kid, ok := header.Get("kid"); ok {
		return slices.DeleteFunc(slices.Clone(keys), func(k strictjson.Value) bool {
			own := get(k, "kid")
			return kid.Kind() != strictjson.String || !own.Equal(kid)
		})
	}
	return ofKind(keys, textIn(header, "alg"))
}

func ofKind(keys []strictjson.Value, alg string) []strictjson.Value {
	return slices.DeleteFunc(slices.Clone(keys), func(k strictjson.Value) bool { return !isKind(k, alg) })
}

func isKind(key strictjson.Value, alg string) bool {
	return textIn(key, "kty") == kinds[alg][0] && textIn(key, "crv") == kinds[alg][1]
}

func algAllowed(key strictjson.Value, alg string) bool {
	return !has(key, "alg") || textIn(key, "alg") == alg
}

func useAllowed(key strictjson.Value) bool { return !has(key, "use") || textIn(key, "use") == "sig" }

func opsAllowed(key strictjson.Value) bool {
	ops, ok := key.Get("key_ops")
	return !ok || slices.ContainsFunc(ops.Items(), func(v strictjson.Value) bool { return v.Str() == "verify" })
}

func input(protected string, payload []byte) []byte {
	return []byte(protected + "." + base64.RawURLEncoding.EncodeToString(payload))
}

// segmentBytes decodes a segment.
func segmentBytes(s string, spare bool) ([]byte, bool) {
	enc := base64.RawURLEncoding
	if !spare {
		enc = enc.Strict()
	}
	b, err := enc.DecodeString(s)
	return b, err == nil && !strings.ContainsAny(s, "\r\n")
}

// coordinate is the 32 bytes of a key's coordinate.
func coordinate(key strictjson.Value, name string) ([]byte, bool) {
	b, ok := segmentBytes(textIn(key, name), false)
	return b, ok && len(b) == 32
}

// verifyEdDSA verifies with an Ed25519 key, which internal/jws has to accept
// if points are to be checked.
func verifyEdDSA(points bool) func(key strictjson.Value, input, signature []byte) bool {
	return func(key strictjson.Value, input, signature []byte) bool {
		x, ok := coordinate(key, "x")
		if !ok {
			return false
		}
		if _, err := jws.ParsePublicKey(keepMembers(key, isPoint)); err != nil && points {
			return false
		}
		return ed25519.Verify(x, input, signature)
	}
}

func isPoint(m strictjson.Member) bool { return m.Name == "kty" || m.Name == "crv" || m.Name == "x" }

func verifyES256(key strictjson.Value, input, signature []byte) bool {
	r, s, ok := halves(signature)
	return ok && verifyRS(key, input, r, s)
}

// halves are the two numbers of an ES256 signature.
func halves(signature []byte) (r, s *big.Int, ok bool) {
	if len(signature) != 64 {
		return nil, nil, false
	}
	return new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:]), true
}

func verifyRS(key strictjson.Value, input []byte, r, s *big.Int) bool {
	x, okX := coordinate(key, "x")
	y, okY := coordinate(key, "y")
	if !okX || !okY {
		return false
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), slices.Concat([]byte{4}, x, y))
	if err != nil {
		return false
	}
	sum := sha256.Sum256(input)
	return ecdsa.Verify(public, sum[:], r, s)
}

// read takes a signature apart.
func (v *verifier) read(signature string) (s segments, ok bool) {
	received := strings.Split(signature, ".")
	if len(received) != 3 || len(signature) > jws.MaxLength {
		return s, false
	}
	for i := range received {
		s.received[i] = received[i]
		if s.decoded[i], ok = segmentBytes(received[i], v.spare[i]); !ok {
			return s, false
		}
	}
	s.header, ok = v.header(s.decoded[0])
	return s, ok
}

// verifies reports whether s is a signature of payload by one of the keys.
func (v *verifier) verifies(s segments, payload []byte, keys []strictjson.Value) bool {
	if s.received[1] != "" && !v.carried(s.decoded[1], payload) {
		return false
	}
	for _, key := range v.choose(v.given(s.header, keys), s.header) {
		alg := v.algorithm(s.header, key)
		verify := v.signatures[alg]
		if verify == nil || !v.allowed(key, alg) || kinds[alg][0] != "" && !isKind(key, alg) {
			continue
		}
		for _, in := range v.inputs(s, payload) {
			if verify(key, in, s.decoded[2]) {
				return true
			}
		}
	}
	return false
}

// manifest reports whether a manifest's own signature verifies.
func (v *verifier) manifest(document strictjson.Value, keys []strictjson.Value) bool {
	s, ok := v.read(textIn(document, jwsMember))
	return ok && !v.refused(s.header) && v.verifies(s, v.payload(document), keys)
}

// reportSigned reports whether a signature is a report's, and verifies.
func (v *verifier) reportSigned(signature string, report []byte, keys []strictjson.Value) bool {
	s, ok := v.read(signature)
	return ok && !has(s.header, "crit") && !has(s.header, "b64") &&
		v.report(s.header, s.received[1] == "") && v.verifies(s, report, keys)
}

// verifySignature is the operation, by v.
func (v *verifier) verifySignature(p strictjson.Value) (strictjson.Value, error) {
	honest, err := manifests.VerifySignature(p)
	if err != nil || textIn(honest, "signature") == "unsigned" {
		return honest, err
	}
	signature := "invalid"
	if v.manifest(documentIn(p), keysIn(p, "keys")) {
		signature = "verified"
	}
	return setMember(honest, "signature", strictjson.Text(signature)), nil
}

// documentIn is the manifest that params hold, as JSON; null when it is none.
func documentIn(p strictjson.Value) strictjson.Value {
	v, _ := strictjson.Parse(bytesIn(p, "document"), strictjson.Limits{Bytes: manifests.MaxDocument})
	return v
}

func keysIn(p strictjson.Value, name string) []strictjson.Value {
	set := get(p, name)
	list := get(set, "keys")
	return list.Items()
}

// verifies has signatures of manifests and reports verified by a verifier with
// a step changed.
func verifies(changed func(*verifier)) change {
	v := newVerifier()
	changed(v)
	a := newAssessor()
	a.verifier = v
	return func(ops map[string]reference.Operation) {
		by("verify_signature", v.verifySignature)(ops)
		by("assess", a.assess)(ops)
	}
}
