package gen

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/conform-suite/conform/internal/strictjson"
)

// evRaw is an output of a provider: the members as JSON texts, "" for an absent
// one, and others as they stand.
type evRaw struct {
	thought, action, label, anchor, claim, note string
	more                                        []string // such as `"x":1`
}

// Members of outputs, as JSON texts from plain to odd.
var (
	evThoughts = []string{
		`"I should light the lamp."`, `"The tide turns."`, `"e\u0301t\u00e9"`, evQuote("e\u0301te\u0301 🔥 \u202etub"), `"line\r\nline"`, `"<b>&amp;</b> \"x\" \\ \/"`, `"\ud83d\ude00"`,
	}
	evActions = []string{
		`"mends a net"`, `"walks on"`, `"lights the lamp"`, `"lamp, storm and well"`, evQuote("été\u00a0🔥"), `"\u006camp"`,
	}
	// evAbsentTexts are missing, evPresentTexts are not: "" is an absent member.
	evMissingTexts = []string{``, `null`, `""`, `0`, `false`, `[]`, `{}`, `-0`, `0.0`, `0e5`, `-0.0`, `0E-2`}
	evPresentTexts = []string{
		`"0"`, `" "`, `"false"`, `"null"`, `7`, `true`, `[null]`, `{"a":null}`, `0.1`, `-1`, `[0]`, `"\u0000"`, `[""]`, `{"":0}`, `1e2`, `[[]]`, `"\t\n"`, `"\u3000"`, `"none"`, `-0.5`,
	}
	evOddLabels = []string{
		`null`, `"CANON"`, `"canon_anchor"`, `""`, `"Canon_Anchor"`, `"CANON_ANCHOR "`, `" CANON_ANCHOR"`, `"CANON ANCHOR"`, `"CANON-ANCHOR"`,
		`["CANON_ANCHOR"]`, `{"CANON_ANCHOR":1}`, `0`, `false`, `true`, `"interpretive_bridge"`, `"INTERPRETIVE_BRIDGE\n"`, `"simulation_event"`,
		`"ＣＡＮＯＮ＿ＡＮＣＨＯＲ"`, `"СANON_ANCHOR"`, `"CANON_ANCHOR\u0000"`, `["INTERPRETIVE_BRIDGE"]`, `[]`, `"Canon"`, `"CANON_ANCHOR|SIMULATION_EVENT"`, `7`,
	}
	evOwnAnchors = []string{``, `"Tides 1:3"`, `"Tides 9:9"`, `null`, `""`, `" "`, `7`, `["Tides 1:3"]`, `false`}
	evOwnClaims  = []string{``, `"The lamp is lit."`, `null`, `""`, `7`, `[1]`}
	evOwnNotes   = []string{``, `"Goes beyond it."`, `null`, `""`, `" "`, `7`, `[1]`, `false`}
	evExtras     = []string{
		`"mood":"calm"`, `"agent":"Noa"`, `"tick":99`, `"provider":"other"`, `"Label":"CANON_ANCHOR"`, `"valid":false`, `"":0`, `"reason":"invalid_json"`, `"thoughts":[]`, `"x":{"label":"CANON_ANCHOR"}`,
	}
)

const (
	evCanonText      = `"CANON_ANCHOR"`
	evBridgeText     = `"INTERPRETIVE_BRIDGE"`
	evSimulationText = `"SIMULATION_EVENT"`
)

// fields is an output that has its fields, and members of its own.
func (s evScene) fields() evRaw {
	return evRaw{
		thought: pick(s.draw, evThoughts), action: pick(s.draw, evActions),
		anchor: pick(s.draw, evOwnAnchors), claim: pick(s.draw, evOwnClaims), note: pick(s.draw, evOwnNotes),
	}
}

// base has other members too, now and then.
func (s evScene) base() evRaw {
	o := s.fields()
	if s.in(20) {
		i := s.int(len(evExtras) - 1)
		o.more = slices.Clone(evExtras[i:min(len(evExtras), i+1+s.int(1))])
	}
	return o
}

func evPlain(s evScene) string {
	o := s.base()
	o.label = pick(s.draw, []string{evSimulationText, evBridgeText, ``})
	return s.write(o)
}

func evCanon(s evScene) string {
	o := s.base()
	o.label, o.anchor = evCanonText, `"Tides 1:3"`
	if s.in(60) {
		o.anchor = pick(s.draw, evAnchorsThere)
	}
	return s.write(o)
}

// evAnchorsThere are anchors that are there, none of white space: where that
// ends is at SHOULD level.
var evAnchorsThere = []string{
	`"0"`, `7`, `true`, `[null]`, `{"a":null}`, `0.1`, `"null"`, `" x "`, `"\u200b"`, `[""]`, `[" "]`, `-1`, `"false"`,
}

func evForced(s evScene) string {
	o := s.base()
	o.label, o.anchor = evCanonText, pick(s.draw, evMissingTexts)
	return s.write(o)
}

func evOddLabel(s evScene) string {
	o := s.base()
	o.label = pick(s.draw, evOddLabels)
	return s.write(o)
}

func evNoField(s evScene) string {
	o := s.base()
	if s.in(40) {
		o.label = pick(s.draw, []string{evCanonText, evBridgeText, evSimulationText})
	}
	which := s.int(2)
	if which != 1 {
		o.thought = pick(s.draw, evMissingTexts)
	}
	if which != 0 {
		o.action = pick(s.draw, evMissingTexts)
	}
	return s.write(o)
}

func evOddField(s evScene) string {
	o := s.base()
	if s.in(60) {
		o.thought = pick(s.draw, evPresentTexts)
	}
	if s.in(60) {
		o.action = pick(s.draw, evPresentTexts)
	}
	return s.write(o)
}

func evBlank(s evScene) string {
	o := s.base()
	o.label, o.anchor = evCanonText, pick(s.draw, []string{`" "`, `"\t"`, `"  "`, `" \t "`, `"\u0020"`, `"\u0009"`, `"\t\n"`, `"\u00a0 "`, `"\u3000"`, `"\n"`, `"\u0000"`})
	return s.write(o)
}

// write writes an output, in some order and layout.
func (s evScene) write(o evRaw) string {
	var members []string
	for _, m := range [][2]string{{"thought", o.thought}, {"action", o.action}, {"label", o.label}, {"source_anchor", o.anchor}, {"canon_claim", o.claim}, {"simulation_note", o.note}} {
		if m[1] != "" {
			members = append(members, `"`+m[0]+`":`+m[1])
		}
	}
	members = append(members, o.more...)
	if s.in(20) {
		members = evShuffled(s, members)
	}
	layout := pick(s.draw, evLayouts)
	return layout.before + "{" + strings.Join(members, ","+layout.between) + "}" + layout.after
}

// evLayouts are what may stand around and between members.
var evLayouts = []struct{ before, between, after string }{
	{"", "", ""}, {"", " ", ""}, {"", "\n  ", "\n"}, {"\r\n", "\r\n\t", "\r\n"}, {"  ", "", "  "}, {"", "", ""},
}

// evOddJSON is an object in the less used parts of the grammar.
func evOddJSON(s evScene) string {
	o := s.fields()
	o.label = pick(s.draw, []string{``, evBridgeText, evCanonText, evSimulationText})
	if o.label == evCanonText {
		o.anchor = pick(s.draw, []string{`"Tides 1:3"`, `null`})
	}
	raw := ""
	switch s.int(5) {
	case 0: // a name is spelt by escapes
		name := pick(s.draw, []string{"thought", "action", "label", "source_anchor"})
		raw = strings.Replace(s.write(o), `"`+name+`"`, `"`+s.escaped(name)+`"`, 1)
	case 1: // a name in another case is another name
		name := pick(s.draw, []string{"thought", "action", "label", "source_anchor"})
		raw = strings.Replace(s.write(o), `"`+name+`"`, `"`+pick(s.draw, []string{strings.ToUpper(name), strings.ToUpper(name[:1]) + name[1:], name + " ", "_" + name})+`"`, 1)
	case 2: // nesting
		depth := pick(s.draw, []int{3, 20, 64, 99, 100, 127, 255, 511, 513, 900, 998, 999})
		o.more = append(o.more, `"deep":`+pick(s.draw, []string{evArrays(depth), evObjects(depth)}))
		raw = s.write(o)
	case 3: // a label by escapes
		if text := strings.Trim(o.label, `"`); text != "" {
			o.label = `"` + s.escaped(text) + `"`
		}
		raw = s.write(o)
	case 4:
		o.more = append(o.more, `"n":`+pick(s.draw, evOddNumbers))
		raw = s.write(o)
	default:
		o.more = append(o.more, pick(s.draw, evOddMembers))
		raw = s.write(o)
	}
	return raw
}

// evOddNumbers are numbers that some language has no type for.
var evOddNumbers = []string{
	"1e400", "-1E+400", "123456789012345678901234567890", "-18446744073709551617", "9223372036854775808", "0.1e-5", "1e-400", "3.141592653589793238462643383279", "-0",
}

// evOddMembers are what some parser falls over.
var evOddMembers = []string{
	`"s":"\ud800"`, `"s":"\udc00\ud800"`, `"s":"\u0000"`, `"s":"\/"`, `"s":"\b\f\n\r\t\"\\"`, `"s":"` + "\u2028\u2029\u007f\ufeff" + `"`, `"\ud800":1`,
	`"constructor":1`, `"__proto__":{"label":"CANON_ANCHOR"}`, `"a":{"a":1},"b":{"a":2}`, `"o":{"label":1},"l":[{"x":1},{"x":2}]`, `"e":[{},[],"",null,true]`, `" ":{"":""}`,
	`"NaN":"NaN"`, `"c":"/* no comment */ // none"`, `"long":"` + strings.Repeat("abcdefgh", 500) + `"`,
}

func evArrays(depth int) string {
	return strings.Repeat("[", depth) + strings.Repeat("]", depth)
}

func evObjects(depth int) string {
	return strings.Repeat(`{"k":`, depth) + "0" + strings.Repeat("}", depth)
}

// escaped spells some characters of a text by escapes.
func (s evScene) escaped(text string) string {
	form := pick(s.draw, []string{`\u%04x`, `\u%04X`})
	every := s.in(50)
	var b strings.Builder
	for i, unit := range utf16.Encode([]rune(text)) {
		if every || i == 0 {
			fmt.Fprintf(&b, form, unit)
		} else {
			b.WriteRune(rune(unit))
		}
	}
	return b.String()
}

// evLenient is what lenient parsers take: a number that is none, a member that
// is repeated.
func evLenient(s evScene) string {
	o := s.fields()
	o.label = pick(s.draw, []string{``, evBridgeText, evCanonText, evSimulationText})
	o.anchor = pick(s.draw, []string{`"Tides 1:3"`, ``, `null`})
	switch s.int(3) {
	case 0:
		token := pick(s.draw, []string{"NaN", "Infinity", "-Infinity"})
		o.more = append(o.more, `"x":`+pick(s.draw, []string{token, "[" + token + "]", `{"y":` + token + "}"}))
	case 1:
		token := pick(s.draw, []string{"NaN", "Infinity", "-Infinity"})
		if s.in(50) {
			o.thought = token
		} else {
			o.anchor = token
		}
	case 2: // at the top
		name := pick(s.draw, []string{"label", "thought", "source_anchor", "action", "x"})
		again := name
		if s.in(40) {
			again = s.escaped(name)
		}
		first, second := pick(s.draw, evRepeatable), pick(s.draw, evRepeatable)
		for _, own := range []struct {
			name string
			text *string
		}{{"label", &o.label}, {"thought", &o.thought}, {"source_anchor", &o.anchor}, {"action", &o.action}} {
			if own.name == name {
				*own.text = ``
			}
		}
		o.more = append([]string{`"` + name + `":` + first}, append(o.more, `"`+again+`":`+second)...)
	default: // within
		name := pick(s.draw, []string{"a", "label", ""})
		inner := `{"` + name + `":1,"` + pick(s.draw, []string{name, name, s.escaped(name)}) + `":2}`
		o.more = append(o.more, `"x":`+pick(s.draw, []string{inner, "[" + inner + "]", `{"y":` + inner + "}"}))
	}
	return s.write(o)
}

// evRepeatable are values of a repeated member.
var evRepeatable = []string{`"Tides 1:3"`, evCanonText, evSimulationText, `null`, `""`, `7`}

// evNoObject is JSON, and no object.
func evNoObject(s evScene) string {
	object := evPlain(s)
	return pick(s.draw, []string{
		"[" + object + "]", evQuote(object), evQuote(object), "null", "7", `""`, `"text"`, "[]", "true", "false", "0", "[[" + object + "]]", "[" + object + "," + object + "]",
		"[null]", `["thought","action"]`, " \n7\t", evArrays(999), "-0.5e3", `"\ud800"`,
	})
}

// evEdits are the ways of breaking an object.
var evEdits = []share{{"wrapped", 29}, {"no-value", 21}, {"text", 12}, {"joined", 13}, {"ended", 8}, {"cut", 6}, {"quoted", 4}, {"nothing", 7}}

// evBroken is not JSON: an object, broken by one edit.
func evBroken(s evScene) string {
	object := strings.TrimSpace(evPlain(s))
	switch inner := object[1:]; s.of(evEdits) {
	case "wrapped":
		return strings.Replace(pick(s.draw, evWraps), "{}", object, 1)
	case "no-value":
		return `{"x":` + pick(s.draw, evNoValues) + "," + inner
	case "text":
		return `{"x":"` + pick(s.draw, evBadText) + `",` + inner
	case "joined":
		return `{` + pick(s.draw, evBadJoins) + inner
	case "ended":
		return strings.TrimSuffix(object, "}") + pick(s.draw, []string{",}", "]", ";}", ",", ",,}", "\n,\n}", "}]"})
	case "cut":
		runes := []rune(object)
		return string(runes[:s.int(len(runes)-1)])
	case "quoted":
		return strings.ReplaceAll(object, `"`, pick(s.draw, []string{"'", "“", "`", "", `\"`}))
	}
	return pick(s.draw, []string{
		"", " ", "{", "}", "{]", "I cannot do that.", `{"thought" "t"}`, "{thought:1,action:1}", "\x00", "\ufeff", `{"thought":"t","action":"a"`, "undefined", `"`, "---\nthought: t", "<thought/>", object + object,
	})
}

// evWraps are objects that are not alone; {} is the object.
var evWraps = []string{
	"{} ok", "Sure: {}", "```json\n{}\n```", "\ufeff{}", "{}{}", "{},", "{};", "\u00a0{}", "{}\u00a0", "\v{}", "{}\f", "\u3000{}\u2028", "{}\x00", "// x\n{}", "({})", "{}]", "{}}",
	"{}\n{\"thought\":1}", "```\n{}\n```", "\ufeff\n{}", "```json\n{}\n```\n", "data: {}", "/* x */{}", "\u200b{}", "{} // x", "\x1e{}", "{}null",
}

// evNoValues stand where a value must.
var evNoValues = []string{
	"'x'", "None", "True", "[True,None]", "{\"a\":None}", "01", "1.", ".5", "+1", "0x1F", "undefined", "nul", "", "-", "1e", "TRUE", "00", "-01", "1_000", "False", "x", "1 2", "\"a\" \"b\"", "[1,]", "[,1]", "[1", "{\"a\":1,}", "{\"a\"}", "{a:1}", "(1)", "1.e5", "\u0661", "tru\u0065\u0301",
}

// evBadText stands in a text and must not.
var evBadText = []string{
	"a\nb", "a\tb", "\x00", "\x1f", `\x41`, `\u12`, `\u00zz`, `\'`, `\`, `\U0041`, `\a`, "a\r\nb", `\0`, `\u{41}`, `"`,
}

// evBadJoins stand before the first member.
var evBadJoins = []string{",", `"x":1,,`, `"x":1;`, `/* x */`, `"x"=1,`, `"x",`, `"x":1 `, `1:1,`, `null:1,`, "// x\n", `"x"::1,`, `"x":,`, `:1,`, `["x"]:1,`, `#x` + "\n", `"x":1,/**/`}

// Names and ticks beside an output.
var (
	evProviders = []string{"mock", "gpt", "", " mock ", "π\n", "e\u0301", "\"x\"", "mock"}
	evAgents    = []string{"Mara", "Iven", "Noa", "", " Iven ", "été 🔥", "Mara"}
	evTicks     = []int64{1, 0, 2, 7, -1, 3, 99, 2147483648, 4294967297, -9007199254740991, 9007199254740991}
)

// turn is the params that are a raw text and what stands beside it.
func (s evScene) turn(raw string) strictjson.Value {
	return evObject(
		"provider", strictjson.Text(pick(s.draw, evProviders)), "agent", strictjson.Text(pick(s.draw, evAgents)),
		"tick", strictjson.Integer(pick(s.draw, evTicks)), "raw", strictjson.Text(raw))
}

func evTurnOf(raw func(evScene) string) func(evScene) strictjson.Value {
	return func(s evScene) strictjson.Value { return s.turn(raw(s)) }
}

// evTurn is a turn of any kind that is judged at MUST level.
func evTurn(s evScene) strictjson.Value {
	return s.turn(pick(s.draw, []func(evScene) string{evPlain, evCanon, evForced, evOddLabel, evNoField, evBroken})(s))
}
