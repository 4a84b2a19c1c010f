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

// Turn is a provider's output as the simulation receives it.
type Turn struct {
	Provider, Agent, Raw string
	Tick                 int64
}

func readTurn(p reference.Params) Turn {
	return Turn{p.Text("provider"), p.Text("agent"), p.Text("raw"), p.Member("tick").AsInt()}
}

// record keeps the text untouched.
func record(from Turn, reason string) strictjson.Value {
	return strictjson.Record(
		strictjson.Member{Name: "provider", Value: strictjson.Text(from.Provider)},
		strictjson.Member{Name: "agent", Value: strictjson.Text(from.Agent)},
		strictjson.Member{Name: "tick", Value: strictjson.Integer(from.Tick)},
		strictjson.Member{Name: "raw_output", Value: strictjson.Text(from.Raw)},
		strictjson.Member{Name: "reason", Value: strictjson.Text(reason)},
	)
}

// Output is what layer 1 made of a provider's text.
type Output struct {
	Reason   string // of the quarantine record, "" when there is none
	Labelled bool   // it has a label member, whatever that is
	Label    string // one of the three; "" when not valid

	Action, Anchor, Claim, Note strictjson.Value // its own, null when absent
}

// valid reports whether the output may enter the simulation.
func (o Output) valid() bool { return o.Label != "" }

// ValidateOutput is the operation events.validate_output: whether a provider's
// output may enter the simulation, under which label, and what is quarantined.
func (r *Rules) ValidateOutput(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	from := readTurn(p)
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	o := r.Output(from.Raw, false)
	var quarantine strictjson.Value
	if o.Reason != "" {
		quarantine = r.Record(from, o.Reason)
	}
	return strictjson.Record(
		strictjson.Member{Name: "valid", Value: strictjson.Boolean(o.valid())},
		strictjson.Member{Name: "label", Value: textOrNull(o.Label)},
		strictjson.Member{Name: "quarantine", Value: quarantine},
	), nil
}

// The members of an output that are read, and those that a run keeps.
var (
	outputMembers = []string{"thought", "action", "label", "source_anchor", "canon_claim", "simulation_note"}
	ownMembers    = outputMembers[3:]
)

// output is layer 1 (event-provenance-hardening.md, Layer 1). What is whole may
// take 150 bytes for one of the text.
func (r *Rules) output(raw string, whole bool) Output {
	var keep []string
	if whole {
		keep = ownMembers
	}
	m, err := r.Scan(raw, outputMembers, keep)
	if err != nil {
		return Output{Reason: invalidJSON}
	}
	if r.Incomplete(m["thought"], m["action"]) {
		return Output{Reason: missingFields}
	}
	label, labelled := m["label"]
	o := Output{
		Labelled: labelled,
		Label:    r.Label(label),
		Action:   m["action"],
		Anchor:   m["source_anchor"],
		Claim:    m["canon_claim"],
		Note:     m["simulation_note"],
	}
	switch {
	case o.Label == "":
		o.Label = simulationEvent
	case o.Label == canonAnchor && r.noAnchor(o.Anchor):
		o.Label, o.Reason = simulationEvent, boundaryViolation
	}
	return o
}

func (r *Rules) incomplete(thought, action strictjson.Value) bool {
	return r.Missing(thought) || r.Missing(action)
}
