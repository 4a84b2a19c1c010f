package faults

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// assessor climbs the ladder as the profile asks, step by step, so that a step
// can be left out.
type assessor struct {
	verifier *verifier
	version  func(expected string, m *manifests.Manifest) bool
	digest   func(name string, artifact []byte, want string) bool
	rungs    func(c climb) manifests.Status // of what passed every check
	counts   []func(report strictjson.Value, c climb) bool
	effects  func(status manifests.Status, card bool) bool
}

// climb is what a manifest is assessed on; what was not given is nil.
type climb struct {
	manifest        *manifests.Manifest
	document        strictjson.Value
	keys            []strictjson.Value
	capsule, report []byte
	reportSignature *string
	reportKeys      []strictjson.Value
	suites          []string
	counts          bool // the report
}

// The rules for a report, in the order in which they are asked.
const (
	reportCanonical = iota
	reportFormat
	reportSuite
	reportRevision
	reportVerdicts
)

func newAssessor() *assessor {
	return &assessor{
		verifier: newVerifier(),
		version:  func(expected string, m *manifests.Manifest) bool { return expected == m.Version },
		digest:   func(_ string, artifact []byte, want string) bool { return sha256Hex(artifact) == want },
		rungs:    climb.status,
		counts: []func(report strictjson.Value, c climb) bool{
			reportCanonical: func(_ strictjson.Value, c climb) bool {
				canonical, err := manifests.CanonicalBytes(c.report)
				return err == nil && bytes.Equal(canonical, c.report)
			},
			reportFormat:   func(r strictjson.Value, _ climb) bool { return textIn(r, "format") == "conform-report/1" },
			reportSuite:    func(r strictjson.Value, c climb) bool { return slices.Contains(c.suites, textAt(r, "/suite/digest")) },
			reportRevision: func(r strictjson.Value, c climb) bool { return textAt(r, "/subject/revision") == c.manifest.Commit() },
			reportVerdicts: func(r strictjson.Value, _ climb) bool {
				verdicts := verdictsOf(r)
				return slices.Contains(verdicts, "conformant") &&
					!slices.ContainsFunc(verdicts, func(s string) bool { return s != "conformant" && s != "not-claimed" })
			},
		},
		effects: func(status manifests.Status, card bool) bool {
			return card && (status == manifests.SignatureVerified || status == manifests.ConformanceVerified)
		},
	}
}

func sha256Hex(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// textAt is the text at a pointer; what is no text is no digest and no revision.
func textAt(v strictjson.Value, pointer string) string {
	at, ok := v.At(pointer)
	if !ok || at.Kind() != strictjson.String {
		return "\x00"
	}
	return at.Str()
}

// verdictsOf are the verdicts of a report's profiles, "" for what is no text.
func verdictsOf(report strictjson.Value) []string {
	list := get(report, "profiles")
	return mapped(list.Items(), func(p strictjson.Value) string { return textIn(p, "verdict") })
}

func (c climb) status() manifests.Status {
	switch {
	case c.capsule == nil || c.report == nil:
		return manifests.Declared
	case !c.manifest.Signed() || c.keys == nil:
		return manifests.DigestVerified
	case c.reportSignature == nil || c.reportKeys == nil || !c.counts:
		return manifests.SignatureVerified
	}
	return manifests.ConformanceVerified
}

// assess is the operation, by a.
func (a *assessor) assess(p strictjson.Value) (strictjson.Value, error) {
	if _, err := manifests.Assess(p); err != nil && !slices.Contains(climbing, refusedAs(err)) {
		return strictjson.Value{}, err
	}
	c := climbOf(p)
	if expected, ok := p.Get("expected_version"); ok && !expected.IsNull() && !a.version(expected.Str(), c.manifest) {
		return strictjson.Value{}, reference.Reject(manifests.VersionMismatch, "expected is %s", expected.Str())
	}
	if c.capsule != nil && !a.digest("capsule", c.capsule, c.manifest.CapsuleSHA256) || c.report != nil && !a.digest("report", c.report, c.manifest.ReportSHA256) {
		return strictjson.Value{}, reference.Reject(manifests.DigestMismatch, "a digest is another")
	}
	if c.manifest.Signed() && c.keys != nil && !a.verifier.manifest(c.document, c.keys) {
		return strictjson.Value{}, reference.Reject(manifests.SignatureInvalid, "the manifest's")
	}
	if c.report != nil && c.reportSignature != nil && c.reportKeys != nil && !a.verifier.reportSigned(*c.reportSignature, c.report, c.reportKeys) {
		return strictjson.Value{}, reference.Reject(manifests.SignatureInvalid, "the report's")
	}
	c.counts = a.reportCounts(c)
	status := a.rungs(c)
	card := get(p, "agent_card_authenticated")
	effects := map[bool]string{true: "eligible", false: "blocked"}[a.effects(status, card.True())]
	return strictjson.Record(
		strictjson.Member{Name: "status", Value: strictjson.Text(string(status))},
		strictjson.Member{Name: "effects", Value: strictjson.Text(effects)},
	), nil
}

// climbing are the refusals that the steps decide upon.
var climbing = []string{manifests.VersionMismatch, manifests.DigestMismatch, manifests.SignatureInvalid}

func (a *assessor) reportCounts(c climb) bool {
	report, err := strictjson.Parse(c.report, strictjson.Limits{Bytes: manifests.MaxArtifact})
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(a.counts, func(rule func(strictjson.Value, climb) bool) bool { return !rule(report, c) })
}

// climbOf reads params that the reference has found to be good ones.
func climbOf(p strictjson.Value) climb {
	c := climb{document: documentIn(p), capsule: givenBytes(p, "capsule"), report: givenBytes(p, "report")}
	c.manifest, _ = manifests.Parse(bytesIn(p, "document"))
	if v, ok := p.Get("report_signature"); ok && !v.IsNull() {
		c.reportSignature = new(v.Str())
	}
	c.keys, c.reportKeys = givenKeys(p, "keys"), givenKeys(p, "report_keys")
	suites := get(p, "accepted_suites")
	c.suites = mapped(suites.Items(), strictjson.Value.Str)
	return c
}

// givenBytes is what a bytes param holds, not nil when it is given.
func givenBytes(p strictjson.Value, name string) []byte {
	if v, ok := p.Get(name); ok && !v.IsNull() {
		return append([]byte{}, bytesIn(p, name)...)
	}
	return nil
}

// givenKeys are the keys of a set, not nil when it is given.
func givenKeys(p strictjson.Value, name string) []strictjson.Value {
	if v, ok := p.Get(name); ok && !v.IsNull() {
		return append([]strictjson.Value{}, keysIn(p, name)...)
	}
	return nil
}

// climbs has a manifest assessed with a step changed.
func climbs(changed func(*assessor)) change {
	a := newAssessor()
	changed(a)
	return by("assess", a.assess)
}
