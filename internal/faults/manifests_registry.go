package faults

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// labelFaults are mistakes about evidence labels.
func labelFaults() []Fault {
	supported := func(p strictjson.Value, yes bool) strictjson.Value {
		return strictjson.Record(strictjson.Member{Name: "supported", Value: strictjson.Boolean(yes)})
	}
	label := func(edit func(string) string) change {
		return asks("evidence_label", func(p strictjson.Value) strictjson.Value {
			return editMember(p, "claimed", func(v strictjson.Value) strictjson.Value {
				if v.Kind() != strictjson.String {
					return v
				}
				return strictjson.Text(edit(v.Str()))
			})
		})
	}
	facts := func(edit func(strictjson.Value) strictjson.Value) change {
		return asks("evidence_label", func(p strictjson.Value) strictjson.Value { return editMember(p, "facts", edit) })
	}
	eachFact := func(edit func(strictjson.Value) strictjson.Value) change {
		return facts(func(f strictjson.Value) strictjson.Value {
			return editMembers(f, func(_ string, v strictjson.Value) strictjson.Value { return edit(v) })
		})
	}
	claim := func(claimed string, yes func(fact func(string) bool) bool) change {
		return results("evidence_label", func(p, r strictjson.Value) strictjson.Value {
			if textIn(p, "claimed") != claimed {
				return r
			}
			f := get(p, "facts")
			return supported(p, yes(func(name string) bool { v := get(f, name); return v.True() }))
		})
	}
	fact := regexp.MustCompile(`^(separate_runtime|project_inputs|operated_outside|shared_inputs_disclosed|independent_implementation|independent_measurement|adopter_gates_passed)$`)
	external := "external independent reproduction"
	return []Fault{
		slip("label-any-case", "compares labels in any case", "MAN-077", label(strings.ToLower)),
		slip("label-trimmed", "trims labels", "MAN-077", label(strings.TrimSpace)),
		slip("label-hyphens", "takes hyphens for spaces in a label, and spaces for hyphens", "MAN-077", label(func(s string) string {
			loose := strings.NewReplacer("-", " ", "_", " ")
			for _, right := range []string{"project-internal", "same-project cross-runtime", external, "verified adopter"} {
				if loose.Replace(s) == loose.Replace(right) {
					return right
				}
			}
			return s
		})),
		slip("label-unknown-unsupported", "answers false for an unknown label", "MAN-077", forgives("evidence_label", manifests.UnknownLabel, func(p strictjson.Value) strictjson.Value { return supported(p, false) })),
		slip("facts-unknown-ignored", "ignores facts that it does not know", "MAN-078", facts(func(f strictjson.Value) strictjson.Value {
			return keepMembers(f, func(m strictjson.Member) bool { return fact.MatchString(m.Name) })
		})),
		slip("facts-null-is-false", "takes a fact that is null for false", "MAN-078", eachFact(func(v strictjson.Value) strictjson.Value {
			if v.IsNull() {
				return strictjson.Boolean(false)
			}
			return v
		})),
		slip("facts-truthy", "takes whatever is not empty for a fact that holds", "MAN-078", eachFact(truth)),
		slip("facts-as-text", "takes the texts true and false for facts", "MAN-078", eachFact(func(v strictjson.Value) strictjson.Value {
			if v.Str() == "true" || v.Str() == "false" {
				return strictjson.Boolean(v.Str() == "true")
			}
			return v
		})),
		slip("facts-by-presence", "takes a fact that is there for one that holds", "MAN-078", eachFact(func(v strictjson.Value) strictjson.Value {
			if v.Kind() == strictjson.Bool {
				return strictjson.Boolean(true)
			}
			return v
		})),
		slip("facts-all-required", "refuses when a fact is absent", "MAN-078", refusesParams("evidence_label", reference.InvalidParams, func(p strictjson.Value) bool {
			f := get(p, "facts")
			return f.Len() < 7
		})),
		slip("facts-invalid-unsupported", "answers false when a fact is none", "MAN-078", forgives("evidence_label", manifests.InvalidFact, func(p strictjson.Value) strictjson.Value { return supported(p, false) })),
		slip("internal-needs-inputs", "wants project_inputs for project-internal", "MAN-079", claim("project-internal", func(f func(string) bool) bool { return f("project_inputs") })),
		slip("internal-not-outside", "refuses project-internal to what was operated outside", "MAN-079", claim("project-internal", func(f func(string) bool) bool { return !f("operated_outside") })),
		slip("cross-runtime-by-runtime", "takes a separate runtime for same-project cross-runtime", "MAN-080", claim("same-project cross-runtime", func(f func(string) bool) bool { return f("separate_runtime") })),
		slip("cross-runtime-either", "takes either fact for same-project cross-runtime", "MAN-080", claim("same-project cross-runtime", func(f func(string) bool) bool {
			return f("separate_runtime") || f("project_inputs")
		})),
		slip("external-undisclosed", "forgets that shared inputs must be disclosed", "MAN-081", claim(external, func(f func(string) bool) bool {
			return f("operated_outside") && (f("independent_implementation") || f("independent_measurement"))
		})),
		slip("external-inside", "forgets that a reproduction is operated outside", "MAN-081", claim(external, func(f func(string) bool) bool {
			return f("shared_inputs_disclosed") && (f("independent_implementation") || f("independent_measurement"))
		})),
		slip("external-not-independent", "forgets that a reproduction is independent", "MAN-081", claim(external, func(f func(string) bool) bool {
			return f("operated_outside") && f("shared_inputs_disclosed")
		})),
		slip("external-both-independent", "wants both kinds of independence", "MAN-081", claim(external, func(f func(string) bool) bool {
			return f("operated_outside") && f("shared_inputs_disclosed") && f("independent_implementation") && f("independent_measurement")
		})),
		slip("external-by-implementation", "knows independent implementations and not measurements", "MAN-081", claim(external, func(f func(string) bool) bool {
			return f("operated_outside") && f("shared_inputs_disclosed") && f("independent_implementation")
		})),
		slip("adopter-by-gates", "takes the gates alone for a verified adopter", "MAN-082", claim("verified adopter", func(f func(string) bool) bool { return f("adopter_gates_passed") })),
		slip("adopter-without-gates", "takes a reproduction for a verified adopter", "MAN-082", claim("verified adopter", func(f func(string) bool) bool {
			return f("operated_outside") && f("shared_inputs_disclosed") && (f("independent_implementation") || f("independent_measurement"))
		})),
		slip("adopter-not-independent", "wants gates and disclosure of an adopter, and no independence", "MAN-082", claim("verified adopter", func(f func(string) bool) bool {
			return f("operated_outside") && f("shared_inputs_disclosed") && f("adopter_gates_passed")
		})),
	}
}

// recordFaults are mistakes about adoption records.
func recordFaults() []Fault {
	record := func(edit func(strictjson.Value) strictjson.Value) change {
		return asks("adoption_record", func(p strictjson.Value) strictjson.Value { return editMember(p, "record", edit) })
	}
	in := func(member string, edit func(string) string) change {
		return record(func(r strictjson.Value) strictjson.Value {
			return editMember(r, member, func(v strictjson.Value) strictjson.Value {
				if v.Kind() != strictjson.String {
					return v
				}
				return strictjson.Text(edit(v.Str()))
			})
		})
	}
	urls := func(edit func(string) string) change {
		return func(ops map[string]reference.Operation) {
			in("maintainer", edit)(ops)
			in("implementation_source", edit)(ops)
		}
	}
	accepted := func(yes bool) strictjson.Value {
		return strictjson.Record(strictjson.Member{Name: "accepted", Value: strictjson.Boolean(yes)})
	}
	declines := func(odd func(r strictjson.Value) bool) change {
		return results("adoption_record", func(p, r strictjson.Value) strictjson.Value {
			v := get(p, "record")
			if odd(v) {
				return accepted(false)
			}
			return r
		})
	}
	known := []string{"agent_name", "maintainer", "implementation_source", "implementation_revision", "capsule_sha256", "conformance_report", "verified_at", "status"}
	date := func(edit func(string) string) change { return in("verified_at", edit) }
	optional := func(name, value string) change {
		return record(func(r strictjson.Value) strictjson.Value {
			if has(r, name) || r.Len() == 0 {
				return r
			}
			return setMember(r, name, strictjson.Text(value))
		})
	}
	const day = "2026-08-31"
	return []Fault{
		slip("record-more-members", "ignores members of a record that it does not know", "MAN-083", record(func(r strictjson.Value) strictjson.Value {
			return keepMembers(r, func(m strictjson.Member) bool { return slices.Contains(known, m.Name) })
		})),
		slip("record-maintainer-optional", "does without maintainer", "MAN-083", optional("maintainer", "https://example.org")),
		slip("record-status-optional", "does without status", "MAN-083", optional("status", "native")),
		slip("record-date-optional", "does without verified_at", "MAN-083", optional("verified_at", day)),
		slip("record-non-object-declined", "answers false for a record that is no object", "MAN-083", answers("adoption_record", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			if v, ok := p.Get("record"); ok && v.Kind() != strictjson.Object {
				return accepted(false), nil
			}
			return r, err
		})),
		slip("record-invalid-refused", "refuses a record that it should not accept", "MAN-083", refusesParamsOrResult("adoption_record", func(r strictjson.Value) bool {
			v := get(r, "accepted")
			return !v.True()
		})),
		slip("record-name-unlimited", "takes an agent's name of any length", "MAN-084", in("agent_name", func(s string) string { return string([]rune(s)[:min(200, len([]rune(s)))]) })),
		slip("record-name-empty", "takes an empty agent's name", "MAN-084", in("agent_name", func(s string) string { return s + "x"[:btoi(s == "")] })),
		slip("record-name-in-bytes", "counts bytes of an agent's name", "MAN-084", declines(func(r strictjson.Value) bool { return len(textIn(r, "agent_name")) > 200 })),
		slip("record-name-in-utf-16", "counts UTF-16 code units of an agent's name", "MAN-084", declines(func(r strictjson.Value) bool {
			return len(utf16.Encode([]rune(textIn(r, "agent_name")))) > 200
		})),
		slip("record-name-below-limit", "refuses an agent's name of exactly 200 characters", "MAN-084", declines(func(r strictjson.Value) bool { return len([]rune(textIn(r, "agent_name"))) >= 200 })),
		slip("record-name-ascii", "refuses an agent's name outside ASCII", "MAN-084", declines(func(r strictjson.Value) bool {
			return strings.ContainsFunc(textIn(r, "agent_name"), func(c rune) bool { return c > '~' })
		})),
		slip("record-url-http", "takes http URLs in a record", "MAN-085", urls(instead(`^http:`, "https:"))),
		slip("record-url-any-case", "takes a scheme in any case", "MAN-085", urls(instead(`^(?i)https:`, "https:"))),
		slip("record-url-user", "takes user information", "MAN-085", urls(instead(`^https://[^/?#@]*@`, "https://"))),
		slip("record-url-underscore", "takes underscores in a host", "MAN-085", urls(inHost(instead(`_`, "x")))),
		slip("record-url-hyphens", "takes hyphens at the ends of a host's labels", "MAN-085", urls(inHost(instead(`(^|\.)-|-(\.|$)`, "${1}x${2}")))),
		slip("record-url-long-labels", "takes labels of any length", "MAN-085", urls(inHost(instead(`[^.]{64,}`, "x")))),
		slip("record-url-label-below-limit", "refuses a host's label of exactly 63 characters", "MAN-085", declines(func(r strictjson.Value) bool {
			return regexp.MustCompile(`[/.][^/.]{63}([/.]|$)`).MatchString(textIn(r, "maintainer") + " " + textIn(r, "implementation_source"))
		})),
		slip("record-url-final-dot", "takes a dot at a host's end", "MAN-085", urls(inHost(instead(`\.$`, "")))),
		slip("record-url-empty-labels", "takes empty labels", "MAN-085", urls(inHost(instead(`\.\.+`, ".")))),
		slip("record-url-empty-host", "takes an empty host", "MAN-085", urls(inHost(instead(`^$`, "x")))),
		slip("record-url-empty-port", "takes a colon without port", "MAN-085", urls(instead(`^(https://[^/?#:]*):([/?#]|$)`, "$1$2"))),
		slip("record-url-any-port", "takes a port that is no number", "MAN-085", urls(instead(`^(https://[^/?#:]*):[A-Za-z]+`, "$1"))),
		slip("record-url-no-port", "refuses a port", "MAN-085", declines(func(r strictjson.Value) bool {
			return regexp.MustCompile(`https://[^/?#]*:`).MatchString(textIn(r, "maintainer") + " " + textIn(r, "implementation_source"))
		})),
		slip("record-url-dotted-host", "refuses a host of one label", "MAN-085", declines(func(r strictjson.Value) bool {
			return regexp.MustCompile(`^https://[^/?#.]*([/?#]|$)`).MatchString(textIn(r, "maintainer"))
		})),
		slip("record-url-spaces", "takes spaces in a path", "MAN-085", urls(instead(` `, "x"))),
		slip("record-url-unicode", "takes characters outside ASCII in a URL", "MAN-085", urls(instead(`[^\x00-\x7f]`, "x"))),
		slip("record-url-control", "takes control characters in a URL, or strips them", "MAN-085", urls(instead(`[\x00-\x1f\x7f]`, ""))),
		slip("record-url-unlimited", "takes a URL of any length", "MAN-085", urls(func(s string) string { return s[:min(2_048, len(s))] })),
		slip("record-url-below-limit", "refuses a URL of exactly 2,048 characters", "MAN-085", declines(func(r strictjson.Value) bool {
			return len(textIn(r, "maintainer")) >= 2_048 || len(textIn(r, "implementation_source")) >= 2_048
		})),
		slip("record-source-on-github", "wants the implementation on GitHub", "MAN-085", declines(func(r strictjson.Value) bool {
			return !strings.HasPrefix(textIn(r, "implementation_source"), "https://github.com/")
		})),
		slip("record-revision-upper", "takes a revision or digest in upper case", "MAN-086", func(ops map[string]reference.Operation) {
			in("implementation_revision", strings.ToLower)(ops)
			in("capsule_sha256", strings.ToLower)(ops)
		}),
		slip("record-capsule-bare", "takes a capsule's digest without sha256:", "MAN-086", in("capsule_sha256", func(s string) string { return "sha256:" + strings.TrimPrefix(s, "sha256:") })),
		slip("record-capsule-any-length", "takes a capsule's digest of any length", "MAN-086", in("capsule_sha256", instead(`^sha256:[0-9a-f]+$`, "sha256:"+some[capsuleMember]))),
		slip("record-revision-shortened", "takes a shortened revision", "MAN-086", declinesRevision(`^[0-9a-f]{7,39}$`)),
		slip("record-report-of-any-revision", "never compares the report's commit with the revision", "MAN-087", record(func(r strictjson.Value) strictjson.Value {
			return editMember(r, "conformance_report", func(v strictjson.Value) strictjson.Value {
				parts := strings.Split(v.Str(), "/")
				if len(parts) <= firstPathPart || !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(parts[commitPart]) {
					return v
				}
				parts[commitPart] = textIn(r, "implementation_revision")
				return strictjson.Text(strings.Join(parts, "/"))
			})
		})),
		slip("record-report-mentions-revision", "looks for the revision anywhere in the report's URL", "MAN-087", record(func(r strictjson.Value) strictjson.Value {
			return editMember(r, "conformance_report", func(v strictjson.Value) strictjson.Value {
				parts := strings.Split(v.Str(), "/")
				if revision := textIn(r, "implementation_revision"); revision != "" && len(parts) > firstPathPart && strings.Contains(v.Str(), revision) {
					parts[commitPart] = revision
				}
				return strictjson.Text(strings.Join(parts, "/"))
			})
		})),
		slip("record-report-tree", "takes a tree for the report", "MAN-087", in("conformance_report", instead(`/tree/`, "/blob/"))),
		slip("record-report-anywhere", "takes a report on any host", "MAN-087", in("conformance_report", instead(`^https://[a-z.]+/`, "https://github.com/"))),
		slip("record-report-query", "ignores a query or fragment of the report", "MAN-087", in("conformance_report", without(`[?#].*$`))),
		slip("record-date-shape", "looks at the shape of a date alone", "MAN-088", date(instead(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`, day))),
		slip("record-date-rolled", "lets days beyond a month's end roll over", "MAN-088", date(instead(`-(29|30|31)$`, "-28"))),
		slip("record-date-time", "takes a time for a date", "MAN-088", date(instead(`T.*$`, ""))),
		slip("record-date-lenient", "takes days and months of one digit", "MAN-088", date(func(s string) string {
			if t, err := time.Parse("2006-1-2", s); err == nil {
				return t.Format(time.DateOnly)
			}
			return s
		})),
		slip("record-date-slashes", "takes slashes for hyphens, or none", "MAN-088", date(instead(`^(\d{4})/?(\d\d)/?(\d\d)$`, "$1-$2-$3"))),
		slip("record-date-year-0", "takes the year 0000", "MAN-088", date(instead(`^0000-`, "2000-"))),
		slip("record-date-no-leap", "takes every fourth year for a leap year", "MAN-088", date(instead(`^[0-9][1235679]00-02-29$`, day))),
		slip("record-date-recent", "refuses dates before 1970", "MAN-088", declines(func(r strictjson.Value) bool { return textIn(r, "verified_at") < "1970" })),
		slip("record-date-trimmed", "trims dates", "MAN-088", date(strings.TrimSpace)),
		slip("record-status-any-case", "compares the status in any case", "MAN-089", in("status", strings.ToLower)),
		slip("record-status-any", "takes any status", "MAN-089", in("status", func(string) string { return "native" })),
		slip("record-status-native", "knows native and not bridge", "MAN-089", declines(func(r strictjson.Value) bool { return textIn(r, "status") == "bridge" })),
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// refusesParamsOrResult has an operation refuse what it answered in some way.
func refusesParamsOrResult(op string, refuse func(result strictjson.Value) bool) change {
	return answers(op, func(_, r strictjson.Value, err error) (strictjson.Value, error) {
		if err == nil && refuse(r) {
			return strictjson.Value{}, reference.Reject(reference.InvalidParams, "refused without need")
		}
		return r, err
	})
}

// declinesRevision has a revision of another form taken for that of the report.
func declinesRevision(pattern string) change {
	re := regexp.MustCompile(pattern)
	return asks("adoption_record", func(p strictjson.Value) strictjson.Value {
		return editMember(p, "record", func(r strictjson.Value) strictjson.Value {
			parts := strings.Split(textIn(r, "conformance_report"), "/")
			if !re.MatchString(textIn(r, "implementation_revision")) || len(parts) <= firstPathPart {
				return r
			}
			parts[commitPart] = zeros40
			r = setMember(r, "conformance_report", strictjson.Text(strings.Join(parts, "/")))
			return setMember(r, "implementation_revision", strictjson.Text(zeros40))
		})
	})
}

// inHost edits the host of an https URL.
func inHost(edit func(string) string) func(string) string {
	return func(s string) string {
		rest, ok := strings.CutPrefix(s, "https://")
		if !ok {
			return s
		}
		end := strings.IndexAny(rest, "/?#:")
		if end < 0 {
			end = len(rest)
		}
		return "https://" + edit(rest[:end]) + rest[end:]
	}
}

// telemetryFaults are mistakes about usage telemetry.
func telemetryFaults() []Fault {
	record := func(edit func(strictjson.Value) strictjson.Value) change {
		return asks("telemetry", func(p strictjson.Value) strictjson.Value { return editMember(p, "record", edit) })
	}
	consent := func(edit func(v strictjson.Value, given bool) strictjson.Value) change {
		return asks("telemetry", func(p strictjson.Value) strictjson.Value {
			v, ok := p.Get("owner_consent")
			return setMember(p, "owner_consent", edit(v, ok))
		})
	}
	period := func(edit func(string) string) change {
		return record(func(r strictjson.Value) strictjson.Value {
			return editMember(r, "period", func(v strictjson.Value) strictjson.Value {
				if v.Kind() != strictjson.String {
					return v
				}
				return strictjson.Text(edit(v.Str()))
			})
		})
	}
	counts := func(edit func(strictjson.Value) strictjson.Value) change {
		return record(func(r strictjson.Value) strictjson.Value { return editMember(r, "counts", edit) })
	}
	each := func(edit func(strictjson.Value) strictjson.Value) change {
		return counts(func(c strictjson.Value) strictjson.Value {
			return editMembers(c, func(_ string, v strictjson.Value) strictjson.Value { return edit(v) })
		})
	}
	names := func(pattern string) change {
		re := regexp.MustCompile(pattern)
		return counts(func(c strictjson.Value) strictjson.Value {
			return renameMembers(c, func(name string) string {
				if re.MatchString(name) {
					plain := instead(`[^a-z0-9]`, "_")("n" + name)
					return plain[:min(len(plain), 40)]
				}
				return name
			})
		})
	}
	emit := func(yes bool) strictjson.Value {
		return strictjson.Record(strictjson.Member{Name: "emit", Value: strictjson.Boolean(yes)})
	}
	refusesRecord := func(odd func(r strictjson.Value) bool) change {
		return answers("telemetry", func(p, result strictjson.Value, err error) (strictjson.Value, error) {
			r := get(p, "record")
			yes := get(result, "emit")
			if err == nil && yes.True() && odd(r) {
				return strictjson.Value{}, reference.Reject(manifests.InvalidRecord, "refused without need")
			}
			return result, err
		})
	}
	anyCount := func(r strictjson.Value, odd func(strictjson.Member) bool) bool {
		c := get(r, "counts")
		return slices.ContainsFunc(c.Members(), odd)
	}
	const day = "2026-08-31"
	return []Fault{
		slip("consent-by-default", "emits unless the owner refuses", "MAN-090", consent(func(v strictjson.Value, given bool) strictjson.Value {
			return strictjson.Boolean(!given || v.IsNull() || v.True())
		})),
		slip("consent-truthy", "takes whatever is not empty for consent", "MAN-090", consent(func(v strictjson.Value, _ bool) strictjson.Value { return truth(v) })),
		slip("consent-ignored", "emits whatever the owner says", "MAN-090", consent(func(strictjson.Value, bool) strictjson.Value { return strictjson.Boolean(true) })),
		slip("consent-after-record", "refuses a bad record even without consent", "MAN-090", answers("telemetry", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			if _, bad := manifests.Telemetry(setMember(p, "owner_consent", strictjson.Boolean(true))); err == nil && bad != nil {
				return strictjson.Value{}, bad
			}
			return r, err
		})),
		slip("record-optional", "does without a record when there is no consent", "MAN-090", asks("telemetry", func(p strictjson.Value) strictjson.Value {
			if has(p, "record") {
				return p
			}
			return setMember(p, "record", strictjson.Value{})
		})),
		slip("telemetry-more-members", "ignores members of a record that it does not know", "MAN-091", record(func(r strictjson.Value) strictjson.Value {
			return keepMembers(r, func(m strictjson.Member) bool { return m.Name == "period" || m.Name == "counts" })
		})),
		slip("telemetry-content-only", "refuses content and prompt and lets the rest pass", "MAN-091", record(func(r strictjson.Value) strictjson.Value {
			return keepMembers(r, func(m strictjson.Member) bool {
				return m.Name == "period" || m.Name == "counts" || m.Name == "content" || m.Name == "prompt"
			})
		})),
		slip("telemetry-bad-not-emitted", "answers false for a record that it should refuse", "MAN-091", forgives("telemetry", manifests.InvalidRecord, func(strictjson.Value) strictjson.Value { return emit(false) })),
		slip("telemetry-period-optional", "does without a period", "MAN-091", record(func(r strictjson.Value) strictjson.Value {
			if r.Kind() == strictjson.Object && !has(r, "period") {
				return setMember(r, "period", strictjson.Text(day))
			}
			return r
		})),
		slip("telemetry-counts-optional", "does without counts", "MAN-091", record(func(r strictjson.Value) strictjson.Value {
			if r.Kind() == strictjson.Object && !has(r, "counts") {
				return setMember(r, "counts", strictjson.Record())
			}
			return r
		})),
		slip("period-time", "takes a time", "MAN-092", period(instead(`T.*$`, ""))),
		slip("period-year", "takes a year", "MAN-092", period(instead(`^[0-9]{4}$`, day))),
		slip("period-week", "takes a week", "MAN-092", period(instead(`^[0-9]{4}-W[0-9]{2}$`, day))),
		slip("period-shape", "looks at the shape of a period alone", "MAN-092", period(instead(`^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$`, day))),
		slip("period-day-only", "knows days and not months", "MAN-092", refusesRecord(func(r strictjson.Value) bool { return len(textIn(r, "period")) == 7 })),
		slip("period-month-only", "knows months and not days", "MAN-092", refusesRecord(func(r strictjson.Value) bool { return len(textIn(r, "period")) == 10 })),
		slip("period-trimmed", "trims the period", "MAN-092", period(strings.TrimSpace)),
		slip("period-range", "takes a range of days", "MAN-092", period(without(`(/|\.\.).*$`))),
		slip("period-short", "takes days and months of one digit", "MAN-092", period(func(s string) string {
			for _, layout := range []string{"2006-1-2", "2006-1"} {
				if t, err := time.Parse(layout, s); err == nil {
					return t.Format(time.DateOnly)
				}
			}
			return s
		})),
		slip("count-negative", "takes counts below zero", "MAN-093", each(func(v strictjson.Value) strictjson.Value {
			if strings.HasPrefix(v.Literal(), "-") {
				return strictjson.Integer(0)
			}
			return v
		})),
		slip("count-fraction", "takes counts with a fraction", "MAN-093", each(func(v strictjson.Value) strictjson.Value {
			if strings.Contains(v.Literal(), ".") {
				return strictjson.Integer(0)
			}
			return v
		})),
		slip("count-boolean", "takes true and false for 1 and 0", "MAN-093", each(func(v strictjson.Value) strictjson.Value {
			if v.Kind() == strictjson.Bool {
				return strictjson.Integer(0)
			}
			return v
		})),
		slip("count-text", "takes text for a count", "MAN-093", each(func(v strictjson.Value) strictjson.Value {
			if v.Kind() == strictjson.String {
				return strictjson.Integer(0)
			}
			return v
		})),
		slip("count-null", "takes null for a count of zero", "MAN-093", each(func(v strictjson.Value) strictjson.Value {
			if v.IsNull() {
				return strictjson.Integer(0)
			}
			return v
		})),
		slip("count-nested", "takes counts by user", "MAN-093", each(func(v strictjson.Value) strictjson.Value {
			if v.Kind() == strictjson.Object || v.Kind() == strictjson.Array {
				return strictjson.Integer(0)
			}
			return v
		})),
		slip("count-from-one", "refuses a count of zero", "MAN-093", refusesRecord(func(r strictjson.Value) bool {
			return anyCount(r, func(m strictjson.Member) bool { return m.Value.Literal() == "0" })
		})),
		slip("count-32-bits", "refuses counts beyond 32 bits", "MAN-093", refusesRecord(func(r strictjson.Value) bool {
			return anyCount(r, func(m strictjson.Member) bool { n, _ := m.Value.Int(); return n > 1<<32 })
		})),
		slip("counts-not-empty", "refuses a record without a count", "MAN-093", refusesRecord(func(r strictjson.Value) bool {
			c := get(r, "counts")
			return c.Len() == 0
		})),
		slip("counts-first-only", "looks at the first count alone", "MAN-093", counts(func(c strictjson.Value) strictjson.Value {
			if m := c.Members(); len(m) > 1 {
				return strictjson.Record(m[0])
			}
			return c
		})),
		slip("name-any-case", "takes capital letters in a count's name", "MAN-093", names(`^[A-Za-z][A-Za-z0-9_]{0,63}$`)),
		slip("name-hyphens", "takes hyphens and dots in a count's name", "MAN-093", names(`^[a-z][a-z0-9_.-]{0,63}$`)),
		slip("name-digit-first", "takes a digit or underscore at the beginning of a count's name", "MAN-093", names(`^[a-z0-9_]{1,64}$`)),
		slip("name-unlimited", "takes a count's name of any length", "MAN-093", names(`^[a-z][a-z0-9_]{64,}$`)),
		slip("name-any", "takes any name of a count", "MAN-093", names(`(?s)^.*$`)),
		slip("name-below-limit", "refuses a count's name of exactly 64 characters", "MAN-093", refusesRecord(func(r strictjson.Value) bool {
			return anyCount(r, func(m strictjson.Member) bool { return len(m.Name) == 64 })
		})),
	}
}
