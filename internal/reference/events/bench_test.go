package events_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
)

func benchmark(b *testing.B, operation string, bytes int, namesAndValues ...any) {
	b.Helper()
	params := object(namesAndValues...)
	b.SetBytes(int64(bytes))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := events.Profile.Operations["events."+operation](params); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidateOutput(b *testing.B) {
	for name, raw := range map[string]string{
		"small":   `{"thought":"I think.","action":"walks on","label":"INTERPRETIVE_BRIDGE","simulation_note":"n"}`,
		"text":    `{"thought":"t","action":"` + strings.Repeat("a", 1<<20) + `"}`,
		"numbers": `{"thought":[` + strings.Repeat("1,", 1<<19) + `1],"action":"a"}`,
		"objects": `{"thought":[` + strings.Repeat(`{"a":1},`, 1<<17) + `1],"action":"a"}`,
		"kept":    `{"thought":"t","action":"a","source_anchor":[` + strings.Repeat("1,", 1<<19) + `1]}`,
		"deep":    strings.Repeat("[", 1<<20),
	} {
		b.Run(name, func(b *testing.B) {
			benchmark(b, "validate_output", len(raw), "raw", raw, "provider", "p", "agent", "a", "tick", 1)
		})
	}
}

func manyEntries(n int) strictjson.Value {
	var reg []strictjson.Value
	for i := range n {
		reg = append(reg, entry(fmt.Sprint("Source ", i), "s", fmt.Sprint("word", i), fmt.Sprint("burning bush ", i), "walk"))
	}
	return strictjson.List(reg...)
}

func BenchmarkClassify(b *testing.B) {
	for name, c := range map[string]struct {
		text    string
		entries int
	}{
		"small":        {"the agent walks to the burning bush 3", 10},
		"long ASCII":   {strings.Repeat("walks on and on, ", 1<<16), 10},
		"long Unicode": {strings.Repeat("Λόγος straße É, ", 1<<15), 10},
		"many entries": {"the agent walks to the burning bush 3", 10_000},
	} {
		b.Run(name, func(b *testing.B) {
			benchmark(b, "classify", len(c.text), "action_text", c.text, "registry", manyEntries(c.entries))
		})
	}
}

func BenchmarkRun(b *testing.B) {
	var outputs []strictjson.Value
	for range 10 {
		for _, o := range mixed.Elements() {
			outputs = append(outputs, o)
		}
	}
	benchmark(b, "run", 0, "outputs", strictjson.List(outputs...), "registry", manyEntries(100))
}
