package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
	Advisories   []advisory        `json:"advisories"`
}

// runName is the name of the file.
const runName = "run.json"

func newRunFile(d *ran, started time.Time) *runFile {
	host, _ := os.Hostname()
	return &runFile{
		ExitCode: d.compared.ExitCode,
		Command:  append([]string{}, d.command...), Started: started.UTC(), Milliseconds: time.Since(started).Milliseconds(), Host: host,
		Processes: d.processes, Restarts: d.result.Restarts, Unreproduced: d.result.Unreproduced, Stopped: d.result.stopped(), Notes: d.result.Notes,
		Profiles: d.report.Profiles, Modules: d.report.Modules,
		Failures:   append(failuresOf(d.fresh, false), failuresOf(d.listed, true)...),
		StaleKnown: slices.Concat(d.compared.Passing, d.compared.Unknown),
		Advisories: advisoriesOf(d.result.Outcomes),
	}
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
	Why          string          `json:"why"`
	Diff         string          `json:"diff,omitempty"`
	Stderr       string          `json:"stderr,omitempty"`
}

func failuresOf(outcomes []runner.Outcome, known bool) []failure {
	out := []failure{}
	for _, o := range outcomes {
		if o.Kind.Failed() {
			out = append(out, failure{o.Vector.ID, o.Kind, known, o.Vector.Level, o.Vector.Requirements, o.Vector.Title, o.Why, o.Diff, o.Stderr})
		}
	}
	return out
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
