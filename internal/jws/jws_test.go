package jws_test

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/strictjson"
)

// The keys of RFC 8037 appendix A.1 and RFC 7515 appendix A.3.1: published, and
// so secret to nobody.
const (
	edX, edD = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
	ecX, ecY = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
	ecD      = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"

	edJWK = `{"kty":"OKP","crv":"Ed25519","x":"` + edX + `"}`
	ecJWK = `{"kty":"EC","crv":"P-256","x":"` + ecX + `","y":"` + ecY + `"}`
)

func value(t testing.TB, text string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), strictjson.Limits{})
	if err != nil {
		t.Fatalf("the test's own JSON %s: %v", text, err)
	}
	return v
}

func keys(t testing.TB, jwks ...string) jws.Keys {
	t.Helper()
	k, err := jws.ParseKeys(value(t, `{"keys":[`+strings.Join(jwks, ",")+`]}`))
	if err != nil {
		t.Fatalf("ParseKeys: %v", err)
	}
	return k
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func unb64(s string) []byte {
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

// token signs whatever header it is given, with crypto/ed25519 or crypto/ecdsa
// and nothing of the package under test.
func token(header, payload string, detached bool) string {
	input := b64([]byte(header)) + "." + b64([]byte(payload))
	var sig []byte
	if strings.Contains(header, "ES256") {
		r, s := signES256(input)
		sig = append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	} else {
		sig = ed25519.Sign(ed25519.NewKeyFromSeed(unb64(edD)), []byte(input))
	}
	if detached {
		return b64([]byte(header)) + ".." + b64(sig)
	}
	return input + "." + b64(sig)
}

func signES256(input string) (r, s *big.Int) {
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), unb64(ecD))
	if err != nil {
		panic(err)
	}
	digest := sha256.Sum256([]byte(input))
	r, s, err = ecdsa.Sign(rand.Reader, key, digest[:])
	if err != nil {
		panic(err)
	}
	return r, s
}

func verify(text, payload string, k jws.Keys) error {
	m, err := jws.Parse(text)
	if err != nil {
		return err
	}
	return m.VerifyManifest([]byte(payload), k)
}

// TestPublished checks the signatures that the RFCs print.
func TestPublished(t *testing.T) {
	const es256Payload = "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"
	for _, c := range []struct{ name, text, payload string }{
		{"RFC 8037 appendix A.4", "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg", "Example of Ed25519 signing"},
		{"RFC 7515 appendix A.3", "eyJhbGciOiJFUzI1NiJ9." + b64([]byte(es256Payload)) + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q", es256Payload},
	} {
		k := keys(t, edJWK, ecJWK)
		if err := verify(c.text, c.payload, k); err != nil {
			t.Errorf("%s: got %v, want it verified", c.name, err)
		}
		p := strings.Split(c.text, ".")
		if err := verify(p[0]+".."+p[2], c.payload, k); err != nil {
			t.Errorf("%s, detached: got %v, want it verified", c.name, err)
		}
		if err := verify(p[0]+".."+p[2], c.payload+" ", k); !errors.Is(err, jws.ErrSignature) {
			t.Errorf("%s, another payload: got %v, want %v", c.name, err, jws.ErrSignature)
		}
	}
}

// TestHeader signs every header rightly, so that only the header decides.
func TestHeader(t *testing.T) {
	for _, c := range []struct {
		name, header string
		want         error
	}{
		{"plain", `{"alg":"EdDSA"}`, nil},
		{"ES256", `{"alg":"ES256"}`, nil},
		{"kid", `{"alg":"EdDSA","kid":"ed"}`, nil},
		{"white space", " {\n\t\"alg\" : \"EdDSA\" } ", nil},
		{"unknown members", `{"alg":"EdDSA","typ":"JOSE","cty":7,"x":{"y":[null]}}`, nil},
		{"typ of a report in another spelling", `{"alg":"EdDSA","typ":"application/conform-report+jws"}`, nil},
		{"a key inside", `{"alg":"EdDSA","jwk":` + edJWK + `}`, nil},
		{"a broken key inside", `{"alg":"EdDSA","jwk":{"kty":"OKP","crv":"Ed25519","x":"AA"}}`, nil},
		{"a key of another type inside", `{"alg":"EdDSA","jwk":"none"}`, nil},
		{"certificates that are none", `{"alg":"EdDSA","x5c":["!"],"x5u":"file:///etc/passwd","jku":"https://127.0.0.1:1/"}`, nil},
		{"nonce that is no text", `{"alg":"EdDSA","nonce":1e5000000}`, nil},
		{"deep", `{"alg":"EdDSA","x":` + strings.Repeat("[", 4000) + strings.Repeat("]", 4000) + `}`, nil},

		{"none", `{"alg":"none"}`, jws.ErrAlgorithm},
		{"no alg", `{}`, jws.ErrAlgorithm},
		{"alg in lower case", `{"alg":"eddsa"}`, jws.ErrAlgorithm},
		{"alg as a list", `{"alg":["EdDSA"]}`, jws.ErrAlgorithm},
		{"alg by its newer name", `{"alg":"Ed25519"}`, jws.ErrAlgorithm},
		{"HMAC", `{"alg":"HS256"}`, jws.ErrAlgorithm},
		{"RSA", `{"alg":"RS256"}`, jws.ErrAlgorithm},
		{"member name in another case", `{"Alg":"EdDSA"}`, jws.ErrAlgorithm},
		{"crit", `{"alg":"EdDSA","crit":["exp"],"exp":1}`, jws.ErrHeader},
		{"empty crit", `{"alg":"EdDSA","crit":[]}`, jws.ErrHeader},
		{"null crit", `{"alg":"EdDSA","crit":null}`, jws.ErrHeader},
		{"b64 true", `{"alg":"EdDSA","b64":true}`, jws.ErrHeader},
		{"b64 null", `{"alg":"EdDSA","b64":null}`, jws.ErrHeader},
		{"b64 as text", `{"alg":"EdDSA","b64":"false"}`, jws.ErrHeader},
		{"typ of a report", `{"alg":"EdDSA","typ":"conform-report+jws"}`, jws.ErrHeader},
		{"kid that is no text", `{"alg":"EdDSA","kid":1}`, jws.ErrHeader},
		{"null kid", `{"alg":"EdDSA","kid":null}`, jws.ErrHeader},
		{"kid of no key", `{"alg":"EdDSA","kid":"x"}`, jws.ErrKey},
		{"kid of the other key", `{"alg":"EdDSA","kid":"ec"}`, jws.ErrKey},

		{"repeated alg", `{"alg":"EdDSA","alg":"EdDSA"}`, jws.ErrMalformed},
		{"repeated by escape", `{"alg":"EdDSA","\u0061lg":"EdDSA"}`, jws.ErrMalformed},
		{"repeated further in", `{"alg":"EdDSA","x":[{"y":1,"y":1}]}`, jws.ErrMalformed},
		{"invalid UTF-8", "{\"alg\":\"EdDSA\",\"x\":\"\xff\"}", jws.ErrMalformed},
		{"invalid UTF-8 in a name", "{\"alg\":\"EdDSA\",\"\xc0\xae\":1}", jws.ErrMalformed},
		{"lone surrogate", `{"alg":"EdDSA","x":"\ud800"}`, jws.ErrMalformed},
		{"lone surrogate in a name", `{"alg":"EdDSA","\udc00":1}`, jws.ErrMalformed},
		{"byte order mark", "\ufeff" + `{"alg":"EdDSA"}`, jws.ErrMalformed},
		{"trailing data", `{"alg":"EdDSA"}{}`, jws.ErrMalformed},
		{"an array", `["EdDSA"]`, jws.ErrMalformed},
		{"null", `null`, jws.ErrMalformed},
	} {
		for _, detached := range []bool{true, false} {
			const payload = `{"a":1}`
			k := keys(t, kid(edJWK, "ed"), kid(ecJWK, "ec"))
			if got := verify(token(c.header, payload, detached), payload, k); !errors.Is(got, c.want) {
				t.Errorf("%s (detached: %t): got %v, want %v", c.name, detached, got, c.want)
			}
		}
	}
}

func kid(jwk, kid string) string { return `{"kid":"` + kid + `",` + jwk[1:] }

// TestSegments bends the text of a good signature.
func TestSegments(t *testing.T) {
	const payload = `{"a":12}` // 8 bytes, so that its encoding has spare bits
	good := token(`{"alg":"EdDSA","k":1}`, payload, false)
	p := strings.Split(good, ".")
	for _, c := range []struct {
		name, text string
		want       error
	}{
		{"good", good, nil},
		{"spare bits in the header", spare(p[0]) + "." + p[1] + "." + p[2], jws.ErrMalformed},
		{"spare bits in the payload", p[0] + "." + spare(p[1]) + "." + p[2], jws.ErrMalformed},
		{"spare bits in the signature", p[0] + "." + p[1] + "." + spare(p[2]), jws.ErrMalformed},
		{"padding", good + "==", jws.ErrMalformed},
		{"trailing newline", good + "\n", jws.ErrMalformed},
		{"carriage return within", p[0] + ".\r" + p[1] + "." + p[2], jws.ErrMalformed},
		{"leading space", " " + good, jws.ErrMalformed},
		{"two segments", p[0] + "." + p[1], jws.ErrMalformed},
		{"four segments", good + ".AA", jws.ErrMalformed},
		{"no signature", p[0] + "." + p[1] + ".", jws.ErrMalformed},
		{"no header", "." + p[1] + "." + p[2], jws.ErrMalformed},
		{"nothing", "", jws.ErrMalformed},
		{"JSON serialization", `{"payload":"` + p[1] + `","protected":"` + p[0] + `","signature":"` + p[2] + `"}`, jws.ErrMalformed},
		{"one character", p[0] + "." + p[1] + ".A", jws.ErrMalformed},
		{"standard alphabet", p[0] + "." + p[1] + ".++//", jws.ErrMalformed},
		{"another signature", p[0] + "." + p[1] + "." + b64(make([]byte, 64)), jws.ErrSignature},
		{"short signature", p[0] + "." + p[1] + "." + p[2][:84], jws.ErrSignature},
		{"payload re-spaced and rightly signed", token(`{"alg":"EdDSA"}`, `{"a": 12}`, false), jws.ErrPayload},
		{"empty payload signed, sent as detached", token(`{"alg":"EdDSA"}`, "", true), jws.ErrSignature},
		{"unencoded payload signed", rawSigned(payload), jws.ErrSignature},
	} {
		if got := verify(c.text, payload, keys(t, edJWK)); !errors.Is(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// spare sets a spare bit of the last character: the same bytes, another text.
func spare(s string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := len(s) - 1
	return s[:last] + string(alphabet[strings.IndexByte(alphabet, s[last])+1])
}

// rawSigned is a signature over the payload as it stands (RFC 7797), without
// saying so.
func rawSigned(payload string) string {
	h := b64([]byte(`{"alg":"EdDSA"}`))
	return h + ".." + b64(ed25519.Sign(ed25519.NewKeyFromSeed(unb64(edD)), []byte(h+"."+payload)))
}

func TestLength(t *testing.T) {
	const payload = "p"
	// 16,384 is a third of 4 characters for every 3 bytes: fill the header.
	fill := func(n int) string {
		header := `{"alg":"EdDSA","x":""}`
		return token(header[:len(header)-2]+strings.Repeat("x", n)+`"}`, payload, true)
	}
	n := (jws.MaxLength-2-86)/4*3 - len(`{"alg":"EdDSA","x":""}`)
	if got := fill(n); len(got) != jws.MaxLength {
		t.Fatalf("the test's longest JWS has %d characters, want %d", len(got), jws.MaxLength)
	}
	if err := verify(fill(n), payload, keys(t, edJWK)); err != nil {
		t.Errorf("%d characters: got %v, want it verified", jws.MaxLength, err)
	}
	if err := verify(fill(n+1), payload, keys(t, edJWK)); !errors.Is(err, jws.ErrMalformed) {
		t.Errorf("more than %d characters: got %v, want %v", jws.MaxLength, err, jws.ErrMalformed)
	}
}
