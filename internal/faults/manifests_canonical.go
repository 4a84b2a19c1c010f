package faults

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/unicode/norm"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// writer writes JSON as RFC 8785 asks, step by step, so that a step can be
// left out.
type writer struct {
	number func(literal string) (string, error)
	text   func(string) string
	before func(a, b string) int // the order of names
	list   func([]strictjson.Value) []strictjson.Value
	object func([]strictjson.Member) []strictjson.Member
}

func newWriter() *writer {
	w := &writer{
		number: ecmaNumber,
		text:   ecmaText,
		before: func(a, b string) int { return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b))) },
		list:   func(l []strictjson.Value) []strictjson.Value { return l },
	}
	w.object = func(m []strictjson.Member) []strictjson.Member {
		return slices.SortedStableFunc(slices.Values(m), func(a, b strictjson.Member) int { return w.before(a.Name, b.Name) })
	}
	return w
}

// ecmaNumber is Number::toString of ECMA-262, by the digits that strconv finds.
func ecmaNumber(literal string) (string, error) {
	f, err := strconv.ParseFloat(literal, 64)
	switch {
	case err != nil:
		return "", reference.Reject(manifests.NumberRange, "%.40s", literal)
	case f == 0:
		return "0", nil
	case math.Abs(f) >= 1e21 || math.Abs(f) < 1e-6:
		return exponentForm(f), nil
	}
	return strconv.FormatFloat(f, 'f', -1, 64), nil
}

// exponentForm has no zero before the digits of the exponent.
func exponentForm(f float64) string {
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	return digits + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}

var shortEscapes = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func ecmaText(s string) string { return escapedText(s, shortEscapes, nil, `\u%04x`) }

// escapedText writes a text with some escapes, and those controls and others
// that have none as format says.
func escapedText(s string, escapes map[rune]string, others func(rune) bool, format string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch e, ok := escapes[r]; {
		case ok:
			b.WriteString(e)
		case r < ' ' || others != nil && others(r):
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, format, unit)
			}
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (w *writer) append(b []byte, v strictjson.Value) (_ []byte, err error) {
	switch v.Kind() {
	case strictjson.Object:
		return w.each(append(b, '{'), '}', w.object(v.Members()), func(b []byte, m strictjson.Member) ([]byte, error) {
			return w.append(append(append(b, w.text(m.Name)...), ':'), m.Value)
		})
	case strictjson.Array:
		var list []strictjson.Member
		for _, e := range w.list(v.Items()) {
			list = append(list, strictjson.Member{Value: e})
		}
		return w.each(append(b, '['), ']', list, func(b []byte, m strictjson.Member) ([]byte, error) { return w.append(b, m.Value) })
	case strictjson.String:
		return append(b, w.text(v.Str())...), nil
	case strictjson.Number:
		s, err := w.number(v.Literal())
		return append(b, s...), err
	}
	return v.AppendTo(b), nil
}

func (w *writer) each(b []byte, end byte, list []strictjson.Member, write func([]byte, strictjson.Member) ([]byte, error)) (_ []byte, err error) {
	for i, m := range list {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = write(b, m); err != nil {
			return nil, err
		}
	}
	return append(b, end), nil
}

// canonicalize is the operation, by w.
func (w *writer) canonicalize(p strictjson.Value) (strictjson.Value, error) {
	document, ok := p.Get("document")
	b, isBytes := bytesOf(document)
	v, err := strictjson.Parse(b, strictjson.Limits{Bytes: manifests.MaxCanonical, Depth: strictjson.MaxDepth})
	if !ok || !isBytes || err != nil {
		return manifests.Canonicalize(p) // which refuses it
	}
	out, err := w.append(nil, v)
	if err != nil {
		return strictjson.Value{}, err
	}
	return canonicalResult(out), nil
}

func canonicalResult(out []byte) strictjson.Value {
	return strictjson.Record(strictjson.Member{Name: "canonical", Value: strictjson.Text(string(out))})
}

// writes has documents canonicalized with a step changed.
func writes(changed func(*writer)) change {
	w := newWriter()
	changed(w)
	return by("canonicalize", w.canonicalize)
}

// canonicalFaults are mistakes in writing JSON canonically.
func canonicalFaults() []Fault {
	numbers := func(number func(literal string) (string, error)) change {
		return writes(func(w *writer) { w.number = number })
	}
	doubles := func(text func(f float64) string) change {
		return numbers(func(literal string) (string, error) {
			right, err := ecmaNumber(literal)
			if err != nil {
				return "", err
			}
			f, _ := strconv.ParseFloat(literal, 64)
			return cmp.Or(text(f), right), nil
		})
	}
	texts := func(text func(string) string) change { return writes(func(w *writer) { w.text = text }) }
	more := func(others func(rune) bool) change {
		return texts(func(s string) string { return escapedText(s, shortEscapes, others, `\u%04x`) })
	}
	names := func(before func(a, b string) int) change { return writes(func(w *writer) { w.before = before }) }
	return []Fault{
		slip("numbers-as-written", "leaves numbers as they are written", "MAN-094", numbers(func(literal string) (string, error) {
			_, err := ecmaNumber(literal)
			return literal, err
		})),
		slip("numbers-15-digits", "writes numbers with 15 digits", "MAN-094", doubles(func(f float64) string {
			s, _ := ecmaNumber(strconv.FormatFloat(f, 'g', 15, 64)) // "" where that is beyond a double
			return s
		})),
		slip("numbers-17-digits", "writes numbers with 17 digits", "MAN-094", doubles(func(f float64) string {
			if s := strconv.FormatFloat(f, 'g', 17, 64); !strings.Contains(s, "e") {
				return s
			}
			return ""
		})),
		slip("numbers-minus-zero", "writes minus zero with its sign", "MAN-094", doubles(func(f float64) string {
			if f == 0 && math.Signbit(f) {
				return "-0"
			}
			return ""
		})),
		slip("numbers-point-zero", "writes whole numbers that had a fraction with .0", "MAN-094", numbers(func(literal string) (string, error) {
			s, err := ecmaNumber(literal)
			if strings.ContainsAny(literal, ".eE") && !strings.ContainsAny(s, ".e") {
				s += ".0"
			}
			return s, err
		})),
		slip("numbers-exponent-from-1e16", "writes an exponent from 1e16 on, as Python does", "MAN-094", doubles(func(f float64) string {
			if math.Abs(f) >= 1e16 && math.Abs(f) < 1e21 {
				return exponentForm(f)
			}
			return ""
		})),
		slip("numbers-exponent-to-1e-5", "writes an exponent below 1e-4, as C does", "MAN-094", doubles(func(f float64) string {
			if f != 0 && math.Abs(f) < 1e-4 && math.Abs(f) >= 1e-6 {
				return exponentForm(f)
			}
			return ""
		})),
		slip("numbers-never-exponent", "never writes an exponent for large numbers", "MAN-094", doubles(func(f float64) string {
			if math.Abs(f) >= 1e21 {
				return strconv.FormatFloat(f, 'f', -1, 64)
			}
			return ""
		})),
		slip("numbers-never-small-exponent", "never writes an exponent for small numbers", "MAN-094", doubles(func(f float64) string {
			if f != 0 && math.Abs(f) < 1e-6 {
				return strconv.FormatFloat(f, 'f', -1, 64)
			}
			return ""
		})),
		slip("numbers-exponent-without-plus", "writes a positive exponent without its sign", "MAN-094", doubles(func(f float64) string {
			if math.Abs(f) >= 1e21 {
				return strings.Replace(exponentForm(f), "e+", "e", 1)
			}
			return ""
		})),
		slip("numbers-exponent-two-digits", "writes an exponent with two digits, as C does", "MAN-094", doubles(func(f float64) string {
			if f != 0 && math.Abs(f) < 1e-6 {
				return strconv.FormatFloat(f, 'e', -1, 64)
			}
			return ""
		})),
		slip("numbers-upper-e", "writes a capital E", "MAN-094", doubles(func(f float64) string {
			s, _ := ecmaNumber(strconv.FormatFloat(f, 'g', -1, 64))
			return strings.ToUpper(s)
		})),
		slip("numbers-integers-kept", "keeps every digit of large integers", "MAN-094", numbers(func(literal string) (string, error) {
			s, err := ecmaNumber(literal)
			if !strings.ContainsAny(literal, ".eE") && len(literal) <= 20 && literal != "-0" {
				s = literal
			}
			return s, err
		})),
		slip("numbers-64-bits", "writes whole numbers as 64-bit integers", "MAN-094", doubles(func(f float64) string {
			if f == math.Trunc(f) && f != 0 && math.Abs(f) < 1e21 && math.Abs(f) >= 1<<63 {
				return strconv.FormatInt(math.MaxInt64, 10)
			}
			return ""
		})),
		slip("numbers-single", "reads numbers in single precision", "MAN-094", doubles(func(f float64) string {
			if g := float64(float32(f)); g != f && !math.IsInf(g, 0) {
				s, _ := ecmaNumber(strconv.FormatFloat(g, 'g', -1, 32))
				return s
			}
			return ""
		})),
		slip("numbers-underflow-refused", "refuses numbers that are too small for a double", "MAN-094", numbers(func(literal string) (string, error) {
			s, err := ecmaNumber(literal)
			mantissa, _, _ := strings.Cut(strings.ToLower(literal), "e")
			if err == nil && s == "0" && strings.ContainsAny(mantissa, "123456789") {
				err = reference.Reject(manifests.NumberRange, "refused without need")
			}
			return s, err
		})),
		slip("range-becomes-null", "writes null for numbers beyond a double", "MAN-095", numbers(beyond("null"))),
		slip("range-becomes-infinity", "writes Infinity for numbers beyond a double", "MAN-095", numbers(beyond("Infinity"))),
		slip("range-becomes-greatest", "writes the greatest double for numbers beyond it", "MAN-095", numbers(beyond("1.7976931348623157e+308"))),
		slip("text-html-escaped", "escapes <, > and &, as Go's encoding/json does", "MAN-096", more(func(r rune) bool { return r == '<' || r == '>' || r == '&' })),
		slip("text-separators-escaped", "escapes U+2028 and U+2029", "MAN-096", more(func(r rune) bool { return r == 0x2028 || r == 0x2029 })),
		slip("text-ascii-only", "escapes whatever is not ASCII", "MAN-096", more(func(r rune) bool { return r > 0x7e })),
		slip("text-del-escaped", "escapes U+007F", "MAN-096", more(func(r rune) bool { return r == 0x7f })),
		slip("text-c1-escaped", "escapes the control characters above U+007F", "MAN-096", more(func(r rune) bool { return r >= 0x80 && r < 0xa0 })),
		slip("text-astral-escaped", "escapes characters beyond 16 bits", "MAN-096", more(func(r rune) bool { return r > 0xffff })),
		slip("text-solidus-escaped", "escapes solidus, as PHP does", "MAN-096", texts(func(s string) string { return strings.ReplaceAll(ecmaText(s), "/", `\/`) })),
		slip("text-upper-hex", "writes escapes in upper-case hex", "MAN-096", texts(func(s string) string { return escapedText(s, shortEscapes, nil, `\u%04X`) })),
		slip("text-no-short-escapes", "writes backspace and form feed in hex", "MAN-096", texts(func(s string) string {
			return strings.NewReplacer(`\\`, `\\`, `\b`, `\u0008`, `\f`, `\u000c`).Replace(ecmaText(s))
		})),
		slip("text-tab-in-hex", "writes tab in hex", "MAN-096", texts(func(s string) string { return strings.NewReplacer(`\\`, `\\`, `\t`, `\u0009`).Replace(ecmaText(s)) })),
		slip("text-vertical-tab-short", "writes U+000B as C does", "MAN-096", texts(func(s string) string { return strings.ReplaceAll(ecmaText(s), `\u000b`, `\v`) })),
		slip("text-normalized", "normalizes text", "MAN-096", texts(func(s string) string { return ecmaText(norm.NFC.String(s)) })),
		slip("text-replacement-refused", "refuses U+FFFD, which it takes for an error of decoding", "MAN-096", answers("canonicalize", func(_, r strictjson.Value, err error) (strictjson.Value, error) {
			if strings.ContainsRune(textIn(r, "canonical"), utf8.RuneError) {
				err = reference.Reject(manifests.InvalidJSON, "refused without need")
			}
			return r, err
		})),
		slip("names-by-code-point", "sorts names by code points", "MAN-097", names(strings.Compare)),
		slip("names-any-case", "sorts names in any case", "MAN-097", names(func(a, b string) int {
			return strings.Compare(strings.ToLower(a), strings.ToLower(b))
		})),
		slip("names-by-length", "sorts names by length first, as CBOR does", "MAN-097", names(func(a, b string) int {
			if d := len(a) - len(b); d != 0 {
				return d
			}
			return strings.Compare(a, b)
		})),
		slip("names-as-numbers", "puts names of digits first, as JavaScript objects do", "MAN-097", names(func(a, b string) int {
			n, errA := strconv.ParseUint(a, 10, 32)
			m, errB := strconv.ParseUint(b, 10, 32)
			switch {
			case errA == nil && errB == nil:
				return int(int64(n) - int64(m))
			case errA == nil:
				return -1
			case errB == nil:
				return 1
			}
			return strings.Compare(a, b)
		})),
		slip("names-by-locale", "sorts letters with accents beside those without", "MAN-097", names(func(a, b string) int {
			return strings.Compare(norm.NFD.String(a), norm.NFD.String(b))
		})),
		slip("names-unsorted", "leaves names in the order of the document", "MAN-097", names(func(string, string) int { return 0 })),
		slip("names-sorted-at-top", "sorts names of the outermost object alone", "MAN-097", answers("canonicalize", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			v, bad := strictjson.Parse(bytesIn(p, "document"), strictjson.Limits{Depth: strictjson.MaxDepth})
			if err != nil || bad != nil || v.Kind() != strictjson.Object {
				return r, err
			}
			w := newWriter()
			members := w.object(v.Members())
			w.object = func(m []strictjson.Member) []strictjson.Member { return m }
			out, err := w.append(nil, strictjson.Record(members...))
			return canonicalResult(out), err
		})),
		slip("lists-sorted", "sorts the elements of arrays", "MAN-097", writes(func(w *writer) {
			w.list = func(l []strictjson.Value) []strictjson.Value {
				return slices.SortedStableFunc(slices.Values(l), func(a, b strictjson.Value) int { return strings.Compare(a.String(), b.String()) })
			}
		})),
	}
}

// beyond writes something for numbers beyond a double.
func beyond(instead string) func(literal string) (string, error) {
	return func(literal string) (string, error) {
		s, err := ecmaNumber(literal)
		if err != nil {
			return instead, nil
		}
		return s, nil
	}
}

// canonicalReaderFaults are mistakes in reading what is to be canonicalized.
func canonicalReaderFaults() []Fault {
	reads := func(edit func([]byte) []byte) change { return documentsOf(edit, "canonicalize") }
	loosely := func(options ...jsontext.Options) func([]byte) []byte {
		return func(b []byte) []byte {
			v := jsontext.Value(bytes.Clone(b))
			if v.Canonicalize(options...) != nil {
				return b
			}
			return v
		}
	}
	tooDeep := func(most int) change {
		return refusesParams("canonicalize", manifests.TooDeep, func(p strictjson.Value) bool {
			_, err := strictjson.Parse(bytesIn(p, "document"), strictjson.Limits{Depth: most})
			return err != nil
		})
	}
	return []Fault{
		slip("objects-and-lists-only", "refuses a bare text, number or literal", "MAN-098", refusesParams("canonicalize", manifests.InvalidJSON, func(p strictjson.Value) bool {
			b := bytes.TrimLeft(bytesIn(p, "document"), " \t\r\n")
			return len(b) > 0 && b[0] != '{' && b[0] != '['
		})),
		slip("canonical-first-value-only", "ignores what follows the value", "MAN-098", reads(firstValue)),
		slip("canonical-unicode-space", "skips all that Unicode calls white space", "MAN-098", reads(bytes.TrimSpace)),
		slip("canonical-trailing-comma", "lets a comma stand after the last element", "MAN-098", reads(func(b []byte) []byte {
			return bytes.ReplaceAll(bytes.ReplaceAll(b, []byte(",]"), []byte("]")), []byte(",}"), []byte("}"))
		})),
		slip("canonical-nan", "takes NaN and Infinity, as Python does", "MAN-098", reads(func(b []byte) []byte {
			switch s := string(bytes.TrimSpace(b)); s {
			case "NaN", "Infinity", "-Infinity", "[NaN]", `{"a":NaN}`, "[Infinity]", `{"a":-Infinity}`:
				return []byte("null")
			}
			return b
		})),
		slip("canonical-comments", "skips comments", "MAN-098", reads(withoutComments)),
		slip("canonical-empty", "takes an empty document for null", "MAN-098", reads(func(b []byte) []byte {
			if len(bytes.TrimSpace(b)) == 0 {
				return []byte("null")
			}
			return b
		})),
		slip("canonical-leading-zeros", "takes zeros before a number", "MAN-098", reads(func(b []byte) []byte {
			if s := string(b); len(s) > 1 && strings.Trim(s, "-0123456789") == "" {
				return []byte(strings.Replace(s, strings.TrimLeft(s, "-"), "0"[:btoi(strings.Trim(s, "-0") == "")]+strings.TrimLeft(s, "-0"), 1))
			}
			return b
		})),
		slip("canonical-plus", "takes a plus sign before a number, or a point at its end", "MAN-098", reads(func(b []byte) []byte {
			if _, err := strconv.ParseFloat(string(b), 64); err == nil && !bytes.ContainsAny(b, "xXpP_nN") {
				return bytes.TrimSuffix(bytes.TrimPrefix(b, []byte("+")), []byte("."))
			}
			return b
		})),
		slip("canonical-raw-controls", "lets raw control characters stand in text", "MAN-098", reads(func(b []byte) []byte {
			if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' {
				return b
			}
			return []byte(strings.NewReplacer("\n", `\n`, "\t", `\t`, "\x1f", `\u001f`, "\x00", `\u0000`).Replace(string(b)))
		})),
		slip("canonical-last-of-repeated", "keeps the last of repeated members", "MAN-099", reads(keepRepeated(last))),
		slip("canonical-both-of-repeated", "writes repeated members both", "MAN-099", answers("canonicalize", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			if refusedAs(err) == manifests.RepeatedMember {
				return canonicalResult(loosely(jsontext.AllowDuplicateNames(true))(bytesIn(p, "document"))), nil
			}
			return r, err
		})),
		slip("canonical-repeated-inside", "looks for repeated members in the outermost object alone", "MAN-099", answers("canonicalize", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			if b := bytesIn(p, "document"); refusedAs(err) == manifests.RepeatedMember && !repeatsAtTop(b) {
				return canonicalResult(loosely(jsontext.AllowDuplicateNames(true))(b)), nil
			}
			return r, err
		})),
		slip("canonical-repeated-as-spelt", "compares names before their escapes are resolved", "MAN-099", reads(keepRepeated(spelt))),
		slip("canonical-names-normalized", "takes names for repeated that are equal after normalisation", "MAN-099", refusesParams("canonicalize", manifests.RepeatedMember, func(p strictjson.Value) bool {
			return repeatsAfter(bytesIn(p, "document"), norm.NFC.String)
		})),
		slip("canonical-names-any-case", "takes names for repeated that differ in case", "MAN-099", refusesParams("canonicalize", manifests.RepeatedMember, func(p strictjson.Value) bool {
			return repeatsAfter(bytesIn(p, "document"), strings.ToLower)
		})),
		slip("canonical-invalid-utf-8", "replaces bytes that are no UTF-8", "MAN-100", reads(func(b []byte) []byte { return bytes.ToValidUTF8(b, []byte("\ufffd")) })),
		slip("canonical-latin-1", "reads bytes that are no UTF-8 as Latin-1", "MAN-100", reads(func(b []byte) []byte {
			if utf8.Valid(b) {
				return b
			}
			return []byte(string(mapped(b, func(c byte) rune { return rune(c) })))
		})),
		slip("canonical-lone-surrogates", "replaces escaped lone surrogates", "MAN-100", reads(loosely(jsontext.AllowInvalidUTF8(true)))),
		slip("canonical-byte-order-mark", "skips a byte order mark", "MAN-100", reads(func(b []byte) []byte { return bytes.TrimPrefix(b, []byte("\ufeff")) })),
		slip("canonical-utf-16", "reads UTF-16 when it sees it", "MAN-100", reads(fromUTF16)),
		slip("depth-100", "refuses more than 100 levels", "MAN-101", tooDeep(100)),
		slip("depth-999", "refuses 1,000 levels", "MAN-101", tooDeep(999)),
		slip("depth-without-limit", "takes any depth", "MAN-101", forgives("canonicalize", manifests.TooDeep, func(p strictjson.Value) strictjson.Value {
			return canonicalResult(bytesIn(p, "document"))
		})),
		slip("depth-falls-over", "falls over what is too deep", "MAN-101", answers("canonicalize", func(_, r strictjson.Value, err error) (strictjson.Value, error) {
			if refusedAs(err) == manifests.TooDeep {
				err = fmt.Errorf("stack overflow")
			}
			return r, err
		})),
	}
}

func repeatsAtTop(b []byte) bool {
	all := writtenMembers(b)
	return len(first(all)) < len(all)
}

// repeatsAfter reports whether two names of the outermost object are the same
// after an edit.
func repeatsAfter(b []byte, edit func(string) string) bool {
	var seen []string
	for _, m := range writtenMembers(b) {
		if slices.Contains(seen, edit(m.name)) {
			return true
		}
		seen = append(seen, edit(m.name))
	}
	return false
}
