package jws_test

import (
	"errors"
	"strings"
	"testing"

	jose "github.com/go-jose/go-jose/v4"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/strictjson"
)

// TestThumbprint compares with RFC 8037 appendix A.3.
func TestThumbprint(t *testing.T) {
	k, err := jws.ParsePublicKey(value(t, edJWK))
	if err != nil {
		t.Fatal(err)
	}
	const want = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
	if got := k.Thumbprint(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestRoundTrip makes a key of each algorithm, writes and reads it, and signs;
// go-jose on its own must verify what we sign.
func TestRoundTrip(t *testing.T) {
	for _, alg := range []jws.Algorithm{jws.EdDSA, jws.ES256} {
		made, err := jws.GenerateKey(alg)
		if err != nil {
			t.Fatalf("%s: %v", alg, err)
		}
		key, err := jws.ParsePrivateKey(value(t, made.JWK().String()))
		if err != nil {
			t.Fatalf("%s: reading what was written: %v", alg, err)
		}
		public := key.Public()
		if text := public.JWK().String(); strings.Contains(text, `"d"`) {
			t.Errorf("%s: the public JWK has the private member: %s", alg, text)
		}
		set, err := jws.ParseKeys(value(t, jws.KeySet(public).String()))
		if err != nil {
			t.Fatalf("%s: %v", alg, err)
		}
		payload := []byte(`{"a":1}`)
		detached, err := jws.Sign(payload, key)
		if err != nil {
			t.Fatalf("%s: %v", alg, err)
		}
		compact, err := jws.SignCompact(payload, key, strictjson.Member{Name: "n", Value: strictjson.Integer(7)})
		if err != nil {
			t.Fatalf("%s: %v", alg, err)
		}
		for _, text := range []string{detached, compact} {
			for _, k := range []jws.Keys{set, jws.NewKeys(public)} {
				if err := verify(text, string(payload), k); err != nil {
					t.Errorf("%s: %s: got %v, want it verified", alg, text, err)
				}
			}
		}
		goJose(t, detached, payload, public)
	}
}

func goJose(t *testing.T, text string, payload []byte, public jws.PublicKey) {
	t.Helper()
	var jwk jose.JSONWebKey
	if err := jwk.UnmarshalJSON([]byte(public.JWK().String())); err != nil {
		t.Fatal(err)
	}
	m, err := jose.ParseDetached(text, payload, []jose.SignatureAlgorithm{jose.EdDSA, jose.ES256})
	if err != nil {
		t.Fatalf("go-jose: %v", err)
	}
	if err := m.DetachedVerify(payload, jwk); err != nil {
		t.Errorf("go-jose: got %v, want it verified", err)
	}
}

// TestGoJoseReadsHeaders keeps the reason why go-jose does not verify here: an
// honest signature with an odd key in its header, which it refuses.
func TestGoJoseReadsHeaders(t *testing.T) {
	text := token(`{"alg":"EdDSA","jwk":{"kty":"none"}}`, "p", true)
	if err := verify(text, "p", keys(t, edJWK)); err != nil {
		t.Errorf("got %v, want it verified", err)
	}
	if _, err := jose.ParseDetached(text, []byte("p"), []jose.SignatureAlgorithm{jose.EdDSA}); err == nil {
		t.Error("go-jose no longer looks at jwk in a header: let it verify")
	}
}

func TestPrivateKeys(t *testing.T) {
	ed, ec := edJWK[:len(edJWK)-1]+`,"d":"`+edD+`"}`, ecJWK[:len(ecJWK)-1]+`,"d":"`+ecD+`"}`
	for _, c := range []struct {
		name, jwk string
		ok        bool
	}{
		{"RFC 8037 appendix A.1", ed, true},
		{"RFC 7515 appendix A.3", ec, true},
		{"may sign", `{"key_ops":["sign"],` + ed[1:], true},
		{"public", edJWK, false},
		{"may only verify", `{"key_ops":["verify"],` + ed[1:], false},
		{"for encryption", `{"use":"enc",` + ed[1:], false},
		{"for another algorithm", `{"alg":"EdDSA",` + ec[1:], false},
		{"Ed25519 point of another key", strings.Replace(ed, edX, b64(make([]byte, 32)), 1), false},
		{"P-256 point of another key", strings.Replace(ec, ecX, ecY, 1), false},
		{"d zero", strings.Replace(ec, ecD, b64(make([]byte, 32)), 1), false},
		{"d short", strings.Replace(ed, edD, edD[:42], 1), false},
		{"RSA", `{"kty":"RSA","d":"` + edD + `"}`, false},
	} {
		if _, err := jws.ParsePrivateKey(value(t, c.jwk)); (err == nil) != c.ok {
			t.Errorf("%s: got %v, want ok %t", c.name, err, c.ok)
		}
	}
}

func TestSignRefuses(t *testing.T) {
	key, err := jws.GenerateKey(jws.EdDSA)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"alg", "crit", "b64"} {
		if _, err := jws.Sign(nil, key, strictjson.Member{Name: name}); !errors.Is(err, jws.ErrHeader) {
			t.Errorf("%s: got %v, want %v", name, err, jws.ErrHeader)
		}
	}
	if _, err := jws.Sign([]byte("p"), jws.PrivateKey{}); err == nil {
		t.Error("the zero key: got a signature, want an error")
	}
	if _, err := jws.GenerateKey("RS256"); !errors.Is(err, jws.ErrAlgorithm) {
		t.Errorf("RS256: got %v, want %v", err, jws.ErrAlgorithm)
	}
}

// TestReport is the stricter rule for a report's signature, from both sides.
func TestReport(t *testing.T) {
	const rest = `,"iat":1,"kid":"ed","typ":"conform-report+jws"}`
	for _, c := range []struct {
		name, header string
		want         error
	}{
		{"exactly", `{"alg":"EdDSA"` + rest, nil},
		{"before 1970", `{"alg":"EdDSA","iat":-1,"kid":"ed","typ":"conform-report+jws"}`, nil},
		{"no kid", `{"alg":"EdDSA","iat":1,"typ":"conform-report+jws"}`, jws.ErrHeader},
		{"no iat", `{"alg":"EdDSA","kid":"ed","typ":"conform-report+jws"}`, jws.ErrHeader},
		{"no typ", `{"alg":"EdDSA","iat":1,"kid":"ed"}`, jws.ErrHeader},
		{"no alg", `{"iat":1,"kid":"ed","typ":"conform-report+jws"}`, jws.ErrHeader},
		{"typ of a manifest", `{"alg":"EdDSA","iat":1,"kid":"ed","typ":"JOSE"}`, jws.ErrHeader},
		{"typ in another case", `{"alg":"EdDSA","iat":1,"kid":"ed","typ":"Conform-Report+jws"}`, jws.ErrHeader},
		{"iat a fraction", `{"alg":"EdDSA","iat":1.0,"kid":"ed","typ":"conform-report+jws"}`, jws.ErrHeader},
		{"iat as text", `{"alg":"EdDSA","iat":"1","kid":"ed","typ":"conform-report+jws"}`, jws.ErrHeader},
		{"iat too large", `{"alg":"EdDSA","iat":9007199254740992,"kid":"ed","typ":"conform-report+jws"}`, jws.ErrHeader},
		{"a fifth member", `{"alg":"EdDSA","jwk":` + edJWK + rest, jws.ErrHeader},
		{"a harmless fifth member", `{"alg":"EdDSA","cty":"json"` + rest, jws.ErrHeader},
	} {
		m, err := jws.Parse(token(c.header, "p", true))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := m.VerifyReport([]byte("p"), keys(t, kid(edJWK, "ed"))); !errors.Is(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	m, err := jws.Parse(token(`{"alg":"EdDSA"`+rest, "p", false))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.VerifyReport([]byte("p"), keys(t, kid(edJWK, "ed"))); !errors.Is(got, jws.ErrPayload) {
		t.Errorf("with a payload of its own: got %v, want %v", got, jws.ErrPayload)
	}
	key, err := jws.GenerateKey(jws.ES256)
	if err != nil {
		t.Fatal(err)
	}
	text, err := jws.SignReport([]byte("p"), key, 1_700_000_000)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = jws.Parse(text); err != nil {
		t.Fatal(err)
	}
	if got := m.VerifyReport([]byte("p"), jws.NewKeys(key.Public())); got != nil {
		t.Errorf("made by SignReport: got %v, want it verified", got)
	}
	if got := m.VerifyManifest([]byte("p"), jws.NewKeys(key.Public())); !errors.Is(got, jws.ErrHeader) {
		t.Errorf("a report's signature as a manifest's: got %v, want %v", got, jws.ErrHeader)
	}
}
