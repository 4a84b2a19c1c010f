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
	argument  Argument
	checked   []string // the components that had to trace
	unmatched []string // those of them that do not
	matched   Sources  // where the others were seen
	stance    string
}

// stance follows from what was checked: no component means that nothing in the
// argument is an identifier.
func stance(checked, unmatched []string) string {
	switch {
	case checked == nil:
		return abstainStance
	case unmatched == nil:
		return supportedStance
	}
	return unsupportedStance
}

// reason is for people.
func (v verdict) reason() string {
	switch v.stance {
	case supportedStance:
		return "was seen before"
	case unsupportedStance:
		return "never seen: " + strings.Join(v.unmatched, ", ")
	}
	return "has no identifier to check"
}

func (v verdict) result() strictjson.Value {
	return strictjson.Record(
		strictjson.Member{Name: "arg_name", Value: strictjson.Text(v.argument.Name)},
		strictjson.Member{Name: "value_repr", Value: strictjson.Text(repr(v.argument.Value))},
		strictjson.Member{Name: "stance", Value: strictjson.Text(v.stance)},
		strictjson.Member{Name: "id_shaped", Value: strictjson.Boolean(v.checked != nil)},
		strictjson.Member{Name: "is_reference", Value: strictjson.Boolean(v.argument.Reference)},
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
	blobs    []Blob
	policy   Policy
	prepared *Corpus // of the blobs, once an identifier asks for it
}

func (j *judge) corpus() *Corpus {
	if j.prepared == nil {
		j.prepared = newCorpus(j.blobs, j.policy)
	}
	return j.prepared
}

// argument judges a: the fold of the scalars in its value, in the order of the
// text. One component that does not trace makes the whole UNSUPPORTED, and its
// matched sources are still those of all components that do. The slot of a new
// object's own key refers to nothing.
func (j *judge) argument(a Argument) verdict {
	v := verdict{argument: a}
	if a.Reference {
		in := Slot(j.policy.FoldName(a.Name))
		eachScalar(a.Value, func(s strictjson.Value) { j.scalar(&v, s, in) })
	}
	v.stance = j.policy.Stance(v.checked, v.unmatched)
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
func (j *judge) scalar(v *verdict, s strictjson.Value, in Slot) {
	p := j.policy
	text, ok := p.Text(s)
	if !ok {
		return
	}
	text = p.Trim(text)
	if !p.Shaped(p, text, in) {
		return
	}
	// Verbatim comes first: what was read back whole needs no taking apart.
	c := j.corpus()
	if s := p.fold(text); p.Whole(c, s) {
		v.checked = append(v.checked, text)
		v.matched |= p.Seen(c, s)
		return
	}
	for _, component := range p.Components(p, text) {
		v.checked = append(v.checked, component)
		if s := p.fold(component); c.traces(s) {
			v.matched |= p.Seen(c, s)
		} else {
			v.unmatched = append(v.unmatched, component)
		}
	}
}
