package strictjson

import "github.com/go-json-experiment/json/jsontext"

// Check reports what Parse would, without building a Value: for a large text
// that something else is to read, at a fraction of Parse's time and memory.
func Check(data []byte, limits Limits) error {
	d, err := open(data, limits)
	if err != nil {
		return err
	}
	if err := skip(d, limits.depth()); err != nil {
		return located(d, err)
	}
	return atEnd(d)
}

// skip reads one value.
func skip(d *jsontext.Decoder, depth int) error {
	for {
		if d.StackDepth() == depth && opens(d) && !wantsName(d) {
			return ErrTooDeep
		}
		if _, err := d.ReadToken(); err != nil {
			return err
		}
		if d.StackDepth() == 0 {
			return nil
		}
	}
}

// wantsName reports whether the name of a member must come next, so that an
// array or object there is a fault of its own.
func wantsName(d *jsontext.Decoder) bool {
	kind, length := d.StackIndex(d.StackDepth())
	return kind == '{' && length%2 == 0
}
