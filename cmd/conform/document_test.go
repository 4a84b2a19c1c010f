package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference/manifests"
)

const testManifest = `{
	"languageSpecUri": "https://github.com/a/b/blob/0123456789abcdef0123456789abcdef01234567/spec.md",
	"languageVersion": "0.1.0",
	"capsuleSha256": "588034f997fb4f3d35dfdbb68afd9232a78192ac1fa497d565f67e0892358a27",
	"implementationOrigin": "https://github.com/a/b/tree/0123456789abcdef0123456789abcdef01234567",
	"conformanceReportUrl": "https://github.com/a/b/blob/0123456789abcdef0123456789abcdef01234567/report.json",
	"conformanceReportSha256": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
}`

// A key is trusted however its file is written; what is no key is refused.
func TestTrusted(t *testing.T) {
	key, err := jws.GenerateKey(jws.EdDSA)
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifests.Parse([]byte(testManifest))
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Sign(key); err != nil {
		t.Fatal(err)
	}
	jwk := key.Public().JWK().String()
	const (
		rsa  = `{"kty":"RSA","n":"AQAB","e":"AQAB","kid":"r"}`
		weak = `{"kty":"OKP","crv":"Ed25519","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}` // a point of order 4
	)
	for _, c := range []struct {
		name  string
		files []string
		want  string // part of the error of reading or verifying; "" when it verifies
	}{
		{"a JWK", []string{jwk}, ""},
		{"without kid", []string{without(t, jwk, "kid")}, ""},
		{"with another kid", []string{strings.Replace(jwk, `"kid":"`, `"kid":"x`, 1)}, "none of the 1 given"},
		{"a private JWK", []string{key.JWK().String()}, ""},
		{"a JWKS", []string{`{"keys":[` + jwk + `]}`}, ""},
		{"a private JWKS", []string{`{"keys":[` + jwk + `,` + key.JWK().String() + `]}`}, "2 of 2 given keys"},
		{"beside other kinds", []string{`{"keys":[` + rsa + `,` + without(t, jwk, "kid") + `,` + weak + `]}`}, ""},
		{"twice", []string{jwk, `{"keys":[` + jwk + `]}`}, ""},
		{"an empty JWKS", []string{`{"keys":[]}`}, "none of the 0 given"},
		{"another kind by itself", []string{rsa}, "kty and crv must be"},
		{"a weak key by itself", []string{weak}, "small order"},
		{"good and bad", []string{jwk, rsa}, "kty and crv must be"},
		{"a JWKS of no array", []string{`{"keys":{}}`}, "array named keys"},
		{"a list", []string{"[" + jwk + "]"}, "must be an object"},
		{"no JSON", []string{"ssh-ed25519 AAAA"}, "invalid JSON"},
	} {
		var paths []string
		for _, text := range c.files {
			path := filepath.Join(t.TempDir(), "key.jwk")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, path)
		}
		var warned strings.Builder
		keys, err := (&app{err: &warned}).trusted(paths)
		if err == nil {
			err = m.VerifySignature(*keys)
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		if private := strings.HasPrefix(c.name, "a private"); private != strings.Contains(warned.String(), "holds a private key") {
			t.Errorf("%s: warned %q", c.name, warned.String())
		}
	}
	if keys, err := (&app{}).trusted(nil); keys != nil || err != nil {
		t.Errorf("no files: got %v, %v, want no set at all: an empty one rejects", keys, err)
	}
}

// without is a JSON object without one of its members.
func without(t *testing.T, object, name string) string {
	t.Helper()
	members := map[string]any{}
	if err := json.Unmarshal([]byte(object), &members); err != nil {
		t.Fatal(err)
	}
	if _, ok := members[name]; !ok {
		t.Fatalf("%s has no %s", object, name)
	}
	delete(members, name)
	out, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
