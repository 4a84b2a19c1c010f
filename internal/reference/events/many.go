package events

import (
	"fmt"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// expectClassified leaves the wording of a note free, but not whether there is
// one.
func expectClassified(_, result strictjson.Value) vectors.Expect {
	e := vectors.Expect{Result: &result}
	if note, _ := result.Get("simulation_note"); !note.IsNull() {
		e.AnyText = []string{"/simulation_note"}
	}
	return e
}

// expectRun leaves the wording of the notes free that the run supplied, but not
// of those that a provider wrote. It runs once more to tell them apart. A
// supplied note stands only in events, since layer 2 takes all that have one.
func (r *Rules) expectRun(params, result strictjson.Value) vectors.Expect {
	s := r.simulation(reference.Read(params))
	s.run()
	e := vectors.Expect{Result: &result}
	for _, i := range s.supplied {
		e.AnyText = append(e.AnyText, fmt.Sprintf("/events/%d/simulation_note", i))
	}
	return e
}

// expectCard: a card of any form that shows the source, and the type as a word.
func (r *Rules) expectCard(params, _ strictjson.Value) vectors.Expect {
	label, _ := params.At("/event/label")
	check := &vectors.Check{Name: vectors.CheckShows, At: "/text", Words: []string{typeNames[r.Label(label)]}}
	if anchor, _ := params.At("/event/source_anchor"); anchor.Str() != "" {
		check.Contains = []string{anchor.Str()}
	}
	return vectors.Expect{Check: check}
}

// expectFallback: any action in which no keyword matches.
func expectFallback(params, _ strictjson.Value) vectors.Expect {
	check := &vectors.Check{Name: vectors.CheckAvoids, At: "/action_text"}
	for _, e := range readRegistry(reference.Read(params).Member("registry")) {
		check.Keywords = append(check.Keywords, e.Keywords...)
	}
	return vectors.Expect{Check: check}
}
