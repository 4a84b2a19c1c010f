package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// complete lets a shell complete the values of a flag.
func complete(cmd *cobra.Command, flag string, with cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, with); err != nil {
		panic(err) // there is no such flag
	}
}

// oneOf completes a word of a closed list.
func oneOf(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

func (a *app) completeProfiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	s, err := a.load()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return s.ProfileNames(), cobra.ShellCompDirectiveNoFileComp
}

// completeOperations completes an operation, of the profile named if any.
func (a *app) completeOperations(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	s, err := a.load()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	profile, _ := cmd.Flags().GetString("profile")
	var out []string
	for _, p := range s.Profiles {
		for _, m := range p.Modules {
			for _, o := range m.Operations {
				if profile == "" || profile == p.Name {
					out = append(out, o.Name)
				}
			}
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeIDs completes the id of a vector, a part at a time, since there are
// thousands.
func (a *app) completeIDs(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	s, err := a.load()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var out []string
	directive := cobra.ShellCompDirectiveNoFileComp
	for _, v := range s.Vectors {
		rest, ok := strings.CutPrefix(v.ID, begun)
		if !ok {
			continue
		}
		if part, _, more := strings.Cut(rest, "/"); more {
			rest = part + "/"
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		out = append(out, begun+rest)
	}
	return slices.Compact(out), directive // ids are sorted
}

// completeShown completes what `conform show` takes.
func (a *app) completeShown(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	s, err := a.load()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	out, directive := a.completeIDs(cmd, args, begun)
	for _, r := range s.Requirements {
		if begun != "" && strings.HasPrefix(r.ID, begun) {
			out = append(out, r.ID)
		}
	}
	return out, directive &^ cobra.ShellCompDirectiveNoFileComp // or a file
}
