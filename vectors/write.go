package vectors

import (
	"maps"
	"slices"

	"github.com/conform-suite/conform/internal/strictjson"
)

// File is a file of vectors, a vector a line.
func File(about string, list []*Vector) []byte {
	b := append([]byte("{\n  \"about\": "), strictjson.Text(about).String()...)
	b = append(b, ",\n  \"vectors\": ["...)
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = v.JSON().AppendTo(append(b, "\n    "...))
	}
	return append(b, "\n  ]\n}\n"...)
}

// JSON is v as it stands in a file of vectors, as compact JSON.
func (v *Vector) JSON() strictjson.Value {
	params, err := strictjson.Parse(v.Params, strictjson.Limits{Bytes: MaxFileBytes, Depth: strictjson.MaxDepth})
	if err != nil { // params are strict JSON from wherever they come
		panic("vector " + v.ID + ": " + err.Error())
	}
	members := []strictjson.Member{
		{Name: "id", Value: strictjson.Text(v.ID)},
		{Name: "title", Value: strictjson.Text(v.Title)},
		{Name: "requirements", Value: strictjson.Texts(v.Requirements)},
		{Name: "operation", Value: strictjson.Text(v.Operation.Name)},
		{Name: "params", Value: params},
		{Name: "expect", Value: v.Expect.json(v.Operation)},
	}
	if v.Files != nil {
		members = append(members, strictjson.Member{Name: "files", Value: v.Files.JSON()})
	}
	if len(v.Flags) > 0 {
		members = append(members, strictjson.Member{Name: "flags", Value: strictjson.Texts(v.Flags)})
	}
	members = append(members, strictjson.Member{Name: "source", Value: strictjson.Text(v.Source)})
	if len(v.VouchedBy) > 0 {
		members = append(members, strictjson.Member{Name: "vouched_by", Value: strictjson.Texts(v.VouchedBy)})
	}
	return strictjson.Record(members...)
}

// json has of a result only what is compared.
func (e Expect) json(op *Operation) strictjson.Value {
	switch {
	case e.Rejected != "":
		return strictjson.Record(strictjson.Member{Name: "rejected", Value: strictjson.Text(e.Rejected)})
	case e.Check != nil:
		return strictjson.Record(strictjson.Member{Name: "check", Value: e.Check.json()})
	}
	members := []strictjson.Member{{Name: "result", Value: op.Mask.Keep(*e.Result, true)}}
	if len(e.AnyText) > 0 {
		members = append(members, strictjson.Member{Name: "any_text", Value: strictjson.Texts(e.AnyText)})
	}
	return strictjson.Record(members...)
}

func (c *Check) json() strictjson.Value {
	members := []strictjson.Member{
		{Name: "name", Value: strictjson.Text(c.Name)},
		{Name: "at", Value: strictjson.Text(c.At)},
	}
	for _, list := range []struct {
		name  string
		texts []string
		must  bool
	}{{"contains", c.Contains, false}, {"words", c.Words, false}, {"keywords", c.Keywords, c.Name == CheckAvoids}} {
		if len(list.texts) > 0 || list.must {
			members = append(members, strictjson.Member{Name: list.name, Value: strictjson.Texts(list.texts)})
		}
	}
	return strictjson.Record(members...)
}

// JSON is f as it stands in a vector.
func (f *Files) JSON() strictjson.Value {
	var lines []strictjson.Member
	for _, name := range slices.Sorted(maps.Keys(f.Lines)) {
		lines = append(lines, strictjson.Member{Name: name, Value: strictjson.Text(f.Lines[name])})
	}
	return strictjson.Record(
		strictjson.Member{Name: "param", Value: strictjson.Text(f.Param)},
		strictjson.Member{Name: "lines", Value: strictjson.Record(lines...)},
	)
}

// MarshalJSON is JSON for package encoding/json.
func (f *Files) MarshalJSON() ([]byte, error) { return f.JSON().AppendTo(nil), nil }
