package gen

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/conform-suite/conform/internal/strictjson"
)

// The members of a manifest.
const (
	manSpec    = "languageSpecUri"
	manVersion = "languageVersion"
	manCapsule = "capsuleSha256"
	manOrigin  = "implementationOrigin"
	manReport  = "conformanceReportUrl"
	manDigest  = "conformanceReportSha256"
	manJWS     = "sourceManifestJws"
)

var manSix = []string{manSpec, manVersion, manCapsule, manOrigin, manReport, manDigest}

// manValidate are the kinds of manifests.validate.
var manValidate = []manKind{
	{share{"valid", 6}, manValidated(manScene.plain)},
	{share{"at-limit", 12}, manValidated(manScene.atLimit)},
	{share{"jws-shape", 6}, manValidated(func(s manScene) []byte { return s.signedAs(pick(s.draw, manShapes)) })},
	{share{"jws-no-shape", 9}, manValidated(func(s manScene) []byte { return s.signedAs(pick(s.draw, manNoShapes)) })},
	{share{"missing", 4}, manValidated(manScene.missing)},
	{share{"unknown", 6}, manValidated(manScene.unknown)},
	{share{"type", 5}, manValidated(manScene.mistyped)},
	{share{"version", 5}, manValidated(manScene.otherVersion)},
	{share{"digest", 7}, manValidated(manScene.noDigest)},
	{share{"url-head", 7}, manValidated(manScene.urlHead)},
	{share{"url-owner", 5}, manValidated(manScene.urlOwner)},
	{share{"url-commit", 7}, manValidated(manScene.urlCommit)},
	{share{"url-path", 8}, manValidated(manScene.urlPath)},
	{share{"repeated", 3}, manValidated(manScene.repeated)},
	{share{"no-json", 6}, manValidated(manScene.noJSON)},
	{share{"size", 2}, manValidated(manScene.sized)},
	{share{"params", 2}, manDamaged(manValidated(manScene.plain))},
}

func manValidated(document func(manScene) []byte) func(manScene) strictjson.Value {
	return func(s manScene) strictjson.Value {
		return strictjson.Record(member("document", s.bytes(document(s))))
	}
}

// badDocument is no manifest, for one reason of any kind.
func (s manScene) badDocument() []byte {
	return pick(s.draw, []func(manScene) []byte{
		manScene.missing, manScene.unknown, manScene.mistyped, manScene.otherVersion, manScene.noDigest, manScene.urlHead, manScene.urlOwner,
		manScene.urlCommit, manScene.urlPath, manScene.repeated, manScene.noJSON, func(s manScene) []byte { return s.signedAs(pick(s.draw, manNoShapes)) },
	})(s)
}

// manifest is the members of a right manifest that is not signed.
func (s manScene) manifest() strictjson.Value {
	commit := pick(s.draw, manCommits)
	origin := manURL{owner: pick(s.draw, manOwners), repo: pick(s.draw, manRepos), kind: "tree", commit: commit, path: pick(s.draw, []string{"", "/src", "/src/a_b"})}
	report := origin
	report.kind, report.path = "blob", "/conformance_report.json"
	if s.in(10) {
		report.commit = pick(s.draw, manCommits)
	}
	if s.in(15) {
		origin.kind, origin.path = "blob", "/bridge.py"
	}
	spec := manURL{owner: "lang-lab", repo: "tongue", kind: "blob", commit: pick(s.draw, manCommits), path: pick(s.draw, []string{"/spec.md", "/docs/v0_1.md"})}
	return manifestOf(spec.String(), "0.1.0", s.digest(), origin.String(), report.String(), s.digest())
}

func manifestOf(values ...string) strictjson.Value {
	var members []strictjson.Member
	for i, name := range manSix {
		members = append(members, member(name, strictjson.Text(values[i])))
	}
	return strictjson.Record(members...)
}

// digest is one of 256 digests, so that source ids begin and end with zeros too.
func (s manScene) digest() string { return manSHA256([]byte(strconv.Itoa(s.int(255)))) }

func manSHA256(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// plain is the document of a right manifest, perhaps with a signature that has
// the right shape.
func (s manScene) plain() []byte {
	v := s.manifest()
	if s.in(30) {
		v = manSet(v, manJWS, strictjson.Text(pick(s.draw, manShapes)))
	}
	return s.document(v)
}

// document writes a manifest in one of the ways that JSON allows.
func (s manScene) document(v strictjson.Value) []byte {
	if s.in(50) {
		return v.AppendTo(nil)
	}
	members := slices.Clone(v.Members())
	switch s.int(3) {
	case 0:
		slices.Reverse(members)
	case 1:
		slices.SortFunc(members, func(a, b strictjson.Member) int { return strings.Compare(a.Name, b.Name) })
	case 2:
		at := s.int(len(members) - 1)
		members = append(members[at:], members[:at]...)
	}
	space := pick(s.draw, []string{"", "", " ", "\n", "\t", "\r\n  "})
	escape := pick(s.draw, []func(string) string{
		func(s string) string { return s },
		func(s string) string { return strings.ReplaceAll(s, "/", `\/`) },
		func(s string) string { return strings.ReplaceAll(s, "a", `\u0061`) },
		func(s string) string { return strings.ReplaceAll(s, "o", `\u006F`) },
	})
	var parts []string
	for _, m := range members {
		parts = append(parts, escape(strictjson.Text(m.Name).String())+space+":"+space+escape(m.Value.String()))
	}
	return []byte(space + "{" + space + strings.Join(parts, space+","+space) + space + "}" + space)
}

// with is the document of a manifest with one member set.
func (s manScene) with(name, value string) []byte {
	return s.document(manSet(s.manifest(), name, strictjson.Text(value)))
}

func (s manScene) signedAs(jws string) []byte { return s.with(manJWS, jws) }

// atLimit is right, and as far as a rule lets it go.
func (s manScene) atLimit() []byte {
	spec := manURL{owner: "lang-lab", repo: "tongue", kind: "blob", commit: manCommits[0], path: "/spec.md"}
	switch s.int(9) {
	case 0:
		spec.owner = pick(s.draw, []string{"o", "7", "a--b", "Z9"})
	case 1:
		spec.owner = strings.Repeat("a", 39)
	case 2:
		spec.repo = pick(s.draw, []string{"_", "a.b", "...", ".github", "r_r", "a..b"})
	case 3:
		spec.path = pick(s.draw, []string{"/.hidden", "/a/...", "/..a", "/a../b", "/p", "/A/B_9/c-d.e"})
	case 4:
		spec.path = "/" + strings.Repeat("p", 2_048-len(spec.String())+len(spec.path)-1)
	case 5:
		return s.with(manOrigin, manURL{owner: "o", repo: "r", kind: "blob", commit: manCommits[1], path: "/p"}.String())
	case 6:
		return s.with(manOrigin, manURL{owner: "o", repo: "r", kind: "tree", commit: manCommits[1]}.String())
	case 7:
		return s.signedAs("AA.." + strings.Repeat("A", 16_384-4))
	case 8:
		return s.with(pick(s.draw, []string{manCapsule, manDigest}), pick(s.draw, []string{strings.Repeat("0", 64), strings.Repeat("1234567890abcdef", 4)}))
	case 9:
		spec.commit = pick(s.draw, []string{strings.Repeat("0", 40), strings.Repeat("abcdef01", 5)})
	}
	return s.with(manSpec, spec.String())
}

// sized is a document of the greatest length, or of one byte more.
func (s manScene) sized() []byte {
	b := s.document(s.manifest())
	return append(b, strings.Repeat(" ", 1<<16-len(b)+s.int(1))...)
}

func (s manScene) missing() []byte {
	if s.in(8) {
		return []byte(`{"sourceManifestJws":"AA..AA"}`)
	}
	return s.document(manDrop(s.manifest(), pick(s.draw, manSix)))
}

func (s manScene) unknown() []byte {
	v := s.manifest()
	if s.in(50) {
		m := pick(s.draw, manUnknown)
		return s.document(manSet(v, m.Name, m.Value))
	}
	names := pick(s.draw, manMisnamed)
	value, _ := v.Get(names[0])
	if names[0] == manJWS {
		value = strictjson.Text("AA..AA")
	}
	return s.document(manSet(manDrop(v, names[0]), names[1], value))
}

var manUnknown = []strictjson.Member{
	member("x", strictjson.Text("y")), member("trackingId", strictjson.Value{}), member("$schema", strictjson.Text("https://example.org/s")),
	member("", strictjson.Value{}), member("__proto__", strictjson.Record()), member("languageversion", strictjson.Text("0.1.0")),
}

var manMisnamed = [][2]string{
	{manVersion, "LanguageVersion"}, {manCapsule, "capsule_sha256"}, {manJWS, "sourceManifestJWS"}, {manSpec, "language_spec_uri"},
	{manSpec, "languageSpecUrl"}, {manDigest, "conformancereportsha256"}, {manJWS, "sourceManifestJwſ"},
}

func (s manScene) mistyped() []byte {
	v := s.manifest()
	name := pick(s.draw, manSix)
	value, _ := v.Get(name)
	switch s.int(6) {
	case 0:
		return s.document(manSet(v, manJWS, strictjson.Value{}))
	case 1:
		return s.document(manSet(v, manJWS, pick(s.draw, []strictjson.Value{strictjson.Boolean(false), strictjson.Integer(0), strictjson.List(), strictjson.Text("")})))
	case 2:
		return s.document(manSet(v, pick(s.draw, []string{manCapsule, manDigest}), number("1234567890123456789012345678901234567890123456789012345678901234")))
	case 3:
		return s.document(manSet(v, name, strictjson.List(value)))
	case 4:
		return s.document(manSet(v, name, strictjson.Value{}))
	case 5:
		return s.document(manSet(v, name, pick(s.draw, []strictjson.Value{strictjson.Boolean(true), strictjson.Record(), number("0.1")})))
	}
	return strictjson.List(v).AppendTo(nil)
}

func (s manScene) otherVersion() []byte { return s.with(manVersion, pick(s.draw, manVersions)) }

var manVersions = []string{
	"0.1.1", "0.1", "v0.1.0", "0.1.0-rc.1", "0.1.0+1", "0x1x0", "0.1.0\n", " 0.1.0", "00.1.0", "0.01.0", "0.1.0.0", "", "0.1.10", "1.0.0", "0․1․0",
}

func (s manScene) noDigest() []byte {
	name := pick(s.draw, []string{manCapsule, manDigest})
	d := s.digest()
	return s.with(name, pick(s.draw, []string{
		strings.ToUpper(d), d[:63], d + "0", d + "\n", "sha256:" + d, d[:63] + "g", d[:63] + "F", d[:40], "", " " + d, "0x" + d[:62], d[:63] + "а",
	}))
}

// repeated has a member twice.
func (s manScene) repeated() []byte {
	v := s.manifest()
	name := pick(s.draw, []string{manVersion, manCapsule, manSpec})
	text := strings.TrimSuffix(v.String(), "}")
	value, _ := v.Get(name)
	escaped := `"` + `\u00` + hex.EncodeToString([]byte(name[:1])) + name[1:] + `"`
	switch s.int(4) {
	case 0: // the last one right
		return []byte(`{"` + name + `":"0.0.9",` + text[1:] + "}")
	case 1: // the first one right
		return []byte(text + `,"` + name + `":"0.0.9"}`)
	case 2:
		return []byte(text + `,"` + name + `":` + value.String() + "}")
	case 3:
		return []byte(text + `,` + escaped + `:` + value.String() + "}")
	}
	return []byte(text + `,"sourceManifestJws":"AA..AA","sourceManifestJws":"AA.AA.AA"}`)
}

// noJSON is what lenient readers take for JSON.
func (s manScene) noJSON() []byte {
	text := s.manifest().String()
	at := func(after, add string) string { return strings.Replace(text, after, after+add, 1) }
	switch s.int(15) {
	case 0:
		return []byte("\ufeff" + text)
	case 1:
		return []byte(text + pick(s.draw, []string{text, "}", ",", "x", "\n{}"}))
	case 2:
		return []byte(text + "\x00" + pick(s.draw, []string{"", "x"}))
	case 3:
		return []byte(pick(s.draw, []string{"\f", "\u00a0", "\u0085"}) + text)
	case 4:
		return []byte(text + pick(s.draw, []string{"\u00a0", "\v", "\u2028"}))
	case 5:
		return []byte(strings.TrimSuffix(text, "}") + ",}")
	case 6:
		return []byte(at("{", "/* a comment */"))
	case 7:
		return []byte(at("0.1.0", "\t"))
	case 8:
		return []byte(at("0.1.0", "\xff"))
	case 9:
		return []byte(at("0.1.0", `\ud800`))
	case 10:
		return manUTF16(text, s.in(50), s.in(50))
	case 11:
		return []byte(text[:len(text)-1-s.int(20)])
	case 12:
		return []byte(pick(s.draw, []string{"", " ", "null", "0", `"x"`, "[]", "{}"}))
	case 13:
		return []byte(strictjson.Text(text).String())
	case 14:
		return []byte(strings.ReplaceAll(text, `"`, "'"))
	}
	return []byte(at("0.1.0", pick(s.draw, []string{`\x20`, "\xc0\x80", "\n", `\u{20}`})))
}

func manUTF16(text string, big, mark bool) []byte {
	if mark {
		text = "\ufeff" + text
	}
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			out = append(out, byte(u>>8), byte(u))
		} else {
			out = append(out, byte(u), byte(u>>8))
		}
	}
	return out
}

// manShapes have the shape of a signature, whatever they hold.
var manShapes = []string{
	"AA..AA", "AA.AA.AA", "AAA.AAAA.AA", "AAAA.AA.AAA", "-_..-_", "AB..AA", "AA.AB.AA", "AA..AB", "bm9uZQ..AA",
	base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "..AA", base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"EdDSA"}`)) + ".e30.AAAA",
}

var manNoShapes = []string{
	"AA.AA", "AAA.AA", "AA.AA.AA.AA", ".AA.AA", "..AA", "AA.AA.", "AA..", "..", "A.AA.AA", "AA.A.AA", "AA.AA.AAAAA", "AAAAA..AA", "AA=.AA.AA", "AA..AA==", "A+..AA", "AA./A.AA",
	" AA..AA", "AA..AA\n", "AA..A\nA", "AA.\tAA.AA", "", "AA", "AA..Aé", "AA.." + strings.Repeat("A", 16_384-3), "AA." + strings.Repeat("A", 16_384-4) + ".AA",
}
