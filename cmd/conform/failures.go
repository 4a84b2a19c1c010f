package main

import (
	"fmt"
	"strings"

	"github.com/kballard/go-shellquote"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// maxShown is how many failures are shown in full; the others get a line each.
const maxShown = 10

// showFailures names every vector that failed, and what was wrong with the
// first ones. It returns the id of the very first, "" when none failed.
func (a *app) showFailures(outcomes []runner.Outcome) (first string) {
	p := paint{coloured(a.out)}
	shown := 0
	for _, o := range outcomes {
		if !o.Kind.Failed() {
			continue
		}
		if first == "" {
			first = o.Vector.ID
		}
		mark := p.red(string(o.Kind))
		if o.Vector.Level == vectors.Should {
			mark = p.yellow(string(o.Kind) + " (SHOULD)")
		}
		fmt.Fprintf(a.out, "%s  %s\n", mark, p.bold(o.Vector.ID))
		if shown++; shown > maxShown {
			continue
		}
		fmt.Fprintf(a.out, "  %s\n", o.Vector.Title)
		a.quote("  ", o.Why)
		a.quote("    ", o.Diff)
		if o.Stderr != "" {
			fmt.Fprintf(a.out, "  the end of its stderr:\n")
			a.quote("    ", o.Stderr)
		}
		fmt.Fprintln(a.out)
	}
	if shown > maxShown {
		fmt.Fprintf(a.out, "\nthe first %d are shown in full; all are in run.json\n", maxShown)
	}
	return first
}

// showHow says how to go on from a failed vector of the suite.
func (a *app) showHow(id string, command []string) {
	if id == "" {
		return
	}
	just := withCommand("conform run --only "+id, command)
	fmt.Fprintf(a.out, "what it asks, and why:  conform show %s\njust that one:          %s\n\n", id, just)
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

// withCommand is a call of conform with the subject's command, as a shell takes
// it.
func withCommand(call string, command []string) string {
	if len(command) == 0 {
		return call
	}
	return call + " -- " + shellquote.Join(command...)
}

// quote prints lines of text, each after the margin.
func (a *app) quote(margin, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(a.out, "%s%s\n", margin, strings.TrimRight(line, "\n"))
	}
}

// showEvidence says what was written, by whom it is vouched for, and what to
// do with it.
func (a *app) showEvidence(run *runFile) {
	by := "by key " + run.Signer
	if run.SelfSigned {
		by = "self-signed, by your own key " + run.Signer
	}
	fmt.Fprintf(a.out, "\nreport    %s\nsha256    %s\n", run.Report, run.SHA256)
	a.hanging("signed    ", by)
	if run.Stopped != "" {
		a.hanging("stopped   ", run.Stopped)
	}
	if run.Restarts > 0 {
		a.hanging("restarts  ", fmt.Sprintf("%d, of which %d could not be put down to one case", run.Restarts, run.Unreproduced))
	}
	for _, n := range run.Notes {
		a.hanging("note      ", n)
	}
	if n := len(run.Advisories); n > 0 {
		a.hanging("advice    ", fmt.Sprintf("%d answers pass, but differ at SHOULD level: see advisories in run.json", n))
	}
}

// showReplay shows what came of vectors that are not the suite's.
func (a *app) showReplay(outcomes []runner.Outcome) error {
	a.showFailures(outcomes)
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
	_, err := fmt.Fprintf(a.out, "%d vectors: %s\n", len(outcomes), strings.Join(parts, ", "))
	return err
}
