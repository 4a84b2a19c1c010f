package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// terminal reports whether w is a terminal, and how wide it is; a stream that
// is none counts as 80 columns wide.
func terminal(w io.Writer) (width int, ok bool) {
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

// paint writes text in a colour of the terminal, when on is set.
type paint struct{ on bool }

func (p paint) green(s string) string  { return p.sgr("32", s) }
func (p paint) red(s string) string    { return p.sgr("31", s) }
func (p paint) yellow(s string) string { return p.sgr("33", s) }
func (p paint) bold(s string) string   { return p.sgr("1", s) }
func (p paint) faint(s string) string  { return p.sgr("2", s) }

func (p paint) sgr(code, s string) string {
	if !p.on || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
