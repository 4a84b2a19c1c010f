package schema_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/schema"
)

// The manifest's schema takes and refuses what the schema of the project that
// the profile comes from does, on 10,000 generated documents.
func TestManifestSchemaAgreesWithPublished(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute of work")
	}
	published, err := os.ReadFile("../../shared/upstream/urusilla/source_manifest.schema.json")
	if err != nil {
		t.Skip(err)
	}
	text := strings.Replace(string(published), `"urn:urusilla:source-manifest:0.1.0"`, `"`+schema.URN("published")+`"`, 1)
	theirs, err := schema.Load(fstest.MapFS{"published.json": {Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	ours, err := schema.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	c := gen.Challenge{Profiles: []gen.Profile{gen.Manifests}, Seed: 1}
	valid, read := 0, 0
	for i := int64(0); read < 10_000; i++ {
		params := reference.Read(c.Case("manifests.validate", i).Params)
		data := params.Bytes("document")
		doc, err := strictjson.Parse(data, strictjson.Limits{})
		if params.Err() != nil || err != nil {
			continue // a schema is about JSON values
		}
		read++
		us, them := ours.Validate("manifests/manifest", doc), theirs.Validate("published", doc)
		if (us == nil) != (them == nil) {
			t.Errorf("%.300s\nours: %v\ntheirs: %v", doc, us, them)
		}
		if us == nil {
			valid++
		}
	}
	if valid < 1000 || valid > 9000 {
		t.Errorf("%d of %d documents are valid, want many of both kinds", valid, read)
	}
}
