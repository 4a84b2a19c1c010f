package reference

import (
	"errors"
	"maps"
	"slices"

	"github.com/conform-suite/conform/internal/strictjson"
)

// Protocol is the name of the protocol that a Subject speaks.
const Protocol = "conform/1"

// Hello is the method that begins a conversation.
const Hello = "conform.hello"

// MaxInFlight is how many requests a Subject lets be pipelined.
const MaxInFlight = 64

// ErrUnsupported: the method is none that the subject has.
var ErrUnsupported = errors.New("method not found")

// Subject is an implementation as one subject of the protocol: it answers
// hello and the operations of its profiles.
type Subject struct {
	Name     string
	Version  string
	Profiles []Profile
}

// Answer answers one request. An error is a *Rejection, ErrUnsupported, or
// whatever an operation failed with.
func (s *Subject) Answer(method string, params strictjson.Value) (strictjson.Value, error) {
	if method == Hello {
		return s.hello(params)
	}
	for _, p := range s.Profiles {
		if op, ok := p.Operations[method]; ok {
			return op(params)
		}
	}
	return strictjson.Value{}, ErrUnsupported
}

func (s *Subject) hello(params strictjson.Value) (strictjson.Value, error) {
	p := Read(params)
	asked := p.Text("protocol")
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	if asked != Protocol {
		return strictjson.Value{}, Reject("unknown_protocol", "this subject speaks %s, not %q", Protocol, asked)
	}
	var operations []string
	for _, profile := range s.Profiles {
		operations = append(operations, slices.Sorted(maps.Keys(profile.Operations))...)
	}
	return strictjson.Record(
		strictjson.Member{Name: "protocol", Value: strictjson.Text(Protocol)},
		strictjson.Member{Name: "implementation", Value: strictjson.Record(
			strictjson.Member{Name: "name", Value: strictjson.Text(s.Name)},
			strictjson.Member{Name: "version", Value: strictjson.Text(s.Version)},
			strictjson.Member{Name: "language", Value: strictjson.Text("go")},
		)},
		strictjson.Member{Name: "operations", Value: strictjson.Texts(operations)},
		strictjson.Member{Name: "max_in_flight", Value: strictjson.Integer(MaxInFlight)},
	), nil
}
