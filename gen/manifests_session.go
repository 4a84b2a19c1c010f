package gen

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// manSourceID is the source id of a manifest, its signature left out.
func manSourceID(v strictjson.Value) string {
	sum := sha256.Sum256(manPayload(manDrop(v, manJWS)))
	return hex.EncodeToString(sum[:16])
}

// manResolve are the kinds of manifests.resolve.
var manResolve = []manKind{
	{share{"found", 28}, manResolved(func(s manScene, p *manPinned) {})},
	{share{"copies", 12}, manResolved(manScene.pinCopy)},
	{share{"collision", 14}, manResolved(manScene.pinTwin)},
	{share{"collision-elsewhere", 6}, manResolved(func(s manScene, p *manPinned) { s.pinTwin(p); p.ask(s) })},
	{share{"unknown", 22}, manResolved(manScene.askOther)},
	{share{"invalid-pinned", 14}, manResolved(func(s manScene, p *manPinned) { s.pinBad(p) })},
	{share{"params", 4}, manDamaged(manResolved(func(s manScene, p *manPinned) {}))},
}

// manPinned is what is pinned, and which id is asked for.
type manPinned struct {
	manifests []strictjson.Value
	documents [][]byte // written as the manifests are, unless one is put in
	asked     strictjson.Value
	id        string
}

// pinned pins one to three different manifests and asks for one of them.
func (s manScene) pinned() *manPinned {
	p := &manPinned{}
	for range 1 + s.int(2) {
		v := s.manifest()
		if s.in(25) {
			v = manSet(v, manJWS, strictjson.Text(pick(s.draw, manShapes)))
		}
		if !slices.ContainsFunc(p.manifests, func(o strictjson.Value) bool { return manSourceID(o) == manSourceID(v) }) {
			p.add(s, v)
		}
	}
	p.ask(s)
	return p
}

func (p *manPinned) add(s manScene, v strictjson.Value) {
	p.manifests = append(p.manifests, v)
	p.documents = append(p.documents, s.document(v))
}

func (p *manPinned) ask(s manScene) {
	p.asked = pick(s.draw, p.manifests)
	p.id = manSourceID(p.asked)
}

func (p *manPinned) params(s manScene) strictjson.Value {
	var list []strictjson.Value
	for _, d := range p.documents {
		list = append(list, s.bytes(d))
	}
	return strictjson.List(list...)
}

func manResolved(edit func(manScene, *manPinned)) func(manScene) strictjson.Value {
	return func(s manScene) strictjson.Value {
		p := s.pinned()
		edit(s, p)
		return strictjson.Record(member("pinned", p.params(s)), member("source_id", strictjson.Text(p.id)))
	}
}

// pinCopy pins a manifest once more, as it is or written in another way.
func (s manScene) pinCopy(p *manPinned) {
	i := s.int(len(p.manifests) - 1)
	d := p.documents[i]
	if s.in(60) {
		d = s.document(p.manifests[i])
	}
	at := s.int(len(p.documents))
	p.documents = slices.Insert(p.documents, at, d)
	p.manifests = slices.Insert(p.manifests, at, p.manifests[i])
	if s.in(50) {
		p.ask(s)
	}
}

// pinTwin pins the manifest asked for with another signature, or without.
func (s manScene) pinTwin(p *manPinned) {
	twin := manDrop(p.asked, manJWS)
	if !slices.ContainsFunc(p.asked.Members(), func(m strictjson.Member) bool { return m.Name == manJWS }) || s.in(40) {
		twin = manSet(p.asked, manJWS, strictjson.Text(pick(s.draw, []string{"AA..AQ", "AB..AQ", "AAAA.AAAA.AAAA"})))
	}
	at := s.int(len(p.documents))
	p.documents = slices.Insert(p.documents, at, s.document(twin))
	p.manifests = slices.Insert(p.manifests, at, twin)
	if s.in(25) {
		s.pinCopy(p)
		p.id = manSourceID(p.asked)
	}
}

// askOther asks for what is no pinned manifest's id, or almost one.
func (s manScene) askOther(p *manPinned) {
	digest := manSHA256(manPayload(manDrop(p.asked, manJWS)))
	p.id = pick(s.draw, []string{
		strings.ToUpper(p.id), p.id[:31], p.id + "0", digest, digest[32:], p.id[:16], p.id + "\n", " " + p.id, "", "sha256:" + p.id, "0", strings.Repeat("0", 32), strings.TrimLeft(p.id, "0"),
	})
	if s.in(10) {
		p.documents = nil
	}
}

// pinBad pins what is no manifest.
func (s manScene) pinBad(p *manPinned) {
	p.documents = slices.Insert(p.documents, s.int(len(p.documents)), s.badDocument())
}

// manCard are the kinds of manifests.agent_card.
var manCard = []manKind{
	{share{"found", 24}, manCarded(func(s manScene, c *manAgentCard) {})},
	{share{"other-uri", 16}, manCarded(func(s manScene, c *manAgentCard) { c.uri = pick(s.draw, manURIs) })},
	{share{"elsewhere", 18}, manCarded(func(s manScene, c *manAgentCard) { c.misplace = 1 + s.int(8) })},
	{share{"twice", 14}, manCarded(func(s manScene, c *manAgentCard) { c.twice = true })},
	{share{"invalid-manifest", 20}, manCarded(manScene.spoilCard)},
	{share{"no-card", 6}, func(s manScene) strictjson.Value {
		return strictjson.Record(member("card", pick(s.draw, append([]strictjson.Value{s.manifest()}, manOddValues...))))
	}},
	{share{"params", 2}, manDamaged(manCarded(func(s manScene, c *manAgentCard) {}))},
}

const manURI = "urn:urusilla:experimental:0.1"

var manURIs = []string{
	"urn:urusilla:experimental:0.2", "URN:urusilla:experimental:0.1", "urn:urusilla:experimental", manURI + " ", manURI + ".1", "urn:urusilla:Experimental:0.1", "", "https://example.org/ext",
}

// manAgentCard is an agent card in the making.
type manAgentCard struct {
	manifest strictjson.Value
	uri      string
	misplace int // 0: nothing is in the wrong place
	twice    bool
}

func manCarded(edit func(manScene, *manAgentCard)) func(manScene) strictjson.Value {
	return func(s manScene) strictjson.Value {
		c := &manAgentCard{manifest: s.manifest(), uri: manURI}
		if s.in(30) {
			c.manifest = manSet(c.manifest, manJWS, strictjson.Text(pick(s.draw, manShapes)))
		}
		if s.in(30) {
			members := slices.Clone(c.manifest.Members())
			slices.Reverse(members)
			c.manifest = strictjson.Record(members...)
		}
		edit(s, c)
		return strictjson.Record(member("card", c.card(s)))
	}
}

// card is the card: other extensions before and after, in the right place or not.
func (c *manAgentCard) card(s manScene) strictjson.Value {
	params := strictjson.Record(member("sourceManifest", c.manifest))
	if s.in(30) {
		params = manSet(params, "note", strictjson.Text("x"))
	}
	extension := strictjson.Record(member("uri", strictjson.Text(c.uri)), member("params", params))
	switch c.misplace {
	case 1:
		extension = strictjson.Record(member("uri", strictjson.Text(c.uri)), member("sourceManifest", c.manifest))
	case 2:
		extension = manSet(extension, "params", pick(s.draw, []strictjson.Value{{}, strictjson.List(params), c.manifest, strictjson.Record(member("source_manifest", c.manifest))}))
	case 3:
		extension = manDrop(extension, pick(s.draw, []string{"params", "uri"}))
	case 4:
		extension = manSet(extension, "params", strictjson.Record(member("sourceManifest", strictjson.Value{})))
	}
	list := c.around(s, extension)
	extensions := strictjson.List(list...)
	switch c.misplace {
	case 5:
		return strictjson.Record(member("name", strictjson.Text("agent")), member("extensions", extensions))
	case 6:
		extensions = strictjson.Record(member(c.uri, extension))
	case 7:
		extensions = pick(s.draw, []strictjson.Value{{}, strictjson.List(), extension, strictjson.Text(c.uri)})
	case 8:
		return strictjson.Record(member("capabilities", pick(s.draw, []strictjson.Value{{}, extensions, strictjson.Record(), strictjson.List(strictjson.Record(member("extensions", extensions)))})))
	}
	card := strictjson.Record(member("capabilities", strictjson.Record(member("extensions", extensions))))
	if s.in(40) {
		card = manSet(card, "name", strictjson.Text("agent"))
	}
	return card
}

// around puts other extensions, and perhaps a second one of the same uri,
// around an extension.
func (c *manAgentCard) around(s manScene, extension strictjson.Value) []strictjson.Value {
	list := []strictjson.Value{extension}
	if c.twice {
		second := pick(s.draw, []strictjson.Value{
			extension, manSet(extension, "params", strictjson.Record(member("sourceManifest", s.manifest()))), strictjson.Record(member("uri", strictjson.Text(c.uri))),
			manSet(extension, "params", strictjson.Record()), manSet(extension, "required", strictjson.Boolean(true)),
		})
		list = slices.Insert(list, s.int(1), second)
	}
	for range s.int(2) {
		other := strictjson.Record(member("uri", strictjson.Text(pick(s.draw, manURIs))))
		if s.in(50) {
			other = manSet(other, "params", strictjson.Record(member("sourceManifest", s.manifest())))
		}
		list = slices.Insert(list, s.int(len(list)), other)
	}
	return list
}

// spoilCard has something in the card that is no manifest.
func (s manScene) spoilCard(c *manAgentCard) {
	v := c.manifest
	name := pick(s.draw, manSix)
	value, _ := v.Get(name)
	switch s.int(9) {
	case 0:
		c.manifest = strictjson.Text(v.String())
	case 1:
		c.manifest = pick(s.draw, []strictjson.Value{strictjson.Text("https://example.org/m"), strictjson.List(v), strictjson.Record(), strictjson.Integer(7), strictjson.Boolean(false)})
	case 2:
		c.manifest = manDrop(v, name)
	case 3:
		m := pick(s.draw, manUnknown)
		c.manifest = manSet(v, m.Name, m.Value)
	case 4:
		c.manifest = manSet(v, name, pick(s.draw, []strictjson.Value{{}, strictjson.Integer(1), strictjson.List(value), strictjson.Boolean(true)}))
	case 5:
		c.manifest = manSet(v, manJWS, pick(s.draw, []strictjson.Value{{}, strictjson.Text(pick(s.draw, manNoShapes)), strictjson.Boolean(false)}))
	case 6:
		c.manifest = manSet(v, manVersion, strictjson.Text(pick(s.draw, manVersions)))
	default: // what is wrong with a document that is JSON
		var w strictjson.Value
		document := pick(s.draw, []func(manScene) []byte{manScene.noDigest, manScene.urlHead, manScene.urlOwner, manScene.urlCommit, manScene.urlPath})(s)
		if err := w.UnmarshalJSON(document); err != nil {
			panic(err)
		}
		c.manifest = w
	}
}
