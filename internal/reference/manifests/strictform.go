package manifests

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/gowebpki/jcs"

	"github.com/conform-suite/conform/internal/strictjson"
)

// checkCanonical says where a JSON text departs from its RFC 8785 form, or nil.
// jcs would answer it too, at a hundred bytes of memory for each of its bytes.
func checkCanonical(document []byte) error {
	c := canonicalChecker{Decoder: jsontext.NewDecoder(bytes.NewBuffer(document))}
	for end := int64(0); ; end = c.InputOffset() {
		want, err := c.next()
		if err != nil {
			return fmt.Errorf("at byte %d: %w", end, err)
		}
		if got := document[end:c.InputOffset()]; !bytes.Equal(got, want) {
			return fmt.Errorf("at byte %d: %s should be %s", end, quote(string(got)), quote(string(want)))
		}
		if c.StackDepth() > 0 {
			continue
		}
		if rest := document[c.InputOffset():]; len(rest) > 0 {
			return fmt.Errorf("at byte %d: %s follows the value", c.InputOffset(), quote(string(rest)))
		}
		return nil
	}
}

type canonicalChecker struct {
	*jsontext.Decoder
	names []string // by depth, the last name of an open object
	want  []byte
}

// next reads a token and tells how it should be written, with what stands
// before it. The answer is good until the next call.
func (c *canonicalChecker) next() ([]byte, error) {
	within, length := c.StackIndex(c.StackDepth())
	c.want = appendSeparator(c.want[:0], c.PeekKind(), within, length)
	t, err := c.ReadToken()
	if err != nil {
		return nil, err
	}
	if within == '{' && length%2 == 0 && t.Kind() == '"' {
		if err := c.name(t.String(), length == 0); err != nil {
			return nil, err
		}
	}
	c.want, err = appendCanonical(c.want, t)
	return c.want, err
}

// name checks the order of the names of an object.
func (c *canonicalChecker) name(name string, first bool) error {
	for len(c.names) <= c.StackDepth() {
		c.names = append(c.names, "")
	}
	before := &c.names[c.StackDepth()]
	if !first && !precedes(*before, name) {
		return fmt.Errorf("%s should come before %s", quote(name), quote(*before))
	}
	*before = name
	return nil
}

// appendSeparator appends what stands before a token that begins like next,
// when it is the length-th in an array or object (names and values counted).
func appendSeparator(b []byte, next, within jsontext.Kind, length int64) []byte {
	switch {
	case next == '}' || next == ']' || length == 0:
		return b
	case within == '{' && length%2 == 1:
		return append(b, ':')
	case within == '{' || within == '[':
		return append(b, ',')
	}
	return b
}

// appendCanonical appends a token as RFC 8785 section 3.2.2 writes it.
func appendCanonical(b []byte, t jsontext.Token) ([]byte, error) {
	switch t.Kind() {
	case '"':
		return jsontext.AppendQuote(b, t.String())
	case '0':
		f, err := strictjson.Float(t.String())
		if err != nil {
			return b, err
		}
		s, err := jcs.NumberToJSON(f)
		return append(b, s...), err
	}
	return append(b, t.String()...), nil
}

// precedes reports whether a comes before b by UTF-16 code units (RFC 8785
// section 3.2.3).
func precedes(a, b string) bool {
	for a != "" && b != "" {
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if x != y {
			return unit(x) < unit(y) || unit(x) == unit(y) && x < y
		}
		a, b = a[n:], b[m:]
	}
	return len(a) < len(b)
}

// unit is the first UTF-16 code unit of r.
func unit(r rune) rune {
	if high, _ := utf16.EncodeRune(r); high != utf8.RuneError {
		return high
	}
	return r
}
