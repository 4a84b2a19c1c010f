package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/internal/challenge"
	"github.com/conform-suite/conform/internal/plain"
)

type diffFlags struct {
	trial
	profiles []string
	json     bool
}

func (a *app) diffCommand() *cobra.Command {
	var d diffFlags
	cmd := &cobra.Command{
		Use:   "diff --seed S [--cases N] -- A… [-- B…]",
		Short: "Find generated cases on which two subjects disagree",
		Long: `Ask two subjects the same generated cases, and show where they disagree: one
case for each way of disagreeing, made as small as it can be. Without B, the
other subject is the embedded reference. Only operations that both claim are
compared. The exit code is 1 when they disagree.`,
		Example: `  conform diff --seed 7 -- python3 mine.py -- node theirs.js
  conform diff --seed 7 --cases 5000 --profile ids -- ./mine`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if n := cmd.ArgsLenAtDash(); n != 0 || len(args) == 0 {
				return usage("write `conform diff --seed S -- A… -- B…`", "the subjects' commands stand behind --")
			}
			first, second := args, []string(nil)
			if i := slices.Index(args, "--"); i >= 0 {
				first, second = args[:i], args[i+1:]
				if len(first) == 0 || len(second) == 0 {
					return usage("write `conform diff --seed S -- A… -- B…`", "there is no command on one side of --")
				}
			}
			return a.diff(cmd, &d, first, second)
		},
	}
	f := cmd.Flags()
	a.profileFlag(cmd, &d.profiles)
	f.Uint64Var(&d.seed, "seed", 0, "the `seed` of the cases, from 1 to 18446744073709551615")
	f.Int64Var(&d.cases, "cases", 1000, "how many `cases` of each operation")
	f.IntVar(&d.budget, "shrink", 10_000, "ask at most that `often` to make one case small; 0 leaves cases as they are")
	f.BoolVar(&d.json, "json", false, "write JSON to stdout, and nothing else")
	d.limitFlags(cmd)
	return cmd
}

func (a *app) diff(cmd *cobra.Command, d *diffFlags, first, second []string) error {
	if err := needSeed(cmd); err != nil {
		return err
	}
	d.processes = 1
	if err := d.check(); err != nil {
		return err
	}
	s, err := a.load()
	if err != nil {
		return err
	}
	c, err := a.challenge(s, d.profiles, d.seed, d.cases)
	if err != nil {
		return err
	}
	bar := a.progress()
	found, err := challenge.Diff(cmd.Context(), a.subject(&trial{command: first}), a.subject(&trial{command: second}), c,
		challenge.Options{Limits: d.limits, Progress: bar.of("cases"), Small: bar.of("disagreements made small"), Budget: d.budget})
	bar.close()
	if errors.Is(err, challenge.ErrNothingShared) {
		return usage("--profile says which operations are asked; each hello says which it claims", "%w", err)
	}
	if err != nil {
		return a.noSubject(err)
	}
	if d.json {
		err = writeJSON(a.out, found)
	} else {
		a.showDisagreements(found, c.Cases)
	}
	if err == nil && len(found) > 0 {
		return exit(exitNonConformant)
	}
	return err
}

func (a *app) showDisagreements(found []challenge.Disagreement, cases int64) {
	p := paint{coloured(a.out)}
	for _, d := range found {
		fmt.Fprintf(a.out, "%s  %s, %d of %d cases\n", p.red("disagree"), p.bold(d.Operation), d.Cases, cases)
		fmt.Fprintf(a.out, "  %s\n  asked  %s\n  A      %s\n  B      %s\n", d.Class, plain.Text(d.Params.String(), ""), plain.Text(d.A, ""), plain.Text(d.B, ""))
		if d.Files != nil {
			fmt.Fprintf(a.out, "  each wrote %s in the folder %s\n", listed(sorted(d.Files.Lines), "and"), d.Files.Param)
		}
		if d.Problem != "" {
			fmt.Fprintf(a.out, "  not made small: %s\n", d.Problem)
		}
		fmt.Fprintln(a.out)
	}
	if len(found) == 0 {
		fmt.Fprintf(a.out, "the two agree on %d cases of each operation that both claim\n", cases)
	} else {
		fmt.Fprintf(a.out, "the two disagree in %d ways\n", len(found))
	}
}
