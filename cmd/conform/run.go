package main

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

func (a *app) runCommand() *cobra.Command {
	var r runFlags
	cmd := &cobra.Command{
		Use:   "run [flags] [-- COMMAND…]",
		Short: "Test a subject and write a signed report",
		Long: `Start COMMAND, ask it every vector over the protocol conform/1 (JSON-RPC on its
standard input and output), and write a signed report. Without COMMAND, the
embedded reference is tested. What an earlier run wrote into the folder is
removed before the subject is asked.

For CI, --write-known lists the vectors that fail, and --known lets them fail
without changing the exit code. An entry of the list may say why, in a member
"why", which stays when both flags are given.

With --profile or --only a run is filtered: a means to find faults, which shows
no conformance, and writes nothing unless you name a folder with -o.

Exit codes: 0 conformant, 1 non-conformant, 2 usage, 3 the subject does not
start or speak the protocol, 4 incomplete or interrupted.`,
		Example: `  conform run -o out -- python3 my_subject.py
  conform run --only ids/classify_arg -- ./my-subject
  conform run --known known.json -j 4 --json -- node subject.js`,
		RunE: func(cmd *cobra.Command, args []string) error {
			words, command, err := atDash(cmd, args)
			if err != nil {
				return err
			}
			if len(words) > 0 {
				return usage("write `conform run [flags] -- COMMAND…`", "the subject's command stands behind --")
			}
			if err := notEmpty(cmd, "out", "vectors", "key", "operator", "independence", "known", "write-known"); err != nil {
				return err
			}
			r.command = command
			return a.run(cmd, &r)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&r.out, "out", "o", "conformance", "write the report into this `folder`; a filtered run writes only when it is given")
	a.selectionFlags(cmd, &r.selection)
	f.StringVar(&r.vectors, "vectors", "", "ask the vectors of this `file` instead of the suite's; no report is written")
	f.BoolVar(&r.json, "json", false, "write JSON to stdout, and nothing else")
	f.StringVar(&r.key, "key", "", "sign with the private key in this `file` (default: CONFORM_KEY, or a key of your own, made when there is none)")
	f.StringVar(&r.operator, "operator", "", "who runs this, in your own words: a `text` for the report")
	f.StringVar(&r.independence, "independence", "", "the evidence-independence `label` that you claim: project-internal (the default), \"same-project cross-runtime\" or \"external independent reproduction\"")
	complete(cmd, "independence", oneOf(reports.ProjectInternal, reports.CrossRuntime, reports.ExternalReproduction))
	f.Uint64Var(&r.seed, "seed", 0, "ask generated cases too, those of this `seed`; `conform challenge` makes one that nobody chose")
	f.Int64Var(&r.cases, "cases", 1000, "how many generated `cases` of each operation")
	f.IntVar(&r.budget, "shrink", 10_000, "ask at most that `often` to make one failed case small, where an answer that does not come in time counts 500 times; 0 leaves cases as they are")
	f.StringVar(&r.known, "known", "", "do not fail on the failures listed in this `file`; the verdict stays")
	f.StringVar(&r.writeKnown, "write-known", "", "write what fails into this `file`, for --known")
	r.subjectFlags(cmd)
	return cmd
}

type runFlags struct {
	trial
	out               string // "" for a run that writes nothing
	vectors           string
	json              bool
	key               string
	operator          string
	independence      string
	known, writeKnown string
}

func (a *app) run(cmd *cobra.Command, r *runFlags) error {
	if err := r.check(); err != nil {
		return err
	}
	if err := r.checkSeed(cmd); err != nil {
		return err
	}
	s, err := a.load()
	if err != nil {
		return err
	}
	if r.vectors != "" {
		return a.replay(cmd, r, s)
	}
	if r.writeKnown != "" && !r.selection.Complete() {
		return usage("a filtered run knows of some failures only, and would lose the others", "--write-known goes with neither --profile nor --only")
	}
	chosen, err := choose(s, &r.selection)
	if err != nil {
		return err
	}
	known, err := readKnown(r.known, s)
	if err != nil {
		return err
	}
	if !r.selection.Complete() && !cmd.Flags().Changed("out") {
		r.out = ""
	}
	if err := a.rehearse(r, s); err != nil {
		return err
	}
	key, done, err := r.open()
	if err != nil {
		return err
	}
	defer done()
	if r.out != "" {
		if err := forget(r.out); err != nil {
			return err
		}
	}
	started := time.Now()
	bar := a.progress()
	result, err := a.try(cmd.Context(), &r.trial, s, chosen, bar)
	bar.close()
	if err != nil {
		return err
	}
	report, err := result.report(&r.trial, s, result.Transport, r.operator, r.independence)
	if err != nil {
		return usage("", "%w", err)
	}
	d := &ran{runFlags: r, suite: s, result: result, report: report, list: known}
	d.compare()
	run := newRunFile(d, started)
	unwritten := d.write(run, key)
	if err := a.showRun(d, run); err != nil {
		return err
	}
	return cmp.Or(unwritten, d.end(run))
}

// rehearse makes the report of a run that asks nothing. What is wrong with what
// the operator gives for a report is so found before hours of asking are lost.
func (a *app) rehearse(r *runFlags, s *vectors.Suite) error {
	files, _ := subjectFiles(r.command) // an error is the subject's, and told by try
	nothing := &trialResult{Result: &runner.Result{}, files: files}
	nothing.Hello = runner.Hello{Name: "subject", Version: "0", Language: "none"}
	for _, v := range s.Vectors {
		nothing.Outcomes = append(nothing.Outcomes, runner.Outcome{Vector: v, Kind: vectors.Skipped})
	}
	if r.seed != 0 {
		c, err := a.challenge(s, r.selection.Profiles, r.seed, r.cases)
		if err != nil {
			return err
		}
		nothing.generated = section(c)
		nothing.generated.Digest = strings.Repeat("0", 64)
	}
	if _, err := nothing.report(&r.trial, s, a.subject(&r.trial).Transport(), r.operator, r.independence); err != nil {
		return usage("", "%w", err)
	}
	return nil
}

// open readies what a run is written with: the place of the list of known
// failures, the key, and the folder, which is done with in the end.
func (r *runFlags) open() (key signature, done func(), err error) {
	if r.writeKnown != "" {
		if err := tryWriting(r.writeKnown); err != nil {
			return key, nil, usage("choose another place with --write-known", "writing the list of known failures: %w", err)
		}
	}
	if r.out == "" {
		return key, func() {}, nil
	}
	if key, err = signer(r.key); err != nil {
		return key, nil, err
	}
	done, err = openFolder(r.out)
	return key, done, err
}

// notEmpty refuses a flag that was given and says nothing, as one does whose
// value is a variable of a shell that is not set.
func notEmpty(cmd *cobra.Command, names ...string) error {
	for _, name := range names {
		if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
			return usage("give it a value, or leave the flag out", "--%s is empty", name)
		}
	}
	return nil
}

// checkSeed refuses what asks for generated cases, and cannot have any.
func (r *runFlags) checkSeed(cmd *cobra.Command) error {
	seed, cases := cmd.Flags().Changed("seed"), cmd.Flags().Changed("cases")
	switch {
	case seed && r.seed == 0:
		return usage("", "%w", gen.ErrSeed)
	case cases && !seed:
		return usage("choose a --seed", "--cases is of generated cases, which need a seed")
	case seed && (len(r.selection.Only) > 0 || r.vectors != ""):
		return usage("", "--seed goes with neither --only nor --vectors")
	}
	return nil
}

// replay asks the vectors of a file, and writes no report: they are not the suite.
func (a *app) replay(cmd *cobra.Command, r *runFlags, s *vectors.Suite) error {
	if !r.selection.Complete() || r.known != "" || r.writeKnown != "" {
		return usage("", "--vectors goes with none of --profile, --only, --known and --write-known")
	}
	data, err := a.read(r.vectors, vectors.MaxFileBytes)
	if err != nil {
		return err
	}
	chosen, err := s.Parse(data, r.vectors)
	if err != nil {
		return usage("schema/vectors.json says what a file of vectors looks like", "reading vectors: %w", err)
	}
	bar := a.progress()
	result, err := a.try(cmd.Context(), &r.trial, s, chosen, bar)
	bar.close()
	if err != nil {
		return err
	}
	outcomes := slices.DeleteFunc(result.Outcomes, func(o runner.Outcome) bool { return !slices.Contains(chosen, o.Vector) })
	if r.json {
		err = writeJSON(a.out, failuresOf(outcomes, false))
	} else {
		err = a.showReplay(outcomes)
	}
	return errors.Join(err, exit(replayCode(result, outcomes)))
}

func replayCode(result *trialResult, outcomes []runner.Outcome) int {
	for _, o := range outcomes {
		if o.Kind.Failed() || o.Kind == vectors.Unsupported {
			return exitNonConformant
		}
	}
	if !result.Complete {
		return exitIncomplete
	}
	return exitConformant
}

func readKnown(path string, s *vectors.Suite) (*reports.Known, error) {
	if path == "" {
		return nil, nil
	}
	data, err := readFile(path, vectors.MaxFileBytes)
	if err != nil {
		return nil, err
	}
	k, err := reports.ParseKnown(data, s.Schemas)
	if err != nil {
		return nil, usage("--write-known writes such a file", "%s: %w", path, err)
	}
	return k, nil
}

func writeKnown(path string, k *reports.Known) error {
	data, err := k.JSON()
	if err != nil {
		return err
	}
	return write(path, data)
}
