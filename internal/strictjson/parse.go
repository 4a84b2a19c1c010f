// Package strictjson is the one door through which foreign JSON enters
// Conform: reports, vectors, protocol messages and the documents that a
// reference implementation is asked about.
//
// [Parse] accepts exactly one JSON text (RFC 8259) and refuses what lenient
// parsers disagree on: repeated members, invalid UTF-8, escaped lone
// surrogates, a byte order mark, trailing data, and anything past the limits
// given. What it returns keeps what other decoders lose: the order of an
// object's members and the spelling of a number.
//
// # Specifications
//
// RFC 8259 (JSON), RFC 7493 (I-JSON: sections 2.1 UTF-8, 2.3 repeated members).
package strictjson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxDepth is the deepest nesting that any Limits may allow: 10,000 arrays
// and objects within each other, the bound of the underlying tokenizer.
const MaxDepth = 10_000

// Limits bounds what Parse takes. The zero value takes 1 MiB and 1,000 levels.
type Limits struct {
	Bytes int // most bytes of text; 0 means 1 << 20 (1 MiB)
	Depth int // most arrays and objects within each other; 0 means 1,000; at most MaxDepth

	// LoneSurrogates lets an escaped lone surrogate ("\ud800") pass, which
	// RFC 8259 section 8.2 permits and I-JSON does not. It is read as U+FFFD.
	LoneSurrogates bool
}

func (l Limits) bytes() int {
	if l.Bytes == 0 {
		return 1 << 20 // 1 MiB
	}
	return l.Bytes
}

func (l Limits) depth() int {
	if l.Depth == 0 {
		return 1_000
	}
	return min(l.Depth, MaxDepth)
}

// What may be wrong with a text, for errors.Is. Any other cause is a syntax
// error of RFC 8259.
var (
	ErrTooLarge = errors.New("too many bytes")
	ErrTooDeep  = errors.New("nested too deeply")
	ErrRepeated = errors.New("repeated member name")
	ErrTrailing = errors.New("data after the JSON value")
)

// Error says what is wrong with a text and where.
type Error struct {
	Offset  int64  // bytes before the fault
	Pointer string // RFC 6901 JSON Pointer of the value that holds the fault
	Cause   error
}

func (e *Error) Error() string {
	at := ""
	if e.Pointer != "" {
		at = fmt.Sprintf(" within %q", shorten(e.Pointer))
	}
	return fmt.Sprintf("invalid JSON at byte %d%s: %v", e.Offset, at, e.Cause)
}

// shorten keeps a message short whatever the text: names may be as long as the
// text, and a pointer as deep.
func shorten(pointer string) string {
	const most = 200 // bytes
	if len(pointer) <= most {
		return pointer
	}
	return pointer[:most/2] + "…" + pointer[len(pointer)-most/2:]
}

func (e *Error) Unwrap() error { return e.Cause }

// Parse reads the one JSON value that data holds. White space around it is
// allowed, anything else is not. Every error is an *Error.
func Parse(data []byte, limits Limits) (Value, error) {
	d, err := open(data, limits)
	if err != nil {
		return Value{}, err
	}
	p := parser{Decoder: d, depth: limits.depth()}
	v, err := p.value()
	if err != nil {
		return Value{}, located(d, err)
	}
	return v, atEnd(d)
}

// open begins to read data, if it is not too large.
func open(data []byte, limits Limits) (*jsontext.Decoder, error) {
	if len(data) > limits.bytes() {
		return nil, &Error{Offset: int64(limits.bytes()), Cause: fmt.Errorf("%w: %d, at most %d", ErrTooLarge, len(data), limits.bytes())}
	}
	if limits.LoneSurrogates && !utf8.Valid(data) { // the option below would let it pass
		return nil, &Error{Cause: errors.New("invalid UTF-8")}
	}
	return jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowInvalidUTF8(limits.LoneSurrogates)), nil
}

// atEnd checks that nothing follows the value that was read.
func atEnd(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); err == nil {
		return &Error{Offset: d.InputOffset(), Cause: ErrTrailing}
	} else if err != io.EOF {
		return located(d, fmt.Errorf("%w: %w", ErrTrailing, err))
	}
	return nil
}

// opens reports whether an array or object comes next. It is asked before the
// tokenizer meets its own limit, which is MaxDepth too and has an error of its
// own.
func opens(d *jsontext.Decoder) bool {
	k := d.PeekKind()
	return k == '{' || k == '['
}

// located turns any error of the tokenizer into an *Error.
func located(d *jsontext.Decoder, err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	e := &Error{Offset: d.InputOffset(), Pointer: string(d.StackPointer()), Cause: err}
	var s *jsontext.SyntacticError
	if errors.As(err, &s) {
		e.Offset, e.Pointer, e.Cause = s.ByteOffset, string(s.JSONPointer), s.Err
		if errors.Is(err, jsontext.ErrDuplicateName) {
			e.Cause = ErrRepeated
		}
		if errors.Is(err, ErrTrailing) {
			e.Cause = fmt.Errorf("%w: %w", ErrTrailing, s.Err)
		}
	}
	return e
}

type parser struct {
	*jsontext.Decoder
	depth int      // levels that may still be opened
	open  []Member // of all values that are being read, innermost last
}

// close takes what was read since start off p.open.
func (p *parser) close(start int) []Member {
	if start == len(p.open) {
		return nil
	}
	out := slices.Clone(p.open[start:])
	clear(p.open[start:])
	p.open = p.open[:start]
	return out
}

func (p *parser) value() (Value, error) {
	if p.depth == 0 && opens(p.Decoder) {
		return Value{}, ErrTooDeep
	}
	t, err := p.ReadToken()
	if err != nil {
		return Value{}, err
	}
	switch t.Kind() {
	case '{':
		return p.within(Object, p.members)
	case '[':
		return p.within(Array, p.elements)
	case '"':
		return Text(t.String()), nil
	case '0':
		return Value{kind: Number, text: t.String()}, nil
	case 't', 'f':
		return Boolean(t.Bool()), nil
	default:
		return Value{}, nil
	}
}

func (p *parser) within(k Kind, read func() ([]Member, error)) (Value, error) {
	p.depth--
	members, err := read()
	p.depth++
	return Value{kind: k, members: members}, err
}

func (p *parser) elements() ([]Member, error) {
	start := len(p.open)
	for p.PeekKind() != ']' {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		p.open = append(p.open, Member{Value: v})
	}
	_, err := p.ReadToken()
	return p.close(start), err
}

func (p *parser) members() ([]Member, error) {
	start := len(p.open)
	for p.PeekKind() != '}' {
		t, err := p.ReadToken()
		if err != nil {
			return nil, err
		}
		name := t.String()
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		p.open = append(p.open, Member{name, v})
	}
	_, err := p.ReadToken()
	return p.close(start), err
}
