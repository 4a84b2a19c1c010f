package manifests

import (
	"errors"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// ErrUnsigned says that a manifest carries no signature to verify.
var ErrUnsigned = errors.New("the manifest carries no signature")

// VerifySignature checks the signature of m with the keys that a verifier
// trusts: nil, ErrUnsigned, or an error of internal/jws that says why it does
// not verify.
func (m *Manifest) VerifySignature(keys jws.Keys) error {
	if !m.Signed() {
		return ErrUnsigned
	}
	message, err := jws.Parse(m.JWS)
	if err != nil {
		return err
	}
	return message.VerifyManifest(m.Canonical(), keys)
}

// Sign is m signed with key, detached, in place of any signature before.
func (m Manifest) Sign(key jws.PrivateKey) (*Manifest, error) {
	text, err := jws.Sign(m.Canonical(), key)
	if err != nil {
		return nil, err
	}
	m.JWS = text
	return &m, nil
}

// VerifySignature is the operation manifests.verify_signature.
func VerifySignature(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	document := p.Bytes("document")
	keys := readKeys(p.Member("keys"))
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	m, err := Parse(document)
	if err != nil {
		return strictjson.Value{}, rejection(err)
	}
	signature := "verified"
	if err := m.VerifySignature(keys); errors.Is(err, ErrUnsigned) {
		signature = "unsigned"
	} else if err != nil {
		signature = "invalid"
	}
	return strictjson.Record(strictjson.Member{Name: "signature", Value: strictjson.Text(signature)}), nil
}

// readKeys reads a param that must be a JWKS.
func readKeys(p reference.Params) jws.Keys {
	keys, err := jws.ParseKeys(p.Value())
	if err != nil {
		p.Fail(err.Error())
	}
	return keys
}
