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
func (r *Rules) Run(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	s := r.simulation(p)
	dir, write := p.Optional("data_dir")
	if write {
		dir.AsText()
	}
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	s.run()
	if write {
		if err := writeLogs(dir.Value().Str(), s.logs()); err != nil {
			return strictjson.Value{}, fmt.Errorf("writing the logs: %w", err)
		}
	}
	return s.result(), nil
}

// simulation is the state of a run: its canon, what it was given, and its three
// logs.
type simulation struct {
	*Rules
	registry Registry
	count    Counter
	turns    []Turn

	events            []strictjson.Value
	supplied          []int // indices of the events whose note is of our own wording
	quarantineEvents  []strictjson.Value
	quarantineOutputs []strictjson.Value
}

func (r *Rules) simulation(p reference.Params) *simulation {
	s := &simulation{Rules: r}
	for _, o := range p.List("outputs") {
		s.turns = append(s.turns, readTurn(o))
	}
	s.registry = readRegistry(p.Member("registry"))
	return s
}

func (s *simulation) run() {
	s.count = s.Counter(s.registry)
	for _, t := range s.turns {
		s.take(t)
	}
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
func (s *simulation) take(from Turn) {
	o := s.Output(from.Raw, true)
	if o.Reason != "" {
		s.quarantineOutputs = append(s.quarantineOutputs, s.Record(from, o.Reason))
	}
	p := s.Event(o, s.registry, s.count)
	event := strictjson.Record(append([]strictjson.Member{
		{Name: "tick", Value: strictjson.Integer(from.Tick)},
		{Name: "agent", Value: strictjson.Text(from.Agent)},
	}, p.members()...)...)
	if reason := s.Refusal(event, s.registry); reason != "" {
		s.quarantineEvents = append(s.quarantineEvents, strictjson.Record(
			strictjson.Member{Name: "event", Value: event},
			strictjson.Member{Name: "reason", Value: strictjson.Text(reason)},
		))
		return
	}
	if p.supplied {
		s.supplied = append(s.supplied, len(s.events))
	}
	s.events = append(s.events, event)
}

// event is what an output becomes by its label: its own members, or what the
// classifier says of its action, or a simulation.
func (r *Rules) event(o Output, reg Registry, count Counter) Provenance {
	switch {
	case !o.valid():
		return simulated(fmt.Sprintf("The provider's output was refused (%s); instead: %s.", o.Reason, r.Fallback(count)))
	case !o.Labelled:
		return r.Classify(reg, count(o.Action.Str()))
	case o.Label != simulationEvent:
		return Provenance{Label: strictjson.Text(o.Label), Anchor: o.Anchor, Claim: o.Claim, Note: o.Note}
	case r.Missing(o.Note):
		return simulated(simNote)
	}
	return Provenance{Label: strictjson.Text(simulationEvent), Note: o.Note}
}
