package events

import (
	"slices"
	"strconv"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// idle are actions that seldom touch a source, the first choice first.
var idle = []string{"waits a while", "looks around", "takes a rest", "lingers"}

// FallbackAction is the operation events.fallback: an action for an agent whose
// provider gave none, which the classifier takes for no source's.
func (r *Rules) FallbackAction(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	reg := readRegistry(p.Member("registry"))
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	return strictjson.Record(
		strictjson.Member{Name: "action_text", Value: strictjson.Text(r.Fallback(r.Counter(reg)))},
	), nil
}

// fallback looks for an action in which no keyword matches. Keywords are data and
// may be any verbs; but they are finite, and so one of idles1, idles2, … is none.
func fallback(count Counter) string {
	for _, text := range idle {
		if none(count(text)) {
			return text
		}
	}
	for i := 1; ; i++ {
		if text := "idles" + strconv.Itoa(i); none(count(text)) {
			return text
		}
	}
}

func none(counts []int) bool { return !slices.ContainsFunc(counts, func(n int) bool { return n > 0 }) }
