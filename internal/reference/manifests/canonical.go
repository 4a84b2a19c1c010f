package manifests

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/gowebpki/jcs"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// MaxCanonical is the most bytes that CanonicalBytes takes: 1,048,576.
const MaxCanonical = 1 << 20

// sourceIDLength is the hexadecimal digits of a source id: the leftmost 16
// bytes of a SHA-256 (PROVENANCE.md, Source manifest).
const sourceIDLength = 32

// Canonical is the payload of m: its members but for the signature, in the
// form of RFC 8785. A valid manifest needs no library for it: its members are
// already in order, and none of its characters is ever escaped.
func (m *Manifest) Canonical() []byte {
	payload := *m
	payload.JWS = ""
	return payload.Value().AppendTo(make([]byte, 0, 1<<10)) // 1 KiB: most fit
}

// PayloadSHA256 is the SHA-256 of m.Canonical(), in lowercase hex.
func (m *Manifest) PayloadSHA256() string { return hexSHA256(m.Canonical()) }

// SourceID is the short name of m in messages: the leftmost 16 bytes of its
// payload's SHA-256, in lowercase hex.
func (m *Manifest) SourceID() string { return m.PayloadSHA256()[:sourceIDLength] }

func hexSHA256(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// CanonicalBytes is the RFC 8785 form of any JSON text of at most MaxCanonical
// bytes and strictjson.MaxDepth levels. A number beyond a double is refused,
// and one too small for it is 0. Every error is a *reference.Rejection.
func CanonicalBytes(document []byte) ([]byte, error) {
	if err := strictjson.Check(document, strictjson.Limits{Bytes: MaxCanonical, Depth: strictjson.MaxDepth}); err != nil {
		return nil, reference.Reject(strictCode(err, TooDeep), "%v", err)
	}
	out, err := jcs.Transform(shortNumbers(document))
	if err != nil {
		// All else that jcs refuses, the strict reader has refused.
		return nil, reference.Reject(NumberRange, "%v", err)
	}
	return out, nil
}

// shortNumbers is a JSON text with its long numbers spelt in short: jcs reads
// some of them wrongly, as strconv does.
func shortNumbers(document []byte) []byte {
	var out []byte
	written := 0 // how much of document is in out
	for i := 0; i < len(document); {
		end := i + 1
		switch c := document[i]; {
		case c == '"':
			for ; document[end] != '"'; end++ {
				if document[end] == '\\' {
					end++
				}
			}
			end++
		case isNumeric(c): // or the e of true and false
			for end < len(document) && isNumeric(document[end]) {
				end++
			}
			literal := string(document[i:end])
			if short := strictjson.ShortNumber(literal); short != literal {
				out = append(append(out, document[written:i]...), short...)
				written = end
			}
		}
		i = end
	}
	if written == 0 {
		return document
	}
	return append(out, document[written:]...)
}

func isNumeric(c byte) bool { return strings.ContainsRune("0123456789+-.eE", rune(c)) }

// Canonicalize is the operation manifests.canonicalize.
func Canonicalize(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	document := p.Bytes("document")
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	out, err := CanonicalBytes(document)
	if err != nil {
		return strictjson.Value{}, err
	}
	return strictjson.Record(strictjson.Member{Name: "canonical", Value: strictjson.Text(string(out))}), nil
}
