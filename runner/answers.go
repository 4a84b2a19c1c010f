package runner

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// AnswersSHA256 is a digest of what the subject answered, in lowercase hex: two
// runs of one subject on one suite have the same, whatever the order, and two
// implementations that agree on all that is normative have, too.
//
// It is the SHA-256 of the RFC 8785 text of an array with an object
// {"id": ID, "answer": HEX} for every vector that was not skipped, sorted by
// id in the order of its bytes. HEX is the SHA-256, in lowercase hex, of the
// RFC 8785 text of
//
//   - {"result": R} for a result, R being the result without its free members
//     ("x-compare": "free") and with true in the places where any text is right
//     and a text that is not empty stands;
//   - {"result": true} or {"result": false} for a result that a named check
//     accepted or did not, since such texts may differ from run to run;
//   - {"rejected": CODE} for a rejection, CODE being "" when none was given;
//   - {"outcome": OUTCOME} for anything else, and for a result that is not the
//     expected one in a message of more than 64 KiB.
func (r *Result) AnswersSHA256() string {
	b := []byte{'['}
	for _, o := range r.Outcomes {
		if o.Kind == vectors.Skipped {
			continue
		}
		hash, ok := r.answers[o.Vector.ID]
		if !ok {
			hash = answerHash(expected(o))
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = strictjson.Record(
			strictjson.Member{Name: "answer", Value: strictjson.Text(hex.EncodeToString(hash[:]))},
			strictjson.Member{Name: "id", Value: strictjson.Text(o.Vector.ID)},
		).AppendTo(b)
	}
	sum := sha256.Sum256(append(b, ']'))
	return hex.EncodeToString(sum[:])
}

// expected is o with the expected result as the answer, if it was that.
func expected(o Outcome) Outcome {
	if o.exact {
		o.Answer = Answer{Kind: AnswerResult, Result: *o.Vector.Expect.Result}
	}
	return o
}

// answerHash is the SHA-256 of the normative answer of an outcome.
func answerHash(o Outcome) [32]byte {
	name, value := "outcome", strictjson.Text(string(o.Kind))
	switch {
	case o.Kind != vectors.Pass && o.Kind != vectors.Fail, o.Answer.Kind == AnswerUnsupported:
	case o.Answer.Kind == AnswerRejected:
		name, value = "rejected", strictjson.Text(o.Answer.Code)
	case o.Vector.Expect.Check != nil:
		name, value = "result", strictjson.Boolean(o.Kind == vectors.Pass)
	case o.exact || o.size <= keptAnswer:
		name, value = "result", o.Vector.Operation.Mask.Keep(withoutTexts(o.Vector, o.Answer.Result), true)
	}
	text := jsontext.Value(strictjson.Record(strictjson.Member{Name: name, Value: value}).AppendTo(nil))
	if err := text.Canonicalize(); err != nil {
		panic("runner: a value that was read as JSON is none: " + err.Error())
	}
	return sha256.Sum256(text)
}

// withoutTexts is a result with true for the texts at the places where any
// text is right.
func withoutTexts(v *vectors.Vector, result strictjson.Value) strictjson.Value {
	for _, p := range v.Expect.AnyText {
		if isText(result, p) {
			result = replaced(result, p, strictjson.Boolean(true))
		}
	}
	return result
}
