package reports

import (
	"cmp"
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
	why := "only asking it again can show that (--rerun)"
	if c.findings.Forged() {
		why = "the report's bytes, digest or signature failed, and asking again would be work that anybody can ask for"
	}
	c.skip(CheckAnswers, NotRerun, "whether the subject gives these answers was not checked: %s", why)
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
		if x.got == "" {
			c.fail(CheckSubject, SubjectMismatch, "the report names no %s of the subject, the verifier expects %s", x.what, short(x.want))
			return
		}
		if x.got != x.want {
			c.fail(CheckSubject, SubjectMismatch, "the subject's %s is %s, the verifier expects %s", x.what, short(x.got), short(x.want))
			return
		}
	}
	if c.Subject.Files != nil {
		want := Input{Subject: c.Subject}.subject().Files
		if !slices.Equal(got.Files, want) {
			c.fail(CheckSubject, SubjectMismatch, "the subject's files are not those that the verifier expects: %s", filesApart(got.Files, want))
			return
		}
		expected += min(len(want), 1) // no file says nothing of what was run
	}
	if expected == 0 {
		c.skip(CheckSubject, SubjectNotGiven, "the report is about %s %s: whether that is the implementation that you mean was not checked", short(got.Name), short(got.Version))
		return
	}
	c.pass(CheckSubject, "what the verifier expects of the subject holds (%d of its name, version, commit and files); the rest is its own word, and files that it loads by itself are not covered", expected)
}

// filesApart says in what way a report's files are others than the verifier's.
func filesApart(got, want []File) string {
	missing := slices.DeleteFunc(slices.Clone(want), func(f File) bool { return slices.Contains(got, f) })
	take := func(same func(File) bool) (File, bool) {
		i := slices.IndexFunc(missing, same)
		if i < 0 {
			return File{}, false
		}
		f := missing[i]
		missing = slices.Delete(missing, i, i+1)
		return f, true
	}
	var apart []string
	for _, f := range got {
		if slices.Contains(want, f) {
			continue
		}
		if other, ok := take(func(o File) bool { return o.Name == f.Name }); ok {
			apart = append(apart, fmt.Sprintf("%s has SHA-256 %s in the report, %s here", short(f.Name), short(f.SHA256), other.SHA256))
		} else if other, ok := take(func(o File) bool { return o.SHA256 == f.SHA256 }); ok {
			apart = append(apart, fmt.Sprintf("only the name differs: %s in the report, %s here", short(f.Name), short(other.Name)))
		} else {
			apart = append(apart, fmt.Sprintf("the report alone has %s (SHA-256 %s)", short(f.Name), short(f.SHA256)))
		}
	}
	for _, f := range missing {
		apart = append(apart, fmt.Sprintf("the report lacks %s (SHA-256 %s)", short(f.Name), f.SHA256))
	}
	const most = 3
	if n := len(apart) - most; n > 0 {
		apart = append(apart[:most], fmt.Sprintf("and %d more", n))
	}
	return strings.Join(apart, "; ")
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
	selected, err := c.selected(sel)
	skipped := 0
	if err == nil {
		skipped, err = c.asking(sel, selected)
	}
	switch {
	case err != nil:
		c.fail(CheckSelection, SelectionMismatch, "%v", err)
	case sel.Complete:
		c.pass(CheckSelection, "the whole suite was selected and nothing was skipped")
	default:
		c.pass(CheckSelection, "the run was not of the whole suite, and says so: %d of %d vectors selected, %d skipped", len(selected), len(c.Suite.Vectors), skipped)
	}
}

// selected is what a selection means, by vector id.
func (c *checker) selected(sel Selection) (map[string]bool, error) {
	switch {
	case max(len(sel.Only), len(sel.Profiles)) > maxPatterns:
		return nil, fmt.Errorf("more than %d names are selected", maxPatterns)
	case !slices.Equal(sel.Profiles, sorted(sel.Profiles)), !slices.Equal(sel.Only, sorted(sel.Only)):
		return nil, fmt.Errorf("the names selected are not sorted, or there twice")
	case sel.Complete && !sel.vectors().Complete():
		return nil, fmt.Errorf("the selection is called complete, and is filtered")
	}
	chosen, err := c.Suite.Select(sel.vectors())
	if err != nil {
		return nil, fmt.Errorf("the selection means nothing: %w", err)
	}
	out := make(map[string]bool, len(chosen))
	for _, v := range chosen {
		out[v.ID] = true
	}
	return out, nil
}

// asking checks that nothing was asked that was not selected, and counts what
// was skipped.
func (c *checker) asking(sel Selection, selected map[string]bool) (skipped int, err error) {
	for _, o := range c.report.Outcomes {
		switch {
		case o.Outcome == vectors.Skipped:
			skipped++
		case o.Outcome != vectors.Unsupported && !selected[o.ID]:
			return 0, fmt.Errorf("vector %s was not selected, and has the outcome %s", short(o.ID), short(string(o.Outcome)))
		}
	}
	if sel.Complete && skipped > 0 {
		return 0, fmt.Errorf("the selection is called complete, and %s", plural(skipped, "vector was skipped", "vectors were skipped"))
	}
	return skipped, nil
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
	c.fail(CheckCoverage, Coverage, "the outcomes are not those of the suite's %d vectors: %s", len(want), c.uncovered(got, want))
}

// uncovered says in what way two lists of ids differ.
func (c *checker) uncovered(got, want []string) string {
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
	var parts []string
	for _, l := range []struct {
		what string
		ids  []string
	}{{"missing", missing}, {"unknown", unknown}, {"repeated", repeated}} {
		if len(l.ids) > 0 {
			parts = append(parts, list(fmt.Sprintf("%d %s", len(l.ids), l.what), l.ids))
		}
	}
	return cmp.Or(strings.Join(parts, "; "), "they are not sorted by id")
}

// list names the first few of some things, after how many of what they are.
func list(count string, ids []string) string {
	const most = 3
	shown := make([]string, 0, most)
	for _, id := range ids[:min(most, len(ids))] {
		shown = append(shown, short(id))
	}
	more := ""
	if n := len(ids) - most; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%s (%s%s)", count, strings.Join(shown, ", "), more)
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
