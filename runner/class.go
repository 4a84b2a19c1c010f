package runner

import (
	"strings"

	"github.com/conform-suite/conform/schema"
	"github.com/conform-suite/conform/vectors"
)

// ClassFiles is the class of a right result with wrong files.
const ClassFiles = "fail: files"

// Class says in what way a case failed, so that one failure can be told from
// another: the outcome, and for a wrong answer what it was instead, or the first
// place in which it differs, without indexes. It is "" for what did not fail. Of
// an outcome of Run whose answer was too long to be kept, the place is not known.
func (o Outcome) Class() string {
	switch {
	case !o.Kind.Failed():
		return ""
	case o.Kind != vectors.Fail:
		return string(o.Kind)
	case o.Answer.Kind == AnswerUnsupported:
		return "fail: unsupported"
	case o.Vector.Expect.Rejected != "":
		return "fail: answered, not rejected"
	case o.Answer.Kind == AnswerRejected:
		return "fail: rejected, not answered"
	case o.Vector.Expect.Check != nil:
		return "fail: " + o.Vector.Expect.Check.Name
	}
	must := compareResult(o.Vector, o.Answer.Result).must
	if len(must) == 0 {
		return ClassFiles
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

// Disagree says in what two outcomes of one vector differ, whatever is right:
// "" when the answers are alike in all that is compared at MUST level. Two
// failures of the same kind are alike.
func Disagree(a, b Outcome) string {
	x, y := said(a), said(b)
	switch {
	case x != y:
		return x + ", " + y
	case a.Answer.Kind != AnswerResult:
		return ""
	}
	if e := a.Vector.Expect; e.Check != nil || len(e.AnyText) > 0 {
		return firstOf(a.Class(), b.Class()) // many answers are right: compare what is wrong
	}
	var c comparer
	c.walk(nil, a.Answer.Result, b.Answer.Result, a.Vector.Operation.Mask, schema.CompareMust)
	switch {
	case len(c.must) > 0:
		return "differ at " + pattern(c.must[0].pointer)
	case a.Vector.Files != nil: // two failures in them are alike
		return firstOf(a.Class(), b.Class())
	}
	return ""
}

func firstOf(a, b string) string {
	switch {
	case a == b:
		return ""
	case a == "":
		return b
	}
	return a
}

// said is what kind of thing an outcome's answer is.
func said(o Outcome) string {
	switch o.Answer.Kind {
	case AnswerResult, AnswerRejected, AnswerUnsupported:
		return string(o.Answer.Kind)
	}
	return string(o.Kind)
}
