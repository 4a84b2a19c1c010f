package runner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/plain"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/schema"
	"github.com/conform-suite/conform/vectors"
)

// judge says whether an answer is right. What is right is in the vector and in
// the mask of its operation; no profile is known here.
type judge struct {
	schemas *schema.Set
}

// judge fills in the outcome of an answer that has the form of one.
func (j judge) judge(o *Outcome, f *folder) {
	switch e := o.Vector.Expect; {
	case o.Answer.Kind == AnswerUnsupported:
		o.Kind, o.Why = vectors.Fail, "the subject claims the operation, and answers that it has none of that name"
	case o.Answer.Kind == AnswerError:
		o.Kind, o.Why = vectors.Error, "answered with "+shownError(o.Answer.Error)+", which is a failure and not a rejection (that has code 1)"
	case e.Rejected != "":
		j.rejection(o)
	case o.Answer.Kind == AnswerRejected:
		o.Kind, o.Why = vectors.Fail, "rejected ("+shownError(o.Answer.Error)+"), but must be answered"
	case e.Check != nil:
		j.check(o)
	default:
		j.result(o, f)
	}
	if o.Kind.Failed() {
		o.Got = shownWhole(o.Answer)
	}
}

func shownError(e *RPCError) string {
	s := fmt.Sprintf("error %d %s", e.Code, excerpt([]byte(e.Message)))
	if len(e.Data) > 0 {
		s += ", data " + excerpt(e.Data)
	}
	return s
}

// rejection: refusing is compared at MUST, the code at SHOULD.
func (j judge) rejection(o *Outcome) {
	want := o.Vector.Expect.Rejected
	if o.Answer.Kind == AnswerResult {
		o.Kind, o.Why = vectors.Fail, fmt.Sprintf("answered, but must be rejected (%s); got %s", want, shown(o.Answer.Result, nil))
		return
	}
	o.Kind = vectors.Pass
	switch got := o.Answer.Code; got {
	case want:
	case "":
		o.Advisories = append(o.Advisories, fmt.Sprintf("rejected without a data.code, should be %s", excerpt([]byte(want))))
	default:
		o.Advisories = append(o.Advisories, fmt.Sprintf("rejected with the code %s, should be %s", excerpt([]byte(got)), excerpt([]byte(want))))
	}
}

func (j judge) result(o *Outcome, f *folder) {
	c := compareResult(o.Vector, o.Answer.Result)
	o.exact = len(c.must)+len(c.should) == 0 && !c.more
	if len(c.must) > 0 {
		o.Kind, o.Why, o.Diff = vectors.Fail, "the result is not the expected one", list(c.must)
		if faults := j.faults(o); faults != "" {
			o.Why += ", and not valid: " + faults
		}
		return
	}
	if f != nil {
		if why, diff := f.check(o.Vector); why != "" {
			o.Kind, o.Why, o.Diff = vectors.Fail, why, diff
			return
		}
	}
	o.Kind = vectors.Pass
	for _, d := range c.should {
		o.Advisories = append(o.Advisories, d.String())
	}
}

// check applies a named check to a result, which must be valid besides.
func (j judge) check(o *Outcome) {
	o.Kind = vectors.Pass
	o.Why = checkText(o.Vector.Expect.Check, o.Answer.Result)
	if o.Why == "" {
		if faults := j.faults(o); faults != "" {
			o.Why = "the result is not valid: " + faults
		}
	}
	if o.Why != "" {
		o.Kind = vectors.Fail
	}
}

// faults says in what way a result is not valid against its schema.
func (j judge) faults(o *Outcome) string {
	err := j.schemas.Validate(o.Vector.Operation.ResultSchema(), o.Answer.Result)
	if err == nil {
		return ""
	}
	return cut(plain.Text(plain.Beginning(err.Error(), 4_000), ""), 1_000)
}

// list shows differences, a line each.
func list(ds []difference) string {
	const most = 20
	var b strings.Builder
	for i, d := range ds {
		if i == most {
			fmt.Fprintf(&b, "… and %d more", len(ds)-most)
			break
		}
		b.WriteString(d.String() + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// compareResult compares a result with the one that a vector expects, under
// the mask of its operation.
func compareResult(v *vectors.Vector, got strictjson.Value) comparer {
	want := *v.Expect.Result
	for _, p := range v.Expect.AnyText {
		if example, ok := want.At(p); ok && isText(got, p) {
			got = replaced(got, p, example)
		}
	}
	var c comparer
	c.walk(nil, want, got, v.Operation.Mask, schema.CompareMust)
	for i, d := range c.must {
		if slices.Contains(v.Expect.AnyText, d.pointer) {
			c.must[i].want = "any text that is not empty"
		}
	}
	return c
}

// isText reports whether there is a text at pointer that is not empty.
func isText(v strictjson.Value, pointer string) bool {
	t, ok := v.At(pointer)
	return ok && t.Str() != ""
}
