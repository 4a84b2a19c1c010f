// Package jws reads, verifies and makes the signatures of source manifests and
// of reports: JSON Web Signatures in compact form, whole or detached, by one
// Ed25519 or P-256 key.
//
// Start with [Parse] and one of [Message.VerifyManifest],
// [Message.VerifyReport]; sign with [Sign] or [SignCompact].
//
// # What it refuses
//
// JOSE libraries take more than a verifier wants, so this package stands in
// front of go-jose: the text is decoded strictly (no padding, spare bits, white
// space or line breaks), the header is read as strict JSON, and crit, b64 and
// every algorithm but EdDSA and ES256 are refused. A key comes from the
// verifier and nowhere else: jwk, jku, x5u and x5c in a header are neither used
// nor looked at.
//
// # Why go-jose does not verify
//
// go-jose reads jwk, x5c and nonce in a header before it verifies, and refuses
// an honest signature when one of them is odd. So a signature is checked with
// crypto/ed25519 and crypto/ecdsa over the very characters received; go-jose
// reads and writes keys, and signs.
//
// # Specifications
//
// RFC 7515 (JWS: section 7.1 compact, appendix F detached), RFC 7517 (JWK),
// RFC 7518 (section 3.4 ES256), RFC 7638 (thumbprint), RFC 8037 (Ed25519).
package jws

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// MaxLength is the most characters that a JWS may have: 16,384.
const MaxLength = 1 << 14

// Why a signature is not accepted, for errors.Is: one sentinel a check. Every
// error of Parse is an ErrMalformed.
var (
	ErrMalformed = errors.New("malformed JWS")
	ErrHeader    = errors.New("header member refused")
	ErrAlgorithm = errors.New("algorithm refused")
	ErrKey       = errors.New("no key to verify with")
	ErrPayload   = errors.New("signed payload is another")
	ErrSignature = errors.New("signature does not verify")
)

// Message is a JWS as it was received. Nothing in it is to be believed before
// it is verified.
type Message struct {
	header    strictjson.Value
	protected string // the header as it was received, encoded
	payload   []byte
	signature []byte
	detached  bool
}

// Parse reads a JWS in compact form (RFC 7515 section 7.1), its payload perhaps
// detached (appendix F). Its header must be a JSON object in UTF-8 without
// repeated members, at any depth, and without lone surrogates. The text is at
// most MaxLength characters.
func Parse(text string) (*Message, error) {
	if len(text) > MaxLength {
		return nil, fmt.Errorf("%w: more than %d characters", ErrMalformed, MaxLength)
	}
	segments := strings.Split(text, ".")
	if len(segments) != 3 {
		return nil, fmt.Errorf("%w: %d segments, must be 3", ErrMalformed, len(segments))
	}
	var decoded [3][]byte
	for i, name := range []string{"header", "payload", "signature"} {
		b, err := decode(segments[i])
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrMalformed, name, err)
		}
		if len(b) == 0 && name != "payload" {
			return nil, fmt.Errorf("%w: %s: empty", ErrMalformed, name)
		}
		decoded[i] = b
	}
	// No depth that fits in MaxLength is a fault: a header is JSON or it is not.
	header, err := strictjson.Parse(decoded[0], strictjson.Limits{Bytes: MaxLength, Depth: strictjson.MaxDepth})
	if err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrMalformed, err)
	}
	if header.Kind() != strictjson.Object {
		return nil, fmt.Errorf("%w: header: must be an object, is %s", ErrMalformed, header.Kind())
	}
	return &Message{header, segments[0], decoded[1], decoded[2], segments[1] == ""}, nil
}

// Header is the protected header, the only one that the compact form has.
func (m *Message) Header() strictjson.Value { return m.header }

// Detached reports whether m carries no payload of its own. An empty payload
// that is carried looks the same.
func (m *Message) Detached() bool { return m.detached }

// Payload is the payload that m carries, empty when detached.
func (m *Message) Payload() []byte { return m.payload }

var strict = base64.RawURLEncoding.Strict()

// decode reads unpadded base64url (RFC 7515 section 2) in its one canonical
// spelling: spare bits must be zero.
func decode(s string) ([]byte, error) {
	// encoding/base64 skips these two even when strict.
	if i := strings.IndexAny(s, "\r\n"); i >= 0 {
		return nil, base64.CorruptInputError(i)
	}
	return strict.DecodeString(s)
}
