package jws

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"

	"github.com/conform-suite/conform/internal/strictjson"
)

// ReportType is the typ of a report's signature, so that no other signature
// can be taken for it (CONFORMANCE.md, The report).
const ReportType = "conform-report+jws"

// Keys is a set of keys that a verifier was given. Its zero value is empty.
type Keys struct{ list []given }

// given is an element of a JWKS. One that cannot be used stays in the set: two
// keys of one kid are two, whatever becomes of one of them.
type given struct {
	kid      strictjson.Value
	kty, crv string
	key      PublicKey
	problem  error // why it is never accepted
}

// ParseKeys reads a JWKS (RFC 7517 section 5). Only a value that is no object
// or has no array named keys is an error. An element that cannot be used is
// not: it is never accepted, and the others are.
func ParseKeys(v strictjson.Value) (Keys, error) {
	list, ok := v.Get("keys")
	if !ok || list.Kind() != strictjson.Array {
		return Keys{}, errors.New("a JWKS must be an object with an array named keys")
	}
	out := Keys{make([]given, 0, list.Len())}
	for _, jwk := range list.Elements() {
		kid, _ := jwk.Get("kid")
		key, err := ParsePublicKey(jwk)
		out.list = append(out.list, given{kid, text(jwk, "kty"), text(jwk, "crv"), key, err})
	}
	return out, nil
}

// NewKeys is the set of the given keys, each with its thumbprint as kid.
func NewKeys(public ...PublicKey) Keys {
	var out Keys
	for _, p := range public {
		k := kinds[p.alg]
		out.list = append(out.list, given{kid: strictjson.Text(p.Thumbprint()), kty: k.kty, crv: k.crv, key: p})
	}
	return out
}

// Len is the number of keys given, those that cannot be used included.
func (k Keys) Len() int { return len(k.list) }

// choose finds the one key that a header asks for: the given key whose own kid
// it names, or without kid the only one of the algorithm's kty and crv.
func (k Keys) choose(header strictjson.Value, alg Algorithm) (PublicKey, error) {
	kid, named := header.Get("kid")
	if named && kid.Kind() != strictjson.String {
		return PublicKey{}, fmt.Errorf("%w: kid must be text, is %s", ErrHeader, kid.Kind())
	}
	want := kinds[alg]
	var fit []given
	for _, g := range k.list {
		if named && g.kid.Equal(kid) || !named && g.kty == want.kty && g.crv == want.crv {
			fit = append(fit, g)
		}
	}
	switch {
	case len(fit) == 0 && named:
		return PublicKey{}, fmt.Errorf("%w: the signature names the key %q, which is none of the %d given", ErrKey, kid.Str(), len(k.list))
	case len(fit) != 1 && named:
		return PublicKey{}, fmt.Errorf("%w: %d of %d given keys have the kid %q, must be 1", ErrKey, len(fit), len(k.list), kid.Str())
	case len(fit) != 1:
		return PublicKey{}, fmt.Errorf("%w: no kid, and %d of %d given keys are for %s, must be 1", ErrKey, len(fit), len(k.list), alg)
	case fit[0].problem != nil:
		return PublicKey{}, fmt.Errorf("%w: %w", ErrKey, fit[0].problem)
	case fit[0].key.alg != alg:
		return PublicKey{}, fmt.Errorf("%w: the key is for %s, the signature says %s", ErrKey, fit[0].key.alg, alg)
	}
	return fit[0].key, nil
}

// Verify checks that m is a signature of payload by one of keys: nil, or an
// error that is one of this package's sentinels. A payload that m carries must
// be payload, byte for byte.
//
// Which of several faults is reported is not promised.
func (m *Message) Verify(payload []byte, keys Keys) error {
	for _, name := range []string{"crit", "b64"} {
		if _, ok := m.header.Get(name); ok {
			return fmt.Errorf("%w: %s", ErrHeader, name)
		}
	}
	alg := Algorithm(text(m.header, "alg"))
	if _, ok := kinds[alg]; !ok {
		return fmt.Errorf("%w: %q, must be EdDSA or ES256", ErrAlgorithm, alg)
	}
	key, err := keys.choose(m.header, alg)
	if err != nil {
		return err
	}
	if !m.detached && !bytes.Equal(m.payload, payload) {
		return ErrPayload
	}
	if !key.verify(m.input(payload), m.signature) {
		return ErrSignature
	}
	return nil
}

// VerifyManifest is Verify for a source manifest, whose canonical bytes the
// payload is. A header that says that it is a report's is refused.
func (m *Message) VerifyManifest(payload []byte, keys Keys) error {
	if text(m.header, "typ") == ReportType {
		return fmt.Errorf("%w: typ says that this signs a report", ErrHeader)
	}
	return m.Verify(payload, keys)
}

// VerifyReport is Verify for a report. The signature must be detached, and its
// header has alg, a kid, an integer iat and the typ of a report: nothing else.
func (m *Message) VerifyReport(payload []byte, keys Keys) error {
	if !m.detached {
		return fmt.Errorf("%w: a report's signature must be detached", ErrPayload)
	}
	for _, member := range m.header.Members() {
		if !reportHeader(member) {
			return fmt.Errorf("%w: %q is not what a report's header has there", ErrHeader, member.Name)
		}
	}
	if n := m.header.Len(); n != 4 {
		return fmt.Errorf("%w: a report's header has alg, kid, iat and typ; this one has %d of them", ErrHeader, n)
	}
	return m.Verify(payload, keys)
}

// reportHeader reports whether a member may stand in a report's header.
func reportHeader(m strictjson.Member) bool {
	switch m.Name {
	case "alg", "kid":
		return m.Value.Kind() == strictjson.String
	case "iat":
		_, ok := m.Value.Int()
		return ok
	case "typ":
		return m.Value.Str() == ReportType
	}
	return false
}

// input is the signing input (RFC 7515 section 5.1): the header as it was
// received, and the payload encoded.
func (m *Message) input(payload []byte) []byte {
	return base64.RawURLEncoding.AppendEncode([]byte(m.protected+"."), payload)
}

// verifyES256 checks r and s, 32 bytes each (RFC 7518 section 3.4). Any s below
// the group's order is right: the RFC knows no low-s rule.
func verifyES256(p *ecdsa.PublicKey, input, signature []byte) bool {
	if len(signature) != 64 {
		return false
	}
	digest := sha256.Sum256(input)
	r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
	return ecdsa.Verify(p, digest[:], r, s)
}
