package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/conform-suite/conform/vectors"
)

// maxPatterns is how many patterns of a selection are matched: what the schema
// allows.
const maxPatterns = 1000

// content makes the checks of what the report says. What follows from the
// outcomes can be recomputed with the report's own suite alone.
func (c *checker) content() {
	if c.report == nil {
		for _, name := range []Name{
			CheckSuite, CheckSubject, CheckIndependence, CheckSelection, CheckCoverage, CheckAsked, CheckGenerated,
			CheckRequirements, CheckCounts, CheckVerdicts, CheckCases, CheckAnswers,
		} {
			c.unreadable(name)
		}
		c.signedByWhom()
		return
	}
	known := c.suite()
	c.subject()
	c.independence()
	recomputed := []struct {
		name  Name
		check func()
	}{
		{CheckSelection, c.selection}, {CheckCoverage, c.coverage}, {CheckAsked, c.asked}, {CheckGenerated, c.generated},
		{CheckRequirements, c.requirements}, {CheckCounts, c.counts}, {CheckVerdicts, c.verdicts}, {CheckCases, c.cases},
	}
	for _, x := range recomputed {
		if known {
			x.check()
		} else {
			c.skip(x.name, OtherSuite, "nothing can be recomputed without the suite that the report names")
		}
	}
	c.skip(CheckAnswers, NotRerun, "whether the subject gives these answers was not checked: only asking it again can show that (--rerun)")
	c.signedByWhom()
}

func (c *checker) suite() (known bool) {
	got, want := c.report.Suite, SuiteID{c.Suite.Name, c.Suite.Version, c.Suite.Digest}
	if got != want {
		c.fail(CheckSuite, SuiteUnknown, "the report is of suite %s %s (%s), the verifier's is %s %s (%s): verify with the version of conform that has the suite which you accept",
			short(got.Name), short(got.Version), short(got.Digest), want.Name, want.Version, want.Digest)
		return false
	}
	c.pass(CheckSuite, "the suite is the verifier's own, %s %s (%s)", want.Name, want.Version, want.Digest)
	return true
}

// subject compares the report's subject with what the verifier knows of it.
func (c *checker) subject() {
	got := c.report.Subject
	if !slices.IsSortedFunc(got.Files, compareFiles) {
		c.fail(CheckSubject, SubjectMismatch, "the subject's files are not in order")
		return
	}
	expected := 0
	for _, x := range []struct{ what, got, want string }{
		{"name", got.Name, c.Subject.Name},
		{"version", got.Version, c.Subject.Version},
		{"language", got.Language, c.Subject.Language},
		{"origin", got.Origin, c.Subject.Origin},
		{"revision", got.Revision, c.Subject.Revision},
		{"transport", got.Transport, c.Subject.Transport},
	} {
		if x.want == "" {
			continue
		}
		expected++
		if x.got != x.want {
			c.fail(CheckSubject, SubjectMismatch, "the subject's %s is %s, the verifier expects %s", x.what, short(x.got), short(x.want))
			return
		}
	}
	if c.Subject.Files != nil {
		expected++
		want := Input{Subject: c.Subject}.subject().Files
		if !slices.Equal(got.Files, want) {
			c.fail(CheckSubject, SubjectMismatch, "the subject's files are not those that the verifier expects")
			return
		}
	}
	if expected == 0 {
		c.skip(CheckSubject, SubjectNotGiven, "the report is about %s %s: whether that is the implementation that you mean was not checked", short(got.Name), short(got.Version))
		return
	}
	c.pass(CheckSubject, "the subject is the one that the verifier expects, in %d members; the rest is its own word", expected)
}

func (c *checker) independence() {
	if _, err := label(c.report.Independence); err != nil || c.report.Independence == "" {
		c.fail(CheckIndependence, IndependenceClaimed, "the label %s is never claimed in a report", short(c.report.Independence))
		return
	}
	c.pass(CheckIndependence, "the label %q is one that may be claimed; it is the operator's word", c.report.Independence)
}

// selection checks that the report asked what it says it selected, and is not
// called complete when something was left out. One that is called incomplete
// without need is no fault: a run can be stopped after its last case.
func (c *checker) selection() {
	sel := c.report.Selection
	if len(sel.Only) > maxPatterns || len(sel.Profiles) > maxPatterns {
		c.fail(CheckSelection, SelectionMismatch, "more than %d names are selected", maxPatterns)
		return
	}
	if !slices.Equal(sel.Profiles, sorted(sel.Profiles)) || !slices.Equal(sel.Only, sorted(sel.Only)) {
		c.fail(CheckSelection, SelectionMismatch, "the names selected are not sorted, or there twice")
		return
	}
	if sel.Complete && !sel.vectors().Complete() {
		c.fail(CheckSelection, SelectionMismatch, "the selection is called complete, and is filtered")
		return
	}
	selected, err := c.Suite.Select(sel.vectors())
	if err != nil {
		c.fail(CheckSelection, SelectionMismatch, "the selection means nothing: %v", err)
		return
	}
	wanted := map[string]bool{}
	for _, v := range selected {
		wanted[v.ID] = true
	}
	skipped := 0
	for _, o := range c.report.Outcomes {
		switch {
		case o.Outcome == vectors.Skipped:
			skipped++
		case o.Outcome != vectors.Unsupported && !wanted[o.ID]:
			c.fail(CheckSelection, SelectionMismatch, "vector %s was not selected, and has the outcome %s", short(o.ID), short(string(o.Outcome)))
			return
		}
	}
	if sel.Complete && skipped > 0 {
		c.fail(CheckSelection, SelectionMismatch, "the selection is called complete, and %d vectors were skipped", skipped)
		return
	}
	if !sel.Complete {
		c.pass(CheckSelection, "the run was not of the whole suite, and says so: %d of %d vectors selected, %d skipped", len(selected), len(c.Suite.Vectors), skipped)
		return
	}
	c.pass(CheckSelection, "the whole suite was selected and nothing was skipped")
}

// coverage checks that the outcomes are those of the suite's vectors, each
// once, sorted by id.
func (c *checker) coverage() {
	var got, want []string
	for _, o := range c.report.Outcomes {
		got = append(got, o.ID)
	}
	for _, v := range c.Suite.Vectors {
		want = append(want, v.ID)
	}
	if slices.Equal(got, want) {
		c.pass(CheckCoverage, "there is one outcome of each of the suite's %d vectors", len(want))
		return
	}
	seen := map[string]int{}
	for _, id := range got {
		seen[id]++
	}
	var missing, unknown, repeated []string
	for _, id := range want {
		if seen[id] == 0 {
			missing = append(missing, id)
		}
	}
	for _, id := range sorted(got) {
		if c.Suite.Vector(id) == nil {
			unknown = append(unknown, id)
		} else if seen[id] > 1 {
			repeated = append(repeated, id)
		}
	}
	parts := slices.DeleteFunc([]string{list("missing", missing), list("unknown", unknown), list("repeated", repeated)}, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		parts = []string{"they are not sorted by id"}
	}
	c.fail(CheckCoverage, Coverage, "the outcomes are not those of the suite's %d vectors: %s", len(want), strings.Join(parts, "; "))
}

// list names the first few of some ids.
func list(what string, ids []string) string {
	const most = 3
	if len(ids) == 0 {
		return ""
	}
	shown := make([]string, 0, most)
	for _, id := range ids[:min(most, len(ids))] {
		shown = append(shown, short(id))
	}
	more := ""
	if n := len(ids) - most; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%d %s (%s%s)", len(ids), what, strings.Join(shown, ", "), more)
}

func (c *checker) asked() {
	n := 0
	for _, o := range c.report.Outcomes {
		if o.Outcome == vectors.Pass || o.Outcome.Failed() {
			n++
		}
	}
	if n == 0 {
		c.fail(CheckAsked, NothingAsked, "no vector was asked: the report shows nothing")
		return
	}
	c.pass(CheckAsked, "%d of %d vectors were asked", n, len(c.report.Outcomes))
}
