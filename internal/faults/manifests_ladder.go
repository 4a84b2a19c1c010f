package faults

import (
	"bytes"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// ladderFaults are mistakes about the rungs, and about what fails closed.
func ladderFaults() []Fault {
	given := func(p strictjson.Value, name string) bool { return !get(p, name).IsNull() }
	signed := func(p strictjson.Value) bool {
		m, err := manifests.Parse(bytesIn(p, "document"))
		return err == nil && m.Signed()
	}
	lowers := func(code string, without ...string) change { // forgives a failed check by forgetting what it is about
		return func(ops map[string]reference.Operation) {
			right := ops["manifests.assess"]
			ops["manifests.assess"] = func(p strictjson.Value) (strictjson.Value, error) {
				result, err := right(p)
				for _, name := range without {
					if refusedAs(err) == code {
						p = dropMember(p, name)
						result, err = right(p)
					}
				}
				return result, err
			}
		}
	}
	status := func(to manifests.Status, when func(p, r strictjson.Value) bool) change {
		return results("assess", func(p, r strictjson.Value) strictjson.Value {
			if when(p, r) {
				return setMember(r, "status", strictjson.Text(string(to)))
			}
			return r
		})
	}
	at := func(r strictjson.Value, rung manifests.Status) bool { return textIn(r, "status") == string(rung) }
	effects := func(eligible func(status manifests.Status, card bool) bool) change {
		return climbs(func(a *assessor) { a.effects = eligible })
	}
	high := func(s manifests.Status) bool {
		return s == manifests.SignatureVerified || s == manifests.ConformanceVerified
	}
	unless := func(name string, when func(p strictjson.Value) bool) change { // forgets a param when
		return asks("assess", func(p strictjson.Value) strictjson.Value {
			if when(p) {
				return dropMember(p, name)
			}
			return p
		})
	}
	declared := strictjson.Record(
		strictjson.Member{Name: "status", Value: strictjson.Text(string(manifests.Declared))},
		strictjson.Member{Name: "effects", Value: strictjson.Text("blocked")})
	return []Fault{
		slip("bad-document-declared", "calls declared what is no manifest", "MAN-044", forgives("assess", manifests.InvalidManifest, func(strictjson.Value) strictjson.Value { return declared })),
		slip("assess-last-of-repeated", "reads the document once more with a lenient parser", "MAN-044", documentsOf(keepRepeated(last), "assess")),
		slip("capsule-is-enough", "calls digest-verified what has a capsule alone", "MAN-045", status(manifests.DigestVerified, func(p, r strictjson.Value) bool {
			return at(r, manifests.Declared) && given(p, "capsule")
		})),
		slip("report-is-enough", "calls digest-verified what has a report alone", "MAN-045", status(manifests.DigestVerified, func(p, r strictjson.Value) bool {
			return at(r, manifests.Declared) && given(p, "report")
		})),
		slip("digest-of-trimmed", "digests artifacts without their final line feed", "MAN-045", climbs(func(a *assessor) {
			a.digest = func(_ string, b []byte, want string) bool {
				return sha256Hex(bytes.TrimSuffix(b, []byte("\n"))) == want
			}
		})),
		slip("digest-of-canonical", "digests the canonical form of an artifact that is JSON", "MAN-045", climbs(func(a *assessor) {
			a.digest = func(_ string, b []byte, want string) bool {
				if canonical, err := manifests.CanonicalBytes(b); err == nil {
					b = canonical
				}
				return sha256Hex(b) == want
			}
		})),
		slip("digest-of-text", "digests artifacts as text, with invalid bytes replaced", "MAN-045", climbs(func(a *assessor) {
			a.digest = func(_ string, b []byte, want string) bool {
				return sha256Hex(bytes.ToValidUTF8(b, []byte("\ufffd"))) == want
			}
		})),
		slip("empty-artifact-is-none", "takes an empty artifact for one that was not given", "MAN-045", asks("assess", func(p strictjson.Value) strictjson.Value {
			for _, name := range []string{"capsule", "report"} {
				if v, ok := p.Get(name); ok {
					if b, isBytes := bytesOf(v); isBytes && len(b) == 0 {
						p = dropMember(p, name)
					}
				}
			}
			return p
		})),
		slip("signature-without-artifacts", "calls signature-verified what is signed, with no artifacts given", "MAN-045", status(manifests.SignatureVerified, func(p, r strictjson.Value) bool {
			return at(r, manifests.Declared) && signed(p) && given(p, "keys")
		})),
		slip("signed-is-verified", "calls signature-verified what is signed, with no keys given", "MAN-046", status(manifests.SignatureVerified, func(p, r strictjson.Value) bool {
			return at(r, manifests.DigestVerified) && signed(p)
		})),
		slip("never-signature-verified", "climbs no higher than digest-verified", "MAN-046", status(manifests.DigestVerified, func(_, r strictjson.Value) bool {
			return at(r, manifests.SignatureVerified)
		})),
		slip("conformance-without-report-signature", "believes a report that is not signed", "MAN-047", climbs(func(a *assessor) {
			a.rungs = func(c climb) manifests.Status {
				if s := c.status(); s != manifests.SignatureVerified || !c.counts {
					return s
				}
				return manifests.ConformanceVerified
			}
		})),
		slip("conformance-without-signature", "calls conformance-verified what is not signed itself", "MAN-047", climbs(func(a *assessor) {
			a.rungs = func(c climb) manifests.Status {
				if c.capsule != nil && c.counts && c.reportSignature != nil && c.reportKeys != nil {
					return manifests.ConformanceVerified
				}
				return c.status()
			}
		})),
		slip("version-unchecked", "never compares the version expected", "MAN-055", unless("expected_version", func(strictjson.Value) bool { return true })),
		slip("version-compatible", "takes a version expected that is compatible", "MAN-055", climbs(func(a *assessor) {
			a.version = func(expected string, m *manifests.Manifest) bool { return strings.HasPrefix(expected, "0.1") }
		})),
		slip("version-trimmed-expected", "trims the version expected", "MAN-055", climbs(func(a *assessor) {
			a.version = func(expected string, m *manifests.Manifest) bool { return strings.TrimSpace(expected) == m.Version }
		})),
		slip("version-empty-is-none", "takes an empty version expected for none", "MAN-055", unless("expected_version", func(p strictjson.Value) bool {
			return textIn(p, "expected_version") == "" && typedText(p, "expected_version")
		})),
		slip("mismatch-lowers-rung", "calls declared what has another digest", "MAN-056", lowers(manifests.DigestMismatch, "capsule", "report")),
		slip("mismatch-only-of-both", "compares digests only when both artifacts are given", "MAN-056", func(ops map[string]reference.Operation) {
			unless("capsule", func(p strictjson.Value) bool { return !given(p, "report") && validBytes(p, "capsule") })(ops)
			unless("report", func(p strictjson.Value) bool { return !given(p, "capsule") && validBytes(p, "report") })(ops)
		}),
		slip("capsule-unchecked", "never compares the capsule's digest", "MAN-056", climbs(func(a *assessor) {
			right := a.digest
			a.digest = func(name string, b []byte, want string) bool { return name == "capsule" || right(name, b, want) }
		})),
		slip("report-unchecked", "never compares the report's digest", "MAN-056", climbs(func(a *assessor) {
			right := a.digest
			a.digest = func(name string, b []byte, want string) bool { return name == "report" || right(name, b, want) }
		})),
		slip("signature-lowers-rung", "calls digest-verified what has a signature that does not verify", "MAN-057", lowers(manifests.SignatureInvalid, "keys")),
		slip("signature-only-with-artifacts", "verifies a signature only when the rung below is reached", "MAN-057", unless("keys", func(p strictjson.Value) bool {
			return (!given(p, "capsule") || !given(p, "report")) && validKeys(p, "keys")
		})),
		slip("empty-keys-are-none", "takes an empty set of keys for none", "MAN-057", unless("keys", func(p strictjson.Value) bool { return len(keysIn(p, "keys")) == 0 && validKeys(p, "keys") })),
		slip("report-signature-lowers-rung", "calls signature-verified what has a report whose signature does not verify", "MAN-058", lowers(manifests.SignatureInvalid, "report_keys")),
		slip("report-signature-only-when-reached", "verifies a report's signature only from signature-verified on", "MAN-058", unless("report_signature", func(p strictjson.Value) bool {
			return !(given(p, "capsule") && given(p, "keys") && signed(p)) && typedText(p, "report_signature")
		})),
		slip("report-signature-only-of-format", "verifies the signature of reports of the right format alone", "MAN-058", unless("report_signature", func(p strictjson.Value) bool {
			return !bytes.Contains(bytesIn(p, "report"), []byte(`"format":"conform-report/1"`)) && typedText(p, "report_signature")
		})),
		slip("empty-report-keys-are-none", "takes an empty set of report keys for none", "MAN-058", unless("report_keys", func(p strictjson.Value) bool {
			return len(keysIn(p, "report_keys")) == 0 && validKeys(p, "report_keys")
		})),
		slip("unsigned-with-keys-refused", "refuses an unsigned manifest when keys are given", "MAN-059", refusesParams("assess", manifests.SignatureInvalid, func(p strictjson.Value) bool {
			return given(p, "keys") && !signed(p)
		})),
		slip("signed-without-keys-refused", "refuses a signed manifest when no keys are given", "MAN-059", refusesParams("assess", manifests.SignatureInvalid, func(p strictjson.Value) bool {
			return !given(p, "keys") && signed(p)
		})),
		slip("report-signature-without-keys-refused", "refuses a report's signature when no report keys are given", "MAN-059", refusesParams("assess", manifests.SignatureInvalid, func(p strictjson.Value) bool {
			return given(p, "report_signature") && !given(p, "report_keys")
		})),
		slip("report-signature-without-report-refused", "refuses a report's signature when there is no report", "MAN-059", refusesParams("assess", manifests.SignatureInvalid, func(p strictjson.Value) bool {
			return given(p, "report_signature") && !given(p, "report")
		})),
		slip("effects-without-card", "lets effects be eligible without an authenticated card", "MAN-060", effects(func(s manifests.Status, _ bool) bool { return high(s) })),
		slip("effects-from-digests", "lets effects be eligible from digest-verified on", "MAN-060", effects(func(s manifests.Status, card bool) bool { return card && s != manifests.Declared })),
		slip("effects-by-card", "lets effects be eligible by an authenticated card alone", "MAN-060", effects(func(_ manifests.Status, card bool) bool { return card })),
		slip("effects-from-conformance", "lets effects be eligible at conformance-verified alone", "MAN-060", effects(func(s manifests.Status, card bool) bool {
			return card && s == manifests.ConformanceVerified
		})),
		slip("effects-never-at-top", "forgets effects at conformance-verified", "MAN-060", effects(func(s manifests.Status, card bool) bool {
			return card && s == manifests.SignatureVerified
		})),
		slip("signature-before-digests", "tells of the signature before the digests", "MAN-061", answers("assess", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			if refusedAs(err) != manifests.DigestMismatch || !signed(p) || !given(p, "keys") {
				return r, err
			}
			if newVerifier().manifest(documentIn(p), keysIn(p, "keys")) {
				return r, err
			}
			return r, reference.Reject(manifests.SignatureInvalid, "the manifest's")
		})),
		slip("version-last", "tells of the version after everything else", "MAN-061", answers("assess", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			if refusedAs(err) == manifests.VersionMismatch {
				if _, other := manifests.Assess(dropMember(p, "expected_version")); other != nil {
					return r, other
				}
			}
			return r, err
		})),
		slip("one-code-for-all", "refuses for one reason, whatever is wrong", "MAN-061", answers("assess", func(_, r strictjson.Value, err error) (strictjson.Value, error) {
			if slices.Contains(climbing, refusedAs(err)) {
				return r, reference.Reject(manifests.SignatureInvalid, "refused")
			}
			return r, err
		})),
	}
}

func typedText(p strictjson.Value, name string) bool {
	v, ok := p.Get(name)
	return ok && v.Kind() == strictjson.String
}

func validBytes(p strictjson.Value, name string) bool {
	v := get(p, name)
	_, ok := bytesOf(v)
	return ok
}

func validKeys(p strictjson.Value, name string) bool {
	set := get(p, name)
	list, ok := set.Get("keys")
	return ok && list.Kind() == strictjson.Array
}

// reportFaults are mistakes about the report that lifts to the highest rung.
func reportFaults() []Fault {
	rule := func(i int, instead func(r strictjson.Value, c climb) bool) change {
		return climbs(func(a *assessor) { a.counts[i] = instead })
	}
	verdicts := func(good func(all []string) bool) change {
		return rule(reportVerdicts, func(r strictjson.Value, _ climb) bool { return good(verdictsOf(r)) })
	}
	header := func(may func(h strictjson.Value, detached bool) bool) change {
		return climbs(func(a *assessor) { a.verifier.report = may })
	}
	all := func(strictjson.Value, climb) bool { return true }
	only := func(all []string, good ...string) bool {
		return !slices.ContainsFunc(all, func(s string) bool { return !slices.Contains(good, s) })
	}
	return []Fault{
		slip("report-not-canonical", "believes a report in any form", "MAN-048", rule(reportCanonical, all)),
		slip("report-compact", "believes a report whose members are in any order", "MAN-048", rule(reportCanonical, func(r strictjson.Value, c climb) bool {
			return bytes.Equal(r.AppendTo(nil), c.report)
		})),
		slip("report-final-newline", "believes a report with a line feed at its end", "MAN-048", rule(reportCanonical, func(_ strictjson.Value, c climb) bool {
			b := bytes.TrimSuffix(c.report, []byte("\n"))
			canonical, err := manifests.CanonicalBytes(b)
			return err == nil && bytes.Equal(canonical, b)
		})),
		slip("report-any-format", "believes a report of any format", "MAN-049", rule(reportFormat, all)),
		slip("report-format-by-prefix", "believes a report of any version of the format", "MAN-049", rule(reportFormat, func(r strictjson.Value, _ climb) bool {
			return strings.HasPrefix(textIn(r, "format"), "conform-report/")
		})),
		slip("report-any-suite", "believes a report of any suite", "MAN-050", rule(reportSuite, all)),
		slip("report-any-suite-unless-told", "believes a report of any suite when no suites are told", "MAN-050", rule(reportSuite, func(r strictjson.Value, c climb) bool {
			return len(c.suites) == 0 || slices.Contains(c.suites, textAt(r, "/suite/digest"))
		})),
		slip("report-suite-by-prefix", "compares the beginning of a suite's digest", "MAN-050", rule(reportSuite, func(r strictjson.Value, c climb) bool {
			return slices.ContainsFunc(c.suites, func(s string) bool { return strings.HasPrefix(textAt(r, "/suite/digest"), s) })
		})),
		slip("report-first-suite", "looks at the first accepted suite alone", "MAN-050", rule(reportSuite, func(r strictjson.Value, c climb) bool {
			return len(c.suites) > 0 && c.suites[0] == textAt(r, "/suite/digest")
		})),
		slip("report-any-revision", "believes a report of any revision", "MAN-051", rule(reportRevision, all)),
		slip("report-revision-of-report-url", "compares the revision with that of the report's URL", "MAN-051", rule(reportRevision, func(r strictjson.Value, c climb) bool {
			return textAt(r, "/subject/revision") == strings.Split(c.manifest.ReportURL, "/")[commitPart]
		})),
		slip("report-revision-anywhere", "looks for the revision anywhere in the origin", "MAN-051", rule(reportRevision, func(r strictjson.Value, c climb) bool {
			return strings.Contains(c.manifest.Origin, textAt(r, "/subject/revision"))
		})),
		slip("report-revision-optional", "believes a report without revision", "MAN-051", rule(reportRevision, func(r strictjson.Value, c climb) bool {
			at, _ := r.At("/subject/revision")
			return at.IsNull() || at.Str() == c.manifest.Commit()
		})),
		slip("report-one-conformant", "believes a report with one conformant profile, whatever the others", "MAN-052", verdicts(func(all []string) bool {
			return slices.Contains(all, "conformant")
		})),
		slip("report-first-profile", "looks at the first profile alone", "MAN-052", verdicts(func(all []string) bool { return len(all) > 0 && all[0] == "conformant" })),
		slip("report-incomplete-counts", "lets incomplete profiles pass", "MAN-052", verdicts(func(all []string) bool {
			return slices.Contains(all, "conformant") && only(all, "conformant", "not-claimed", "incomplete")
		})),
		slip("report-none-non-conformant", "believes a report in which nothing is non-conformant", "MAN-052", verdicts(func(all []string) bool {
			return !slices.Contains(all, "non-conformant")
		})),
		slip("report-nothing-claimed", "believes a report in which nothing is claimed", "MAN-052", verdicts(func(all []string) bool { return only(all, "conformant", "not-claimed") })),
		slip("report-all-conformant", "wants every profile to be conformant", "MAN-052", verdicts(func(all []string) bool { return len(all) > 0 && only(all, "conformant") })),
		slip("report-verdict-optional", "skips entries of profiles that have no verdict", "MAN-053", verdicts(func(all []string) bool {
			return slices.Contains(all, "conformant") && only(all, "conformant", "not-claimed", "")
		})),
		slip("report-exact-members", "refuses a report that has any other member", "MAN-053", rule(reportFormat, func(r strictjson.Value, _ climb) bool {
			return textIn(r, "format") == "conform-report/1" && r.Len() == 4
		})),
		slip("report-named-profiles", "wants a name in every entry of profiles", "MAN-053", rule(reportVerdicts, func(r strictjson.Value, c climb) bool {
			list := get(r, "profiles")
			named := !slices.ContainsFunc(list.Items(), func(p strictjson.Value) bool { return textIn(p, "profile") == "" })
			return named && newAssessor().counts[reportVerdicts](r, c)
		})),
		slip("report-malformed-refused", "refuses where a report lacks what it reads", "MAN-053", refusesParams("assess", manifests.SignatureInvalid, func(p strictjson.Value) bool {
			r, err := strictjson.Parse(bytesIn(p, "report"), strictjson.Limits{})
			return bytesIn(p, "report") != nil && (err != nil || textIn(r, "format") == "conform-report/1" && (len(verdictsOf(r)) == 0 || textAt(r, "/suite/digest") == "\x00"))
		})),
		slip("report-signature-attached", "takes a report's signature that carries the report", "MAN-054", header(func(h strictjson.Value, _ bool) bool { return reportHeader(h, true) })),
		slip("report-signature-without-typ", "takes a report's signature without typ", "MAN-054", header(func(h strictjson.Value, detached bool) bool {
			if !has(h, "typ") {
				h = setMember(h, "typ", strictjson.Text("conform-report+jws"))
			}
			return reportHeader(h, detached)
		})),
		slip("report-signature-any-typ", "takes a report's signature with any typ", "MAN-054", header(func(h strictjson.Value, detached bool) bool {
			return reportHeader(editMember(h, "typ", func(strictjson.Value) strictjson.Value { return strictjson.Text("conform-report+jws") }), detached)
		})),
		slip("report-signature-without-kid", "takes a report's signature without kid", "MAN-054", header(func(h strictjson.Value, detached bool) bool {
			if !has(h, "kid") {
				h = setMember(h, "kid", strictjson.Text(""))
			}
			return reportHeader(h, detached)
		})),
		slip("report-signature-without-iat", "takes a report's signature without iat", "MAN-054", header(func(h strictjson.Value, detached bool) bool {
			if !has(h, "iat") {
				h = setMember(h, "iat", strictjson.Integer(0))
			}
			return reportHeader(h, detached)
		})),
		slip("report-signature-any-iat", "takes an iat of any kind", "MAN-054", header(func(h strictjson.Value, detached bool) bool {
			return reportHeader(editMember(h, "iat", func(strictjson.Value) strictjson.Value { return strictjson.Integer(0) }), detached)
		})),
		slip("report-signature-more-members", "takes other members in the header of a report's signature", "MAN-054", header(func(h strictjson.Value, detached bool) bool {
			return reportHeader(keepMembers(h, func(m strictjson.Member) bool {
				return slices.Contains([]string{"alg", "kid", "iat", "typ"}, m.Name)
			}), detached)
		})),
		slip("report-signed-by-manifest-keys", "verifies a report with the manifest's keys too", "MAN-054", asks("assess", func(p strictjson.Value) strictjson.Value {
			return editPath(p, func(list strictjson.Value) strictjson.Value {
				if list.Kind() != strictjson.Array {
					return list
				}
				return strictjson.List(append(list.Items(), keysIn(p, "keys")...)...)
			}, "report_keys", "keys")
		})),
	}
}
