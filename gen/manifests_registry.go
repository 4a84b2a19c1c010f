package gen

import (
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
)

// manLabel are the kinds of manifests.evidence_label.
var manLabel = []manKind{
	{share{"facts", 50}, func(s manScene) strictjson.Value { return s.claim(pick(s.draw, manLabels), s.facts(50)) }},
	{share{"nearly", 18}, func(s manScene) strictjson.Value { return s.claim(pick(s.draw, manLabels), s.facts(85)) }},
	{share{"other-label", 14}, func(s manScene) strictjson.Value { return s.claim(s.otherLabel(), s.facts(50)) }},
	{share{"no-fact", 14}, func(s manScene) strictjson.Value { return s.claim(pick(s.draw, manLabels), s.oddFacts()) }},
	{share{"params", 4}, manDamaged(func(s manScene) strictjson.Value { return s.claim(pick(s.draw, manLabels), s.facts(50)) })},
}

var manLabels = []string{"project-internal", "same-project cross-runtime", "external independent reproduction", "verified adopter"}

var manFacts = []string{
	"separate_runtime", "project_inputs", "operated_outside", "shared_inputs_disclosed", "independent_implementation", "independent_measurement", "adopter_gates_passed",
}

func (s manScene) claim(label string, facts strictjson.Value) strictjson.Value {
	return strictjson.Record(member("claimed", strictjson.Text(label)), member("facts", facts))
}

// facts has each fact hold in so many of 100, be false or be absent.
func (s manScene) facts(holds int) strictjson.Value {
	var members []strictjson.Member
	for _, name := range manFacts {
		switch {
		case s.in(holds):
			members = append(members, member(name, strictjson.Boolean(true)))
		case s.in(50):
			members = append(members, member(name, strictjson.Boolean(false)))
		}
	}
	return strictjson.Record(members...)
}

func (s manScene) otherLabel() string {
	label := pick(s.draw, manLabels)
	return pick(s.draw, []string{
		strings.ToUpper(label[:1]) + label[1:], strings.ToUpper(label), label + " ", " " + label, strings.ReplaceAll(label, "-", " "), strings.ReplaceAll(label, " ", "-"),
		strings.ReplaceAll(label, " ", "_"), label + "s", "", "verified", "none",
	})
}

func (s manScene) oddFacts() strictjson.Value {
	v := s.facts(70)
	if s.in(40) {
		return manSet(v, pick(s.draw, []string{"manifest", "signed_manifest", "Separate_runtime", "separate-runtime", "", "peer_reviewed"}), strictjson.Boolean(s.in(60)))
	}
	odd := []strictjson.Value{
		{}, {}, strictjson.Text("true"), strictjson.Text("false"), strictjson.Integer(1), strictjson.Integer(0), strictjson.List(), strictjson.Text("yes"), strictjson.Record(),
	}
	return manSet(v, pick(s.draw, manFacts), pick(s.draw, odd))
}

// manRecord are the kinds of manifests.adoption_record.
var manRecord = []manKind{
	{share{"accepted", 12}, manRecorded(func(s manScene, r strictjson.Value) strictjson.Value { return r })},
	{share{"at-limit", 9}, manRecorded(manScene.recordAtLimit)},
	{share{"members", 8}, manRecorded(manScene.recordMembers)},
	{share{"agent-name", 5}, manRecordText("agent_name", manScene.agentName)},
	{share{"url", 26}, manRecorded(func(s manScene, r strictjson.Value) strictjson.Value {
		return manSet(r, pick(s.draw, []string{"maintainer", "maintainer", "implementation_source"}), strictjson.Text(s.webURL()))
	})},
	{share{"digests", 8}, manRecorded(manScene.recordDigests)},
	{share{"report", 9}, manRecorded(manScene.recordReport)},
	{share{"date", 15}, manRecordText("verified_at", func(s manScene) string { return s.date() })},
	{share{"status", 5}, manRecordText("status", func(s manScene) string {
		return pick(s.draw, []string{"bridge", "Native", "BRIDGE", "", "native ", "adopted"})
	})},
	{share{"params", 3}, manDamaged(manRecorded(func(s manScene, r strictjson.Value) strictjson.Value { return r }))},
}

// manRecorded is a case of a record that is right but for an edit.
func manRecorded(edit func(manScene, strictjson.Value) strictjson.Value) func(manScene) strictjson.Value {
	return func(s manScene) strictjson.Value {
		commit := pick(s.draw, manCommits)
		report := manURL{owner: pick(s.draw, manOwners), repo: pick(s.draw, manRepos), kind: "blob", commit: commit, path: "/report.json"}
		r := manJWK(
			"agent_name", pick(s.draw, []string{"agent", "Agent 7", "é", "エージェント", "😀"}), "maintainer", pick(s.draw, manWebURLs), "implementation_source", pick(s.draw, manWebURLs),
			"implementation_revision", commit, "capsule_sha256", "sha256:"+s.digest(), "conformance_report", report.String(),
			"verified_at", pick(s.draw, manDates), "status", pick(s.draw, []string{"native", "bridge"}))
		return strictjson.Record(member("record", edit(s, r)))
	}
}

func manRecordText(name string, text func(manScene) string) func(manScene) strictjson.Value {
	return manRecorded(func(s manScene, r strictjson.Value) strictjson.Value {
		return manSet(r, name, strictjson.Text(text(s)))
	})
}

var manWebURLs = []string{
	"https://github.com/agent-works/bridge", "https://example.org", "https://example.org/x?y#z", "https://a-b.example.org:8443/", "https://localhost/~u", "https://127.0.0.1:80", "https://EXAMPLE.org?q",
}

var manDates = []string{"2026-08-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "1969-12-31", "2026-12-30"}

// recordAtLimit is right, and as far as a rule lets it go.
func (s manScene) recordAtLimit(r strictjson.Value) strictjson.Value {
	url := "https://" + strings.Repeat("a", 63) + "." + strings.Repeat("b", 63) + ".example"
	switch s.int(3) {
	case 0:
		url += "/" + strings.Repeat("p", 2_048-len(url)-1)
	case 1:
		name := s.from("a😀é", 1)
		return manSet(r, "agent_name", strictjson.Text(strings.Repeat(name, 200)))
	case 2:
		return manSet(r, "agent_name", strictjson.Text(strings.Repeat("é", 101)+strings.Repeat("😀", s.int(99))))
	}
	return manSet(r, pick(s.draw, []string{"maintainer", "implementation_source"}), strictjson.Text(url))
}

func (s manScene) recordMembers(r strictjson.Value) strictjson.Value {
	name := r.Members()[s.int(r.Len()-1)].Name
	switch s.int(4) {
	case 0:
		return manDrop(r, name)
	case 1:
		return manSet(r, name, pick(s.draw, manOddValues))
	case 2:
		return manDrop(r, pick(s.draw, []string{"maintainer", "status", "verified_at"}))
	case 3:
		return strictjson.Record()
	}
	return manSet(r, pick(s.draw, []string{"conversation", "note", "users", "Status", ""}), pick(s.draw, manOddValues))
}

func (s manScene) agentName() string {
	return pick(s.draw, []string{"", strings.Repeat("a", 201), strings.Repeat("😀", 201), strings.Repeat("é", 200), "\n", strings.Repeat("a", 199) + "éé"})
}

// webURL is a URL that is right, or breaks a rule for them.
func (s manScene) webURL() string {
	label := strings.Repeat("a", 63)
	return pick(s.draw, []string{
		"http://example.org/", "HTTPS://example.org/", "https://u@example.org/", "https://u:p@example.org/", "https://a_b.example.org/", "https://-a.example.org/", "https://a-.example.org/",
		"https://a.-b/", "https://" + label + "a.example.org/", "https://example.org./", "https://a..b/", "https://.example.org/", "https:///x", "https://", "https://example.org:/",
		"https://example.org:x/", "https://example.org/a b", "https://example.org/é", "https://exämple.org/", "https://example.org/\n", "https://example.org/\x7f", "https://example.org/a\tb",
		"https://example.org/" + strings.Repeat("p", 2_029), " https://example.org/", "https://[::1]/", `https://example.org\x`, "https://" + label + ".org:1/!~", "https://example.org:8080?x", "ssh://example.org/", "https://ex%61mple.org/",
	})
}

func (s manScene) recordDigests(r strictjson.Value) strictjson.Value {
	if s.in(55) {
		d := s.digest()
		return manSet(r, "capsule_sha256", strictjson.Text(pick(s.draw, []string{d, d, "SHA256:" + d, "sha256:" + strings.ToUpper(d), "sha256:" + d[:63], "sha256:" + d + "0", "sha512:" + d, "sha256: " + d})))
	}
	commit := manText(r, "implementation_revision")
	other := pick(s.draw, []string{strings.ToUpper(commit), commit[:7], commit[:39], commit + "0", "main", ""})
	r = manSet(r, "implementation_revision", strictjson.Text(other))
	if s.in(50) { // and the report's URL says the same
		r = manSet(r, "conformance_report", strictjson.Text(strings.Replace(manText(r, "conformance_report"), commit, other, 1)))
	}
	return r
}

func (s manScene) recordReport(r strictjson.Value) strictjson.Value {
	commit, url := manText(r, "implementation_revision"), manText(r, "conformance_report")
	other := "fedcba98" + commit[8:]
	return manSet(r, "conformance_report", strictjson.Text(pick(s.draw, []string{
		strings.Replace(url, commit, other, 1), strings.Replace(url, commit, other, 1) + "/" + commit, strings.Replace(url, "/blob/", "/tree/", 1), strings.Replace(url, "github.com", "example.org", 1),
		url + "?raw=1", url + "#L1", strings.Replace(url, commit, "main", 1), url + "/..", strings.Replace(url, "https", "http", 1), "https://example.org/" + commit + "/report.json",
	})))
}

// date is a date of the calendar, or what is taken for one.
func (s manScene) date() string {
	return pick(s.draw, []string{
		"2026-02-29", "1900-02-29", "2100-02-29", "2026-02-30", "2026-04-31", "2026-13-01", "2026-00-10", "2026-08-00", "2026-08-32", "0000-01-01", "2026-08-31T00:00:00Z", "2026-8-31",
		"2026-08-1", "2026/08/31", "20260831", "2026-08", " 2026-08-31", "2026-08-31\n", "", "31-08-2026", "２０２６-08-31", "2026-W35-1", "+2026-08-31", "2026-06-31", "2023-02-29",
	})
}

// manTelemetry are the kinds of manifests.telemetry.
var manTelemetry = []manKind{
	{share{"no-consent", 12}, func(s manScene) strictjson.Value { return s.telemetry(s.anyRecord(), s.in(50)) }},
	{share{"emitted", 14}, manConsented(func(s manScene, r strictjson.Value) strictjson.Value { return r })},
	{share{"at-limit", 8}, manConsented(manScene.countsAtLimit)},
	{share{"members", 15}, manConsented(manScene.telemetryMembers)},
	{share{"period", 17}, manConsented(func(s manScene, r strictjson.Value) strictjson.Value {
		return manSet(r, "period", strictjson.Text(s.period()))
	})},
	{share{"count", 14}, manConsented(manScene.oddCount)},
	{share{"name", 14}, manConsented(manScene.oddName)},
	{share{"consent", 3}, func(s manScene) strictjson.Value {
		return manSet(s.telemetry(s.anyRecord(), true), "owner_consent", pick(s.draw, manOddValues))
	}},
	{share{"params", 3}, manDamaged(func(s manScene) strictjson.Value { return s.telemetry(s.anyRecord(), s.in(50)) }, "record")},
}

// telemetry is a case without consent, which may be said.
func (s manScene) telemetry(record strictjson.Value, said bool) strictjson.Value {
	v := strictjson.Record(member("record", record))
	if said {
		v = manSet(v, "owner_consent", pick(s.draw, []strictjson.Value{strictjson.Boolean(false), {}}))
	}
	return v
}

func manConsented(edit func(manScene, strictjson.Value) strictjson.Value) func(manScene) strictjson.Value {
	return func(s manScene) strictjson.Value {
		return strictjson.Record(member("record", edit(s, s.counted())), member("owner_consent", strictjson.Boolean(true)))
	}
}

// counted is a right record.
func (s manScene) counted() strictjson.Value {
	var counts []strictjson.Member
	for _, name := range []string{"calls", "errors_5xx", "a", "z_9_"}[:s.int(4)] {
		counts = append(counts, member(name, pick(s.draw, []strictjson.Value{strictjson.Integer(7), strictjson.Integer(0), strictjson.Integer(1 << 40)})))
	}
	return strictjson.Record(
		member("period", strictjson.Text(pick(s.draw, []string{"2026-08-31", "2026-08", "2024-02-29", "0001-01", "2026-12"}))), member("counts", strictjson.Record(counts...)))
}

func (s manScene) anyRecord() strictjson.Value {
	if s.in(50) {
		return pick(s.draw, manOddValues)
	}
	return manSet(s.counted(), pick(s.draw, []string{"period", "content"}), strictjson.Text("2026-08-31"))
}

func (s manScene) countsAtLimit(r strictjson.Value) strictjson.Value {
	return manSet(r, "counts", pick(s.draw, []strictjson.Value{
		strictjson.Record(), strictjson.Record(member("a", strictjson.Integer(1<<53-1))), strictjson.Record(member("a"+strings.Repeat("_", 63), strictjson.Integer(0))),
		strictjson.Record(member("calls", strictjson.Integer(0))), strictjson.Record(member("calls", strictjson.Integer(1<<33))),
	}))
}

func (s manScene) telemetryMembers(r strictjson.Value) strictjson.Value {
	if s.in(40) {
		return manSet(r, pick(s.draw, []string{"content", "user_id", "prompt", "ip", "timestamp", "Period", ""}), pick(s.draw, manOddValues))
	}
	if s.in(25) {
		return pick(s.draw, manOddValues)
	}
	name := pick(s.draw, []string{"period", "counts"})
	if s.in(50) {
		return manDrop(r, name)
	}
	return manSet(r, name, pick(s.draw, manOddValues))
}

// period is a day or month, or what is taken for one.
func (s manScene) period() string {
	if s.in(35) {
		return s.date()
	}
	return pick(s.draw, []string{
		"2026-08-31T12:00:00Z", "2026", "2026", "2026-W35", "2026-13", "2026-00", "2026-8", "2026-08-31T12", "2026-08-01/2026-08-31", "2026-08\n", " 2026-08-31", "2026-08-", "2026-08-31Z", "0000-01", "2026-Q3", "2026-06-31", "2026-8-31",
	})
}

func (s manScene) oddCount(r strictjson.Value) strictjson.Value {
	odd := pick(s.draw, []strictjson.Value{
		strictjson.Integer(-1), number("0.5"), strictjson.Boolean(true), strictjson.Boolean(false), strictjson.Text("7"), {}, strictjson.List(strictjson.Integer(1)),
		strictjson.Record(member("u-1", strictjson.Integer(1))), number("-0.5"), strictjson.Text(""), {},
	})
	counts, _ := r.Get("counts")
	if s.in(30) {
		counts = manSet(counts, "calls", strictjson.Integer(1))
	}
	return manSet(r, "counts", manSet(counts, "odd", odd))
}

func (s manScene) oddName(r strictjson.Value) strictjson.Value {
	name := pick(s.draw, []string{
		"Calls", "CALLS", "calls-5xx", "calls.all", "5xx", "_calls", "", "a" + strings.Repeat("b", 64), "calls ", "calls\n", "é", "u@example.org", "calls/day",
	})
	counts, _ := r.Get("counts")
	return manSet(r, "counts", manSet(counts, name, strictjson.Integer(1)))
}
