package events

import (
	"strconv"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// idle are actions that seldom touch a source, the first choice first.
var idle = []string{"waits a while", "looks around", "takes a rest", "lingers"}

// Fallback is the operation events.fallback: an action for an agent whose
// provider gave none, which the classifier takes for no source's.
func Fallback(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	reg := readRegistry(p.Member("registry"))
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	return strictjson.Record(
		strictjson.Member{Name: "action_text", Value: strictjson.Text(newClassifier(reg).fallback())},
	), nil
}

// fallback is an action in which no keyword matches. Keywords are data and may
// be any verbs; but they are finite, and so one of idles1, idles2, … is none.
func (c *classifier) fallback() string {
	for _, text := range idle {
		if len(c.found(words(text))) == 0 {
			return text
		}
	}
	for i := 1; ; i++ {
		text := "idles" + strconv.Itoa(i)
		if len(c.found(words(text))) == 0 {
			return text
		}
	}
}
