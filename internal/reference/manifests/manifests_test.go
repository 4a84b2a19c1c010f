package manifests_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// The example of the published schema (source_manifest.schema.json) and the
// source id that is published for it.
const (
	commitA     = "0123456789abcdef0123456789abcdef01234567"
	commitB     = "89abcdef0123456789abcdef0123456789abcdef"
	capsule     = "588034f997fb4f3d35dfdbb68afd9232a78192ac1fa497d565f67e0892358a27"
	published   = "defc2efc4f0ac1ecd553fb45df7abe93"
	specURI     = "https://github.com/jaden3824/urusilla/blob/" + commitA + "/urusilla_v0_1_spec.md"
	origin      = "https://github.com/example/urusilla-bridge/tree/" + commitB + "/src"
	reportURL   = "https://github.com/example/urusilla-bridge/blob/" + commitB + "/conformance_report.json"
	reportSHA   = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
	shapedToken = "AA..AAA" // a JWS by its shape, and by nothing else
)

// members of the published example, to be bent one at a time.
func example() map[string]string {
	return map[string]string{
		"languageSpecUri":         specURI,
		"languageVersion":         "0.1.0",
		"capsuleSha256":           capsule,
		"implementationOrigin":    origin,
		"conformanceReportUrl":    reportURL,
		"conformanceReportSha256": reportSHA,
	}
}

// document writes members as JSON, in the order of their names.
func document(m map[string]string) string {
	var list []strictjson.Member
	for _, name := range slices.Sorted(maps.Keys(m)) {
		list = append(list, strictjson.Member{Name: name, Value: strictjson.Text(m[name])})
	}
	return strictjson.Record(list...).String()
}

// with is the example with one member set.
func with(name, value string) string {
	m := example()
	m[name] = value
	return document(m)
}

// data is a bytes param holding s.
func data(s string) string {
	if !utf8.ValidString(s) {
		return `{"base64":"` + base64.StdEncoding.EncodeToString([]byte(s)) + `"}`
	}
	return `{"text":` + strictjson.Text(s).String() + `}`
}

func list(items ...string) string { return "[" + strings.Join(items, ",") + "]" }

func quoted(s string) string { return strictjson.Text(s).String() }

// ask puts a request to an operation: the result, or "rejected: " and the code.
func ask(t testing.TB, operation, params string, args ...any) string {
	t.Helper()
	text := fmt.Sprintf(params, args...)
	v, err := strictjson.Parse([]byte(text), strictjson.Limits{Bytes: 64 << 20})
	if err != nil {
		t.Fatalf("the test's own params %.200s: %v", text, err)
	}
	op, ok := manifests.Profile.Operations["manifests."+operation]
	if !ok {
		t.Fatalf("no operation %s", operation)
	}
	got, err := op(v)
	if err == nil {
		return got.String()
	}
	r, ok := err.(*reference.Rejection)
	if !ok {
		t.Fatalf("%s: got the error %v of type %T, want a rejection", operation, err, err)
	}
	if len(r.Detail) > 2_000 {
		t.Errorf("%s: a detail of %d bytes: %.100s…", operation, len(r.Detail), r.Detail)
	}
	return "rejected: " + r.Code
}

// TestInvalidParams asks every operation with params that lack or mistype each
// member it needs.
func TestInvalidParams(t *testing.T) {
	doc := data(document(example()))
	whole := map[string]map[string]string{
		"validate":         {"document": doc},
		"verify_signature": {"document": doc, "keys": `{"keys":[]}`},
		"assess":           {"document": doc, "agent_card_authenticated": "false"},
		"resolve":          {"pinned": "[]", "source_id": `"x"`},
		"agent_card":       {"card": "{}"},
		"wrap":             {"document": doc, "payload": data("x")},
		"unwrap":           {"text": `"x"`, "pinned": "[]"},
		"evidence_label":   {"claimed": `"x"`, "facts": "{}"},
		"adoption_record":  {"record": "{}"},
		"telemetry":        {"record": "{}"},
		"canonicalize":     {"document": doc},
	}
	optional := map[string]map[string]string{
		"assess":    {"keys": "{}", "capsule": `"x"`, "report": "{}", "report_signature": "1", "report_keys": "[]", "accepted_suites": `["x",1]`, "expected_version": "0"},
		"telemetry": {"owner_consent": `"true"`},
	}
	if got, want := len(whole), len(manifests.Profile.Operations); got != want {
		t.Fatalf("%d operations tested, want %d", got, want)
	}
	anyValue := map[string]bool{"agent_card/card": true, "telemetry/record": true}
	for op, params := range whole {
		if got := ask(t, op, "%s", object(params)); got == "rejected: invalid_params" {
			t.Errorf("%s: got %s for good params", op, got)
		}
		for name := range params {
			bad := maps.Clone(params)
			delete(bad, name)
			if got := ask(t, op, "%s", object(bad)); got != "rejected: invalid_params" {
				t.Errorf("%s without %s: got %s", op, name, got)
			}
			bad[name] = "7"
			if got := ask(t, op, "%s", object(bad)); got != "rejected: invalid_params" && !anyValue[op+"/"+name] {
				t.Errorf("%s, %s a number: got %s", op, name, got)
			}
		}
		for name, value := range optional[op] {
			bad := maps.Clone(params)
			bad[name] = value
			if got := ask(t, op, "%s", object(bad)); got != "rejected: invalid_params" {
				t.Errorf("%s, %s %s: got %s", op, name, value, got)
			}
			bad[name] = "null"
			if got, want := ask(t, op, "%s", object(bad)), ask(t, op, "%s", object(params)); got != want {
				t.Errorf("%s, %s null: got %s, want what an absent one gives, %s", op, name, got, want)
			}
		}
		if got := ask(t, op, "[]"); got != "rejected: invalid_params" {
			t.Errorf("%s, params an array: got %s", op, got)
		}
	}
}

func object(members map[string]string) string {
	var list []string
	for name, value := range members {
		list = append(list, quoted(name)+":"+value)
	}
	return "{" + strings.Join(list, ",") + "}"
}

// TestHostile: what is too large or too deep is refused at once, whatever it is.
func TestHostile(t *testing.T) {
	large := strings.Repeat(" ", 64<<20)
	nested := strings.Repeat("[", 1_000_000)
	for _, c := range []struct{ name, document, validate, canonicalize string }{
		{"64 MiB", large, "too_large", "too_large"},
		{"10^6 arrays", nested, "too_large", "too_deep"},
		{"65,536 arrays", nested[:65_536], "invalid_manifest", "too_deep"},
		{"a huge exponent", "1e5000000", "invalid_manifest", "number_out_of_range"},
		{"a million digits", strings.Repeat("9", 1_000_000), "too_large", "number_out_of_range"},
		{"a long name, twice", `{"` + strings.Repeat("a", 30_000) + `":1,"` + strings.Repeat("a", 30_000) + `":1}`, "repeated_member", "repeated_member"},
		{"many unknown names", "{" + manyMembers(6_000) + "}", "invalid_manifest", ""},
		{"a long unknown name", `{"` + strings.Repeat("a", 60_000) + `":1}`, "invalid_manifest", ""},
	} {
		_, err := manifests.Parse([]byte(c.document))
		var invalid *manifests.InvalidError
		if !errors.As(err, &invalid) || invalid.Code != c.validate {
			t.Errorf("%s: Parse: got %.200v, want %s", c.name, err, c.validate)
		}
		if n := len(fmt.Sprint(err)); n > 4_000 {
			t.Errorf("%s: Parse: a message of %d bytes", c.name, n)
		}
		_, err = manifests.CanonicalBytes([]byte(c.document))
		var r *reference.Rejection
		if c.canonicalize != "" && (!errors.As(err, &r) || r.Code != c.canonicalize) {
			t.Errorf("%s: CanonicalBytes: got %.200v, want %s", c.name, err, c.canonicalize)
		}
		if n := len(fmt.Sprint(err)); n > 4_000 {
			t.Errorf("%s: CanonicalBytes: a message of %d bytes", c.name, n)
		}
	}
}

func manyMembers(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`"%d":1`, i))
	}
	return strings.Join(list, ",")
}
