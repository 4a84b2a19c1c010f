package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/reports"
)

func (a *app) manifestNewCommand() *cobra.Command {
	n := newManifest{Manifest: manifests.Manifest{Version: manifests.Version}}
	cmd := &cobra.Command{
		Use:   "new [flags]",
		Short: "Make a source manifest and sign it",
		Long: `Make a source manifest: the claim that an implementation supports a language,
which names the language's specification and capsule, the implementation and
its conformance report by commit and digest. What no flag gives is asked for,
on a terminal. It is signed unless you say --unsigned.

The report must be one of the very commit that --origin names. A commit cannot
hold its own report, so --report-url names a later one. What keeps the report
from carrying the manifest to the highest rung of ` + "`conform assess`" + ` is said, and
refuses nothing. With -o, nothing but another source manifest is replaced.`,
		Example: `  conform manifest new -o source_manifest.json \
      --spec-uri https://github.com/you/tongue/blob/COMMIT/spec.md \
      --origin https://github.com/you/agent/tree/COMMIT \
      --report-url https://github.com/you/agent/blob/LATER/report.json \
      --capsule capsule.json --report out/conformance_report.json`,
		Args: takes(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.newManifest(cmd.Context(), &n) },
	}
	f := cmd.Flags()
	f.SortFlags = false // they read best in the order of the claim
	f.StringVar(&n.SpecURI, "spec-uri", "", "the language's specification: an immutable GitHub `URL`, https://github.com/…/blob/COMMIT/PATH")
	f.StringVar(&n.Version, "language-version", n.Version, "the `version` of the language")
	f.StringVar(&n.capsule.path, "capsule", "", "the language's capsule, a `file` to take the SHA-256 of")
	f.StringVar(&n.CapsuleSHA256, "capsule-sha256", "", "that SHA-256, in lowercase `hex`, instead of the file")
	f.StringVar(&n.Origin, "origin", "", "the implementation: such a `URL`, or one with tree for blob")
	f.StringVar(&n.ReportURL, "report-url", "", "where the report is: such a `URL`, with blob")
	f.StringVar(&n.report.path, "report", "", "the report, a `file` to take the SHA-256 of")
	f.StringVar(&n.ReportSHA256, "report-sha256", "", "that SHA-256, in lowercase `hex`, instead of the file")
	f.StringVarP(&n.out, "out", "o", "", "write the manifest to this `file` instead of standard output")
	f.StringVar(&n.key, "key", "", "sign with the private key in this `file` (default: CONFORM_KEY, or a key of your own, made when there is none)")
	f.BoolVar(&n.unsigned, "unsigned", false, "do not sign: it will be digest-verified at best")
	return cmd
}

// newManifest is a manifest in the making.
type newManifest struct {
	manifests.Manifest
	capsule, report artifact
	out, key        string
	unsigned        bool
}

// artifact is a file that a manifest names by its digest.
type artifact struct {
	path string
	data []byte // nil when only its digest was given
}

// part is a member of a manifest as a person gives it.
type part struct {
	member, flag string
	what         string // in words
	value        *string
	file         *artifact // of which value is the digest; nil for other members
}

// parts are those that must be given, in the order that they are asked for.
func (n *newManifest) parts() []part {
	return []part{
		{"languageSpecUri", "spec-uri", "The language's specification, https://github.com/OWNER/REPO/blob/COMMIT/PATH", &n.SpecURI, nil},
		{"languageVersion", "language-version", "The version of the language", &n.Version, nil},
		{"capsuleSha256", "capsule", "The language's capsule, a file, or its SHA-256", &n.CapsuleSHA256, &n.capsule},
		{"implementationOrigin", "origin", "The implementation, https://github.com/OWNER/REPO/tree/COMMIT", &n.Origin, nil},
		{"conformanceReportUrl", "report-url", "Where its report is, https://github.com/OWNER/REPO/blob/COMMIT/PATH", &n.ReportURL, nil},
		{"conformanceReportSha256", "report", "That report, a file, or its SHA-256", &n.ReportSHA256, &n.report},
	}
}

func (a *app) newManifest(ctx context.Context, n *newManifest) error {
	if n.unsigned && n.key != "" {
		return usage("", "--unsigned and --key contradict each other")
	}
	if err := replaceable(n.out); err != nil {
		return err
	}
	if err := a.gather(ctx, n); err != nil {
		return err
	}
	m, err := n.check()
	if err == nil {
		err = a.warn(n, m)
	}
	if err != nil {
		return err
	}
	signed := "not at all: it can be digest-verified at best"
	if !n.unsigned {
		if m, signed, err = sign(m, n.key); err != nil {
			return err
		}
	}
	document, err := pretty(m.Value())
	if err == nil {
		err = reread(document, m)
	}
	switch {
	case err != nil:
		return err
	case n.out == "":
		_, err = a.out.Write(document)
	default:
		err = write(n.out, document)
	}
	if err == nil {
		fmt.Fprintf(a.err, "source id  %s\nsigned     %s\n", m.SourceID(), signed)
	}
	return err
}

// replaceable refuses to write where something is that is no manifest: what else
// is in the way is named by mistake.
func replaceable(path string) error {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil // nothing is lost, or writing will say what is wrong
	}
	document, err := readFile(path, manifests.MaxDocument)
	if err != nil {
		return err
	}
	if _, err := manifests.Parse(document); err != nil {
		return usage("choose another name, or remove it", "%s is there already, is no source manifest, and is not replaced", path)
	}
	return nil
}

// warn says why the report will not carry m to the highest rung. That is no
// reason to refuse it: a manifest may name a report of any format.
func (a *app) warn(n *newManifest, m *manifests.Manifest) error {
	var why []string
	if n.report.data != nil {
		s, err := a.load()
		if err != nil {
			return err
		}
		why = manifests.Evidence{Report: n.report.data, AcceptedSuites: []string{s.Digest}}.Obstacles(m)
		signature, err := signatureOf(n.report.path, "")
		if err != nil {
			return err
		}
		if signature == nil {
			why = append(why, "the report's signature is not beside it: there is no "+n.report.path+reports.SignatureEnding)
		}
	}
	for _, w := range why {
		a.complain("warning", "`conform assess` will stop below "+string(manifests.ConformanceVerified)+": "+w)
	}
	if m.ReportCommit() == m.Commit() {
		a.complain("warning", "--report-url names the commit of --origin, which cannot hold the report about itself: name a later one")
	}
	return nil
}

// sign signs m with the key that is named or found, and says whose it is.
func sign(m *manifests.Manifest, path string) (signed *manifests.Manifest, by string, err error) {
	s, err := signer(path)
	if err != nil {
		return nil, "", err
	}
	if signed, err = m.Sign(s.key); err != nil {
		return nil, "", err
	}
	public := s.key.Public()
	by = "by key " + public.Thumbprint()
	if s.own {
		by = "self-signed, by your own key " + public.Thumbprint()
	}
	return signed, by, signed.VerifySignature(jws.NewKeys(public))
}

// reread reads what is about to be written as anybody else would.
func reread(document []byte, m *manifests.Manifest) error {
	got, err := manifests.Parse(document)
	if err == nil && *got != *m {
		err = errors.New("it reads as another")
	}
	if err != nil {
		return fmt.Errorf("reading the manifest made: %w", err)
	}
	return nil
}

// gather takes the digests of the files named, and asks for what is missing.
func (a *app) gather(ctx context.Context, n *newManifest) error {
	var missing []part
	var flags []string
	for _, p := range n.parts() {
		if p.file != nil && p.file.path != "" {
			if *p.value != "" {
				return usage("", "--%s and --%s-sha256 are two ways to say the same: give one", p.flag, p.flag)
			}
			if err := p.digest(p.file.path); err != nil {
				return err
			}
		}
		if *p.value == "" {
			missing = append(missing, p)
			flags = append(flags, "--"+p.flag)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	if !interactive(a.in) {
		return usage("on a terminal, they would be asked for", "a source manifest needs %s too", strings.Join(flags, ", "))
	}
	in := bufio.NewReader(a.in)
	for _, p := range missing {
		if err := a.ask(ctx, n, p, in); err != nil {
			return err
		}
	}
	return nil
}

// digest takes the SHA-256 of a file that whoever assesses the manifest can
// take too.
func (p part) digest(path string) error {
	data, err := readFile(path, manifests.MaxArtifact)
	if err != nil {
		return err
	}
	if len(data) > manifests.MaxArtifact {
		return usage("", "%s has more than %d bytes, and nobody would assess it", path, manifests.MaxArtifact)
	}
	*p.file = artifact{path, data}
	sum := sha256.Sum256(data)
	*p.value = hex.EncodeToString(sum[:])
	return nil
}

// ask asks for a part until the answer will do.
func (a *app) ask(ctx context.Context, n *newManifest, p part, in *bufio.Reader) error {
	for {
		within(a.err, "", "", p.what)
		fmt.Fprint(a.err, "> ")
		answer, err := line(ctx, in)
		if err != nil {
			return err
		}
		*p.value = answer
		problem := n.problem(p)
		if problem != "" && p.file != nil && answer != "" {
			if err = p.digest(answer); err == nil {
				return nil
			}
			problem = "it is no SHA-256 in lowercase hex, and no file: " + err.Error()
		}
		if problem == "" {
			return nil
		}
		within(a.err, "", "", "That will not do: "+problem)
	}
}

// line reads a line from a terminal, until the program is interrupted.
func line(ctx context.Context, in *bufio.Reader) (string, error) {
	type read struct {
		text string
		err  error
	}
	done := make(chan read, 1)
	go func() {
		text, err := in.ReadString('\n')
		done <- read{text, err}
	}()
	select {
	case <-ctx.Done():
		return "", &exitError{exitIncomplete, errors.New("interrupted: nothing was made"), ""}
	case r := <-done:
		if r.err != nil {
			return "", usage("", "the answers ended too early, and nothing was made")
		}
		return strings.TrimSpace(r.text), nil
	}
}

// faults are what is wrong with n so far.
func (n *newManifest) faults() []manifests.Fault {
	_, err := manifests.Parse(n.Value().AppendTo(nil))
	var invalid *manifests.InvalidError
	errors.As(err, &invalid)
	if invalid == nil {
		return nil
	}
	return invalid.Faults
}

// problem is what is wrong with one part of n, or "".
func (n *newManifest) problem(p part) string {
	for _, f := range n.faults() {
		if f.Pointer == "/"+p.member {
			return "it " + f.Problem + ", and should be " + f.Want
		}
	}
	return ""
}

// check is the manifest, or everything that is wrong with it by flag.
func (n *newManifest) check() (*manifests.Manifest, error) {
	var wrong []string
	for _, p := range n.parts() {
		if problem := n.problem(p); problem != "" {
			if p.file != nil { // which never is a wrong digest
				p.flag += "-sha256"
			}
			wrong = append(wrong, fmt.Sprintf("--%s: %s", p.flag, problem))
		}
	}
	if wrong != nil {
		return nil, usage("", "that makes no source manifest:\n  %s", strings.Join(wrong, "\n  "))
	}
	return manifests.Parse(n.Value().AppendTo(nil))
}

// interactive reports whether somebody is there to answer.
func interactive(in any) bool {
	f, ok := in.(*os.File)
	if !ok {
		return false
	}
	_, ok = terminal(f)
	return ok
}
