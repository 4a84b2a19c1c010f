package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/faults"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/vectors"
)

// app is the program, with all that a test may want to replace.
type app struct {
	suite      func() (*vectors.Suite, error)
	profiles   []reference.Profile // the embedded default subject, and the oracle
	generators func() []gen.Profile
	faults     func() []faults.Fault

	self     string // how this program is called again
	in       io.Reader
	out, err io.Writer
}

// Exit codes, as CONFORMANCE.md lists them.
const (
	exitConformant    = 0
	exitNonConformant = 1
	exitUsage         = 2
	exitSubject       = 3
	exitIncomplete    = 4
)

// exitError is an error that says how the program ends. One without err was
// told to the user already.
type exitError struct {
	code int
	err  error
	hint string // what to do about it; may be empty
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// exit ends the program with that code and no message.
func exit(code int) error {
	if code == exitConformant {
		return nil
	}
	return &exitError{code: code}
}

// execute runs one command line and says how the program should end. A command
// whose output is lost has failed, whatever it found.
func (a *app) execute(ctx context.Context, args []string) int {
	run, out := *a, &output{to: a.out}
	run.out = out
	root := run.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if out.err != nil {
		err = usage("", "writing to standard output: %w", out.err)
	}
	if err == nil {
		return exitConformant
	}
	var e *exitError
	if errors.Is(err, context.Canceled) {
		e = &exitError{exitIncomplete, errors.New("interrupted"), ""}
	} else if !errors.As(err, &e) {
		e = &exitError{exitUsage, err, ""}
	}
	if e.err != nil {
		a.complain("error", e.err.Error())
		if e.hint != "" {
			a.complain("hint", e.hint)
		}
	}
	return e.code
}

func (a *app) complain(kind, text string) {
	fmt.Fprintf(a.err, "conform: %s: %s\n", kind, strings.TrimSpace(text))
}

func (a *app) root() *cobra.Command {
	root := group(&cobra.Command{
		Use:     "conform",
		Version: version,
		Short:   "Conformance tests for provenance",
		Long: `Conform tells whether an implementation, in any language, keeps three
promises: an identifier in a mutating tool call was resolved, not minted (ids);
a generated event is never taken for a source (events); a claim of support
names its evidence by digest and fails closed (manifests). It ends in a signed
report that a stranger can check and repeat.`,
		Example: `  conform run                       test the embedded reference
  conform run -- python3 my_subject.py
  conform verify conformance/conformance_report.json --key pub.jwk`,
		SilenceErrors: true,
		SilenceUsage:  true,
	})
	root.SetFlagErrorFunc(noFlag)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetUsageTemplate(strings.NewReplacer(
		".LocalFlags.FlagUsages", fmt.Sprint(".LocalFlags.FlagUsagesWrapped ", helpWidth),
		".InheritedFlags.FlagUsages", fmt.Sprint(".InheritedFlags.FlagUsagesWrapped ", helpWidth),
	).Replace(root.UsageTemplate()))
	root.AddCommand(a.runCommand(), a.verifyCommand(), a.keyCommand(), a.listCommand(),
		a.showCommand(), a.genCommand(), a.diffCommand(), a.challengeCommand(), a.faultsCommand(), a.referenceCommand(), a.versionCommand())
	root.AddCommand(a.manifestCommand(), a.assessCommand(), a.wrapCommand(), a.unwrapCommand())
	root.InitDefaultCompletionCmd()
	completion, _, _ := root.Find([]string{"completion"})
	group(completion)
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Args = func(_ *cobra.Command, args []string) error {
		found, rest, _ := root.Find(args)
		return noCommand(found, rest)
	}
	fit(root)
	return root
}

// helpWidth is the width of all help, in columns.
const helpWidth = 79

// fit wraps what a command and its subcommands say of themselves.
func fit(cmd *cobra.Command) {
	cmd.Long = reflow(cmd.Long, helpWidth)
	for _, sub := range cmd.Commands() {
		fit(sub)
	}
}

// load is the suite, or an error that the user cannot have caused.
func (a *app) load() (*vectors.Suite, error) {
	s, err := a.suite()
	if err != nil {
		return nil, fmt.Errorf("the embedded suite is broken: %w", err)
	}
	return s, nil
}
