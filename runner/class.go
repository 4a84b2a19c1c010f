package runner

import (
	"strings"

	"github.com/conform-suite/conform/vectors"
)

// Class says in what way a case failed, so that one failure can be told from
// another: the outcome, and for a wrong answer what it was instead, or the first
// place in which it differs, without indexes. It is "" for what did not fail.
func (o Outcome) Class() string {
	switch {
	case !o.Kind.Failed():
		return ""
	case o.Kind != vectors.Fail:
		return string(o.Kind)
	case o.Vector.Expect.Rejected != "":
		return "fail: answered, not rejected"
	case o.Answer.Kind == AnswerRejected:
		return "fail: rejected, not answered"
	case o.Vector.Expect.Check != nil:
		return "fail: " + o.Vector.Expect.Check.Name
	}
	must := compareResult(o.Vector, o.Answer.Result).must
	if len(must) == 0 {
		return "fail"
	}
	return "fail: differs at " + pattern(must[0].pointer)
}

// pattern is a pointer with * for every index.
func pattern(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i, t := range tokens {
		if t != "" && strings.Trim(t, "0123456789") == "" {
			tokens[i] = "*"
		}
	}
	return strings.Join(tokens, "/")
}
