package faults

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// evParsed is a JSON text as encoding/json reads it, null when it cannot.
func evParsed(raw string) strictjson.Value {
	v, _ := evRead(json.NewDecoder(strings.NewReader(raw)), 0, evLast)
	return v
}

// evResolve says what becomes of a member that is repeated in an object at a
// depth from 1.
type evResolve func(depth int, old, new strictjson.Value) (strictjson.Value, error)

func evLast(_ int, _, new strictjson.Value) (strictjson.Value, error)  { return new, nil }
func evFirst(_ int, old, _ strictjson.Value) (strictjson.Value, error) { return old, nil }

// evLoose writes a JSON text as encoding/json reads it, with repeated members
// resolved; the text itself when it is none.
func evLoose(repeated evResolve) func(raw string) string {
	return func(raw string) string {
		d := json.NewDecoder(strings.NewReader(raw))
		v, err := evRead(d, 0, repeated)
		if _, end := d.Token(); err != nil || end != io.EOF {
			return raw
		}
		return v.String()
	}
}

func evRead(d *json.Decoder, depth int, repeated evResolve) (strictjson.Value, error) {
	d.UseNumber()
	t, err := d.Token()
	switch t := t.(type) {
	case bool:
		return strictjson.Boolean(t), nil
	case string:
		return strictjson.Text(t), nil
	case json.Number:
		return strictjson.Parse([]byte(t.String()), strictjson.Limits{Bytes: len(t)})
	case json.Delim:
		if t == '[' {
			return evReadArray(d, depth+1, repeated)
		}
		return evReadObject(d, depth+1, repeated)
	}
	return strictjson.Value{}, err
}

func evReadArray(d *json.Decoder, depth int, repeated evResolve) (strictjson.Value, error) {
	var elems []strictjson.Value
	for d.More() {
		e, err := evRead(d, depth, repeated)
		if err != nil {
			return e, err
		}
		elems = append(elems, e)
	}
	_, err := d.Token()
	return strictjson.List(elems...), err
}

func evReadObject(d *json.Decoder, depth int, repeated evResolve) (strictjson.Value, error) {
	out := strictjson.Record()
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return out, err
		}
		v, err := evRead(d, depth, repeated)
		if old, ok := out.Get(name.(string)); ok && err == nil {
			v, err = repeated(depth, old, v)
		}
		if err != nil {
			return out, err
		}
		out = setMember(dropMember(out, name.(string)), name.(string), v)
	}
	_, err := d.Token()
	return out, err
}
