package ids

import (
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// Rejection codes besides [reference.InvalidParams].
const (
	unknownSource    = "unknown_source"      // a blob's source is text, but neither of the two
	policyOutOfRange = "policy_out_of_range" // min_component_len is an integer below 1
)

// A request is what both operations read: ids.classify_arg has one argument.
type request struct {
	args     []Argument
	mutating bool
	blobs    []Blob
	policy   Policy
}

// An Argument is one of a call's.
type Argument struct {
	Name      string
	Value     strictjson.Value
	Reference bool // false for the slot that holds a new object's own key
}

// A Blob is a piece of what the environment said.
type Blob struct {
	Text   string
	Source string
}

// A Policy is the rules, and what a request sets of them.
type Policy struct {
	*Rules
	MinLen        int64 // code points; at least 1
	CaseSensitive bool
}

// Short reports whether s has fewer code points than the policy asks of a
// component.
func (p Policy) Short(s string) bool { return int64(p.Length(s)) < p.MinLen }

// fold is s as it is compared.
func (p Policy) fold(s string) string {
	if p.CaseSensitive {
		return s
	}
	return p.Fold(s)
}

func (r *Rules) readCall(params strictjson.Value) (request, error) {
	p := reference.Read(params)
	call := p.Object("call")
	call.Text("tool_name")
	var q request
	args := call.List("args")
	q.args = make([]Argument, len(args))
	for i, a := range args {
		q.args[i] = readArgument(a.AsObject())
	}
	q.mutating = call.BoolOr("is_mutating", true)
	return q, r.readRest(&q, p)
}

func (r *Rules) readArg(params strictjson.Value) (request, error) {
	p := reference.Read(params)
	q := request{args: []Argument{readArgument(p.Object("arg"))}}
	return q, r.readRest(&q, p)
}

func readArgument(p reference.Params) Argument {
	return Argument{p.Text("name"), p.Member("value").Value(), p.BoolOr("is_reference", true)}
}

// readRest reads what both operations share. The error is the first ill-typed
// param of all, else the first unknown source, else that of the policy.
func (r *Rules) readRest(q *request, p reference.Params) error {
	blobs := p.Object("prior").List("blobs")
	q.blobs = make([]Blob, len(blobs))
	for i, b := range blobs {
		b = b.AsObject()
		q.blobs[i] = Blob{b.Text("text"), b.Text("source")}
	}
	q.policy = Policy{Rules: r, MinLen: 4}
	if m, ok := p.Optional("policy"); ok {
		m = m.AsObject()
		q.policy.MinLen, q.policy.CaseSensitive = m.IntOr("min_component_len", 4), m.BoolOr("case_sensitive", false)
	}
	if err := p.Err(); err != nil {
		return err
	}
	for _, b := range q.blobs {
		if r.Source(b.Source) == 0 {
			return reference.Reject(unknownSource, "source %q is neither TOOL_RESULT nor TASK_TEXT", b.Source)
		}
	}
	if q.policy.MinLen < 1 {
		return reference.Reject(policyOutOfRange, "min_component_len is %d, at least 1", q.policy.MinLen)
	}
	return nil
}
