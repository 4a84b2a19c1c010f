package events_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/strictjson"
)

// wantFallback checks the one promise of a fallback, whatever the registry.
func wantFallback(t fataler, reg strictjson.Value) string {
	t.Helper()
	text := at(t, ask(t, "fallback", "registry", reg), "/action_text").Str()
	got := at(t, ask(t, "classify", "action_text", text, "registry", reg), "/label").Str()
	if text == "" || got != "SIMULATION_EVENT" {
		t.Fatalf("%q is %s with %.500v", text, got, reg)
	}
	return text
}

func TestFallback(t *testing.T) {
	for name, keywords := range map[string]string{
		"none":               "",
		"common verbs":       "walk walks observe observes wait waits look looks rest rests take takes stand stands linger lingers sit sits breathe breathes forward around still",
		"common nouns":       "surroundings moment while ground sky path garden",
		"articles":           "a an the",
		"capitals":           "WAITS LOOKS TAKES LINGERS",
		"phrases":            "looks_around waits_a_while takes_a_rest",
		"its own invention":  "waits looks takes lingers idles1 idles2 IDLES3",
		"punctuation":        ". ! … -",
		"single letters":     strings.Join(strings.Split("abcdefghijklmnopqrstuvwxyz0123456789", ""), " "),
		"parts of the words": "idles 1 idles_1",
	} {
		t.Run(name, func(t *testing.T) {
			var list []string
			for _, k := range strings.Fields(keywords) {
				list = append(list, strings.ReplaceAll(k, "_", " "))
			}
			wantFallback(t, strictjson.List(entry("r", "s", list...), entry("q", "s")))
		})
	}
}

// Each text that it would choose is taken away, until none of them is left.
func TestFallbackAgainstItself(t *testing.T) {
	var taken []string
	seen := map[string]bool{}
	for range 100 {
		text := wantFallback(t, strictjson.List(entry("r", "s", taken...)))
		if seen[text] {
			t.Fatalf("%q again, though a keyword", text)
		}
		seen[text] = true
		taken = append(taken, text)
	}
}

func TestFallbackOfManyEntries(t *testing.T) {
	var reg []strictjson.Value
	for i := range 20_000 {
		reg = append(reg, entry("r", "s", fmt.Sprintf("idles%d", i), "waits", "looks", "takes", "lingers"))
	}
	wantFallback(t, strictjson.List(reg...))
}
