package main

import (
	"errors"
	"fmt"

	"github.com/kballard/go-shellquote"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// ran is a run that is over.
type ran struct {
	*runFlags
	suite    *vectors.Suite
	result   *trialResult
	report   *reports.Report
	list     *reports.Known     // of known failures, nil when none was given
	compared reports.Comparison // with that list

	wrote *reports.Known // the list that was written, nil when none was

	// The failed vectors, those that nobody knew of and those that are listed.
	fresh, listed []runner.Outcome
}

// compare compares the run with the list of known failures.
func (d *ran) compare() {
	d.compared.ExitCode = d.report.ExitCode()
	if d.list != nil {
		d.compared = d.list.Compare(d.report, d.suite)
	}
	known := map[string]bool{}
	for _, id := range d.compared.Failing {
		known[id] = true
	}
	for _, o := range d.result.Outcomes {
		switch {
		case !o.Kind.Failed():
		case known[o.Vector.ID]:
			d.listed = append(d.listed, o)
		default:
			d.fresh = append(d.fresh, o)
		}
	}
}

// write writes what the run leaves in its folder, if it has one, and the list
// of known failures that is wanted. After an error nothing is said to be in the
// folder.
func (d *ran) write(run *runFile, key signature) error {
	err := d.writeFolder(run, key)
	if err != nil {
		d.out = ""
	}
	if d.writeKnown != "" && d.report.Selection.Complete { // else it would lose what was not found to fail
		known := reports.KnownOf(d.report, d.suite, d.list)
		unwritten := writeKnown(d.writeKnown, known)
		if unwritten == nil {
			d.wrote = known
		}
		err = errors.Join(err, unwritten)
	}
	if err == nil {
		return nil
	}
	run.ExitCode = exitUsage
	return usage("choose another place with -o or --write-known", "%w", err)
}

func (d *ran) writeFolder(run *runFile, key signature) error {
	if d.out == "" {
		return nil
	}
	files, err := reports.Write(d.out, d.report, key.key)
	if err != nil {
		return err
	}
	run.sign(d.out, files, key)
	if g := run.Generated; g != nil {
		if g.Shrunk, err = writeShrunk(d.out, d.result.found.Failures); err != nil {
			return err
		}
	}
	return run.write(d.out)
}

// end says how the program ends.
func (d *ran) end(run *runFile) error {
	err := d.compared.Err()
	if err == nil {
		return exit(run.ExitCode)
	}
	return &exitError{run.ExitCode, fmt.Errorf("%s: %w", d.known, err),
		fmt.Sprintf("take them out of the list, or write it anew with --known %[1]s --write-known %[1]s, which keeps each why", shellquote.Join(d.known))}
}
