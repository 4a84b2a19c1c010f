package gen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// evPlace is where a param of that kind stands (RFC 6901).
type evPlace struct {
	pointer string
	kind    strictjson.Kind
}

var (
	evTurnPlaces = []evPlace{
		{"/tick", strictjson.Number}, {"/raw", strictjson.String}, {"/provider", strictjson.String}, {"/agent", strictjson.String},
	}
	evRegistryPlaces = []evPlace{
		{"/registry", strictjson.Array}, {"/registry/0", strictjson.Object}, {"/registry/0/keywords", strictjson.Array},
		{"/registry/0/keywords/0", strictjson.String}, {"/registry/0/reference", strictjson.String}, {"/registry/0/summary", strictjson.String},
	}
	evClassifyPlaces = append([]evPlace{{"/action_text", strictjson.String}, {"/action_text", strictjson.String}}, evRegistryPlaces...)
	evRunPlaces      = append([]evPlace{
		{"/outputs", strictjson.Array}, {"/outputs/0", strictjson.Object}, {"/registry", strictjson.Array}, {"/data_dir", strictjson.String}, // more often than their like
		{"/outputs", strictjson.Array}, {"/outputs/0", strictjson.Object}, {"/outputs/0/tick", strictjson.Number},
		{"/outputs/0/raw", strictjson.String}, {"/outputs/0/provider", strictjson.String}, {"/outputs/0/agent", strictjson.String},
		{"/data_dir", strictjson.String},
	}, evRegistryPlaces...)
)

// evIll are values of a wrong kind, for a place of each kind.
var evIll = map[strictjson.Kind][]strictjson.Value{
	strictjson.Number: evValues(`null`, `"7"`, `"1"`, `true`, `true`, `false`, `0.5`, `9007199254740990.5`, `[7]`, `{}`),
	strictjson.String: evValues(`null`, `7`, `false`, `{"a":1}`, `["x"]`, `[]`, `{}`),
	strictjson.Array:  evValues(`null`, `"x"`, `"x"`, `""`, `false`, `0`, `{}`, `{"0":"x"}`),
	strictjson.Object: evValues(`null`, `"x"`, `7`, `[]`, `["x"]`, `false`, `[{}]`),
}

// evSpoilt has the params of another kind with one of the places taken out or
// given a value of a wrong kind.
func evSpoilt(params func(evScene) strictjson.Value, places []evPlace) func(evScene) strictjson.Value {
	return func(s evScene) strictjson.Value {
		at := pick(s.draw, places)
		tokens := strings.Split(at.pointer, "/")[1:]
		if s.in(20) {
			return evPut(params(s), tokens, nil)
		}
		ill := pick(s.draw, evIll[at.kind])
		return evPut(params(s), tokens, &ill)
	}
}

// evPut is v with the value at some place set, or taken out when it is nil. What
// is not there on the way stays so.
func evPut(v strictjson.Value, tokens []string, to *strictjson.Value) strictjson.Value {
	if len(tokens) == 0 {
		return *to
	}
	name, last := tokens[0], len(tokens) == 1
	members := slices.Clone(v.Members())
	if v.Kind() == strictjson.Array {
		for i, e := range v.Elements() {
			members = append(members, member(strconv.Itoa(i), e))
		}
	}
	i := slices.IndexFunc(members, func(m strictjson.Member) bool { return m.Name == name })
	switch {
	case i < 0 && (!last || to == nil || v.Kind() != strictjson.Object):
	case i < 0:
		members = append(members, member(name, *to))
	case last && to == nil:
		members = slices.Delete(members, i, i+1)
	default:
		members[i].Value = evPut(members[i].Value, tokens[1:], to)
	}
	if v.Kind() != strictjson.Array {
		return strictjson.Record(members...)
	}
	elems := make([]strictjson.Value, len(members))
	for i, m := range members {
		elems[i] = m.Value
	}
	return strictjson.List(elems...)
}

// evUnknown are params that no operation has.
var evUnknown = []strictjson.Member{
	member("else", strictjson.Integer(1)), member("threshold", strictjson.Integer(1)),
	member("Raw", strictjson.Text("{}")), member("", strictjson.Value{}), member("label", strictjson.Text("CANON_ANCHOR")),
}

// evMore has the params of another kind with an unknown one, or an unknown
// member in the elements of that param.
func evMore(params func(evScene) strictjson.Value, list string) func(evScene) strictjson.Value {
	return func(s evScene) strictjson.Value {
		v, more := params(s), pick(s.draw, evUnknown)
		elems, ok := v.Get(list)
		if !ok || s.in(50) {
			return strictjson.Record(append(slices.Clone(v.Members()), more)...)
		}
		var out []strictjson.Value
		for _, e := range elems.Elements() {
			out = append(out, strictjson.Record(append(slices.Clone(e.Members()), more)...))
		}
		changed := strictjson.List(out...)
		return evPut(v, []string{list}, &changed)
	}
}
