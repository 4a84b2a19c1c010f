package reports

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/conform-suite/conform/vectors"
)

// Style is how text for people is written.
type Style struct {
	Colour bool // with ANSI colour codes, for a terminal
}

// The codes of ECMA-48 that Style.Colour lets be written.
const (
	green  = "32"
	red    = "31"
	yellow = "33"
	dim    = "2"
	bold   = "1"
)

func (s Style) paint(code, text string) string {
	if !s.Colour || code == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

var colours = map[vectors.Verdict]string{
	vectors.Conformant: green, vectors.NonConformant: red, vectors.Incomplete: yellow, vectors.NotClaimed: dim,
}

// maxAdvisories is how many requirements at SHOULD a summary names.
const maxAdvisories = 20

// Summary writes r in plain words for people: what was tested, each profile's
// and module's verdict with its counts, the advisories, and what it means. No
// line is wider than 80 columns. The texts of the subject are cut, and what a
// terminal would act on is escaped.
func Summary(w io.Writer, r *Report, style Style) error {
	b := &summary{Style: style}
	b.head(r)
	for _, p := range r.Profiles {
		b.profile(r, p)
	}
	b.generated(r.Generated)
	b.advisories(r)
	b.line("")
	b.line("%s", meaning(r, style))
	_, err := w.Write(b.Bytes())
	return err
}

type summary struct {
	bytes.Buffer
	Style
}

// line writes a line, without white space at its end.
func (b *summary) line(format string, args ...any) {
	b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

// label is text padded to a column before it is painted: a colour code has no
// width.
func (b *summary) label(code, text string, width int) string {
	return b.paint(code, text) + strings.Repeat(" ", max(0, width-len(text)))
}

func (b *summary) verdict(v vectors.Verdict, width int) string {
	return b.label(colours[v], name(string(v)), width)
}

// name is a name of the suite, which a report that nobody verified may have
// put anything in place of.
func name(s string) string { return clip(printable(s), 40) }

func (b *summary) head(r *Report) {
	s := r.Subject
	b.line("subject   %s", clip(printable(s.Name+" "+s.Version), 70))
	b.line("          %s", clip(printable(s.Language+", over "+s.Transport), 70))
	if s.Revision != "" {
		b.line("          at %s", clip(printable(s.Revision), 67))
	}
	b.line("suite     %s", clip(printable(r.Suite.Name+" "+r.Suite.Version), 70))
	b.line("          %s", clip(printable(r.Suite.Digest), 70))
	b.line("")
}

func (b *summary) profile(r *Report, p Profile) {
	b.line("%s%s", b.label(bold, name(p.Profile), 12), b.verdict(p.Verdict, 0))
	for _, m := range r.Modules {
		if m.Profile != p.Profile || m.Verdict == vectors.NotClaimed {
			continue
		}
		b.line("  %s%s%s", b.label("", name(m.Module), 12), b.verdict(m.Verdict, 16), counted(vectors.Must, m.Must))
		if m.Should.Total() > 0 {
			b.line("  %28s%s", "", counted(vectors.Should, m.Should))
		}
	}
}

// counted says in words how many vectors had which outcome.
func counted(level vectors.Level, c Counts) string {
	parts := []string{fmt.Sprintf("%s %d of %d passed", level, c.Pass, c.Total())}
	if n := c.Failed(); n > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", n))
	}
	if c.Unsupported > 0 {
		parts = append(parts, fmt.Sprintf("%d unsupported", c.Unsupported))
	}
	if c.Skipped > 0 {
		parts = append(parts, fmt.Sprintf("%d skipped", c.Skipped))
	}
	return strings.Join(parts, ", ")
}

func (b *summary) generated(g *Generated) {
	if g == nil {
		return
	}
	b.line("")
	b.line("generated   %d cases per operation, seed %s", g.CasesPerOperation, clip(printable(g.Seed), 20))
	for _, f := range g.Failed {
		b.line("  %s %d failed", b.paint(red, name(f.Operation)), f.Count)
	}
}

// advisories names the requirements at SHOULD of which a vector failed.
func (b *summary) advisories(r *Report) {
	var ids []string
	for _, q := range r.Requirements {
		if q.Level == vectors.Should && q.Outcome == vectors.Fail {
			ids = append(ids, q.ID)
		}
	}
	if len(ids) == 0 {
		return
	}
	b.line("")
	b.line("%s, which no verdict counts: requirements at SHOULD not kept", plural(len(ids), "advisory", "advisories"))
	for _, id := range ids[:min(len(ids), maxAdvisories)] {
		b.line("  %s", b.paint(yellow, name(id)))
	}
	if n := len(ids) - maxAdvisories; n > 0 {
		b.line("  and %d more", n)
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// meaning says in a sentence what r is worth.
func meaning(r *Report, style Style) string {
	switch code := r.ExitCode(); {
	case code == ExitConformant:
		return style.paint(green, "Conformant in everything that it claims.")
	case code == ExitIncomplete && r.Selection.Complete:
		return style.paint(yellow, "No profile is conformant: it claims the core of none.")
	case code == ExitIncomplete:
		return style.paint(yellow, "Incomplete: "+missing(r)+", so this shows no conformance.")
	case claimsNothing(r.Modules):
		return style.paint(red, "It claims nothing that the suite tests.")
	}
	return style.paint(red, "Not conformant.")
}

// missing says what an incomplete run lacks.
func missing(r *Report) string {
	skipped := slices.ContainsFunc(r.Modules, func(m Module) bool { return m.Must.Skipped+m.Should.Skipped > 0 })
	switch {
	case skipped || !r.Selection.vectors().Complete():
		return "not everything was run"
	case r.Generated != nil:
		return "not all cases were asked, or something failed that no case is to blame for"
	}
	return "something failed that no case is to blame for"
}

func claimsNothing(modules []Module) bool {
	for _, m := range modules {
		if m.Verdict != vectors.NotClaimed {
			return false
		}
	}
	return true
}
