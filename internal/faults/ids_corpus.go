package faults

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/strictjson"
)

// idsCorpora are mistakes in what the corpus is.
func idsCorpora() []Fault {
	return []Fault{
		idsFault("blobs-run-together", "IDS-040", "joins the blobs' texts without a space", func(r *ids.Rules) {
			r.Holds = func(texts []string, s string) bool { return strings.Contains(strings.Join(texts, ""), s) }
		}),
		idsFault("blobs-joined-by-slash", "IDS-040", "joins the blobs' texts with a slash", func(r *ids.Rules) {
			r.Holds = func(texts []string, s string) bool { return strings.Contains(strings.Join(texts, "/"), s) }
		}),
		idsBefore("escapes-undone", "IDS-040", "undoes JSON's escapes in a blob", func(p strictjson.Value) strictjson.Value {
			return idsBlobs(p, func(b strictjson.Value) strictjson.Value { return editGiven(b, "text", idsUnescaped) })
		}),
		idsBefore("text-ends-at-nul", "IDS-040", "reads a text up to U+0000", func(p strictjson.Value) strictjson.Value {
			return idsBlobs(p, func(b strictjson.Value) strictjson.Value {
				if get(b, "text").Kind() != strictjson.String {
					return b
				}
				text, _, _ := strings.Cut(get(b, "text").Str(), "\x00")
				return setMember(b, "text", strictjson.Text(text))
			})
		}),
		idsFault("last-blob-alone", "IDS-040", "looks in the last blob alone", func(r *ids.Rules) {
			r.Holds = func(texts []string, s string) bool { return idsRight.Holds(texts[max(0, len(texts)-1):], s) }
		}),
		idsSeparators("splits-at-no-word", "splits tokens at everything that is no letter, digit or underscore", func(r rune) bool {
			return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r)
		}),
		idsSeparators("splits-at-punctuation", "splits tokens at all punctuation", func(r rune) bool {
			return idsRight.IsSeparator(r) || r < 0x80 && (unicode.IsPunct(r) || unicode.IsSymbol(r))
		}),
		idsSeparators("splits-at-backslash", "splits tokens at a backslash, too", func(r rune) bool { return r == '\\' || idsRight.IsSeparator(r) }),
		idsSeparators("splits-at-white-space", "splits tokens at white space alone", unicode.IsSpace),
		idsSeparators("splits-at-ascii-space", "splits tokens at no white space beyond ASCII", func(r rune) bool {
			return idsRight.IsSeparator(r) && (r < 0x80 && r > 0x1f || r >= '\t' && r <= '\r')
		}),
		idsSeparators("splits-at-zero-width", "splits tokens at characters without a width, too", func(r rune) bool {
			return unicode.Is(unicode.Cf, r) || idsRight.IsSeparator(r)
		}),
		idsSeparators("never-splits-at-bar", "does not split tokens at |", func(r rune) bool { return r != '|' && idsRight.IsSeparator(r) }),
		idsSeparators("never-splits-at-delimiters", "does not split tokens at the delimiters of ids", func(r rune) bool {
			return !idsRight.IsDelimiter(r) && idsRight.IsSeparator(r)
		}),
		idsFault("empty-tokens", "IDS-041", "takes the nothing between two separators for a token", func(r *ids.Rules) {
			r.Seen = func(c *ids.Corpus, s string) ids.Sources {
				if from := idsExact(c, s); from != 0 {
					return from
				}
				return idsEverywhere(c)
			}
		}),
	}
}

// idsFolding are mistakes in comparing without regard to case.
func idsFolding() []Fault {
	simple := func(s string) string { // CaseFolding.txt, statuses C and S
		return strings.Map(func(r rune) rune {
			if f := idsRight.Fold(string(r)); len([]rune(f)) == 1 {
				return []rune(f)[0]
			}
			return unicode.ToLower(r)
		}, s)
	}
	return []Fault{
		idsFolds("lower-instead-of-fold", "lowers text instead of folding it", strings.ToLower),
		idsFolds("upper-instead-of-fold", "uppers text instead of folding it", strings.ToUpper),
		idsFolds("folds-simply", "folds a character to a single one", simple),
		idsFolds("folds-in-turkish", "folds as Turkish does: I to ı", func(s string) string {
			return idsRight.Fold(strings.NewReplacer("I", "ı", "İ", "i").Replace(s))
		}),
		idsFolds("folds-ascii", "folds ASCII alone", func(s string) string {
			return strings.Map(func(r rune) rune {
				if 'A' <= r && r <= 'Z' {
					r += 'a' - 'A'
				}
				return r
			}, s)
		}),
		idsFolds("normalises", "brings text to NFC", func(s string) string { return norm.NFC.String(idsRight.Fold(s)) }),
		idsFolds("normalises-compatibly", "brings text to NFKC", func(s string) string { return norm.NFKC.String(idsRight.Fold(s)) }),
		idsFolds("drops-accents", "drops accents", func(s string) string {
			return strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return r
			}, norm.NFD.String(idsRight.Fold(s)))
		}),
		idsFolds("case-always-counts", "lets case count whatever the policy", func(s string) string { return s }),
		idsBefore("case-never-counts", "IDS-042", "lets case count never", func(p strictjson.Value) strictjson.Value {
			return idsPolicy(p, func(v strictjson.Value) strictjson.Value {
				if f := get(v, "case_sensitive"); f.Kind() == strictjson.Bool {
					return setMember(v, "case_sensitive", strictjson.Boolean(false))
				}
				return v
			})
		}),
		idsFault("reports-folded", "IDS-042", "reports components in their folded form", func(r *ids.Rules) {
			r.Components = func(p ids.Policy, s string) []string { return idsRight.Components(p, p.Fold(s)) }
		}),
	}
}

// idsSeen are mistakes in the whole value, and in where things were seen.
func idsSeen() []Fault {
	return []Fault{
		idsFault("never-whole", "IDS-043", "takes every value apart", func(r *ids.Rules) {
			r.Whole = func(*ids.Corpus, string) bool { return false }
		}),
		idsFault("whole-token", "IDS-043", "finds a whole value only where it stands between separators or ends", func(r *ids.Rules) {
			r.Whole = func(c *ids.Corpus, s string) bool {
				edge := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
				word := regexp.MustCompile(`(\A|[^\pL\p{Nd}])` + regexp.QuoteMeta(s) + `(\z|[^\pL\p{Nd}])`)
				return idsRight.Whole(c, s) && (strings.TrimFunc(s, edge) == "" || slices.ContainsFunc(c.Texts, word.MatchString))
			}
		}),
		idsFault("whole-when-long", "IDS-043", "finds a whole value only from the least length on", func(r *ids.Rules) {
			r.Whole = func(c *ids.Corpus, s string) bool { return !c.Policy.Short(s) && idsRight.Whole(c, s) }
		}),
		idsFault("whole-taken-apart", "IDS-043", "reports the components of a whole value that it finds", func(r *ids.Rules) {
			r.Whole = func(c *ids.Corpus, s string) bool {
				return idsRight.Whole(c, s) && len(idsRight.Components(c.Policy, s)) == 0
			}
		}),
		idsVerdict("sources-in-reverse", "IDS-044", "names TOOL_RESULT before TASK_TEXT", func(_, v strictjson.Value, _ idsAsk) strictjson.Value {
			return editGiven(v, "matched_in", func(s strictjson.Value) strictjson.Value {
				list := s.Items()
				slices.Reverse(list)
				return strictjson.List(list...)
			})
		}),
		idsSources("sources-all", "names the sources of all blobs", func(c *ids.Corpus, _ string) ids.Sources { return idsEverywhere(c) }),
		idsSources("sources-of-tokens-alone", "names no source where a value is no token", idsExact),
		idsSources("sources-of-all-related", "names blobs with related tokens beside those with the token itself", func(c *ids.Corpus, s string) ids.Sources {
			from := idsExact(c, s)
			for _, t := range c.Tokens {
				if strings.Contains(t.Text, s) || strings.Contains(s, t.Text) {
					from |= t.From
				}
			}
			return from
		}),
		idsSources("sources-of-longer-tokens", "names only blobs with a token that contains what was found", func(c *ids.Corpus, s string) ids.Sources {
			return idsRelated(c, s, func(t string) bool { return strings.Contains(t, s) })
		}),
		idsSources("sources-of-shorter-tokens", "names only blobs with a token that is contained in what was found", func(c *ids.Corpus, s string) ids.Sources {
			return idsRelated(c, s, func(t string) bool { return strings.Contains(s, t) })
		}),
		idsSources("sources-of-long-tokens", "names no blob for a token below the least length", func(c *ids.Corpus, s string) ids.Sources {
			return idsRelated(c, s, func(t string) bool {
				return strings.Contains(t, s) || strings.Contains(s, t) && !c.Policy.Short(t)
			})
		}),
		idsSources("sources-of-padded", "looks for a number's source without its leading zeros", func(c *ids.Corpus, s string) ids.Sources {
			if c.Policy.IsDigits(s) && idsExact(c, s) == 0 {
				s = c.Policy.Unpad(s)
			}
			return idsRight.Seen(c, s)
		}),
		idsSources("first-source-alone", "names the source of the first blob that has it", func(c *ids.Corpus, s string) ids.Sources {
			from := idsRight.Seen(c, s)
			if from != ids.TaskText|ids.ToolResult {
				return from
			}
			return c.Tokens[0].From
		}),
	}
}

// idsRungs are mistakes in finding a component.
func idsRungs() []Fault {
	never := func(*ids.Corpus, string) bool { return false }
	parsed := func(bits int) func(string) string {
		return func(s string) string {
			n, err := strconv.ParseUint(s, 10, bits)
			if err != nil {
				return s
			}
			return strconv.FormatUint(n, 10)
		}
	}
	return []Fault{
		idsEqual("zeros-count", "finds no number that is padded otherwise", func(s string) string { return s }),
		idsEqual("numbers-in-32-bits", "compares numbers of 32 bits", parsed(32)),
		idsEqual("numbers-in-64-bits", "compares numbers of 64 bits", parsed(64)),
		idsEqual("numbers-as-doubles", "compares numbers as floating-point numbers", func(s string) string {
			f, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return s
			}
			return strconv.FormatFloat(f, 'g', -1, 64)
		}),
		idsEqual("zeros-at-the-end", "takes the zeros at the end of a number off, too", func(s string) string {
			if s = strings.Trim(s, "0"); s != "" {
				return s
			}
			return "0"
		}),
		idsEqual("zeros-of-any-script", "takes zeros of any script off a number", func(s string) string {
			return strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsDigit(r) && idsDecimal(r) == 0 })
		}),
		idsEqual("digits-of-any-script", "compares numbers by their values, whatever the script", func(s string) string {
			s = strings.Map(func(r rune) rune {
				if unicode.IsDigit(r) {
					return '0' + idsDecimal(r)
				}
				return r
			}, s)
			return idsRight.Unpad(s)
		}),
		idsFault("zeros-of-value-alone", "IDS-056", "takes zeros off the component alone", func(r *ids.Rules) {
			r.Equal = func(c *ids.Corpus, s string) bool {
				return c.Policy.IsDigits(s) && slices.ContainsFunc(c.Tokens, func(t ids.Token) bool { return t.Text == s || t.Text == c.Policy.Unpad(s) })
			}
		}),
		idsFault("short-numbers-never", "IDS-056", "finds no number below the least length", func(r *ids.Rules) {
			r.Equal = func(c *ids.Corpus, s string) bool { return !c.Policy.Short(s) && idsRight.Equal(c, s) }
		}),
		idsFault("lone-zero-dropped", "IDS-056", "takes a number of zeros for nothing, which no number equals", func(r *ids.Rules) {
			r.Equal = func(c *ids.Corpus, s string) bool { return strings.Trim(s, "0") != "" && idsRight.Equal(c, s) }
		}),
		idsFault("short-inside", "IDS-057", "finds a component of any length anywhere", func(r *ids.Rules) {
			r.Inside = func(c *ids.Corpus, s string) bool { return c.Policy.Holds(c.Texts, s) }
		}),
		idsFault("never-inside", "IDS-057", "finds no component inside a longer token", func(r *ids.Rules) {
			r.Inside = func(c *ids.Corpus, s string) bool { return idsExact(c, s) != 0 }
		}),
		idsFault("inside-from-4", "IDS-057", "finds components of 4 characters anywhere, whatever the policy", func(r *ids.Rules) {
			r.Inside = func(c *ids.Corpus, s string) bool { return c.Policy.Length(s) >= 4 && c.Policy.Holds(c.Texts, s) }
		}),
		idsFault("inside-when-longer", "IDS-057", "finds a component anywhere only beyond the least length", func(r *ids.Rules) {
			r.Inside = func(c *ids.Corpus, s string) bool {
				return int64(c.Policy.Length(s)) > c.Policy.MinLen && c.Policy.Holds(c.Texts, s)
			}
		}),
		idsFault("across-delimiters", "IDS-057", "leaves delimiters of the corpus out when it looks for a component", func(r *ids.Rules) {
			r.Inside = func(c *ids.Corpus, s string) bool {
				if idsRight.Inside(c, s) {
					return true
				}
				return !c.Policy.Short(s) && slices.ContainsFunc(c.Texts, func(t string) bool {
					return strings.Contains(strings.NewReplacer("-", "", ".", "", "_", "", "/", "").Replace(t), s)
				})
			}
		}),
		idsFault("never-around", "IDS-058", "finds no component around a token", func(r *ids.Rules) { r.Around = never }),
		idsFault("around-short", "IDS-058", "finds a component around a token of any length", func(r *ids.Rules) {
			r.Around = func(c *ids.Corpus, s string) bool { return idsAroundFrom(c, s, 1) }
		}),
		idsFault("around-one-short", "IDS-058", "finds a component around a token one short of the least length", func(r *ids.Rules) {
			r.Around = func(c *ids.Corpus, s string) bool { return idsAroundFrom(c, s, c.Policy.MinLen-1) }
		}),
		idsFault("around-at-ends", "IDS-058", "finds a component only where a token begins or ends it", func(r *ids.Rules) {
			r.Around = func(c *ids.Corpus, s string) bool {
				return slices.ContainsFunc(c.Tokens, func(t ids.Token) bool {
					return !c.Policy.Short(t.Text) && (strings.HasPrefix(s, t.Text) || strings.HasSuffix(s, t.Text))
				})
			}
		}),
		idsFault("never-around-number", "IDS-059", "finds no number around one of the corpus without its zeros", func(r *ids.Rules) { r.AroundNumber = never }),
		idsAroundNumber("short-around-number", "finds a number below the least length around another", func(c *ids.Corpus, s, t string) bool {
			return !c.Policy.Short(t) && c.Policy.IsDigits(s) && strings.Contains(s, c.Policy.Unpad(t))
		}),
		idsAroundNumber("around-short-number", "finds a number around a short one of the corpus", func(c *ids.Corpus, s, t string) bool {
			return !c.Policy.Short(s) && c.Policy.IsDigits(s) && strings.Contains(s, c.Policy.Unpad(t))
		}),
		idsAroundNumber("around-unpadded-length", "asks the least length of the corpus' number without its zeros", func(c *ids.Corpus, s, t string) bool {
			return !c.Policy.Short(s) && c.Policy.IsDigits(s) && !c.Policy.Short(c.Policy.Unpad(t)) && strings.Contains(s, c.Policy.Unpad(t))
		}),
		idsAroundNumber("mixed-around-number", "finds a mixed component around a number of the corpus without its zeros", func(c *ids.Corpus, s, t string) bool {
			return !c.Policy.Short(s) && !c.Policy.Short(t) && strings.Contains(s, c.Policy.Unpad(t))
		}),
		idsAroundNumber("around-no-zero", "takes all zeros off a number of the corpus, so that nothing is left of some", func(c *ids.Corpus, s, t string) bool {
			return !c.Policy.Short(s) && !c.Policy.Short(t) && c.Policy.IsDigits(s) && strings.Contains(s, strings.TrimLeft(t, "0"))
		}),
		idsAroundNumber("zeros-off-both", "takes zeros off the component, too", func(c *ids.Corpus, s, t string) bool {
			return !c.Policy.Short(s) && !c.Policy.Short(t) && c.Policy.IsDigits(s) && strings.Contains(strings.TrimLeft(s, "0"), c.Policy.Unpad(t))
		}),
	}
}

func idsSeparators(name, says string, is func(rune) bool) Fault {
	return idsFault(name, "IDS-041", says, func(r *ids.Rules) { r.IsSeparator = is })
}

func idsFolds(name, says string, fold func(string) string) Fault {
	return idsFault(name, "IDS-042", says, func(r *ids.Rules) { r.Fold = fold })
}

func idsSources(name, says string, seen func(*ids.Corpus, string) ids.Sources) Fault {
	return idsFault(name, "IDS-044", says, func(r *ids.Rules) { r.Seen = seen })
}

// idsEqual compares numbers as change spells them.
func idsEqual(name, says string, change func(string) string) Fault {
	return idsFault(name, "IDS-056", says, func(r *ids.Rules) {
		r.Equal = func(c *ids.Corpus, s string) bool {
			p := c.Policy
			return p.IsDigits(s) && slices.ContainsFunc(c.Tokens, func(t ids.Token) bool { return p.IsDigits(t.Text) && change(t.Text) == change(s) })
		}
	})
}

// idsAroundNumber compares a component with a number of the corpus otherwise.
func idsAroundNumber(name, says string, around func(c *ids.Corpus, s, number string) bool) Fault {
	return idsFault(name, "IDS-059", says, func(r *ids.Rules) {
		r.AroundNumber = func(c *ids.Corpus, s string) bool {
			return slices.ContainsFunc(c.Tokens, func(t ids.Token) bool { return c.Policy.IsDigits(t.Text) && around(c, s, t.Text) })
		}
	})
}

func idsAroundFrom(c *ids.Corpus, s string, least int64) bool {
	return slices.ContainsFunc(c.Tokens, func(t ids.Token) bool {
		return int64(c.Policy.Length(t.Text)) >= least && strings.Contains(s, t.Text)
	})
}

// idsExact is where s is a token.
func idsExact(c *ids.Corpus, s string) (from ids.Sources) {
	for _, t := range c.Tokens {
		if t.Text == s {
			from |= t.From
		}
	}
	return from
}

func idsEverywhere(c *ids.Corpus) (from ids.Sources) {
	for _, t := range c.Tokens {
		from |= t.From
	}
	return from
}

// idsRelated is where s is a token, or else a token is related to it.
func idsRelated(c *ids.Corpus, s string, related func(token string) bool) ids.Sources {
	if from := idsExact(c, s); from != 0 {
		return from
	}
	var from ids.Sources
	for _, t := range c.Tokens {
		if related(t.Text) {
			from |= t.From
		}
	}
	return from
}

// idsDecimal is the value of a digit of general category Nd: ten of a script stand
// in a row, its zero where the row begins (the mathematical ones at U+1D7CE).
func idsDecimal(r rune) rune {
	if 0x1D7CE <= r && r <= 0x1D7FF {
		return (r - 0x1D7CE) % 10
	}
	n := rune(0)
	for n < 9 && unicode.IsDigit(r-n-1) {
		n++
	}
	return n
}

// idsUnescaped undoes the escapes of JSON in a text.
func idsUnescaped(v strictjson.Value) strictjson.Value {
	if v.Kind() != strictjson.String {
		return v
	}
	inner, err := strictjson.Parse([]byte(`"`+strings.ReplaceAll(v.Str(), `"`, `\"`)+`"`), strictjson.Limits{})
	if err != nil {
		return v
	}
	return inner
}
