package manifests_test

import (
	"fmt"
	"strings"
	"testing"
)

var allFacts = []string{"separate_runtime", "project_inputs", "operated_outside", "shared_inputs_disclosed", "independent_implementation", "independent_measurement", "adopter_gates_passed"}

// TestEvidenceLabel goes through every combination of the seven facts.
func TestEvidenceLabel(t *testing.T) {
	needs := map[string]func(string) bool{} // what the design says, spelt anew
	has := func(held, fact string) bool { return strings.Contains(held, fact) }
	needs["project-internal"] = func(string) bool { return true }
	needs["same-project cross-runtime"] = func(h string) bool { return has(h, "separate_runtime") && has(h, "project_inputs") }
	needs["external independent reproduction"] = func(h string) bool {
		return has(h, "operated_outside") && has(h, "shared_inputs_disclosed") && has(h, "independent_")
	}
	needs["verified adopter"] = func(h string) bool {
		return has(h, "adopter_gates_passed") && needs["external independent reproduction"](h)
	}
	for label, supported := range needs {
		for bits := range 1 << len(allFacts) {
			var facts, held []string
			for i, f := range allFacts {
				if bits>>i&1 == 1 {
					facts, held = append(facts, quoted(f)+":true"), append(held, f)
				} else if i%2 == 0 { // absent and false are alike
					facts = append(facts, quoted(f)+":false")
				}
			}
			want := fmt.Sprintf(`{"supported":%t}`, supported(strings.Join(held, " ")))
			if got := ask(t, "evidence_label", `{"claimed":%s,"facts":{%s}}`, quoted(label), strings.Join(facts, ",")); got != want {
				t.Errorf("%s with %q: got %s, want %s", label, held, got, want)
			}
		}
	}
	for _, c := range []struct{ claimed, facts, want string }{
		{"Project-internal", "{}", "unknown_label"},
		{"", "{}", "unknown_label"},
		{"verified adopter ", "{}", "unknown_label"},
		{"conformance-verified", `{"x":1}`, "unknown_label"},
		{"project-internal", `{"source_manifest":true}`, "invalid_fact"},
		{"project-internal", `{"separate_runtime":1}`, "invalid_fact"},
		{"project-internal", `{"separate_runtime":"true"}`, "invalid_fact"},
		{"project-internal", `{"separate_runtime":null}`, "invalid_fact"},
	} {
		if got := ask(t, "evidence_label", `{"claimed":%s,"facts":%s}`, quoted(c.claimed), c.facts); got != "rejected: "+c.want {
			t.Errorf("%q, %s: got %s, want %s", c.claimed, c.facts, got, c.want)
		}
	}
}

func record() map[string]string {
	return map[string]string{
		"agent_name":              `"A"`,
		"maintainer":              `"https://example.org"`,
		"implementation_source":   `"https://github.com/example/urusilla-bridge"`,
		"implementation_revision": quoted(commitB),
		"capsule_sha256":          quoted("sha256:" + capsule),
		"conformance_report":      quoted(reportURL),
		"verified_at":             `"2026-08-31"`,
		"status":                  `"bridge"`,
	}
}

// TestAdoptionRecord bends one member of a good record at a time.
func TestAdoptionRecord(t *testing.T) {
	long := "https://example.org/"
	web := map[string]bool{
		`"https://a"`: true, `"https://a-b.c--d.example"`: true, `"https://example.org:8443"`: true, `"https://example.org:1/"`: true,
		`"https://example.org?q"`: true, `"https://example.org#f"`: true, `"https://example.org/@user:p!~"`: true, `"https://EXAMPLE.org"`: true,
		quoted("https://" + strings.Repeat("a", 63) + ".b"): true, `"https://127.0.0.1"`: true,
		quoted(long + strings.Repeat("p", 2_048-len(long))): true,
		quoted(long + strings.Repeat("p", 2_049-len(long))): false,
		quoted("https://" + strings.Repeat("a", 64) + ".b"): false,
		`"http://example.org"`:                              false, `"HTTPS://example.org"`: false, `"https:/example.org"`: false, `"https://"`: false, `""`: false,
		`"https://user@example.org"`: false, `"https://user:1@example.org"`: false, `"https://@example.org"`: false, `"https://example.org."`: false,
		`"https://.example.org"`: false, `"https://a..b"`: false, `"https://-a.b"`: false, `"https://a-.b"`: false, `"https://a_b"`: false,
		`"https://ex\u00e4mple.org"`: false, `"https://example.org/\u00e4"`: false, `"https://example.org/a b"`: false, `"https://example.org/\n"`: false, `"https://example.org/\u007f"`: false,
		`"https://example.org:"`: false, `"https://example.org:123456"`: false, `"https://example.org:8a"`: false, `"https://[::1]"`: false, `"mailto:a@example.org"`: false,
		`"https://example.org\\@evil.example"`: false, "null": false, "1": false, `["https://a"]`: false,
	}
	rows := map[string]map[string]bool{
		"agent_name": {quoted(strings.Repeat("n", 200)): true, quoted(strings.Repeat("😀", 200)): true, `" "`: true,
			quoted(strings.Repeat("n", 201)): false, quoted(strings.Repeat("😀", 201)): false, `""`: false, "null": false, "1": false},
		"maintainer":              web,
		"implementation_source":   web,
		"implementation_revision": {quoted(commitA): false, quoted(commitB[1:]): false, quoted(strings.ToUpper(commitB)): false, `"main"`: false},
		"capsule_sha256":          {quoted(capsule): false, quoted("sha256:" + capsule[1:]): false, quoted("SHA256:" + capsule): false, quoted("sha256:" + strings.ToUpper(capsule)): false},
		"conformance_report": {quoted("https://github.com/o/r/blob/" + commitB + "/p"): true, quoted("https://github.com/o/r/blob/" + commitA + "/p"): false,
			quoted("https://github.com/o/r/tree/" + commitB + "/p"): false, quoted("https://github.com/o/r/blob/main/" + commitB): false},
		"verified_at": {`"2024-02-29"`: true, `"0001-01-01"`: true, `"9999-12-31"`: true, `"2000-02-29"`: true, `"2023-02-29"`: false, `"1900-02-29"`: false, `"2026-04-31"`: false,
			`"2026-13-01"`: false, `"2026-00-01"`: false, `"2026-01-00"`: false, `"0000-01-01"`: false, `"2026-8-31"`: false, `"2026-08"`: false, `"20260831"`: false,
			`"2026-08-31T00:00:00Z"`: false, `"+2026-08-31"`: false, `"-001-08-31"`: false, `"10000-01-01"`: false, `"2026-08-31 "`: false, `"２026-08-31"`: false, "20260831": false},
		"status": {`"native"`: true, `"Native"`: false, `"both"`: false, `""`: false, "true": false},
	}
	check := func(name, record string, want bool) {
		t.Helper()
		if got := ask(t, "adoption_record", `{"record":%s}`, record); got != fmt.Sprintf(`{"accepted":%t}`, want) {
			t.Errorf("%s: got %s, want accepted %t", name, got, want)
		}
	}
	check("as it is", object(record()), true)
	check("empty", "{}", false)
	for member, values := range rows {
		for value, want := range values {
			r := record()
			r[member] = value
			check(fmt.Sprintf("%s %.80s", member, value), object(r), want)
		}
	}
	for member := range record() {
		r := record()
		delete(r, member)
		check("without "+member, object(r), false)
		r["conversation"] = `"hello"`
		check("a conversation for "+member, object(r), false)
	}
	r := record()
	r["conversations"] = "[]"
	check("one member more", object(r), false)
}

func TestTelemetry(t *testing.T) {
	good := `{"period":"2026-08","counts":{"runs":3}}`
	for _, c := range []struct {
		record string
		ok     bool
	}{
		{good, true},
		{`{"counts":{"a":0,"a_1":9007199254740991},"period":"2026-08-31"}`, true},
		{`{"period":"2026-08","counts":{}}`, true},
		{`{"period":"2026-08","counts":{"` + "a" + strings.Repeat("b", 63) + `":1}}`, true},
		{`{"period":"2024-02-29","counts":{}}`, true},
		{`{"period":"2026-08","counts":{"` + "a" + strings.Repeat("b", 64) + `":1}}`, false},
		{`{"period":"2026-08"}`, false},
		{`{"counts":{}}`, false},
		{`{"period":"2026-08","counts":{},"user":"x"}`, false},
		{`{"period":"2026-08","user":{}}`, false},
		{`{"period":"2026-08","counts":null}`, false},
		{`{"period":"2026-08","counts":[]}`, false},
		{`{"period":"2026","counts":{}}`, false},
		{`{"period":"2026-08-31T10","counts":{}}`, false},
		{`{"period":"2026-13","counts":{}}`, false},
		{`{"period":"2023-02-29","counts":{}}`, false},
		{`{"period":"0000-01","counts":{}}`, false},
		{`{"period":202608,"counts":{}}`, false},
		{`{"period":"2026-W35","counts":{}}`, false},
		{`{"period":"2026-08","counts":{"a":-1}}`, false},
		{`{"period":"2026-08","counts":{"a":1.0}}`, false},
		{`{"period":"2026-08","counts":{"a":1e0}}`, false},
		{`{"period":"2026-08","counts":{"a":-0}}`, false},
		{`{"period":"2026-08","counts":{"a":9007199254740992}}`, false},
		{`{"period":"2026-08","counts":{"a":"1"}}`, false},
		{`{"period":"2026-08","counts":{"a":true}}`, false},
		{`{"period":"2026-08","counts":{"a":{"b":1}}}`, false},
		{`{"period":"2026-08","counts":{"A":1}}`, false},
		{`{"period":"2026-08","counts":{"1a":1}}`, false},
		{`{"period":"2026-08","counts":{"_a":1}}`, false},
		{`{"period":"2026-08","counts":{"a-b":1}}`, false},
		{`{"period":"2026-08","counts":{"":1}}`, false},
		{`{"period":"2026-08","counts":{"caf\u00e9":1}}`, false},
		{`{"period":"2026-08","counts":{"a@b":1}}`, false},
		{"null", false},
		{"[]", false},
		{`["2026-08",{}]`, false},
		{`"text"`, false},
	} {
		want := map[bool]string{true: `{"emit":true}`, false: "rejected: invalid_record"}[c.ok]
		if got := ask(t, "telemetry", `{"record":%s,"owner_consent":true}`, c.record); got != want {
			t.Errorf("with consent, %s: got %s, want %s", c.record, got, want)
		}
		for _, consent := range []string{"", `,"owner_consent":false`, `,"owner_consent":null`} {
			if got := ask(t, "telemetry", `{"record":%s%s}`, c.record, consent); got != `{"emit":false}` {
				t.Errorf("without consent, %s: got %s, want emit false", c.record, got)
			}
		}
	}
}
