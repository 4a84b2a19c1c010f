package reports

import (
	"io"
	"strings"
	"unicode/utf8"
)

// Text writes f in plain words for people: what failed, what was checked, what
// could not be, and what that means. Lines are at most 80 columns wide, but for
// words that are longer.
func (f *Findings) Text(w io.Writer, style Style) error {
	b := &summary{Style: style}
	for _, group := range []struct {
		status       Status
		title, color string
	}{{Failed, "Failed", red}, {Passed, "Checked", green}, {Unchecked, "Could not be checked", yellow}} {
		b.checks(f, group.status, group.title, group.color)
	}
	for _, l := range wrap(f.conclusion(), 80) {
		b.line("%s", style.paint(bold, l))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (b *summary) checks(f *Findings, status Status, title, color string) {
	const column = 16
	first := true
	for _, c := range f.Checks {
		if c.Status != status {
			continue
		}
		if first {
			b.line("%s", b.paint(color, title))
			first = false
		}
		says := c.Says
		if c.Code != "" {
			says = string(c.Code) + ": " + says
		}
		for i, l := range wrap(says, 80-column) {
			title := ""
			if i == 0 {
				title = string(c.Name)
			}
			b.line("  %s%s", b.label("", title, column-2), l)
		}
	}
	if !first {
		b.line("")
	}
}

// conclusion says what f is worth, and never more.
func (f *Findings) conclusion() string {
	switch {
	case len(f.Failed()) > 0:
		return "Do not rely on this report: " + plural(len(f.Failed()), "check", "checks") + " failed."
	case !f.OK():
		return "Not verified: something that matters could not be checked. " + f.remedy()
	}
	return "The report is what the holder of that key signed, and its verdicts follow from its outcomes. It says of its subject: " + meaning(f.Report, Style{})
}

// remedy is what to do about a report that is not verified, though no check of
// it failed.
func (f *Findings) remedy() string {
	if f.Get(CheckSignature).Status != Passed {
		return "Give the public key that you trust with --key."
	}
	return "That its generated cases are those of its seed is the signer's word."
}

// wrap breaks s at spaces into lines of at most width characters. A longer
// word stays whole.
func wrap(s string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}
