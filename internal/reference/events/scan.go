package events

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/conform-suite/conform/internal/strictjson"
)

// scanner reads a provider's text, of any size, keeping only what is asked
// for. strictjson builds everything (1.5 GB for 16 MiB of small numbers), and
// reads all lone surrogates as one character, which makes two names equal that
// are not; both matter only where a text is as hostile as here.
type scanner struct{ *jsontext.Decoder }

var errRepeated = errors.New("repeated member name")

// ScanObject reads text as one JSON object (RFC 8259) without repeated members
// at any depth and no deeper than strictjson.MaxDepth levels. It yields the
// members of the given names; of their values, a container has all that is in
// it where keep has the name, else its first member at most.
func ScanObject(text string, names, keep []string) (map[string]strictjson.Value, error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("invalid UTF-8")
	}
	s := scanner{jsontext.NewDecoder(bytes.NewBufferString(text),
		jsontext.AllowInvalidUTF8(true), // escaped lone surrogates
		jsontext.AllowDuplicateNames(true))}
	if s.PeekKind() != '{' {
		return nil, errors.New("not an object")
	}
	out := map[string]strictjson.Value{}
	err := s.members(func(name string) error {
		if !slices.Contains(names, name) {
			return s.skip()
		}
		v, err := s.value(slices.Contains(keep, name))
		out[name] = v
		return err
	})
	if err != nil {
		return nil, err
	}
	if _, err := s.ReadToken(); err != io.EOF {
		return nil, strictjson.ErrTrailing
	}
	return out, nil
}

// value reads the next value. Without keep, a container has its first member
// at most, which is enough to tell whether it is empty.
func (s scanner) value(keep bool) (strictjson.Value, error) {
	var members []strictjson.Member
	var elems []strictjson.Value
	switch s.PeekKind() {
	case '{':
		err := s.members(func(name string) error {
			if !keep && members != nil {
				return s.skip()
			}
			v, err := s.value(keep)
			members = append(members, strictjson.Member{Name: name, Value: v})
			return err
		})
		return strictjson.Record(members...), err
	case '[':
		err := s.elements(func() error {
			if !keep && elems != nil {
				return s.skip()
			}
			v, err := s.value(keep)
			elems = append(elems, v)
			return err
		})
		return strictjson.List(elems...), err
	}
	return s.scalar()
}

// skip reads the next value and keeps nothing of it.
func (s scanner) skip() error {
	switch s.PeekKind() {
	case '{':
		return s.members(func(string) error { return s.skip() })
	case '[':
		return s.elements(s.skip)
	}
	return s.SkipValue()
}

func (s scanner) scalar() (strictjson.Value, error) {
	t, err := s.ReadToken()
	if err != nil {
		return strictjson.Value{}, err
	}
	switch t.Kind() {
	case '"':
		return strictjson.Text(t.String()), nil
	case '0':
		return number(t.String())
	case 't', 'f':
		return strictjson.Boolean(t.Bool()), nil
	}
	return strictjson.Value{}, nil
}

// number is the JSON number so spelt. Most are integers, which need no parser.
func number(literal string) (strictjson.Value, error) {
	if n, err := strconv.ParseInt(literal, 10, 64); err == nil && literal != "-0" {
		return strictjson.Integer(n), nil
	}
	return strictjson.Parse([]byte(literal), strictjson.Limits{Bytes: len(literal)})
}

// members reads an object; each reads the value of a member.
func (s scanner) members(each func(name string) error) error {
	if _, err := s.ReadToken(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for s.PeekKind() != '}' {
		quoted, err := s.ReadValue()
		if err != nil {
			return err
		}
		units := codeUnits(quoted)
		if seen[units] {
			return errRepeated
		}
		seen[units] = true
		name, _ := jsontext.AppendUnquote(nil, quoted) // its only error is of lone surrogates
		if err := each(string(name)); err != nil {
			return err
		}
	}
	_, err := s.ReadToken()
	return err
}

// elements reads an array; each reads an element.
func (s scanner) elements(each func() error) error {
	if _, err := s.ReadToken(); err != nil {
		return err
	}
	for s.PeekKind() != ']' {
		if err := each(); err != nil {
			return err
		}
	}
	_, err := s.ReadToken()
	return err
}

// codeUnits is what a quoted JSON string says, as big-endian UTF-16 code
// units: two strings are equal when these are (RFC 8259 section 8.3), lone
// surrogates included, which no Go string can hold.
func codeUnits(quoted []byte) string {
	var out []byte
	for s := quoted[1 : len(quoted)-1]; len(s) > 0; {
		r, size := utf8.DecodeRune(s)
		if r == '\\' {
			r, size = escaped(s)
		}
		s = s[size:]
		if hi, lo := utf16.EncodeRune(r); hi != utf8.RuneError {
			out = binary.BigEndian.AppendUint16(out, uint16(hi))
			r = lo
		}
		out = binary.BigEndian.AppendUint16(out, uint16(r))
	}
	return string(out)
}

// escaped is the code unit that a valid escape says, and its length in bytes.
func escaped(s []byte) (unit rune, size int) {
	switch s[1] {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		n, _ := strconv.ParseUint(string(s[2:6]), 16, 16)
		return rune(n), 6
	}
	return rune(s[1]), 2
}
