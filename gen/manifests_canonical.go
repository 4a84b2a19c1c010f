package gen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// manCanonical are the kinds of manifests.canonicalize.
var manCanonical = []manKind{
	{share{"number", 24}, manDocumented(manScene.numberText)},
	{share{"text", 15}, manDocumented(manScene.quotedText)},
	{share{"names", 13}, manDocumented(func(s manScene) string { return s.objectText(0, false) })},
	{share{"nested", 9}, manDocumented(func(s manScene) string { return s.valueText(4) })},
	{share{"range", 4}, manDocumented(manScene.hugeNumber)},
	{share{"syntax", 11}, manDocumented(manScene.noValue)},
	{share{"repeated", 8}, manDocumented(manScene.repeatedName)},
	{share{"encoding", 8}, manDocumented(manScene.badEncoding)},
	{share{"depth", 3}, manDocumented(manScene.deep)},
	{share{"params", 5}, manDamaged(manDocumented(func(s manScene) string { return pick(s.draw, []string{`"?"`, `["???"]`, `{"~":">"}`}) }))},
}

func manDocumented(text func(manScene) string) func(manScene) strictjson.Value {
	return func(s manScene) strictjson.Value {
		return strictjson.Record(member("document", s.bytes([]byte(text(s)))))
	}
}

// numberText is a number in any spelling, its size spread over all exponents
// that print differently.
func (s manScene) numberText() string {
	if s.in(20) {
		return pick(s.draw, manNumbers)
	}
	digits := strings.TrimLeft(s.from("0123456789", 1+s.int(16)), "0")
	if digits == "" {
		digits = "0"
	}
	sign := ""
	if s.in(25) {
		sign = "-"
	}
	switch s.int(3) {
	case 0:
		return sign + digits
	case 1:
		return sign + digits + "." + s.from("0123456789", 1+s.int(8))
	case 2:
		return sign + "0." + strings.Repeat("0", s.int(9)) + digits
	}
	text := sign + digits[:1]
	if len(digits) > 1 {
		text += "." + digits[1:]
	}
	exponent := pick(s.draw, []int{s.int(25), -s.int(12), s.int(25), 15 + s.int(8), -4 - s.int(4), s.int(300), -s.int(330)})
	plus := ""
	if exponent > 0 && s.in(40) {
		plus = "+"
	}
	return text + pick(s.draw, []string{"e", "E"}) + plus + strconv.Itoa(exponent)
}

// manNumbers lie where printing changes, or next to it.
var manNumbers = []string{
	"0", "-0", "-0.0", "0e5", "1.0", "1e21", "1e20", "999999999999999900000", "1e-6", "1e-7", "0.000001", "0.0000001", "9007199254740993", "9007199254740992", "9223372036854775808", "18446744073709551616",
	"5e-324", "2e-324", "1e-400", "1.7976931348623157e308", "0.1", "0.30000000000000004", "333333333.33333329", "1e16", "12345678901234567890", "4.35", "1e23", "100.0", "-1e-9", "16777217",
}

// hugeNumber is beyond a double, alone or within something.
func (s manScene) hugeNumber() string {
	n := pick(s.draw, []string{"1e309", "-1e309", "1.8e308", "1e999999999", "1" + strings.Repeat("0", 309), "1e99999999999999999999"})
	return s.within(n)
}

// within puts a value in an array or object, or leaves it alone.
func (s manScene) within(text string) string {
	switch s.int(3) {
	case 1:
		return "[" + text + "]"
	case 2:
		return `{"a":` + text + "}"
	case 3:
		return `[{"b":[0,` + text + `]}]`
	}
	return text
}

// quotedText is a text with the characters that writers differ on, as
// themselves or escaped.
func (s manScene) quotedText() string {
	var b strings.Builder
	for range 1 + s.int(4) {
		switch s.int(4) {
		case 0:
			b.WriteString(s.from("aé/<>&'", 1))
		case 1:
			b.WriteString(pick(s.draw, []string{`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`}))
		case 2:
			b.WriteString(`\u` + pick(s.draw, []string{"0000", "001f", "000b", "000B", "0008", "000C", "0009", "007f", "0022", "005C", "002f", "0041", "2028", "0085", "fffd", "FEFF", "d83d\\ude00", "00e9"}))
		case 3:
			b.WriteString(s.from("\u2028\u2029\u007f\u0085\u00a0\ufeff\ufffd\uffff", 1))
		case 4:
			b.WriteString(pick(s.draw, []string{"😀", "𝒳", "e\u0301", "\u212b", "ﬁ", "é", "한", "\U0010ffff"}))
		}
	}
	return s.within(`"` + b.String() + `"`)
}

// manNames sort differently by code units, code points, case, length, locale
// and value.
var manNames = []string{
	"a", "b", "A", "B", "_", "é", "z", "10", "9", "1", "", "aa", "ab", "\ue000", "\uffff", "😀", "𝒳", "ö", "e\u0301", "f", "Z", "á", "aB", "é1", "\U0010ffff", "__proto__", "\u0080", "ﬁ", "<", "\r",
}

// objectText is an object whose names are in no order, one of them twice if
// asked.
func (s manScene) objectText(depth int, twice bool) string {
	var names, parts []string
	for range 2 + s.int(3) {
		if name := pick(s.draw, manNames); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if twice {
		names = slices.Insert(names, s.int(len(names)), pick(s.draw, names))
	}
	for i, name := range names {
		value := strconv.Itoa(i % (1 + s.int(3)))
		if depth > 0 {
			value = s.valueText(depth - 1)
		}
		parts = append(parts, s.nameText(name)+s.space()+":"+s.space()+value)
	}
	return s.space() + "{" + strings.Join(parts, ","+s.space()) + "}"
}

// nameText writes a name, perhaps with an escape.
func (s manScene) nameText(name string) string {
	if name != "" && name[0] < 0x80 && s.in(15) {
		return `"\u00` + string("0123456789abcdef"[name[0]>>4]) + string("0123456789abcdef"[name[0]&15]) + name[1:] + `"`
	}
	return strictjson.Text(name).String()
}

// space is white space of JSON, mostly none.
func (s manScene) space() string {
	if s.in(15) {
		return pick(s.draw, []string{" ", "\n", "\t", "\r\n"})
	}
	return ""
}

// valueText is any value of so many levels.
func (s manScene) valueText(depth int) string {
	if depth == 0 || s.in(25) {
		return pick(s.draw, []func() string{
			func() string { return pick(s.draw, []string{"null", "true", "false"}) }, s.numberText, func() string { return s.nameText(pick(s.draw, manNames)) },
		})()
	}
	if s.in(50) {
		return s.objectText(depth-1, false)
	}
	var parts []string
	for range s.int(3) {
		parts = append(parts, s.valueText(depth-1))
	}
	return "[" + s.space() + strings.Join(parts, s.space()+",") + "]"
}

// noValue is not one JSON text.
func (s manScene) noValue() string {
	text := s.within(pick(s.draw, []string{"1", `"a"`, "null"}))
	switch s.int(9) {
	case 0:
		return text + pick(s.draw, []string{" 1", "{}", "]", ",", "x", "\x00", "\n[]"})
	case 1:
		return pick(s.draw, []string{"\v", "\u00a0", "\u2003", "\f"}) + text
	case 2:
		return pick(s.draw, []string{"[1,]", `{"a":1,}`, "[,1]", "[1,,2]", "{,}", "[1 2]"})
	case 3:
		return pick(s.draw, []string{"NaN", "Infinity", "-Infinity", "[NaN]", "undefined", "True", "nul"})
	case 4:
		return pick(s.draw, []string{"", " ", "\n"})
	case 5, 8:
		return pick(s.draw, []string{"01", "-01", "00", "+1", "1.", "+1", ".5", "1e", "1e+", "-", "0x10", "1_0", "1.e5"})
	case 6, 9:
		return pick(s.draw, []string{"\"\n\"", "\"\t\"", "\"a\x1f\"", `"\x41"`, `"\u12"`, `"a`, `'a'`, `"\`})
	}
	return pick(s.draw, []string{"/* a */", "// a\n"}) + text
}

// repeatedName has a name twice, or two that are not the same.
func (s manScene) repeatedName() string {
	switch s.int(4) {
	case 0:
		return s.objectText(0, true)
	case 1:
		return s.within(s.objectText(0, true))
	case 2:
		return pick(s.draw, []string{`{"a":1,"\u0061":2}`, `{"\u0061":1,"a":1}`, `{"é":1,"\u00e9":2}`, `{"😀":1,"\ud83d\ude00":2}`})
	case 3: // right
		return pick(s.draw, []string{"{\"\u00e9\":1,\"e\u0301\":2}", "{\"e\u0301\":1,\"\u00e9\":2}", `{"a":1,"A":2}`, `[{"a":1},{"a":2}]`, `{"ﬁ":1,"fi":2}`, `{"a":{"a":1}}`})
	}
	return pick(s.draw, []string{`{"a":1,"a":1}`, `{"a":1,"b":2,"a":3}`, `[0,{"":1,"":2}]`, `{"a":{"b":1,"b":2}}`})
}

// badEncoding is no UTF-8, or has surrogates that stand alone.
func (s manScene) badEncoding() string {
	switch s.int(4) {
	case 0:
		return s.within("\"" + pick(s.draw, []string{"\xff", "\xe9", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80", "\xe2\x82"}) + "\"")
	case 1:
		return s.within(`"` + pick(s.draw, []string{`\ud800`, `\udc00`, `\ude00\ud83d`, `\ud83d\ud83d`, `\ud83dx`, `\ud83d\n`, `\ud83d\u0041`, `\ud83d\ue000`}) + `"`)
	case 2:
		return "\ufeff" + s.within("1")
	case 3:
		return string(manUTF16(s.within("1")+" ", s.in(50), s.in(70)))
	}
	return pick(s.draw, []string{"{\"\xff\":1}", `{"\ud800":1}`, "1\xff", "[1,\xe9]"})
}

// deep is as deep as must be taken, or deeper than may be.
func (s manScene) deep() string {
	n := pick(s.draw, []int{1_000, 10_001, 101, 1_000, 10_500})
	if s.in(40) && n <= 1_000 {
		return strings.Repeat(`{"a":`, n-1) + "{}" + strings.Repeat("}", n-1)
	}
	return strings.Repeat("[", n) + strings.Repeat("]", n)
}
