package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/conform-suite/conform/internal/challenge"
	"github.com/conform-suite/conform/internal/plain"
	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// runFile is run.json: what a report leaves out since it varies from run to
// run. It is not signed.
type runFile struct {
	ExitCode     int               `json:"exit_code"`
	Report       string            `json:"report,omitempty"` // absent when none was written, as the next two
	SHA256       string            `json:"report_sha256,omitempty"`
	Signer       string            `json:"signer,omitempty"` // RFC 7638 thumbprint
	SelfSigned   bool              `json:"self_signed"`
	Command      []string          `json:"command"`
	Started      time.Time         `json:"started"`
	Milliseconds int64             `json:"milliseconds"`
	Host         string            `json:"host"`
	Processes    int               `json:"processes"`
	Restarts     int               `json:"restarts"`
	Unreproduced int               `json:"unreproduced"` // crashes that nobody is blamed for
	Stopped      string            `json:"stopped,omitempty"`
	Notes        []string          `json:"notes,omitempty"`
	Profiles     []reports.Profile `json:"profiles"`
	Modules      []reports.Module  `json:"modules"`
	Failures     []failure         `json:"failures"`              // those that no list knows of first
	StaleKnown   []string          `json:"stale_known,omitempty"` // entries of the list that do not fail
	Generated    *generatedRun     `json:"generated,omitempty"`   // absent when no generated cases were asked
	Advisories   []advisory        `json:"advisories"`
}

// runName is the name of the file.
const runName = "run.json"

func newRunFile(d *ran, started time.Time) *runFile {
	host, _ := os.Hostname()
	return &runFile{
		ExitCode: d.compared.ExitCode,
		Command:  append([]string{}, d.command...), Started: started.UTC(), Milliseconds: time.Since(started).Milliseconds(), Host: host,
		Processes: d.processes, Restarts: d.result.Restarts, Unreproduced: d.result.Unreproduced, Stopped: d.result.stopped(), Notes: notesOf(d.result),
		Profiles: d.report.Profiles, Modules: d.report.Modules,
		Failures:   append(failuresOf(d.fresh, false), failuresOf(d.listed, true)...),
		StaleKnown: slices.Concat(d.compared.Passing, d.compared.Unknown),
		Generated:  generatedOf(d.result),
		Advisories: advisoriesOf(d.result.Outcomes),
	}
}

// notesOf are the runner's notes, and that nothing was asked, where that is so.
func notesOf(r *trialResult) []string {
	if r.Asked > 0 || !r.Complete {
		return r.Notes
	}
	const most = 5
	claimed := slices.Clone(r.Hello.Operations[:min(most, len(r.Hello.Operations))])
	if n := len(r.Hello.Operations) - most; n > 0 {
		claimed = append(claimed, fmt.Sprintf("%d more", n))
	}
	return append(r.Notes, "nothing that was selected is claimed by the subject, which claims "+plain.Text(listed(claimed, "and"), ""))
}

// sign says what was written into dir, and by whom it is vouched for.
func (f *runFile) sign(dir string, files reports.Files, key signature) {
	f.Report = filepath.Join(dir, reports.ReportName)
	f.SHA256 = strings.Fields(string(files.Digest))[0]
	f.Signer, f.SelfSigned = key.key.Public().Thumbprint(), key.own
}

func (f *runFile) write(dir string) error {
	data, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	return write(filepath.Join(dir, runName), append(data, '\n'))
}

// failure is a vector that failed.
type failure struct {
	ID           string          `json:"id"`
	Outcome      vectors.Outcome `json:"outcome"`
	Known        bool            `json:"known,omitempty"` // listed as a known failure
	Level        vectors.Level   `json:"level"`
	Requirements []string        `json:"requirements"`
	Title        string          `json:"title"`
	Asked        string          `json:"asked"` // the params, as much of them as is shown
	answered
}

// answered is what was wrong with the answer to a case.
type answered struct {
	Why      string `json:"why"`
	Expected string `json:"expected"`      // as much of it as is shown
	Got      string `json:"got,omitempty"` // absent when nothing came that has the form of an answer
	Diff     string `json:"diff,omitempty"`
	Stderr   string `json:"stderr,omitempty"`
}

func answeredOf(o runner.Outcome) answered {
	return answered{o.Why, bounded(expected(o.Vector)), o.Got, o.Diff, o.Stderr}
}

// bounded is as much of a text as is shown, 4 KiB, safe to print.
func bounded(text string) string {
	const most = 4 << 10
	return plain.Cut(plain.Text(plain.Beginning(text, most+1), ""), most)
}

// asked is what a vector asks, as much of it as is shown.
func asked(v *vectors.Vector) string { return bounded(string(v.Params)) }

func failuresOf(outcomes []runner.Outcome, known bool) []failure {
	out := []failure{}
	for _, o := range outcomes {
		if o.Kind.Failed() {
			v := o.Vector
			out = append(out, failure{v.ID, o.Kind, known, v.Level, append([]string{}, v.Requirements...), v.Title, asked(v), answeredOf(o)})
		}
	}
	return out
}

// generatedRun is what came of the generated cases.
type generatedRun struct {
	Seed              string                     `json:"seed"`
	CasesPerOperation int64                      `json:"cases_per_operation"`
	Generator         string                     `json:"generator"`
	Failed            []reports.GeneratedFailure `json:"failed"`           // as in the report
	Failures          []generatedFailure         `json:"failures"`         // the first of each kind
	Shrunk            string                     `json:"shrunk,omitempty"` // the file of vectors that these became, if one was written
	Interrupted       bool                       `json:"interrupted"`      // before all of these were made small
}

// generatedFailure is a failed generated case, as small as it became.
type generatedFailure struct {
	Operation string          `json:"operation"`
	Case      int64           `json:"case"` // index within its operation, from 0
	Outcome   vectors.Outcome `json:"outcome"`
	Class     string          `json:"class"` // in what way it failed
	Params    json.RawMessage `json:"params"`
	answered
	NotSmall string `json:"not_small,omitempty"` // why it may be smaller still
}

// generatedOf is nil when no generated cases were asked.
func generatedOf(r *trialResult) *generatedRun {
	if r.found == nil {
		return nil
	}
	g := r.generated
	out := &generatedRun{
		Seed: g.Seed, CasesPerOperation: g.CasesPerOperation, Generator: g.Generator,
		Failed: g.Failed, Failures: []generatedFailure{}, Interrupted: r.interrupted && len(r.found.Failures) > 0,
	}
	for _, f := range r.found.Failures {
		out.Failures = append(out.Failures, generatedFailure{
			f.At.Operation, f.At.Index, f.Outcome.Kind, f.Class, f.Vector.Params, answeredOf(f.Outcome), notSmall(f),
		})
	}
	return out
}

// notSmall says why a failed case may be smaller still, "" when it may not.
func notSmall(f challenge.Failure) string {
	switch {
	case f.Problem != "":
		return "not made small: " + f.Problem
	case f.Shrunk.Truncated:
		return fmt.Sprintf("perhaps not the smallest: more than %d questions were needed", f.Shrunk.Executions)
	}
	return ""
}

// advisory is a vector that passed, but not in every respect.
type advisory struct {
	ID   string   `json:"id"`
	Says []string `json:"says"`
}

func advisoriesOf(outcomes []runner.Outcome) []advisory {
	out := []advisory{}
	for _, o := range outcomes {
		if len(o.Advisories) > 0 {
			out = append(out, advisory{o.Vector.ID, o.Advisories})
		}
	}
	return out
}
