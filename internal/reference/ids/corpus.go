package ids

import "strings"

// sources is a set of the two kinds of text that the environment wrote. There
// is none for what the model wrote.
type sources uint8

const (
	taskText sources = 1 << iota
	toolResult
)

// sourceNamed is the source of that name, or the empty set.
func sourceNamed(name string) sources {
	switch name {
	case "TASK_TEXT":
		return taskText
	case "TOOL_RESULT":
		return toolResult
	}
	return 0
}

// names are the names of the sources in s, sorted.
func (s sources) names() []string {
	return [...][]string{nil, {"TASK_TEXT"}, {"TOOL_RESULT"}, {"TASK_TEXT", "TOOL_RESULT"}}[s]
}

// A corpus is what the environment said, folded as the policy asks.
type corpus struct {
	policy policy
	texts  []string
	tokens []token
}

// A token is a piece of a text between separators.
type token struct {
	text string
	from sources // who said it here; another token may have the same text
}

func newCorpus(blobs []blob, p policy) *corpus {
	c := &corpus{policy: p, texts: make([]string, len(blobs))}
	size := 0
	for i, b := range blobs {
		c.texts[i] = p.fold(b.text)
		size += len(c.texts[i])
	}
	c.tokens = make([]token, 0, size/6) // in JSON, a token and its separators take as much
	for i, b := range blobs {
		from := sourceNamed(b.source)
		for text := range strings.FieldsFuncSeq(c.texts[i], isSeparator) {
			c.tokens = append(c.tokens, token{text, from})
		}
	}
	return c
}

// isSeparator reports whether r ends a token: the delimiters of an identifier,
// white space, and the punctuation around a value in JSON, prose and SQL.
func isSeparator(r rune) bool {
	switch r {
	case '{', '}', '[', ']', '"', '\'', ',', '(', ')', '=', ';', '<', '>', '|':
		return true
	}
	return isDelimiter(r) || isSpace(r)
}

// whole reports whether the corpus holds s, folded, verbatim, and in which
// sources: found as part of a text only, it may have none.
func (c *corpus) whole(s string) (from sources, ok bool) {
	if !c.holds(s) {
		return 0, false
	}
	return c.sources(s), true
}

// holds reports whether some text contains s. (Identifiers have no space, so none
// spans two texts of the seed's joined one.)
func (c *corpus) holds(s string) bool {
	for _, text := range c.texts {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// sources are those of the token s or, when there is no such token, of all tokens
// that contain s or that s contains, however short.
func (c *corpus) sources(s string) sources {
	var same, related sources
	for _, t := range c.tokens {
		if t.text == s {
			same |= t.from
		}
	}
	if same != 0 {
		return same
	}
	for _, t := range c.tokens {
		if related|t.from != related && (strings.Contains(t.text, s) || strings.Contains(s, t.text)) {
			related |= t.from
		}
	}
	return related
}

// trace reports whether the component s, folded, comes from the corpus, and from
// which sources.
func (c *corpus) trace(s string) (from sources, ok bool) {
	if !(!c.policy.short(s) && c.holds(s)) && !c.derives(s) {
		return 0, false
	}
	return c.sources(s), true
}

// derives reports whether the component s can be made from a token: it contains
// one that is long enough; or both are digits and equal but for leading zeros; or
// both are digits, long enough, and s contains the token without its zeros.
func (c *corpus) derives(s string) bool {
	long, digits, number := !c.policy.short(s), isDigits(s), unpad(s)
	for _, t := range c.tokens {
		if strings.Contains(s, t.text) && !c.policy.short(t.text) {
			return true
		}
		if !digits || !isDigits(t.text) {
			continue
		}
		n := unpad(t.text)
		if n == number || long && strings.Contains(s, n) && !c.policy.short(t.text) {
			return true
		}
	}
	return false
}

// unpad is s without leading zeros (U+0030), but for one that stands alone.
func unpad(s string) string {
	if n := strings.TrimLeft(s, "0"); n != "" {
		return n
	}
	return "0"
}
