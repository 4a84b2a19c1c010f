package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/internal/faults"
)

func (a *app) faultsCommand() *cobra.Command {
	var profiles []string
	var asJSON, redundant bool
	cmd := &cobra.Command{
		Use:   "faults",
		Short: "Show which vectors catch which mistakes",
		Long: `Run the golden vectors against subjects with one deliberate mistake each, and
show how many vectors catch it. A mistake that none catches is a hole in the
suite: the exit code is 1 then.`,
		Example: `  conform faults --profile ids
  conform faults --json > matrix.json`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.load()
			if err != nil {
				return err
			}
			list := slices.DeleteFunc(a.faults(), func(f faults.Fault) bool {
				return len(profiles) > 0 && !slices.Contains(profiles, f.Profile)
			})
			if len(list) == 0 {
				return usage("", "there are no faults of profile %s; the profiles are %s", listed(profiles, "or"), listed(s.ProfileNames(), "and"))
			}
			bar := a.progress()
			m, err := faults.Run(cmd.Context(), s, list, bar.of("faults"))
			bar.close()
			if err != nil {
				return err
			}
			if asJSON {
				err = writeJSON(a.out, m)
			} else {
				a.showMatrix(m, redundant)
			}
			if err == nil && len(m.Survivors()) > 0 {
				return exit(exitNonConformant)
			}
			return err
		},
	}
	f := cmd.Flags()
	a.profileFlag(cmd, &profiles)
	f.BoolVar(&redundant, "redundant", false, "list the vectors, too, that catch nothing which another one does not")
	f.BoolVar(&asJSON, "json", false, "write the whole matrix as JSON to stdout, and nothing else")
	return cmd
}

func (a *app) showMatrix(m *faults.Matrix, redundant bool) {
	p := paint{coloured(a.out)}
	for _, f := range m.Faults {
		count := p.green(fmt.Sprintf("%4d", len(f.CaughtBy)))
		if len(f.CaughtBy) == 0 {
			count = p.red("none")
		}
		fmt.Fprintf(a.out, "%s  %s  %s/%s\n", count, f.Breaks, f.Profile, f.Name)
		a.wrapped("               ", f.Says)
	}
	idle := 0
	for _, v := range m.Vectors {
		if v.Alone || v.Flagged {
			continue
		}
		idle++
		if redundant {
			fmt.Fprintf(a.out, "%s  catches %d, each caught by another too\n", v.ID, v.Catches)
		}
	}
	survivors := m.Survivors()
	fmt.Fprintf(a.out, "\n%d faults, %d caught by no vector\n", len(m.Faults), len(survivors))
	fmt.Fprintf(a.out, "%d vectors, %d of which catch nothing that another one does not\n", len(m.Vectors), idle)
	for _, f := range survivors {
		fmt.Fprintf(a.out, "%s  %s/%s: %s\n", p.red("survives"), f.Profile, f.Name, f.Says)
	}
}
