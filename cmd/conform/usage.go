package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/conform-suite/conform/internal/spelling"
)

// usage is an error of the words of the call, with a hint that may be empty.
func usage(hint, format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...), hint}
}

// helpOf says where a command explains itself.
func helpOf(cmd *cobra.Command) string {
	return fmt.Sprintf("`%s --help` says more", cmd.CommandPath())
}

// takes refuses a call with less than least or more than most words.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch n := len(args); {
		case n < least:
			return usage(helpOf(cmd), "the call is not complete: write `%s`", cmd.UseLine())
		case n > most:
			return usage(helpOf(cmd), "%q is a word too many: write `%s`", args[most], cmd.UseLine())
		}
		return nil
	}
}

// atDash splits what stands before -- from the command behind it, which is nil
// when there is no --.
func atDash(cmd *cobra.Command, args []string) (words, command []string, err error) {
	n := cmd.ArgsLenAtDash()
	switch {
	case n < 0:
		return args, nil, nil
	case n == len(args):
		return nil, nil, usage("write -- COMMAND…, or leave -- out", "there is no command behind --")
	}
	return args[:n], args[n:], nil
}

// group makes a command one that only holds others.
func group(cmd *cobra.Command) *cobra.Command {
	cmd.Args = noCommand
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	return cmd
}

// noCommand refuses the name of a subcommand that a group does not have.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		names = append(names, sub.Name())
	}
	return usage(didYouMean(args[0], names, helpOf(cmd)), "there is no command %q", cmd.CommandPath()+" "+args[0])
}

// noFlag puts an error of pflag in plain words.
func noFlag(cmd *cobra.Command, err error) error {
	if cmd.HasSubCommands() && cmd.Flags().NArg() > 0 { // the flag was meant for that one
		return noCommand(cmd, cmd.Flags().Args())
	}
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		return usage(helpOf(cmd), "`%s` has no flag -%.1s", cmd.CommandPath(), unknown.GetSpecifiedName())
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		flag := "--" + unknown.GetSpecifiedName()
		return usage(didYouMean(flag, names, helpOf(cmd)), "`%s` has no flag %s", cmd.CommandPath(), flag)
	case errors.As(err, &bare):
		what, _ := pflag.UnquoteUsage(bare.GetFlag())
		return usage(helpOf(cmd), "--%s needs a value (%s)", bare.GetFlag().Name, what)
	case errors.As(err, &wrong):
		f := wrong.GetFlag()
		return usage(helpOf(cmd), "--%s is %q, must be %s", f.Name, wrong.GetValue(), cmp.Or(values[f.Value.Type()], errors.Unwrap(wrong).Error()))
	}
	return usage(helpOf(cmd), "%w", err)
}

// values says what a flag of a type takes.
var values = map[string]string{
	"int":      "a whole number",
	"int64":    "a whole number",
	"uint64":   "a whole number from 1 to 18446744073709551615",
	"seed":     "a whole number from 0 to 18446744073709551615",
	"duration": "a time such as 10s or 1m30s",
	"bool":     "true or false",
}

// didYouMean asks whether one of the candidates is meant, where one is like
// word; else it is otherwise.
func didYouMean(word string, candidates []string, otherwise string) string {
	near := spelling.Near(word, candidates)
	if len(near) == 0 {
		return otherwise
	}
	return "do you mean " + listed(near, "or") + "?"
}

// listed is a list as a sentence has it: "a, b and c".
func listed(words []string, and string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " " + and + " " + words[n-1]
}
