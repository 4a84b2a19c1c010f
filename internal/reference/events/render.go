package events

import (
	"strings"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// invalidEvent is the code of the rejection of an event that layer 2 refuses.
const invalidEvent = "invalid_event"

// typeNames are the types that a card shows (event-provenance-hardening.md,
// Key Lessons, 5).
var typeNames = map[string]string{
	canonAnchor:        "Canon",
	interpretiveBridge: "Interpretation",
	simulationEvent:    "Simulation",
}

// Render is the operation events.render: a card that shows a person what an
// event is and where it comes from. The type stands in the first line, where
// no text of the event's own can stand before it.
func (r *Rules) Render(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	event := p.Member("event").Value()
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	if err := wantObject(event); err != nil {
		return strictjson.Value{}, err
	}
	if reason := r.Refusal(event, nil); reason != "" {
		return strictjson.Value{}, reference.Reject(invalidEvent, "/event: %s", reason)
	}
	return strictjson.Record(strictjson.Member{Name: "text", Value: strictjson.Text(r.Card(event))}), nil
}

// card has the texts of the event as they are.
func card(event strictjson.Value) string {
	text := func(name string) string {
		v, _ := event.Get(name)
		return v.Str()
	}
	var b strings.Builder
	b.WriteString("Type: " + typeNames[text("label")] + "\n")
	for _, line := range []struct{ title, text string }{
		{"Source", text("source_anchor")},
		{"Claim", text("canon_claim")},
		{"Note", text("simulation_note")},
	} {
		if line.text != "" {
			b.WriteString(line.title + ": " + line.text + "\n")
		}
	}
	return b.String()
}
