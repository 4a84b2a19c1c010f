package main

import (
	"fmt"

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
// of known failures that is wanted.
func (d *ran) write(run *runFile, key signature) error {
	if d.writeKnown != "" {
		if err := writeKnown(d.writeKnown, reports.KnownOf(d.report, d.suite, d.list)); err != nil {
			return err
		}
	}
	if d.out == "" {
		return nil
	}
	if err := forget(d.out); err != nil {
		return usage("choose another folder with -o", "removing what an earlier run wrote: %w", err)
	}
	files, err := reports.Write(d.out, d.report, key.key)
	if err != nil {
		return usage("choose another folder with -o", "%w", err)
	}
	run.sign(d.out, files, key)
	if err := run.write(d.out); err != nil || d.result.found == nil {
		return err
	}
	return writeShrunk(d.out, d.result.found.Failures)
}

// end says how the program ends.
func (d *ran) end(run *runFile) error {
	err := d.compared.Err()
	if err == nil {
		return exit(run.ExitCode)
	}
	return &exitError{run.ExitCode, fmt.Errorf("%s: %w", d.known, err), "take them out of the list; `conform run --write-known` writes one anew"}
}
