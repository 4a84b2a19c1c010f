package gen

import (
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"github.com/conform-suite/conform/internal/strictjson"
)

// IDs makes tool calls and arguments as agents make them, and one edit away
// from a rule of the profile ids. The shares of the kinds are those of idsKinds.
var IDs = Profile{Name: "ids", Operations: map[string]Generator{
	"ids.classify_call": rapid.Custom(func(t *rapid.T) Case { return newIDsScene(t).call() }),
	"ids.classify_arg":  rapid.Custom(func(t *rapid.T) Case { return newIDsScene(t).arg() }),
}}

// idsKinds are the kinds of cases with their shares in percent.
var idsKinds = []share{
	{"verbatim", 7},      // the corpus has the value as it is
	{"derived", 9},       // … padded, stripped, prefixed or re-cased
	{"half-minted", 12},  // a composite of which a part is known
	{"minted", 5},        // nothing of it is known, but for chance
	{"collision", 8},     // all texts over a few characters, so that rungs meet
	{"padded", 9},        // numbers of any length, with zeros and digits around them
	{"literal", 14},      // dates, prices, versions, telephones, words, and their neighbours
	{"number", 4},        // JSON numbers, in key slots and quantity slots
	{"unicode", 7},       // digits, white space and letters that only Unicode knows
	{"short-integer", 6}, // digits of any kind below the least length
	{"container", 6},     // arrays and objects within each other
	{"guard", 3},         // read calls, own keys, nothing seen, flags
	{"flag", 2},          // null, true and false where some language's word for them was seen
	{"params", 8},        // something missing or of another type
}

// idsScene is what one case is about: a few texts that corpus and arguments
// share, so that most arguments have something to be compared with.
type idsScene struct {
	draw
	kind  string
	known []string
	apart bool // each known text in a blob of its own, and values of two of them
}

func newIDsScene(t *rapid.T) *idsScene {
	s := &idsScene{draw: draw{t}}
	s.kind = s.of(idsKinds)
	s.apart = s.kind == "half-minted" && s.in(15)
	alphabet := ""
	if s.kind == "collision" {
		alphabet = pick(s.draw, idsAlphabets)
	}
	for range 1 + s.int(3) {
		switch {
		case alphabet != "":
			s.known = append(s.known, s.from(alphabet, 1+s.int(8)))
		case s.kind == "flag":
			s.known = []string{"nil 1 0 null true"}
		case s.kind == "padded" && s.in(25):
			s.known = append(s.known, strings.Repeat("0", 1+s.int(7)))
		case s.kind == "padded":
			s.known = append(s.known, s.from(idsDecimals, pick(s.draw, []int{1, 2, 3, 4, 5, 8, 10, 11, 19, 22})))
		case s.kind == "short-integer":
			s.known = append(s.known, s.from(pick(s.draw, idsScripts), pick(s.draw, []int{1, 2, 3, 4, 12, 13, 13, 14})))
		case s.kind == "literal":
			s.known = append(s.known, s.literal())
		case s.kind == "unicode" && s.in(50):
			s.known = append(s.known, s.from(idsDigits, 1+s.int(14)))
		case s.kind == "unicode":
			s.known = append(s.known, s.filled(pick(s.draw, idsFoldable)))
		default:
			s.known = append(s.known, s.filled(pick(s.draw, idsShapes)))
		}
	}
	return s
}

func (s *idsScene) call() Case {
	var args []strictjson.Value
	for range 1 + s.int(3) {
		args = append(args, s.argument())
	}
	call := []strictjson.Member{member("tool_name", strictjson.Text(s.tool())), member("args", strictjson.List(args...))}
	if s.kind == "guard" || s.in(3) {
		call = append(call, member("is_mutating", pick(s.draw, idsFlags)))
	}
	return s.finish(member("call", strictjson.Record(call...)))
}

func (s *idsScene) tool() string {
	if s.in(5) {
		return pick(s.draw, s.known)
	}
	return pick(s.draw, idsTools)
}

func (s *idsScene) arg() Case { return s.finish(member("arg", s.argument())) }

// finish puts the corpus and the policy to what is asked.
func (s *idsScene) finish(asked strictjson.Member) Case {
	members := []strictjson.Member{asked, member("prior", s.prior())}
	switch {
	case s.in(40), s.kind == "guard" && s.in(50), s.kind == "flag", s.kind == "short-integer":
		members = append(members, member("policy", s.policy()))
	case s.in(3):
		members = append(members, member("policy", strictjson.Value{}))
	}
	params := strictjson.Record(members...)
	if s.kind == "params" {
		params = s.flawed(params)
	} else if s.in(5) {
		params = s.withUnknown(params)
	}
	return Case{Params: params, Class: s.kind}
}

func (s *idsScene) argument() strictjson.Value {
	value := s.value()
	if s.kind == "container" {
		value = s.container(3)
		for range s.int(1) * s.int(12) {
			value = strictjson.List(value)
		}
	}
	members := []strictjson.Member{member("name", strictjson.Text(s.name())), member("value", value)}
	if s.kind == "guard" && s.in(50) || s.in(6) {
		members = append(members, member("is_reference", pick(s.draw, idsFlags)))
	}
	return strictjson.Record(members...)
}

// value is a scalar of the scene's kind.
func (s *idsScene) value() strictjson.Value {
	switch {
	case s.kind == "number" || s.in(4):
		return s.number()
	case s.kind == "flag" || s.kind == "guard" && s.in(30) || s.in(2):
		return pick(s.draw, idsFlags)
	}
	return strictjson.Text(s.text())
}

// text is what the argument says, by kind.
func (s *idsScene) text() string {
	known := pick(s.draw, s.known)
	switch s.kind {
	case "verbatim":
		return known
	case "unicode":
		if s.in(50) {
			return known
		}
	case "minted":
		return s.filled(pick(s.draw, idsShapes))
	case "literal":
		switch s.int(2) {
		case 0:
			return s.literal()
		case 1:
			return s.edited(known)
		}
		return known
	case "padded":
		return s.padded(known)
	case "short-integer":
		return s.rescripted(known)
	case "half-minted":
		switch {
		case s.apart:
			return s.known[0] + pick(s.draw, idsJoints[:4]) + s.known[len(s.known)-1]
		case s.in(15):
			part := s.filled(pick(s.draw, []string{"0a0a0", "00aa0", "0000a"}))
			return part + pick(s.draw, idsJoints[:5]) + strings.ToUpper(part)
		}
		return known + pick(s.draw, idsJoints) + s.filled(pick(s.draw, idsParts))
	case "collision":
		if s.in(50) {
			return s.from(pick(s.draw, idsAlphabets), 1+s.int(8))
		}
	}
	for range 1 + s.int(2) {
		known = s.edited(known)
	}
	return known
}

// literal is a literal form, or what is all but one.
func (s *idsScene) literal() string {
	switch s.int(9) {
	case 0, 1:
		return s.filled(pick(s.draw, idsHex))
	case 2, 3, 4:
		return s.filled(pick(s.draw, idsNear))
	}
	return s.filled(pick(s.draw, idsLiterals))
}

// padded is a number with something around it, or another close to it.
func (s *idsScene) padded(n string) string {
	digit := s.from(idsDecimals, 1)
	switch s.int(6) {
	case 0:
		n = digit + n
	case 1:
		n += digit
	case 2:
		n = digit + n + digit
	case 3:
		n = n[:len(n)-1] + digit
	case 4:
		n = strings.Repeat("0", len(n))
	}
	return pick(s.draw, []string{"", "INC", "a-", "0a", "x0-"}) + strings.Repeat("0", s.int(4)) + n
}

// rescripted is a number, perhaps in other digits of the same values, and with a
// zero of some script before it.
func (s *idsScene) rescripted(n string) string {
	switch s.int(4) {
	case 0:
		n = pick(s.draw, idsRescripted).Replace(n)
	case 1:
		n = s.from("0٠０", 1) + n
	case 2:
		n = s.edited(n)
	}
	return n
}

// edited is text after one edit that a rule might notice.
func (s *idsScene) edited(text string) string {
	r := []rune(text)
	at := s.int(len(r))
	before, after := string(r[:at]), string(r[min(at+1, len(r)):])
	switch s.int(13) {
	case 0:
		return before + after
	case 1:
		return before + s.from(idsInserted, 1) + string(r[at:])
	case 2:
		return before + s.from(idsDecimals, 1) + after
	case 3:
		return strings.ToUpper(text)
	case 4:
		return strings.ToLower(text)
	case 5: // as a model shortens a number
		return strings.TrimLeft(text, "INCHGKBSTA_0")
	case 6:
		return "INC" + strings.Repeat("0", s.int(3)) + text
	case 7:
		return strings.Repeat("0", 1+s.int(3)) + text
	case 8:
		return before
	case 9:
		return string(r[at:])
	case 10:
		return text + pick(s.draw, idsEndings)
	case 11:
		return s.from(idsSpaces, 1+s.int(1)) + text
	case 12:
		return text + s.from(idsSpaces, 1+s.int(1))
	}
	return pick(s.draw, idsRefolded).Replace(text)
}

// number is a JSON number that every language prints alike: an integer, or a
// short decimal without a final nought.
func (s *idsScene) number() strictjson.Value {
	digits := strings.TrimLeft(s.from(idsDecimals, 1+s.int(13)), "0")
	if known := strings.Trim(pick(s.draw, s.known), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-0"); s.in(40) && len(known) < 15 && known != "" && strings.Trim(known, idsDecimals) == "" {
		digits = known
	}
	if digits == "" {
		digits = "0"
	}
	switch {
	case s.in(15):
		digits = digits[:min(len(digits), 6)] + "." + s.from(idsDecimals, s.int(3)) + s.from("123456789", 1)
	case digits != "0" && s.in(12):
		digits = "-" + digits
	}
	return number(digits)
}

// container is an array or object of scalars and further ones.
func (s *idsScene) container(depth int) strictjson.Value {
	var members []strictjson.Member
	for i := range s.int(4) {
		v := s.value()
		if depth > 0 && s.in(30) {
			v = s.container(depth - 1)
		}
		name := strconv.Itoa(9 - i)
		if s.in(60) {
			name += s.name()
		}
		members = append(members, member(name, v))
	}
	if s.in(50) {
		return strictjson.Record(members...)
	}
	var elems []strictjson.Value
	for _, m := range members {
		elems = append(elems, m.Value)
	}
	return strictjson.List(elems...)
}

// prior is the corpus: the known texts in the frames that tools put around them.
func (s *idsScene) prior() strictjson.Value {
	var blobs []strictjson.Value
	if s.apart {
		for _, known := range s.known {
			blobs = append(blobs, s.blob(known))
		}
		return strictjson.Record(member("blobs", strictjson.List(blobs...)))
	}
	n := 1 + s.int(2)
	if s.kind == "guard" && s.in(40) {
		n = 0
	}
	for range n {
		text := pick(s.draw, idsFrames)
		for strings.Contains(text, "\x00") {
			known := pick(s.draw, s.known)
			switch {
			case s.kind == "padded":
				known = strings.Repeat("0", s.int(3)) + known
			case s.in(3):
				known = idsEscaped(known)
			case s.in(4):
				r := []rune(known)
				known = string(r[:len(r)/2]) + s.from("-._/", 1) + string(r[len(r)/2:])
			case s.kind == "unicode" && s.in(15):
				known += "\u0301" // which a letter before it may take in
			case s.kind == "unicode" && s.in(60):
				known = pick(s.draw, idsRefolded).Replace(known)
			case s.in(15):
				known = s.edited(known)
			}
			text = strings.Replace(text, "\x00", strings.ReplaceAll(known, "\x00", ""), 1)
		}
		if s.in(3) {
			text = "x\x00" + text
		}
		if r := []rune(text); s.in(8) {
			at := s.int(len(r))
			blobs = append(blobs, s.blob(string(r[:at])))
			text = string(r[at:])
		}
		blobs = append(blobs, s.blob(text))
	}
	return strictjson.Record(member("blobs", strictjson.List(blobs...)))
}

func (s *idsScene) blob(text string) strictjson.Value {
	return strictjson.Record(member("text", strictjson.Text(text)), member("source", pick(s.draw, idsSources)))
}

func (s *idsScene) policy() strictjson.Value {
	var members []strictjson.Member
	if s.in(75) {
		n := int64(1 + s.int(6))
		switch {
		case s.kind == "flag":
			n = int64(1 + s.int(2))
		case s.kind == "short-integer" && s.in(60):
			n = pick(s.draw, []int64{14, 15, 20})
		case s.in(15):
			n = pick(s.draw, idsLengths)
		}
		members = append(members, member("min_component_len", strictjson.Integer(n)))
	}
	if s.in(60) {
		members = append(members, member("case_sensitive", pick(s.draw, idsFlags)))
	}
	return strictjson.Record(members...)
}

// name is an argument's name: one that hints at a key, one of a quantity, or
// neither, perhaps changed by a little.
func (s *idsScene) name() string {
	name := pick(s.draw, idsKeyNames)
	if s.in(4) || s.kind == "short-integer" && s.in(20) {
		return pick(s.draw, []string{"id", "ref", "key", "email"})
	}
	if s.kind != "short-integer" && s.kind != "flag" && s.in(45) {
		name = pick(s.draw, idsOtherNames)
	}
	switch s.int(12) {
	case 0:
		return s.edited(name)
	case 3:
		return s.from("abc", 2) + pick(s.draw, []string{"Id", "_ids", "-id", "_id ", "_id_", "s", "es"})
	case 1:
		return pick(s.draw, []string{"x", "old_", "camel", "ID"}) + name
	case 2:
		return s.from("abc", 2) + pick(s.draw, []string{"_", "-", ""}) + pick(s.draw, idsOtherNames)
	}
	return name
}
