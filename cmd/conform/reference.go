package main

import (
	"github.com/spf13/cobra"
)

func (a *app) referenceCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "reference",
		Short: "Serve the embedded reference over stdio, as a subject",
		Long: `Serve the embedded reference implementation over the protocol conform/1:
requests from standard input, one a line, answers on standard output. It is the
subject of ` + "`conform run`" + ` when no command is given.`,
		Example: `  conform run -j 2 -- conform reference`,
		Args:    takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			ref := a.reference()
			return ref.Serve(a.in, a.out)
		},
	}
}
