package faults

import (
	"encoding/base64"
	"slices"

	"github.com/conform-suite/conform/internal/strictjson"
)

// textIn is the text of a member, "" when there is none.
func textIn(v strictjson.Value, name string) string {
	m, _ := v.Get(name)
	return m.Str()
}

// setMember is v with the member of that name set, in its place or at the end.
func setMember(v strictjson.Value, name string, w strictjson.Value) strictjson.Value {
	members := slices.Clone(v.Members())
	for i := range members {
		if members[i].Name == name {
			members[i].Value = w
			return strictjson.Record(members...)
		}
	}
	return strictjson.Record(append(members, strictjson.Member{Name: name, Value: w})...)
}

// dropMember is v without the member of that name.
func dropMember(v strictjson.Value, name string) strictjson.Value {
	return keepMembers(v, func(m strictjson.Member) bool { return m.Name != name })
}

// keepMembers is v with the members that keep says.
func keepMembers(v strictjson.Value, keep func(strictjson.Member) bool) strictjson.Value {
	if v.Kind() != strictjson.Object {
		return v
	}
	return strictjson.Record(slices.DeleteFunc(slices.Clone(v.Members()), func(m strictjson.Member) bool { return !keep(m) })...)
}

// editMember is v with the member of that name edited, if there is one.
func editMember(v strictjson.Value, name string, edit func(strictjson.Value) strictjson.Value) strictjson.Value {
	m, ok := v.Get(name)
	if !ok {
		return v
	}
	return setMember(v, name, edit(m))
}

// editMembers is v with every member's value edited.
func editMembers(v strictjson.Value, edit func(name string, v strictjson.Value) strictjson.Value) strictjson.Value {
	if v.Kind() != strictjson.Object {
		return v
	}
	members := slices.Clone(v.Members())
	for i, m := range members {
		members[i].Value = edit(m.Name, m.Value)
	}
	return strictjson.Record(members...)
}

// editElements is v with every element edited, if it is an array.
func editElements(v strictjson.Value, edit func(strictjson.Value) strictjson.Value) strictjson.Value {
	if v.Kind() != strictjson.Array {
		return v
	}
	return strictjson.List(mapped(elements(v), edit)...)
}

// editPath edits what stands at a path of names, "*" being every element.
func editPath(v strictjson.Value, edit func(strictjson.Value) strictjson.Value, path ...string) strictjson.Value {
	if len(path) == 0 {
		return edit(v)
	}
	step := func(v strictjson.Value) strictjson.Value { return editPath(v, edit, path[1:]...) }
	if path[0] == "*" {
		return editElements(v, step)
	}
	return editMember(v, path[0], step)
}

// elements are those of an array, nil for anything else.
func elements(v strictjson.Value) []strictjson.Value {
	if v.Kind() != strictjson.Array {
		return nil
	}
	var out []strictjson.Value
	for _, e := range v.Elements() {
		out = append(out, e)
	}
	return out
}

func mapped[T, U any](list []T, f func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, e := range list {
		out = append(out, f(e))
	}
	return out
}

// bytesParam is a bytes param that holds b.
func bytesParam(b []byte) strictjson.Value {
	return strictjson.Record(strictjson.Member{Name: "base64", Value: strictjson.Text(base64.StdEncoding.EncodeToString(b))})
}
