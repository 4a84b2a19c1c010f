package jws_test

import (
	"crypto/ed25519"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/jws"
)

// TestChoice signs with the RFC 8037 key and offers several sets of keys.
func TestChoice(t *testing.T) {
	const other = `{"kty":"OKP","crv":"Ed25519","x":"PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw"}`
	for _, c := range []struct {
		name, header string
		keys         []string
		want         error
	}{
		{"no keys", `{"alg":"EdDSA"}`, nil, jws.ErrKey},
		{"the only one", `{"alg":"EdDSA"}`, []string{edJWK}, nil},
		{"the only one of its type", `{"alg":"EdDSA"}`, []string{ecJWK, edJWK, `{"kty":"RSA"}`, `{"kty":"OKP","crv":"X25519","x":"` + edX + `"}`, `7`, `null`}, nil},
		{"two of its type", `{"alg":"EdDSA"}`, []string{edJWK, other}, jws.ErrKey},
		{"twice the same", `{"alg":"EdDSA"}`, []string{edJWK, edJWK}, jws.ErrKey},
		{"two of its type, one of no use", `{"alg":"EdDSA"}`, []string{edJWK, `{"kty":"OKP","crv":"Ed25519"}`}, jws.ErrKey},
		{"only another type", `{"alg":"EdDSA"}`, []string{ecJWK}, jws.ErrKey},
		{"a wrong key", `{"alg":"EdDSA"}`, []string{other}, jws.ErrSignature},
		{"named among several", `{"alg":"EdDSA","kid":"b"}`, []string{kid(other, "a"), kid(edJWK, "b"), other}, nil},
		{"named twice", `{"alg":"EdDSA","kid":"b"}`, []string{kid(edJWK, "b"), kid(other, "b")}, jws.ErrKey},
		{"named twice, once by a key of no use", `{"alg":"EdDSA","kid":"b"}`, []string{kid(edJWK, "b"), kid(`{"kty":"RSA"}`, "b")}, jws.ErrKey},
		{"named in another case", `{"alg":"EdDSA","kid":"B"}`, []string{kid(edJWK, "b")}, jws.ErrKey},
		{"named and without a name", `{"alg":"EdDSA","kid":"b"}`, []string{edJWK}, jws.ErrKey},
		{"named by the empty text", `{"alg":"EdDSA","kid":""}`, []string{kid(edJWK, "")}, nil},
		{"the empty text is not no name", `{"alg":"EdDSA","kid":""}`, []string{edJWK}, jws.ErrKey},
		{"a kid that is a number", `{"alg":"EdDSA","kid":"1"}`, []string{`{"kid":1,` + edJWK[1:]}, jws.ErrKey},
		{"named key of the other type", `{"alg":"ES256","kid":"b"}`, []string{kid(edJWK, "b")}, jws.ErrKey},
	} {
		if got := verify(token(c.header, "p", true), "p", keys(t, c.keys...)); !errors.Is(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// TestOwnWord offers the right key with a word of its own on what it is for.
func TestOwnWord(t *testing.T) {
	for _, c := range []struct {
		member string
		want   error
	}{
		{`"alg":"EdDSA"`, nil},
		{`"use":"sig"`, nil},
		{`"key_ops":["verify"]`, nil},
		{`"key_ops":["sign","verify"]`, nil},
		{`"d":"not looked at"`, nil},
		{`"x5c":["not looked at"],"x5t":"?","x5u":":"`, nil},
		{`"alg":"Ed25519"`, jws.ErrKey},
		{`"alg":"ES256"`, jws.ErrKey},
		{`"alg":""`, jws.ErrKey},
		{`"alg":null`, jws.ErrKey},
		{`"alg":["EdDSA"]`, jws.ErrKey},
		{`"use":"enc"`, jws.ErrKey},
		{`"use":null`, jws.ErrKey},
		{`"use":true`, jws.ErrKey},
		{`"key_ops":["sign"]`, jws.ErrKey},
		{`"key_ops":[]`, jws.ErrKey},
		{`"key_ops":"verify"`, jws.ErrKey},
		{`"key_ops":{"0":"verify"}`, jws.ErrKey},
		{`"key_ops":null`, jws.ErrKey},
		{`"key_ops":["verify",null]`, jws.ErrKey},
	} {
		k := keys(t, `{`+c.member+`,`+edJWK[1:])
		if got := verify(token(`{"alg":"EdDSA"}`, "p", true), "p", k); !errors.Is(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.member, got, c.want)
		}
	}
}

func TestKeySetShape(t *testing.T) {
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{`{"keys":[]}`, true},
		{`{"keys":[1,null,"x",[],{}],"more":1}`, true},
		{`{}`, false},
		{`{"keys":null}`, false},
		{`{"keys":{}}`, false},
		{`[]`, false},
		{`null`, false},
		{edJWK, false},
	} {
		if _, err := jws.ParseKeys(value(t, c.text)); (err == nil) != c.ok {
			t.Errorf("%s: got %v, want ok %t", c.text, err, c.ok)
		}
	}
}

// TestWeakPoints offers the identity and its kin, in every encoding, with the
// one signature that crypto/ed25519 takes under several of them for any
// payload: R the identity, S zero.
func TestWeakPoints(t *testing.T) {
	forged := make([]byte, 64)
	forged[0] = 1
	if !ed25519.Verify(unhex("01"+strings.Repeat("00", 31)), []byte("anything"), forged) {
		t.Fatal("crypto/ed25519 now refuses the identity: this test shows nothing any more")
	}
	const ff30 = "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
	points := []string{
		strings.Repeat("00", 32),
		"01" + strings.Repeat("00", 31),
		"ec" + ff30 + "7f",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	}
	for low := 0xed; low <= 0xff; low++ { // y = p … 2^255-1
		points = append(points, hex.EncodeToString([]byte{byte(low)})+ff30+"7f")
	}
	for _, p := range points {
		for _, sign := range []byte{0, 0x80} {
			b := unhex(p)
			b[31] |= sign
			jwk := value(t, `{"kty":"OKP","crv":"Ed25519","x":"`+b64(b)+`"}`)
			if _, err := jws.ParsePublicKey(jwk); err == nil {
				t.Errorf("point %x: got accepted, want refused", b)
			}
		}
	}
}

// TestLargestPoints: what lies just below the refused encodings is not refused.
func TestLargestPoints(t *testing.T) {
	for _, p := range []string{
		"eb" + strings.Repeat("ff", 30) + "7f", // y = p-2
		"ed" + strings.Repeat("ff", 30) + "7e",
		"ed" + strings.Repeat("ff", 29) + "fe7f",
		"02" + strings.Repeat("00", 31),
	} {
		if _, err := jws.ParsePublicKey(value(t, `{"kty":"OKP","crv":"Ed25519","x":"`+b64(unhex(p))+`"}`)); err != nil {
			t.Errorf("point %s: got %v, want accepted", p, err)
		}
	}
}

func unhex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

func TestBadKeys(t *testing.T) {
	y := unb64(ecY)
	y[31] ^= 1
	for _, c := range []struct{ name, jwk string }{
		{"not an object", `[]`},
		{"kty in lower case", strings.Replace(edJWK, "OKP", "okp", 1)},
		{"kty of the other", strings.Replace(edJWK, "OKP", "EC", 1)},
		{"Ed448", strings.Replace(edJWK, "Ed25519", "Ed448", 1)},
		{"secp256k1", strings.Replace(ecJWK, "P-256", "secp256k1", 1)},
		{"P-384", strings.Replace(ecJWK, "P-256", "P-384", 1)},
		{"no x", `{"kty":"OKP","crv":"Ed25519"}`},
		{"x no text", `{"kty":"OKP","crv":"Ed25519","x":1}`},
		{"x short", strings.Replace(edJWK, edX, b64(unb64(edX)[:31]), 1)},
		{"x long", strings.Replace(edJWK, edX, edX+"AA", 1)},
		{"x padded", strings.Replace(edJWK, edX, edX+"=", 1)},
		{"x with spare bits", strings.Replace(edJWK, edX, spare(edX), 1)},
		{"x with a line break", strings.Replace(edJWK, edX, edX+`\n`, 1)},
		{"no y", `{"kty":"EC","crv":"P-256","x":"` + ecX + `"}`},
		{"off the curve", strings.Replace(ecJWK, ecY, b64(y), 1)},
		{"the origin", strings.NewReplacer(ecX, strings.Repeat("A", 43), ecY, strings.Repeat("A", 43)).Replace(ecJWK)},
		{"x not below the field's order", strings.Replace(ecJWK, ecX, b64(unhex(strings.Repeat("ff", 32))), 1)},
		{"leading zero dropped", strings.Replace(ecJWK, ecX, b64(unb64(ecX)[1:]), 1)},
	} {
		if _, err := jws.ParsePublicKey(value(t, c.jwk)); err == nil {
			t.Errorf("%s: got accepted, want refused", c.name)
		}
	}
}

// TestSignatureForms varies the signature under a good key.
func TestSignatureForms(t *testing.T) {
	const header, payload = `{"alg":"ES256"}`, "p"
	input := b64([]byte(header)) + "." + b64([]byte(payload))
	n, _ := new(big.Int).SetString("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16)
	r, s := signES256(input)
	raw := func(r, s *big.Int) []byte {
		return append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	}
	der, err := asn1.Marshal([]*big.Int{r, s})
	if err != nil {
		t.Fatal(err)
	}
	zero := new(big.Int)
	for _, c := range []struct {
		name string
		sig  []byte
		want error
	}{
		{"r and s", raw(r, s), nil},
		{"the other s", raw(r, new(big.Int).Sub(n, s)), nil},
		{"DER", der, jws.ErrSignature},
		{"s and r", raw(s, r), jws.ErrSignature},
		{"zeroes", raw(zero, zero), jws.ErrSignature},
		{"s the order", raw(r, n), jws.ErrSignature},
		{"a byte more", append(raw(r, s), 0), jws.ErrSignature},
		{"a byte less", raw(r, s)[:63], jws.ErrSignature},
	} {
		text := b64([]byte(header)) + ".." + b64(c.sig)
		if got := verify(text, payload, keys(t, ecJWK)); !errors.Is(got, c.want) {
			t.Errorf("ES256, %s: got %v, want %v", c.name, got, c.want)
		}
	}

	p := strings.Split(token(`{"alg":"EdDSA"}`, payload, true), ".")
	sig := unb64(p[2])
	order := unhex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
	plus := slices.Clone(sig)
	carry := 0
	for i, b := range order { // S + L verifies too, where nobody looks
		carry += int(b) + int(sig[32+i])
		plus[32+i] = byte(carry)
		carry >>= 8
	}
	if err := verify(p[0]+".."+b64(plus), payload, keys(t, edJWK)); !errors.Is(err, jws.ErrSignature) {
		t.Errorf("EdDSA, S not below L: got %v, want %v", err, jws.ErrSignature)
	}
}

func TestAccessors(t *testing.T) {
	k := keys(t, edJWK, ecJWK, "7")
	if got := k.Len(); got != 3 {
		t.Errorf("got %d keys, want 3, the one of no use among them", got)
	}
	p, err := jws.ParsePublicKey(value(t, ecJWK))
	if err != nil || p.Algorithm() != jws.ES256 {
		t.Errorf("got %s, %v; want ES256", p.Algorithm(), err)
	}
	m, err := jws.Parse(token(`{"alg":"EdDSA","n":1}`, "pay", false))
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := m.Header().Get("n"); n.Literal() != "1" || string(m.Payload()) != "pay" {
		t.Errorf("got header %s and payload %q", m.Header(), m.Payload())
	}
	if got := new(jws.PublicKey).Thumbprint(); got != "" {
		t.Errorf("the zero key: got thumbprint %q, want none", got)
	}
	if got := new(jws.PublicKey).JWK(); !got.IsNull() {
		t.Errorf("the zero key: got %s, want null", got)
	}
	if err := m.Verify([]byte("pay"), jws.NewKeys(jws.PublicKey{})); !errors.Is(err, jws.ErrKey) {
		t.Errorf("the zero key: got %v, want %v", err, jws.ErrKey)
	}
}
