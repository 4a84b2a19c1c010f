package events

import "github.com/conform-suite/conform/internal/reference"

// registry is the canon: the sources that an event may cite, in their order.
type registry []entry

// entry is one source: how it is cited, what it says, and the keywords that
// point to it. Any text may be empty.
type entry struct {
	reference, summary string
	keywords           []string
}

// readRegistry reads the array of entries that all operations share.
func readRegistry(p reference.Params) registry {
	reg := registry{}
	for _, e := range p.AsList() {
		next := entry{reference: e.Text("reference"), summary: e.Text("summary")}
		for _, k := range e.List("keywords") {
			next.keywords = append(next.keywords, k.AsText())
		}
		reg = append(reg, next)
	}
	return reg
}

// holds reports whether some entry is cited exactly so.
func (r registry) holds(reference string) bool {
	for _, e := range r {
		if e.reference == reference {
			return true
		}
	}
	return false
}
