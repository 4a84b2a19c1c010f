package events

import (
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// Reasons for which layer 2 refuses an event, in the order in which they are
// looked for.
const (
	missingMember = "missing_member"
	unknownLabel  = "unknown_label"
	wrongType     = "wrong_type"
	noAnchor      = "anchor_missing"
	noClaim       = "claim_missing"
	noNote        = "note_missing"
	unknownSource = "unknown_source"
)

// notAnObject is the code of the rejection of an event that is no JSON object.
const notAnObject = "not_an_object"

// Validate is the operation events.validate: whether an event may enter the
// log, and if not, why.
func (r *Rules) Validate(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	event := p.Member("event").Value()
	var reg Registry
	if given, ok := p.Optional("registry"); ok {
		reg = readRegistry(given)
	}
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	if err := wantObject(event); err != nil {
		return strictjson.Value{}, err
	}
	reason := r.Refusal(event, reg)
	return strictjson.Record(
		strictjson.Member{Name: "accepted", Value: strictjson.Boolean(reason == "")},
		strictjson.Member{Name: "reason", Value: textOrNull(reason)},
	), nil
}

func wantObject(event strictjson.Value) error {
	if event.Kind() != strictjson.Object {
		return reference.Reject(notAnObject, "/event: must be object, is %s", event.Kind())
	}
	return nil
}

// Check is one thing that layer 2 asks of the four members. No registry is nil.
type Check struct {
	Reason string // for which an event is refused that fails it
	Fails  func(p Provenance, reg Registry) bool
}

func (r *Rules) checks() []Check {
	canon := func(p Provenance) bool { return r.Label(p.Label) == canonAnchor }
	return []Check{
		{unknownLabel, func(p Provenance, _ Registry) bool { return r.Label(p.Label) == "" }},
		{wrongType, func(p Provenance, _ Registry) bool {
			return !textual(p.Anchor) || !textual(p.Claim) || !textual(p.Note)
		}},
		{noAnchor, func(p Provenance, _ Registry) bool { return canon(p) && r.noAnchor(p.Anchor) }},
		{noClaim, func(p Provenance, _ Registry) bool { return canon(p) && r.Missing(p.Claim) }},
		{noNote, func(p Provenance, _ Registry) bool { return !canon(p) && r.Missing(p.Note) }},
		{unknownSource, func(p Provenance, reg Registry) bool {
			return canon(p) && reg != nil && !r.Holds(reg, p.Anchor.Str())
		}},
	}
}

func textual(v strictjson.Value) bool { return v.IsNull() || v.Kind() == strictjson.String }

func (r *Rules) refusal(event strictjson.Value, reg Registry) string {
	var p Provenance
	for _, m := range []struct {
		name string
		to   *strictjson.Value
	}{{"label", &p.Label}, {"source_anchor", &p.Anchor}, {"canon_claim", &p.Claim}, {"simulation_note", &p.Note}} {
		var ok bool
		if *m.to, ok = event.Get(m.name); !ok {
			return missingMember
		}
	}
	for _, c := range r.Checks {
		if c.Fails(p, reg) {
			return c.Reason
		}
	}
	return ""
}
