package gen

import (
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// evWord is a word as keywords have it, spellings that are the same word after
// full case folding, and others that look like it and are not.
type evWord struct {
	plain       string
	same, other []string
}

// evVocabulary is what canons and actions are made of, from plain to odd. All
// characters are of Unicode 13.
var evVocabulary = []evWord{
	{"lamp", []string{"Lamp", "LAMP", "laMP"}, []string{"lamps", "clamp", "lam", "1amp", "lamp2", "ｌａｍｐ", "𝐥𝐚𝐦𝐩", "lámp"}},
	{"storm", []string{"STORM", "Storm", "ſtorm", "ﬆorm", "ﬅorm"}, []string{"storms", "stormy", "stor", "ѕtorm", "st0rm", "brainstorm"}},
	{"well", []string{"Well", "WELL"}, []string{"wells", "farewell", "weII", "wel", "welled", "we11"}},
	{"keeper", []string{"KEEPER", "Keeper", "\u212aeeper"}, []string{"keepers", "keep", "кeeper", "housekeeper", "keeping"}},
	{"harbour", []string{"Harbour", "HARBOUR"}, []string{"harbor", "harbours", "harbou"}},
	{"bread", []string{"BREAD", "Bread"}, []string{"breads", "bred", "gingerbread"}},
	{"river", []string{"RIVER", "River"}, []string{"rivers", "rive", "driver"}},
	{"stone", []string{"STONE", "Stone", "ﬆone"}, []string{"stones", "tone", "stoned"}},
	{"fire", []string{"FIRE", "Fire", "ﬁre", "fIRE"}, []string{"fires", "fir", "ﬁr", "campfire", "fıre"}},
	{"a", []string{"A"}, []string{"ª", "а", "aa", "ａ", "á"}},
	{"23", nil, []string{"2", "3", "٢٣", "²³", "２３", "023", "23rd", "2.3"}},
	{"straße", []string{"STRASSE", "strasse", "Straße", "STRAẞE", "straſse"}, []string{"strase", "straβe", "straBe", "strassse"}},
	{"λόγος", []string{"ΛΌΓΟΣ", "λόγοσ", "Λόγος"}, []string{"λογος", "λο\u0301γος", "ΛΟΓΟΣ", "λoγος"}},
	{"été", []string{"ÉTÉ", "Été"}, []string{"ete", "e\u0301te\u0301", "étè", "E\u0301TE\u0301"}},
	{"ὠιδή", []string{"ᾠδή", "ᾨδή", "ὨΙΔΉ"}, []string{"ὠδή", "ωιδη"}},
	{"i\u0307zmir", []string{"İzmir", "İZMIR", "I\u0307zmir"}, []string{"izmir", "Izmir", "ızmir", "IZMIR"}},
	{"ılık", []string{"ıLıK"}, []string{"ilik", "ILIK", "İlik"}},
	{"å", []string{"Å", "\u212b"}, []string{"a\u030a", "a", "A\u030a"}},
	{"ω", []string{"Ω", "\u2126"}, []string{"ώ", "w", "ω\u0301"}},
	{"μ", []string{"µ", "Μ"}, []string{"m", "u", "M"}},
	{"ꭰꮃ", []string{"ᎠᎳ", "Ꭰꮃ", "ꭰᎳ"}, []string{"Ꭰ", "ᎠᎳᎠ"}},
	{"ᏸᎠ", []string{"Ᏸꭰ", "ᏰᎠ"}, []string{"Ᏹꭰ"}},
	{"თბილისი", []string{"ᲗᲑᲘᲚᲘᲡᲘ", "Თბილისი"}, []string{"თბილის", "ⴇⴁⴈⴊⴈⴑⴈ"}},
	{"ռեւ", []string{"ռև", "ՌԵՒ", "ՌԵւ"}, []string{"ռե"}},
	{"свет", []string{"СВЕТ", "Свет", "ᲃвет"}, []string{"света", "cвет"}},
	{"𐐨𐐩", []string{"𐐀𐐁", "𐐀𐐩"}, []string{"𐐨", "𐐪𐐩"}},
	{"𞤢𞤣", []string{"𞤀𞤁"}, []string{"𞤢"}},
	{"ǆ", []string{"Ǆ", "ǅ"}, []string{"dž", "ž"}},
	{"ŉa", []string{"ʼna", "ʼNA"}, []string{"na", "'na", "nʼa"}},
	{"ⅷ", []string{"Ⅷ"}, []string{"viii", "VIII", "ⅶ"}},
	{"½", nil, []string{"1", "1⁄2", "2"}},
	{"灯火", nil, []string{"灯", "灯火台", "燈火"}},
	{"דָּג", nil, []string{"דג", "דּג"}},
	{"दीप", nil, []string{"दप", "दी", "दिप"}},
	{"한글", nil, []string{"한글", "한", "글"}},
	{"カメラ", nil, []string{"ｶﾒﾗ", "かめら", "カメラー"}},
	{"don't", []string{"DON'T", "don’t", "Don't", "don t"}, []string{"dont", "don", "t"}},
	{"co-op", []string{"Co-Op", "co_op", "co op"}, []string{"coop", "co", "op"}},
}

// evFillers are what actions say besides.
var evFillers = []string{
	"walks", "on", "and", "mends a net", "the", "quietly", "observes", "no", "looks up", "7", "…", "is", "\u00bfqué?", "🔥",
}

// evGaps part words, from plain to odd.
var evGaps = []string{
	" ", ", ", "-", "  ", "\n", ". ", "\t", "_", "'", "/", "\u00a0", "’", "\u200b", "\u200d", "\u00ad", "\ufeff", "\u2028", "\u3000",
	"·", "‿", "🔥", "ⓐ", "\u0000", "\u202e", "$", "^", "∑", "\ue000", "\ufffd", "\U000e0061", "—", "،", "·",
}

// evGlue does not part words, but changes them.
var evGlue = []string{
	"", "\u0301", "7", "x", "\ufe0f", "\u20dd", "²", "ª", "ʰ", "①", "Ⅳ", "٣", "\u0903", "𝟏", "𝐚", "字", "\U000e0101", "ー", "ـ", "¼", "\u034f",
}

// evKeyword is a keyword of some words.
type evKeyword struct {
	words []evWord
	text  string // as the registry has it
}

// evEntry is an entry of a registry.
type evEntry struct {
	reference, summary string
	keywords           []evKeyword
}

func (e evEntry) json() strictjson.Value {
	keywords := make([]strictjson.Value, len(e.keywords))
	for i, k := range e.keywords {
		keywords[i] = strictjson.Text(k.text)
	}
	return evObject("reference", strictjson.Text(e.reference), "summary", strictjson.Text(e.summary), "keywords", strictjson.List(keywords...))
}

func evJSON(reg []evEntry) strictjson.Value {
	entries := make([]strictjson.Value, len(reg))
	for i, e := range reg {
		entries[i] = e.json()
	}
	return strictjson.List(entries...)
}

var (
	evReferences = []string{
		"Tides 1:3", "Tides 1:30", "Tides 2:8", "Psalm 23:1", "tides 1:3", "Tides", "Genèse 1:1", "Gene\u0300se 1:1", "λόγος 1", "灯 3", "", ".", "Lamp storm well",
	}
	evSummaries = []string{
		"The keeper lights the lamp before the storm.", "Sweet water.", "Bread and stone, river and fire.", " A summary in spaces. ",
		"Canon", "été 🔥", "", "0",
	}
)

// talk is how a kind of case makes registries and speaks of them.
type evTalk struct {
	entries, keywords [2]int // least and most
	phrases           int    // percent of keywords that have several words
	hits              [2]int // keywords of an entry that the text has, least and most
	said              []share
	gaps              []string
	respelt           int // percent of keywords that the registry spells otherwise
	twice             int // percent of keywords that the registry has again
	wordless          int // percent of keywords without words
	fillers           int // most
	repeated          int // times that a filler is said: for long texts
}

var (
	evSaidPlain   = []share{{"exact", 100}}
	evSaidRespelt = []share{{"respelt", 80}, {"exact", 20}}
	evSaidAlike   = []share{{"alike", 70}, {"exact", 20}, {"inflected", 10}}
	evSaidTwice   = []share{{"twice", 50}, {"exact", 30}, {"respelt", 20}}
	evSaidPart    = []share{{"exact", 25}, {"parted", 15}, {"reversed", 14}, {"cut", 15}, {"inflected", 13}, {"begun", 8}, {"grown", 5}, {"joined", 5}}
	evSaidLoosely = []share{{"alike", 50}, {"cut", 25}, {"exact", 25}}

	evSpaces = []string{" ", " ", " ", ", "}
)

var (
	evRoutine   = evTalk{entries: [2]int{0, 3}, keywords: [2]int{0, 6}, phrases: 30, hits: [2]int{0, 1}, said: evSaidLoosely, gaps: evSpaces, fillers: 5}
	evThreshold = evTalk{entries: [2]int{1, 2}, keywords: [2]int{1, 7}, phrases: 10, hits: [2]int{1, 4}, said: evSaidPlain, gaps: evSpaces, fillers: 2}
	evWinner    = evTalk{entries: [2]int{2, 4}, keywords: [2]int{2, 5}, phrases: 10, hits: [2]int{0, 4}, said: evSaidPlain, gaps: evSpaces}
	evRepeats   = evTalk{entries: [2]int{1, 2}, keywords: [2]int{1, 4}, phrases: 15, hits: [2]int{1, 3}, said: evSaidTwice, gaps: evSpaces, twice: 60}
	evRespelt   = evTalk{entries: [2]int{1, 2}, keywords: [2]int{1, 4}, phrases: 10, hits: [2]int{1, 3}, said: evSaidRespelt, gaps: evSpaces, respelt: 40, twice: 10}
	evLookAlike = evTalk{entries: [2]int{1, 2}, keywords: [2]int{1, 4}, phrases: 10, hits: [2]int{1, 3}, said: evSaidAlike, gaps: evSpaces, respelt: 15}
	evPhrase    = evTalk{entries: [2]int{1, 2}, keywords: [2]int{1, 4}, phrases: 80, hits: [2]int{1, 3}, said: evSaidPart, gaps: evSpaces, fillers: 1}
	evGapped    = evTalk{entries: [2]int{1, 2}, keywords: [2]int{1, 4}, phrases: 40, hits: [2]int{1, 3}, said: evSaidPlain, gaps: append(append([]string{}, evGaps...), evGlue...), fillers: 1}
	evWordless  = evTalk{entries: [2]int{0, 2}, keywords: [2]int{0, 4}, hits: [2]int{0, 3}, said: evSaidPlain, gaps: evSpaces, wordless: 60, fillers: 1}
	evLong      = evTalk{entries: [2]int{1, 2}, keywords: [2]int{1, 5}, phrases: 30, hits: [2]int{0, 3}, said: evSaidPlain, gaps: evSpaces, fillers: 2, repeated: 400}
)

// evWordlessTexts are texts and keywords without words.
var evWordlessTexts = []string{"", " ", "!", "…", "🔥", "\u200d", "_", "-", "\t\n", "$$$", "¿?", "\u0000"}

func (s evScene) between(least, most int) int { return least + s.int(most-least) }

// registry makes a registry by a talk.
func (s evScene) registry(talk evTalk) []evEntry {
	reg := make([]evEntry, s.between(talk.entries[0], talk.entries[1]))
	first := s.int(len(evVocabulary) - 1)
	for i := range reg {
		reg[i] = evEntry{reference: pick(s.draw, evReferences), summary: pick(s.draw, evSummaries)}
		if s.in(50) { // else entries share words
			first = s.int(len(evVocabulary) - 1)
		}
		for j := range s.between(talk.keywords[0], talk.keywords[1]) {
			k := s.keyword(talk, first+j)
			reg[i].keywords = append(reg[i].keywords, k)
			if s.in(talk.twice) {
				reg[i].keywords = append(reg[i].keywords, evKeyword{k.words, s.spelt(k.words, pick(s.draw, evGaps))})
			}
		}
	}
	return reg
}

// keyword is a keyword that begins with the n-th word of the vocabulary, which
// goes round.
func (s evScene) keyword(talk evTalk, n int) evKeyword {
	if s.in(talk.wordless) {
		return evKeyword{text: pick(s.draw, evWordlessTexts)}
	}
	words := []evWord{evVocabulary[n%len(evVocabulary)]}
	if s.in(talk.phrases) {
		for range 1 + s.int(1) {
			n += s.int(2) // its neighbour, or itself again
			words = append(words, evVocabulary[n%len(evVocabulary)])
		}
	}
	if s.in(talk.respelt) {
		return evKeyword{words, s.spelt(words, " ")}
	}
	return evKeyword{words, evJoined(words, " ")}
}

func evJoined(words []evWord, gap string) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.plain
	}
	return strings.Join(texts, gap)
}

// spelt spells words in other ways.
func (s evScene) spelt(words []evWord, gap string) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = pick(s.draw, append([]string{w.plain}, w.same...))
	}
	return strings.Join(texts, gap)
}

// action says keywords of a registry by a talk.
func (s evScene) action(talk evTalk, reg []evEntry) string {
	var pieces []string
	for _, e := range reg {
		hits := s.between(talk.hits[0], talk.hits[1])
		for _, k := range e.keywords[:min(hits, len(e.keywords))] {
			pieces = append(pieces, s.say(talk, k))
		}
	}
	for range s.int(talk.fillers) {
		pieces = append(pieces, pick(s.draw, evFillers))
	}
	var b strings.Builder
	for range s.int(talk.repeated) {
		b.WriteString("mends a net and ")
	}
	for i, p := range evShuffled(s, pieces) {
		if i > 0 || s.in(5) {
			b.WriteString(pick(s.draw, talk.gaps))
		}
		b.WriteString(p)
	}
	return b.String()
}

// say is what a text makes of a keyword.
func (s evScene) say(talk evTalk, k evKeyword) string {
	if len(k.words) == 0 {
		return k.text
	}
	gap, last := pick(s.draw, talk.gaps), len(k.words)-1
	exact := evJoined(k.words, gap)
	switch s.of(talk.said) {
	case "respelt":
		return s.spelt(k.words, gap)
	case "alike":
		return evJoined(k.words[:last], gap) + gap + pick(s.draw, k.words[last].other)
	case "inflected":
		return exact + pick(s.draw, []string{"s", "ed", "ing", "7"})
	case "grown":
		return pick(s.draw, []string{"un", "x", "7"}) + exact
	case "twice":
		return exact + " " + s.spelt(k.words, gap)
	case "parted":
		return strings.Join(strings.Fields(exact), " "+pick(s.draw, evFillers)+" ")
	case "joined":
		return evJoined(k.words, "")
	case "reversed":
		return evJoined(k.words[last:], gap) + gap + evJoined(k.words[:last], gap)
	case "cut":
		return evJoined(k.words[:max(1, last)], gap)
	case "begun":
		return k.words[0].plain + gap + exact
	}
	return exact
}

// evClassify asks for the label of an action.
func evClassify(talk evTalk) func(evScene) strictjson.Value {
	return func(s evScene) strictjson.Value {
		reg := s.registry(talk)
		action := s.action(talk, reg)
		if talk.wordless > 0 && s.in(30) {
			action = pick(s.draw, evWordlessTexts)
		}
		return evObject("action_text", strictjson.Text(action), "registry", evJSON(reg))
	}
}

// evRegistryOf asks for a fallback.
func evRegistryOf(talk evTalk) func(evScene) strictjson.Value {
	return func(s evScene) strictjson.Value { return evObject("registry", evJSON(s.registry(talk))) }
}
