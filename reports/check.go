package reports

import "slices"

// Status is what came of a check.
type Status string

// The three ways in which a check can end.
const (
	Passed    Status = "passed"
	Failed    Status = "failed"
	Unchecked Status = "unchecked" // it could not be told, and Says why
)

// Check is one thing that was looked at, or could not be.
type Check struct {
	Name   Name   `json:"check"`
	Status Status `json:"status"`
	Code   Code   `json:"code,omitempty"` // why it failed or could not be told; empty when it passed
	Says   string `json:"says"`           // a sentence for people, safe to print
}

// Name names a check. Every verification has each of them once.
type Name string

// The checks, in their order.
const (
	CheckBytes        Name = "bytes"        // of the report: size, JSON, canonical form
	CheckSchema       Name = "schema"       // members, types and bounds
	CheckDigest       Name = "digest"       // the digest file is about these bytes
	CheckSignature    Name = "signature"    // so is the signature, by a key that the verifier gave
	CheckSuite        Name = "suite"        // it is the verifier's own
	CheckSubject      Name = "subject"      // it is the one that the verifier expects
	CheckIndependence Name = "independence" // the label is one that a report may claim
	CheckSelection    Name = "selection"    // it fits the outcomes
	CheckCoverage     Name = "coverage"     // outcomes of the whole suite, each once, in order
	CheckAsked        Name = "asked"        // any vector was asked at all
	CheckGenerated    Name = "generated"    // generated cases fit themselves and the suite
	CheckRequirements Name = "requirements" // recomputed
	CheckCounts       Name = "counts"       // recomputed
	CheckVerdicts     Name = "verdicts"     // recomputed
	CheckCases        Name = "cases"        // the generated cases are those of the seed
	CheckAnswers      Name = "answers"      // the subject gives these answers
	CheckSigner       Name = "signer"       // who holds the key
)

// essential checks must have passed before a report is worth anything.
var essential = []Name{
	CheckBytes, CheckSchema, CheckDigest, CheckSignature, CheckSuite, CheckIndependence, CheckSelection,
	CheckCoverage, CheckAsked, CheckGenerated, CheckRequirements, CheckCounts, CheckVerdicts, CheckCases,
}

// Code says why a check failed or could not be told. The list is closed;
// CONFORMANCE.md, Verifying a report, has it too.
type Code string

// Codes of failed checks, by check.
const (
	TooLarge     Code = "too_large"     // bytes: more than MaxBytes; nothing else of it is read
	NotJSON      Code = "not_json"      // bytes: no strict JSON: syntax, UTF-8, BOM, repeated member, depth, trailing data
	NotCanonical Code = "not_canonical" // bytes: not RFC 8785: white space, order, spelling

	SchemaInvalid Code = "schema" // schema: a member missing, unknown, of another type or out of bounds

	DigestMissing   Code = "digest_missing"   // digest: no file
	DigestMalformed Code = "digest_malformed" // digest: not one line of hex, two spaces, the report's name
	DigestMismatch  Code = "digest_mismatch"  // digest: of other bytes

	SignatureMissing   Code = "signature_missing"     // signature: no file
	SignatureMalformed Code = "signature_malformed"   // signature: no compact JWS with detached payload
	SignatureHeader    Code = "signature_header"      // signature: not exactly alg, kid, iat and typ, as a report has them
	SignatureKey       Code = "signature_key_unknown" // signature: by none of the given keys
	SignatureInvalid   Code = "signature_invalid"     // signature: of other bytes, or by another key

	SuiteUnknown Code = "suite_unknown" // suite: not the verifier's

	SubjectMismatch Code = "subject_mismatch" // subject: not the one expected, or its files out of order

	IndependenceClaimed Code = "independence_claimed" // independence: a label that is never claimed in a report

	SelectionMismatch Code = "selection_mismatch" // selection: complete though filtered or skipped, or asked what was not selected

	Coverage Code = "coverage" // coverage: a vector missing, unknown, repeated or out of order

	NothingAsked Code = "nothing_asked" // asked: no vector was

	GeneratedMismatch    Code = "generated_mismatch"    // generated: contradicts itself, the suite or the selection; cases: another stream
	RequirementsMismatch Code = "requirements_mismatch" // requirements: not what the outcomes give
	CountsMismatch       Code = "counts_mismatch"       // counts: not what the outcomes give
	VerdictMismatch      Code = "verdict_mismatch"      // verdicts: not what the outcomes give

	RerunMismatch Code = "rerun_mismatch" // answers: asked again, the subject gave a different report
)

// Codes of checks that could not be told.
const (
	NoKey           Code = "no_key"            // signature: the verifier gave none, so it was not checked
	NotReadable     Code = "not_readable"      // any: the report could not be read so far
	OtherSuite      Code = "other_suite"       // any: nothing can be recomputed without the report's own suite
	SubjectNotGiven Code = "subject_not_given" // subject: the verifier said nothing of it
	NotRegenerated  Code = "not_regenerated"   // cases: they were not made again
	NotRerun        Code = "not_rerun"         // answers: the subject was not asked again
	SelfSigned      Code = "self_signed"       // signer: a key that conform made by itself, which vouches for nobody
	SignerUnknown   Code = "signer_unknown"    // signer: a signature never says who holds the key
)

// Findings is what a verification found: every check once, whatever failed.
type Findings struct {
	Checks []Check `json:"checks"`

	// Report is what the bytes hold, nil when they hold no report. Where OK is
	// false, nothing in it is to be believed.
	Report *Report `json:"-"`
}

// Get is the check of that name.
func (f *Findings) Get(name Name) Check {
	for _, c := range f.Checks {
		if c.Name == name {
			return c
		}
	}
	return Check{Name: name, Status: Unchecked, Code: NotReadable}
}

// Failed lists the codes of all checks that failed, in the order of checks.
func (f *Findings) Failed() []Code { return f.codes(Failed) }

// Unchecked lists the codes of all checks that could not be told.
func (f *Findings) Unchecked() []Code { return f.codes(Unchecked) }

func (f *Findings) codes(s Status) []Code {
	var out []Code
	for _, c := range f.Checks {
		if c.Status == s {
			out = append(out, c.Code)
		}
	}
	return out
}

// Forged reports whether a check failed of what vouches for the report as it is:
// bytes, digest or signature. To ask for much by such a report is free for anybody.
func (f *Findings) Forged() bool {
	for _, name := range []Name{CheckBytes, CheckDigest, CheckSignature} {
		if f.Get(name).Status == Failed {
			return true
		}
	}
	return false
}

// OK reports whether the report is what its signer wrote, and says what its
// outcomes give: no check failed, and every one that can be told from the
// files, a suite and a key did pass. It does not mean that the subject is
// conformant; that the report says, by ExitCode.
func (f *Findings) OK() bool {
	for _, name := range essential {
		if f.Get(name).Status != Passed {
			return false
		}
	}
	return len(f.Failed()) == 0
}

// ExitCode is for a program that asks whether to rely on the report:
// ExitNonConformant when a check failed, ExitIncomplete when one that matters
// could not be told, else what the report says of its subject. So a valid
// signature alone is never ExitConformant.
func (f *Findings) ExitCode() int {
	switch {
	case len(f.Failed()) > 0:
		return ExitNonConformant
	case !f.OK():
		return ExitIncomplete
	}
	return f.Report.ExitCode()
}

// set records a check, in place of one of that name.
func (f *Findings) set(c Check) {
	if i := slices.IndexFunc(f.Checks, func(o Check) bool { return o.Name == c.Name }); i >= 0 {
		f.Checks[i] = c
		return
	}
	f.Checks = append(f.Checks, c)
}
