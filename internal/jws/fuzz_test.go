package jws_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	jose "github.com/go-jose/go-jose/v4"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/strictjson"
)

// vectors yields the params of every golden vector about a signature, none when
// the vectors are not there.
func vectors(f *testing.F, add func(params strictjson.Value)) {
	files, err := filepath.Glob(filepath.Join("..", "..", "vectors", "manifests", "*.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		var file strictjson.Value
		if err := file.UnmarshalJSON(text); err != nil {
			continue // being written, perhaps: whoever loads vectors says so
		}
		list, _ := file.Get("vectors")
		for _, v := range list.Elements() {
			if params, ok := v.Get("params"); ok {
				add(params)
			}
		}
	}
}

// FuzzJWS: whatever Parse accepts is spelt in the one canonical way, and what
// verifies, go-jose verifies too, unless it stumbles over the header.
func FuzzJWS(f *testing.F) {
	for _, header := range []string{`{"alg":"EdDSA"}`, `{"alg":"ES256","kid":"ec"}`, `{"alg":"none"}`, `{"alg":"EdDSA","b64":false}`, `{"alg":"EdDSA","jwk":{}}`} {
		f.Add(token(header, `{"a":1}`, false), `{"a":1}`)
		f.Add(token(header, `{"a":1}`, true), `{"a":1}`)
	}
	f.Add("..", "")
	f.Add("e30..AA\n", "")
	vectors(f, func(params strictjson.Value) {
		text, _ := params.At("/document/text")
		var document strictjson.Value
		if document.UnmarshalJSON([]byte(text.Str())) == nil {
			signature, _ := document.Get("sourceManifestJws")
			f.Add(signature.Str(), "")
		}
		if signature, _ := params.Get("report_signature"); signature.Str() != "" {
			f.Add(signature.Str(), "")
		}
	})
	set := keys(f, kid(edJWK, "ed"), kid(ecJWK, "ec"))
	f.Fuzz(func(t *testing.T, text, payload string) {
		m, err := jws.Parse(text)
		if err != nil {
			return
		}
		p := strings.Split(text, ".")
		for _, s := range p {
			b, err := base64.RawURLEncoding.DecodeString(s)
			if err != nil || base64.RawURLEncoding.EncodeToString(b) != s {
				t.Fatalf("segment %q is not canonical base64url", s)
			}
		}
		if m.Detached() != (p[1] == "") {
			t.Fatalf("got detached %t for %q", m.Detached(), text)
		}
		if m.VerifyReport([]byte(payload), set) == nil && m.VerifyManifest([]byte(payload), set) == nil {
			t.Fatalf("%q is a manifest's signature and a report's", text)
		}
		if m.Verify([]byte(payload), set) != nil {
			return
		}
		algs := []jose.SignatureAlgorithm{jose.EdDSA, jose.ES256}
		other, err := jose.ParseDetached(p[0]+".."+p[2], []byte(payload), algs)
		if err != nil {
			return // its own view of jwk, x5c and nonce
		}
		var jwk jose.JSONWebKey
		if err := jwk.UnmarshalJSON([]byte(map[string]string{"EdDSA": edJWK, "ES256": ecJWK}[other.Signatures[0].Protected.Algorithm])); err != nil {
			t.Fatal(err)
		}
		if err := other.DetachedVerify([]byte(payload), jwk); err != nil {
			t.Fatalf("%q: verified here, go-jose says %v", text, err)
		}
	})
}

// FuzzKeys: no JWKS is a fault of the program, and a key that is accepted
// survives being written and read.
func FuzzKeys(f *testing.F) {
	for _, s := range []string{edJWK, ecJWK, `{"kty":"RSA"}`, `{"kty":"OKP","crv":"Ed25519","x":"AA","key_ops":["verify"]}`, `7`} {
		f.Add(`{"keys":[` + s + `]}`)
	}
	vectors(f, func(params strictjson.Value) {
		for _, name := range []string{"keys", "report_keys"} {
			if keys, ok := params.Get(name); ok {
				f.Add(keys.String())
			}
		}
	})
	f.Fuzz(func(t *testing.T, text string) {
		v, err := strictjson.Parse([]byte(text), strictjson.Limits{})
		if err != nil {
			return
		}
		if _, err := jws.ParseKeys(v); err != nil {
			return
		}
		list, _ := v.Get("keys")
		for _, jwk := range list.Elements() {
			k, err := jws.ParsePublicKey(jwk)
			if err != nil {
				continue
			}
			again, err := jws.ParsePublicKey(k.JWK())
			if err != nil || again.Thumbprint() != k.Thumbprint() || k.Thumbprint() == "" {
				t.Fatalf("%s: read again as %q, %v; want %q", jwk, again.Thumbprint(), err, k.Thumbprint())
			}
		}
	})
}
