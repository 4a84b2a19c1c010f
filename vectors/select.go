package vectors

import (
	"fmt"
	"path"
	"strings"
)

// Selection says which vectors of a suite are wanted. The zero value selects all.
type Selection struct {
	Profiles []string // names; none means all
	Only     []string // vector ids or patterns of path.Match, "ids/classify_arg/*"; none means all
}

// Complete reports whether everything is selected.
func (s Selection) Complete() bool { return len(s.Profiles) == 0 && len(s.Only) == 0 }

// Select lists the vectors that sel names, sorted by id. It fails when any
// name in sel selects nothing, since a run of nothing would show nothing.
func (s *Suite) Select(sel Selection) ([]*Vector, error) {
	for _, name := range sel.Profiles {
		if !s.hasProfile(name) {
			return nil, fmt.Errorf("no profile is named %q; there are %s", name, strings.Join(s.ProfileNames(), ", "))
		}
	}
	hits := make([]int, len(sel.Only))
	var out []*Vector
	for _, v := range s.Vectors {
		if !sel.profile(v) {
			continue
		}
		wanted := len(sel.Only) == 0
		for i, pattern := range sel.Only {
			ok, err := path.Match(pattern, v.ID)
			if err != nil {
				return nil, fmt.Errorf("pattern %q: %w", pattern, err)
			}
			if ok {
				hits[i]++
				wanted = true
			}
		}
		if wanted {
			out = append(out, v)
		}
	}
	for i, n := range hits {
		if n == 0 {
			return nil, fmt.Errorf("%q selects no vector; `conform list` shows them all", sel.Only[i])
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("the selection matches no vector; `conform list` shows them all")
	}
	return out, nil
}

func (s Selection) profile(v *Vector) bool {
	if len(s.Profiles) == 0 {
		return true
	}
	for _, p := range s.Profiles {
		if p == v.Operation.Profile {
			return true
		}
	}
	return false
}

func (s *Suite) hasProfile(name string) bool {
	for _, p := range s.Profiles {
		if p.Name == name {
			return true
		}
	}
	return false
}

// ProfileNames lists the profiles, sorted.
func (s *Suite) ProfileNames() []string {
	out := make([]string, len(s.Profiles))
	for i, p := range s.Profiles {
		out[i] = p.Name
	}
	return out
}
