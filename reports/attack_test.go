package reports_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

func member(name string, value any) strictjson.Member {
	b, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	v, err := strictjson.Parse(b, strictjson.Limits{})
	if err != nil {
		panic(err)
	}
	return strictjson.Member{Name: name, Value: v}
}

var b64 = base64.RawURLEncoding

// forged is a JWS of any header, with the signature of another one.
func forged(header, signature string) string {
	return b64.EncodeToString([]byte(header)) + ".." + signature
}

// TestSignatures tries signatures that are not quite a report's. All but the
// forged ones are made with the key that the verifier trusts.
func TestSignatures(t *testing.T) {
	s := load(t, data())
	key, other := newKey(t, reports.EdDSA), newKey(t, reports.EdDSA)
	files := sign(t, make1(t, input(s)), key)
	again := input(s)
	again.Outcomes[core[0]] = fail
	another := sign(t, make1(t, again), key)

	iat, typ := member("iat", 1796040000), member("typ", jws.ReportType)
	signed := func(more ...strictjson.Member) string {
		t.Helper()
		text, err := jws.Sign(files.Report, key, more...)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	embedded, err := jws.SignCompact(files.Report, key, iat, typ)
	if err != nil {
		t.Fatal(err)
	}
	kid := key.Public().Thumbprint()
	header := func(alg, kid string) string {
		return `{"alg":"` + alg + `","iat":1796040000,"kid":"` + kid + `","typ":"conform-report+jws"}`
	}
	honest := string(files.Signature)
	protected, tail, _ := strings.Cut(honest, "..")
	hmac := strings.Repeat("A", 43)

	for _, tt := range []struct {
		name, signature string
		want            reports.Code
	}{
		{"of another run", string(another.Signature), reports.SignatureInvalid},
		{"by another key", string(sign(t, make1(t, input(s)), other).Signature), reports.SignatureKey},
		{"by another key, in the name of the trusted one", signedAs(t, files.Report, other, kid), reports.SignatureInvalid},
		{"in the name of an unknown key", signed(iat, typ, member("kid", "nobody")), reports.SignatureKey},
		{"in the name of a number", forged(`{"alg":"EdDSA","iat":1,"kid":1,"typ":"conform-report+jws"}`, tail), reports.SignatureHeader},
		{"a manifest's type", signed(iat, member("typ", "source-manifest+jws")), reports.SignatureHeader},
		{"a general type", signed(iat, member("typ", "JOSE")), reports.SignatureHeader},
		{"a type in capitals", signed(iat, member("typ", "CONFORM-REPORT+JWS")), reports.SignatureHeader},
		{"no type", signed(iat), reports.SignatureHeader},
		{"no time", signed(typ), reports.SignatureHeader},
		{"a time that is text", signed(member("iat", "1796040000"), typ), reports.SignatureHeader},
		{"a time with a fraction", signed(member("iat", 1796040000.5), typ), reports.SignatureHeader},
		{"a key in the header", signed(iat, typ, member("jwk", other.Public().JWK())), reports.SignatureHeader},
		{"a URL of keys in the header", signed(iat, typ, member("jku", "https://example.org/keys")), reports.SignatureHeader},
		{"a certificate in the header", signed(iat, typ, member("x5c", []string{"AAAA"})), reports.SignatureHeader},
		{"a content type", signed(iat, typ, member("cty", "json")), reports.SignatureHeader},
		{"an expiry", signed(iat, typ, member("exp", 1896040000)), reports.SignatureHeader},
		{"crit", forged(`{"alg":"EdDSA","crit":["iat"],"iat":1,"kid":"`+kid+`","typ":"conform-report+jws"}`, tail), reports.SignatureHeader},
		{"b64 false", forged(`{"alg":"EdDSA","b64":false,"crit":["b64"],"iat":1,"kid":"`+kid+`","typ":"conform-report+jws"}`, tail), reports.SignatureHeader},
		{"b64 true", forged(`{"alg":"EdDSA","b64":true,"iat":1,"kid":"`+kid+`","typ":"conform-report+jws"}`, tail), reports.SignatureHeader},
		{"alg none", forged(header("none", kid), tail), reports.SignatureHeader},
		{"alg none, nothing signed", b64.EncodeToString([]byte(header("none", kid))) + "..", reports.SignatureMalformed},
		{"alg NONE", forged(header("NONE", kid), tail), reports.SignatureHeader},
		{"an HMAC", forged(header("HS256", kid), hmac), reports.SignatureHeader},
		{"RSA", forged(header("RS256", kid), tail), reports.SignatureHeader},
		{"alg Ed25519", forged(header("Ed25519", kid), tail), reports.SignatureHeader},
		{"alg of another kind of key", forged(header("ES256", kid), tail), reports.SignatureKey},
		{"alg twice", forged(`{"alg":"none","alg":"EdDSA","iat":1,"kid":"`+kid+`","typ":"conform-report+jws"}`, tail), reports.SignatureMalformed},
		{"a header that is a list", forged(`[]`, tail), reports.SignatureMalformed},
		{"a header that is no JSON", forged(`{`, tail), reports.SignatureMalformed},
		{"the right header, spelt with spaces", forged(strings.ReplaceAll(header("EdDSA", kid), ",", ", "), tail), reports.SignatureInvalid},
		{"the payload in it", embedded, reports.SignatureMalformed},
		{"another payload in it", protected + "." + b64.EncodeToString([]byte("{}")) + "." + tail, reports.SignatureMalformed},
		{"a line feed at its end", honest + "\n", reports.SignatureMalformed},
		{"a line feed in it", protected + "..\n" + tail, reports.SignatureMalformed},
		{"a space before it", " " + honest, reports.SignatureMalformed},
		{"padding", honest + "==", reports.SignatureMalformed},
		{"nothing in the file", "", reports.SignatureMalformed},
		{"a fourth segment", honest + ".", reports.SignatureMalformed},
		{"twice over", honest + honest, reports.SignatureMalformed},
		{"two lines", honest + "\n" + honest, reports.SignatureMalformed},
		{"JSON, flattened", `{"protected":"` + protected + `","signature":"` + tail + `"}`, reports.SignatureMalformed},
		{"JSON, with several signatures", `{"signatures":[{"protected":"` + protected + `","signature":"` + tail + `"},{"protected":"` + protected + `","signature":"` + tail + `"}]}`, reports.SignatureMalformed},
		{"longer than any", honest + strings.Repeat("A", 1<<15), reports.SignatureMalformed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := verify(t, reports.Verification{
				Files: reports.Files{Report: files.Report, Digest: files.Digest, Signature: []byte(tt.signature)},
				Keys:  []reports.PublicKey{key.Public()}, Suite: s,
			})
			wantCodes(t, f, []reports.Code{tt.want})
		})
	}
}

// signedAs signs with a key under the thumbprint of another.
func signedAs(t *testing.T, report []byte, key reports.Key, kid string) string {
	t.Helper()
	text, err := jws.Sign(report, key, member("iat", 1796040000), member("typ", jws.ReportType), member("kid", kid))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestForms tries other bytes of the same value, signed and digested rightly.
func TestForms(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	report := sign(t, make1(t, input(s)), key).Report
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, report, "", "  "); err != nil {
		t.Fatal(err)
	}
	text := string(report)
	for _, tt := range []struct {
		name, report string
		want         []reports.Code
	}{
		{"indented", pretty.String(), codes(reports.NotCanonical)},
		{"a line feed at its end", text + "\n", codes(reports.NotCanonical)},
		{"a space before it", " " + text, codes(reports.NotCanonical)},
		{"members in another order", `{"suite":` + after(text, `"suite":`) + `,` + strings.TrimPrefix(strings.Replace(text, `,"suite":`+after(text, `"suite":`), "", 1), "{"), codes(reports.NotCanonical)},
		{"an escape that need not be", strings.Replace(text, "acme", `\u0061cme`, 1), codes(reports.NotCanonical)},
		{"an escaped slash", strings.Replace(text, "https://", `https:\/\/`, 1), codes(reports.NotCanonical)},
		{"minus zero", strings.Replace(text, `"crash":0`, `"crash":-0`, 1), codes(reports.NotCanonical)},
		{"a number with an exponent", strings.Replace(text, `"pass":3`, `"pass":3e0`, 1), codes(reports.SchemaInvalid)},
		{"a number with a fraction", strings.Replace(text, `"pass":3`, `"pass":3.0`, 1), codes(reports.SchemaInvalid)},
		{"a number beyond 2^53", strings.Replace(text, `"pass":3`, `"pass":9007199254740993`, 1), codes(reports.NotCanonical, reports.SchemaInvalid, reports.CountsMismatch)},
		{"a number beyond a double", strings.Replace(text, `"pass":3`, `"pass":1e999999999`, 1), codes(reports.SchemaInvalid)},
		{"a BOM", "\ufeff" + text, codes(reports.NotJSON)},
		{"a second value", text + "{}", codes(reports.NotJSON)},
		{"a repeated member", strings.Replace(text, `"format":`, `"format":"conform-report/1","format":`, 1), codes(reports.NotJSON)},
		{"a repeated member, the name escaped", strings.Replace(text, `"format":`, `"form\u0061t":"conform-report/1","format":`, 1), codes(reports.NotJSON)},
		{"invalid UTF-8", strings.Replace(text, "acme", "acme\xff", 1), codes(reports.NotJSON)},
		{"a lone surrogate", strings.Replace(text, "acme", `acme\ud800`, 1), codes(reports.NotJSON)},
		{"a comment", strings.Replace(text, "{", "{/* */", 1), codes(reports.NotJSON)},
		{"a member in capitals", strings.Replace(text, `"format"`, `"FORMAT"`, 1), codes(reports.SchemaInvalid)},
		{"nothing", "", codes(reports.NotJSON)},
		{"null", "null", codes(reports.SchemaInvalid)},
		{"a list", "[]", codes(reports.SchemaInvalid)},
		{"an empty object", "{}", codes(reports.SchemaInvalid)},
		{"HTML escapes", strings.Replace(text, "A. Tester", `\u003cA\u003e`, 1), codes(reports.NotCanonical)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.report == text {
				t.Fatal("the edit changes nothing")
			}
			f := verify(t, reports.Verification{Files: resign(t, []byte(tt.report), key), Keys: []reports.PublicKey{key.Public()}, Suite: s})
			wantCodes(t, f, tt.want)
			if _, err := reports.Parse([]byte(tt.report)); err == nil {
				t.Error("Parse accepted it")
			}
		})
	}
}

// after is the object that follows name in text.
func after(text, name string) string {
	_, rest, _ := strings.Cut(text, name)
	return rest[:strings.Index(rest, "}")+1]
}

// TestDigests tries digest files that are not quite one.
func TestDigests(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	files := sign(t, make1(t, input(s)), key)
	again := input(s)
	again.Outcomes[core[0]] = fail
	line := string(files.Digest)
	for _, tt := range []struct {
		name   string
		digest []byte
		want   reports.Code
	}{
		{"none", nil, reports.DigestMissing},
		{"of another run", sign(t, make1(t, again), key).Digest, reports.DigestMismatch},
		{"empty", []byte{}, reports.DigestMalformed},
		{"in capitals", []byte(strings.ToUpper(line[:64]) + line[64:]), reports.DigestMalformed},
		{"binary mode", []byte(strings.Replace(line, "  ", " *", 1)), reports.DigestMalformed},
		{"of another file", []byte(strings.Replace(line, "conformance", "performance", 1)), reports.DigestMalformed},
		{"by path", []byte(strings.Replace(line, "  ", "  ./", 1)), reports.DigestMalformed},
		{"CRLF", []byte(strings.Replace(line, "\n", "\r\n", 1)), reports.DigestMalformed},
		{"no line feed", []byte(strings.TrimSuffix(line, "\n")), reports.DigestMalformed},
		{"two lines", []byte(line + line), reports.DigestMalformed},
		{"a second file", []byte(line + strings.Replace(line, "report", "other", 1)), reports.DigestMalformed},
		{"hex alone", []byte(line[:64]), reports.DigestMalformed},
	} {
		f := verify(t, reports.Verification{
			Files: reports.Files{Report: files.Report, Digest: tt.digest, Signature: files.Signature},
			Keys:  []reports.PublicKey{key.Public()}, Suite: s,
		})
		if got := f.Failed(); !slices.Equal(got, codes(tt.want)) || f.OK() {
			t.Errorf("%s: failed %v, want %s", tt.name, got, tt.want)
		}
	}
}

// TestWeakerSuites verifies reports that are right about another suite, and
// then such ones under the name and digest of the verifier's: a signer who is
// trusted can lie about what was expected, not about what was asked.
func TestWeakerSuites(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	for _, tt := range []struct {
		name    string
		renamed []reports.Code
		weaken  func() *vectors.Suite
	}{
		{"a vector less", codes(reports.Coverage, reports.RequirementsMismatch, reports.CountsMismatch, reports.VerdictMismatch), func() *vectors.Suite {
			d := data()
			d["abc/v.json"] = vectorFile(vector(core[0], "ABC-001"), vector(core[1], "ABC-002"), vector(advice, "ABC-003"), vector(more, "ABC-004"))
			return load(t, d)
		}},
		{"a requirement made SHOULD", codes(reports.RequirementsMismatch, reports.CountsMismatch), func() *vectors.Suite {
			d := data()
			d["abc/requirements.json"] = requirementFile(requirement("ABC-001", "SHOULD", "core"), requirement("ABC-002", "MUST", "core"), requirement("ABC-003", "SHOULD", "core"), requirement("ABC-004", "MUST", "more"))
			return load(t, d)
		}},
		{"an expectation changed", nil, func() *vectors.Suite {
			d := data()
			d["xyz/v.json"].Data = bytes.ReplaceAll(d["xyz/v.json"].Data, []byte(`{"result":{}}`), []byte(`{"result":{"a":1}}`))
			return load(t, d)
		}},
		{"an older version", nil, func() *vectors.Suite {
			d := data()
			d["suite.json"].Data = []byte(`{"name":"toy","version":"0.9.0"}`)
			return load(t, d)
		}},
	} {
		weak := tt.weaken()
		in := input(weak)
		for id := range in.Outcomes {
			if weak.Vector(id) == nil {
				delete(in.Outcomes, id)
			}
		}
		files := sign(t, make1(t, in), key)
		v := reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Suite: weak}
		if f := verify(t, v); !f.OK() {
			t.Errorf("%s: with its own suite: failed %v", tt.name, f.Failed())
		}
		v.Suite = s
		wantCodes(t, verify(t, v), codes(reports.SuiteUnknown))

		d := parse(t, files.Report)
		d["suite"] = map[string]any{"name": s.Name, "version": s.Version, "digest": s.Digest}
		v.Files = resign(t, canonical(t, d), key)
		t.Log(tt.name, "renamed")
		wantCodes(t, verify(t, v), tt.renamed)
	}
}
