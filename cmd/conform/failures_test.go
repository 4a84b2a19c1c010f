package main

import (
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

func TestKindsFirst(t *testing.T) {
	var failed []runner.Outcome
	add := func(id, operation string, kind vectors.Outcome, requirements ...string) {
		failed = append(failed, runner.Outcome{Kind: kind, Vector: &vectors.Vector{ID: id, Operation: &vectors.Operation{Name: operation}, Requirements: requirements}})
	}
	add("a", "x", vectors.Crash, "R-1", "R-2")
	add("b", "x", vectors.Crash, "R-2")
	add("c", "x", vectors.Timeout, "R-1")
	add("d", "y", vectors.Crash, "R-2", "R-3")
	add("e", "y", vectors.Crash, "R-3")
	add("f", "x", vectors.Crash, "R-4")
	add("g", "z", vectors.Crash)
	var got []string
	for _, o := range kindsFirst(failed) {
		got = append(got, o.Vector.ID)
	}
	if diff := cmp.Diff([]string{"a", "d", "f", "c", "g", "b", "e"}, got); diff != "" {
		t.Error(diff)
	}
}

// A line is as wide as the terminal at most, whatever stands before its text.
func TestClipped(t *testing.T) {
	a := &app{out: io.Discard}
	for _, head := range []string{"", "  IDS-035   23 of 31   ", "  é  "} {
		if got := a.clipped(head, strings.Repeat("x", 100)); !strings.HasPrefix(got, head+"x") || utf8.RuneCountInString(got) != 80 {
			t.Errorf("after %q: got %q, want 80 columns", head, got)
		}
	}
}

// Code that a line would break at a space stays whole.
func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"one two three", []string{"one two", "three"}},
		{"a `b c d e` f", []string{"a", "`b c d e`", "f"}},
		{"a: `[T ]x[0-9]`, `y`", []string{"a:", "`[T ]x[0-9]`,", "`y`"}},
		{"a `b c", []string{"a `b c"}},
		{"", []string{""}},
	} {
		if diff := cmp.Diff(tt.want, wrap(tt.text, 8)); diff != "" {
			t.Errorf("%q: %s", tt.text, diff)
		}
	}
}
