package gen

import (
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// manAssess are the kinds of manifests.assess.
var manAssess = []manKind{
	{share{"climb", 22}, manClimb(func(s manScene, c *manEvidence) {}, 45)},
	{share{"at-top", 6}, manClimb(func(s manScene, c *manEvidence) {}, 0)},
	{share{"version", 4}, manClimb(manScene.expectVersion, 30)},
	{share{"digest-mismatch", 8}, manClimb(manScene.mismatch, 25)},
	{share{"signature-invalid", 8}, manClimb(manScene.spoilSignature, 25)},
	{share{"report-signature", 16}, manClimb(manScene.spoilReportSignature, 8)},
	{share{"report-form", 9}, manClimb(manScene.spoilReportForm, 3)},
	{share{"report-content", 13}, manClimb(manScene.spoilReport, 3)},
	{share{"several", 4}, manClimb(manScene.spoilSeveral, 0)},
	{share{"document", 5}, manClimb(func(s manScene, c *manEvidence) { c.document = s.badOrRepeated() }, 85)},
	{share{"params", 5}, manDamaged(manClimb(func(s manScene, c *manEvidence) {}, 30), "agent_card_authenticated")},
}

func (s manScene) badOrRepeated() []byte {
	if s.in(40) {
		return s.repeated()
	}
	return s.badDocument()
}

// manEvidence is what a manifest is assessed on. Everything is right and given
// until something is spoilt or left out.
type manEvidence struct {
	manifest        strictjson.Value // unsigned, with the digests of the artifacts
	capsule, report []byte
	own, reports    *manSigning // own is nil for an unsigned manifest
	document        []byte      // nil: the manifest, signed
	rsig            string      // "" is the signature by reports
	suites          []string
	version         strictjson.Value // null: none is expected

	absent []string // params that are left out
	spoilt []func() // what is spoilt when all the rest is made
}

// manClimb is a case in which each optional param is absent in so many of 100.
func manClimb(spoil func(manScene, *manEvidence), absent int) func(manScene) strictjson.Value {
	return func(s manScene) strictjson.Value {
		c := &manEvidence{capsule: pick(s.draw, manCapsules), suites: pick(s.draw, [][]string{{manSuite}, {"h1:other", manSuite}, {manSuite, manSuite}})}
		manifest := s.manifest()
		c.report = manReportOf(manText(manifest, manOrigin))
		c.manifest = manSet(manifest, manCapsule, strictjson.Text(manSHA256(c.capsule)))
		for _, name := range []string{"keys", "capsule", "report", "report_signature", "report_keys", "accepted_suites"} {
			if s.in(absent) {
				c.absent = append(c.absent, name)
			}
		}
		unsigned := s.in(absent / 2)
		spoil(s, c)
		c.finish(s, unsigned)
		return c.params(s)
	}
}

// finish signs the report and the manifest that names it.
func (c *manEvidence) finish(s manScene, unsigned bool) {
	c.manifest = manSet(c.manifest, manDigest, strictjson.Text(manSHA256(c.report)))
	c.reports = s.signing(c.report)
	c.reports.carried = nil
	c.reports.header = manReportHeader(c.reports.key, "")
	if !unsigned {
		c.own = s.signing(manPayload(c.manifest))
	}
	for _, spoil := range c.spoilt {
		spoil()
	}
	if c.document == nil {
		v := c.manifest
		if c.own != nil {
			v = manSet(v, manJWS, strictjson.Text(c.own.jws()))
		}
		c.document = s.document(v)
	}
	if c.rsig == "" {
		c.rsig = c.reports.jws()
	}
}

// manReportHeader is a report's header, with more members at its end.
func manReportHeader(k manKey, more string) string {
	return `{"alg":"` + k.alg + `","iat":1767225600,"kid":"` + manText(k.jwk, "kid") + `","typ":"conform-report+jws"` + more + `}`
}

func (c *manEvidence) params(s manScene) strictjson.Value {
	keys := manKeySet(manKeys()[0].jwk)
	if c.own != nil {
		keys = manKeySet(c.own.keys...)
	}
	members := []strictjson.Member{member("document", s.bytes(c.document)), member("agent_card_authenticated", strictjson.Boolean(s.in(60)))}
	for _, m := range []strictjson.Member{
		member("keys", keys), member("capsule", s.bytes(c.capsule)), member("report", s.bytes(c.report)), member("report_signature", strictjson.Text(c.rsig)),
		member("report_keys", manKeySet(c.reports.keys...)), member("accepted_suites", strictjson.Texts(c.suites)),
	} {
		switch {
		case !slices.Contains(c.absent, m.Name):
			members = append(members, m)
		case s.in(10):
			members = append(members, member(m.Name, strictjson.Value{}))
		}
	}
	switch {
	case !c.version.IsNull():
		members = append(members, member("expected_version", c.version))
	case s.in(20):
		members = append(members, member("expected_version", pick(s.draw, []strictjson.Value{strictjson.Text("0.1.0"), {}})))
	}
	return strictjson.Record(members...)
}

const manSuite = "h1:u49v4MZpOxnFZl4D+OIYGrAZ1gasMq/gB5jEnn9ml9k="

var manCapsules = [][]byte{
	[]byte("capsule"), []byte("{\"grammar\":\"tongue\"}\n"), {}, []byte("{ \"b\":1.0, \"a\":2 }"), []byte("\xff\x00\xfe"), []byte("line\r\n"), []byte("é\n"),
}

// manReportOf is the canonical text of a conformant report on an origin's commit.
func manReportOf(origin string) []byte {
	commit := strings.Split(origin, "/")[6]
	return []byte(`{"format":"conform-report/1","profiles":[{"profile":"manifests","verdict":"conformant"},{"profile":"events","verdict":"not-claimed"}],` +
		`"subject":{"revision":"` + commit + `"},"suite":{"digest":"` + manSuite + `"}}`)
}

func (s manScene) expectVersion(c *manEvidence) {
	c.version = strictjson.Text(pick(s.draw, []string{"0.1.1", "0.1", "", " 0.1.0", "0.2.0", "0.1.0\n", "v0.1.0", "0.1.0"}))
}

// mismatch has an artifact, or the manifest, say something else.
func (s manScene) mismatch(c *manEvidence) {
	kept := pick(s.draw, [][]string{{}, {"report"}, {"capsule"}})
	c.absent = slices.DeleteFunc(c.absent, func(name string) bool { return name == "capsule" || name == "report" })
	c.absent = append(c.absent, kept...)
	c.spoilt = append(c.spoilt, func() {
		other := pick(s.draw, []func([]byte) []byte{
			func(b []byte) []byte { return append(slices.Clone(b), '\n') }, func(b []byte) []byte { return append(slices.Clone(b), ' ') },
			func([]byte) []byte { return nil }, func([]byte) []byte { return []byte("other") },
		})
		if slices.Contains(kept, "capsule") || s.in(50) && !slices.Contains(kept, "report") {
			c.report = other(c.report)
			if s.in(60) {
				c.absent = append(c.absent, "report_signature")
			}
		} else {
			c.capsule = other(c.capsule)
			if len(c.capsule) == 0 {
				c.capsule = []byte("x")
			}
		}
	})
}

// spoilSignature has a manifest's signature that does not verify, or no key
// for it.
func (s manScene) spoilSignature(c *manEvidence) {
	c.absent = slices.DeleteFunc(c.absent, func(name string) bool { return name == "keys" })
	c.spoilt = append(c.spoilt, func() {
		if c.own == nil {
			c.own = s.signing(manPayload(c.manifest))
		}
		switch s.int(4) {
		case 0:
			c.own.keys = nil
		case 1:
			c.own.signed = []byte("other")
		case 2:
			c.own.edit = func(b []byte) []byte { b[9] ^= 1; return b }
		case 3:
			s.attackHeader(c.own)
		case 4:
			s.attackCrit(c.own)
		}
	})
}

// spoilReportSignature has a report's signature with something wrong.
func (s manScene) spoilReportSignature(c *manEvidence) {
	if s.in(20) { // the climb would not need it
		c.absent = append(c.absent, pick(s.draw, [][]string{{"capsule"}, {"keys"}, {"capsule", "keys"}})...)
	}
	if s.in(15) {
		c.report = []byte(pick(s.draw, []string{"{}", "x", `{"format":"other"}`}))
	}
	c.spoilt = append(c.spoilt, func() {
		g := c.reports
		right := func(drop string) string { return strings.Replace(g.header, drop, "", 1) }
		iat := func(v string) string { return strings.Replace(g.header, "1767225600", v, 1) }
		typ := func(v string) string { return strings.Replace(g.header, `"conform-report+jws"`, v, 1) }
		switch s.int(13) {
		case 0:
			g.carried = g.payload
		case 1:
			g.header = right(`,"typ":"conform-report+jws"`)
		case 2:
			g.header = right(`,"kid":"` + manText(g.key.jwk, "kid") + `"`)
		case 3:
			g.header = right(`"iat":1767225600,`)
		case 4:
			g.header = iat(pick(s.draw, []string{`"1767225600"`, "1767225600.0", "1.5", "null", "1e9", "-0", "9007199254740992"}))
		case 5:
			g.header = manReportHeader(g.key, pick(s.draw, []string{`,"cty":"json"`, `,"jwk":{}`, `,"x":1`, `,"crit":[]`, `,"b64":true`}))
		case 6:
			g.header = typ(pick(s.draw, []string{`"Conform-Report+JWS"`, `"JOSE"`, `null`, `"application/conform-report+jws"`}))
		case 7:
			g.signed = []byte("other")
		case 8:
			g.keys = pick(s.draw, [][]strictjson.Value{nil, {manKeys()[1].jwk}, nil, {g.key.jwk, g.key.jwk}})
		case 9: // signed with a key that is given for the manifest alone
			if c.own != nil {
				g.key = manKeys()[1]
				g.header = manReportHeader(g.key, "")
				g.keys = []strictjson.Value{manKeys()[0].jwk}
				c.own.keys = append(c.own.keys, g.key.jwk)
				c.own.header = `{"alg":"` + c.own.key.alg + `","kid":"` + manText(c.own.key.jwk, "kid") + `"}`
				c.own.keys = manWithoutTwins(c.own.keys)
			}
		case 10:
			c.rsig = pick(s.draw, []string{"x", "..", "AA..AA", c.rsigOfManifest()})
		case 11:
			g.edit = func(b []byte) []byte { b[9] ^= 1; return b }
		case 12: // right: as far as it may go
			g.header = iat(pick(s.draw, []string{"0", "-1", "9007199254740991"}))
		case 13:
			g.header = strings.ReplaceAll(g.header, ":", ": ")
		}
	})
}

// rsigOfManifest is the manifest's own signature, sent as the report's.
func (c *manEvidence) rsigOfManifest() string {
	if c.own == nil {
		return "AA..AA"
	}
	return c.own.jws()
}

// manWithoutTwins has one key of each kid.
func manWithoutTwins(keys []strictjson.Value) []strictjson.Value {
	var out []strictjson.Value
	for _, k := range keys {
		if !slices.ContainsFunc(out, func(o strictjson.Value) bool { return manText(o, "kid") == manText(k, "kid") }) {
			out = append(out, k)
		}
	}
	return out
}

// spoilReportForm has a report that is rightly signed and not in canonical
// form, or not of the right format.
func (s manScene) spoilReportForm(c *manEvidence) {
	text := string(c.report)
	edits := []string{
		strings.Replace(text, ":", ": ", 1), text + "\n", text + "\n", strings.Replace(text, `"suite"`, `"\u0073uite"`, 1), strings.TrimSuffix(text, "}") + `,"zz":1.0}`,
		strings.Replace(text, `{"format":"conform-report/1",`, `{`, 1), strings.Replace(text, "report/1", "report/2", 1), strings.Replace(text, "report/1", "report/10", 1),
		strings.TrimSuffix(text, "}") + `,"suite":{}}`, "{" + text[strings.Index(text, `"profiles"`):len(text)-1] + `,"format":"conform-report/1"}`,
		"", "[]", "null", "[" + text + "]", "\ufeff" + text, strings.TrimSuffix(text, "}") + ",\"zz\":\"\xff\"}", strings.Replace(text, `"conform-report/1"`, "1", 1),
		strings.TrimSuffix(text, "}") + `,"zz":{"é":[null,true,1e+21]}}`, strings.Replace(text, `{"format"`, `{"aa":1,"format"`, 1),
	}
	c.report = []byte(pick(s.draw, edits))
}

// spoilReport has a report that says something else.
func (s manScene) spoilReport(c *manEvidence) {
	text := string(c.report)
	commit := strings.Split(manText(c.manifest, manOrigin), "/")[6]
	replace := func(old string, with ...string) string { return strings.Replace(text, old, pick(s.draw, with), 1) }
	profiles := text[strings.Index(text, `"profiles":`)+len(`"profiles":`) : strings.Index(text, `,"subject"`)]
	revision := `{"revision":"` + commit + `"}`
	switch s.int(7) {
	case 0:
		text = replace(manSuite, "h1:x", "", manSuite+"x", manSuite[:20])
	case 1:
		text = replace(`{"digest":"`+manSuite+`"}`, "{}", `"`+manSuite+`"`, `{"digest":["`+manSuite+`"]}`, `{"digest":null}`)
	case 2:
		other := pick(s.draw, manCommits)
		text = replace(revision, `{"revision":"`+other+`"}`, `{"revision":"`+commit[:7]+`"}`, "{}", "null", `{"revision":null}`, `{"revision":""}`, `"`+commit+`"`)
		if s.in(30) { // the commit that is elsewhere in the manifest
			c.manifest = manSet(c.manifest, manReport, strictjson.Text(manURL{owner: "o", repo: "r", kind: "blob", commit: other, path: "/p"}.String()))
			text = strings.Replace(string(c.report), commit, other, 1)
		}
	case 3, 4, 5:
		text = replace(profiles, manProfiles...)
	case 6:
		c.suites = pick(s.draw, [][]string{nil, {"h1:other"}, {manSuite + " "}, {manSuite[:10]}, {"h1:other", manSuite}})
	case 7: // the report's revision is in the path of the origin
		other := manCommits[2]
		c.manifest = manSet(c.manifest, manOrigin, strictjson.Text(manURL{owner: "o", repo: "r", kind: "tree", commit: other, path: "/" + commit}.String()))
	}
	c.report = []byte(text)
}

// manProfiles are lists of profiles, right and wrong.
var manProfiles = []string{
	`[{"verdict":"conformant"}]`, `[{"verdict":"conformant"},{"verdict":"conformant"}]`, `[{"verdict":"not-claimed"},{"verdict":"conformant"}]`,
	`[{"verdict":"conformant"},{"verdict":"non-conformant"}]`, `[{"verdict":"non-conformant"},{"verdict":"conformant"}]`, `[{"verdict":"conformant"},{"verdict":"incomplete"}]`,
	`[{"verdict":"conformant"},{"verdict":"incomplete"}]`, `[{"verdict":"incomplete"}]`, `[{"verdict":"not-claimed"}]`, `[]`, `[{"verdict":"conformant"},{}]`, `[{"verdict":"conformant"},{"verdict":null}]`, `["conformant"]`,
	`{"manifests":{"verdict":"conformant"}}`, `null`, `[{"verdict":"Conformant"}]`, `[{"verdict":"conformant"},null]`, `[{"verdict":true}]`,
}

// spoilSeveral has more than one thing wrong: it is the code that tells.
func (s manScene) spoilSeveral(c *manEvidence) {
	if s.in(60) {
		s.expectVersion(c)
	}
	s.spoilSignature(c)
	if s.in(70) {
		s.mismatch(c)
	}
}
