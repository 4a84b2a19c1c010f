package reports

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/gowebpki/jcs"

	"github.com/conform-suite/conform/internal/strictjson"
)

// maxDepth is the deepest nesting of a report: generated, failed, an entry of
// it, its cases, one of them.
const maxDepth = 6

// ErrTooLarge: a report has more than MaxBytes.
var ErrTooLarge = fmt.Errorf("a report has at most %d bytes", MaxBytes)

// Canonical is r in its one form: RFC 8785, without a trailing newline. It
// fails on invalid UTF-8 in a text, and with ErrTooLarge.
func (r *Report) Canonical() ([]byte, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("writing report: %w", err)
	}
	out, err := jcs.Transform(data)
	if err != nil {
		return nil, fmt.Errorf("writing report in canonical form: %w", err)
	}
	if len(out) > MaxBytes {
		return nil, fmt.Errorf("%w; this one has %d", ErrTooLarge, len(out))
	}
	return out, nil
}

// digest is the SHA-256 of data in lowercase hex.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// reading is what the bytes of a report hold, as far as they can be read.
type reading struct {
	value     strictjson.Value
	report    *Report // nil when the bytes are not shaped as a report
	canonical []byte  // what data should be; nil when report is
	notJSON   error
	notShaped error
}

// read reads a report of at most MaxBytes. The value is shaped as a report
// when it has the same canonical form as the report that was read from it:
// then no member was lost, added, converted or read as another.
func read(data []byte) reading {
	v, err := strictjson.Parse(data, strictjson.Limits{Bytes: MaxBytes, Depth: maxDepth})
	if err != nil {
		return reading{notJSON: err}
	}
	var r Report
	if err := json.Unmarshal(data, &r, json.RejectUnknownMembers(true)); err != nil {
		return reading{value: v, notShaped: shape(err)}
	}
	canonical, err := jcs.Transform(data)
	if err != nil {
		return reading{value: v, notShaped: err}
	}
	again, err := r.Canonical()
	if err != nil {
		return reading{value: v, notShaped: err}
	}
	if !bytes.Equal(again, canonical) {
		return reading{value: v, notShaped: errors.New("a member is missing, null, or not of the type that it must have")}
	}
	return reading{value: v, report: &r, canonical: canonical}
}

// shape says without Go's words why a value is not shaped as a report.
func shape(err error) error {
	var e *json.SemanticError
	switch {
	case !errors.As(err, &e):
		return err
	case errors.Is(err, json.ErrUnknownName):
		return fmt.Errorf("it has a member %s, which no report has", short(string(e.JSONPointer)))
	case e.JSONPointer == "":
		return errors.New("it is no object")
	}
	return fmt.Errorf("its member %s is not of the type that it must have", short(string(e.JSONPointer)))
}

// Parse reads a report that is in order in itself: canonical bytes, and the
// members and types of one. Whether it is true is for [Verify] to say.
func Parse(data []byte) (*Report, error) {
	got := read(data)
	switch {
	case got.notJSON != nil:
		return nil, fmt.Errorf("reading report: %w", got.notJSON)
	case got.notShaped != nil:
		return nil, fmt.Errorf("reading report: %w", got.notShaped)
	case !bytes.Equal(got.canonical, data):
		return nil, fmt.Errorf("reading report: the bytes are not its canonical form (RFC 8785)")
	}
	return got.report, nil
}
