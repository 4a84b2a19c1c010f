package ids

import (
	"slices"
	"strings"
)

// A Place is where in an identifier a part stands.
type Place int

const (
	Bare   Place = iota // there is no @
	Local               // before the first @
	Domain              // after it
)

// grammarWords are the labels of a domain that carry no data: top-level domains,
// and names of schemes and services.
var grammarWords = []string{
	"com", "org", "net", "edu", "gov", "mil", "int", "io", "co", "us", "uk", "ca", "au",
	"www", "http", "https", "mailto", "ftp", "api", "mail", "smtp", "imap",
}

// components are the parts of s that carry data and so must trace, in order and
// each once. None means that s is no identifier after all, but a status or a role.
func (p Policy) components(s string) []string {
	if p.IsUUID(s) || p.IsHex32(s) {
		return []string{s}
	}
	var out []string
	add := func(region string, at Place) {
		for part := range strings.FieldsFuncSeq(region, p.IsDelimiter) {
			if c := p.Component(p, part, at); c != "" && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	before, after, isEmail := strings.Cut(s, "@")
	if !isEmail {
		add(s, Bare)
		return out
	}
	add(before, Local)
	add(after, Domain)
	return out
}

// component is what must trace of a part without delimiters: its final digits, all of
// it, or nothing.
func (p Policy) component(part string, at Place) string {
	prefix := strings.TrimRightFunc(part, isDecimal)
	run := part[len(prefix):]
	switch {
	case !strings.ContainsFunc(part, isDecimal):
		// A word is grammar, unless it names the organisation.
		if at == Domain && !p.Short(part) && !slices.Contains(p.Grammar, strings.ToLower(part)) {
			return part
		}
		return ""
	case run != "" && all(prefix, isLetter):
		// The letters before a number are grammar; a short number after a
		// person's name only tells namesakes apart.
		if at == Local && p.Short(run) {
			return ""
		}
		return run
	case p.Short(part) && !p.IsDigits(part):
		return "" // too likely to be found by chance
	}
	return part
}
