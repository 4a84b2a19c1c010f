package faults

import (
	"slices"
	"strings"
	"unicode"

	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/strictjson"
)

// idsParts are mistakes in taking a value apart.
func idsParts() []Fault {
	never := func(string) bool { return false }
	return []Fault{
		idsComponents("uuid-split", "IDS-045", "splits a UUID at its dashes", func(p ids.Policy, s string) []string {
			return idsWith(p, func(r *ids.Rules) { r.IsUUID = never }).split(s)
		}),
		idsComponents("upper-uuid-split", "IDS-045", "splits a UUID in upper case at its dashes", func(p ids.Policy, s string) []string {
			return idsWith(p, func(r *ids.Rules) {
				r.IsUUID = func(s string) bool { return s == strings.ToLower(s) && idsRight.IsUUID(s) }
			}).split(s)
		}),
		idsComponents("hex-split", "IDS-045", "takes the digits at the end of 32 hex digits", func(p ids.Policy, s string) []string {
			return idsWith(p, func(r *ids.Rules) { r.IsHex32 = never }).split(s)
		}),
		idsComponents("hex-whole-in-any-case", "IDS-045", "takes 32 upper-case hex digits for one component", func(p ids.Policy, s string) []string {
			return idsWith(p, func(r *ids.Rules) {
				r.IsHex32 = func(s string) bool { return idsRight.IsHex32(strings.ToLower(s)) }
			}).split(s)
		}),
		idsComponents("domain-from-last-at", "IDS-046", "begins the domain at the last @", func(p ids.Policy, s string) []string {
			if i := strings.LastIndex(s, "@"); i >= 0 {
				s = strings.ReplaceAll(s[:i], "@", ".") + s[i:]
			}
			return idsRight.Components(p, s)
		}),
		idsComponents("no-at-is-domain", "IDS-046", "takes a value without @ for a domain", func(p ids.Policy, s string) []string {
			if !strings.Contains(s, "@") && !p.IsUUID(s) && !p.IsHex32(s) {
				s = "@" + s
			}
			return idsRight.Components(p, s)
		}),
		idsFault("splits-at-no-colon", "IDS-046", "does not split a value at a colon", func(r *ids.Rules) {
			r.IsDelimiter = func(c rune) bool { return c != ':' && idsRight.IsDelimiter(c) }
		}),
		idsFault("splits-at-dashes-and-underscores", "IDS-046", "splits a value at - _ and @ alone", func(r *ids.Rules) {
			r.IsDelimiter = func(c rune) bool { return strings.ContainsRune("-_@", c) }
		}),
		idsPart("local-words-checked", "IDS-047", "takes words of a value without @ for components", func(p ids.Policy, part string, at ids.Place) string {
			if at == ids.Bare && !p.Short(part) && !strings.ContainsFunc(part, unicode.IsDigit) {
				return part
			}
			return idsRight.Component(p, part, at)
		}),
		idsPart("user-words-checked", "IDS-047", "takes words before an @ for components", func(p ids.Policy, part string, at ids.Place) string {
			if at == ids.Local && !p.Short(part) && !strings.ContainsFunc(part, unicode.IsDigit) {
				return part
			}
			return idsRight.Component(p, part, at)
		}),
		idsPart("domain-words-dropped", "IDS-048", "takes words of a domain for grammar", func(p ids.Policy, part string, at ids.Place) string {
			return idsRight.Component(p, part, min(at, ids.Local))
		}, idsIsWord),
		idsPart("domain-words-of-any-length", "IDS-048", "takes words of a domain below the least length for components", func(p ids.Policy, part string, at ids.Place) string {
			p.MinLen = 1
			return idsRight.Component(p, part, at)
		}, idsIsWord),
		idsComponents("first-domain-word-alone", "IDS-048", "takes the first label of a domain alone", func(p ids.Policy, s string) []string {
			user, domain, isEmail := strings.Cut(s, "@")
			if !isEmail {
				return idsRight.Components(p, s)
			}
			label, _, _ := strings.Cut(domain, ".")
			return idsRight.Components(p, user+"@"+label)
		}),
		idsComponents("last-domain-label-dropped", "IDS-048", "takes the last label of a domain for grammar, whatever it is", func(p ids.Policy, s string) []string {
			if i := strings.LastIndex(s, "."); i > strings.Index(s, "@") && strings.Contains(s, "@") {
				s = s[:i]
			}
			return idsRight.Components(p, s)
		}),
		idsFault("no-grammar-imap", "IDS-049", "does not know imap, the last of the list, for a grammar word", func(r *ids.Rules) { r.Grammar = idsWithout(r.Grammar, "imap") }),
		idsFault("no-grammar-words", "IDS-049", "knows no grammar words", func(r *ids.Rules) { r.Grammar = nil }),
		idsFault("no-country-words", "IDS-049", "does not know the domains of countries for grammar words", func(r *ids.Rules) {
			for _, country := range []string{"us", "uk", "ca", "au"} {
				r.Grammar = idsWithout(r.Grammar, country)
			}
		}),
		idsFault("more-grammar-words", "IDS-049", "knows more top-level domains for grammar words", func(r *ids.Rules) {
			r.Grammar = slices.Concat(r.Grammar, []string{"info", "biz", "name", "dev", "app", "cloud", "de", "fr"})
		}),
		idsPart("grammar-in-lower-case", "IDS-049", "knows grammar words in lower case alone", func(p ids.Policy, part string, at ids.Place) string {
			if at == ids.Domain && !p.Short(part) && strings.ToLower(part) != part {
				return part
			}
			return idsRight.Component(p, part, at)
		}, idsIsWord),
		idsFault("grammar-within-words", "IDS-049", "takes words that begin with a grammar word for one", func(r *ids.Rules) {
			r.Component = func(p ids.Policy, part string, at ids.Place) string {
				if idsIsWord(part) && slices.ContainsFunc(p.Grammar, func(g string) bool { return strings.HasPrefix(strings.ToLower(part), g) }) {
					return ""
				}
				return idsRight.Component(p, part, at)
			}
		}),
		idsPart("prefix-kept", "IDS-050", "keeps the letters before digits", func(p ids.Policy, part string, at ids.Place) string {
			if c := idsRight.Component(p, part, at); c != "" {
				return part
			}
			return ""
		}),
		idsPart("digits-unpadded", "IDS-050", "reports digits without their leading zeros", func(p ids.Policy, part string, at ids.Place) string {
			c := idsRight.Component(p, part, at)
			if c != "" && idsASCIIDigits(c) {
				return idsRight.Unpad(c)
			}
			return c
		}),
		idsPart("long-prefix-kept", "IDS-050", "keeps a prefix of 4 letters or more", func(p ids.Policy, part string, at ids.Place) string {
			c := idsRight.Component(p, part, at)
			if c != "" && len(part)-len(c) >= 4 {
				return part
			}
			return c
		}),
		idsPart("user-digits-kept", "IDS-051", "takes the few digits at the end of a user's name for a component", func(p ids.Policy, part string, at ids.Place) string {
			if at == ids.Local {
				at = ids.Bare
			}
			return idsRight.Component(p, part, at)
		}),
		idsPart("user-digits-dropped", "IDS-051", "takes the digits at the end of a user's name for grammar at any length", func(p ids.Policy, part string, at ids.Place) string {
			c := idsRight.Component(p, part, at)
			if at == ids.Local && idsASCIIDigits(c) {
				return ""
			}
			return c
		}),
		idsPart("digits-dropped-without-at", "IDS-051", "takes a few digits at the end of a part for grammar without an @, too", func(p ids.Policy, part string, at ids.Place) string {
			if at == ids.Bare {
				at = ids.Local
			}
			return idsRight.Component(p, part, at)
		}),
		idsPart("domain-digits-dropped", "IDS-051", "takes a few digits of a domain for grammar", func(p ids.Policy, part string, at ids.Place) string {
			c := idsRight.Component(p, part, at)
			if at == ids.Domain && p.Short(c) {
				return ""
			}
			return c
		}),
		idsPart("mixed-to-digits", "IDS-052", "takes the last run of digits of a mixed part", func(p ids.Policy, part string, at ids.Place) string {
			c := idsRight.Component(p, part, at)
			digits := strings.FieldsFunc(c, idsNot(unicode.IsDigit))
			if len(digits) == 0 {
				return c
			}
			return digits[len(digits)-1]
		}),
		idsPart("mixed-dropped", "IDS-052", "drops a mixed part", func(p ids.Policy, part string, at ids.Place) string {
			c := idsRight.Component(p, part, at)
			if strings.ContainsFunc(c, unicode.IsLetter) && !idsIsWord(part) {
				return ""
			}
			return c
		}),
		idsPart("trailing-digits-of-any", "IDS-052", "takes the digits at the end of any part", func(p ids.Policy, part string, at ids.Place) string {
			c := idsRight.Component(p, part, at)
			if run := c[len(strings.TrimRight(c, "0123456789")):]; run != "" {
				return run
			}
			return c
		}),
		idsPart("short-mixed-kept", "IDS-053", "keeps a mixed part below the least length", func(p ids.Policy, part string, at ids.Place) string {
			if c := idsRight.Component(p, part, at); c != "" || idsIsWord(part) || !p.Short(part) || !idsMixed(part) {
				return c
			}
			if strings.Trim(strings.TrimRight(part, "0123456789"), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
				return "" // letters and then digits: grammar
			}
			return part
		}),
		idsPart("short-digits-dropped", "IDS-053", "drops digits below the least length", func(p ids.Policy, part string, at ids.Place) string {
			if c := idsRight.Component(p, part, at); !p.Short(c) {
				return c
			}
			return ""
		}),
		idsComponents("components-repeated", "IDS-054", "reports a component as often as it stands in the value", func(p ids.Policy, s string) []string {
			if p.IsUUID(s) || p.IsHex32(s) {
				return []string{s}
			}
			var out []string
			before, after, isEmail := strings.Cut(s, "@")
			for i, region := range []string{before, after} {
				for part := range strings.FieldsFuncSeq(region, p.IsDelimiter) {
					at := ids.Bare
					if isEmail {
						at = []ids.Place{ids.Local, ids.Domain}[i]
					}
					if c := p.Component(p, part, at); c != "" {
						out = append(out, c)
					}
				}
			}
			return out
		}),
		idsComponents("components-sorted", "IDS-054", "reports components sorted", func(p ids.Policy, s string) []string {
			return slices.Sorted(slices.Values(idsRight.Components(p, s)))
		}),
		idsComponents("domain-first", "IDS-054", "reports the components of the domain first", func(p ids.Policy, s string) []string {
			all := idsRight.Components(p, s)
			domain := []string{}
			if _, after, ok := strings.Cut(s, "@"); ok {
				domain = idsRight.Components(p, "@"+after)
			}
			return append(domain, slices.DeleteFunc(all, func(c string) bool { return slices.Contains(domain, c) })...)
		}),
		idsComponents("components-once-in-any-case", "IDS-054", "reports once two components that differ in case only", func(p ids.Policy, s string) []string {
			var out []string
			for _, c := range idsRight.Components(p, s) {
				if !slices.ContainsFunc(out, func(o string) bool { return strings.EqualFold(o, c) }) {
					out = append(out, c)
				}
			}
			return out
		}),
		idsComponents("no-component-is-value", "IDS-055", "takes a value without components for one component", func(p ids.Policy, s string) []string {
			if c := idsRight.Components(p, s); c != nil {
				return c
			}
			return []string{s}
		}),
		idsVerdict("no-component-is-shaped", "IDS-055", "sets id_shaped for a text in a key slot without components", func(arg, v strictjson.Value, _ idsAsk) strictjson.Value {
			value, name := get(arg, "value").Str(), idsRight.FoldName(get(arg, "name").Str())
			p := ids.Policy{Rules: idsRight, MinLen: 4}
			if f := get(arg, "is_reference"); f.Kind() == strictjson.Bool && !f.True() {
				return v
			}
			return setMember(v, "id_shaped", strictjson.Boolean(get(v, "id_shaped").True() || p.Shaped(p, idsRight.Trim(value), ids.Slot(name))))
		}),
	}
}

// idsVerdicts are mistakes in what follows from the components.
func idsVerdicts() []Fault {
	return []Fault{
		idsFault("one-component-is-enough", "IDS-060", "takes a value for SUPPORTED when one component is found", func(r *ids.Rules) {
			r.Stance = func(checked, unmatched []string) string {
				if len(unmatched) < len(checked) {
					unmatched = nil
				}
				return idsRight.Stance(checked, unmatched)
			}
		}),
		idsFault("most-components-are-enough", "IDS-060", "takes a value for SUPPORTED when half of its components are found", func(r *ids.Rules) {
			r.Stance = func(checked, unmatched []string) string {
				if len(unmatched)*2 <= len(checked) {
					unmatched = nil
				}
				return idsRight.Stance(checked, unmatched)
			}
		}),
		idsVerdict("checked-are-found", "IDS-060", "lists as checked only what is found", func(_, v strictjson.Value, _ idsAsk) strictjson.Value {
			missing := get(v, "components_unmatched").Items()
			return editGiven(v, "components_checked", func(checked strictjson.Value) strictjson.Value {
				return strictjson.List(slices.DeleteFunc(checked.Items(), func(c strictjson.Value) bool { return slices.ContainsFunc(missing, c.Equal) })...)
			})
		}),
		idsVerdict("first-missing-alone", "IDS-060", "lists the first missing component alone", func(_, v strictjson.Value, _ idsAsk) strictjson.Value {
			return editGiven(v, "components_unmatched", func(missing strictjson.Value) strictjson.Value {
				return strictjson.List(missing.Items()[:min(1, missing.Len())]...)
			})
		}),
		idsVerdict("minted-has-no-sources", "IDS-060", "names no sources of what is UNSUPPORTED", func(_, v strictjson.Value, _ idsAsk) strictjson.Value {
			if get(v, "stance").Str() == "UNSUPPORTED" {
				return setMember(v, "matched_in", strictjson.List())
			}
			return v
		}),
		idsVerdict("minted-lists-all", "IDS-060", "lists all components of what is UNSUPPORTED as missing", func(_, v strictjson.Value, _ idsAsk) strictjson.Value {
			if get(v, "stance").Str() == "UNSUPPORTED" {
				return setMember(v, "components_unmatched", get(v, "components_checked"))
			}
			return v
		}),
	}
}

func idsComponents(name, breaks, says string, components func(p ids.Policy, s string) []string) Fault {
	return idsFault(name, breaks, says, func(r *ids.Rules) { r.Components = components })
}

// idsPart takes what must trace of a part otherwise, where all conditions hold.
func idsPart(name, breaks, says string, component func(p ids.Policy, part string, at ids.Place) string, when ...func(part string) bool) Fault {
	return idsFault(name, breaks, says, func(r *ids.Rules) {
		right := r.Component
		r.Component = func(p ids.Policy, part string, at ids.Place) string {
			for _, holds := range when {
				if !holds(part) {
					return right(p, part, at)
				}
			}
			return component(p, part, at)
		}
	})
}

func idsIsWord(part string) bool { return !strings.ContainsFunc(part, unicode.IsDigit) }

// idsWith is the policy p with some steps changed.
func idsWith(p ids.Policy, change func(*ids.Rules)) idsSplitter {
	r := ids.NewRules()
	change(r)
	p.Rules = r
	return idsSplitter(p)
}

type idsSplitter ids.Policy

func (p idsSplitter) split(s string) []string { return idsRight.Components(ids.Policy(p), s) }
