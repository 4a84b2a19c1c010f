package manifests

import (
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// ExtensionURI names the extension of an A2A agent card whose params carry a
// source manifest.
const ExtensionURI = "urn:urusilla:experimental:0.1"

// FromCard finds the source manifest in an A2A agent card. Errors are a
// *reference.Rejection or an *InvalidError.
func FromCard(card strictjson.Value) (*Manifest, error) {
	list, _ := card.At("/capabilities/extensions")
	if list.Kind() != strictjson.Array {
		return nil, reference.Reject(NoManifest, "the card has no list capabilities.extensions")
	}
	var extension strictjson.Value
	count := 0
	for _, e := range list.Elements() {
		if uri, _ := e.Get("uri"); uri.Str() == ExtensionURI {
			extension = e
			count++
		}
	}
	if count != 1 {
		code := map[bool]string{true: NoManifest, false: RepeatedEntry}[count == 0]
		return nil, reference.Reject(code, "the card has %d extensions %s, must be 1", count, ExtensionURI)
	}
	manifest, _ := extension.At("/params/sourceManifest")
	if manifest.IsNull() {
		return nil, reference.Reject(NoManifest, "the extension has no params.sourceManifest")
	}
	return fromValue(manifest)
}

// AgentCard is the operation manifests.agent_card.
func AgentCard(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	card := p.Member("card").Value()
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	m, err := FromCard(card)
	if err != nil {
		return strictjson.Value{}, rejection(err)
	}
	return strictjson.Record(strictjson.Member{Name: "source_id", Value: strictjson.Text(m.SourceID())}), nil
}
