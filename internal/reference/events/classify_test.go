package events_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/strictjson"
)

const (
	noLabel = "SIMULATION_EVENT"
	bridge  = "INTERPRETIVE_BRIDGE"
	anchor  = "CANON_ANCHOR"
)

// labelFor is the label that keywords of one entry give an action.
func labelFor(t fataler, action string, keywords ...string) string {
	t.Helper()
	got := ask(t, "classify", "action_text", action, "registry", strictjson.List(entry("r", "s", keywords...)))
	return at(t, got, "/label").Str()
}

func TestClassifyMembers(t *testing.T) {
	reg := strictjson.List(entry("r", "s", "a", "b", "c"), entry("", "", "d", "e", "f"))
	tests := []struct{ action, label, reference, summary string }{
		{"x", noLabel, "null", "null"},
		{"", noLabel, "null", "null"},
		{"a", bridge, `"r"`, `"s"`},
		{"a b", bridge, `"r"`, `"s"`},
		{"a b c", anchor, `"r"`, `"s"`},
		{"c, b, a!", anchor, `"r"`, `"s"`},
		{"d", bridge, `""`, `""`},
		{"d e f", anchor, `""`, `""`},
	}
	for _, c := range tests {
		got := ask(t, "classify", "action_text", c.action, "registry", reg)
		note := at(t, got, "/simulation_note")
		if want := c.label == anchor; note.IsNull() != want || !want && note.Str() == "" {
			t.Errorf("%q: note is %v", c.action, note)
		}
		wantEqual(t, got, fmt.Sprintf(`{"label":%q,"source_anchor":%s,"canon_claim":%s,"simulation_note":%v}`, c.label, c.reference, c.summary, note))
	}
}

func TestClassifyCounts(t *testing.T) {
	tests := []struct {
		name, action, want string
		keywords           []string
	}{
		{"none", "walks", noLabel, []string{"walk"}},
		{"no keywords", "walks", noLabel, nil},
		{"one", "walk", bridge, []string{"walk"}},
		{"two", "walk tend", bridge, []string{"walk", "tend", "see"}},
		{"three", "walk tend see", anchor, []string{"walk", "tend", "see"}},
		{"four", "walk tend see sow", anchor, []string{"walk", "tend", "see", "sow"}},
		{"one word thrice", "walk walk walk", bridge, []string{"walk"}},
		{"one keyword thrice", "walk", bridge, []string{"walk", "walk", "walk"}},
		{"one keyword in three spellings", "walk", bridge, []string{"walk", "WALK", " walk! "}},
		{"one phrase in three spellings", "burning bush", bridge, []string{"burning bush", "Burning-Bush", "burning  bush."}},
		{"substring", "walking sidewalk walked", noLabel, []string{"walk"}},
		{"substring of keyword", "walk", noLabel, []string{"walking"}},
		{"phrase", "the burning bush", bridge, []string{"burning bush"}},
		{"phrase apart", "burning green bush", noLabel, []string{"burning bush"}},
		{"phrase reversed", "bush burning", noLabel, []string{"burning bush"}},
		{"phrase joined", "burningbush", noLabel, []string{"burning bush"}},
		{"phrase over punctuation", "burning, (bush)", bridge, []string{"burning bush"}},
		{"phrase over a line break", "burning\nbush", bridge, []string{"burning bush"}},
		{"phrase over NUL", "burning\x00bush", bridge, []string{"burning bush"}},
		{"phrase cut off", "it is burning", noLabel, []string{"burning bush"}},
		{"phrase in phrase", "let there be light", anchor, []string{"let there be light", "there be", "light"}},
		{"overlapping phrases", "a b c d", anchor, []string{"a b", "b c", "c d"}},
		{"phrase after a false start", "a a b", bridge, []string{"a b"}},
		{"phrase of equal words", "a a a", bridge, []string{"a a"}},
		{"longer than the text", "a", noLabel, []string{"a a"}},
		{"order of the text does not count", "see tend walk", anchor, []string{"walk", "tend", "see"}},
		{"no words in keyword", "!!! ...", noLabel, []string{"", "!", "...", " "}},
		{"hyphen parts words", "well-being", anchor, []string{"well", "being", "well being"}},
		{"apostrophe parts words", "Moses' staff, God’s word", anchor, []string{"moses", "god s", "s word"}},
		{"underscore parts words", "burning_bush", bridge, []string{"bush"}},
		{"digits are words", "psalm 23", bridge, []string{"23"}},
		{"digits join letters", "psalm23", noLabel, []string{"psalm", "23"}},
		{"point parts digits", "3.14", bridge, []string{"3 14"}},
		{"emoji parts words", "burning🔥bush", bridge, []string{"burning bush"}},
		{"currency parts words", "a$b", bridge, []string{"b"}},
		{"circled letter is no letter", "ⓦalk", bridge, []string{"alk"}},
		{"roman numeral is a number", "ⅷ", bridge, []string{"Ⅷ"}},
		{"fraction is a number", "1½", noLabel, []string{"1"}},
		{"zero width joiner parts words", "wa\u200dlk", bridge, []string{"wa lk"}},
		{"soft hyphen parts words", "wa\u00adlk", noLabel, []string{"walk"}},
		{"combining mark belongs to its word", "e\u0301tat", noLabel, []string{"e", "tat"}},
		{"no normalisation", "e\u0301tat", noLabel, []string{"état"}},
		{"enclosing mark", "a\u20ddb", bridge, []string{"A\u20ddB"}},
		{"mark alone is a word", "a \u0301 b", bridge, []string{"\u0301"}},
		{"sharp s", "STRASSE", bridge, []string{"straße"}},
		{"capital sharp s", "STRAẞE", bridge, []string{"strasse"}},
		{"final sigma", "ΛΌΓΟΣ", bridge, []string{"λόγος"}},
		{"dotted capital I", "İ", bridge, []string{"i\u0307"}},
		{"dotless i stays", "I", noLabel, []string{"ı"}},
		{"ligature", "oﬀer", bridge, []string{"OFFER"}},
		{"kelvin", "\u212a", bridge, []string{"k"}},
		{"long s", "ſee", bridge, []string{"see"}},
		{"iota subscript", "\u1fb3", bridge, []string{"αι"}},
		{"n preceded by apostrophe", "ŉ", bridge, []string{"ʼn"}},
		{"cherokee", "ᏣᎳᎩ", bridge, []string{"ꮳꮃꭹ"}},
		{"cherokee, later small letters", "Ᏸ", bridge, []string{"ᏸ"}},
		{"deseret", "𐐀", bridge, []string{"𐐨"}},
		{"han", "燃える 柴", bridge, []string{"柴"}},
		{"thai marks", "น้ำ", bridge, []string{"น้ำ"}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			if got := labelFor(t, c.action, c.keywords...); got != c.want {
				t.Errorf("%q with %q: got %s, want %s", c.action, c.keywords, got, c.want)
			}
		})
	}
}

func TestClassifyWinner(t *testing.T) {
	reg := strictjson.List(
		entry("one", "", "a"),
		entry("two", "", "a", "b"),
		entry("deux", "", "b", "a"),
		entry("three", "", "a", "b", "c"),
		entry("three again", "", "a", "b", "c", "c", "C"),
		entry("four", "", "a", "b", "c", "d"),
	)
	for action, want := range map[string]string{"a": "one", "a b": "two", "a b c": "three", "a b c d": "four", "c": "three"} {
		got := at(t, ask(t, "classify", "action_text", action, "registry", reg), "/source_anchor").Str()
		if got != want {
			t.Errorf("%q: got %s, want %s", action, got, want)
		}
	}
}

func TestClassifyLongText(t *testing.T) {
	long := strings.Repeat("walks on and on, ", 50_000)
	if got := labelFor(t, long+"burning bush", "burning bush"); got != bridge {
		t.Errorf("got %s, want %s", got, bridge)
	}
	if got := labelFor(t, "walk", strings.Repeat("walk ", 100_000)); got != noLabel {
		t.Errorf("got %s, want %s", got, noLabel)
	}
}
