package gen

import "github.com/conform-suite/conform/internal/strictjson"

// flawed is a request with something missing, of another type or out of range:
// anything anywhere, or what implementers are lenient about. A few are beside a
// guard, so that the answer would not depend on them.
func (s *idsScene) flawed(params strictjson.Value) strictjson.Value {
	switch s.int(5) {
	case 0:
		params = s.with(params, "call", "is_mutating", strictjson.Boolean(false))
	case 1:
		return s.withArgument(s.with(params, "prior", "blobs", strictjson.List()))
	case 2:
		params = s.with(params, "arg", "is_reference", strictjson.Boolean(false))
	}
	if s.in(35) {
		return s.damaged(params, idsDamage)
	}
	switch s.int(6) {
	case 4:
		return s.set(params, "policy", pick(s.draw, idsDamage[1:8]))
	case 0:
		return s.with(params, "policy", "min_component_len", pick(s.draw, []strictjson.Value{
			strictjson.Integer(0), strictjson.Text("4"), strictjson.Boolean(true), number("4.5"), strictjson.Integer(-1),
		}))
	case 1:
		return s.with(params, "policy", "case_sensitive", pick(s.draw, idsDamage[2:]))
	case 2:
		return s.withArgument(params)
	case 3:
		return s.with(params, "call", pick(s.draw, []string{"tool_name", "args"}), pick(s.draw, idsDamage[:3]))
	}
	return s.with(params, "prior", "blobs", strictjson.List(s.flawedBlob()))
}

func (s *idsScene) flawedBlob() strictjson.Value {
	text := member("text", strictjson.Text(pick(s.draw, s.known)))
	if s.in(60) {
		source := pick(s.draw, []string{"AGENT_AUTHORED", "tool_result", "Task_Text", "TOOL_RESULT ", " TASK_TEXT", ""})
		return strictjson.Record(text, member("source", strictjson.Text(source)))
	}
	source := member("source", pick(s.draw, idsSources))
	switch s.int(3) {
	case 0:
		return strictjson.Record(source)
	case 1:
		return strictjson.Record(member("text", pick(s.draw, idsDamage)), source)
	case 2:
		return strictjson.Record(text)
	}
	return strictjson.Text(pick(s.draw, s.known))
}

// withArgument has one argument that is flawed.
func (s *idsScene) withArgument(params strictjson.Value) strictjson.Value {
	name, value := member("name", strictjson.Text(s.name())), member("value", s.value())
	arg := strictjson.Record(name)
	switch s.int(3) {
	case 0:
		arg = strictjson.Record(value)
	case 1:
		arg = strictjson.Record(member("name", number("7")), value)
	case 2:
		arg = strictjson.Record(name, value, member("is_reference", pick(s.draw, idsDamage[2:])))
	}
	if _, ok := params.Get("arg"); ok {
		return s.set(params, "arg", arg)
	}
	return s.with(params, "call", "args", strictjson.List(arg))
}

// withUnknown is a request with a member that nobody asks for.
func (s *idsScene) withUnknown(params strictjson.Value) strictjson.Value {
	if s.in(50) {
		return s.set(params, "trace_id", strictjson.Text(pick(s.draw, s.known)))
	}
	for _, name := range []string{"call", "arg"} {
		if _, ok := params.Get(name); ok {
			return s.with(params, name, "note", strictjson.Text(pick(s.draw, s.known)))
		}
	}
	return params
}

// with is params with a member of an object in it set; there is no such object in
// some, which stay.
func (s *idsScene) with(params strictjson.Value, object, name string, to strictjson.Value) strictjson.Value {
	inner, ok := params.Get(object)
	if !ok && (object == "call" || object == "arg") {
		return params
	}
	if !ok {
		inner = strictjson.Record()
	}
	return s.set(params, object, s.set(inner, name, to))
}

// set is an object with a member set, at its old place if it has one.
func (s *idsScene) set(v strictjson.Value, name string, to strictjson.Value) strictjson.Value {
	var members []strictjson.Member
	found := false
	for _, m := range v.Members() {
		if m.Name == name {
			m.Value, found = to, true
		}
		members = append(members, m)
	}
	if !found {
		members = append(members, member(name, to))
	}
	return strictjson.Record(members...)
}
