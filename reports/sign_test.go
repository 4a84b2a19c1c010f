package reports_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/conform-suite/conform/reports"
)

func TestKeys(t *testing.T) {
	a, b := newKey(t, reports.EdDSA), newKey(t, reports.ES256)
	public := func(k reports.Key) string { return k.Public().JWK().String() }
	for _, tt := range []struct {
		name, text string
		want       int // keys; 0 when it is refused
	}{
		{"a JWK", public(a), 1},
		{"a JWK for ES256", public(b), 1},
		{"a JWKS", `{"keys":[` + public(a) + `,` + public(b) + `]}`, 2},
		{"an empty JWKS", `{"keys":[]}`, 0},
		{"a JWKS that is no list", `{"keys":` + public(a) + `}`, 0},
		{"a JWKS with a key that cannot be used", `{"keys":[` + public(a) + `,{"kty":"RSA"}]}`, 0},
		{"a repeated member", strings.Replace(public(a), "{", `{"kty":"OKP",`, 1), 0},
		{"two keys in a row", public(a) + public(b), 0},
		{"nothing", "", 0},
		{"a key for encryption", strings.Replace(public(a), `"sig"`, `"enc"`, 1), 0},
		{"PEM", "-----BEGIN PUBLIC KEY-----", 0},
	} {
		got, err := reports.ParsePublicKeys([]byte(tt.text))
		if len(got) != tt.want || (err == nil) != (tt.want > 0) {
			t.Errorf("%s: got %d keys, %v; want %d", tt.name, len(got), err, tt.want)
		}
	}
	for _, k := range []reports.Key{a, b} {
		again, err := reports.ParseKey([]byte(k.JWK().String()))
		if err != nil || again.Public().Thumbprint() != k.Public().Thumbprint() {
			t.Errorf("%s: read again: %v", k.Algorithm(), err)
		}
		if _, err := reports.ParseKey([]byte(public(k))); err == nil {
			t.Errorf("%s: a public key was read as a private one", k.Algorithm())
		}
	}
	if _, err := reports.NewKey("RS256"); err == nil {
		t.Error("a key for RS256 was made")
	}
}

// TestKid: a report is found by the thumbprint of its key, whatever the key is
// called by whoever gives it.
func TestKid(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	renamed := strings.Replace(key.Public().JWK().String(), key.Public().Thumbprint(), "key of acme", 1)
	keys, err := reports.ParsePublicKeys([]byte(renamed))
	if err != nil {
		t.Fatal(err)
	}
	if f := verify(t, reports.Verification{Files: sign(t, make1(t, input(s)), key), Keys: keys, Suite: s}); !f.OK() {
		t.Errorf("failed %v", f.Failed())
	}
}

func TestHeader(t *testing.T) {
	s := load(t, data())
	for _, alg := range []reports.Algorithm{reports.EdDSA, reports.ES256} {
		key := newKey(t, alg)
		files := sign(t, make1(t, input(s)), key)
		segments := strings.Split(string(files.Signature), ".")
		if len(segments) != 3 || segments[1] != "" {
			t.Fatalf("%s: %d segments, payload %q", alg, len(segments), segments[1])
		}
		b, err := b64.DecodeString(segments[0])
		if err != nil {
			t.Fatal(err)
		}
		var header map[string]any
		if err := json.Unmarshal(b, &header); err != nil {
			t.Fatal(err)
		}
		if len(header) != 4 || header["alg"] != string(alg) || header["kid"] != key.Public().Thumbprint() ||
			header["iat"] != float64(signedAt.Unix()) || header["typ"] != "conform-report+jws" {
			t.Errorf("%s: header %s", alg, b)
		}
	}
}

// TestOpenSSL lets openssl verify the signature over header, dot and payload:
// an implementation that shares no code with this one.
func TestOpenSSL(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	files := sign(t, make1(t, input(s)), key)
	header, signature, _ := strings.Cut(string(files.Signature), "..")
	sig, err := b64.DecodeString(signature)
	if err != nil {
		t.Fatal(err)
	}
	x, _ := key.Public().JWK().Get("x")
	point, err := b64.DecodeString(x.Str())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, b := range map[string][]byte{
		"input": []byte(header + "." + b64.EncodeToString(files.Report)),
		"sig":   sig,
		"pub":   append([]byte("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"), point...), // RFC 8410 section 4
	} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, err := command(t, dir, "openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "pub", "-rawin", "-in", "input", "-sigfile", "sig")
	if err != nil || !strings.Contains(out, "Verified Successfully") {
		t.Errorf("openssl: %v\n%s", err, out)
	}
}

// TestPythonCanonical lets Python's json module write a report: for ASCII
// member names and integers, sorted and compact is RFC 8785.
func TestPythonCanonical(t *testing.T) {
	s := load(t, data())
	in := input(s)
	in.Subject.Name = "é\u2028\U0001f600\"\\/\b\x01\x7f<&>"
	report := sign(t, make1(t, in), newKey(t, reports.EdDSA)).Report
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "r"), report, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := command(t, dir, "python3", "-c", `
import json, sys
b = open("r", "rb").read()
w = json.dumps(json.loads(b), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
sys.exit(0 if w == b else "python writes " + repr(w) + " for " + repr(b))`)
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
