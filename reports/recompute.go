package reports

import (
	"fmt"
	"slices"
)

func (c *checker) generated() {
	g := c.report.Generated
	switch err := g.check(c.Suite, c.report.Selection); {
	case err != nil:
		c.fail(CheckGenerated, GeneratedMismatch, "generated cases: %v", err)
	case g == nil:
		c.pass(CheckGenerated, "no generated cases are reported")
	default:
		c.pass(CheckGenerated, "%d generated cases per operation, seed %s; failures in %s", g.CasesPerOperation, g.Seed, plural(len(g.Failed), "operation", "operations"))
	}
}

func (c *checker) requirements() {
	want := c.report.results(c.Suite).requirements()
	got := c.report.Requirements
	if i := unequal(got, want); i >= 0 {
		c.fail(CheckRequirements, RequirementsMismatch, "recomputed, the requirements are other than reported: %s", at(got, want, i, func(r Requirement) string {
			return fmt.Sprintf("%s %s %s", r.ID, r.Level, r.Outcome)
		}))
		return
	}
	c.pass(CheckRequirements, "the outcomes of %d requirements follow from those of the vectors", len(want))
}

func (c *checker) counts() {
	want := withoutVerdicts(c.report.results(c.Suite).modules())
	got := withoutVerdicts(c.report.Modules)
	if i := unequal(got, want); i >= 0 {
		c.fail(CheckCounts, CountsMismatch, "recomputed, the counts are other than reported: %s", at(got, want, i, func(m Module) string {
			return fmt.Sprintf("%s/%s MUST: %v; SHOULD: %v", m.Profile, m.Module, m.Must, m.Should)
		}))
		return
	}
	c.pass(CheckCounts, "the counts of %d modules follow from the outcomes", len(want))
}

func withoutVerdicts(modules []Module) []Module {
	out := slices.Clone(modules)
	for i := range out {
		out[i].Verdict = ""
	}
	return out
}

func (c *checker) verdicts() {
	modules := c.report.results(c.Suite).modules()
	got := judged(c.report.Modules, c.report.Profiles)
	want := judged(modules, profiles(modules, c.Suite))
	if i := unequal(got, want); i >= 0 {
		c.fail(CheckVerdicts, VerdictMismatch, "recomputed, the verdicts are other than reported: %s", at(got, want, i, func(s string) string { return s }))
		return
	}
	c.pass(CheckVerdicts, "the verdicts of %d modules and %d profiles follow from the outcomes", len(modules), len(c.Suite.Profiles))
}

// judged writes down every verdict, of modules and then of profiles.
func judged(modules []Module, profiles []Profile) []string {
	var out []string
	for _, m := range modules {
		out = append(out, fmt.Sprintf("module %s/%s: %s", m.Profile, m.Module, m.Verdict))
	}
	for _, p := range profiles {
		out = append(out, fmt.Sprintf("profile %s: %s", p.Profile, p.Verdict))
	}
	return out
}

// unequal is the index of the first element in which a and b differ, -1 when
// they are equal.
func unequal[T comparable](a, b []T) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

// at says what two lists have at index i.
func at[T any](got, want []T, i int, show func(T) string) string {
	side := func(l []T) string {
		if i >= len(l) {
			return "nothing"
		}
		return short(show(l[i]))
	}
	return fmt.Sprintf("reported is %s, must be %s", side(got), side(want))
}

// cases compares the generated cases with those that the seed gives.
func (c *checker) cases() {
	g := c.report.Generated
	switch {
	case g == nil:
		c.pass(CheckCases, "no generated cases are reported")
		return
	case c.findings.Get(CheckGenerated).Status != Passed:
		c.unreadable(CheckCases)
		return
	case c.findings.Forged():
		c.skip(CheckCases, NotRegenerated, "the generated cases were not made again: the report's bytes, digest or signature failed, and it would be work that anybody can ask for")
		return
	case c.Regenerate == nil:
		c.skip(CheckCases, NotRegenerated, "the generated cases were not made again: whether they are those of seed %s was not checked", g.Seed)
		return
	}
	switch got, err := c.Regenerate(c.report); {
	case err != nil:
		c.skip(CheckCases, NotRegenerated, "the generated cases cannot be made again here: %s", short(err.Error()))
	case got != g.Digest:
		c.fail(CheckCases, GeneratedMismatch, "made again, the stream of cases of seed %s has the digest %s, the report says %s", g.Seed, got, short(g.Digest))
	default:
		c.pass(CheckCases, "the generated cases are those of seed %s", g.Seed)
	}
}

// signedByWhom says what no signature does.
func (c *checker) signedByWhom() {
	switch {
	case c.signer == "":
		c.skip(CheckSigner, SignerUnknown, "nobody is known to vouch for these bytes: no signature was verified")
	case c.signedBy(c.Throwaway):
		c.skip(CheckSigner, SelfSigned, "the report is self-signed: conform made the key by itself, and it vouches for nobody")
	default:
		c.skip(CheckSigner, SignerUnknown, "who holds the key with thumbprint %s, and whether to believe them, no signature says; a key from whoever made the report shows no more than that it is theirs", c.signer)
	}
}
