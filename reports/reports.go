// Package reports makes, signs, verifies and shows the report of a run: what
// a subject was asked, what came of it, and what that means.
//
// A run calls [New] and [Write]; whoever is handed the files calls
// [ReadFiles] and [Verify]. The package knows nothing of how a subject was
// reached, and no profile by name.
//
// # The report
//
// A report is a pure function of suite, subject and seed: no clock, host name,
// path or duration is in it. Every count and verdict in it follows from its
// outcomes, and verification computes them anew instead of reading them. Its
// members are those of CONFORMANCE.md, The report; schema/report.json says the
// rest.
//
// # What a report does not show
//
// That the signer is honest. A signature says which key vouches for the bytes;
// whether the subject gave these answers can only be shown by asking it again
// and comparing ([Findings.Rerun]).
//
// # Specifications
//
// RFC 8785 (canonical JSON), RFC 7515 appendix F (detached JWS), RFC 7638
// (key thumbprint).
package reports

import "github.com/conform-suite/conform/vectors"

// Format is the format member of every report of this version.
const Format = "conform-report/1"

// MaxBytes is the most bytes that a report may have: 1 MiB, some 10,000
// vectors. Canonicalising costs time and memory that an attacker chooses, so
// the bound is no wider than it must be.
const MaxBytes = 1 << 20

// Report is what is written, signed and verified. [New] makes one that is in
// order; any other may be anything, until [Verify] has looked at it.
type Report struct {
	Format       string        `json:"format"`
	Suite        SuiteID       `json:"suite"`
	Runner       Runner        `json:"runner"`
	Subject      Subject       `json:"subject"`
	Operator     string        `json:"operator,omitzero"` // who ran it, in their own words; may be absent
	Independence string        `json:"independence"`      // a label of the constants below, claimed by the operator
	Selection    Selection     `json:"selection"`
	Generated    *Generated    `json:"generated"`    // null when none were asked
	Outcomes     []Outcome     `json:"outcomes"`     // of every vector of the suite, sorted by id
	Requirements []Requirement `json:"requirements"` // every one of the suite, sorted by id
	Modules      []Module      `json:"modules"`      // every one of the suite, in its order
	Profiles     []Profile     `json:"profiles"`     // every one of the suite, in its order

	// AnswersSHA256 is the SHA-256 of the normative answers, in lowercase hex.
	AnswersSHA256 string `json:"answers_sha256"`
}

// SuiteID names a suite. The digest says which one it is; name and version are
// for people, and part of what the digest covers.
type SuiteID struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Digest  string `json:"digest"`
}

// Runner names the program that ran the suite.
type Runner struct {
	Name    string `json:"name"` // RunnerName
	Version string `json:"version"`
}

// RunnerName is the name of the runner in every report.
const RunnerName = "conform"

// Subject is the implementation under test, in its own words except for
// Transport and Files. The texts come from an untrusted program: they are
// bounded in length and may hold any character.
type Subject struct {
	Name      string `json:"name"`
	Version   string `json:"version"`
	Language  string `json:"language"`
	Origin    string `json:"origin,omitzero"`   // may be absent
	Revision  string `json:"revision,omitzero"` // may be absent
	Transport string `json:"transport"`
	Files     []File `json:"files"` // sorted by name, then digest
}

// File is a file that the subject was started from.
type File struct {
	Name   string `json:"name"`   // base name
	SHA256 string `json:"sha256"` // lowercase hex
}

// The evidence-independence labels (PROVENANCE.md, Evidence-independence
// labels). They are claims: nothing here can check them.
const (
	ProjectInternal      = "project-internal"
	CrossRuntime         = "same-project cross-runtime"
	ExternalReproduction = "external independent reproduction"
	VerifiedAdopter      = "verified adopter" // given elsewhere, never in a report
)

// Selection says what of the suite was asked.
type Selection struct {
	// Complete: the whole suite was selected, nothing was skipped, no run of
	// generated cases was cut short, and no failure was left that no case is to
	// blame for.
	Complete bool     `json:"complete"`
	Profiles []string `json:"profiles"` // names; empty means all
	Only     []string `json:"only"`     // vector ids or patterns; empty means all
}

// vectors is the selection in the terms of a suite.
func (s Selection) vectors() vectors.Selection {
	return vectors.Selection{Profiles: s.Profiles, Only: s.Only}
}

// Outcome is what came of one vector.
type Outcome struct {
	ID      string          `json:"id"`
	Outcome vectors.Outcome `json:"outcome"`
}

// Requirement is what came of the vectors that test a requirement.
type Requirement struct {
	ID      string          `json:"id"`
	Level   vectors.Level   `json:"level"`
	Outcome vectors.Outcome `json:"outcome"`
}

// Module is the verdict on a module, and how many of its vectors had which
// outcome.
type Module struct {
	Profile string          `json:"profile"`
	Module  string          `json:"module"`
	Verdict vectors.Verdict `json:"verdict"`
	Must    Counts          `json:"must"`   // vectors at level MUST
	Should  Counts          `json:"should"` // vectors at level SHOULD
}

// Profile is the verdict on a profile: that of its core module.
type Profile struct {
	Profile string          `json:"profile"`
	Verdict vectors.Verdict `json:"verdict"`
}
