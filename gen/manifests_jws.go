package gen

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/base64"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/conform-suite/conform/internal/strictjson"
)

// manKey is a key that cases are signed with. Its scalar or seed is the SHA-256
// of a phrase, so that a case depends on nothing but its draws.
type manKey struct {
	alg string
	ed  ed25519.PrivateKey
	ec  *ecdsa.PrivateKey
	jwk strictjson.Value // public
}

// manKeys are four keys: two for each algorithm, ed-0, ed-1, ec-0 and ec-1.
var manKeys = sync.OnceValue(func() []manKey {
	var keys []manKey
	for i := range 2 {
		seed := sha256.Sum256([]byte("conform generated cases, Ed25519 key " + strconv.Itoa(i)))
		ed := ed25519.NewKeyFromSeed(seed[:])
		keys = append(keys, manKey{alg: "EdDSA", ed: ed, jwk: manJWK("kty", "OKP", "crv", "Ed25519", "x", manEncode(ed.Public().(ed25519.PublicKey)), "kid", "ed-"+strconv.Itoa(i))})
	}
	for i := range 2 {
		scalar := sha256.Sum256([]byte("conform generated cases, P-256 key " + strconv.Itoa(i)))
		ec, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar[:])
		if err != nil {
			panic(err) // one chance in 2^32, and not for these phrases
		}
		point, _ := ec.PublicKey.Bytes()
		keys = append(keys, manKey{alg: "ES256", ec: ec, jwk: manJWK("kty", "EC", "crv", "P-256", "x", manEncode(point[1:33]), "y", manEncode(point[33:]), "kid", "ec-"+strconv.Itoa(i))})
	}
	return keys
})

func manEncode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func manJWK(pairs ...string) strictjson.Value {
	var members []strictjson.Member
	for pair := range slices.Chunk(pairs, 2) {
		members = append(members, member(pair[0], strictjson.Text(pair[1])))
	}
	return strictjson.Record(members...)
}

func manKeySet(keys ...strictjson.Value) strictjson.Value {
	return strictjson.Record(member("keys", strictjson.List(keys...)))
}

// sign signs deterministically: Ed25519 by its nature, ECDSA with the nonce of
// RFC 6979, which crypto/ecdsa takes when it is given no source of randomness.
func (k manKey) sign(input []byte) []byte {
	if k.alg == "EdDSA" {
		return ed25519.Sign(k.ed, input)
	}
	sum := sha256.Sum256(input)
	der, err := k.ec.Sign(nil, sum[:], crypto.SHA256)
	if err != nil {
		panic(err)
	}
	var rs struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(der, &rs); err != nil {
		panic(err)
	}
	return slices.Concat(rs.R.FillBytes(make([]byte, 32)), rs.S.FillBytes(make([]byte, 32)))
}

// manSigning is a signature in the making: what is signed and what is sent may
// differ.
type manSigning struct {
	key     manKey
	header  string // JSON, mostly
	payload []byte // that the manifest or report has
	carried []byte // sent in the middle; nil when detached
	signed  []byte // instead of payload
	input   func(header string, payload []byte) []byte
	edit    func([]byte) []byte          // of the signature's bytes
	segment func(i int, s string) string // of a segment, after signing
	before  func(header string) string   // of the header's segment, before signing
	keys    []strictjson.Value           // that are given
}

func manInput(header string, payload []byte) []byte { return []byte(header + "." + manEncode(payload)) }

// jws is the signature in compact form.
func (g manSigning) jws() string {
	header := manEncode([]byte(g.header))
	if g.before != nil {
		header = g.before(header)
	}
	signed, input := g.payload, manInput
	if g.signed != nil {
		signed = g.signed
	}
	if g.input != nil {
		input = g.input
	}
	signature := g.key.sign(input(header, signed))
	if g.edit != nil {
		signature = g.edit(signature)
	}
	segments := []string{header, manEncode(g.carried), manEncode(signature)}
	for i := range segments {
		if g.segment != nil {
			segments[i] = g.segment(i, segments[i])
		}
	}
	return strings.Join(segments, ".")
}

// manVerify are the kinds of manifests.verify_signature.
var manVerify = []manKind{
	{share{"verified", 9}, manSigned(func(s manScene, g *manSigning) {})},
	{share{"unsigned", 3}, manScene.unsigned},
	{share{"alg", 10}, manSigned(manScene.attackAlg)},
	{share{"crit-b64", 7}, manSigned(manScene.attackCrit)},
	{share{"typ-and-keys-in-header", 6}, manSigned(manScene.attackHeaderKey)},
	{share{"header-no-json", 9}, manSigned(manScene.attackHeader)},
	{share{"kid", 9}, manSigned(manScene.attackKid)},
	{share{"no-kid", 5}, manSigned(manScene.attackNoKid)},
	{share{"key-use", 8}, manSigned(manScene.attackUse)},
	{share{"key-form", 8}, manSigned(manScene.attackKey)},
	{share{"payload", 7}, manSigned(manScene.attackPayload)},
	{share{"segments", 7}, manSigned(manScene.attackSegments)},
	{share{"numbers", 6}, manSigned(manScene.attackNumbers)},
	{share{"document", 2}, manScene.badSigned},
	{share{"params", 4}, manDamaged(manSigned(func(s manScene, g *manSigning) {}), "keys")},
}

// manSigned has a manifest rightly signed but for an attack.
func manSigned(attack func(manScene, *manSigning)) func(manScene) strictjson.Value {
	return func(s manScene) strictjson.Value {
		v := s.manifest()
		g := s.signing(manPayload(v))
		attack(s, g)
		document := s.document(manSet(v, manJWS, strictjson.Text(g.jws())))
		return strictjson.Record(member("document", s.bytes(document)), member("keys", manKeySet(g.keys...)))
	}
}

// manPayload is the canonical payload of a manifest without signature, none of
// whose characters is ever escaped.
func manPayload(v strictjson.Value) []byte {
	members := slices.Clone(v.Members())
	slices.SortFunc(members, func(a, b strictjson.Member) int { return strings.Compare(a.Name, b.Name) })
	return strictjson.Record(members...).AppendTo(nil)
}

// signing is a signature with nothing wrong: of either algorithm, detached or
// not, with or without kid, among one key or several.
func (s manScene) signing(payload []byte) *manSigning {
	key := pick(s.draw, []manKey{manKeys()[0], manKeys()[2]})
	g := &manSigning{key: key, payload: payload, keys: []strictjson.Value{key.jwk}}
	if s.in(50) {
		g.carried = payload
	}
	kid := `,"kid":"` + manText(key.jwk, "kid") + `"`
	if s.in(30) {
		kid = ""
	}
	g.header = `{"alg":"` + key.alg + `"` + kid + pick(s.draw, manHarmless) + "}"
	if s.in(20) {
		g.header = pick(s.draw, []func(string) string{
			func(h string) string { return strings.ReplaceAll(h, ":", ": ") },
			func(h string) string { return " " + h + "\n" },
			func(h string) string { return strings.Replace(h, "kid", `\u006bid`, 1) },
			func(h string) string { return strings.Replace(h, "alg", `\u0061lg`, 1) },
		})(g.header)
	}
	if s.in(30) { // another key of the other kind
		g.keys = append(g.keys, manKeys()[map[string]int{"EdDSA": 3, "ES256": 1}[key.alg]].jwk)
	}
	if kid != "" && s.in(30) { // and one of the same kind, which the kid rules out
		g.keys = append([]strictjson.Value{manKeys()[map[string]int{"EdDSA": 1, "ES256": 3}[key.alg]].jwk}, g.keys...)
	}
	if s.in(10) {
		g.keys[len(g.keys)-1] = manSet(manSet(g.keys[len(g.keys)-1], "use", strictjson.Text("sig")), "key_ops", strictjson.List(strictjson.Text("sign"), strictjson.Text("verify")))
	}
	return g
}

// manHarmless are members that a header may have.
var manHarmless = []string{
	"", "", "", "", `,"typ":"JWT"`, `,"typ":"JOSE"`, `,"typ":"Conform-Report+JWS"`, `,"typ":null`, `,"cty":"json"`, `,"iat":1767225600`, `,"x5c":["AA=="]`, `,"jku":"https://example.org/k"`,
	`,"jwk":{"kty":"OKP","crv":"Ed25519","x":"AA"}`, `,"nonce":1.5`, `,"x5t":null`, `,"example":{"crit":["b64"]}`,
}

func (s manScene) unsigned() strictjson.Value {
	keys := manKeySet(pick(s.draw, [][]strictjson.Value{nil, {manKeys()[0].jwk}, {manKeys()[2].jwk, manKeys()[0].jwk}})...)
	return strictjson.Record(member("document", s.bytes(s.document(s.manifest()))), member("keys", keys))
}

func (s manScene) badSigned() strictjson.Value {
	return strictjson.Record(member("document", s.bytes(s.badDocument())), member("keys", manKeySet(manKeys()[0].jwk)))
}

// inHeader writes JSON members before those that the header has.
func (g *manSigning) inHeader(members string) {
	g.header = strings.Replace(g.header, "{", "{"+members+",", 1)
}

// attackAlg has an algorithm that is none of the two.
func (s manScene) attackAlg(g *manSigning) {
	right := `"alg":"` + g.key.alg + `"`
	g.header = strings.Replace(g.header, `\u0061lg`, "alg", 1)
	other := map[string]string{"EdDSA": `"alg":"Ed25519"`, "ES256": `"alg":"ES384"`}[g.key.alg]
	g.header = strings.Replace(strings.ReplaceAll(g.header, ": ", ":"), right, pick(s.draw, []string{
		`"alg":"none"`, `"alg":"None"`, `"alg":"none"`, `"alg":"NONE"`, `"alg":"HS256"`, `"alg":"HS256"`, `"alg":"HS256"`, `"alg":"HS256"`, `"alg":"` + strings.ToLower(g.key.alg) + `"`, other, other,
		`"alg":null`, `"x":1`, `"alg":["` + g.key.alg + `"]`, `"alg":""`, `"ALG":"` + g.key.alg + `"`, `"alg":"EdDSA"`, `"alg":"ES256"`,
	}), 1)
	if !strings.Contains(g.header, `"HS256"`) {
		return
	}
	secret := manText(g.key.jwk, "x")
	if s.in(50) {
		secret = "c2VjcmV0"
		oct := manJWK("kty", "oct", "k", secret, "kid", "oct-0")
		g.keys = []strictjson.Value{oct, g.key.jwk}
		g.header = `{"alg":"HS256","kid":"oct-0"}`
	} else if !strings.Contains(g.header, "kid") {
		g.inHeader(`"kid":"` + manText(g.key.jwk, "kid") + `"`)
	}
	g.edit = func([]byte) []byte {
		k, _ := base64.RawURLEncoding.DecodeString(secret)
		mac := hmac.New(sha256.New, k)
		mac.Write(manInput(manEncode([]byte(g.header)), g.payload))
		return mac.Sum(nil)
	}
}

// attackCrit has crit or b64, as RFC 7797 has them or not.
func (s manScene) attackCrit(g *manSigning) {
	g.inHeader(pick(s.draw, []string{
		`"b64":false`, `"crit":["b64"],"b64":false`, `"b64":true`, `"crit":[]`, `"crit":["exp"]`, `"crit":null`, `"crit":"exp"`, `"b64":null`, `"b64":"false"`, `"crit":["b64"],"b64":true`,
	}))
	if strings.Contains(g.header, `"b64":false`) && s.in(60) {
		g.carried = nil
		g.input = func(header string, payload []byte) []byte { return []byte(header + "." + string(payload)) }
	}
}

// attackHeaderKey has a typ that is a report's, or a key of the attacker's.
func (s manScene) attackHeaderKey(g *manSigning) {
	if s.in(45) {
		g.header = strings.Replace(g.header, `,"typ":`, `,"x":`, 1)
		g.inHeader(pick(s.draw, []string{`"typ":"conform-report+jws"`, `"typ":"conform-report\u002bjws"`, `"iat":1767225600,"typ":"conform-report+jws"`}))
		return
	}
	attacker := manKeys()[map[string]int{"EdDSA": 1, "ES256": 3}[g.key.alg]]
	g.header = `{"alg":"` + attacker.alg + `","kid":"` + pick(s.draw, []string{manText(g.key.jwk, "kid"), manText(attacker.jwk, "kid"), "x"}) + `","jwk":` + attacker.jwk.String() + `}`
	if s.in(30) {
		g.header = `{"alg":"` + attacker.alg + `","jwk":` + attacker.jwk.String() + `}`
	}
	given := []strictjson.Value{g.key.jwk}
	if s.in(30) {
		given = nil
	}
	g.key, g.keys = attacker, given
}

// attackHeader has a header that is not one JSON object without repetition.
func (s manScene) attackHeader(g *manSigning) {
	right := `"alg":"` + g.key.alg + `"`
	switch s.int(10) {
	case 0:
		g.inHeader(right)
	case 1:
		g.inHeader(`"alg":"none"`)
	case 2:
		g.inHeader(`"x":{"a":1,"a":1}`)
	case 3:
		g.inHeader(`"x":[{"a":1,"\u0061":2}]`)
	case 4:
		g.header = "\ufeff" + g.header
	case 5:
		g.inHeader("\"x\":\"\xff\"")
	case 6:
		g.inHeader(pick(s.draw, []string{`"x":"\ud800"`, `"\udc00":1`, `"x":["\ud83d\ud83d"]`}))
	case 7:
		g.header += pick(s.draw, []string{"{}", "x", "\x00", "}"})
	case 8:
		g.header = "[" + strings.TrimSpace(g.header) + "]"
	case 9:
		g.header = pick(s.draw, []string{"null", `"x"`, "{}", strings.TrimSuffix(g.header, "}"), strings.ReplaceAll(g.header, `"`, "'"), "\x00"})
	case 10:
		g.inHeader(`"x":1,"x":1`)
	}
}

// attackKid has a kid that does not lead to one key.
func (s manScene) attackKid(g *manSigning) {
	kid := manText(g.key.jwk, "kid")
	other := manKeys()[map[string]int{"EdDSA": 1, "ES256": 3}[g.key.alg]].jwk
	header := func(kid string) { g.header = `{"alg":"` + g.key.alg + `","kid":` + kid + `}` }
	header(`"` + kid + `"`)
	named := func(k strictjson.Value, kid strictjson.Value) strictjson.Value { return manSet(k, "kid", kid) }
	switch s.int(12) {
	case 0:
		header(`"unknown"`)
		g.keys = []strictjson.Value{g.key.jwk}
	case 1:
		g.keys = []strictjson.Value{g.key.jwk, named(other, strictjson.Text(kid))}
	case 2:
		g.keys = []strictjson.Value{named(other, strictjson.Text(kid)), g.key.jwk}
	case 3:
		g.keys = []strictjson.Value{g.key.jwk, g.key.jwk}
	case 4:
		header(`"` + strings.ToUpper(kid) + `"`)
	case 5, 12:
		header(pick(s.draw, []string{"1", "1", "null", `["` + kid + `"]`}))
		g.keys = []strictjson.Value{named(g.key.jwk, pick(s.draw, []strictjson.Value{strictjson.Text("1"), strictjson.Integer(1)}))}
	case 6:
		header("null")
		g.keys = []strictjson.Value{g.key.jwk}
	case 7:
		header(`""`)
		g.keys = []strictjson.Value{g.key.jwk}
	case 8: // an unusable key of that kid
		g.keys = []strictjson.Value{g.key.jwk, manSet(named(other, strictjson.Text(kid)), "use", strictjson.Text("enc"))}
	case 9:
		header(`"` + manText(other, "kid") + `"`)
		g.keys = []strictjson.Value{g.key.jwk, other}
	case 10:
		g.keys = []strictjson.Value{manDrop(g.key.jwk, "kid")}
	case 11: // right: a kid that is empty, or not ASCII
		odd := pick(s.draw, []string{"", "é", "ed-0 ", "\u0000"})
		header(strictjson.Text(odd).String())
		g.keys = []strictjson.Value{other, named(g.key.jwk, strictjson.Text(odd))}
	}
}

// attackNoKid has no kid, and keys that leave a choice, or none.
func (s manScene) attackNoKid(g *manSigning) {
	g.header = `{"alg":"` + g.key.alg + `"}`
	other := manKeys()[map[string]int{"EdDSA": 1, "ES256": 3}[g.key.alg]].jwk
	foreign := manKeys()[map[string]int{"EdDSA": 2, "ES256": 0}[g.key.alg]].jwk
	g.keys = pick(s.draw, [][]strictjson.Value{
		{g.key.jwk, other}, {other, g.key.jwk}, {g.key.jwk, g.key.jwk}, {foreign}, {}, {foreign, g.key.jwk},
		{g.key.jwk, manJWK("kty", "OKP", "crv", "X25519", "x", manText(g.key.jwk, "x"))}, {manSet(other, "use", strictjson.Text("enc")), g.key.jwk},
	})
}

// attackUse has a key that says something of its own use.
func (s manScene) attackUse(g *manSigning) {
	texts := func(list ...string) strictjson.Value { return strictjson.Texts(list) }
	other := map[string]string{"EdDSA": "Ed25519", "ES256": "ES384"}[g.key.alg]
	m := pick(s.draw, []strictjson.Member{
		member("alg", strictjson.Text("ES256")), member("alg", strictjson.Text("EdDSA")), member("alg", strictjson.Text(other)), member("alg", strictjson.Text(other)), member("alg", strictjson.Value{}), member("alg", texts(g.key.alg)),
		member("use", strictjson.Text("enc")), member("use", strictjson.Text("sig")), member("use", strictjson.Value{}), member("use", strictjson.Text("SIG")),
		member("key_ops", texts("sign")), member("key_ops", texts("verify")), member("key_ops", texts()), member("key_ops", strictjson.Value{}), member("key_ops", strictjson.Text("verify")),
		member("key_ops", strictjson.Record(member("verify", strictjson.Boolean(true)))), member("key_ops", texts("sign", "verify")),
	})
	g.replaceKey(func(k strictjson.Value) strictjson.Value { return manSet(k, m.Name, m.Value) })
}

// replaceKey edits the key that signed, wherever it is among those given.
func (g *manSigning) replaceKey(edit func(strictjson.Value) strictjson.Value) {
	for i, k := range g.keys {
		if manText(k, "kid") == manText(g.key.jwk, "kid") {
			g.keys[i] = edit(k)
		}
	}
}

// attackKey has a key of another kind, or one that is ill-formed.
func (s manScene) attackKey(g *manSigning) {
	if g.key.alg == "EdDSA" && s.in(30) {
		s.smallOrder(g)
		return
	}
	x, _ := base64.RawURLEncoding.DecodeString(manText(g.key.jwk, "x"))
	edits := []strictjson.Member{
		member("crv", strictjson.Text("X25519")), member("crv", strictjson.Text("P-384")), member("crv", strictjson.Text(strings.ToLower(manText(g.key.jwk, "crv")))), member("crv", strictjson.Value{}),
		member("kty", strictjson.Text("RSA")), member("kty", strictjson.Text(strings.ToLower(manText(g.key.jwk, "kty")))), member("kty", strictjson.Value{}),
		member("x", strictjson.Text(manEncode(x)+"=")), member("x", strictjson.Text(manEncode(append([]byte{0}, x...)))), member("x", strictjson.Text(manEncode(append(make([]byte, 2), x...)))), member("x", strictjson.Text(manEncode(x[:31]))), member("x", strictjson.Value{}),
		member("x", strictjson.Text("")), member("x", strictjson.Text(manSpare(manEncode(x)))), member("x", strictjson.Integer(7)),
		member("y", strictjson.Text(manText(manKeys()[3].jwk, "y"))), member("d", strictjson.Text("AA")), member("x5c", strictjson.Text("x")),
	}
	m := pick(s.draw, edits)
	g.replaceKey(func(k strictjson.Value) strictjson.Value { return manSet(k, m.Name, m.Value) })
	if s.in(15) { // nothing wrong: another key is odd, which is not asked
		g.keys = []strictjson.Value{manSet(manKeys()[1].jwk, "x", strictjson.Text("AA")), g.key.jwk}
		g.header = `{"alg":"` + g.key.alg + `","kid":"` + manText(g.key.jwk, "kid") + `"}`
	}
}

// smallOrder has a key of small order and a signature that the equation
// accepts for one message in eight, or for every one.
func (s manScene) smallOrder(g *manSigning) {
	identity := append([]byte{1}, make([]byte, 31)...)
	point := pick(s.draw, manSmallOrder)
	key := manJWK("kty", "OKP", "crv", "Ed25519", "x", manEncode(point), "kid", manText(g.key.jwk, "kid"))
	g.keys = []strictjson.Value{key}
	g.edit = func([]byte) []byte { return append(identity, make([]byte, 32)...) } // R is the identity, S is zero
}

// manSmallOrder are encodings of points whose order divides 8: the identity
// most often, under which the signature above fits every message.
var manSmallOrder = func() [][]byte {
	identity := append([]byte{1}, make([]byte, 31)...)
	unreduced := append([]byte{0xee}, slices.Repeat([]byte{0xff}, 31)...)
	unreduced[31] = 0x7f
	minus := append([]byte{0xec}, slices.Repeat([]byte{0xff}, 31)...)
	minus[31] = 0x7f
	return [][]byte{identity, identity, make([]byte, 32), unreduced, minus}
}()

// attackPayload has something else signed, or carried.
func (s manScene) attackPayload(g *manSigning) {
	var v strictjson.Value
	if err := v.UnmarshalJSON(g.payload); err != nil {
		panic(err)
	}
	members := slices.Clone(v.Members())
	slices.Reverse(members)
	reordered := strictjson.Record(members...).AppendTo(nil)
	other := manPayload(s.manifest())
	digest := sha256.Sum256(g.payload)
	switch s.int(9) {
	case 0:
		g.signed, g.carried = reordered, reordered
	case 1:
		g.signed = []byte(strings.ReplaceAll(string(g.payload), `,"`, `, "`))
		g.carried = g.signed
	case 2:
		g.signed, g.carried = other, other
	case 3:
		g.carried = append([]byte(" "), g.payload...)
	case 4: // detached, over nothing
		g.signed, g.carried = []byte{}, nil
	case 5: // detached, over the members as the document has them
		var members []strictjson.Member
		for _, name := range manSix {
			m, _ := v.Get(name)
			members = append(members, member(name, m))
		}
		g.signed, g.carried = strictjson.Record(members...).AppendTo(nil), nil
	case 6:
		g.signed, g.carried = digest[:], nil
	case 7, 8: // unencoded
		g.carried = nil
		g.input = func(header string, payload []byte) []byte { return []byte(header + "." + string(payload)) }
	case 9:
		g.carried = []byte("{}")
	}
}

// attackSegments has spare bits, or a signature of another length.
func (s manScene) attackSegments(g *manSigning) {
	if s.in(55) {
		at := s.int(2)
		if at == 1 && g.carried == nil {
			g.carried = g.payload
		}
		if at == 0 && s.in(70) { // signed as it is sent
			g.header = manLength(g.header)
			g.before = manSpare
			return
		}
		if at == 0 {
			g.header = manLength(g.header)
		}
		g.segment = func(i int, segment string) string {
			if i == at {
				return manSpare(segment)
			}
			return segment
		}
		return
	}
	edits := []func([]byte) []byte{
		func(b []byte) []byte { return b[:63] }, func(b []byte) []byte { return append(b, 0) }, func(b []byte) []byte { return append([]byte{0}, b...) },
		func(b []byte) []byte { return append(b, b...) },
	}
	if g.key.alg == "ES256" {
		wide := func(b []byte) []byte { return slices.Concat(make([]byte, 16), b[:32], make([]byte, 16), b[32:]) }
		edits = append(edits, manDER, wide, manDER, wide)
	}
	g.edit = pick(s.draw, edits)
}

// manLength adds spaces to a header until its base64url has spare bits.
func manLength(header string) string {
	for len(header)%3 == 0 {
		header += " "
	}
	return header
}

// manSpare sets the lowest bit of the last character, where it is spare.
func manSpare(segment string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	if len(segment)%4 == 0 || segment == "" {
		return segment
	}
	last := strings.IndexByte(alphabet, segment[len(segment)-1])
	return segment[:len(segment)-1] + string(alphabet[last|1])
}

// manDER is a signature of r and s as ASN.1 has it.
func manDER(b []byte) []byte {
	der, err := asn1.Marshal(struct{ R, S *big.Int }{new(big.Int).SetBytes(b[:32]), new(big.Int).SetBytes(b[32:])})
	if err != nil {
		panic(err)
	}
	return der
}

// attackNumbers has the numbers of a signature changed.
func (s manScene) attackNumbers(g *manSigning) {
	order := manOrder(g.key.alg)
	edits := []func([]byte) []byte{
		func(b []byte) []byte { return make([]byte, 64) },
		func(b []byte) []byte { return slices.Concat(b[32:], b[:32]) },
		func(b []byte) []byte { b[40] ^= 1; return b },
		func(b []byte) []byte { b[0] ^= 1; return b },
		func(b []byte) []byte { return manOtherS(g.key.alg, b, order) },
		func(b []byte) []byte { return manOtherS(g.key.alg, b, order) },
		func(b []byte) []byte { return slices.Repeat(order.FillBytes(make([]byte, 32)), 2) },
	}
	g.edit = pick(s.draw, edits)
}

// manOrder is the order of the group (FIPS 186-5; RFC 8032 section 5.1).
func manOrder(alg string) *big.Int {
	hex := map[string]string{
		"EdDSA": "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed",
		"ES256": "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
	}[alg]
	n, _ := new(big.Int).SetString(hex, 16)
	return n
}

// manOtherS has the other s for which the equation holds: for ES256 the order
// less s, which is right; for EdDSA the order and S, which is not.
func manOtherS(alg string, b []byte, order *big.Int) []byte {
	s := slices.Clone(b[32:])
	if alg == "ES256" {
		return slices.Concat(b[:32], new(big.Int).Sub(order, new(big.Int).SetBytes(s)).FillBytes(make([]byte, 32)))
	}
	slices.Reverse(s)
	s = new(big.Int).Add(order, new(big.Int).SetBytes(s)).FillBytes(make([]byte, 32))
	slices.Reverse(s)
	return slices.Concat(b[:32], s)
}
