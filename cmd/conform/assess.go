package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

func (a *app) assessCommand() *cobra.Command {
	var f assessFlags
	cmd := &cobra.Command{
		Use:   "assess FILE [flags]",
		Short: "Say how far the evidence for a source manifest goes",
		Long: `Climb the ladder from declared over digest-verified and signature-verified to
conformance-verified with what you have of the evidence for a source manifest,
and say why it stops where it stops. FILE may be - for standard input.

What is not given stops the climb. What is given and is wrong rejects the
manifest, whatever the rung. Keys are those that you trust, from a way that you
trust: none is ever taken from the manifest or the report.

A report's verdicts are the word of whoever signed it; ` + "`conform verify`" + ` recomputes
them from what was asked.

Effects are the actions that messages in the language may authorize. They are
eligible if the manifest's signature is verified and you have authenticated the
agent card that it came in, and else blocked, whatever the report says.

The exit code is 0 whatever rung is reached, unless --require names a higher one,
and 1 for a rejection or for less than is required.`,
		Example: `  conform assess source_manifest.json --capsule capsule.json \
      --report conformance_report.json --key their.jwk --report-key lab.jwk`,
		Args: takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.manifest = args[0]
			if !cmd.Flags().Changed("expected-version") {
				f.version = nil
			}
			if err := notEmpty(cmd, "require"); err != nil {
				return err
			}
			if f.require != "" && !slices.Contains(manifests.Statuses, manifests.Status(f.require)) {
				return usage("", "--require is %q, must be %s", f.require, listed(rungs(), "or"))
			}
			return a.assess(&f)
		},
	}
	f.version = new(string)
	fl := cmd.Flags()
	fl.SortFlags = false // they read best in the order of the rungs
	fl.StringVar(&f.capsule, "capsule", "", "the capsule, a `file` that must have the digest that the manifest names")
	fl.StringVar(&f.report, "report", "", "the conformance report, likewise a `file`")
	fl.StringVar(&f.reportSignature, "report-signature", "", "the report's detached signature (default: the `file` of the report's name and .jws, if it is there)")
	fl.StringArrayVar(&f.keys, "key", nil, "trust the public key (JWK or JWKS) in this `file` to sign the manifest; may be repeated")
	fl.StringArrayVar(&f.reportKeys, "report-key", nil, "trust the one in this `file` to sign the report; may be repeated")
	fl.StringArrayVar(&f.suites, "accepted-suite", nil, "accept a report of the suite with this `digest`; may be repeated (default: the suite of this program)")
	fl.StringVar(f.version, "expected-version", "", "reject a manifest of another `version` of the language")
	fl.BoolVar(&f.card, "agent-card-authenticated", false, "you have authenticated the agent card that the manifest came in")
	fl.StringVar(&f.require, "require", "", "exit with 1 unless this `rung` is reached: "+listed(rungs(), "or"))
	complete(cmd, "require", oneOf(rungs()...))
	fl.BoolVar(&f.json, "json", false, "write JSON to stdout, and nothing else")
	return cmd
}

type assessFlags struct {
	manifest, capsule       string
	report, reportSignature string
	keys, reportKeys        []string
	suites                  []string
	version                 *string // nil when none is expected
	card                    bool
	require                 string // a rung, or ""
	json                    bool
}

// rungs are the names of all rungs, from below.
func rungs() []string {
	var out []string
	for _, s := range manifests.Statuses {
		out = append(out, string(s))
	}
	return out
}

func (a *app) assess(f *assessFlags) error {
	e, err := a.evidence(f)
	if err != nil {
		return err
	}
	found, err := e.Assess()
	if err != nil {
		return a.refuse(f.manifest, err, f.json)
	}
	if f.json {
		err = writeJSON(a.out, assessedManifest(found))
	} else {
		a.showAssessment(f.manifest, found, e.next(found))
	}
	if err == nil && !enough(found, f.require) {
		return &exitError{exitNonConformant, fmt.Errorf("%s is %s, and %s is required", f.manifest, found.Status, f.require), ""}
	}
	return err
}

// enough reports whether the rung that is required, if any, is reached.
func enough(found manifests.Assessment, require string) bool {
	return require == "" || slices.ContainsFunc(found.Rungs, func(r manifests.Rung) bool {
		return string(r.Status) == require && r.Reached
	})
}

// evidence reads all that the flags name.
func (a *app) evidence(f *assessFlags) (e evidence, err error) {
	e.ExpectedVersion, e.AgentCardAuthenticated, e.AcceptedSuites = f.version, f.card, f.suites
	for _, digest := range f.suites {
		if !vectors.IsDigest(digest) {
			return e, usage("`conform version` prints that of this program", "--accepted-suite is %q, must be the digest of a suite: h1: and 44 characters of base64", digest)
		}
	}
	if len(f.suites) == 0 {
		s, err := a.load()
		if err != nil {
			return e, err
		}
		e.AcceptedSuites = []string{s.Digest}
	}
	if f.reportSignature != "" && f.report == "" {
		return e, usage("", "--report-signature needs --report")
	}
	if e.Document, err = a.read(f.manifest, manifests.MaxDocument); err != nil {
		return e, err
	}
	for _, x := range []struct {
		to   *[]byte
		path string
	}{{&e.Capsule, f.capsule}, {&e.Report, f.report}} {
		if x.path == "" {
			continue
		}
		if *x.to, err = readFile(x.path, manifests.MaxArtifact); err != nil {
			return e, err
		}
	}
	if e.ReportSignature, err = signatureOf(f.report, f.reportSignature); err != nil {
		return e, err
	}
	if e.Keys, err = a.trusted(f.keys); err != nil {
		return e, err
	}
	e.ReportKeys, err = a.trusted(f.reportKeys)
	return e, err
}

// signatureOf is a report's signature: that of the file named, which must be
// there, else the one beside the report, which may be missing.
func signatureOf(report, path string) (*string, error) {
	if path == "" {
		if report == "" {
			return nil, nil
		}
		path = report + reports.SignatureEnding
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
	}
	data, err := readFile(path, jws.MaxLength)
	if err != nil {
		return nil, err
	}
	return new(string(data)), nil
}

// evidence is what a person has for a manifest.
type evidence struct{ manifests.Evidence }

// next is what to give to climb on from where the assessment stopped, or "".
func (e evidence) next(found manifests.Assessment) string {
	switch {
	case e.Capsule == nil && e.Report == nil:
		return "give the files that it names: --capsule FILE --report FILE"
	case e.Capsule == nil:
		return "give the capsule that it names, too: --capsule FILE"
	case e.Report == nil:
		return "give the report that it names, too: --report FILE"
	case !found.Manifest.Signed():
		return "have it signed by whoever made it: `conform manifest new` signs unless told not to"
	case e.Keys == nil:
		return "name a key that you trust to sign it: --key FILE"
	case found.Status == manifests.SignatureVerified && e.ReportSignature == nil:
		return "put the report's signature beside it (its name and .jws), or name it: --report-signature FILE"
	case found.Status == manifests.SignatureVerified && e.ReportKeys == nil:
		return "name a key that you trust to sign reports: --report-key FILE"
	case found.Status == manifests.SignatureVerified:
		return "this report carries it no further, for the reason above: make a manifest of one that does"
	}
	return ""
}

// assessed is an assessment as `conform assess --json` shows it.
type assessed struct {
	SourceID string           `json:"source_id"`
	Status   manifests.Status `json:"status"`
	Effects  string           `json:"effects"` // eligible or blocked
	Why      string           `json:"effects_why"`
	Rungs    []rung           `json:"rungs"` // all four, from below
}

type rung struct {
	Status  manifests.Status `json:"status"`
	Reached bool             `json:"reached"`
	Why     string           `json:"why"`
}

func assessedManifest(found manifests.Assessment) assessed {
	out := assessed{found.Manifest.SourceID(), found.Status, effects(found), found.Effects, nil}
	for _, r := range found.Rungs {
		out.Rungs = append(out.Rungs, rung(r))
	}
	return out
}

func effects(found manifests.Assessment) string {
	if found.Eligible {
		return "eligible"
	}
	return "blocked"
}

func (a *app) showAssessment(name string, found manifests.Assessment, next string) {
	p := paint{coloured(a.out)}
	fmt.Fprintf(a.out, "%s is %s.\n\n", name, p.bold(string(found.Status)))
	for _, r := range found.Rungs {
		mark := p.green("reached    ")
		if !r.Reached {
			mark = p.yellow("not reached")
		}
		fmt.Fprintf(a.out, "  %s  %s\n", mark, r.Status)
		a.wrapped("               ", r.Why)
	}
	fmt.Fprintln(a.out)
	fmt.Fprintf(a.out, "source id  %s\n", found.Manifest.SourceID())
	a.hanging("effects    ", effects(found)+": "+found.Effects)
	if next != "" {
		a.hanging("to climb   ", next)
	}
}
