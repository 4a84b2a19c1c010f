package ids_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// A maker makes requests that look like real ones or lie one edit from a rule:
// identifiers that the corpus holds verbatim, padded, derived, re-cased or not at
// all, quantities of every kind, containers, and text over alphabets so small
// that everything collides. The same seed makes the same requests.
type maker struct{ *rand.Rand }

func newMaker(seed uint64) maker { return maker{rand.New(rand.NewPCG(seed, 0))} }

// in reports true in n of 100 cases.
func (m maker) in(n int) bool { return m.IntN(100) < n }

func pick[T any](m maker, from []T) T { return from[m.IntN(len(from))] }

// from is n code points of the alphabet.
func (m maker) from(alphabet string, n int) string {
	letters := []rune(alphabet)
	var b strings.Builder
	for range n {
		b.WriteRune(pick(m, letters))
	}
	return b.String()
}

const (
	decimals = "0123456789"
	hexes    = "0123456789abcdef"
	lower    = "abcdefghijklmnopqrstuvwxyz"
	// Every kind of digit: decimal in three scripts, superscript, circled,
	// Ethiopic, and one half that is numeric but no digit.
	anyDigits = "0012٣٤１２𝟘²³₄①⑴⒈፩🄁½"
	// White space, that of Python alone, and what only looks like it.
	spaces = " \t\n\r\v\f\u001c\u001d\u001e\u001f\u0085\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\u200b\ufeff\u180e"
)

// idShapes and otherShapes are templates: 0 stands for a digit, ~ for a letter,
// ^ and ! for a hexadecimal digit of either case, & for one of the letters among
// them, * for a word; everything else is itself.
var idShapes = []string{
	"INC0000000", "INC_000", "CHG0000000", "KB000000", "SCTASK0000000", "~~~-0000", "~~~_00", "PROJ-000", "msg_000", "~0000",
	"^^^^^^^^-^^^^-^^^^-^^^^-^^^^^^^^^^^^", "!!!!!!!!-!!!!-!!!!-!!!!-!!!!!!!!!!!!", "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
	"!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!", "^^^^0~0^", "0~0~0~", "*.*00@*.com", "*@*.org", "user_00@*.com", "*0000@*.io",
	"00", "000", "0000", "00000", "0000000", "0010000", "*", "*_*", "itil_admin", "in_progress", "~~~~~~~",
	"*/000/*", "https://*.com/*/0000", "#0000", "*:000", "*#*0000", "0~-*-0000", "*.0000", "0000/0000", "~00~-*", "AAA0000-0000", "000~-0000",
	"&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&", "&&&&&&&&&&&&&&&&&&&&&&&&&&&&0000", "&&&&&&&&-&&&&-&&&&-&&&&-&&&&&&&&&&&&",
}

var otherShapes = []string{
	"00000000-0000-0000-0000-000000000000", "00000000000000000000000000000000", "00000000-0000-0000-0000-0000000&0000",
	"00@0.0", "*@mail.*.co", "*@*0000.net", "*@*", "a@b.c", "@*.com", "*@*@*.com",
	"0", "000000000000", "0000000000000", "00000000000000",
	"2025-00-00", "2025-00-00T00:00:00Z", "2025-00-00T00:00", "2025-00-00 00:00:00", "2025-00-00T00:00:00.000Z",
	"2025-00-00T00:00:00-00:00", "2025-00-00T00:00-0000", "2025-00-00T00:00:00+00:00", "0:00", "00:00", "00:00:00", "000:00",
	"00.00", "0.0.0", "v0.0.0", "v00.0", "V0.0", "v0", "0.0.0-~~~~", "$00.00",
	"000-000-0000", "(000) 000-0000", "+0 000 000 0000", "+00000000000", "000.000.0000", "00-00", "0-0", "000-000-",
	"true", "False", "NULL", "None", "none", "nonE0", "*-*", "P0", "US", "* *", "* * 000", "* *@*.com",
}

var words = []string{
	"acme", "evil", "initech", "globex", "jane", "doe", "user", "group", "service", "com", "www", "api", "mail", "smtp",
	"org", "net", "edu", "gov", "mil", "int", "co", "us", "uk", "ca", "au", "http", "https", "mailto", "ftp", "imap",
	"software", "Network", "ACME", "io", "straße", "ﬁle", "ofﬁce", "ſystem", "Kelvin", "İstanbul", "ΣΊΣΥΦΟΣ", "ŉam", "Ꭰꭰ", "go", "INC", "inc", "x",
}

// fresh is a template with its places filled.
func (m maker) fresh() string {
	shape := pick(m, idShapes)
	if m.in(25) {
		shape = pick(m, otherShapes)
	}
	var b strings.Builder
	for _, r := range shape {
		switch r {
		case '0':
			b.WriteString(m.from(decimals, 1))
		case '~':
			b.WriteString(m.from(lower, 1))
		case '^':
			b.WriteString(m.from(hexes, 1))
		case '!':
			b.WriteString(m.from(strings.ToUpper(hexes), 1))
		case '&':
			b.WriteString(m.from("abcdef", 1))
		case '*':
			b.WriteString(pick(m, words))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// edited is s after one edit that a rule might notice.
func (m maker) edited(s string) string {
	r := []rune(s)
	at := m.IntN(len(r) + 1)
	cut := string(r[:at]) + string(r[min(at+1, len(r)):])
	switch m.IntN(14) {
	case 0:
		return cut
	case 1:
		return string(r[:at]) + m.from("0123456789aZ_-.:@#/ +()v²１\n", 1) + string(r[at:])
	case 2:
		return string(r[:at]) + m.from(decimals, 1) + string(r[min(at+1, len(r)):])
	case 3:
		return strings.ToUpper(s)
	case 4:
		return strings.ToLower(s)
	case 5:
		return strings.TrimLeft(strings.TrimLeft(s, "INCHGKBSTA_"), "0") // as a model strips a number
	case 6:
		return "INC" + strings.Repeat("0", m.IntN(4)) + s
	case 7:
		return strings.Repeat("0", 1+m.IntN(4)) + s
	case 8:
		return string(r[:at])
	case 9:
		return string(r[at:])
	case 10:
		return s + pick(m, []string{"_" + pick(m, words), "-0", "00", "@acme.com", "."})
	case 11:
		return m.from(spaces, 1+m.IntN(2)) + s
	case 12:
		return s + m.from(spaces, 1+m.IntN(2))
	}
	return m.refolded(s)
}

// refolded is s with letters that only case folding brings back.
func (m maker) refolded(s string) string {
	return strings.NewReplacer("k", "K", "K", "K", "s", "ſ", "ss", "ß", "fi", "ﬁ", "i", pick(m, []string{"İ", "ı", "I"}), "a", pick(m, []string{"A", "ẚ", "ª"})).Replace(s)
}

// scene is what one request is about: a handful of texts that corpus and
// arguments share, so that most arguments have something to be compared with.
func (m maker) scene() []string {
	known := make([]string, 1+m.IntN(5))
	alphabet := ""
	if m.in(15) {
		alphabet = pick(m, []string{"01", "01a", "0a_", "012.-", "01:T-.Z", "ab@.1", "aA1_", "01²", "0１٣²", "ab", "1-( )+", "0K1ſ_"})
	}
	for i := range known {
		switch {
		case alphabet != "":
			known[i] = m.from(alphabet, 1+m.IntN(9))
		case m.in(8):
			known[i] = m.from(anyDigits, 1+m.IntN(15))
		case m.in(2):
			known[i] = m.from("٠١٢٣٤٥٦٧٨٩", 12+m.IntN(3))
		default:
			known[i] = m.fresh()
		}
	}
	return known
}

// text is one of the known texts, as it is or edited, or a fresh one.
func (m maker) text(known []string) string {
	s := pick(m, known)
	if m.in(10) {
		s = m.fresh()
	}
	for m.in(30) {
		s = m.edited(s)
	}
	return s
}

var frames = []string{
	"%s", `{"id": "%s", "state": "open"}`, `{"sys_id":"%s"}`, "close incident %s today", "[%s, 2, 3]", "(%s);", "user='%s'|x", "<b>%s</b>",
	"%s %s", `{"number": "%s", "parent": {"value": "%s"}}`, "a%sb", "%s\u00a0%s", "%s\u001f%s", "%s,%s\n", "pre_%s/%s", "%s%s", "see %s.", "",
}

func (m maker) prior(known []string) strictjson.Value {
	n := 1 + m.IntN(4)
	if m.in(3) {
		n = 0
	}
	var blobs []strictjson.Value
	for range n {
		text := pick(m, frames)
		for strings.Contains(text, "%s") {
			text = strings.Replace(text, "%s", strings.ReplaceAll(m.text(known), "%s", ""), 1)
		}
		blobs = append(blobs, record("text", text, "source", pick(m, []string{"TOOL_RESULT", "TASK_TEXT"})))
	}
	return record("blobs", strictjson.List(blobs...))
}

var hintNames = []string{
	"incident_id", "sys_id", "SYS_ID", "caller_ref", "api_key", "user_email", "group_id", "GROUP_İD", "ſys_id", "api_Key", "_id",
	"account_id", "number_id", "straße_ref", "page_id",
}

var otherNames = []string{
	"id", "number", "key", "contract_price", "maxResults", "limit", "page", "account", "discount", "unit-price", "phone_number", "age", "message",
	"day", "birthday", "priority", "id_number", "ref_count", "coﬀee", "assigned_to", "title", "description", "parent", "ticket", "value", "", "due_date",
	"amount", "cost", "total", "count", "quantity", "qty", "size", "num", "duration", "score", "rate", "percent", "weight", "height", "width", "length",
	"balance", "fee", "rank", "position", "offset", "max", "min", "level", "year", "month", "hour", "minute", "second",
}

func (m maker) name() string {
	name := pick(m, hintNames)
	if m.in(50) {
		name = pick(m, otherNames)
	}
	switch m.IntN(12) {
	case 0:
		return m.edited(name)
	case 1:
		return pick(m, []string{"x", "old_", "camel", "ID"}) + name
	case 2:
		return m.from(lower, 3) + pick(m, []string{"_", "-", ""}) + pick(m, otherNames)
	}
	return name
}

// value is any JSON value; depth bounds the containers.
func (m maker) value(known []string, depth int) strictjson.Value {
	if depth > 0 && m.in(20) {
		var members []strictjson.Member
		for i := range m.IntN(5) {
			members = append(members, strictjson.Member{Name: fmt.Sprint(9-i, m.name()), Value: m.value(known, depth-1)})
		}
		if m.in(50) {
			return strictjson.Record(members...)
		}
		var elems []strictjson.Value
		for _, e := range members {
			elems = append(elems, e.Value)
		}
		return strictjson.List(elems...)
	}
	switch {
	case m.in(3):
		return pick(m, []strictjson.Value{{}, strictjson.Boolean(true), strictjson.Boolean(false)})
	case m.in(10):
		return m.number(known)
	}
	return strictjson.Text(m.text(known))
}

// number is a JSON number, often one that the corpus holds. It is none that the
// seed spells with a negative exponent, which looks like an identifier to it: such
// a number is a decimal like any other here (IDS-016).
func (m maker) number(known []string) strictjson.Value {
	literal := strings.TrimLeft(m.from(decimals, 1+m.IntN(14)), "0")
	if d := strings.Trim(pick(m, known), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-0"); m.in(50) && d != "" && strings.Trim(d, decimals) == "" {
		literal = d
	}
	if literal == "" {
		literal = "0"
	}
	if m.in(10) {
		literal = "-" + literal
	}
	if m.in(20) {
		literal += "." + m.from("123456789", 1) + m.from(decimals, m.IntN(8))
	}
	if m.in(15) {
		literal += pick(m, []string{"e", "E"}) + pick(m, []string{"", "+"}) + m.from(decimals, 1+m.IntN(2))
	}
	return parse(literal)
}

func (m maker) argument(known []string) strictjson.Value {
	members := []any{"name", m.name(), "value", m.value(known, 4)}
	switch m.IntN(24) {
	case 0:
		members = append(members, "is_reference", strictjson.Boolean(false))
	case 1:
		members = append(members, "is_reference", strictjson.Boolean(true))
	case 2:
		members = append(members, "is_reference", strictjson.Value{})
	}
	return record(members...)
}

func (m maker) policy() strictjson.Value {
	n := int64(1 + m.IntN(6))
	if m.in(25) {
		n = int64(1 + m.IntN(40))
	}
	if m.in(1) {
		n = pick(m, []int64{0, -1, 1<<53 - 1})
	}
	var members []any
	if m.in(70) {
		members = append(members, "min_component_len", strictjson.Integer(n))
	}
	if m.in(60) {
		members = append(members, "case_sensitive", pick(m, []strictjson.Value{{}, strictjson.Boolean(true), strictjson.Boolean(false)}))
	}
	return record(members...)
}

// request is an operation and its params; in one of 50 cases something in them
// is missing or of the wrong type.
func (m maker) request() (operation string, params strictjson.Value) {
	known := m.scene()
	members := []any{"prior", m.prior(known)}
	if m.in(45) {
		members = append(members, "policy", m.policy())
	}
	if m.in(25) {
		operation, members = "ids.classify_arg", append(members, "arg", m.argument(known))
	} else {
		var args []strictjson.Value
		for range (1 + m.IntN(5)) * min(1, m.IntN(25)) {
			args = append(args, m.argument(known))
		}
		call := []any{"tool_name", "update_incident", "args", strictjson.List(args...)}
		if m.in(6) {
			call = append(call, "is_mutating", pick(m, []strictjson.Value{{}, strictjson.Boolean(true), strictjson.Boolean(false)}))
		}
		operation, members = "ids.classify_call", append(members, "call", record(call...))
	}
	params = record(members...)
	if m.in(2) {
		params = m.damaged(params)
	}
	return operation, params
}

// damaged is v, which must hold something, with one member or element somewhere in
// it taken out, or replaced by a value of another kind.
func (m maker) damaged(v strictjson.Value) strictjson.Value {
	other := func(v strictjson.Value) strictjson.Value {
		if v.Len() > 0 && m.in(90) {
			return m.damaged(v)
		}
		return pick(m, []strictjson.Value{{}, strictjson.Boolean(true), strictjson.Text("AGENT_AUTHORED"), strictjson.Integer(7), parse("4.0"), strictjson.List(), record()})
	}
	at := m.IntN(v.Len())
	if v.Kind() == strictjson.Array {
		elems := v.Items()
		elems[at] = other(elems[at])
		return strictjson.List(elems...)
	}
	var members []strictjson.Member
	for i, e := range v.Members() {
		if i == at && m.in(25) {
			continue
		}
		if i == at {
			e.Value = other(e.Value)
		}
		members = append(members, e)
	}
	return strictjson.Record(members...)
}

// record is an object of names and values in turn; a string stands for its JSON.
func record(members ...any) strictjson.Value {
	var out []strictjson.Member
	for i := 0; i < len(members); i += 2 {
		v, ok := members[i+1].(strictjson.Value)
		if !ok {
			v = strictjson.Text(members[i+1].(string))
		}
		out = append(out, strictjson.Member{Name: members[i].(string), Value: v})
	}
	return strictjson.Record(out...)
}

// parse reads JSON that a test holds.
func parse(text string) strictjson.Value {
	v, err := strictjson.Parse([]byte(text), strictjson.Limits{Bytes: 1 << 24, Depth: strictjson.MaxDepth})
	if err != nil {
		panic(err)
	}
	return v
}
