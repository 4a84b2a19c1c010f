package ids

import "strings"

// Sources is a set of the two kinds of text that the environment wrote. There
// is none for what the model wrote.
type Sources uint8

const (
	TaskText Sources = 1 << iota
	ToolResult
)

// sourceNamed is the source of that name, or the empty set.
func sourceNamed(name string) Sources {
	switch name {
	case "TASK_TEXT":
		return TaskText
	case "TOOL_RESULT":
		return ToolResult
	}
	return 0
}

// names are the names of the sources in s, sorted.
func (s Sources) names() []string {
	return [...][]string{nil, {"TASK_TEXT"}, {"TOOL_RESULT"}, {"TASK_TEXT", "TOOL_RESULT"}}[s]
}

// A Corpus is what the environment said, folded as the policy asks.
type Corpus struct {
	Policy Policy
	Texts  []string
	Tokens []Token
}

// A Token is a piece of a text between separators.
type Token struct {
	Text string
	From Sources // who said it here; another token may have the same text
}

func newCorpus(blobs []Blob, p Policy) *Corpus {
	c := &Corpus{Policy: p, Texts: make([]string, len(blobs))}
	size := 0
	for i, b := range blobs {
		c.Texts[i] = p.fold(b.Text)
		size += len(c.Texts[i])
	}
	c.Tokens = make([]Token, 0, size/6) // in JSON, a token and its separators take as much
	for i, b := range blobs {
		from := p.Source(b.Source)
		for text := range strings.FieldsFuncSeq(c.Texts[i], p.IsSeparator) {
			c.Tokens = append(c.Tokens, Token{text, from})
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

// holds reports whether some text contains s. (Identifiers have no space, so none
// spans two texts of the seed's joined one.)
func holds(texts []string, s string) bool {
	for _, text := range texts {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// holds reports whether the corpus holds s, folded, verbatim.
func (c *Corpus) holds(s string) bool { return c.Policy.Holds(c.Texts, s) }

// seen is where s was: in the sources of the token s or, when there is no such
// token, of all tokens that contain s or that s contains, however short. Found as
// part of a text only, s may have none.
func (c *Corpus) seen(s string) Sources {
	var same, related Sources
	for _, t := range c.Tokens {
		if t.Text == s {
			same |= t.From
		}
	}
	if same != 0 {
		return same
	}
	for _, t := range c.Tokens {
		if related|t.From != related && (strings.Contains(t.Text, s) || strings.Contains(s, t.Text)) {
			related |= t.From
		}
	}
	return related
}

// traces reports whether the component s, folded, comes from the corpus.
func (c *Corpus) traces(s string) bool {
	p := c.Policy
	return p.Inside(c, s) || p.Equal(c, s) || p.Around(c, s) || p.AroundNumber(c, s)
}

// inside reports whether s is long enough to be found anywhere in a text.
func (c *Corpus) inside(s string) bool { return !c.Policy.Short(s) && c.holds(s) }

// equal reports whether s and a token are digits and equal but for leading zeros.
func (c *Corpus) equal(s string) bool {
	p := c.Policy
	if !p.IsDigits(s) {
		return false
	}
	number := p.Unpad(s)
	for _, t := range c.Tokens {
		if p.IsDigits(t.Text) && p.Unpad(t.Text) == number {
			return true
		}
	}
	return false
}

// around reports whether s contains a token that is long enough.
func (c *Corpus) around(s string) bool {
	for _, t := range c.Tokens {
		if strings.Contains(s, t.Text) && !c.Policy.Short(t.Text) {
			return true
		}
	}
	return false
}

// aroundNumber reports whether s and a token are digits, long enough, and s
// contains the token without its zeros.
func (c *Corpus) aroundNumber(s string) bool {
	p := c.Policy
	if p.Short(s) || !p.IsDigits(s) {
		return false
	}
	for _, t := range c.Tokens {
		if p.IsDigits(t.Text) && strings.Contains(s, p.Unpad(t.Text)) && !p.Short(t.Text) {
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
