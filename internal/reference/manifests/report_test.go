package manifests_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/reference/manifests"
)

// TestObstacles wants all that is wrong with a report at once, by name and with
// digests in full.
func TestObstacles(t *testing.T) {
	m := parsed(t, document(example()))
	profile := func(name, verdict string) string { return `{"profile":"` + name + `","verdict":"` + verdict + `"}` }
	profiles := func(list ...string) string {
		before, rest, _ := strings.Cut(goodReport, `"profiles":[`)
		_, after, _ := strings.Cut(rest, `]`)
		return before + `"profiles":[` + strings.Join(list, ",") + `]` + after
	}
	for _, tt := range []struct {
		name, report string
		want         []string
	}{
		{"nothing", goodReport, nil},
		{"no report", "# A page", []string{"the report is not in canonical form (RFC 8785): "}},
		{"another format", `{"format":"other/1"}`, []string{`the report's format is "other/1", not conform-report/1`}},
		{"no format", `{}`, []string{"the report's format is missing, not conform-report/1"}},
		{"nothing but a format", `{"format":"conform-report/1"}`, []string{
			"the report's suite is missing, which is none of the 1 accepted",
			"the report names no commit, and the manifest is of " + commitB + ": the subject says its commit in hello, as revision",
			"the report has no list of profiles",
		}},
		{"all at once", strings.NewReplacer(commitB, commitA, suite, strings.Replace(suite, "A=", "B=", 1)).Replace(profiles(profile("events", "non-conformant"), profile("ids", "conformant"), profile("manifests", "incomplete"))), []string{
			`the report's suite is "` + strings.Replace(suite, "A=", "B=", 1) + `", which is none of the 1 accepted`,
			`the report is of commit "` + commitA + `", the manifest of ` + commitB,
			`the report's profile "events" has the verdict "non-conformant"`,
			`the report's profile "manifests" has the verdict "incomplete"`,
		}},
		{"nothing claimed", profiles(profile("ids", "not-claimed")), []string{"the report has no conformant profile"}},
		{"many profiles", profiles(slices.Repeat([]string{profile("x", "y")}, 12)...), append(
			slices.Repeat([]string{`the report's profile "x" has the verdict "y"`}, 10), "2 more profiles are neither conformant nor not-claimed")},
	} {
		got := manifests.Evidence{Report: []byte(tt.report), AcceptedSuites: []string{suite}}.Obstacles(m)
		if !slices.EqualFunc(got, tt.want, strings.HasPrefix) {
			t.Errorf("%s: got\n  %s\nwant\n  %s", tt.name, strings.Join(got, "\n  "), strings.Join(tt.want, "\n  "))
		}
	}
}
