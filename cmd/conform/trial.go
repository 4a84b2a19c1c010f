package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/conform-suite/conform/internal/challenge"
	"github.com/conform-suite/conform/internal/oracle"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// trial is one run of a subject: what `run` and `verify --rerun` share.
type trial struct {
	command   []string // of the subject; none means the embedded reference
	selection vectors.Selection
	processes int
	shuffle   shuffle
	limits    runner.Limits
	bounds    *pflag.FlagSet // those flags of limits

	seed   uint64 // of generated cases; 0 for none
	cases  int64  // of each operation
	budget int    // how often to ask to make one failure small
}

// subjectFlags adds the flags that say how the subject is run.
func (t *trial) subjectFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVarP(&t.processes, "jobs", "j", 1, "run that many `processes` of the subject side by side")
	f.Var(&t.shuffle, "shuffle", "ask in an order shuffled by this `seed`")
	t.limitFlags(cmd)
}

// limitFlags adds the flags that bound the subject.
func (t *trial) limitFlags(cmd *cobra.Command) {
	f, d := pflag.NewFlagSet("", pflag.ContinueOnError), runner.DefaultLimits
	f.DurationVar(&t.limits.Hello, "hello-timeout", d.Hello, "how long the subject may take to say hello")
	f.DurationVar(&t.limits.Case, "timeout", d.Case, "how long it may take for one case")
	f.DurationVar(&t.limits.Exit, "exit-timeout", d.Exit, "how long it may take to exit")
	f.IntVar(&t.limits.MessageBytes, "max-message", d.MessageBytes, "most `bytes` of one message of the subject")
	f.IntVar(&t.limits.StderrBytes, "max-stderr", d.StderrBytes, "how many `bytes` of the end of its stderr are kept")
	f.IntVar(&t.limits.Restarts, "restarts", d.Restarts, "how often the subject is started anew before the run stops")
	t.bounds = f
	cmd.Flags().AddFlagSet(f)
}

// check refuses numbers that make no sense.
func (t *trial) check() error {
	l := t.limits
	switch {
	case t.processes < 1 || t.processes > 256:
		return usage("", "--jobs is %d, must be from 1 to 256", t.processes)
	case l.Hello <= 0 || l.Case <= 0 || l.Exit <= 0:
		return usage("a time is written like 10s or 1m30s", "a time limit must be above 0")
	case l.MessageBytes < 1 || l.StderrBytes < 1:
		return usage("", "a limit of bytes must be above 0")
	case t.budget < 0:
		return usage("", "--shrink is %d, must be 0 or more", t.budget)
	case l.Restarts < 0:
		return usage("", "--restarts is %d, must be 0 or more", l.Restarts)
	}
	if l.Restarts == 0 {
		t.limits.Restarts = -1 // where 0 stands for the default
	}
	return nil
}

// shuffle is a flag that may be absent, which is not the same as 0.
type shuffle struct{ seed *uint64 }

func (s *shuffle) String() string { return "" }
func (s *shuffle) Type() string   { return "seed" }
func (s *shuffle) Set(text string) error {
	var n uint64
	if err := json.Unmarshal([]byte(text), &n); err != nil {
		return errors.New("must be an integer from 0 to 18446744073709551615")
	}
	s.seed = &n
	return nil
}

// subject is the subject that t runs.
func (a *app) subject(t *trial) runner.Subject {
	if len(t.command) > 0 {
		return runner.Command(t.command)
	}
	return oracle.Subject(a.reference())
}

func (a *app) reference() reference.Subject {
	return reference.Subject{Name: "conform-reference", Version: version, Profiles: a.profiles}
}

// trialResult is what came of a trial.
type trialResult struct {
	*runner.Result
	files []reports.File // that the subject was started from

	seeded      bool // generated cases were wanted
	interrupted bool

	generated *reports.Generated // nil when no generated cases were asked, as the next
	found     *challenge.Result
}

// run asks the subject the chosen vectors. The files that the subject is
// started from must be the same afterwards.
func (a *app) try(ctx context.Context, t *trial, s *vectors.Suite, chosen []*vectors.Vector, bar *progress) (*trialResult, error) {
	before, err := subjectFiles(t.command)
	if err != nil {
		return nil, &exitError{exitSubject, err, ""}
	}
	result, err := runner.Run(ctx, a.subject(t), runner.Options{
		Suite: s, Vectors: chosen, Processes: t.processes, Shuffle: t.shuffle.seed, Limits: t.limits, Progress: bar.of("vectors"),
	})
	if err != nil {
		return nil, a.noSubject(err)
	}
	r := &trialResult{Result: result, files: before, seeded: t.seed != 0}
	if t.seed != 0 && ctx.Err() == nil {
		if err := a.generate(ctx, t, s, r, bar); err != nil {
			return nil, err
		}
	}
	r.interrupted = ctx.Err() != nil
	after, err := subjectFiles(t.command)
	if err != nil || !slices.Equal(before, after) {
		return nil, &exitError{exitSubject, errors.New("the files of the subject changed during the run, so nothing can be said of it"), "run again while nobody changes it"}
	}
	return r, nil
}

// generate asks the generated cases of t.
func (a *app) generate(ctx context.Context, t *trial, s *vectors.Suite, r *trialResult, bar *progress) error {
	c, err := a.challenge(s, t.selection.Profiles, t.seed, t.cases)
	if err != nil {
		return err
	}
	if r.generated, r.found, err = a.askGenerated(ctx, t, c, r.Result, bar); err != nil {
		return a.noSubject(err)
	}
	return nil
}

// complete reports whether all was asked that there was to ask.
func (r *trialResult) complete() bool {
	return r.Complete && (!r.seeded || r.digested() != nil && r.found.Complete)
}

// digested is what a report says of the generated cases: nothing, if their
// stream was not made to its end.
func (r *trialResult) digested() *reports.Generated {
	if r.generated == nil || r.generated.Digest == "" {
		return nil
	}
	return r.generated
}

// stopped says why what was asked was cut short, "" when it was not.
func (r *trialResult) stopped() string {
	if r.Stopped == "" && r.found != nil {
		return r.found.Stopped
	}
	return r.Stopped
}

// noSubject is the error of a subject that was not to be had.
func (a *app) noSubject(err error) error {
	var p *runner.ProtocolError
	if !errors.As(err, &p) {
		return err
	}
	if p.Stderr != "" {
		fmt.Fprintf(a.err, "conform: the end of the subject's stderr:\n%s\n", p.Stderr)
	}
	return &exitError{exitSubject, err, p.Hint}
}

// report makes the report of a trial.
func (r *trialResult) report(t *trial, s *vectors.Suite, transport, operator, independence string) (*reports.Report, error) {
	outcomes := make(map[string]vectors.Outcome, len(r.Outcomes))
	for _, o := range r.Outcomes {
		outcomes[o.Vector.ID] = o.Kind
	}
	return reports.New(reports.Input{
		Suite: s, RunnerVersion: version,
		Subject: reports.Subject{
			Name: r.Hello.Name, Version: r.Hello.Version, Language: r.Hello.Language,
			Origin: r.Hello.Origin, Revision: r.Hello.Revision, Transport: transport, Files: r.files,
		},
		Operator: operator, Independence: independence,
		Selection: reports.Selection{Complete: r.complete(), Profiles: t.selection.Profiles, Only: t.selection.Only},
		Generated: r.digested(), Outcomes: outcomes, AnswersSHA256: r.AnswersSHA256(),
	})
}
