package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// terminal reports whether w is a terminal, and how wide it is; a stream that
// is none counts as 80 columns wide.
func terminal(w io.Writer) (width int, ok bool) {
	if o, isOutput := w.(*output); isOutput {
		w = o.to
	}
	f, isFile := w.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 80, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 20 {
		width = 80
	}
	return width, true
}

// coloured reports whether w is to be written to in colour: only a terminal,
// and not when NO_COLOR is set to anything (https://no-color.org) or TERM is
// dumb.
func coloured(w io.Writer) bool {
	_, ok := terminal(w)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// wrapped prints text in lines that fit the terminal, each after the margin.
func (a *app) wrapped(margin, text string) { within(a.out, margin, margin, text) }

// hanging prints text after a label, and its further lines below its first.
func (a *app) hanging(label, text string) {
	within(a.out, label, strings.Repeat(" ", utf8.RuneCountInString(label)), text)
}

func within(w io.Writer, first, margin, text string) {
	width, _ := terminal(w)
	for _, line := range wrap(text, width-1-utf8.RuneCountInString(margin)) {
		fmt.Fprintf(w, "%s%s\n", first, line)
		first = margin
	}
}

// clipped is a line that fits the terminal: head, and as much of text as there is
// room for.
func (a *app) clipped(head, text string) string {
	width, _ := terminal(a.out)
	return head + shorten(text, width-utf8.RuneCountInString(head))
}

// shorten cuts s to n characters, the last of which then is an ellipsis.
func shorten(s string, n int) string {
	r := []rune(strings.ReplaceAll(s, "\n", " "))
	if n < 1 || len(r) <= n {
		return string(r)
	}
	return string(r[:n-1]) + "…"
}

// aWord is what a line never ends within; code between backquotes has no end at
// a space.
var aWord = regexp.MustCompile("(`[^`]*`|\\S)+")

// wrap breaks text at white space into lines of at most width characters; a
// longer word stays whole.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range aWord.FindAllString(strings.ReplaceAll(text, "\n", " "), -1) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

// reflow wraps each paragraph of text.
func reflow(text string, width int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.Join(wrap(p, width), "\n")
	}
	return strings.Join(paragraphs, "\n\n")
}

// paint writes text in a colour of the terminal, when on is set.
type paint struct{ on bool }

func (p paint) green(s string) string  { return p.sgr("32", s) }
func (p paint) red(s string) string    { return p.sgr("31", s) }
func (p paint) yellow(s string) string { return p.sgr("33", s) }
func (p paint) bold(s string) string   { return p.sgr("1", s) }

func (p paint) sgr(code, s string) string {
	if !p.on || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
