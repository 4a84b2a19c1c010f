package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

func TestKindsFirst(t *testing.T) {
	var failed []runner.Outcome
	add := func(id, operation string, kind vectors.Outcome) {
		failed = append(failed, runner.Outcome{Kind: kind, Vector: &vectors.Vector{ID: id, Operation: &vectors.Operation{Name: operation}}})
	}
	add("a", "x", vectors.Crash)
	add("b", "x", vectors.Crash)
	add("c", "x", vectors.Timeout)
	add("d", "y", vectors.Crash)
	add("e", "y", vectors.Crash)
	var got []string
	for _, o := range kindsFirst(failed) {
		got = append(got, o.Vector.ID)
	}
	if diff := cmp.Diff([]string{"a", "c", "d", "b", "e"}, got); diff != "" {
		t.Error(diff)
	}
}
