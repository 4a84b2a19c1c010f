package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/vectors"
)

func (a *app) listCommand() *cobra.Command {
	var sel vectors.Selection
	var coverage, asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the vectors, or the requirements and what tests them",
		Long: `List the vectors with their titles, or the requirements with the number of
vectors that test each.`,
		Example: `  conform list --profile ids
  conform list --coverage
  conform list --only ids/classify_arg --json`,
		Args: takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			s, err := a.load()
			if err != nil {
				return err
			}
			chosen, err := choose(s, &sel)
			if err != nil {
				return err
			}
			switch {
			case coverage && asJSON:
				return writeJSON(a.out, coverageOf(s, chosen))
			case coverage:
				return a.listCoverage(s, chosen)
			case asJSON:
				return writeJSON(a.out, vectorsOf(chosen))
			}
			return a.listVectors(chosen)
		},
	}
	a.selectionFlags(cmd, &sel)
	cmd.Flags().BoolVar(&coverage, "coverage", false, "list the requirements, each with the vectors that test it")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON to stdout, and nothing else")
	return cmd
}

func (a *app) listVectors(chosen []*vectors.Vector) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, v := range chosen {
		fmt.Fprintf(w, "%s\t%s\n", v.ID, v.Title)
	}
	return w.Flush()
}

// listedVector is a vector as `conform list --json` shows it.
type listedVector struct {
	ID           string        `json:"id"`
	Title        string        `json:"title"`
	Level        vectors.Level `json:"level"`
	Requirements []string      `json:"requirements"`
	Operation    string        `json:"operation"`
	Flags        []string      `json:"flags"`
}

func vectorsOf(chosen []*vectors.Vector) []listedVector {
	out := make([]listedVector, len(chosen))
	for i, v := range chosen {
		out[i] = listedVector{v.ID, v.Title, v.Level, v.Requirements, v.Operation.Name, append([]string{}, v.Flags...)}
	}
	return out
}

// covered is a requirement as `conform list --coverage` shows it.
type covered struct {
	ID      string        `json:"id"`
	Level   vectors.Level `json:"level"`
	Module  string        `json:"module"`
	Text    string        `json:"text"`
	Source  string        `json:"source"`
	Vectors []string      `json:"vectors"`
}

// coverageOf lists the requirements of the profiles that chosen touches.
func coverageOf(s *vectors.Suite, chosen []*vectors.Vector) []covered {
	tests := map[string][]string{}
	profiles := map[string]bool{}
	for _, v := range chosen {
		profiles[v.Operation.Profile] = true
		for _, r := range v.Requirements {
			tests[r] = append(tests[r], v.ID)
		}
	}
	out := []covered{}
	for _, r := range s.Requirements {
		if profiles[r.Profile] {
			out = append(out, covered{r.ID, r.Level, r.Profile + "/" + r.Module, r.Text, r.Source, append([]string{}, tests[r.ID]...)})
		}
	}
	return out
}

// listCoverage prints the table, and fails on a requirement without a vector.
func (a *app) listCoverage(s *vectors.Suite, chosen []*vectors.Vector) error {
	rows := coverageOf(s, chosen)
	bare := 0
	for _, r := range rows {
		fmt.Fprintln(a.out, a.clipped(fmt.Sprintf("%s  %-6s  %4d  ", r.ID, r.Level, len(r.Vectors)), r.Text))
		if len(r.Vectors) == 0 {
			bare++
		}
	}
	fmt.Fprintf(a.out, "\n%d requirements, %d without a vector\n", len(rows), bare)
	if bare > 0 {
		return exit(exitNonConformant)
	}
	return nil
}

// writeJSON writes v indented, with a final line feed.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
