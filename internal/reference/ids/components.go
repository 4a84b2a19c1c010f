package ids

import (
	"slices"
	"strings"
)

// A place is where in an identifier a part stands.
type place int

const (
	bare   place = iota // there is no @
	local               // before the first @
	domain              // after it
)

// grammarWords are the labels of a domain that carry no data: top-level domains,
// and names of schemes and services.
var grammarWords = []string{
	"com", "org", "net", "edu", "gov", "mil", "int", "io", "co", "us", "uk", "ca", "au",
	"www", "http", "https", "mailto", "ftp", "api", "mail", "smtp", "imap",
}

// components are the parts of s that carry data and so must trace, in order and
// each once. None means that s is no identifier after all, but a status or a role.
func (p policy) components(s string) []string {
	if isUUID(s) || isHex32(s) {
		return []string{s}
	}
	var out []string
	add := func(region string, at place) {
		for part := range strings.FieldsFuncSeq(region, isDelimiter) {
			if c := p.data(part, at); c != "" && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	before, after, isEmail := strings.Cut(s, "@")
	if !isEmail {
		add(s, bare)
		return out
	}
	add(before, local)
	add(after, domain)
	return out
}

// data is what must trace of a part without delimiters: its final digits, all of
// it, or nothing.
func (p policy) data(part string, at place) string {
	prefix := strings.TrimRightFunc(part, isDecimal)
	run := part[len(prefix):]
	switch {
	case !strings.ContainsFunc(part, isDecimal):
		// A word is grammar, unless it names the organisation.
		if at == domain && !p.short(part) && !slices.Contains(grammarWords, strings.ToLower(part)) {
			return part
		}
		return ""
	case run != "" && all(prefix, isLetter):
		// The letters before a number are grammar; a short number after a
		// person's name only tells namesakes apart.
		if at == local && p.short(run) {
			return ""
		}
		return run
	case p.short(part) && !isDigits(part):
		return "" // too likely to be found by chance
	}
	return part
}
