package events_test

import (
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/strictjson"
)

// nested is n arrays within each other.
func nested(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

// Texts that are no JSON object, by what is wrong with them.
var invalidJSON = map[string]string{
	"empty":                   "",
	"white space":             " \n",
	"prose":                   "I walk.",
	"null":                    "null",
	"text":                    `"thought"`,
	"array":                   `[{"thought":"t","action":"a"}]`,
	"number":                  "1",
	"byte order mark":         "\ufeff" + `{"thought":"t","action":"a"}`,
	"no-break space":          "\u00a0" + `{"thought":"t","action":"a"}`,
	"vertical tab":            "\v" + `{"thought":"t","action":"a"}`,
	"cut off":                 `{"thought":"t","action":"a"`,
	"cut off in text":         `{"thought":"t","action":"a`,
	"trailing comma":          `{"thought":"t","action":"a",}`,
	"leading comma":           `{,"thought":"t","action":"a"}`,
	"no comma":                `{"thought":"t" "action":"a"}`,
	"no colon":                `{"thought" "t","action":"a"}`,
	"no value":                `{"thought":"t","action":"a","x":}`,
	"trailing comma in array": `{"thought":"t","action":"a","x":[1,]}`,
	"wrong bracket":           `{"thought":"t","action":"a","x":[1}`,
	"single quotes":           `{'thought':'t','action':'a'}`,
	"bare names":              `{thought:"t",action:"a"}`,
	"number as name":          `{"thought":"t","action":"a",1:2}`,
	"comment":                 `{"thought":"t","action":"a"/**/}`,
	"code fence":              "```json\n{\"thought\":\"t\",\"action\":\"a\"}\n```",
	"prose after":             `{"thought":"t","action":"a"} Done.`,
	"two objects":             `{"thought":"t","action":"a"}{}`,
	"two lines":               "{\"thought\":\"t\",\"action\":\"a\"}\n{}",
	"NUL after":               `{"thought":"t","action":"a"}` + "\x00",
	"raw line break in text":  "{\"thought\":\"t\nt\",\"action\":\"a\"}",
	"raw tab in text":         "{\"thought\":\"t\tt\",\"action\":\"a\"}",
	"unknown escape":          `{"thought":"\x41","action":"a"}`,
	"short escape":            `{"thought":"\u004","action":"a"}`,
	"capital True":            `{"thought":"t","action":True}`,
	"leading zero":            `{"thought":"t","action":01}`,
	"leading plus":            `{"thought":"t","action":+1}`,
	"no digit after point":    `{"thought":"t","action":1.}`,
	"no digit before point":   `{"thought":"t","action":.5}`,
	"hexadecimal":             `{"thought":"t","action":0x1}`,
	"invalid UTF-8":           "{\"thought\":\"\xff\",\"action\":\"a\"}",
	"NaN":                     `{"thought":"t","action":NaN}`,
	"Infinity":                `{"thought":"t","action":"a","x":[Infinity]}`,
	"minus Infinity":          `{"thought":"t","action":"a","x":-Infinity}`,
	"repeated label":          `{"thought":"t","action":"a","label":"SIMULATION_EVENT","label":"CANON_ANCHOR"}`,
	"repeated unknown member": `{"thought":"t","action":"a","x":1,"x":1}`,
	"repeated when unescaped": `{"thought":"t","action":"a","l\u0061bel":"x","label":"y"}`,
	"repeated deep":           `{"thought":"t","action":"a","x":[{"y":{"z":1,"z":1}}]}`,
	"repeated in thought":     `{"thought":{"z":1,"y":2,"z":1},"action":"a"}`,
	"repeated lone surrogate": `{"thought":"t","action":"a","\ud800":1,"\uD800":1}`,
	"repeated astral":         `{"thought":"t","action":"a","😀":1,"\ud83d\ude00":1}`,
	"repeated escapes":        `{"thought":"t","action":"a","\b\f\n\r\t\"\\\/":1,"\u0008\u000c\u000a\u000d\u0009\u0022\u005c\u002f":1}`,
	"10,001 levels":           `{"thought":"t","action":"a","x":` + nested(10_000) + `}`,
	"levels without end":      strings.Repeat(`{"a":`, 100_000),
}

func TestInvalidJSON(t *testing.T) {
	for name, raw := range invalidJSON {
		t.Run(name, func(t *testing.T) { wantQuarantined(t, raw, "invalid_json") })
	}
}

// wantQuarantined checks an output that does not get in.
func wantQuarantined(t *testing.T, raw, reason string) {
	t.Helper()
	got := ask(t, "validate_output", "raw", raw, "provider", "p", "agent", "a", "tick", 7)
	want := object("valid", false, "label", nil, "quarantine",
		object("provider", "p", "agent", "a", "tick", 7, "raw_output", raw, "reason", reason))
	if !got.Equal(want) {
		t.Errorf("got  %.300v\nwant %.300v", got, want)
	}
}

// present and absent are values of a member as JSON texts; "" leaves it out.
var (
	absent  = []string{``, `null`, `false`, `0`, `-0`, `0.0`, `-0.0e-7`, `0e5`, `0E+400`, `1e-400`, `""`, `[]`, `[ ]`, `{}`, "{\n}"}
	present = []string{`true`, `1`, `-1`, `0.1`, `5e-324`, `1e400`, `" "`, `"\t"`, `"\u0000"`, `"\ud800"`, `"null"`, `"0"`, `[null]`, `[[]]`, `[0,1]`, `{"":null}`, `{"a":1,"b":2}`}
)

func member(name, value string) string {
	if value == "" {
		return ""
	}
	return `,"` + name + `":` + value
}

func TestMissingFields(t *testing.T) {
	for _, v := range absent {
		t.Run("action "+v, func(t *testing.T) {
			wantQuarantined(t, `{"thought":"t"`+member("action", v)+`}`, "missing_fields")
		})
		t.Run("thought "+v, func(t *testing.T) {
			wantQuarantined(t, `{"action":"a"`+member("thought", v)+`}`, "missing_fields")
		})
	}
	for _, v := range present {
		t.Run("both "+v, func(t *testing.T) {
			wantValid(t, `{"thought":`+v+`,"action":`+v+`}`, "SIMULATION_EVENT", "")
		})
	}
	wantQuarantined(t, `{"Thought":"t","ACTION":"a"}`, "missing_fields")
}

// wantValid checks an output that gets in; reason "" means no record.
func wantValid(t *testing.T, raw, label, reason string) {
	t.Helper()
	got := ask(t, "validate_output", "raw", raw, "provider", "", "agent", "é\n", "tick", -1)
	var record strictjson.Value
	if reason != "" {
		record = object("provider", "", "agent", "é\n", "tick", -1, "raw_output", raw, "reason", reason)
	}
	want := object("valid", true, "label", label, "quarantine", record)
	if !got.Equal(want) {
		t.Errorf("%.200s\ngot  %.300v\nwant %.300v", raw, got, want)
	}
}

func TestBoundaryViolation(t *testing.T) {
	for _, v := range append(absent, `" "`, `"\t"`, `" \u0009 "`) {
		wantValid(t, `{"thought":"t","action":"a","label":"CANON_ANCHOR"`+member("source_anchor", v)+`}`, "SIMULATION_EVENT", "boundary_violation")
		for _, label := range []string{"INTERPRETIVE_BRIDGE", "SIMULATION_EVENT"} {
			wantValid(t, `{"thought":"t","action":"a","label":"`+label+`"`+member("source_anchor", v)+`}`, label, "")
		}
	}
	for _, v := range []string{`"x"`, `" x"`, `"\n"`, `"\u00a0"`, `"\u3000"`, `true`, `7`, `1e400`, `[0]`, `{"a":null}`, `"\udc00"`} {
		wantValid(t, `{"thought":"t","action":"a","label":"CANON_ANCHOR","source_anchor":`+v+`}`, "CANON_ANCHOR", "")
	}
}

func TestOutputLabel(t *testing.T) {
	for _, v := range []string{``, `null`, `""`, `"canon_anchor"`, `"CANON_ANCHOR "`, `"CANON-ANCHOR"`, `"CANON_ANCHOR\u0000"`, `"SIMULATION"`, `true`, `0`, `["CANON_ANCHOR"]`, `{"label":"CANON_ANCHOR"}`} {
		wantValid(t, `{"thought":"t","action":"a"`+member("label", v)+`}`, "SIMULATION_EVENT", "")
	}
	wantValid(t, `{"thought":"t","action":"a","l\u0061bel":"INTERPRETIVE\u005fBRIDGE"}`, "INTERPRETIVE_BRIDGE", "")
	wantValid(t, `{"thought":"t","action":"a","Label":"CANON_ANCHOR"}`, "SIMULATION_EVENT", "")
}

// An output with two faults has one record, of the first.
func TestOutputOrder(t *testing.T) {
	wantQuarantined(t, `{"label":"CANON_ANCHOR"}`, "missing_fields")
	wantQuarantined(t, `{"label":"CANON_ANCHOR","label":"CANON_ANCHOR"}`, "invalid_json")
	wantQuarantined(t, `{"thought":"t","action":"a","label":"CANON_ANCHOR"`, "invalid_json")
	wantQuarantined(t, `{"thought":"t","label":"CANON_ANCHOR"}`, "missing_fields")
}

func TestOutputIsJSON(t *testing.T) {
	const fields = `"thought":"t","action":"a"`
	tests := map[string]string{
		"white space":               " \t\r\n{" + fields + "}\n\r\t ",
		"equal names apart":         `{` + fields + `,"x":{"y":1},"z":{"y":1},"y":[{"y":1},{"y":2}]}`,
		"names by case":             `{` + fields + `,"x":1,"X":2}`,
		"names by normalisation":    `{` + fields + `,"é":1,"e\u0301":2}`,
		"two lone surrogates":       `{` + fields + `,"\ud800":1,"\ud801":2,"\ufffd":3,"\udc00\ud800":4}`,
		"lone surrogates in values": `{"thought":"\ud800","action":"\udfff","x":"\ud800\ud800"}`,
		"noncharacters":             `{` + fields + `,"x":"` + "\uffff\U0010ffff" + `\uffff"}`,
		"DEL and C1 as they are":    `{` + fields + ",\"x\":\"\x7f\u0085\u2028\"}",
		"huge numbers":              `{` + fields + `,"x":[1e999999,-1E+400,` + strings.Repeat("9", 5_000) + `]}`,
		"empty name":                `{` + fields + `,"":1}`,
		"10,000 levels":             `{` + fields + `,"x":` + nested(9_999) + `}`,
		"100 kB":                    `{` + fields + `,"x":"` + strings.Repeat("é", 50_000) + `"}`,
	}
	for name, raw := range tests {
		t.Run(name, func(t *testing.T) { wantValid(t, raw, "SIMULATION_EVENT", "") })
	}
}

// A quarantine record holds the very bytes, whatever they are.
func TestRawOutputIsUntouched(t *testing.T) {
	for _, raw := range []string{
		"\x00\x01\x1b[31m\x7f", "a\r\nb\rc\n", "😀👩‍👩‍👧", "e\u0301 é", "\u2028\u2029\u0085", `"\ud800\u0041\/"`,
		" \ufeff ", "\ufffd", "{}", strings.Repeat("x\x00é\r\n", 20_000),
	} {
		got := ask(t, "validate_output", "raw", raw, "provider", "p", "agent", "a", "tick", 0)
		if got := at(t, got, "/quarantine/raw_output").Str(); got != raw {
			t.Errorf("got %.100q, want %.100q", got, raw)
		}
	}
}

// 16 MiB is the largest message that a subject is sent.
func TestLargestOutputs(t *testing.T) {
	if testing.Short() {
		t.Skip("needs seconds")
	}
	const size = 16 << 20
	wantQuarantined(t, strings.Repeat("[", size), "invalid_json")
	wantQuarantined(t, strings.Repeat(`{"":`, size/4), "invalid_json")
	wantQuarantined(t, `{"x":"`+strings.Repeat("a", size), "invalid_json")
	wantValid(t, `{"thought":[`+strings.Repeat("1,", size/2)+`1],"action":1`+strings.Repeat("0", 1<<20)+`}`, "SIMULATION_EVENT", "")
	wantValid(t, `{"thought":"t","action":"a","label":"CANON_ANCHOR","source_anchor":[`+strings.Repeat("1,", size/2)+`1]}`, "CANON_ANCHOR", "")
	wantValid(t, `{"action":"a","thought":[`+strings.Repeat("{},", size/3)+`1]}`, "SIMULATION_EVENT", "")
}
