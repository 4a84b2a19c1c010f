package manifests

import (
	"errors"
	"strings"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// MaxArtifact is the most bytes that a capsule or a report may have: 16 MiB.
const MaxArtifact = 16 << 20

// Status is a rung of the ladder (PROVENANCE.md, Anti-spoofing rules, 5).
type Status string

// The rungs, from below, as Statuses has them.
const (
	Declared            Status = "declared"
	DigestVerified      Status = "digest-verified"
	SignatureVerified   Status = "signature-verified"
	ConformanceVerified Status = "conformance-verified"
)

// Statuses are all rungs, from below.
var Statuses = []Status{Declared, DigestVerified, SignatureVerified, ConformanceVerified}

// Evidence is what a manifest is assessed on. Only Document is needed; whatever
// else is nil was not given, which stops the climb and rejects nothing. What
// was given and is wrong rejects.
type Evidence struct {
	Document        []byte
	Keys            *jws.Keys // trusted to sign manifests
	Capsule         []byte    // not nil when given, even if empty
	Report          []byte    // not nil when given, even if empty
	ReportSignature *string
	ReportKeys      *jws.Keys // trusted to sign reports
	AcceptedSuites  []string  // suite digests
	ExpectedVersion *string

	AgentCardAuthenticated bool
}

// Assessment is how far a manifest climbs on its evidence.
type Assessment struct {
	Manifest *Manifest
	Status   Status
	Eligible bool   // whether effects may be authorized
	Effects  string // why, in words
	Rungs    []Rung // all four, from below
}

// Rung says of a status whether it is reached, and why, in words.
type Rung struct {
	Status  Status
	Reached bool
	Why     string
}

// Assess climbs the ladder. A failed check rejects, whatever the rung: the
// error is an *InvalidError for a malformed manifest, else a
// *reference.Rejection with TooLarge, VersionMismatch, DigestMismatch or
// SignatureInvalid. What is merely missing, or is a report of another kind,
// stops the climb; Rungs says why.
func (e Evidence) Assess() (Assessment, error) {
	m, err := Parse(e.Document)
	if err != nil {
		return Assessment{}, err
	}
	if err := e.check(m); err != nil {
		return Assessment{}, err
	}
	a := Assessment{Manifest: m}
	stopped := false
	for i, climb := range []func(*Manifest) (string, error){e.wellFormed, e.digests, e.signature, e.conformance} {
		rung := Rung{Status: Statuses[i], Why: "the rung below is not reached"}
		if !stopped {
			why, err := climb(m)
			if stopped = err != nil; stopped {
				why = err.Error()
			} else {
				rung.Reached, a.Status = true, rung.Status
			}
			rung.Why = why
		}
		a.Rungs = append(a.Rungs, rung)
	}
	a.Eligible, a.Effects = e.effects(a.Rungs[2].Reached)
	return a, nil
}

// check is what fails closed, in the order that rejections are told in.
func (e Evidence) check(m *Manifest) error {
	if len(e.Capsule) > MaxArtifact || len(e.Report) > MaxArtifact {
		return reference.Reject(TooLarge, "a capsule or report of more than %d bytes", MaxArtifact)
	}
	if e.ExpectedVersion != nil && *e.ExpectedVersion != m.Version {
		return reference.Reject(VersionMismatch, "the manifest says %s, expected is %s", m.Version, quote(*e.ExpectedVersion))
	}
	for _, a := range []struct {
		name, want string
		bytes      []byte
	}{
		{"capsule", m.CapsuleSHA256, e.Capsule},
		{"report", m.ReportSHA256, e.Report},
	} {
		if a.bytes == nil {
			continue
		}
		if got := hexSHA256(a.bytes); got != a.want {
			return reference.Reject(DigestMismatch, "the %s given has SHA-256 %s, the manifest says %s", a.name, got, a.want)
		}
	}
	if m.Signed() && e.Keys != nil {
		if err := m.VerifySignature(*e.Keys); err != nil {
			return reference.Reject(SignatureInvalid, "the manifest's signature: %v", err)
		}
	}
	if e.Report != nil && e.ReportSignature != nil && e.ReportKeys != nil {
		if err := verifyReport(*e.ReportSignature, e.Report, *e.ReportKeys); err != nil {
			return reference.Reject(SignatureInvalid, "the report's signature: %v", err)
		}
	}
	return nil
}

func verifyReport(signature string, report []byte, keys jws.Keys) error {
	m, err := jws.Parse(signature)
	if err != nil {
		return err
	}
	return m.VerifyReport(report, keys)
}

// wellFormed, digests, signature and conformance say why a rung is reached, or
// with an error why it is not. They rely on Parse and check.

func (e Evidence) wellFormed(*Manifest) (string, error) { return "the manifest is well-formed", nil }

func (e Evidence) digests(*Manifest) (string, error) {
	switch {
	case e.Capsule == nil:
		return "", errors.New("no capsule is given")
	case e.Report == nil:
		return "", errors.New("no report is given")
	}
	return "capsule and report have the digests that the manifest names", nil
}

func (e Evidence) signature(m *Manifest) (string, error) {
	switch {
	case !m.Signed():
		return "", ErrUnsigned
	case e.Keys == nil:
		return "", errors.New("the manifest is signed, and no keys are given to verify it with")
	}
	return "the manifest's signature verifies with a given key", nil
}

func (e Evidence) conformance(m *Manifest) (string, error) {
	switch {
	case e.ReportSignature == nil:
		return "", errors.New("no signature of the report is given")
	case e.ReportKeys == nil:
		return "", errors.New("no keys are given to verify the report with")
	}
	if obstacles := e.Obstacles(m); obstacles != nil {
		return "", errors.New(strings.Join(obstacles, "; "))
	}
	return "the report is signed by a given key, of an accepted suite and this revision, and conformant", nil
}

func (e Evidence) effects(signed bool) (bool, string) {
	switch {
	case !signed:
		return false, "effects need a manifest whose signature is verified"
	case !e.AgentCardAuthenticated:
		return false, "effects need an authenticated agent card"
	}
	return true, "the manifest's signature is verified and the agent card authenticated"
}

// Assess is the operation manifests.assess.
func Assess(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	e := Evidence{
		Document:               p.Bytes("document"),
		Keys:                   optionalKeys(p, "keys"),
		Capsule:                optionalBytes(p, "capsule"),
		Report:                 optionalBytes(p, "report"),
		ReportSignature:        optionalText(p, "report_signature"),
		ReportKeys:             optionalKeys(p, "report_keys"),
		ExpectedVersion:        optionalText(p, "expected_version"),
		AgentCardAuthenticated: requiredBool(p, "agent_card_authenticated"),
	}
	if suites, ok := p.Optional("accepted_suites"); ok {
		for _, s := range suites.AsList() {
			e.AcceptedSuites = append(e.AcceptedSuites, s.AsText())
		}
	}
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	a, err := e.Assess()
	if err != nil {
		return strictjson.Value{}, rejection(err)
	}
	effects := map[bool]string{true: "eligible", false: "blocked"}[a.Eligible]
	return strictjson.Record(
		strictjson.Member{Name: "status", Value: strictjson.Text(string(a.Status))},
		strictjson.Member{Name: "effects", Value: strictjson.Text(effects)},
	), nil
}

func requiredBool(p reference.Params, name string) bool {
	m := p.Member(name)
	if m.Value().Kind() != strictjson.Bool {
		m.Fail("must be boolean, is " + m.Value().Kind().String())
	}
	return m.Value().True()
}

func optionalBytes(p reference.Params, name string) []byte {
	if m, ok := p.Optional(name); ok {
		return m.AsBytes()
	}
	return nil
}

func optionalText(p reference.Params, name string) *string {
	if m, ok := p.Optional(name); ok {
		return new(m.AsText())
	}
	return nil
}

func optionalKeys(p reference.Params, name string) *jws.Keys {
	if m, ok := p.Optional(name); ok {
		return new(readKeys(m))
	}
	return nil
}
