package events

import "github.com/conform-suite/conform/internal/reference"

// Registry is the canon: the sources that an event may cite, in their order.
type Registry []Entry

// Entry is one source: how it is cited, what it says, and the keywords that
// point to it. Any text may be empty.
type Entry struct {
	Reference, Summary string
	Keywords           []string
}

// readRegistry reads the array of entries that all operations share.
func readRegistry(p reference.Params) Registry {
	reg := Registry{}
	for _, e := range p.AsList() {
		next := Entry{Reference: e.Text("reference"), Summary: e.Text("summary")}
		for _, k := range e.List("keywords") {
			next.Keywords = append(next.Keywords, k.AsText())
		}
		reg = append(reg, next)
	}
	return reg
}

func holds(reg Registry, reference string) bool {
	for _, e := range reg {
		if e.Reference == reference {
			return true
		}
	}
	return false
}
