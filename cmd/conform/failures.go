package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"
	"github.com/spf13/pflag"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// maxShown is how many failures are shown with what was wrong; the others get a
// line each.
const maxShown = 10

// fewFailures is how many failures are so few that all that was asked, expected
// and answered is shown of each.
const fewFailures = 3

// maxAdvice is how many answers are shown that pass and differ at SHOULD level.
const maxAdvice = 3

// showRun shows what came of a run.
func (a *app) showRun(d *ran, run *runFile) error {
	if d.json {
		return writeJSON(a.out, run)
	}
	a.showFailures(d.fresh, d.details(), len(d.fresh) <= fewFailures)
	if len(d.fresh) > 0 {
		a.showHow(&d.trial, d.fresh[0].Vector.ID)
	}
	a.showListed(d)
	a.showMissing(d.report, d.suite, d.result.Hello)
	if d.result.found != nil {
		a.showGenerated(d, run.Generated)
	}
	a.showBroken(d)
	if err := reports.Summary(a.out, d.report, reports.Style{Colour: coloured(a.out)}); err != nil {
		return err
	}
	a.showEvidence(d, run)
	return nil
}

// details is where all stands that is shown in part.
func (d *ran) details() string {
	if d.out == "" {
		return "--json"
	}
	return filepath.Join(d.out, runName)
}

// showFailures names every vector that failed, and what was wrong with some;
// details is where the rest stands. See showAnswer for whole.
func (a *app) showFailures(failed []runner.Outcome, details string, whole bool) {
	p := paint{coloured(a.out)}
	for i, o := range kindsFirst(failed) {
		mark := p.red(string(o.Kind))
		if o.Vector.Level == vectors.Should {
			mark = p.yellow(string(o.Kind) + " (SHOULD)")
		}
		fmt.Fprintf(a.out, "%s  %s\n", mark, p.bold(o.Vector.ID))
		if i >= maxShown {
			continue
		}
		a.wrapped("  ", o.Vector.Title)
		if len(o.Vector.Requirements) > 0 {
			a.wrapped("  ", "tests "+listed(o.Vector.Requirements, "and"))
		}
		a.showAnswer(o, whole)
		fmt.Fprintln(a.out)
	}
	if len(failed) > maxShown {
		fmt.Fprintln(a.out)
		a.wrapped("", fmt.Sprintf("%d are shown with what was wrong, those of different requirements first; %s has all, with what was asked, expected and answered", maxShown, details))
		fmt.Fprintln(a.out)
	}
}

// showAnswer shows what was wrong with an answer, and if whole is set, what was
// asked, expected and answered.
func (a *app) showAnswer(o runner.Outcome, whole bool) {
	if whole {
		fmt.Fprintf(a.out, "  asked  %s\n  want   %s\n", asked(o.Vector), bounded(expected(o.Vector)))
	}
	if whole && o.Got != "" {
		fmt.Fprintf(a.out, "  got    %s\n", o.Got)
	}
	a.quote("  ", o.Why)
	a.quote("    ", o.Diff)
	if o.Stderr != "" {
		fmt.Fprintf(a.out, "  the end of its stderr:\n")
		a.quote("    ", o.Stderr)
	}
}

// kindsFirst are the failures, those first that are the first of a requirement,
// then those that are the first of their class: a subject that makes one mistake
// everywhere has others, too.
func kindsFirst(failed []runner.Outcome) []runner.Outcome {
	var first []runner.Outcome
	for _, kinds := range []func(runner.Outcome) []string{
		func(o runner.Outcome) []string { return o.Vector.Requirements },
		func(o runner.Outcome) []string { return []string{o.Vector.Operation.Name + " " + o.Class()} },
	} {
		seen := map[string]bool{}
		isNew := func(o runner.Outcome) (found bool) {
			for _, k := range kinds(o) {
				found = found || !seen[k]
				seen[k] = true
			}
			return found
		}
		for _, o := range first {
			isNew(o)
		}
		var others []runner.Outcome
		for _, o := range failed {
			if isNew(o) {
				first = append(first, o)
			} else {
				others = append(others, o)
			}
		}
		failed = others
	}
	return append(first, failed...)
}

// showHow says how to go on from a failed vector of the suite.
func (a *app) showHow(t *trial, id string) {
	fmt.Fprintf(a.out, "what it asks, and why:  %s show %s\njust that one:          %s\n\n", a.self, id, a.again(t, "--only", id))
}

// again is a call of `conform run` with the subject of t and its limits, as a
// shell takes it.
func (a *app) again(t *trial, words ...string) string {
	t.bounds.VisitAll(func(f *pflag.Flag) {
		if f.Changed {
			words = append(words, "--"+f.Name, f.Value.String())
		}
	})
	if len(t.command) > 0 {
		words = append(append(words, "--"), t.command...)
	}
	return a.self + " run " + shellquote.Join(words...)
}

// showListed names the known failures, in a line each.
func (a *app) showListed(d *ran) {
	if len(d.listed) == 0 {
		return
	}
	fmt.Fprintf(a.out, "known failures, listed in %s\n", d.known)
	for _, o := range d.listed[:min(len(d.listed), maxShown)] {
		fmt.Fprintf(a.out, "  %-7s  %s\n", o.Kind, o.Vector.ID)
	}
	if n := len(d.listed) - maxShown; n > 0 {
		fmt.Fprintf(a.out, "  and %d more; %s has all\n", n, d.details())
	}
	fmt.Fprintln(a.out)
}

// showBroken counts the failed vectors of each requirement at MUST.
func (a *app) showBroken(d *ran) {
	failed, all := map[string]int{}, map[string]int{}
	for _, o := range d.result.Outcomes {
		for _, id := range o.Vector.Requirements {
			all[id]++
			if o.Kind.Failed() {
				failed[id]++
			}
		}
	}
	var broken []vectors.Requirement
	for _, r := range d.suite.Requirements {
		if r.Level == vectors.Must && failed[r.ID] > 0 {
			broken = append(broken, r)
		}
	}
	if len(broken) == 0 {
		return
	}
	slices.SortStableFunc(broken, func(x, y vectors.Requirement) int { return cmp.Compare(failed[y.ID], failed[x.ID]) })
	p := paint{coloured(a.out)}
	fmt.Fprintf(a.out, "requirements at MUST not kept, and in how many of their vectors\n")
	for _, r := range broken[:min(len(broken), 2*maxShown)] {
		line := a.clipped(fmt.Sprintf("  %s  %3d of %-3d  ", r.ID, failed[r.ID], all[r.ID]), r.Text)
		fmt.Fprintln(a.out, strings.Replace(line, r.ID, p.red(r.ID), 1))
	}
	if n := len(broken) - 2*maxShown; n > 0 {
		fmt.Fprintf(a.out, "  and %d more\n", n)
	}
	fmt.Fprintln(a.out)
}

// showMissing names the operations that a module requires and the subject does
// not claim, though it claims others of the module.
func (a *app) showMissing(report *reports.Report, s *vectors.Suite, hello runner.Hello) {
	claimed := map[string]bool{}
	for _, m := range report.Modules {
		claimed[m.Profile+"/"+m.Module] = m.Verdict != vectors.NotClaimed
	}
	for _, p := range s.Profiles {
		for _, m := range p.Modules {
			for _, o := range m.Operations {
				if claimed[p.Name+"/"+m.Name] && !hello.Claims(o.Name) {
					fmt.Fprintf(a.out, "module %s/%s needs %s, which the subject does not claim\n\n", p.Name, m.Name, o.Name)
				}
			}
		}
	}
}

// quote prints lines of text, each after the margin.
func (a *app) quote(margin, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(a.out, "%s%s\n", margin, strings.TrimRight(line, "\n"))
	}
}

// showEvidence says what was written, by whom it is vouched for, what cut the
// run short, and what to do about it.
func (a *app) showEvidence(d *ran, run *runFile) {
	fmt.Fprintln(a.out)
	if run.Report != "" {
		by := "by key " + run.Signer
		if run.SelfSigned {
			by = "self-signed, by your own key " + run.Signer
		}
		fmt.Fprintf(a.out, "report    %s\nsha256    %s\n", run.Report, run.SHA256)
		a.hanging("signed    ", by)
	}
	if run.Stopped != "" {
		a.hanging("stopped   ", run.Stopped+"; what was left was not asked. "+d.next())
	}
	if run.Restarts > 0 {
		a.hanging("restarts  ", fmt.Sprintf("%d, of which %d could not be put down to one case", run.Restarts, run.Unreproduced))
	}
	for _, n := range run.Notes {
		a.hanging("note      ", n)
	}
	a.showAdvisories(run.Advisories[:min(len(run.Advisories), maxAdvice)])
	if n := len(run.Advisories) - maxAdvice; n > 0 {
		a.hanging("          ", fmt.Sprintf("and %d more; %s has all", n, d.details()))
	}
	a.showKnown(d, run)
	if !d.selection.Complete() {
		says := "a filtered run is never conformant, and writes nothing without -o FOLDER"
		if len(d.selection.Only) == 0 {
			says += "; a subject of one profile needs no --profile, since what it does not claim is not asked"
		}
		a.hanging("filtered  ", says)
	}
}

// showKnown says what became of the list of known failures, and of the one that
// was to be written.
func (a *app) showKnown(d *ran, run *runFile) {
	var says []string
	if n := len(d.listed); n > 0 {
		says = append(says, fmt.Sprintf("%d of %d failed vectors are listed in %s: exit code %d, the verdict stays", n, n+len(d.fresh), d.known, run.ExitCode))
	}
	switch {
	case d.wrote != nil:
		says = append(says, fmt.Sprintf("%s is written, and lists %d failures", d.writeKnown, len(d.wrote.Failures)))
	case d.writeKnown != "" && !d.report.Selection.Complete:
		says = append(says, d.writeKnown+" is not written: an incomplete run knows of some failures only, and would lose the others")
	}
	if g := run.Generated; len(says) > 0 && g != nil && len(g.Failed) > 0 {
		says = append(says, "generated cases failed too, which no list can hold")
	}
	for _, s := range says {
		a.hanging("known     ", s)
	}
}

// showAdvisories shows what is not as it should be in answers that pass.
func (a *app) showAdvisories(list []advisory) {
	for _, v := range list {
		a.hanging("advice    ", v.ID+" passes, but: "+strings.Join(v.Says, "; "))
	}
}

// next says what to do about a run that was cut short.
func (d *ran) next() string {
	most, n := d.limits.Restarts, d.result.Restarts
	if d.result.found != nil {
		n = max(n, d.result.found.Restarts)
	}
	switch {
	case d.result.interrupted:
		return "Run it again"
	case n >= most:
		return fmt.Sprintf("Mend the crashes and timeouts above first, or let it go on with --restarts %d", 10*max(1, most))
	}
	return "Mend that first, and run it again"
}

// showReplay shows what came of vectors that are not the suite's.
func (a *app) showReplay(outcomes []runner.Outcome) error {
	a.showFailures(slices.DeleteFunc(slices.Clone(outcomes), func(o runner.Outcome) bool { return !o.Kind.Failed() }), "--json", true)
	counts := map[vectors.Outcome]int{}
	for _, o := range outcomes {
		counts[o.Kind]++
	}
	var parts []string
	for _, kind := range vectors.Outcomes() {
		if n := counts[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, kind))
		}
	}
	a.showAdvisories(advisoriesOf(outcomes))
	_, err := fmt.Fprintf(a.out, "%d vectors: %s\n", len(outcomes), strings.Join(parts, ", "))
	return err
}
