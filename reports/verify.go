package reports

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/schema"
	"github.com/conform-suite/conform/vectors"
)

// Verification is what a verifier has in hand.
type Verification struct {
	Files

	// Keys are those that the verifier takes signatures from, whatever the
	// report says. Without any the signature is not checked, and OK is false.
	Keys []PublicKey

	// Throwaway are keys that conform made by itself on this machine: a report
	// signed with one of them is shown as self-signed. May be empty.
	Throwaway []PublicKey

	Suite *vectors.Suite // the verifier's own; must not be nil

	// Subject is what the verifier knows of the implementation: each text that
	// is not empty must be the report's, and Files must be exactly its files
	// unless it is nil; an empty list expects none. The zero value expects
	// nothing, which is said.
	Subject Subject

	// Regenerate makes the generated cases of a report again and gives the
	// digest of their stream. When it is nil or cannot, that is said, and OK is
	// false for a report that has some. It is not called for a report whose
	// bytes, digest or signature failed: the work is as much as the report says.
	Regenerate func(*Report) (digest string, err error)
}

// Verify checks a report and its sidecars. Every check is made that still
// means something, whatever failed before it; nothing in the report is
// believed that can be recomputed. An error means that nothing could be
// checked, by no fault of the report: there is no suite, or its schema of a
// report does not work.
func Verify(v Verification) (*Findings, error) {
	if v.Suite == nil || !v.Suite.Schemas.Has("report") {
		return nil, errors.New("verifying report: a suite with a schema of reports is needed")
	}
	c := checker{Verification: v, findings: &Findings{}}
	if err := c.files(); err != nil {
		return nil, fmt.Errorf("verifying report: %w", err)
	}
	c.content()
	return c.findings, nil
}

type checker struct {
	Verification
	findings *Findings
	report   *Report // nil when it could not be read
	signer   string  // thumbprint of the key that the signature verified with
}

// pass, fail and skip record a check. What they say is made safe to print.
func (c *checker) pass(name Name, format string, args ...any) {
	c.findings.set(Check{name, Passed, "", printable(fmt.Sprintf(format, args...))})
}

func (c *checker) fail(name Name, code Code, format string, args ...any) {
	c.findings.set(Check{name, Failed, code, printable(fmt.Sprintf(format, args...))})
}

func (c *checker) skip(name Name, code Code, format string, args ...any) {
	c.findings.set(Check{name, Unchecked, code, printable(fmt.Sprintf(format, args...))})
}

// files makes the checks of bytes.
func (c *checker) files() error {
	if len(c.Files.Report) > MaxBytes {
		c.fail(CheckBytes, TooLarge, "the report has more than %d bytes; no more was looked at", MaxBytes)
		for _, name := range []Name{CheckSchema, CheckDigest, CheckSignature} {
			c.unreadable(name)
		}
		return nil
	}
	got := read(c.Files.Report)
	c.bytes(got)
	err := c.schema(got)
	c.digest()
	c.signature()
	return err
}

func (c *checker) unreadable(name Name) {
	c.skip(name, NotReadable, "the report could not be read so far")
}

func (c *checker) bytes(got reading) {
	switch {
	case got.notJSON != nil:
		c.fail(CheckBytes, NotJSON, "the report is not strict JSON: %v", got.notJSON)
	case got.report == nil:
		c.unreadable(CheckBytes)
	case !bytes.Equal(got.canonical, c.Files.Report):
		c.fail(CheckBytes, NotCanonical, "the bytes are not their own canonical form (RFC 8785); they differ at byte %d of %d", difference(got.canonical, c.Files.Report), len(c.Files.Report))
	default:
		c.pass(CheckBytes, "the %d bytes are their own canonical form (RFC 8785)", len(c.Files.Report))
	}
}

// difference is the index of the first byte in which a and b differ.
func difference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// schema applies the schema to what is shaped as a report. Anything else is
// not given to it: of a hostile value it would list a million faults.
func (c *checker) schema(got reading) error {
	switch {
	case got.notJSON != nil:
		c.unreadable(CheckSchema)
		return nil
	case got.notShaped != nil:
		c.fail(CheckSchema, SchemaInvalid, "the value is not shaped as a report: %v", got.notShaped)
		return nil
	}
	c.findings.Report, c.report = got.report, got.report
	err := c.Suite.Schemas.Validate("report", got.value)
	var faults schema.Faults
	switch {
	case err == nil:
		c.pass(CheckSchema, "members, types and bounds are those of schema/report.json")
	case errors.As(err, &faults):
		c.fail(CheckSchema, SchemaInvalid, "against schema/report.json: %s", short(faults.Error()))
	default:
		return err
	}
	return nil
}

var digestForm = regexp.MustCompile(`\A[0-9a-f]{64}  ` + regexp.QuoteMeta(ReportName) + `\n\z`)

func (c *checker) digest() {
	switch {
	case c.Files.Digest == nil:
		c.fail(CheckDigest, DigestMissing, "there is no digest file")
	case !digestForm.Match(c.Files.Digest):
		c.fail(CheckDigest, DigestMalformed, "the digest file is not one line of 64 lowercase hex digits, two spaces and %s", ReportName)
	case !bytes.Equal(c.Files.Digest, digestLine(c.Files.Report)):
		c.fail(CheckDigest, DigestMismatch, "the digest file says %.64s, the report's SHA-256 is %s", c.Files.Digest, digest(c.Files.Report))
	default:
		c.pass(CheckDigest, "the digest file has the report's SHA-256, %s", digest(c.Files.Report))
	}
}

func (c *checker) signature() {
	if c.Files.Signature == nil {
		c.fail(CheckSignature, SignatureMissing, "there is no signature file")
		return
	}
	m, err := jws.Parse(string(c.Files.Signature[:min(len(c.Files.Signature), jws.MaxLength+1)]))
	if err != nil {
		c.fail(CheckSignature, SignatureMalformed, "the signature file is no compact JWS: %v", err)
		return
	}
	err = m.VerifyReport(c.Files.Report, jws.NewKeys(once(c.Keys)...))
	kid, _ := m.Header().Get("kid")
	switch {
	case err == nil:
		c.signed(m, kid.Str())
	case errors.Is(err, jws.ErrKey) && len(c.Keys) == 0:
		c.skip(CheckSignature, NoKey, "no key was given, so the signature was not checked; it names a key with thumbprint %s", short(kid.Str()))
	case errors.Is(err, jws.ErrKey):
		c.fail(CheckSignature, SignatureKey, "%s", short(err.Error()))
	case errors.Is(err, jws.ErrPayload):
		c.fail(CheckSignature, SignatureMalformed, "the signature carries a payload of its own; a report's is detached")
	case errors.Is(err, jws.ErrHeader), errors.Is(err, jws.ErrAlgorithm):
		c.fail(CheckSignature, SignatureHeader, "the protected header is not that of a report's signature: %v", err)
	default:
		c.fail(CheckSignature, SignatureInvalid, "the signature is not of these bytes by the key that it names, thumbprint %s", short(kid.Str()))
	}
}

// once is keys without repetitions: a key given twice is no reason for doubt.
func once(keys []PublicKey) []PublicKey {
	var out []PublicKey
	seen := map[string]bool{}
	for _, k := range keys {
		if id := k.Thumbprint(); !seen[id] {
			seen[id] = true
			out = append(out, k)
		}
	}
	return out
}

// signed records a signature that verified. The time is the signer's word.
func (c *checker) signed(m *jws.Message, kid string) {
	c.signer = kid
	iat, _ := m.Header().Get("iat")
	seconds, _ := iat.Int()
	at := "a time beyond the calendar"
	if t := time.Unix(seconds, 0).UTC(); t.Year() >= 1970 && t.Year() <= 9999 {
		at = t.Format("2006-01-02 15:04:05 UTC")
	}
	c.pass(CheckSignature, "the signature is of these bytes, by the given key with thumbprint %s; it says that it was made on %s", kid, at)
}

// signedBy reports whether the signature verified with one of keys.
func (c *checker) signedBy(keys []PublicKey) bool {
	return c.signer != "" && slices.ContainsFunc(keys, func(k PublicKey) bool { return k.Thumbprint() == c.signer })
}
