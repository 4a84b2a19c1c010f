package gen

import (
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// evIdleWords are what fallback actions are often made of, from the likeliest on.
var evIdleWords = []string{
	"waits", "looks", "walks", "observes", "rests", "around", "forward", "surroundings", "while", "a while", "stands", "sits",
	"pauses", "thinks", "idles", "lingers", "takes a rest", "says nothing", "nothing", "the", "a", "quietly", "does", "remains",
	"breathes", "listens", "silence", "moves", "stays", "continues", "idles1", "idles2", "action", "fallback", "wait", "look",
}

// idle is most of the words, spelt by a function.
func (s evScene) idle(words []string, spelt func(string) string) []strictjson.Value {
	var out []strictjson.Value
	for _, w := range words {
		if s.in(80) {
			out = append(out, strictjson.Text(spelt(w)))
		}
	}
	return out
}

func evAsIs(word string) string { return word }

func evIdleEntry(keywords ...strictjson.Value) strictjson.Value {
	return evObject("reference", strictjson.Text("Tides 1:3"), "summary", strictjson.Text("A day at sea."), "keywords", strictjson.List(keywords...))
}

// evIdle has the words in one entry.
func evIdle(s evScene) strictjson.Value {
	words := evIdleWords[:1+s.int(len(evIdleWords)-1)]
	return evObject("registry", strictjson.List(evIdleEntry(s.idle(words, evAsIs)...)))
}

// evIdleRespelt has them in capitals, or in other signs.
func evIdleRespelt(s evScene) strictjson.Value {
	spelt := pick(s.draw, []func(string) string{
		strings.ToUpper,
		func(w string) string { return strings.ToUpper(w[:1]) + w[1:] },
		func(w string) string { return strings.ReplaceAll(w, "s", "ſ") },
		func(w string) string { return "«" + strings.ReplaceAll(w, " ", "_") + "!»" },
	})
	return evObject("registry", strictjson.List(evIdleEntry(s.idle(evIdleWords, spelt)...)))
}

// evIdleSpread has them over several entries, the first of which may be without.
func evIdleSpread(s evScene) strictjson.Value {
	entries := make([][]strictjson.Value, 2+s.int(2))
	for _, k := range s.idle(evIdleWords, evAsIs) {
		i := s.int(len(entries) - 1)
		entries[i] = append(entries[i], k)
	}
	if s.in(40) {
		entries[0] = nil
	}
	var reg []strictjson.Value
	for _, keywords := range entries {
		reg = append(reg, evIdleEntry(keywords...))
	}
	return evObject("registry", strictjson.List(reg...))
}

// evLetters has every letter and digit, so that little is left but whole words
// and signs.
func evLetters(s evScene) strictjson.Value {
	var out []strictjson.Value
	for _, c := range "abcdefghijklmnopqrstuvwxyz0123456789" {
		out = append(out, strictjson.Text(string(c)))
	}
	if s.in(50) {
		out = append(out, s.idle(evIdleWords, evAsIs)...)
	}
	return evObject("registry", strictjson.List(evIdleEntry(out...)))
}
