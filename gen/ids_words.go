package gen

import (
	"fmt"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// The alphabets and lists of ids.go, plain entries first: a failure shrinks
// towards them.
const (
	idsDecimals = "0123456789"
	// Every kind of digit: decimal in several scripts, superscript, circled,
	// Ethiopic, and a half that is numeric but no digit.
	idsDigits = "0012٣٤１２𝟘²³₄①⑴⒈፩🄁½"
	// White space, that of some languages alone, and what only looks like it.
	idsSpaces   = " \t\n\r\v\f\u001c\u001d\u001e\u001f\u0085\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\u200b\ufeff\u180e"
	idsInserted = "0123456789aZ_-.:@#/ +()v²１\n"
)

// In a shape, 0 stands for a digit, a for a letter, h and H for hexadecimal
// digits, * for a word; everything else is itself.
var idsShapes = []string{
	"0000", "aaaa", "INC0000000", "INC_000", "CHG0000000", "KB000000", "SCTASK0000000", "aaa-0000", "aaa_00", "PROJ-000", "msg_000", "a0000",
	"hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh", "HHHHHHHH-HHHH-HHHH-HHHH-HHHHHHHHHHHH", "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh",
	"HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH", "hhhh0a0h", "0a0a0a", "*.*00@*.com", "*@*.org", "user_00@*.com", "*@*.us", "*@uk.ca", "*0000@*.io",
	"00", "000", "00000", "0000000", "0010000", "*", "*_*", "itil_admin", "in_progress", "aaaaaaa",
	"*/000/*", "https://*.com/*/0000", "#0000", "*:000", "*#*0000", "0a-*-0000", "*.0000", "0000/0000", "a00a-*", "AAA0000-0000", "000a-0000",
	"*@*.*.0", "*0@0.*00", "www.*.net", "mailto:*@*.edu", "00-aaa", "0.0.0.0",
}

// idsFoldable have letters that idsRefolded write otherwise.
var idsFoldable = []string{"k0s0", "00@kiss.com", "00@office.org", "k0ss0fi0", "miss0-0a0", "ask-0a0i", "x@fiske.io", "SS00K0", "0i0k0s", "0k0e", "00s0a", "0ae"}

var idsLiterals = []string{
	"2025-00-00", "0000000000000", "00:00", "00.00", "v0.0", "000-0000", "true", "* *",
	"2025-00-00T00:00:00Z", "2025-00-00T00:00", "2025-00-00 00:00:00", "2025-00-00T00:00:00.000Z",
	"2025-00-00T00:00:00-00:00", "2025-00-00T00:00-0000", "2025-00-00T00:00:00+00:00", "0:00", "00:00:00", "000:00",
	"0.0.0", "v0.0.0", "v00.0", "V0.0", "v0", "0.0.0-aaaa", "0.0.0-a0", "$00.00", "00.0.0.0.0",
	"000-000-0000", "(000) 000-0000", "+0 000 000 0000", "+00000000000", "000.000.0000", "00-00", "0-0", "000-000-", "(00)00", "00 00",
	"False", "NULL", "None", "nonE0", "*-*", "P0", "US", "* * 000", "* *@*.com", "a@b.c", "@*.com", "*@*@*.com", "00@0.0", "*@mail.*.co", "*@*0000.net", "*@*",
	"00000000-0000-0000-0000-000000000000", "ebcdefeb-ebcd-ebcd-ebcd-ebcdefebcdef", "00000000000000000000000000000000",
	"ebcdefebcdefebcdefebcdefebcdefeb", "000000000000", "00000000000000", "0",
}

// idsNear are one step from a literal form, or from a signature.
var idsNear = []string{
	"2025-00-00t00:00:00z", "2025-00-00T00:00:00z", "2025-00-00T00:00:00.0000000", "2025-00-00T00:00:00-00", "2025-00-00T00:00Z0", "2025-00-00T00:00:00Zaa",
	"2025-00-00T00:00:00.00Z", "2025-00-00T00:00:00", "2025-00-00aa", "0:00am", "00:00pm", "a00%0a", "00%00a", "a00+0", "undefined", "unknown", "empty", "none", "NONE", "True", "nullable", "falsely",
	"0000000000", "v0000", "v00000", "V0.0", "V0.0.0", "*@*.us", "*@co.uk", "a@io.co", "*@*.info", "*@*.*", "a@*.a", "v0a.0",
}

// idsHex are hexadecimal identifiers, and what is too long, too short or beyond f
// (with e for a, which stands for any letter).
var idsHex = []string{
	"ebcdefebcdefebcdefebcdefebcdefeb", "00000000000000000000000000000000", "ebcdefeb-ebcd-ebcd-ebcd-ebcdefebcdef", "ebcdefeb-ebcdebcd--ebcd-ebcdefebcdef",
	"ABCDEFABCDEFABCDEFABCDEFABCDEFAB", "ebcdefebcdefebcdefebcdefebcdefebc", "ebcdefebcdefebcdefebcdefebcdefe", "ebcdefebcdefebcdefebcdefebxyzxyz",
	"ebcdefebcdefebcdefebcdefeb000000", "ABCDEFABCDEFABCDEFABCDEFAB000000", "ABCDEFAB-ABCD-ABCD-ABCD-ABCDEFABCDEF",
}

var idsWords = []string{
	"acme", "evil", "jane", "user", "com", "www", "api", "mail", "smtp", "imap", "http", "https", "mailto", "ftp", "org", "net", "edu", "gov", "mil", "int",
	"io", "co", "us", "uk", "ca", "au", "initech", "globex", "doe", "group", "service",
	"info", "cloud", "dev", "software", "Network", "ACME", "straße", "ﬁle", "ofﬁce", "ſystem", "\u212aelvin", "İstanbul", "ΣΊΣΥΦΟΣ", "ŉam", "Ꭰꭰ", "go", "INC", "inc", "x",
}

var idsParts = []string{"0000", "000", "*", "0", "aaaa", "00000", "a0a0"}

var idsJoints = []string{"-", "_", "/", ".", ":", "#", "@", "@acme.com/", "--", "", "x"}

var idsEndings = []string{"0", "00", ".", "-0", "_", "_acme", "@acme.com", "\n"}

// idsAlphabets are so small that everything collides.
var idsAlphabets = []string{"01", "ab", "01a", "0a_", "012.-", "01:T-.Z", "ab@.1", "aA1_01", "01²", "0１٣²", "1-( )+", "0\u212a1ſ_"}

// idsRefolded write letters as others that full case folding brings back.
var idsRefolded = []*strings.Replacer{
	strings.NewReplacer("a", "A", "A", "a"),
	strings.NewReplacer("k", "\u212a", "K", "\u212a", "s", "ſ"),
	strings.NewReplacer("ss", "ß", "fi", "ﬁ"),
	strings.NewReplacer("i", "İ", "I", "ı"),
	strings.NewReplacer("a", "ẚ", "o", "º"),
}

// idsScripts are digits of one kind, and of several.
var idsScripts = []string{"0123456789", "٠١٢٣", "𝟘𝟙𝟚", "²³¹", "0１２٣", "①⑴⒈", "½Ⅷ三", "0²"}

// idsRescripted write digits as others of the same values.
var idsRescripted = []*strings.Replacer{
	strings.NewReplacer("٠", "0", "١", "1", "٢", "2", "٣", "3", "𝟘", "0", "𝟙", "1", "𝟚", "2", "²", "2", "³", "3", "¹", "1", "１", "1", "２", "2"),
	strings.NewReplacer("0", "٠", "1", "١", "2", "٢", "3", "٣"),
}

// idsEscaped is text with its first character as JSON may write it.
func idsEscaped(text string) string {
	if text == "" || text[0] >= 0x80 {
		return "\\" + text
	}
	return fmt.Sprintf("\\u%04x%s", text[0], text[1:])
}

// idsFrames are what tools put around a known text, which stands for NUL.
var idsFrames = []string{
	"\x00", `{"id": "` + "\x00" + `", "state": "open"}`, `{"sys_id":"` + "\x00" + `"}`, "close incident \x00 today", "[\x00, 2, 3]", "(\x00);", "user='\x00'|x",
	"<b>\x00</b>", "\x00 \x00", `{"number": "` + "\x00" + `", "parent": {"value": "` + "\x00" + `"}}`, "a\x00b", "\x00\u00a0\x00", "\x00\u001f\x00", "\x00,\x00\n",
	"pre_\x00/\x00", "\x00\x00", "see \x00.", "", "0\x00", "=\x00{\x00}",
	"|\x00|", `n\` + "\x00", "+\x00*", "\x00\u0301", "#\x00", "a|\x00;", `\\` + "\x00" + `\`, "x%\x00&", "\u200b\x00\ufeff",
}

var idsKeyNames = []string{
	"x_id", "sys_id", "incident_id", "SYS_ID", "caller_ref", "api_key", "user_email", "group_id", "GROUP_İD", "ſys_id", "api_\u212aey", "_id",
	"account_id", "number_id", "straße_ref", "x_ref", "x_email", "page_id", "mysys_id",
}

var idsOtherNames = []string{
	"x", "id", "number", "key", "contract_price", "maxResults", "limit", "page", "account", "discount", "unit-price", "phone_number", "age", "message",
	"day", "birthday", "priority", "id_number", "ref_count", "coﬀee", "assigned_to", "title", "description", "parent", "ticket", "value", "", "due_date",
	"amount", "cost", "total", "count", "quantity", "qty", "size", "num", "duration", "score", "rate", "percent", "weight", "height", "width", "length",
	"balance", "fee", "rank", "position", "offset", "max", "min", "level", "year", "month", "hour", "minute", "second", "userId", "user-id", "user_ids", "price_tag",
	"prices", "counts", "numbers", "days", "sum", "index", "salary",
}

var (
	idsTools   = []string{"update_incident", "get_incident", "delete", ""}
	idsFlags   = []strictjson.Value{strictjson.Boolean(false), strictjson.Boolean(true), {}}
	idsSources = []strictjson.Value{strictjson.Text("TOOL_RESULT"), strictjson.Text("TASK_TEXT")}
	idsLengths = []int64{1, 13, 14, 15, 20, 32, 33, 36, 37, 40, 1<<53 - 1, 0, -1}
	// idsDamage stands where something else should.
	idsDamage = []strictjson.Value{
		{}, strictjson.Boolean(true), strictjson.Integer(7), strictjson.Text("AGENT_AUTHORED"), strictjson.Text("tool_result"), strictjson.Text("4"),
		number("4.5"), strictjson.List(), strictjson.Record(),
	}
)

// filled is a shape with its places filled.
func (d draw) filled(shape string) string {
	var b strings.Builder
	for _, r := range shape {
		switch r {
		case '0':
			b.WriteString(d.from(idsDecimals, 1))
		case 'a':
			b.WriteString(d.from("ebcdefghijklmnopqrstuvwxyz", 1))
		case 'h':
			b.WriteString(d.from("0123456789ebcdef", 1))
		case 'H':
			b.WriteString(d.from("0123456789ABCDEF", 1))
		case '*':
			b.WriteString(pick(d, idsWords))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
