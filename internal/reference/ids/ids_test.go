package ids_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/strictjson"
)

// brief is what a verdict on an argument says, in a line: the stance, the
// components checked, those of them that are unmatched, and the sources.
func brief(v strictjson.Value) string {
	text := func(name string) string {
		m, _ := v.Get(name)
		var out []string
		for _, e := range m.Elements() {
			out = append(out, e.Str())
		}
		return strings.Join(out, " ")
	}
	stance, _ := v.Get("stance")
	return strings.Join([]string{stance.Str(), text("components_checked"), text("components_unmatched"), text("matched_in")}, "|")
}

func classifyArg(t *testing.T, params string) strictjson.Value {
	t.Helper()
	got, err := ids.ClassifyArg(parse(params))
	if err != nil {
		t.Fatalf("ClassifyArg(%s): %v", params, err)
	}
	return got
}

// TestComponents judges values against a corpus that holds none of them.
func TestComponents(t *testing.T) {
	const abstain = "ABSTAIN|||"
	unsupported := func(components string) string { return "UNSUPPORTED|" + components + "|" + components + "|" }
	tests := []struct{ about, name, value, policy, want string }{
		{"a prefix is grammar", "incident_id", `"INC0010023"`, `{}`, unsupported("0010023")},
		{"parts in order, each once", "path", `"55001/a1b2/55001/x9y9"`, `{}`, unsupported("55001 a1b2 x9y9")},
		{"white space around it, information separators too", "x", `"\u001c\u3000 INC0010023\u0085\n"`, `{}`, unsupported("0010023")},
		{"what only looks like white space", "x", `"\u200bINC0010023"`, `{}`, abstain},
		{"a line end within", "x", `"INC0010023\nx"`, `{}`, abstain},
		{"a UUID whole", "x", `"3FC71C6D-bfa1-4339-b089-0a1b2c3d4e5f"`, `{}`, unsupported("3FC71C6D-bfa1-4339-b089-0a1b2c3d4e5f")},
		{"a UUID without digits", "x", `"abcdefab-abcd-abcd-abcd-abcdefabcdef"`, `{}`, unsupported("abcdefab-abcd-abcd-abcd-abcdefabcdef")},
		{"a UUID of digits is a phone number", "x", `"12345678-1234-1234-1234-123456789012"`, `{}`, abstain},
		{"32 lower-case hexadecimal digits whole", "price", `"12345678123412341234123456789012"`, `{}`, unsupported("12345678123412341234123456789012")},
		{"32 capitals without a digit", "x", `"ABCDEFABCDEFABCDEFABCDEFABCDEFAB"`, `{}`, abstain},
		{"an organisation's label", "x", `"jane@evil.com"`, `{}`, unsupported("evil")},
		{"a short one", "x", `"jane@abc.com"`, `{}`, abstain},
		{"a label from the stop-list, in capitals", "x", `"jane@MAIL.evil.org"`, `{}`, unsupported("evil")},
		{"every word after the first @ is a label", "x", `"a1@evil.b@eviler"`, `{}`, unsupported("evil eviler")},
		{"namesakes", "x", `"jane.doe42@evil.com"`, `{}`, unsupported("evil")},
		{"a long number before the @", "x", `"user_10042@evil.com"`, `{}`, unsupported("10042 evil")},
		{"a short number without an @", "x", `"user_42"`, `{}`, unsupported("42")},
		{"a short opaque part", "x", `"1a2_acme"`, `{}`, abstain},
		{"a status", "state", `"itil_admin"`, `{}`, abstain},
		{"an opaque word in an identifier's slot has no data either", "api_key", `"opaque"`, `{}`, abstain},
		{"13 digits are a time", "x_id", `"1755907200000"`, `{}`, abstain},
		{"13 in another script, in a slot, short for the policy", "x_id", `"١٢٣٤٥٦٧٨٩٠١٢٣"`, `{"min_component_len": 20}`, abstain},
		{"a date and time, with an offset", "x", `"2025-08-23T10:00:00.5-0500"`, `{}`, abstain},
		{"a fraction without digits", "x", `"2025-08-23T10:00:00.Z"`, `{}`, unsupported("2025 08 23T10 00")},
		{"a version", "x", `"v1.22.333"`, `{}`, abstain},
		{"a version with a capital", "x", `"V1.22.333"`, `{}`, unsupported("1 22 333")},
		{"a time of day", "x", `"9:30:00"`, `{}`, abstain},
		{"a decimal", "x", `"10023.5"`, `{}`, abstain},
		{"a phone number", "phone_id", `"555-010-0199"`, `{}`, abstain},
		{"an address of digits alone", "x", `"10023@127.0"`, `{}`, unsupported("10023 127 0")},
		{"none", "x_id", `"nOnE"`, `{}`, abstain},
		{"a quantity by name", "contract_price", `33414`, `{}`, abstain},
		{"a quantity by the end of its name", "discount", `33414`, `{}`, abstain},
		{"letters outweigh the name of a quantity", "page", `"p33414"`, `{}`, unsupported("33414")},
		{"a short number in a slot", "group_id", `81`, `{}`, unsupported("81")},
		{"of one digit", "group_id", `8`, `{}`, abstain},
		{"a slot's name is folded whatever the policy", "GROUP_KEY", `81`, `{"case_sensitive": true}`, unsupported("81")},
		{"superscripts are digits, but no decimal ones", "group_id", `"²³"`, `{}`, abstain},
		{"one decimal digit is enough", "group_id", `"1²"`, `{}`, unsupported("1²")},
		{"wide digits", "group_id", `"１２"`, `{}`, unsupported("１２")},
		{"wide digits beyond the length of a component", "group_id", `"１２３４"`, `{}`, abstain},
		{"a fraction of one half is no digit", "group_id", `"1½"`, `{}`, abstain},
		{"length in code points", "x", `"ab1"`, `{"min_component_len": 3}`, unsupported("1")},
		{"null", "x_id", `null`, `{"min_component_len": 1}`, abstain},
		{"true", "x_id", `true`, `{"min_component_len": 1}`, abstain},
		{"minus zero", "x_id", `-0`, `{"min_component_len": 1}`, unsupported("0")},
		{"a big integer as spelt", "x", `900719925474099312345678`, `{}`, unsupported("900719925474099312345678")},
		{"a negative integer", "x", `-10023`, `{}`, abstain},
		{"a number with an exponent", "x", `1e15`, `{}`, abstain},
		{"a small decimal", "x", `0.00001`, `{}`, abstain},
		{"a big number with an exponent", "x", `1e16`, `{}`, abstain},
		{"too big for a double", "x_id", `1e400`, `{"min_component_len": 3}`, abstain},
		{"the policy's limit is beyond any length", "x_id", `"12345678901234567890"`, `{"min_component_len": 9007199254740991}`, unsupported("12345678901234567890")},
	}
	for _, tt := range tests {
		got := brief(classifyArg(t, `{"arg": {"name": "`+tt.name+`", "value": `+tt.value+`}, "prior": {"blobs": [{"text": "nothing", "source": "TASK_TEXT"}]}, "policy": `+tt.policy+`}`))
		if got != tt.want {
			t.Errorf("%s: %s = %s: got %s, want %s", tt.about, tt.name, tt.value, got, tt.want)
		}
	}
}

// TestTrace judges one value against texts of the task (t) and of tools.
func TestTrace(t *testing.T) {
	tests := []struct{ about, value, policy, task, tool, want string }{
		{"verbatim as a token", "INC_004", `{}`, "", "x", "UNSUPPORTED|004|004|"},
		{"verbatim in prose", "INC_004", `{}`, "see inc_004.", "x", "SUPPORTED|INC_004||TASK_TEXT"},
		{"verbatim within tokens, which have no source", "ab-1", `{}`, "xab-1y", "z", "SUPPORTED|ab-1||"},
		{"a token's sources alone", "10023", `{}`, "10023", "100230", "SUPPORTED|10023||TASK_TEXT"},
		{"else those of all tokens that contain it", "10023", `{}`, "x10023", "100230", "SUPPORTED|10023||TASK_TEXT TOOL_RESULT"},
		{"or that it contains, however short", "INC_004", `{}`, "4", "INC_004", "SUPPORTED|INC_004||TASK_TEXT TOOL_RESULT"},
		{"padded", "INC0010023", `{}`, "10023", "x", "SUPPORTED|0010023||TASK_TEXT"},
		{"stripped", "INC10023", `{}`, "0010023", "x", "SUPPORTED|10023||TASK_TEXT"},
		{"zeros only", "x-000", `{}`, "0", "x", "SUPPORTED|000||TASK_TEXT"},
		{"a short number is not looked for in texts", "user_42", `{}`, "1421", "x", "UNSUPPORTED|42|42|"},
		{"nor is it contained", "user_42", `{"min_component_len": 3}`, "4", "x", "UNSUPPORTED|42|42|"},
		{"a part of a token", "KB12345", `{}`, "x123456", "x", "SUPPORTED|12345||TASK_TEXT"},
		{"a long token in a component", "KB9912345", `{}`, "1234", "x", "SUPPORTED|9912345||TASK_TEXT"},
		{"a shorter one", "KB9912345", `{}`, "123", "x", "UNSUPPORTED|9912345|9912345|"},
		{"a long token without its zeros in a component", "KB9912345", `{}`, "0012", "x", "SUPPORTED|9912345||"},
		{"its length counts the zeros", "KB9912345", `{}`, "012", "x", "UNSUPPORTED|9912345|9912345|"},
		{"half minted", "user_10042@evil.com", `{}`, "", "10042", "UNSUPPORTED|10042 evil|evil|TOOL_RESULT"},
		{"folded", "kb12-ss4x", `{}`, "KB12-ß4X", "z", "SUPPORTED|kb12-ss4x||TASK_TEXT"},
		{"case kept", "KB12a", `{"case_sensitive": true}`, "kb12A", "x", "UNSUPPORTED|KB12a|KB12a|"},
		{"separators of JSON", "INC10023", `{}`, `{\"a\":[0010023]}`, "x", "SUPPORTED|10023||TASK_TEXT"},
		{"an information separator ends a token", "INC10023", `{}`, `0010023\u001fx`, "x", "SUPPORTED|10023||TASK_TEXT"},
		{"a superscript does not", "INC10023", `{}`, `0010023²`, "x", "SUPPORTED|10023||TASK_TEXT"},
	}
	for _, tt := range tests {
		got := brief(classifyArg(t, `{"arg": {"name": "x", "value": "`+tt.value+`"}, "policy": `+tt.policy+
			`, "prior": {"blobs": [{"text": "`+tt.task+`", "source": "TASK_TEXT"}, {"text": "`+tt.tool+`", "source": "TOOL_RESULT"}]}}`))
		if got != tt.want {
			t.Errorf("%s: %s: got %s, want %s", tt.about, tt.value, got, tt.want)
		}
	}
}

func TestContainers(t *testing.T) {
	tests := []struct{ about, value, want string }{
		{"empty", `[]`, "ABSTAIN|||"},
		{"no identifier", `{"a": [null, true, "in_progress"]}`, "ABSTAIN|||"},
		{"in the order of the text, repetitions kept", `{"z": ["INC10023"], "a": "INC10023", "m": {"b": 10023}}`, "SUPPORTED|INC10023 INC10023 10023||TASK_TEXT TOOL_RESULT"},
		{"one minted", `["INC10023", ["KB77777", "x"], "KB88888"]`, "UNSUPPORTED|INC10023 77777 88888|77777 88888|TOOL_RESULT"},
		{"names within do not count", `{"group_id": 81}`, "ABSTAIN|||"},
	}
	for _, tt := range tests {
		got := brief(classifyArg(t, `{"arg": {"name": "x", "value": `+tt.value+`}, "prior": {"blobs": [{"text": "inc10023", "source": "TOOL_RESULT"}, {"text": "10023", "source": "TASK_TEXT"}]}}`))
		if got != tt.want {
			t.Errorf("%s: %s: got %s, want %s", tt.about, tt.value, got, tt.want)
		}
	}
}

// TestDeep judges a value in all the levels that strictjson reads.
func TestDeep(t *testing.T) {
	const levels = strictjson.MaxDepth - 2 // params and arg are two more
	value := strings.Repeat(`[`, levels) + `"INC10023"` + strings.Repeat(`]`, levels)
	got := brief(classifyArg(t, `{"arg": {"name": "x", "value": `+value+`}, "prior": {"blobs": []}}`))
	if want := "UNSUPPORTED|10023|10023|"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCall compares whole results but for their free texts.
func TestCall(t *testing.T) {
	const verdict = `{"arg_name": "x", "stance": "ABSTAIN", "id_shaped": false, "is_reference": true, "matched_in": [], "components_checked": [], "components_unmatched": []}`
	own := strings.Replace(verdict, `"is_reference": true`, `"is_reference": false`, 1)
	minted := `{"arg_name": "y", "stance": "UNSUPPORTED", "id_shaped": true, "is_reference": true, "matched_in": [], "components_checked": ["10023"], "components_unmatched": ["10023"]}`
	tests := []struct{ about, call, blobs, want string }{
		{"a call that reads", `{"tool_name": "t", "args": [{"name": "x", "value": "INC10023"}], "is_mutating": false}`, `[{"text": "", "source": "TASK_TEXT"}]`,
			`{"believe": true, "args": [], "unsupported": []}`},
		{"nothing seen", `{"tool_name": "t", "args": [{"name": "x", "value": "INC10023"}, {"name": "x", "value": 1, "is_reference": false}]}`, `[]`,
			`{"believe": true, "args": [` + verdict + `, ` + own + `], "unsupported": []}`},
		{"an empty text is something seen", `{"tool_name": "t", "args": [{"name": "x", "value": "INC10023", "is_reference": false}, {"name": "y", "value": "INC10023", "is_reference": null}, {"name": "y", "value": 10023}], "is_mutating": null}`,
			`[{"text": "", "source": "TASK_TEXT"}]`, `{"believe": false, "args": [` + own + `, ` + minted + `, ` + minted + `], "unsupported": ["y", "y"]}`},
		{"no arguments", `{"tool_name": "", "args": []}`, `[{"text": "", "source": "TASK_TEXT"}]`, `{"believe": true, "args": [], "unsupported": []}`},
	}
	for _, tt := range tests {
		got, err := ids.ClassifyCall(parse(`{"call": ` + tt.call + `, "prior": {"blobs": ` + tt.blobs + `}, "policy": null, "more": 1}`))
		if err != nil {
			t.Errorf("%s: %v", tt.about, err)
		} else if got, want := normative(got), parse(tt.want); got.String() != want.String() {
			t.Errorf("%s:\n got %s\nwant %s", tt.about, got, want)
		}
	}
}

func TestRejects(t *testing.T) {
	const (
		invalid = reference.InvalidParams
		prior   = `"prior": {"blobs": []}`
		arg     = `"arg": {"name": "x", "value": 1}`
	)
	tests := []struct{ operation, params, want string }{
		{"ids.classify_call", `[]`, invalid},
		{"ids.classify_call", `{` + prior + `}`, invalid},
		{"ids.classify_call", `{"call": null, ` + prior + `}`, invalid},
		{"ids.classify_call", `{"call": {"args": []}, ` + prior + `}`, invalid},
		{"ids.classify_call", `{"call": {"tool_name": 1, "args": []}, ` + prior + `}`, invalid},
		{"ids.classify_call", `{"call": {"tool_name": "t"}, ` + prior + `}`, invalid},
		{"ids.classify_call", `{"call": {"tool_name": "t", "args": {}}, ` + prior + `}`, invalid},
		{"ids.classify_call", `{"call": {"tool_name": "t", "args": [1]}, ` + prior + `}`, invalid},
		{"ids.classify_call", `{"call": {"tool_name": "t", "args": [{"name": "x"}]}, ` + prior + `}`, invalid},
		{"ids.classify_call", `{"call": {"tool_name": "t", "args": [], "is_mutating": 0}, ` + prior + `}`, invalid},
		{"ids.classify_call", `{"call": {"tool_name": "t", "args": [], "is_mutating": false}, "prior": null}`, invalid},
		{"ids.classify_arg", `{` + prior + `}`, invalid},
		{"ids.classify_arg", `{"arg": [], ` + prior + `}`, invalid},
		{"ids.classify_arg", `{"arg": {"value": 1}, ` + prior + `}`, invalid},
		{"ids.classify_arg", `{"arg": {"name": null, "value": 1}, ` + prior + `}`, invalid},
		{"ids.classify_arg", `{"arg": {"name": "x", "value": 1, "is_reference": "yes"}, ` + prior + `}`, invalid},
		{"ids.classify_arg", `{` + arg + `}`, invalid},
		{"ids.classify_arg", `{` + arg + `, "prior": {}}`, invalid},
		{"ids.classify_arg", `{` + arg + `, "prior": {"blobs": null}}`, invalid},
		{"ids.classify_arg", `{` + arg + `, "prior": {"blobs": ["x"]}}`, invalid},
		{"ids.classify_arg", `{` + arg + `, "prior": {"blobs": [{"source": "TASK_TEXT"}]}}`, invalid},
		{"ids.classify_arg", `{` + arg + `, "prior": {"blobs": [{"text": "x"}]}}`, invalid},
		{"ids.classify_arg", `{` + arg + `, "prior": {"blobs": [{"text": "x", "source": null}]}}`, invalid},
		{"ids.classify_arg", `{` + arg + `, "prior": {"blobs": [{"text": "x", "source": "AGENT_AUTHORED"}]}}`, "unknown_source"},
		{"ids.classify_arg", `{` + arg + `, "prior": {"blobs": [{"text": "x", "source": "task_text"}]}}`, "unknown_source"},
		{"ids.classify_arg", `{` + arg + `, "prior": {"blobs": [{"text": "x", "source": ""}, {"text": 1, "source": "TASK_TEXT"}]}}`, invalid},
		{"ids.classify_arg", `{` + arg + `, ` + prior + `, "policy": []}`, invalid},
		{"ids.classify_arg", `{` + arg + `, ` + prior + `, "policy": {"min_component_len": 4.0}}`, invalid},
		{"ids.classify_arg", `{` + arg + `, ` + prior + `, "policy": {"min_component_len": 1e1}}`, invalid},
		{"ids.classify_arg", `{` + arg + `, ` + prior + `, "policy": {"min_component_len": true}}`, invalid},
		{"ids.classify_arg", `{` + arg + `, ` + prior + `, "policy": {"min_component_len": 0, "case_sensitive": 1}}`, invalid},
		{"ids.classify_arg", `{` + arg + `, ` + prior + `, "policy": {"min_component_len": 0}}`, "policy_out_of_range"},
		{"ids.classify_arg", `{` + arg + `, ` + prior + `, "policy": {"min_component_len": -4}}`, "policy_out_of_range"},
	}
	for _, tt := range tests {
		got, err := ids.Profile.Operations[tt.operation](parse(tt.params))
		var r *reference.Rejection
		if !errors.As(err, &r) {
			t.Errorf("%s %s: got %s, %v, want rejected as %s", tt.operation, tt.params, got, err, tt.want)
		} else if r.Code != tt.want {
			t.Errorf("%s %s: rejected as %s, want %s", tt.operation, tt.params, r.Code, tt.want)
		}
	}
}
