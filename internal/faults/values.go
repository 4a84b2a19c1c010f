package faults

import (
	"slices"

	"github.com/conform-suite/conform/internal/strictjson"
)

// Values, as a fault changes them. What is not of the kind that is to be changed
// stays as it is.

// get is the member of that name, null when there is none.
func get(v strictjson.Value, name string) strictjson.Value {
	m, _ := v.Get(name)
	return m
}

// textIn is the text of a member, "" when there is none.
func textIn(v strictjson.Value, name string) string { return get(v, name).Str() }

// setMember is v with the member of that name set, in its place or at the end.
func setMember(v strictjson.Value, name string, to strictjson.Value) strictjson.Value {
	if v.Kind() != strictjson.Object {
		return v
	}
	members := slices.Clone(v.Members())
	for i := range members {
		if members[i].Name == name {
			members[i].Value = to
			return strictjson.Record(members...)
		}
	}
	return strictjson.Record(append(members, strictjson.Member{Name: name, Value: to})...)
}

// defaultMember is v with a member that it lacks, or has as null.
func defaultMember(v strictjson.Value, name string, to strictjson.Value) strictjson.Value {
	if !get(v, name).IsNull() {
		return v
	}
	return setMember(v, name, to)
}

// dropMember is v without the members of those names.
func dropMember(v strictjson.Value, names ...string) strictjson.Value {
	return keepMembers(v, func(m strictjson.Member) bool { return !slices.Contains(names, m.Name) })
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

// editGiven is editMember of a member that is not null.
func editGiven(v strictjson.Value, name string, edit func(strictjson.Value) strictjson.Value) strictjson.Value {
	if get(v, name).IsNull() {
		return v
	}
	return editMember(v, name, edit)
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

// keepElements leaves the elements of an array that keep says.
func keepElements(keep func(strictjson.Value) bool) func(strictjson.Value) strictjson.Value {
	return func(v strictjson.Value) strictjson.Value {
		if v.Kind() != strictjson.Array {
			return v
		}
		return strictjson.List(slices.DeleteFunc(v.Items(), func(e strictjson.Value) bool { return !keep(e) })...)
	}
}

// editElements is v with every element edited.
func editElements(v strictjson.Value, edit func(strictjson.Value) strictjson.Value) strictjson.Value {
	if v.Kind() != strictjson.Array {
		return v
	}
	return strictjson.List(mapped(v.Items(), edit)...)
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

func mapped[T, U any](list []T, f func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, e := range list {
		out = append(out, f(e))
	}
	return out
}

// editText is v with its text edited.
func editText(v strictjson.Value, edit func(string) string) strictjson.Value {
	if v.Kind() != strictjson.String {
		return v
	}
	return strictjson.Text(edit(v.Str()))
}
