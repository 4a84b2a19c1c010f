package manifests

import (
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// Pinned are the manifests that a session has agreed on, in their order.
type Pinned []*Manifest

// Pin reads the documents that a session pins. One that is no manifest makes
// it fail, with an *InvalidError.
func Pin(documents ...[]byte) (Pinned, error) {
	var pinned Pinned
	for _, d := range documents {
		m, err := Parse(d)
		if err != nil {
			return nil, err
		}
		pinned = append(pinned, m)
	}
	return pinned, nil
}

// Resolve is the index of the first pinned manifest with that source id. The
// id must be known, and must not name two manifests: one payload under two
// signatures has one id and is two manifests. Every error is a
// *reference.Rejection.
func (p Pinned) Resolve(sourceID string) (int, error) {
	found := -1
	for i, m := range p {
		switch {
		case m.SourceID() != sourceID:
		case found < 0:
			found = i
		case *m != *p[found]:
			return 0, reference.Reject(CollidingID, "%s names the manifests %d and %d, which differ", sourceID, found, i)
		}
	}
	if found < 0 {
		return 0, reference.Reject(UnknownSourceID, "%s names none of the %d pinned manifests", quote(sourceID), len(p))
	}
	return found, nil
}

// Resolve is the operation manifests.resolve.
func Resolve(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	documents := readDocuments(p.List("pinned"))
	sourceID := p.Text("source_id")
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	pinned, err := Pin(documents...)
	if err != nil {
		return strictjson.Value{}, rejection(err)
	}
	i, err := pinned.Resolve(sourceID)
	if err != nil {
		return strictjson.Value{}, err
	}
	return strictjson.Record(strictjson.Member{Name: "index", Value: strictjson.Integer(int64(i))}), nil
}

func readDocuments(list []reference.Params) [][]byte {
	var out [][]byte
	for _, p := range list {
		out = append(out, p.AsBytes())
	}
	return out
}
