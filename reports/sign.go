package reports

import (
	"fmt"
	"time"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/strictjson"
)

// Key is a private key that reports are signed with: Ed25519 (EdDSA) or P-256
// (ES256). Its zero value signs nothing.
type Key = jws.PrivateKey

// PublicKey is a key that reports are verified with.
type PublicKey = jws.PublicKey

// Algorithm is the algorithm of a key.
type Algorithm = jws.Algorithm

// The algorithms of keys.
const (
	EdDSA = jws.EdDSA
	ES256 = jws.ES256
)

// NewKey makes a key. EdDSA is the usual choice.
func NewKey(alg Algorithm) (Key, error) { return jws.GenerateKey(alg) }

// ParseKey reads a private key from a JWK (RFC 7517), in JSON.
func ParseKey(data []byte) (Key, error) {
	v, err := strictjson.Parse(data, strictjson.Limits{})
	if err != nil {
		return Key{}, fmt.Errorf("reading private key: %w", err)
	}
	k, err := jws.ParsePrivateKey(v)
	if err != nil {
		return Key{}, fmt.Errorf("reading private key: %w", err)
	}
	return k, nil
}

// ParsePublicKeys reads the public keys of a JWK, or of a JWKS, in JSON. It
// fails when one of them cannot verify a report, or there is none. A key's own
// kid is not looked at: a report names its key by thumbprint.
func ParsePublicKeys(data []byte) ([]PublicKey, error) {
	v, err := strictjson.Parse(data, strictjson.Limits{})
	if err != nil {
		return nil, fmt.Errorf("reading public key: %w", err)
	}
	list := strictjson.List(v)
	if set, ok := v.Get("keys"); ok {
		list = set
	}
	if list.Kind() != strictjson.Array || list.Len() == 0 {
		return nil, fmt.Errorf("reading public keys: the set has none")
	}
	var out []PublicKey
	for i, jwk := range list.Elements() {
		k, err := jws.ParsePublicKey(jwk)
		if err != nil {
			return nil, fmt.Errorf("reading public key %d of %d: %w", i+1, list.Len(), err)
		}
		out = append(out, k)
	}
	return out, nil
}

// Files are the three files of a report, as bytes: nil for one that is not there.
type Files struct {
	Report    []byte // canonical bytes
	Digest    []byte // a line for sha256sum -c
	Signature []byte // a detached JWS, without a trailing newline
}

// Names of the files. A sidecar's name is the report's and an ending.
const (
	ReportName      = "conformance_report.json"
	DigestEnding    = ".sha256"
	SignatureEnding = ".jws"
)

// Sign makes the files of r. The time of signing goes into the signature, in
// whole seconds, and nowhere else. The protected header is exactly alg, kid
// (RFC 7638 thumbprint of the key), iat and typ.
func Sign(r *Report, key Key, at time.Time) (Files, error) {
	data, err := r.Canonical()
	if err != nil {
		return Files{}, err
	}
	signature, err := jws.SignReport(data, key, at.Unix())
	if err != nil {
		return Files{}, fmt.Errorf("signing report: %w", err)
	}
	return Files{data, digestLine(data), []byte(signature)}, nil
}

// digestLine is what the digest file holds: the line that sha256sum writes.
func digestLine(report []byte) []byte {
	return []byte(digest(report) + "  " + ReportName + "\n")
}
