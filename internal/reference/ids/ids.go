// Package ids is the reference implementation of the ids profile: an identifier
// in a mutating tool call either was seen in what the environment said, or is
// flagged as minted by the model.
//
// Start at [Profile]; [ClassifyCall] and [ClassifyArg] are its operations, and
// [Rules] the steps that they go through. One scalar of an argument is judged in
// four steps, a file each: is it an identifier at all (shape.go, slot.go), which
// parts of it are data (components.go), and does each of them trace to the corpus
// (corpus.go). An argument is the fold of its scalars (verdict.go).
//
// # Text
//
// Lengths are in code points. What the rules call a digit, a decimal digit, white
// space or folded is Unicode's, version 14, in full: see text.go. Anything but
// ASCII matters in few places only, since an identifier is made of ASCII, or of
// digits alone.
package ids

import (
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// Profile is the reference implementation of the ids profile.
var Profile = right.Profile()

var right = NewRules()

// ClassifyCall judges every argument of a tool call. It lists none when the call
// only reads, and abstains on all when nothing was seen before it.
func ClassifyCall(params strictjson.Value) (strictjson.Value, error) {
	return right.ClassifyCall(params)
}

// ClassifyArg judges one argument. An empty corpus does not stop it: nothing
// traces to it then.
func ClassifyArg(params strictjson.Value) (strictjson.Value, error) {
	return right.ClassifyArg(params)
}

// ClassifyCall is [ClassifyCall] by these rules.
func (r *Rules) ClassifyCall(params strictjson.Value) (strictjson.Value, error) {
	q, err := r.readCall(params)
	if err != nil {
		return strictjson.Value{}, err
	}
	if !q.mutating {
		return callResult(nil, nil), nil
	}
	j := judge{blobs: q.blobs, policy: q.policy}
	args := make([]strictjson.Value, len(q.args))
	var unsupported []string
	for i, a := range q.args {
		v := verdict{argument: a, stance: abstainStance}
		if !r.Unseen(q.blobs) {
			v = j.argument(a)
		}
		args[i] = v.result()
		if v.stance == unsupportedStance {
			unsupported = append(unsupported, a.Name)
		}
	}
	return callResult(args, unsupported), nil
}

// ClassifyArg is [ClassifyArg] by these rules.
func (r *Rules) ClassifyArg(params strictjson.Value) (strictjson.Value, error) {
	q, err := r.readArg(params)
	if err != nil {
		return strictjson.Value{}, err
	}
	j := judge{blobs: q.blobs, policy: q.policy}
	return j.argument(q.args[0]).result(), nil
}

func unseen(blobs []Blob) bool { return len(blobs) == 0 }

func callResult(args []strictjson.Value, unsupported []string) strictjson.Value {
	reason := "no identifier in this call is known to be minted"
	if unsupported != nil {
		reason = "looks minted: " + strings.Join(unsupported, ", ")
	}
	return strictjson.Record(
		strictjson.Member{Name: "believe", Value: strictjson.Boolean(unsupported == nil)},
		strictjson.Member{Name: "args", Value: strictjson.List(args...)},
		strictjson.Member{Name: "unsupported", Value: strictjson.Texts(unsupported)},
		strictjson.Member{Name: "reason", Value: strictjson.Text(reason)},
	)
}
