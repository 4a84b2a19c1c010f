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
	args     []argument
	mutating bool
	blobs    []blob
	policy   policy
}

type argument struct {
	name      string
	value     strictjson.Value
	reference bool // false for the slot that holds a new object's own key
}

// A blob is a piece of what the environment said.
type blob struct {
	text   string
	source string
}

type policy struct {
	minLen        int64 // code points; at least 1
	caseSensitive bool
}

// short reports whether s has fewer code points than the policy asks of a
// component.
func (p policy) short(s string) bool { return int64(length(s)) < p.minLen }

// fold is s as it is compared.
func (p policy) fold(s string) string {
	if p.caseSensitive {
		return s
	}
	return fold(s)
}

func readCall(params strictjson.Value) (request, error) {
	p := reference.Read(params)
	call := p.Object("call")
	call.Text("tool_name")
	var r request
	args := call.List("args")
	r.args = make([]argument, len(args))
	for i, a := range args {
		r.args[i] = readArgument(a.AsObject())
	}
	r.mutating = call.BoolOr("is_mutating", true)
	return r, r.readRest(p)
}

func readArg(params strictjson.Value) (request, error) {
	p := reference.Read(params)
	r := request{args: []argument{readArgument(p.Object("arg"))}}
	return r, r.readRest(p)
}

func readArgument(p reference.Params) argument {
	return argument{p.Text("name"), p.Member("value").Value(), p.BoolOr("is_reference", true)}
}

// readRest reads what both operations share. The error is the first ill-typed
// param of all, else the first unknown source, else that of the policy.
func (r *request) readRest(p reference.Params) error {
	blobs := p.Object("prior").List("blobs")
	r.blobs = make([]blob, len(blobs))
	for i, b := range blobs {
		b = b.AsObject()
		r.blobs[i] = blob{b.Text("text"), b.Text("source")}
	}
	r.policy.minLen = 4
	if m, ok := p.Optional("policy"); ok {
		m = m.AsObject()
		r.policy = policy{m.IntOr("min_component_len", 4), m.BoolOr("case_sensitive", false)}
	}
	if err := p.Err(); err != nil {
		return err
	}
	for _, b := range r.blobs {
		if sourceNamed(b.source) == 0 {
			return reference.Reject(unknownSource, "source %q is neither TOOL_RESULT nor TASK_TEXT", b.source)
		}
	}
	if r.policy.minLen < 1 {
		return reference.Reject(policyOutOfRange, "min_component_len is %d, at least 1", r.policy.minLen)
	}
	return nil
}
