package main

import (
	"encoding/json"
	"os"
	"path/filepath"
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
	Report       string            `json:"report"`
	SHA256       string            `json:"report_sha256"`
	Signer       string            `json:"signer"` // RFC 7638 thumbprint
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
	Failures     []failure         `json:"failures"`
	Advisories   []advisory        `json:"advisories"`
}

func newRunFile(r *runFlags, result *trialResult, report *reports.Report, files reports.Files, key signature, started time.Time) *runFile {
	host, _ := os.Hostname()
	return &runFile{
		Report: filepath.Join(r.out, reports.ReportName), SHA256: strings.Fields(string(files.Digest))[0],
		Signer: key.key.Public().Thumbprint(), SelfSigned: key.own,
		Command: append([]string{}, r.command...), Started: started.UTC(), Milliseconds: time.Since(started).Milliseconds(), Host: host,
		Processes: r.processes, Restarts: result.Restarts, Unreproduced: result.Unreproduced, Stopped: result.Stopped, Notes: result.Notes,
		Profiles: report.Profiles, Modules: report.Modules,
		Failures: failuresOf(result.Outcomes), Advisories: advisoriesOf(result.Outcomes),
	}
}

func (f *runFile) write(dir string) error {
	data, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	return write(filepath.Join(dir, "run.json"), append(data, '\n'))
}

// failure is a vector that failed.
type failure struct {
	ID      string          `json:"id"`
	Outcome vectors.Outcome `json:"outcome"`
	Level   vectors.Level   `json:"level"`
	Title   string          `json:"title"`
	Why     string          `json:"why"`
	Diff    string          `json:"diff,omitempty"`
	Stderr  string          `json:"stderr,omitempty"`
}

func failuresOf(outcomes []runner.Outcome) []failure {
	out := []failure{}
	for _, o := range outcomes {
		if o.Kind.Failed() {
			out = append(out, failure{o.Vector.ID, o.Kind, o.Vector.Level, o.Vector.Title, o.Why, o.Diff, o.Stderr})
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
