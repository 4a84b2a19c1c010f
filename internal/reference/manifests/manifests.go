// Package manifests is the reference implementation of the manifests profile:
// a claim of support names its specification, implementation and evidence by
// digest, and a failed check fails closed.
//
// [Profile] has the operations. The same rules are there as Go functions on
// bytes: start with [Parse], [Evidence.Assess], [Pin] and
// [CanonicalBytes].
//
// # Rejections
//
// Whatever is refused is a *[reference.Rejection], or an *[InvalidError] that
// lists every fault of a document and becomes one. Any other error would be a
// failure of this package.
//
// # Specifications
//
// Urusilla, PROVENANCE.md (draft 0.1); RFC 8785 (canonical JSON); RFC 7515 and
// RFC 8037 (signatures, by internal/jws). Decisions that those leave open are
// in CONFORMANCE.md.
package manifests

import (
	"errors"

	"github.com/conform-suite/conform/internal/reference"
)

// Profile is the reference implementation of the manifests profile.
var Profile = reference.Profile{
	Name: "manifests",
	Operations: map[string]reference.Operation{
		"manifests.validate":         Validate,
		"manifests.verify_signature": VerifySignature,
		"manifests.assess":           Assess,
		"manifests.resolve":          Resolve,
		"manifests.agent_card":       AgentCard,
		"manifests.wrap":             Wrap,
		"manifests.unwrap":           Unwrap,
		"manifests.evidence_label":   EvidenceLabel,
		"manifests.adoption_record":  AdoptionRecord,
		"manifests.telemetry":        Telemetry,
		"manifests.canonicalize":     Canonicalize,
	},
}

// The rejection codes of this profile. Which operation gives which is in
// vectors/manifests/profile.json.
const (
	TooLarge         = "too_large"
	InvalidJSON      = "invalid_json"
	RepeatedMember   = "repeated_member"
	InvalidManifest  = "invalid_manifest"
	VersionMismatch  = "version_mismatch"
	DigestMismatch   = "digest_mismatch"
	SignatureInvalid = "signature_invalid"
	UnknownSourceID  = "unknown_source_id"
	CollidingID      = "colliding_source_id"
	NoManifest       = "no_source_manifest"
	RepeatedEntry    = "repeated_extension"
	EmptyPayload     = "empty_payload"
	InvalidWrapper   = "invalid_wrapper"
	SpecMismatch     = "spec_mismatch"
	UnknownLabel     = "unknown_label"
	InvalidFact      = "invalid_fact"
	InvalidRecord    = "invalid_record"
	TooDeep          = "too_deep"
	NumberRange      = "number_out_of_range"
)

// rejection is the *reference.Rejection that an error of this package is or
// wraps, which is what an operation answers.
func rejection(err error) error {
	if r := (*reference.Rejection)(nil); errors.As(err, &r) {
		return r
	}
	return err
}
