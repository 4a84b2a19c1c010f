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
func Validate(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	event := p.Member("event").Value()
	var reg registry
	if r, ok := p.Optional("registry"); ok {
		reg = readRegistry(r)
	}
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	if err := wantObject(event); err != nil {
		return strictjson.Value{}, err
	}
	reason := refusal(event, reg)
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

// refusal is the reason for which layer 2 refuses an event, "" when it is
// accepted. Only a nil registry leaves sources unchecked: an empty one has none.
func refusal(event strictjson.Value, reg registry) string {
	var p provenance
	for _, m := range []struct {
		name string
		to   *strictjson.Value
	}{{"label", &p.label}, {"source_anchor", &p.anchor}, {"canon_claim", &p.claim}, {"simulation_note", &p.note}} {
		var ok bool
		if *m.to, ok = event.Get(m.name); !ok {
			return missingMember
		}
	}
	switch label := p.label.Str(); {
	case !isLabel(label):
		return unknownLabel
	case !textual(p.anchor) || !textual(p.claim) || !textual(p.note):
		return wrongType
	case label != canonAnchor && missing(p.note):
		return noNote
	case label != canonAnchor:
		return ""
	case anchorMissing(p.anchor):
		return noAnchor
	case missing(p.claim):
		return noClaim
	case reg != nil && !reg.holds(p.anchor.Str()):
		return unknownSource
	}
	return ""
}

func textual(v strictjson.Value) bool { return v.IsNull() || v.Kind() == strictjson.String }
