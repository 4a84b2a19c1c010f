package faults

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// readerFaults are mistakes in the JSON reader in front of a manifest.
func readerFaults() []Fault {
	return []Fault{
		slip("document-without-limit", "reads a document of any length", "MAN-002", documents(compactIfLong)),
		slip("document-below-limit", "refuses a document of exactly 65,536 bytes", "MAN-002", refuses(documentLonger(manifests.MaxDocument-1))),
		slip("first-value-only", "reads one JSON value and ignores what follows, as a stream decoder does", "MAN-003", documents(firstValue)),
		slip("unicode-white-space", "trims all that Unicode calls white space", "MAN-003", documents(bytes.TrimSpace)),
		slip("c-string", "ends a document at a NUL", "MAN-003", documents(func(b []byte) []byte {
			before, _, _ := bytes.Cut(b, []byte{0})
			return before
		})),
		slip("trailing-comma", "lets a comma stand after the last member", "MAN-003", documents(func(b []byte) []byte {
			return bytes.Replace(b, []byte(",}"), []byte("}"), 1)
		})),
		slip("comments", "skips comments in a document", "MAN-003", documents(withoutComments)),
		slip("control-characters-in-text", "lets raw control characters stand in text, and drops them", "MAN-003", documents(func(b []byte) []byte {
			if json.Valid(b) {
				return b
			}
			return bytes.Map(func(r rune) rune {
				if r < ' ' {
					return -1
				}
				return r
			}, b)
		})),
		slip("byte-order-mark", "skips a byte order mark", "MAN-004", documents(func(b []byte) []byte { return bytes.TrimPrefix(b, []byte("\ufeff")) })),
		slip("utf-16", "reads UTF-16 when it sees it", "MAN-004", documents(fromUTF16)),
		slip("invalid-utf-8-dropped", "drops bytes that are no UTF-8", "MAN-004", documents(func(b []byte) []byte { return bytes.ToValidUTF8(b, nil) })),
		slip("lone-surrogates-dropped", "drops escaped lone surrogates", "MAN-004", documents(withoutSurrogates)),
		slip("last-of-repeated", "keeps the last of repeated members, as most parsers do", "MAN-005", documents(keepRepeated(last))),
		slip("first-of-repeated", "keeps the first of repeated members", "MAN-005", documents(keepRepeated(first))),
		slip("repeated-alike", "lets a member be repeated with the same value", "MAN-005", documents(keepRepeated(alike))),
		slip("repeated-as-spelt", "compares names before their escapes are resolved", "MAN-005", documents(keepRepeated(spelt))),
	}
}

// compactIfLong takes the white space out of a document that is too long.
func compactIfLong(b []byte) []byte {
	v := jsontext.Value(bytes.Clone(b))
	if len(b) <= manifests.MaxDocument || v.Compact() != nil {
		return b
	}
	return v
}

// firstValue is the first JSON value in b, b when there is none.
func firstValue(b []byte) []byte {
	d := jsontext.NewDecoder(bytes.NewReader(b))
	if v, err := d.ReadValue(); err == nil {
		return v
	}
	return b
}

func withoutComments(b []byte) []byte {
	s := string(b)
	for before, rest, found := strings.Cut(s, "/*"); found; before, rest, found = strings.Cut(s, "/*") {
		_, after, closed := strings.Cut(rest, "*/")
		if !closed {
			break
		}
		s = before + after
	}
	return []byte(s)
}

// fromUTF16 is the UTF-8 of a text that begins with "{" in UTF-16, with or
// without a byte order mark.
func fromUTF16(b []byte) []byte {
	if len(b)%2 != 0 || len(b) < 4 || bytes.IndexByte(b[:4], 0) < 0 && !bytes.HasPrefix(b, []byte{0xff, 0xfe}) && !bytes.HasPrefix(b, []byte{0xfe, 0xff}) {
		return b
	}
	little := b[0] == 0xff || b[1] == 0
	var units []uint16
	for pair := range slices.Chunk(b, 2) {
		if little {
			units = append(units, uint16(pair[1])<<8|uint16(pair[0]))
		} else {
			units = append(units, uint16(pair[0])<<8|uint16(pair[1]))
		}
	}
	return []byte(strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff"))
}

// withoutSurrogates drops every escaped surrogate of a document that is no
// JSON for strict readers.
func withoutSurrogates(b []byte) []byte {
	if _, err := strictjson.Parse(b, strictjson.Limits{}); err == nil {
		return b
	}
	var out []byte
	for len(b) > 0 {
		if len(b) >= 6 && b[0] == '\\' && b[1] == 'u' && (b[2]|0x20) == 'd' && b[3] > '7' {
			b = b[6:]
			continue
		}
		out, b = append(out, b[0]), b[1:]
	}
	return out
}

// written is a member of an object, as it was written.
type written struct {
	spelling, name, value string // value is JSON
}

// keepRepeated reads an object with repeated members, of which choose keeps
// one; it returns nil where it refuses.
func keepRepeated(choose func([]written) []written) func([]byte) []byte {
	return func(b []byte) []byte {
		all := writtenMembers(b)
		if all == nil {
			return b
		}
		kept := choose(all)
		if kept == nil || len(kept) == len(all) {
			return b
		}
		var out []string
		for _, m := range kept {
			out = append(out, m.spelling+":"+m.value)
		}
		return []byte("{" + strings.Join(out, ",") + "}")
	}
}

func writtenMembers(b []byte) []written {
	d := jsontext.NewDecoder(bytes.NewReader(b), jsontext.AllowDuplicateNames(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return nil
	}
	var all []written
	for d.PeekKind() == '"' {
		name, err := d.ReadValue()
		if err != nil {
			return nil
		}
		m := written{spelling: string(name)}
		plain, _ := jsontext.AppendUnquote(nil, name)
		value, err := d.ReadValue()
		if err != nil {
			return nil
		}
		m.name, m.value = string(plain), string(value)
		all = append(all, m)
	}
	if t, err := d.ReadToken(); err != nil || t.Kind() != '}' || len(bytes.TrimSpace(b[d.InputOffset():])) > 0 {
		return nil
	}
	return all
}

func same(m written) func(written) bool { return func(n written) bool { return n.name == m.name } }

func first(all []written) []written {
	var out []written
	for _, m := range all {
		if !slices.ContainsFunc(out, same(m)) {
			out = append(out, m)
		}
	}
	return out
}

func last(all []written) []written {
	reversed := slices.Clone(all)
	slices.Reverse(reversed)
	out := first(reversed)
	slices.Reverse(out)
	return out
}

func alike(all []written) []written {
	for _, m := range all {
		if slices.ContainsFunc(all, func(n written) bool { return n.name == m.name && n.value != m.value }) {
			return nil
		}
	}
	return last(all)
}

func spelt(all []written) []written {
	for i, m := range all {
		if slices.ContainsFunc(all[:i], func(n written) bool { return n.spelling == m.spelling }) {
			return nil
		}
	}
	return last(all)
}
