package events

import (
	"fmt"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// Run is the operation events.run: a list of provider outputs made into
// events, each on its own, so that a bad one changes nothing for the others.
// With data_dir the same is written there (see writeLogs); an error in that is
// no *reference.Rejection. Without, no file is touched.
func Run(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	var outputs []provided
	for _, o := range p.List("outputs") {
		outputs = append(outputs, readProvided(o))
	}
	reg := readRegistry(p.Member("registry"))
	dir, write := p.Optional("data_dir")
	if write {
		dir.AsText()
	}
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	s := simulation{classifier: newClassifier(reg)}
	for _, o := range outputs {
		s.take(o)
	}
	if write {
		if err := writeLogs(dir.Value().Str(), s.logs()); err != nil {
			return strictjson.Value{}, fmt.Errorf("writing the logs: %w", err)
		}
	}
	return s.result(), nil
}

// simulation is the state of a run: its canon, and its three logs.
type simulation struct {
	classifier        *classifier
	events            []strictjson.Value
	quarantineEvents  []strictjson.Value
	quarantineOutputs []strictjson.Value
}

// log is one of the three logs: a member of the result, and with data_dir a
// file of that name.
type log struct {
	name    string
	records []strictjson.Value
}

func (s *simulation) logs() []log {
	return []log{
		{"events", s.events},
		{"quarantine_events", s.quarantineEvents},
		{"quarantine_provider_outputs", s.quarantineOutputs},
	}
}

func (s *simulation) result() strictjson.Value {
	var members []strictjson.Member
	for _, l := range s.logs() {
		members = append(members, strictjson.Member{Name: l.name, Value: strictjson.List(l.records...)})
	}
	return strictjson.Record(members...)
}

// take lets one output into the simulation, through both layers.
func (s *simulation) take(from provided) {
	o := check(from.raw, true)
	if o.reason != "" {
		s.quarantineOutputs = append(s.quarantineOutputs, from.record(o.reason))
	}
	event := strictjson.Record(append([]strictjson.Member{
		{Name: "tick", Value: strictjson.Integer(from.tick)},
		{Name: "agent", Value: strictjson.Text(from.agent)},
	}, s.provenance(o).members()...)...)
	if reason := refusal(event, s.classifier.registry); reason != "" {
		s.quarantineEvents = append(s.quarantineEvents, strictjson.Record(
			strictjson.Member{Name: "event", Value: event},
			strictjson.Member{Name: "reason", Value: strictjson.Text(reason)},
		))
		return
	}
	s.events = append(s.events, event)
}

// provenance is the four members of the event that an output becomes.
func (s *simulation) provenance(o output) provenance {
	switch {
	case !o.valid():
		note := fmt.Sprintf("The provider's output was refused (%s); instead: %s.", o.reason, s.classifier.fallback())
		return provenance{label: strictjson.Text(simulationEvent), note: strictjson.Text(note)}
	case !o.labelled:
		return s.classifier.classify(o.action)
	}
	p := provenance{strictjson.Text(o.label), o.anchor, o.claim, o.note}
	if o.label == simulationEvent {
		p.anchor, p.claim = strictjson.Value{}, strictjson.Value{}
		if missing(p.note) {
			p.note = strictjson.Text(simNote)
		}
	}
	return p
}
