package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/vectors"
)

func (a *app) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show ID | FILE.jsonl",
		Short: "Show a vector or a requirement, or the events of a run",
		Long: `Show a vector (what is asked, what is expected, and why), a requirement and
what tests it, or each line of a log of events as a card that shows its type
and its source, as the log claims them: no source is looked up.`,
		Example: `  conform show ids/classify_arg/iso-date
  conform show IDS-007
  conform show world/events.jsonl`,
		Args:              takes(1, 1),
		ValidArgsFunction: a.completeShown,
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := a.load()
			if err != nil {
				return err
			}
			if v := s.Vector(args[0]); v != nil {
				return a.showVector(s, v)
			}
			if r := s.Requirement(args[0]); r != nil {
				a.showRequirement(s, r)
				return nil
			}
			if strings.HasSuffix(args[0], ".jsonl") {
				return a.showLog(args[0])
			}
			if generatedID.MatchString(args[0]) {
				return usage("the file of vectors that a run or `conform gen` wrote holds it, and `conform run --vectors FILE` shows it when it fails", "%s is a generated case and no vector of the suite", args[0])
			}
			return usage(didYouMean(args[0], idsOf(s), "`conform list` shows all vectors, `conform list --coverage` all requirements"),
				"no vector and no requirement has the id %q", args[0])
		},
	}
}

// generatedID is the id of a case that was generated.
var generatedID = regexp.MustCompile(`\A[a-z0-9]+/[a-z0-9_]+/generated-[0-9]+\z`)

func (a *app) showVector(s *vectors.Suite, v *vectors.Vector) error {
	p := paint{coloured(a.out)}
	fmt.Fprintf(a.out, "%s\n  %s\n\n", p.bold(v.ID), v.Title)
	for _, id := range v.Requirements {
		r := s.Requirement(id)
		a.wrapped("  ", fmt.Sprintf("%s %s: %s (%s)", r.ID, r.Level, r.Text, r.Source))
	}
	fmt.Fprintf(a.out, "\n  the answer comes from   %s\n", v.Source)
	if len(v.VouchedBy) > 0 {
		fmt.Fprintf(a.out, "  who else gives it       %s\n", strings.Join(v.VouchedBy, ", "))
	}
	fmt.Fprintf(a.out, "  file                    vectors/%s\n", v.File)
	fmt.Fprintf(a.out, "\n%s %s\n", p.bold("asked"), v.Operation.Name)
	if err := a.indented(v.Params); err != nil {
		return err
	}
	return a.showExpected(p, v)
}

func (a *app) showExpected(p paint, v *vectors.Vector) error {
	e := v.Expect
	fmt.Fprintf(a.out, "\n%s\n", p.bold("expected"))
	if e.Result == nil {
		fmt.Fprintf(a.out, "  %s\n", expected(v))
	} else if err := a.indented([]byte(e.Result.String())); err != nil {
		return err
	}
	for _, at := range e.AnyText {
		fmt.Fprintf(a.out, "  %s %s\n", anyText, at)
	}
	if v.Files != nil {
		for _, name := range sorted(v.Files.Lines) {
			fmt.Fprintf(a.out, "  and in the folder %s, the lines of %s are %s\n", v.Files.Param, name, v.Files.Lines[name])
		}
	}
	return nil
}

// anyText stands before a place in a result.
const anyText = "any non-empty text is right at"

// expected says in a line what is expected of the answer to v.
func expected(v *vectors.Vector) string {
	e := v.Expect
	switch {
	case e.Rejected != "":
		return fmt.Sprintf("rejected, with code %q (the code at SHOULD level)", e.Rejected)
	case e.Check != nil:
		return describe(e.Check)
	}
	result := v.Operation.Mask.Keep(*e.Result, true).String()
	if len(e.AnyText) > 0 {
		result += fmt.Sprintf("; %s %s", anyText, listed(e.AnyText, "and"))
	}
	return result
}

// describe says in words what a named check asks for.
func describe(c *vectors.Check) string {
	var parts []string
	for _, t := range c.Contains {
		parts = append(parts, fmt.Sprintf("contains %q", t))
	}
	for _, t := range c.Words {
		parts = append(parts, fmt.Sprintf("has the whole word %q", t))
	}
	if c.Name == vectors.CheckAvoids {
		var keywords []string
		for _, k := range c.Keywords {
			keywords = append(keywords, fmt.Sprintf("%q", k))
		}
		parts = append(parts, "is not empty and matches none of the keywords "+listed(keywords, "and"))
	}
	return "the text at " + c.At + " " + strings.Join(parts, ", and ")
}

func (a *app) showRequirement(s *vectors.Suite, r *vectors.Requirement) {
	p := paint{coloured(a.out)}
	fmt.Fprintf(a.out, "%s %s, module %s/%s\n", p.bold(r.ID), r.Level, r.Profile, r.Module)
	a.wrapped("  ", r.Text)
	fmt.Fprintf(a.out, "  source: %s\n\ntested by\n", r.Source)
	for _, v := range s.Vectors {
		if slices.Contains(v.Requirements, r.ID) {
			fmt.Fprintf(a.out, "  %s\n", v.ID)
		}
	}
}

// indented prints compact JSON with two spaces a level, two in front.
func (a *app) indented(compact []byte) error {
	var b bytes.Buffer
	if err := json.Indent(&b, compact, "  ", "  "); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "  %s\n", b.String())
	return nil
}

// idsOf are the ids of all vectors and requirements.
func idsOf(s *vectors.Suite) []string {
	var out []string
	for _, v := range s.Vectors {
		out = append(out, v.ID)
	}
	for _, r := range s.Requirements {
		out = append(out, r.ID)
	}
	return out
}

func sorted(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
