package manifests_test

import (
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/jws"
)

func TestResolve(t *testing.T) {
	one := document(example())
	other := with("capsuleSha256", reportSHA)
	otherID := parsed(t, other).SourceID()
	key, _ := newKey(t, jws.EdDSA)
	key2, _ := newKey(t, jws.EdDSA)
	sign := func(k jws.PrivateKey) string {
		m, err := parsed(t, one).Sign(k)
		if err != nil {
			t.Fatal(err)
		}
		return m.Value().String()
	}
	signed := sign(key)
	for _, c := range []struct {
		name   string
		pinned []string
		id     string
		want   string
	}{
		{"the only one", []string{one}, published, `{"index":0}`},
		{"the second", []string{other, one}, published, `{"index":1}`},
		{"the first of the same", []string{other, one, one}, published, `{"index":1}`},
		{"the same, written otherwise", []string{one, " " + strings.ReplaceAll(one, ",", ",\n")}, published, `{"index":0}`},
		{"the same signature twice", []string{signed, signed}, published, `{"index":0}`},
		{"a collision of others", []string{one, signed, other}, otherID, `{"index":2}`},
		{"nothing pinned", nil, published, "rejected: unknown_source_id"},
		{"another pinned", []string{other}, published, "rejected: unknown_source_id"},
		{"upper case", []string{one}, strings.ToUpper(published), "rejected: unknown_source_id"},
		{"a prefix", []string{one}, published[:31], "rejected: unknown_source_id"},
		{"the whole digest", []string{one}, parsed(t, one).PayloadSHA256(), "rejected: unknown_source_id"},
		{"empty", []string{one}, "", "rejected: unknown_source_id"},
		{"signed and unsigned", []string{one, signed}, published, "rejected: colliding_source_id"},
		{"two signatures", []string{signed, other, sign(key2)}, published, "rejected: colliding_source_id"},
		{"one pinned is none", []string{one, "{}"}, published, "rejected: invalid_manifest"},
		{"one pinned is not JSON", []string{one, ""}, "x", "rejected: invalid_json"},
	} {
		var pinned []string
		for _, d := range c.pinned {
			pinned = append(pinned, data(d))
		}
		if got := ask(t, "resolve", `{"pinned":%s,"source_id":%s}`, list(pinned...), quoted(c.id)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestAgentCard(t *testing.T) {
	manifest := document(example())
	extension := func(uri, params string) string {
		return `{"uri":"` + uri + `","params":` + params + `}`
	}
	const uri = "urn:urusilla:experimental:0.1"
	good := extension(uri, `{"sourceManifest":`+manifest+`}`)
	card := func(extensions ...string) string {
		return `{"name":"x","capabilities":{"streaming":true,"extensions":` + list(extensions...) + `}}`
	}
	for _, c := range []struct{ name, card, want string }{
		{"alone", card(good), ""},
		{"among others", card(extension("urn:other", "null"), `"x"`, "null", good), ""},
		{"signed", card(extension(uri, `{"more":1,"sourceManifest":`+with("sourceManifestJws", shapedToken)+`}`)), ""},
		{"null", "null", "no_source_manifest"},
		{"no object", `"card"`, "no_source_manifest"},
		{"no capabilities", `{}`, "no_source_manifest"},
		{"no extensions", `{"capabilities":{}}`, "no_source_manifest"},
		{"extensions an object", `{"capabilities":{"extensions":{"0":` + good + `}}}`, "no_source_manifest"},
		{"extensions elsewhere", `{"extensions":[` + good + `]}`, "no_source_manifest"},
		{"none", card(), "no_source_manifest"},
		{"another uri", card(extension("urn:urusilla:experimental:0.2", `{"sourceManifest":`+manifest+`}`)), "no_source_manifest"},
		{"uri in another case", card(extension("URN:urusilla:experimental:0.1", `{"sourceManifest":`+manifest+`}`)), "no_source_manifest"},
		{"no params", card(`{"uri":"` + uri + `"}`), "no_source_manifest"},
		{"params a list", card(extension(uri, list(manifest))), "no_source_manifest"},
		{"no manifest in params", card(extension(uri, `{"manifest":`+manifest+`}`)), "no_source_manifest"},
		{"null manifest", card(extension(uri, `{"sourceManifest":null}`)), "no_source_manifest"},
		{"manifest beside params", card(`{"uri":"` + uri + `","params":{},"sourceManifest":` + manifest + `}`), "no_source_manifest"},
		{"twice", card(good, good), "repeated_extension"},
		{"twice, once empty", card(good, `{"uri":"`+uri+`"}`), "repeated_extension"},
		{"manifest as text", card(extension(uri, `{"sourceManifest":`+quoted(manifest)+`}`)), "invalid_manifest"},
		{"manifest with a fault", card(extension(uri, `{"sourceManifest":`+with("languageVersion", "1")+`}`)), "invalid_manifest"},
	} {
		want := `{"source_id":"` + published + `"}`
		if c.want != "" {
			want = "rejected: " + c.want
		}
		if got := ask(t, "agent_card", `{"card":%s}`, c.card); got != want {
			t.Errorf("%s: got %s, want %s", c.name, got, want)
		}
	}
}
