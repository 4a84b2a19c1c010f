package gen

import (
	"maps"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// otherWords is v with the same words, or the same character, made plainer in all
// its texts at once: what a keyword and a text, or a value and its evidence, have
// in common must stay common.
func otherWords(v strictjson.Value) candidates {
	return func(yield func(candidate) bool) {
		put := func(change func(string) string) bool {
			return yield(func() strictjson.Value { return mapTexts(v, change) })
		}
		_ = alikeWords(v, put) && alikeCharacters(v, put)
	}
}

func alikeWords(v strictjson.Value, put func(change func(string) string) bool) bool {
	found, times := words(v)
	replaced := func(by map[string]string) bool {
		return put(func(s string) string { return replaceWords(s, by) })
	}
	for run := range runs(len(found)) {
		for _, plain := range []string{"0", "a"} {
			by := map[string]string{}
			for _, w := range found[run.from:run.to] {
				by[w] = plain
			}
			if !replaced(by) {
				return false
			}
		}
	}
	for _, w := range found {
		for _, plain := range plainly {
			if !replaced(map[string]string{w: strings.Map(plain, w)}) {
				return false
			}
		}
		if times[w] < 2 {
			continue // its text is made shorter alone
		}
		for s := range shorterTexts(w) {
			if s := s(); s != "" && !replaced(map[string]string{w: s}) {
				return false
			}
		}
	}
	return true
}

func alikeCharacters(v strictjson.Value, put func(change func(string) string) bool) bool {
	var seen []string
	mapTexts(v, func(s string) string {
		for _, c := range s {
			if len(seen) < mostAlike && !slices.Contains(seen, string(c)) {
				seen = append(seen, string(c))
			}
		}
		return s
	})
	for _, c := range seen {
		for _, plain := range []string{"", "0", "a"} {
			if !put(func(s string) string { return strings.ReplaceAll(s, c, plain) }) {
				return false
			}
		}
	}
	return true
}

// mostAlike is how many words, and characters, are changed alike.
const mostAlike = 200

// words are the words in the texts of v, each once, in the order in which they
// come, and how often. A word is of ASCII letters and digits and of whatever is
// not ASCII.
func words(v strictjson.Value) (found []string, times map[string]int) {
	times = map[string]int{}
	mapTexts(v, func(s string) string {
		for _, w := range strings.FieldsFunc(s, notInWords) {
			if w == "0" {
				continue // nothing is plainer
			}
			if times[w]++; times[w] == 1 && len(found) < mostAlike {
				found = append(found, w)
			}
		}
		return s
	})
	return found, times
}

func notInWords(c rune) bool {
	return c < 0x80 && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
}

// replaceWords replaces whole words.
func replaceWords(s string, by map[string]string) string {
	var b strings.Builder
	for s != "" {
		at := strings.IndexFunc(s, func(c rune) bool { return !notInWords(c) })
		if at < 0 {
			break
		}
		b.WriteString(s[:at])
		s = s[at:]
		end := strings.IndexFunc(s, notInWords)
		if end < 0 {
			end = len(s)
		}
		word := s[:end]
		if w, ok := by[word]; ok {
			word = w
		}
		b.WriteString(word)
		s = s[end:]
	}
	return b.String() + s
}

// mapTexts changes every text in v that holds no JSON.
func mapTexts(v strictjson.Value, change func(string) string) strictjson.Value {
	return rewrite(v, func(s string) (string, bool) {
		if len(inText(s)) > 0 {
			return "", false
		}
		return change(s), true
	})
}

// rewrite changes the texts in v; where change returns false, it goes on to those
// in the JSON that the text holds.
func rewrite(v strictjson.Value, change func(string) (string, bool)) strictjson.Value {
	switch v.Kind() {
	case strictjson.Object:
		members := slices.Clone(v.Members())
		for i := range members {
			members[i].Value = rewrite(members[i].Value, change)
		}
		return strictjson.Record(members...)
	case strictjson.Array:
		elems := v.Items()
		for i := range elems {
			elems[i] = rewrite(elems[i], change)
		}
		return strictjson.List(elems...)
	case strictjson.String:
		if s, ok := change(v.Str()); ok {
			return strictjson.Text(s)
		}
		if in := inText(v.Str()); len(in) == 1 {
			return strictjson.Text(in[0].text(rewrite(in[0].value, change)))
		}
	}
	return v
}

// usualTexts are, by the name of the member, the texts that stand there in the
// first cases of an operation more often than once in twenty.
func (c *Challenge) usualTexts(operation string) map[string][]string {
	const cases, often, longest = 100, 5, 40 // characters
	seen := map[string]map[string]int{}
	var count func(v strictjson.Value)
	count = func(v strictjson.Value) {
		for _, m := range v.Members() {
			if s := m.Value.Str(); s != "" && len(s) <= longest {
				if seen[m.Name] == nil {
					seen[m.Name] = map[string]int{}
				}
				seen[m.Name][s]++
			}
		}
		for _, e := range v.Elements() {
			count(e)
		}
		for _, in := range inText(v.Str()) {
			count(in.value)
		}
	}
	for i := range int64(cases) {
		count(c.Case(operation, i).Params)
	}
	usual := map[string][]string{}
	for name, texts := range seen {
		for _, s := range slices.Sorted(maps.Keys(texts)) {
			if texts[s] >= often {
				usual[name] = append(usual[name], s)
			}
		}
		slices.SortStableFunc(usual[name], func(a, b string) int { return len(a) - len(b) })
	}
	return usual
}
