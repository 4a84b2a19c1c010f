package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/internal/plain"
	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

func (a *app) verifyCommand() *cobra.Command {
	var v verifyFlags
	cmd := &cobra.Command{
		Use:   "verify REPORT|FOLDER --key PUBLIC [flags] [-- COMMAND…]",
		Short: "Check a report, its digest and its signature",
		Long: `Check a report, or the one in a folder that a run wrote: its bytes, its digest, its signature by a key that you give,
its members, that it covers the whole suite, and every count and verdict,
computed anew. What could not be checked is said. With COMMAND, the files that
it names must be those of the report, and none when it names none; with --rerun
it is asked again, and must give the same report.

The exit code is 0 when every check passed and the report says conformant, 1
when a check failed or it says non-conformant, and 4 when something that
matters could not be checked or the report is incomplete.`,
		Example: `  conform verify conformance --key pub.jwk
  conform verify conformance/conformance_report.json --key pub.jwk \
      --rerun -- python3 my_subject.py`,
		RunE: func(cmd *cobra.Command, args []string) error {
			words, command, err := atDash(cmd, args)
			if err != nil {
				return err
			}
			if err := takes(1, 1)(cmd, words); err != nil {
				return err
			}
			if err := notEmpty(cmd, "name", "version", "revision"); err != nil {
				return err
			}
			v.report, v.command = words[0], command
			return a.verify(cmd, &v)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&v.keys, "key", nil, "take a signature by the public key (JWK or JWKS) in this `file`; may be repeated")
	f.StringVar(&v.expected.Name, "name", "", "the report must be about a subject of that `name`")
	f.StringVar(&v.expected.Version, "version", "", "… of that `version`")
	f.StringVar(&v.expected.Revision, "revision", "", "… at that `commit`")
	f.BoolVar(&v.rerun, "rerun", false, "ask the subject again (COMMAND, or the embedded reference when the report is about that) and compare the whole report")
	f.BoolVar(&v.json, "json", false, "write JSON to stdout, and nothing else")
	v.subjectFlags(cmd)
	return cmd
}

type verifyFlags struct {
	trial
	report   string
	keys     []string
	expected reports.Subject
	rerun    bool
	json     bool
}

func (a *app) verify(cmd *cobra.Command, v *verifyFlags) error {
	if err := v.check(); err != nil {
		return err
	}
	s, err := a.load()
	if err != nil {
		return err
	}
	in := reports.Verification{Suite: s, Throwaway: throwaway(), Subject: v.expected}
	if in.Subject.Files, err = subjectFiles(v.command); err != nil {
		return usage("", "%w", err)
	}
	if in.Files, err = readReport(v.report); err != nil {
		return err
	}
	for _, path := range v.keys {
		keys, err := a.readPublicKeys(path)
		if err != nil {
			return err
		}
		in.Keys = append(in.Keys, keys...)
	}
	in.Regenerate = a.regenerate(cmd.Context(), s)
	found, err := reports.Verify(in)
	if err != nil {
		return err
	}
	if found.Report == nil && filepath.Base(v.report) == runName {
		return usage("the report stands beside it: "+filepath.Join(filepath.Dir(v.report), reports.ReportName), "%s is no report, but what else a run says of itself", v.report)
	}
	var interrupted error
	if v.rerun && found.Report != nil && !found.Forged() {
		switch err := a.rerun(cmd, v, s, found); {
		case errors.Is(err, context.Canceled):
			interrupted = err
		case err != nil:
			return err
		}
	}
	if v.json {
		err = writeJSON(a.out, struct {
			OK       bool `json:"ok"`
			ExitCode int  `json:"exit_code"`
			*reports.Findings
		}{found.OK(), found.ExitCode(), found})
	} else {
		err = found.Text(a.out, reports.Style{Colour: coloured(a.out)})
	}
	return errors.Join(err, interrupted, exit(found.ExitCode()))
}

// rerun asks the subject what the report says that it was asked.
func (a *app) rerun(cmd *cobra.Command, v *verifyFlags, s *vectors.Suite, found *reports.Findings) error {
	was := found.Report
	if inProcess := a.subject(&trial{}).Transport(); len(v.command) == 0 && was.Subject.Transport != inProcess {
		return usage("name it behind --", "the report is about a subject over %s, and there is no command to ask it again", plain.Text(was.Subject.Transport, ""))
	}
	v.selection = vectors.Selection{Profiles: was.Selection.Profiles, Only: was.Selection.Only}
	chosen, err := s.Select(v.selection)
	if err != nil {
		return usage("the report is of another suite", "repeating the run: %w", err)
	}
	if g := was.Generated; g != nil {
		if v.seed, err = strconv.ParseUint(g.Seed, 10, 64); err != nil {
			return nil // the check of generated cases says so
		}
		if v.cases = g.CasesPerOperation; v.cases > mostRegenerated {
			return usage("verify without --rerun", "the report is of %d cases of each operation; more than %d are not asked again", v.cases, mostRegenerated)
		}
	}
	result, err := a.try(cmd.Context(), &v.trial, s, chosen, nil)
	if err != nil {
		return err
	}
	if result.interrupted { // it had no chance to give the same report
		return context.Canceled
	}
	again, err := result.report(&v.trial, s, a.subject(&v.trial).Transport(), was.Operator, was.Independence)
	if err != nil {
		return err
	}
	return found.Rerun(again)
}

// readReport reads the report of that name, or the one in that folder.
func readReport(path string) (reports.Files, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, reports.ReportName)
	}
	files, err := reports.ReadFiles(os.DirFS(filepath.Dir(path)), filepath.Base(path))
	if err != nil {
		return files, usage("name the report or its folder; its digest and signature are found beside it", "%s: %w", path, err)
	}
	return files, nil
}

func (a *app) readPublicKeys(path string) ([]reports.PublicKey, error) {
	data, _, err := a.readKeys(path)
	if err == nil {
		var keys []reports.PublicKey
		if keys, err = reports.ParsePublicKeys(data); err == nil {
			return keys, nil
		}
		err = fmt.Errorf("%s: %w", path, err)
	}
	return nil, usage("`conform key public` prints one", "%w", err)
}

// throwaway is the public half of the key that was made for this user, if any.
func throwaway() []reports.PublicKey {
	path, err := ownKeyPath()
	if err != nil {
		return nil
	}
	key, err := readKey(path)
	if errors.Is(err, fs.ErrNotExist) || err != nil {
		return nil
	}
	return []reports.PublicKey{key.Public()}
}
