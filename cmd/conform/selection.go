package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/vectors"
)

// selectionHelp says how vectors are named to --only.
const selectionHelp = `A vector's ID is PROFILE/OPERATION/NAME. In a pattern of --only, * and ? stand
for anything within one of the three parts, and parts left out at the end for
all that there are: ids and 'ids/*' are all of that profile.`

// selectionFlags adds the flags that say which vectors are wanted.
func (a *app) selectionFlags(cmd *cobra.Command, sel *vectors.Selection) {
	a.profileFlag(cmd, &sel.Profiles)
	cmd.Flags().StringArrayVar(&sel.Only, "only", nil, "only the vector of that `ID`, or those that a pattern such as 'ids/classify_arg/*' names; may be repeated")
	complete(cmd, "only", a.completeIDs)
	cmd.Long += "\n\n" + selectionHelp
}

func (a *app) profileFlag(cmd *cobra.Command, to *[]string) {
	cmd.Flags().StringSliceVar(to, "profile", nil, "only the profile of that `name`; may be repeated")
	complete(cmd, "profile", a.completeProfiles)
}

// choose lists the vectors that sel names, once its patterns are whole ids.
func choose(s *vectors.Suite, sel *vectors.Selection) ([]*vectors.Vector, error) {
	for i, p := range sel.Only {
		sel.Only[i] = whole(p)
		if _, err := s.Select(vectors.Selection{Only: sel.Only[i : i+1]}); err != nil {
			return nil, usage(didYouMean(p, selectable(s), "`conform list` shows all vectors"), "--only %s names no vector", p)
		}
	}
	chosen, err := s.Select(*sel)
	if err != nil {
		return nil, usage("", "%w", err)
	}
	return chosen, nil
}

// whole is a pattern with all three parts of an id.
func whole(pattern string) string {
	pattern = strings.TrimSuffix(pattern, "/")
	return pattern + strings.Repeat("/*", max(0, 2-strings.Count(pattern, "/")))
}

// selectable is what --only may mean: ids, and all of an operation or profile.
func selectable(s *vectors.Suite) []string {
	var out []string
	for _, v := range s.Vectors {
		parts := strings.Split(v.ID, "/")
		out = append(out, v.ID, parts[0]+"/*", parts[0]+"/"+parts[1]+"/*")
	}
	return slices.Compact(slices.Sorted(slices.Values(out)))
}
