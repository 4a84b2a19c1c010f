package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/challenge"
	"github.com/conform-suite/conform/internal/oracle"
	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// needSeed refuses a call without the seed that it needs.
func needSeed(cmd *cobra.Command) error {
	if cmd.Flags().Changed("seed") {
		return nil
	}
	return usage("any number from 1 on, such as --seed 7, or one that nobody chose: `conform challenge TEXT`", "--seed is missing")
}

// challenge is the generated cases of a seed, of the given profiles or all.
func (a *app) challenge(s *vectors.Suite, profiles []string, seed uint64, cases int64) (*gen.Challenge, error) {
	c := &gen.Challenge{Suite: s, Oracle: oracle.Expect(a.profiles), Seed: seed, Cases: cases}
	if err := c.Check(); err != nil {
		return nil, usage("", "%w", err)
	}
	known := s.ProfileNames()
	for _, name := range profiles {
		if !slices.Contains(known, name) {
			return nil, usage("", "no profile is named %q; there are %s", name, listed(known, "and"))
		}
	}
	for _, p := range a.generators() {
		if len(profiles) == 0 || slices.Contains(profiles, p.Name) {
			c.Profiles = append(c.Profiles, p)
		}
	}
	if len(c.Profiles) == 0 {
		return nil, usage("", "no cases can be generated for profile %s", listed(profiles, "and"))
	}
	return c, nil
}

// section is what a report says of the cases of c before any is asked.
func section(c *gen.Challenge) *reports.Generated {
	return &reports.Generated{
		Seed: strconv.FormatUint(c.Seed, 10), CasesPerOperation: c.Cases, Generator: gen.Version,
		Failed: []reports.GeneratedFailure{},
	}
}

// askGenerated asks the subject of t the generated cases, after the golden ones.
// Of a part of their stream, when it was interrupted, there is no digest.
func (a *app) askGenerated(ctx context.Context, t *trial, c *gen.Challenge, golden *runner.Result, bar *progress) (*reports.Generated, *challenge.Result, error) {
	g := section(c)
	result, err := challenge.Run(ctx, a.subject(t), c, challenge.Options{
		Processes: t.processes, Limits: t.limits, Hello: &golden.Hello, Budget: t.budget,
		Progress: bar.of("generated cases"), Small: bar.of("failures made small"),
		Failed: func(at gen.Indexed, o vectors.Outcome) { g.Add(at.Operation, at.Index, o) },
	})
	if err != nil && (result == nil || ctx.Err() == nil) { // else all was asked, and making it small was interrupted
		return nil, nil, err
	}
	if !result.Complete {
		if err := drain(ctx, c); err != nil {
			return g, result, nil
		}
	}
	g.Digest = c.Digest()
	return g, result, nil
}

// drain makes all cases of c, for their digest alone.
func drain(ctx context.Context, c *gen.Challenge) error {
	for range c.Stream() {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// mostRegenerated is how many cases of each operation are made again to verify
// a report: 10 million, an hour or two. Who interrupts it has not verified it.
const mostRegenerated = 10_000_000

// regenerate makes the cases of a report again and gives the digest of their
// stream.
func (a *app) regenerate(ctx context.Context, s *vectors.Suite) func(*reports.Report) (string, error) {
	return func(r *reports.Report) (string, error) {
		g := r.Generated
		if g.Generator != gen.Version {
			return "", fmt.Errorf("they are by %s, this program has %s: verify with the conform that has it", g.Generator, gen.Version)
		}
		if g.CasesPerOperation > mostRegenerated {
			return "", fmt.Errorf("%d of each operation are more than the %d that are made again", g.CasesPerOperation, mostRegenerated)
		}
		seed, err := strconv.ParseUint(g.Seed, 10, 64)
		if err != nil {
			return "", err
		}
		c, err := a.challenge(s, r.Selection.Profiles, seed, g.CasesPerOperation)
		if err != nil {
			return "", err
		}
		if err := drain(ctx, c); err != nil {
			return "", err
		}
		return c.Digest(), nil
	}
}

// shrunkName is the file of vectors that failures of generated cases become.
const shrunkName = "shrunk.json"

// writeShrunk writes the small failures as a file of vectors, and names it; it
// is "" when there are none.
func writeShrunk(dir string, failures []challenge.Failure) (name string, err error) {
	var list []*vectors.Vector
	for _, f := range failures {
		list = append(list, f.Vector)
	}
	if len(list) == 0 {
		return "", nil
	}
	name = filepath.Join(dir, shrunkName)
	return name, write(name, vectors.File("Generated cases that a subject fails, made small.", list))
}

// showGenerated names the failed generated cases, each as small as it became.
func (a *app) showGenerated(d *ran, g *generatedRun) {
	p := paint{coloured(a.out)}
	for _, f := range d.result.found.Failures {
		fmt.Fprintf(a.out, "%s  %s, generated case %d of seed %s\n", p.red(string(f.Outcome.Kind)), p.bold(f.At.Operation), f.At.Index, g.Seed)
		a.showAnswer(f.Outcome, true)
		if why := notSmall(f); why != "" {
			fmt.Fprintf(a.out, "  %s\n", why)
		}
		fmt.Fprintln(a.out)
	}
	if g.Interrupted {
		fmt.Fprintf(a.out, "interrupted before all of these were made small\n\n")
	}
	switch {
	case len(g.Failures) == 0:
	case g.Shrunk == "":
		fmt.Fprintf(a.out, "to ask just these again, name a folder that they are written into: -o FOLDER\n\n")
	default:
		fmt.Fprintf(a.out, "ask just these again:  %s\n\n", a.again(&d.trial, "--vectors", g.Shrunk))
	}
}
