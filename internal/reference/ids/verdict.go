package ids

import (
	"strconv"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// The three stances.
const (
	supportedStance   = "SUPPORTED"
	unsupportedStance = "UNSUPPORTED"
	abstainStance     = "ABSTAIN"
)

// A verdict is what is found about one argument.
type verdict struct {
	argument  argument
	checked   []string // the components that had to trace
	unmatched []string // those of them that do not
	matched   sources  // where the others were seen
}

// stance follows from what was checked: no component means that nothing in the
// argument is an identifier.
func (v verdict) stance() string {
	switch {
	case v.checked == nil:
		return abstainStance
	case v.unmatched == nil:
		return supportedStance
	}
	return unsupportedStance
}

// reason is for people.
func (v verdict) reason() string {
	switch v.stance() {
	case supportedStance:
		return "was seen before"
	case unsupportedStance:
		return "never seen: " + strings.Join(v.unmatched, ", ")
	}
	return "has no identifier to check"
}

func (v verdict) result() strictjson.Value {
	return strictjson.Record(
		strictjson.Member{Name: "arg_name", Value: strictjson.Text(v.argument.name)},
		strictjson.Member{Name: "value_repr", Value: strictjson.Text(repr(v.argument.value))},
		strictjson.Member{Name: "stance", Value: strictjson.Text(v.stance())},
		strictjson.Member{Name: "id_shaped", Value: strictjson.Boolean(v.checked != nil)},
		strictjson.Member{Name: "is_reference", Value: strictjson.Boolean(v.argument.reference)},
		strictjson.Member{Name: "matched_in", Value: strictjson.Texts(v.matched.names())},
		strictjson.Member{Name: "components_checked", Value: strictjson.Texts(v.checked)},
		strictjson.Member{Name: "components_unmatched", Value: strictjson.Texts(v.unmatched)},
		strictjson.Member{Name: "reason", Value: strictjson.Text(v.reason())},
	)
}

// repr names a value for people.
func repr(v strictjson.Value) string {
	switch v.Kind() {
	case strictjson.Array, strictjson.Object:
		return v.Kind().String() + " of " + strconv.Itoa(v.Len())
	case strictjson.String:
		return v.Str()
	}
	return v.String()
}

// A judge holds what all arguments of a call are judged by.
type judge struct {
	blobs    []blob
	policy   policy
	prepared *corpus // of the blobs, once an identifier asks for it
}

func (j *judge) corpus() *corpus {
	if j.prepared == nil {
		j.prepared = newCorpus(j.blobs, j.policy)
	}
	return j.prepared
}

// argument judges a: the fold of the scalars in its value, in the order of the
// text. One component that does not trace makes the whole UNSUPPORTED, and its
// matched sources are still those of all components that do. The slot of a new
// object's own key refers to nothing.
func (j *judge) argument(a argument) verdict {
	v := verdict{argument: a}
	if a.reference {
		in := slot(fold(a.name))
		eachScalar(a.value, func(s strictjson.Value) { j.scalar(&v, s, in) })
	}
	return v
}

// eachScalar visits the scalars within v, depth first. It recurses once a
// level: strictjson reads at most 10,000.
func eachScalar(v strictjson.Value, visit func(strictjson.Value)) {
	if k := v.Kind(); k != strictjson.Array && k != strictjson.Object {
		visit(v)
		return
	}
	for _, e := range v.Elements() {
		eachScalar(e, visit)
	}
}

// scalar adds to v what is found about s.
func (j *judge) scalar(v *verdict, s strictjson.Value, in slot) {
	text, ok := scalarText(s)
	if !ok {
		return
	}
	text = trim(text)
	if !j.policy.idShaped(text, in) {
		return
	}
	// Verbatim comes first: what was read back whole needs no taking apart.
	if from, ok := j.corpus().whole(j.policy.fold(text)); ok {
		v.checked = append(v.checked, text)
		v.matched |= from
		return
	}
	for _, c := range j.policy.components(text) {
		v.checked = append(v.checked, c)
		if from, ok := j.corpus().trace(j.policy.fold(c)); ok {
			v.matched |= from
		} else {
			v.unmatched = append(v.unmatched, c)
		}
	}
}
