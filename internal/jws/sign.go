package jws

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"

	jose "github.com/go-jose/go-jose/v4"

	"github.com/conform-suite/conform/internal/strictjson"
)

// PrivateKey is a key that signatures are made with. Its zero value makes none.
type PrivateKey struct {
	alg Algorithm
	jwk jose.JSONWebKey // holds an ed25519.PrivateKey or an *ecdsa.PrivateKey
}

// GenerateKey makes a new key for alg.
func GenerateKey(alg Algorithm) (PrivateKey, error) {
	var secret any
	var err error
	switch alg {
	case EdDSA:
		_, secret, err = ed25519.GenerateKey(rand.Reader)
	case ES256:
		secret, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	default:
		return PrivateKey{}, fmt.Errorf("%w: %q, must be EdDSA or ES256", ErrAlgorithm, alg)
	}
	return PrivateKey{alg, jose.JSONWebKey{Key: secret}}, err
}

// ParsePrivateKey reads a private JWK that may be signed with: one that has d,
// and whose d and public point belong together.
func ParsePrivateKey(jwk strictjson.Value) (PrivateKey, error) {
	alg, err := algorithm(jwk)
	if err != nil {
		return PrivateKey{}, err
	}
	if err := permits(jwk, alg, "sign"); err != nil {
		return PrivateKey{}, err
	}
	d, err := decode(text(jwk, "d"))
	if err != nil || len(d) != 32 {
		return PrivateKey{}, errors.New("d must be 32 bytes in unpadded base64url: is this a public key?")
	}
	k := PrivateKey{alg: alg}
	if alg == EdDSA {
		k.jwk.Key = ed25519.NewKeyFromSeed(d)
	} else if k.jwk.Key, err = ecdsa.ParseRawPrivateKey(elliptic.P256(), d); err != nil {
		return PrivateKey{}, fmt.Errorf("reading d: %w", err)
	}
	public := k.Public().JWK()
	for _, name := range kinds[alg].point {
		if text(jwk, name) != text(public, name) {
			return PrivateKey{}, fmt.Errorf("%s is not the one that belongs to d", name)
		}
	}
	return k, nil
}

// Algorithm is the one algorithm that k is for.
func (k PrivateKey) Algorithm() Algorithm { return k.alg }

// Public is the key that verifies what k signs.
func (k PrivateKey) Public() PublicKey { return PublicKey{k.alg, k.jwk.Public()} }

// JWK is k as a private JWK with its thumbprint as kid. It is a secret.
func (k PrivateKey) JWK() strictjson.Value { return record(k.alg, k.jwk, k.Public().Thumbprint()) }

// JWK is k as a public JWK with its thumbprint as kid.
func (k PublicKey) JWK() strictjson.Value { return record(k.alg, k.jwk, k.Thumbprint()) }

func record(alg Algorithm, jwk jose.JSONWebKey, kid string) strictjson.Value {
	jwk.Algorithm, jwk.Use, jwk.KeyID = string(alg), "sig", kid
	b, err := jwk.MarshalJSON()
	if err != nil {
		return strictjson.Value{} // a zero key
	}
	var v strictjson.Value
	if err := v.UnmarshalJSON(b); err != nil {
		panic("jws: go-jose wrote a JWK that is not JSON: " + err.Error())
	}
	return v
}

// KeySet is a JWKS (RFC 7517 section 5) of the given keys.
func KeySet(public ...PublicKey) strictjson.Value {
	var list []strictjson.Value
	for _, p := range public {
		list = append(list, p.JWK())
	}
	return strictjson.Record(strictjson.Member{Name: "keys", Value: strictjson.List(list...)})
}

// Thumbprint is the SHA-256 thumbprint of k (RFC 7638 section 3) in unpadded
// base64url, and "" for the zero key.
func (k PublicKey) Thumbprint() string {
	sum, err := k.jwk.Thumbprint(crypto.SHA256)
	if err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(sum)
}

// Sign makes a detached JWS (RFC 7515 appendix F) of payload. Its header has
// alg, kid and the members given; a kid among them replaces the thumbprint,
// which is the kid otherwise.
func Sign(payload []byte, key PrivateKey, header ...strictjson.Member) (string, error) {
	signed, err := sign(payload, key, header)
	if err != nil {
		return "", err
	}
	return signed.DetachedCompactSerialize()
}

// SignCompact is Sign with the payload carried in the JWS.
func SignCompact(payload []byte, key PrivateKey, header ...strictjson.Member) (string, error) {
	signed, err := sign(payload, key, header)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}

// SignReport is Sign with the header of a report: iat is the time of signing
// in seconds since 1970 (RFC 7519 section 4.1.6).
func SignReport(payload []byte, key PrivateKey, iat int64) (string, error) {
	return Sign(payload, key,
		strictjson.Member{Name: "iat", Value: strictjson.Integer(iat)},
		strictjson.Member{Name: "typ", Value: strictjson.Text(ReportType)})
}

func sign(payload []byte, key PrivateKey, header []strictjson.Member) (*jose.JSONWebSignature, error) {
	secret := key.jwk
	secret.KeyID = key.Public().Thumbprint()
	options := new(jose.SignerOptions)
	for _, m := range header {
		switch m.Name {
		case "alg", "crit", "b64":
			return nil, fmt.Errorf("%w: %s cannot be chosen", ErrHeader, m.Name)
		case "kid":
			secret.KeyID = m.Value.Str()
		default:
			options.WithHeader(jose.HeaderKey(m.Name), m.Value)
		}
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.SignatureAlgorithm(key.alg), Key: secret}, options)
	if err != nil {
		return nil, fmt.Errorf("signing: %w", err)
	}
	return signer.Sign(payload)
}
