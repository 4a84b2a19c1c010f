package events

import (
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// Reasons for which layer 1 quarantines an output, in the order in which they
// are looked for. Only the last lets the output in.
const (
	invalidJSON       = "invalid_json"
	missingFields     = "missing_fields"
	boundaryViolation = "boundary_violation"
)

// provided is a provider's output as the simulation receives it.
type provided struct {
	provider, agent, raw string
	tick                 int64
}

func readProvided(p reference.Params) provided {
	return provided{p.Text("provider"), p.Text("agent"), p.Text("raw"), p.Member("tick").AsInt()}
}

// record is the quarantine record of an output, its text untouched.
func (p provided) record(reason string) strictjson.Value {
	return strictjson.Record(
		strictjson.Member{Name: "provider", Value: strictjson.Text(p.provider)},
		strictjson.Member{Name: "agent", Value: strictjson.Text(p.agent)},
		strictjson.Member{Name: "tick", Value: strictjson.Integer(p.tick)},
		strictjson.Member{Name: "raw_output", Value: strictjson.Text(p.raw)},
		strictjson.Member{Name: "reason", Value: strictjson.Text(reason)},
	)
}

// output is what layer 1 made of a provider's text.
type output struct {
	reason   string // of the quarantine record, "" when there is none
	labelled bool   // it has a label member, whatever that is
	label    string // one of the three; "" when not valid
	action   string // "" when it is no text

	anchor, claim, note strictjson.Value // its own, null when absent
}

// valid reports whether the output may enter the simulation.
func (o output) valid() bool { return o.label != "" }

// ValidateOutput is the operation events.validate_output: whether a provider's
// output may enter the simulation, under which label, and what is quarantined.
func ValidateOutput(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	from := readProvided(p)
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	o := check(from.raw, false)
	var quarantine strictjson.Value
	if o.reason != "" {
		quarantine = from.record(o.reason)
	}
	return strictjson.Record(
		strictjson.Member{Name: "valid", Value: strictjson.Boolean(o.valid())},
		strictjson.Member{Name: "label", Value: textOrNull(o.label)},
		strictjson.Member{Name: "quarantine", Value: quarantine},
	), nil
}

// check is layer 1 (event-provenance-hardening.md, Layer 1). The output's own
// anchor, claim and note are whole only where asked for, which may take 150
// bytes for one of the text; else they are as scanObject has them.
func check(raw string, whole bool) output {
	own := []string{"source_anchor", "canon_claim", "simulation_note"}
	names := append([]string{"thought", "action", "label"}, own...)
	if !whole {
		own = nil
	}
	m, err := scanObject(raw, names, own)
	if err != nil {
		return output{reason: invalidJSON}
	}
	if missing(m["thought"]) || missing(m["action"]) {
		return output{reason: missingFields}
	}
	label, labelled := m["label"]
	o := output{
		labelled: labelled,
		label:    label.Str(),
		action:   m["action"].Str(),
		anchor:   m["source_anchor"],
		claim:    m["canon_claim"],
		note:     m["simulation_note"],
	}
	switch {
	case !isLabel(o.label):
		o.label = simulationEvent
	case o.label == canonAnchor && anchorMissing(o.anchor):
		o.label, o.reason = simulationEvent, boundaryViolation
	}
	return o
}
