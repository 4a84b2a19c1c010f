package gen

import (
	"encoding/base64"
	"slices"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/conform-suite/conform/internal/strictjson"
)

// Manifests makes manifests, signatures, evidence, wrappers and records that
// are right, or one edit away from it. Each operation has a table of kinds
// with their shares in percent.
var Manifests = Profile{Name: "manifests", Operations: map[string]Generator{
	"manifests.validate":         manCases(manValidate),
	"manifests.verify_signature": manCases(manVerify),
	"manifests.assess":           manCases(manAssess),
	"manifests.resolve":          manCases(manResolve),
	"manifests.agent_card":       manCases(manCard),
	"manifests.wrap":             manCases(manWrap),
	"manifests.unwrap":           manCases(manUnwrap),
	"manifests.evidence_label":   manCases(manLabel),
	"manifests.adoption_record":  manCases(manRecord),
	"manifests.telemetry":        manCases(manTelemetry),
	"manifests.canonicalize":     manCases(manCanonical),
}}

// manKind is a kind of case, its share, and how its params are drawn.
type manKind struct {
	share
	params func(manScene) strictjson.Value
}

// manScene draws the parts of a case.
type manScene struct{ draw }

func manCases(kinds []manKind) Generator {
	var shares []share
	params := map[string]func(manScene) strictjson.Value{}
	for _, k := range kinds {
		shares = append(shares, k.share)
		params[k.kind] = k.params
	}
	return rapid.Custom(func(t *rapid.T) Case {
		s := manScene{draw{t}}
		kind := s.of(shares)
		return Case{Params: params[kind](s), Class: kind}
	})
}

// manDamaged has the params of another kind with something missing or of
// another type, one of some most often, or in a form that params may have.
func manDamaged(params func(manScene) strictjson.Value, some ...string) func(manScene) strictjson.Value {
	return func(s manScene) strictjson.Value {
		v := params(s)
		name := v.Members()[s.int(v.Len()-1)].Name
		if len(some) > 0 && s.in(60) {
			name = pick(s.draw, some)
		}
		switch s.int(5) {
		case 0:
			return manSet(v, pick(s.draw, []string{"note", "Document", "x"}), pick(s.draw, manOddValues))
		case 1:
			return manDrop(v, name)
		case 2, 3:
			odd := pick(s.draw, manOddValues)
			if set, ok := v.Get(name); ok && set.Kind() == strictjson.Object && set.Len() > 0 && s.in(40) { // what is in the object, in place of it
				odd = set.Members()[0].Value
			}
			return manSet(v, name, odd)
		}
		var names []string
		for _, m := range v.Members() {
			if m.Value.Kind() == strictjson.Object && m.Value.Len() == 1 && manIsBytes(m.Value.Members()[0].Name) {
				names = append(names, m.Name)
			}
		}
		if len(names) == 0 {
			return v
		}
		name = pick(s.draw, names)
		param, _ := v.Get(name)
		return manSet(v, name, s.oddBytes(param))
	}
}

func manIsBytes(name string) bool { return name == "text" || name == "base64" }

// manOddValues are values of other types than most params have.
var manOddValues = []strictjson.Value{
	{}, strictjson.Text(""), strictjson.Text("x"), strictjson.Integer(0), strictjson.Integer(1), strictjson.Boolean(true), strictjson.Boolean(false),
	strictjson.List(), strictjson.Record(), strictjson.Text("true"), strictjson.List(strictjson.Text("x")),
}

// oddBytes writes a bytes param in another form, right or wrong.
func (s manScene) oddBytes(v strictjson.Value) strictjson.Value {
	b := []byte(v.Members()[0].Value.Str())
	if v.Members()[0].Name == "base64" {
		b, _ = base64.StdEncoding.DecodeString(string(b))
	}
	if !utf8.Valid(b) { // which no text can hold
		b = []byte("x?~")
	}
	text, std := strictjson.Text(string(b)), base64.StdEncoding.EncodeToString(b)
	record := func(name, value string) strictjson.Value {
		return strictjson.Record(member(name, strictjson.Text(value)))
	}
	padded := append(b, "  "[:2-(len(b)+1)%3]...) // for a length that leaves spare bits
	switch s.int(10) {
	case 0:
		return record("base64", std)
	case 1:
		return text
	case 2:
		return strictjson.Record(member("text", text), member("base64", strictjson.Text(std)))
	case 3:
		return strictjson.Record(member("text", strictjson.Value{}), member("base64", strictjson.Text(std)))
	case 4:
		return record("base64", base64.RawStdEncoding.EncodeToString(padded))
	case 5, 10:
		return record("base64", base64.URLEncoding.EncodeToString(b))
	case 6:
		return record("base64", manSpareStd(padded))
	case 7:
		return record("base64", std[:len(std)/8*4]+"\n"+std[len(std)/8*4:])
	case 8:
		return record("hex", "7b7d")
	}
	return strictjson.Record(member("text", text), member("x", strictjson.Integer(1)))
}

// manSpareStd is b in base64 with spare bits set, where there are any.
func manSpareStd(b []byte) string {
	s := []byte(base64.StdEncoding.EncodeToString(b))
	if i := slices.Index(s, '='); i > 0 {
		s[i-1]++ // A to B, Q to R: the lowest spare bit
	}
	return string(s)
}

// bytes is a bytes param that holds b: as text where that can be, mostly.
func (s manScene) bytes(b []byte) strictjson.Value {
	const large = 4_000 // bytes: base64 would make them larger still
	if !utf8.Valid(b) || len(b) < large && s.in(8) {
		return strictjson.Record(member("base64", strictjson.Text(base64.StdEncoding.EncodeToString(b))))
	}
	return strictjson.Record(member("text", strictjson.Text(string(b))))
}

// manSet is v with a member set, in its place or at the end.
func manSet(v strictjson.Value, name string, w strictjson.Value) strictjson.Value {
	members := slices.Clone(v.Members())
	if i := manIndex(members, name); i >= 0 {
		members[i].Value = w
		return strictjson.Record(members...)
	}
	return strictjson.Record(append(members, member(name, w))...)
}

// manDrop is v without a member.
func manDrop(v strictjson.Value, name string) strictjson.Value {
	members := slices.Clone(v.Members())
	if i := manIndex(members, name); i >= 0 {
		members = slices.Delete(members, i, i+1)
	}
	return strictjson.Record(members...)
}

func manIndex(members []strictjson.Member, name string) int {
	return slices.IndexFunc(members, func(m strictjson.Member) bool { return m.Name == name })
}

func manText(v strictjson.Value, name string) string {
	m, _ := v.Get(name)
	return m.Str()
}
