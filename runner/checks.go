package runner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/casefold"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// checkText applies a named check, and says what is wrong, "" for nothing.
func checkText(c *vectors.Check, result strictjson.Value) string {
	at, ok := result.At(c.At)
	switch {
	case !ok:
		return fmt.Sprintf("at %s: want a text, got nothing", c.At)
	case at.Kind() != strictjson.String:
		return fmt.Sprintf("at %s: want a text, got %s", c.At, shown(at, nil))
	case c.Name == vectors.CheckShows:
		return shows(c, at.Str())
	case c.Name == vectors.CheckAvoids:
		return avoids(c, at.Str())
	}
	return fmt.Sprintf("the check %q is unknown", c.Name)
}

// shows: text contains each of c.Contains as it stands, and has each of
// c.Words, spelt just so, as one of its words.
func shows(c *vectors.Check, text string) string {
	for _, s := range c.Contains {
		if !strings.Contains(text, s) {
			return fmt.Sprintf("at %s: want a text that contains %s, got %s", c.At, quoted(s), quoted(text))
		}
	}
	have := casefold.Words(text)
	for _, w := range c.Words {
		if !slices.Contains(have, w) {
			return fmt.Sprintf("at %s: want a text that has the word %s, got %s", c.At, quoted(w), quoted(text))
		}
	}
	return ""
}

// avoids: text is not empty, and no keyword matches in it. A keyword is the
// sequence of its words; it matches where they follow each other, compared by
// full case folding; one without words never matches.
func avoids(c *vectors.Check, text string) string {
	if text == "" {
		return fmt.Sprintf("at %s: want a text that is not empty", c.At)
	}
	have := casefold.FoldedWords(text)
	for _, k := range c.Keywords {
		if follows(have, casefold.FoldedWords(k)) {
			return fmt.Sprintf("at %s: want a text without the keyword %s, got %s", c.At, quoted(k), quoted(text))
		}
	}
	return ""
}

func quoted(s string) string { return shown(strictjson.Text(s), nil) }

// follows reports whether the words of key stand in text one after the other.
func follows(text, key []string) bool {
	for i := 0; len(key) > 0 && i+len(key) <= len(text); i++ {
		if slices.Equal(text[i:i+len(key)], key) {
			return true
		}
	}
	return false
}
