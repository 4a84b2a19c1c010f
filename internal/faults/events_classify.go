package faults

import (
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
)

// evCount counts the keywords of an entry by another rule: each gives so many.
func evCount(count func(keyword, text []string) int) evRules {
	return evEntryCount(func(r *events.Rules, e events.Entry, text []string) int {
		seen, n := map[string]bool{}, 0
		for _, k := range e.Keywords {
			keyword := r.Words(k)
			key := strings.Join(keyword, " ")
			if len(keyword) > 0 && !seen[key] {
				seen[key] = true
				n += count(keyword, text)
			}
		}
		return n
	})
}

// evEntryCount counts by a rule that looks at one entry at a time, and at the
// words of a text.
func evEntryCount(count func(r *events.Rules, e events.Entry, text []string) int) evRules {
	return func(r *events.Rules) {
		r.Counter = func(reg events.Registry) events.Counter {
			return func(text string) []int {
				words := r.Words(text)
				var out []int
				for _, e := range reg {
					out = append(out, count(r, e, words))
				}
				return out
			}
		}
	}
}

// evIf is 1 when something holds.
func evIf(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// evPlaces is the number of places of text at which keyword stands; same says
// which words are.
func evPlaces(keyword, text []string, same func(k, w string) bool) int {
	n := 0
	for i := 0; i+len(keyword) <= len(text); i++ {
		n += evIf(slices.EqualFunc(keyword, text[i:i+len(keyword)], same))
	}
	return n
}

func evEqual(k, w string) bool { return k == w }

// evCounts changes the counts that the right counter gives.
func evCounts(change func(reg events.Registry, text string, counts []int) []int) evRules {
	return func(r *events.Rules) {
		right := r.Counter
		r.Counter = func(reg events.Registry) events.Counter {
			count := right(reg)
			return func(text string) []int { return change(reg, text, count(text)) }
		}
	}
}

// evWinner picks the entry by another rule.
func evWinner(winner func(counts []int) (entry, matches int)) evRules {
	return func(r *events.Rules) { r.Winner = winner }
}

// evClassified changes what the classifier says.
func evClassified(change func(p events.Provenance) events.Provenance) evRules {
	return func(r *events.Rules) {
		right := r.Classify
		r.Classify = func(reg events.Registry, counts []int) events.Provenance { return change(right(reg, counts)) }
	}
}

// evClassifiedAs is evClassified for one label.
func evClassifiedAs(label string, change func(p *events.Provenance)) evRules {
	return evClassified(func(p events.Provenance) events.Provenance {
		if p.Label.Str() == label {
			change(&p)
		}
		return p
	})
}

// evSays always gives that fallback action.
func evSays(text string) evRules {
	return func(r *events.Rules) { r.Fallback = func(events.Counter) string { return text } }
}

func eventsClassify() []Fault {
	return slices.Concat(eventsMatches(), eventsLabels(), eventsFallback())
}

// eventsMatches: EVT-043 to EVT-045, and EVT-049.
func eventsMatches() []Fault {
	return []Fault{
		// EVT-043: where a keyword matches.
		evFault("keyword-within-words", "EVT-043", "Looks for a keyword as a part of the text.",
			evCount(func(keyword, text []string) int {
				return evIf(strings.Contains(strings.Join(text, " "), strings.Join(keyword, " ")))
			})),
		evFault("words-in-any-order", "EVT-043", "Looks for the words of a keyword anywhere in the text.",
			evCount(func(keyword, text []string) int {
				return evIf(!slices.ContainsFunc(keyword, func(k string) bool { return !slices.Contains(text, k) }))
			})),
		evFault("words-with-others-between", "EVT-043", "Looks for the words of a keyword in order, others between.",
			evCount(func(keyword, text []string) int {
				rest := keyword
				for _, w := range text {
					if len(rest) > 0 && w == rest[0] {
						rest = rest[1:]
					}
				}
				return evIf(len(rest) == 0)
			})),
		evFault("any-word-of-a-keyword", "EVT-043", "Takes a keyword of several words for several keywords.",
			evCount(func(keyword, text []string) int {
				return evIf(slices.ContainsFunc(keyword, func(k string) bool { return slices.Contains(text, k) }))
			})),
		evFault("first-word-of-a-keyword", "EVT-043", "Looks for keywords in a set of words, so that one of several never matches.",
			evCount(func(keyword, text []string) int { return evIf(len(keyword) == 1 && slices.Contains(text, keyword[0])) })),
		evFault("words-begin-alike", "EVT-043", "Takes a word for a keyword's that begins like it.",
			evCount(func(keyword, text []string) int {
				return evIf(evPlaces(keyword, text, func(k, w string) bool { return strings.HasPrefix(w, k) }) > 0)
			})),
		evFault("spaces-between-words-ignored", "EVT-043", "Compares texts without what is between their words.",
			evCount(func(keyword, text []string) int {
				whole := strings.Join(keyword, "")
				for i := range text {
					rest, ok := whole, true
					for j := i; ok && rest != "" && j < len(text); j++ {
						rest, ok = strings.CutPrefix(rest, text[j])
					}
					if ok && rest == "" {
						return 1
					}
				}
				return 0
			})),
		evFault("first-place-only", "EVT-043", "Gives a keyword up at the first place that only begins like it.",
			evCount(func(keyword, text []string) int {
				i := slices.Index(text, keyword[0])
				return evIf(i >= 0 && evPlaces(keyword, text[i:min(len(text), i+len(keyword))], evEqual) > 0)
			})),
		evFault("words-in-the-clear-of-keywords", "EVT-043", "Lets each word of the text count for one keyword only, the first.",
			evEntryCount(func(r *events.Rules, e events.Entry, text []string) int {
				rest, n, seen := slices.Clone(text), 0, map[string]bool{}
				for _, k := range e.Keywords {
					keyword := r.Words(k)
					key := strings.Join(keyword, " ")
					for i := 0; len(keyword) > 0 && !seen[key] && i+len(keyword) <= len(rest); i++ {
						if slices.Equal(keyword, rest[i:i+len(keyword)]) {
							seen[key] = true
							n++
							for j := range keyword {
								rest[i+j] = ""
							}
						}
					}
				}
				return n
			})),

		// EVT-044 and EVT-045: what counts once, and never.
		evFault("repeated-keywords-count", "EVT-044", "Counts a keyword as often as its entry lists it.",
			evEntryCount(func(r *events.Rules, e events.Entry, text []string) int {
				n := 0
				for _, k := range e.Keywords {
					keyword := r.Words(k)
					n += evIf(len(keyword) > 0 && evPlaces(keyword, text, evEqual) > 0)
				}
				return n
			})),
		evFault("keywords-unfolded-differ", "EVT-044", "Looks for keywords that are the same before it folds them.",
			evEntryCount(func(r *events.Rules, e events.Entry, text []string) int {
				n, seen := 0, map[string]bool{}
				for _, k := range e.Keywords {
					keyword := r.Words(k)
					n += evIf(len(keyword) > 0 && !seen[k] && evPlaces(keyword, text, evEqual) > 0)
					seen[k] = true
				}
				return n
			})),
		evFault("occurrences-count", "EVT-044", "Counts a keyword as often as the text has it.",
			evCount(func(keyword, text []string) int { return evPlaces(keyword, text, evEqual) })),
		evFault("empty-keyword-matches", "EVT-045", "Finds a keyword without words in every text.",
			evCounts(func(reg events.Registry, _ string, counts []int) []int {
				for i, e := range reg {
					counts[i] += evIf(slices.ContainsFunc(e.Keywords, func(k string) bool { return len(events.Words(k)) == 0 }))
				}
				return counts
			})),
		evFault("wordless-keyword-found-as-text", "EVT-045", "Looks for a keyword without words as it is spelt.",
			evCounts(func(reg events.Registry, text string, counts []int) []int {
				for i, e := range reg {
					counts[i] += evIf(slices.ContainsFunc(e.Keywords, func(k string) bool {
						return k != "" && len(events.Words(k)) == 0 && strings.Contains(text, k)
					}))
				}
				return counts
			})),

		// EVT-049: which entry.
		evFault("last-of-a-tie", "EVT-049", "Takes the last of entries with as many matches.",
			evWinner(func(counts []int) (entry, matches int) {
				for i, n := range counts {
					if n > 0 && n >= matches {
						entry, matches = i, n
					}
				}
				return entry, matches
			})),
		evFault("first-entry-that-matches", "EVT-049", "Takes the first entry of which any keyword matches.",
			evWinner(func(counts []int) (entry, matches int) {
				for i, n := range counts {
					if n > 0 {
						return i, n
					}
				}
				return 0, 0
			})),
		evFault("matches-added-up", "EVT-049", "Adds up the matches of all entries.",
			evWinner(func(counts []int) (entry, matches int) {
				entry, _ = events.NewRules().Winner(counts)
				for _, n := range counts {
					matches += n
				}
				return entry, matches
			})),
		evFault("entries-of-a-reference-joined", "EVT-049", "Takes entries with one reference for one entry.",
			evCounts(func(reg events.Registry, _ string, counts []int) []int {
				at := map[string]int{}
				for i, e := range reg {
					if first, ok := at[e.Reference]; ok {
						counts[first] += counts[i]
						counts[i] = 0
					} else {
						at[e.Reference] = i
					}
				}
				return counts
			})),
		evFault("last-entry-of-a-reference", "EVT-049", "Keeps entries by their reference, the last of each.",
			evCounts(func(reg events.Registry, _ string, counts []int) []int {
				for i, e := range reg {
					if slices.ContainsFunc(reg[i+1:], func(f events.Entry) bool { return f.Reference == e.Reference }) {
						counts[i] = 0
					}
				}
				return counts
			})),
	}
}

// eventsLabels: EVT-046 to EVT-048.
func eventsLabels() []Fault {
	return []Fault{
		evFault("canon-from-two", "EVT-046", "Takes two matches for canon.", func(r *events.Rules) { r.Canon = 2 }),
		evFault("canon-from-four", "EVT-046", "Takes more than three matches for canon, and not three.", func(r *events.Rules) { r.Canon = 4 }),
		evFault("canon-by-share", "EVT-046", "Asks for half of the keywords of an entry.", func(r *events.Rules) {
			right := r.Classify
			r.Classify = func(reg events.Registry, counts []int) events.Provenance {
				if i, n := r.Winner(counts); n > 2 && 2*n < len(reg[i].Keywords) {
					counts = slices.Clone(counts)
					counts[i] = 2
				}
				return right(reg, counts)
			}
		}),
		evFault("all-keywords-are-canon", "EVT-047", "Takes an entry for canon of which every keyword matches, however few.", func(r *events.Rules) {
			right := r.Classify
			r.Classify = func(reg events.Registry, counts []int) events.Provenance {
				if i, n := r.Winner(counts); n > 0 && n == len(reg[i].Keywords) {
					counts = slices.Clone(counts)
					counts[i] = max(n, 3)
				}
				return right(reg, counts)
			}
		}),
		evFault("canon-has-a-note-too", "EVT-046", "Writes a note for canon too.",
			evClassifiedAs(evCanon, func(p *events.Provenance) { p.Note = strictjson.Text("Matches the source.") })),
		evFault("summary-trimmed", "EVT-046", "Trims reference and summary.",
			evClassified(func(p events.Provenance) events.Provenance {
				p.Anchor, p.Claim = editText(p.Anchor, strings.TrimSpace), editText(p.Claim, strings.TrimSpace)
				return p
			})),
		evFault("action-is-the-claim", "EVT-046", "Cites the reference for the claim.",
			evClassifiedAs(evCanon, func(p *events.Provenance) { p.Claim = p.Anchor })),
		evFault("bridge-from-two", "EVT-047", "Takes one match for none.",
			evWinner(func(counts []int) (entry, matches int) {
				if entry, matches = events.NewRules().Winner(counts); matches == 1 {
					return 0, 0
				}
				return entry, matches
			})),
		evFault("bridge-without-claim", "EVT-047", "Leaves the claim of an interpretation out.",
			evClassifiedAs(evBridge, func(p *events.Provenance) { p.Claim = strictjson.Value{} })),
		evFault("bridge-without-note", "EVT-047", "Leaves the note of an interpretation out.",
			evClassifiedAs(evBridge, func(p *events.Provenance) { p.Note = strictjson.Value{} })),
		evFault("empty-reference-is-null", "EVT-047", "Makes an empty reference or summary null.",
			evClassified(func(p events.Provenance) events.Provenance {
				if p.Anchor.Str() == "" {
					p.Anchor = strictjson.Value{}
				}
				if p.Claim.Str() == "" {
					p.Claim = strictjson.Value{}
				}
				return p
			})),
		evFault("reference-is-a-keyword", "EVT-048", "Takes the reference of an entry for a keyword of it.",
			evMoreKeywords(func(e events.Entry) string { return e.Reference })),
		evFault("summary-has-keywords", "EVT-048", "Takes the words of a summary for keywords.",
			evMoreKeywords(func(e events.Entry) string { return e.Summary })),
		evFault("simulation-without-note", "EVT-048", "Leaves the note of a simulation out.",
			evClassifiedAs(evSimulation, func(p *events.Provenance) { p.Note = strictjson.Value{} })),
		evFault("simulation-cites-empty-text", "EVT-048", "Gives a simulation the empty text for a source.",
			evClassifiedAs(evSimulation, func(p *events.Provenance) { p.Anchor, p.Claim = strictjson.Text(""), strictjson.Text("") })),
	}
}

// evMoreKeywords takes the words of a text of an entry for keywords of it.
func evMoreKeywords(text func(e events.Entry) string) evRules {
	return func(r *events.Rules) {
		right := r.Counter
		r.Counter = func(reg events.Registry) events.Counter {
			more := slices.Clone(reg)
			for i, e := range more {
				more[i].Keywords = append(slices.Clone(e.Keywords), events.Words(text(e))...)
			}
			return right(more)
		}
	}
}

// eventsFallback: EVT-051.
func eventsFallback() []Fault {
	return []Fault{
		evFault("fallback-walks-forward", "EVT-051", "Always gives the fallback action that the seed has as an example.", evSays("walks forward")),
		evFault("fallback-observes", "EVT-051", "Always gives the other example of the seed.", evSays("observes surroundings")),
		evFault("fallback-waits", "EVT-051", "Always waits.", evSays("waits a while")),
		evFault("fallback-looks", "EVT-051", "Always looks around.", evSays("looks around")),
		evFault("fallback-is-empty", "EVT-051", "Gives no action.", evSays("")),
		evFault("fallback-is-the-last-of-a-list", "EVT-051", "Looks for a free action in a list, and gives the last when none is.", func(r *events.Rules) {
			r.Fallback = func(count events.Counter) string {
				for _, text := range []string{"waits a while", "looks around", "rests"} {
					if !slices.ContainsFunc(count(text), func(n int) bool { return n > 0 }) {
						return text
					}
				}
				return "rests"
			}
		}),
		evFault("fallback-below-canon", "EVT-051", "Gives an action that is not canon, but may be close to a source.", func(r *events.Rules) {
			r.Fallback = func(count events.Counter) string {
				for _, text := range []string{"waits a while", "looks around", "rests"} {
					if !slices.ContainsFunc(count(text), func(n int) bool { return n >= 3 }) {
						return text
					}
				}
				return "…"
			}
		}),
		evFault("fallback-looks-at-one-entry", "EVT-051", "Looks for keywords of the first entry only.", func(r *events.Rules) {
			right := r.Fallback
			r.Fallback = func(count events.Counter) string {
				return right(func(text string) []int { c := count(text); return c[:min(1, len(c))] })
			}
		}),
		evOnly("fallback", evFault("fallback-unfolded", "EVT-051", "Looks for its actions among keywords as they are spelt.",
			evWords(evHeld, func(word string) string { return word }))),
	}
}
