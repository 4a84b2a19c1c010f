package schema

import (
	"fmt"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// Compare says how a member of a result is judged. It is the value of the
// annotation "x-compare" in an operation's result schema; a member without
// one is compared at MUST.
type Compare string

// The ways in which a member is judged.
const (
	CompareMust   Compare = ""
	CompareShould Compare = "should" // a difference is an advisory, not a failure
	CompareFree   Compare = "free"   // free text, never compared
)

// Mask says which parts of a result are compared, and how strictly.
type Mask struct {
	Compare Compare
	members map[string]*Mask
	element *Mask
}

// Member is the mask of an object's member of that name.
func (m *Mask) Member(name string) *Mask {
	if m == nil {
		return nil
	}
	return m.members[name]
}

// Element is the mask of an array's elements.
func (m *Mask) Element() *Mask {
	if m == nil {
		return nil
	}
	return m.element
}

// Keep is v without the members that m does not compare at one of the given
// levels: the normative part of a result.
func (m *Mask) Keep(v strictjson.Value, should bool) strictjson.Value {
	if m == nil {
		return v
	}
	switch v.Kind() {
	case strictjson.Object:
		var kept []strictjson.Member
		for _, x := range v.Members() {
			sub := m.Member(x.Name)
			if sub.drops(should) {
				continue
			}
			kept = append(kept, strictjson.Member{Name: x.Name, Value: sub.Keep(x.Value, should)})
		}
		return strictjson.Record(kept...)
	case strictjson.Array:
		var kept []strictjson.Value
		for _, e := range v.Elements() {
			kept = append(kept, m.element.Keep(e, should))
		}
		return strictjson.List(kept...)
	}
	return v
}

func (m *Mask) drops(should bool) bool {
	return m != nil && (m.Compare == CompareFree || m.Compare == CompareShould && !should)
}

// Mask is the mask that the schema of that name gives, nil when everything in
// the value is compared. It follows properties, items and local references
// ("#/$defs/…"), and no other keyword: an annotation elsewhere is an error.
func (s *Set) Mask(name string) (*Mask, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m, ok := s.masks[name]; ok {
		return m, nil
	}
	doc, ok := s.docs[name]
	if !ok {
		return nil, fmt.Errorf("no schema is named %q", name)
	}
	r := maskReader{root: doc}
	m, err := r.read(doc, 0)
	if err == nil && r.found != strings.Count(doc.String(), `"x-compare":`) {
		err = fmt.Errorf("an x-compare is neither under properties nor under items, or is reached twice or never")
	}
	if err != nil {
		return nil, fmt.Errorf("reading x-compare of schema %s: %w", name, err)
	}
	s.masks[name] = m
	return m, nil
}

type maskReader struct {
	root  strictjson.Value
	found int
	seen  map[string]*Mask // by reference
}

func (r *maskReader) read(s strictjson.Value, depth int) (*Mask, error) {
	if depth > 32 {
		return nil, fmt.Errorf("references go round in a circle")
	}
	if ref, ok := s.Get("$ref"); ok && strings.HasPrefix(ref.Str(), "#/") {
		return r.follow(ref.Str(), depth)
	}
	m := &Mask{members: map[string]*Mask{}}
	empty := true
	if c, ok := s.Get("x-compare"); ok {
		m.Compare, empty = Compare(c.Str()), false
		r.found++
		if m.Compare != CompareFree && m.Compare != CompareShould {
			return nil, fmt.Errorf("x-compare is %s, must be \"free\" or \"should\"", c)
		}
	}
	props, _ := s.Get("properties")
	for _, p := range props.Members() {
		sub, err := r.read(p.Value, depth+1)
		if err != nil {
			return nil, err
		}
		if sub != nil {
			m.members[p.Name], empty = sub, false
		}
	}
	if items, ok := s.Get("items"); ok {
		sub, err := r.read(items, depth+1)
		if err != nil {
			return nil, err
		}
		if sub != nil {
			m.element, empty = sub, false
		}
	}
	if empty {
		return nil, nil
	}
	return m, nil
}

func (r *maskReader) follow(ref string, depth int) (*Mask, error) {
	if m, ok := r.seen[ref]; ok {
		return m, nil
	}
	target, ok := r.root.At(strings.TrimPrefix(ref, "#"))
	if !ok {
		return nil, fmt.Errorf("%s leads nowhere", ref)
	}
	m, err := r.read(target, depth+1)
	if r.seen == nil {
		r.seen = map[string]*Mask{}
	}
	r.seen[ref] = m
	return m, err
}
