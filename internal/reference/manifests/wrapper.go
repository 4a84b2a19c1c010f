package manifests

import (
	"encoding/base64"
	"strings"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// MaxWrapper is the most bytes that a diagnostic wrapper may have, a final line
// feed included: 65,536.
const MaxWrapper = 1 << 16

const (
	beginMarker  = "-----BEGIN URUSILLA DEBUG-----"
	endMarker    = "-----END URUSILLA DEBUG-----"
	digestPrefix = "sha256:"
)

// labels begin the lines between the markers, in this order.
var labels = [5]string{"spec: ", "version: ", "source-id: ", "capsule: ", "payload: "}

// Wrapped is what the lines of a diagnostic wrapper say.
type Wrapped struct {
	Spec     string
	Version  string
	SourceID string
	Capsule  string // sha256: and 64 lowercase hex
	Payload  string // unpadded base64url
}

// Wrap makes a wrapper of payload that names m, without a final line feed.
// Every error is a *reference.Rejection: the payload is empty or too large.
func (m *Manifest) Wrap(payload []byte) (string, error) {
	if len(payload) == 0 {
		return "", reference.Reject(EmptyPayload, "there is nothing to wrap")
	}
	// Looked at first so that no large text is made in vain.
	if base64.RawURLEncoding.EncodedLen(len(payload)) > MaxWrapper {
		return "", reference.Reject(TooLarge, "a payload of %d bytes makes more than %d bytes", len(payload), MaxWrapper)
	}
	values := [5]string{m.SpecURI, m.Version, m.SourceID(), digestPrefix + m.CapsuleSHA256, base64.RawURLEncoding.EncodeToString(payload)}
	lines := []string{beginMarker}
	for i, label := range labels {
		lines = append(lines, label+values[i])
	}
	text := strings.Join(append(lines, endMarker), "\n")
	if len(text) > MaxWrapper {
		return "", reference.Reject(TooLarge, "the wrapper would have %d bytes, at most %d", len(text), MaxWrapper)
	}
	return text, nil
}

// Unwrap reads a wrapper, which must name one of the pinned manifests and agree
// with it. Every error is a *reference.Rejection.
func (p Pinned) Unwrap(text string) (Wrapped, error) {
	w, err := readWrapper(text)
	if err != nil {
		return Wrapped{}, err
	}
	i, err := p.Resolve(w.SourceID)
	if err != nil {
		return Wrapped{}, err
	}
	m := p[i]
	switch {
	case w.Spec != m.SpecURI:
		return Wrapped{}, reference.Reject(SpecMismatch, "spec is %s, the manifest says %s", quote(w.Spec), quote(m.SpecURI))
	case w.Version != m.Version:
		return Wrapped{}, reference.Reject(VersionMismatch, "version is %s, the manifest says %s", quote(w.Version), quote(m.Version))
	case w.Capsule != digestPrefix+m.CapsuleSHA256:
		return Wrapped{}, reference.Reject(DigestMismatch, "capsule is %s, the manifest says %s%s", w.Capsule, digestPrefix, m.CapsuleSHA256)
	}
	return w, nil
}

func readWrapper(text string) (Wrapped, error) {
	if len(text) > MaxWrapper {
		return Wrapped{}, reference.Reject(TooLarge, "%d bytes, at most %d", len(text), MaxWrapper)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) != 7 || lines[0] != beginMarker || lines[6] != endMarker {
		return Wrapped{}, reference.Reject(InvalidWrapper, "a wrapper is five lines between %s and %s", beginMarker, endMarker)
	}
	var values [5]string
	for i, label := range labels {
		value, ok := strings.CutPrefix(lines[1+i], label)
		if !ok {
			return Wrapped{}, reference.Reject(InvalidWrapper, "line %d must begin with %q", 2+i, label)
		}
		values[i] = value
	}
	w := Wrapped{values[0], values[1], values[2], values[3], values[4]}
	if problem := w.problem(); problem != "" {
		return Wrapped{}, reference.Reject(InvalidWrapper, "%s", problem)
	}
	return w, nil
}

// problem says what no wrapper may say, whatever it names; or "".
func (w Wrapped) problem() string {
	digest, hashed := strings.CutPrefix(w.Capsule, digestPrefix)
	switch {
	case blobProblem(w.Spec) != "":
		return "spec " + blobProblem(w.Spec)
	case w.Version == "":
		return "version is empty"
	case !isHex(w.SourceID, sourceIDLength):
		return "source-id is not 32 lowercase hexadecimal digits"
	case !hashed || !isHex(digest, digestLength):
		return "capsule is not sha256: and 64 lowercase hexadecimal digits"
	case w.Payload == "" || !isCanonicalBase64URL(w.Payload):
		return "payload is not unpadded base64url of one byte or more, without spare bits"
	}
	return ""
}

func isCanonicalBase64URL(s string) bool {
	// encoding/base64 passes over line breaks, so they are ruled out before.
	_, err := base64.RawURLEncoding.Strict().DecodeString(s)
	return err == nil && made(s, isBase64URL)
}

// Wrap is the operation manifests.wrap.
func Wrap(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	document, payload := p.Bytes("document"), p.Bytes("payload")
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	m, err := Parse(document)
	if err != nil {
		return strictjson.Value{}, rejection(err)
	}
	text, err := m.Wrap(payload)
	if err != nil {
		return strictjson.Value{}, err
	}
	return strictjson.Record(strictjson.Member{Name: "text", Value: strictjson.Text(text)}), nil
}

// Unwrap is the operation manifests.unwrap.
func Unwrap(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	text := p.Text("text")
	documents := readDocuments(p.List("pinned"))
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	pinned, err := Pin(documents...)
	if err != nil {
		return strictjson.Value{}, rejection(err)
	}
	w, err := pinned.Unwrap(text)
	if err != nil {
		return strictjson.Value{}, err
	}
	return strictjson.Record(
		strictjson.Member{Name: "spec", Value: strictjson.Text(w.Spec)},
		strictjson.Member{Name: "version", Value: strictjson.Text(w.Version)},
		strictjson.Member{Name: "source_id", Value: strictjson.Text(w.SourceID)},
		strictjson.Member{Name: "capsule", Value: strictjson.Text(w.Capsule)},
		strictjson.Member{Name: "payload", Value: strictjson.Text(w.Payload)},
	), nil
}
