package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/gen"
)

func (a *app) challengeCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "challenge TEXT",
		Short: "Make a seed from a public text that nobody could choose",
		Long: `Make a seed for ` + "`conform run --seed`" + ` from a public text: a commit id that
did not exist when the implementation was frozen, a line of tomorrow's
newspaper, the draw of a lottery. Name the text beside the report, and anybody can make the
same seed: it is the first 8 bytes, big-endian, of the SHA-256 of
"conform-challenge/1", a line feed, and the text.`,
		Example: `  conform challenge "$(git ls-remote https://example.org/busy.git HEAD)"`,
		Args:    takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			text := args[0]
			if strings.TrimSpace(text) == "" {
				return usage("name something public that could not be known beforehand", "the text is empty")
			}
			seed := gen.SeedOf(text)
			if asJSON {
				return writeJSON(a.out, struct {
					Text string `json:"text"`
					Seed string `json:"seed"` // as text: a JSON number holds 53 bits
				}{text, fmt.Sprint(seed)})
			}
			fmt.Fprintf(a.out, "%d\n", seed)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON to stdout, and nothing else")
	return cmd
}
