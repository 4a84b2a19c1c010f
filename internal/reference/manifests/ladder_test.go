package manifests_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

func base64url(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func unbase64(t testing.TB, v strictjson.Value) []byte {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(v.Str())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func sha256hex(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

const (
	suite      = "h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
	theCapsule = "a capsule"
	goodReport = `{"format":"conform-report/1","profiles":[{"profile":"events","verdict":"not-claimed"},{"profile":"ids","verdict":"conformant"}],"subject":{"revision":"` + commitB + `"},"suite":{"digest":"` + suite + `"}}`
)

// chain is every piece of evidence that a manifest can have, all of it right.
type chain struct {
	key, reportKey   jws.PrivateKey
	keys, reportKeys string // JWKS
}

func newChain(t testing.TB) chain {
	key, keys := newKey(t, jws.EdDSA)
	reportKey, reportKeys := newKey(t, jws.ES256)
	return chain{key, reportKey, keys, reportKeys}
}

// params are those of assess for a report, with the manifest signed over its
// digest.
func (c chain) params(t testing.TB, report string) map[string]string {
	t.Helper()
	m := example()
	m["capsuleSha256"], m["conformanceReportSha256"] = sha256hex(theCapsule), sha256hex(report)
	signed, err := parsed(t, document(m)).Sign(c.key)
	if err != nil {
		t.Fatal(err)
	}
	signature, err := jws.SignReport([]byte(report), c.reportKey, 1)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"document":                 data(signed.Value().String()),
		"keys":                     c.keys,
		"capsule":                  data(theCapsule),
		"report":                   data(report),
		"report_signature":         quoted(signature),
		"report_keys":              c.reportKeys,
		"accepted_suites":          list(`"h1:other"`, quoted(suite)),
		"expected_version":         `"0.1.0"`,
		"agent_card_authenticated": "true",
	}
}

func assessed(status, effects string) string {
	return `{"status":"` + status + `","effects":"` + effects + `"}`
}

// TestLadder takes one thing away from a whole chain, or breaks it.
func TestLadder(t *testing.T) {
	c := newChain(t)
	_, other := newKey(t, jws.EdDSA)
	whole := c.params(t, goodReport)
	unsigned := data(document(func() map[string]string {
		m := example()
		m["capsuleSha256"], m["conformanceReportSha256"] = sha256hex(theCapsule), sha256hex(goodReport)
		return m
	}()))
	reportCompact := quoted(compact(t, []byte(goodReport), c.reportKey))
	manifestStyle, err := jws.Sign([]byte(goodReport), c.reportKey)
	if err != nil {
		t.Fatal(err)
	}
	top := assessed("conformance-verified", "eligible")
	for _, c := range []struct {
		name string
		set  map[string]string // "" takes away
		want string
	}{
		{"whole", nil, top},
		{"no expected version", map[string]string{"expected_version": ""}, top},
		{"null is absent", map[string]string{"expected_version": "null"}, top},
		{"card not authenticated", map[string]string{"agent_card_authenticated": "false"}, assessed("conformance-verified", "blocked")},
		{"no report signature", map[string]string{"report_signature": ""}, assessed("signature-verified", "eligible")},
		{"no report keys", map[string]string{"report_keys": ""}, assessed("signature-verified", "eligible")},
		{"no accepted suites", map[string]string{"accepted_suites": ""}, assessed("signature-verified", "eligible")},
		{"another suite accepted", map[string]string{"accepted_suites": `["h1:other"]`}, assessed("signature-verified", "eligible")},
		{"no keys", map[string]string{"keys": ""}, assessed("digest-verified", "blocked")},
		{"unsigned", map[string]string{"document": unsigned}, assessed("digest-verified", "blocked")},
		{"unsigned, no keys", map[string]string{"document": unsigned, "keys": ""}, assessed("digest-verified", "blocked")},
		{"no capsule", map[string]string{"capsule": ""}, assessed("declared", "blocked")},
		{"no report", map[string]string{"report": ""}, assessed("declared", "blocked")},
		{"report signature broken, but no report", map[string]string{"report": "", "report_signature": `"x"`}, assessed("declared", "blocked")},
		{"report signature broken, but no report keys", map[string]string{"report_keys": "", "report_signature": `"x"`}, assessed("signature-verified", "eligible")},

		{"no manifest", map[string]string{"document": data("{}")}, "rejected: invalid_manifest"},
		{"another version expected", map[string]string{"expected_version": `"0.2.0"`}, "rejected: version_mismatch"},
		{"the empty version expected", map[string]string{"expected_version": `""`}, "rejected: version_mismatch"},
		{"another capsule", map[string]string{"capsule": data(theCapsule + " ")}, "rejected: digest_mismatch"},
		{"an empty capsule", map[string]string{"capsule": data("")}, "rejected: digest_mismatch"},
		{"another report", map[string]string{"report": data(goodReport + " ")}, "rejected: digest_mismatch"},
		{"another report and no capsule", map[string]string{"report": data("{}"), "capsule": ""}, "rejected: digest_mismatch"},
		{"empty keys", map[string]string{"keys": `{"keys":[]}`}, "rejected: signature_invalid"},
		{"other keys", map[string]string{"keys": other}, "rejected: signature_invalid"},
		{"other keys, low on the ladder", map[string]string{"keys": other, "capsule": "", "report": ""}, "rejected: signature_invalid"},
		{"empty report keys", map[string]string{"report_keys": `{"keys":[]}`}, "rejected: signature_invalid"},
		{"report signature malformed", map[string]string{"report_signature": `"x"`}, "rejected: signature_invalid"},
		{"report signature empty", map[string]string{"report_signature": `""`}, "rejected: signature_invalid"},
		{"report signature with a payload", map[string]string{"report_signature": reportCompact}, "rejected: signature_invalid"},
		{"report signature with a manifest's header", map[string]string{"report_signature": quoted(manifestStyle)}, "rejected: signature_invalid"},
		{"report signature broken, unsigned manifest", map[string]string{"document": unsigned, "report_signature": `"x"`}, "rejected: signature_invalid"},
		{"version before digest", map[string]string{"expected_version": `"9"`, "capsule": data("")}, "rejected: version_mismatch"},
		{"digest before signature", map[string]string{"keys": other, "capsule": data("")}, "rejected: digest_mismatch"},
	} {
		params := maps.Clone(whole)
		for name, value := range c.set {
			params[name] = value
			if value == "" {
				delete(params, name)
			}
		}
		if got := ask(t, "assess", "%s", object(params)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestReports bends the report, and signs and names it as it is: the climb
// stops, and nothing is rejected.
func TestReports(t *testing.T) {
	c := newChain(t)
	replace := func(old, with string) string { return strings.Replace(goodReport, old, with, 1) }
	for _, r := range []struct {
		name, report string
		top          bool
	}{
		{"as it is", goodReport, true},
		{"more members", `{"a":1,` + goodReport[1:], true},
		{"one profile", replace(`{"profile":"events","verdict":"not-claimed"},`, ""), true},
		{"profiles without names", replace(`"profile":"ids",`, ""), true},
		{"more of every kind", goodReport[:len(goodReport)-1] + `,"x":[[],{},"\u000f\n",-1.5,1e+21,0,true,null],"xy":{"a":{"b":[{}]},"c":1},"😀":1,"😁":2,"` + "\ufb33" + `":3}`, true},
		{"UTF-8 order", goodReport[:len(goodReport)-1] + `,"` + "\ufb33" + `":3,"😀":1}`, false},
		{"order of supplementary characters", goodReport[:len(goodReport)-1] + `,"😁":1,"😀":1}`, false},
		{"order further in", goodReport[:len(goodReport)-1] + `,"x":[{"b":1,"a":2}]}`, false},
		{"two values", goodReport + "{}", false},
		{"leading space", " " + goodReport, false},
		{"-0", `{"a":-0,` + goodReport[1:], false},
		{"a number beyond a double", `{"a":1e400,` + goodReport[1:], false},
		{"trailing newline", goodReport + "\n", false},
		{"spaces", replace(`":`, `": `), false},
		{"order", `{"suite":{"digest":"` + suite + `"},` + strings.TrimSuffix(goodReport[1:], `,"suite":{"digest":"`+suite+`"}}`) + "}", false},
		{"a number spelt otherwise", `{"a":1.0,` + goodReport[1:], false},
		{"an escape", replace("conform-report", `\u0063onform-report`), false},
		{"repeated member", `{"a":1,"a":1,` + goodReport[1:], false},
		{"no JSON", "conformant", false},
		{"an array", "[" + goodReport + "]", false},
		{"another format", replace("conform-report/1", "conform-report/2"), false},
		{"non-conformant", replace(`"conformant"`, `"non-conformant"`), false},
		{"incomplete beside conformant", replace(`"not-claimed"`, `"incomplete"`), false},
		{"nothing claimed", replace(`"conformant"`, `"not-claimed"`), false},
		{"no profiles", replace(`{"profile":"events","verdict":"not-claimed"},{"profile":"ids","verdict":"conformant"}`, ""), false},
		{"profiles an object", replace(`[{"profile":"events","verdict":"not-claimed"},{"profile":"ids","verdict":"conformant"}]`, `{"ids":{"verdict":"conformant"}}`), false},
		{"a profile that is text", replace(`{"profile":"events","verdict":"not-claimed"}`, `"conformant"`), false},
		{"verdict in another case", replace(`"conformant"`, `"Conformant"`), false},
		{"another revision", replace(commitB, commitA), false},
		{"no revision", replace(`"revision"`, `"release"`), false},
		{"another suite", replace(suite, "h1:unknown"), false},
		{"no suite", replace(`"digest"`, `"version"`), false},
		{"suite no text", replace(`"`+suite+`"`, "1"), false},
	} {
		want := assessed("signature-verified", "eligible")
		if r.top {
			want = assessed("conformance-verified", "eligible")
		}
		if got := ask(t, "assess", "%s", object(c.params(t, r.report))); got != want {
			t.Errorf("%s: got %s, want %s", r.name, got, want)
		}
	}
}

// TestEmptySuite: a suite digest that is empty or missing matches no empty
// entry of the accepted ones by chance.
func TestEmptySuite(t *testing.T) {
	params := newChain(t).params(t, strings.Replace(goodReport, `"digest"`, `"version"`, 1))
	params["accepted_suites"] = `[""]`
	if got, want := ask(t, "assess", "%s", object(params)), assessed("signature-verified", "eligible"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestRungs: an assessment explains every rung.
func TestRungs(t *testing.T) {
	a, err := manifests.Evidence{Document: []byte(document(example()))}.Assess()
	if err != nil {
		t.Fatal(err)
	}
	want := []manifests.Status{manifests.Declared, manifests.DigestVerified, manifests.SignatureVerified, manifests.ConformanceVerified}
	if len(a.Rungs) != len(want) {
		t.Fatalf("got %d rungs, want %d", len(a.Rungs), len(want))
	}
	for i, r := range a.Rungs {
		if r.Status != want[i] || r.Reached != (i == 0) || r.Why == "" {
			t.Errorf("rung %d: got %+v, want %s, reached %t, and why", i, r, want[i], i == 0)
		}
	}
	if a.Eligible || a.Effects == "" {
		t.Errorf("got eligible %t, %q; want it blocked, and why", a.Eligible, a.Effects)
	}
}

// TestUpstreamLadder climbs with the release that Urusilla published.
func TestUpstreamLadder(t *testing.T) {
	e := manifests.Evidence{
		Document: upstream(t, "source_manifest.json"),
		Capsule:  upstream(t, "urusilla_capsule_v0_1.json"),
		Report:   upstream(t, "conformance_report.json"),
	}
	a, err := e.Assess()
	if err != nil || a.Status != manifests.DigestVerified || a.Eligible {
		t.Errorf("got %s, eligible %t, %v; want %s and blocked", a.Status, a.Eligible, err, manifests.DigestVerified)
	}
	for _, file := range []*[]byte{&e.Capsule, &e.Report} {
		whole := *file
		*file = bytes.Clone(whole)
		(*file)[len(whole)/2] ^= 1
		var r *reference.Rejection
		if _, err := e.Assess(); !errors.As(err, &r) || r.Code != manifests.DigestMismatch {
			t.Errorf("one bit changed: got %v, want %s", err, manifests.DigestMismatch)
		}
		*file = whole
	}
}

func TestLargeArtifacts(t *testing.T) {
	for _, e := range []manifests.Evidence{
		{Capsule: make([]byte, manifests.MaxArtifact+1)},
		{Report: make([]byte, manifests.MaxArtifact+1)},
	} {
		e.Document = []byte(document(example()))
		var r *reference.Rejection
		if _, err := e.Assess(); !errors.As(err, &r) || r.Code != manifests.TooLarge {
			t.Errorf("got %v, want %s", err, manifests.TooLarge)
		}
	}
}
