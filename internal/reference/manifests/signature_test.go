package manifests_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// newKey makes a key for a test and its JWKS.
func newKey(t testing.TB, alg jws.Algorithm) (jws.PrivateKey, string) {
	t.Helper()
	key, err := jws.GenerateKey(alg)
	if err != nil {
		t.Fatal(err)
	}
	return key, jws.KeySet(key.Public()).String()
}

func parsed(t testing.TB, document string) *manifests.Manifest {
	t.Helper()
	m, err := manifests.Parse([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func compact(t testing.TB, payload []byte, key jws.PrivateKey) string {
	t.Helper()
	text, err := jws.SignCompact(payload, key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestVerifySignature has what concerns manifests alone; the attacks on a JWS
// are in internal/jws.
func TestVerifySignature(t *testing.T) {
	m := parsed(t, document(example()))
	for _, alg := range []jws.Algorithm{jws.EdDSA, jws.ES256} {
		key, keys := newKey(t, alg)
		_, others := newKey(t, alg)
		signed, err := m.Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		detached := signed.JWS
		report, err := jws.SignReport(m.Canonical(), key, 1)
		if err != nil {
			t.Fatal(err)
		}
		segments := strings.Split(detached, ".")
		for _, c := range []struct{ name, document, keys, want string }{
			{"detached", signed.Value().String(), keys, "verified"},
			{"compact", with("sourceManifestJws", compact(t, m.Canonical(), key)), keys, "verified"},
			{"unsigned", document(example()), keys, "unsigned"},
			{"unsigned, no keys", document(example()), `{"keys":[]}`, "unsigned"},
			{"no keys", signed.Value().String(), `{"keys":[]}`, "invalid"},
			{"another's keys", signed.Value().String(), others, "invalid"},
			{"a report's signature", with("sourceManifestJws", report), keys, "invalid"},
			{"payload re-ordered and signed", with("sourceManifestJws", compact(t, []byte(`{"languageVersion":"0.1.0"}`), key)), keys, "invalid"},
			{"payload with the signature member", with("sourceManifestJws", compact(t, []byte(with("sourceManifestJws", shapedToken)), key)), keys, "invalid"},
			{"payload re-spaced and signed", with("sourceManifestJws", compact(t, append(m.Canonical(), '\n'), key)), keys, "invalid"},
			{"right shape and nothing more", with("sourceManifestJws", shapedToken), keys, "invalid"},
			{"another manifest's signature", strings.Replace(signed.Value().String(), reportSHA, capsule, 1), keys, "invalid"},
			{"signature of another", with("sourceManifestJws", segments[0]+".."+segments[2][2:]+segments[2][:2]), keys, "invalid"},
		} {
			want := `{"signature":"` + c.want + `"}`
			if got := ask(t, "verify_signature", `{"document":%s,"keys":%s}`, data(c.document), c.keys); got != want {
				t.Errorf("%s, %s: got %s, want %s", alg, c.name, got, want)
			}
		}
		if err := m.VerifySignature(jws.NewKeys(key.Public())); !errors.Is(err, manifests.ErrUnsigned) {
			t.Errorf("%s, unsigned: got %v, want %v", alg, err, manifests.ErrUnsigned)
		}
	}
	if got := ask(t, "verify_signature", `{"document":%s,"keys":{"keys":[]}}`, data("{}")); got != "rejected: invalid_manifest" {
		t.Errorf("no manifest: got %s", got)
	}
}

// TestNode lets Node's own crypto verify what is signed here.
func TestNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	const script = `
const {createPublicKey, verify} = require('node:crypto');
const [jwk, jws, payload] = process.argv.slice(1);
const [header, , signature] = jws.split('.');
const key = createPublicKey({key: JSON.parse(jwk), format: 'jwk'});
const input = Buffer.from(header + '.' + Buffer.from(payload).toString('base64url'));
const ed = key.asymmetricKeyType === 'ed25519';
console.log(verify(ed ? null : 'sha256', input, ed ? key : {key, dsaEncoding: 'ieee-p1363'}, Buffer.from(signature, 'base64url')));`
	m := parsed(t, document(example()))
	for _, alg := range []jws.Algorithm{jws.EdDSA, jws.ES256} {
		key, _ := newKey(t, alg)
		signed, err := m.Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		for payload, want := range map[string]string{string(m.Canonical()): "true\n", string(m.Canonical()) + " ": "false\n"} {
			got, err := exec.Command(node, "-e", script, key.Public().JWK().String(), signed.JWS, payload).CombinedOutput()
			if err != nil || string(got) != want {
				t.Errorf("%s: node says %q, %v; want %q", alg, got, err, want)
			}
		}
	}
}

// TestOpenSSL lets OpenSSL verify an Ed25519 signature made here. The public
// key is given as SubjectPublicKeyInfo (RFC 8410 section 4), a constant and the
// point.
func TestOpenSSL(t *testing.T) {
	openssl, err := exec.LookPath("openssl")
	if err != nil {
		t.Skip("no openssl")
	}
	m := parsed(t, document(example()))
	key, _ := newKey(t, jws.EdDSA)
	signed, err := m.Sign(key)
	if err != nil {
		t.Fatal(err)
	}
	message, err := jws.Parse(compact(t, m.Canonical(), key))
	if err != nil {
		t.Fatal(err)
	}
	segments := strings.Split(signed.JWS, ".")
	dir := t.TempDir()
	write := func(name string, b []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	x, _ := key.Public().JWK().Get("x")
	spki := append([]byte("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"), unbase64(t, x)...)
	input := segments[0] + "." + base64url(message.Payload())
	out, err := exec.Command(openssl, "pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER",
		"-inkey", write("key.der", spki), "-in", write("input", []byte(input)), "-sigfile", write("sig", unbase64(t, strictjson.Text(segments[2])))).CombinedOutput()
	if err != nil {
		t.Errorf("openssl says %v: %s", err, out)
	}
}
