package jws

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"errors"
	"fmt"

	jose "github.com/go-jose/go-jose/v4"

	"github.com/conform-suite/conform/internal/strictjson"
)

// Algorithm is the value of a header's alg.
type Algorithm string

// The algorithms that are accepted, and no others.
const (
	EdDSA Algorithm = "EdDSA" // RFC 8037, with an Ed25519 key
	ES256 Algorithm = "ES256" // RFC 7518 section 3.4, with a P-256 key
)

// kind is the type of key that goes with an algorithm, in the terms of a JWK.
type kind struct {
	kty, crv string
	point    []string // the members of a public key, 32 bytes each
}

var kinds = map[Algorithm]kind{
	EdDSA: {"OKP", "Ed25519", []string{"x"}},
	ES256: {"EC", "P-256", []string{"x", "y"}},
}

// PublicKey is a key that signatures are verified with. Its zero value
// verifies none.
type PublicKey struct {
	alg Algorithm
	jwk jose.JSONWebKey // holds an ed25519.PublicKey or an *ecdsa.PublicKey
}

// Algorithm is the one algorithm that k is for.
func (k PublicKey) Algorithm() Algorithm { return k.alg }

// ParsePublicKey reads a JWK (RFC 7517 section 4) that signatures may be
// verified with. The error says why it may not. Members that are private or
// about certificates are not looked at.
func ParsePublicKey(jwk strictjson.Value) (PublicKey, error) {
	alg, err := algorithm(jwk)
	if err != nil {
		return PublicKey{}, err
	}
	if err := permits(jwk, alg, "verify"); err != nil {
		return PublicKey{}, err
	}
	for _, name := range kinds[alg].point {
		b, err := decode(text(jwk, name))
		if err != nil || len(b) != 32 {
			return PublicKey{}, fmt.Errorf("%s must be 32 bytes in unpadded base64url without spare bits", name)
		}
		if alg == EdDSA {
			if err := checkPoint([32]byte(b)); err != nil {
				return PublicKey{}, err
			}
		}
	}
	k := PublicKey{alg: alg}
	if err := k.jwk.UnmarshalJSON(point(jwk, alg).AppendTo(nil)); err != nil {
		return PublicKey{}, fmt.Errorf("reading the point: %w", err)
	}
	return k, nil
}

// algorithm tells which one a JWK is for by its kty and crv.
func algorithm(jwk strictjson.Value) (Algorithm, error) {
	if jwk.Kind() != strictjson.Object {
		return "", fmt.Errorf("a JWK must be an object, is %s", jwk.Kind())
	}
	for alg, k := range kinds {
		if text(jwk, "kty") == k.kty && text(jwk, "crv") == k.crv {
			return alg, nil
		}
	}
	return "", errors.New("kty and crv must be OKP and Ed25519, or EC and P-256")
}

// permits checks what a JWK says of its own use (RFC 7517 sections 4.2 to
// 4.4): a member that is there must agree, and one of another type does not.
func permits(jwk strictjson.Value, alg Algorithm, op string) error {
	if v, ok := jwk.Get("alg"); ok && v.Str() != string(alg) {
		return fmt.Errorf("the key's alg is not %s", alg)
	}
	if v, ok := jwk.Get("use"); ok && v.Str() != "sig" {
		return errors.New("the key's use is not sig")
	}
	v, ok := jwk.Get("key_ops")
	if !ok {
		return nil
	}
	found := false
	for _, e := range v.Elements() {
		if e.Kind() != strictjson.String {
			return errors.New("the key's key_ops are not all text")
		}
		found = found || e.Str() == op
	}
	if v.Kind() != strictjson.Array || !found {
		return fmt.Errorf("the key's key_ops lack %s", op)
	}
	return nil
}

// point is a JWK of nothing but the point of jwk, so that go-jose sees no
// other member.
func point(jwk strictjson.Value, alg Algorithm) strictjson.Value {
	k := kinds[alg]
	members := []strictjson.Member{
		{Name: "kty", Value: strictjson.Text(k.kty)},
		{Name: "crv", Value: strictjson.Text(k.crv)},
	}
	for _, name := range k.point {
		members = append(members, strictjson.Member{Name: name, Value: strictjson.Text(text(jwk, name))})
	}
	return strictjson.Record(members...)
}

func text(v strictjson.Value, name string) string {
	m, _ := v.Get(name)
	return m.Str()
}

// checkPoint refuses the Ed25519 keys that crypto/ed25519 takes and a verifier
// must not: a y coordinate not below 2^255-19 (RFC 8032 section 5.1.3 step 1),
// and the points of small order, under which one signature fits many messages.
// go-jose 4.1.9 refuses small order as well; this is not left to its list.
func checkPoint(y [32]byte) error {
	y[31] &= 0x7f // the sign of x
	if y[0] >= 0xed && y[31] == 0x7f && allFF(y[1:31]) {
		return errors.New("the Ed25519 point is not in canonical encoding")
	}
	if smallOrder[y] {
		return errors.New("the Ed25519 point has small order")
	}
	return nil
}

func allFF(b []byte) bool {
	for _, c := range b {
		if c != 0xff {
			return false
		}
	}
	return true
}

// smallOrder has the y coordinates, little-endian, of the eight points of
// Ed25519 whose order divides 8.
var smallOrder = map[[32]byte]bool{
	{}:       true, // order 4: y = 0
	{0: 1}:   true, // order 1: the identity
	minus1(): true, // order 2: y = -1
	{
		0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
		0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
	}: true, // order 8
	{
		0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
		0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
	}: true, // order 8
}

// minus1 is 2^255-20, little-endian.
func minus1() (y [32]byte) {
	for i := range y {
		y[i] = 0xff
	}
	y[0], y[31] = 0xec, 0x7f
	return y
}

// verify checks a signature over the signing input of RFC 7515 section 5.1.
func (k PublicKey) verify(input, signature []byte) bool {
	switch p := k.jwk.Key.(type) {
	case ed25519.PublicKey:
		// Refuses an S not below the group's order, as RFC 8032 section 5.1.7 asks.
		return ed25519.Verify(p, input, signature)
	case *ecdsa.PublicKey:
		return p.Curve == elliptic.P256() && verifyES256(p, input, signature)
	}
	return false
}
