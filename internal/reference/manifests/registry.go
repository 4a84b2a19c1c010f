package manifests

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// facts are what an evidence label may rest on. None is about a manifest: a
// manifest makes an origin auditable and promotes nothing.
var facts = map[string]bool{
	"separate_runtime":           true,
	"project_inputs":             true,
	"operated_outside":           true,
	"shared_inputs_disclosed":    true,
	"independent_implementation": true,
	"independent_measurement":    true,
	"adopter_gates_passed":       true,
}

// supports says of each evidence label whether facts support it
// (PROVENANCE.md, Evidence-independence labels).
var supports = map[string]func(map[string]bool) bool{
	"project-internal":                  func(map[string]bool) bool { return true },
	"same-project cross-runtime":        func(f map[string]bool) bool { return f["separate_runtime"] && f["project_inputs"] },
	"external independent reproduction": reproduced,
	"verified adopter":                  func(f map[string]bool) bool { return reproduced(f) && f["adopter_gates_passed"] },
}

func reproduced(f map[string]bool) bool {
	return f["operated_outside"] && f["shared_inputs_disclosed"] &&
		(f["independent_implementation"] || f["independent_measurement"])
}

// EvidenceLabel is the operation manifests.evidence_label.
func EvidenceLabel(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	claimed, given := p.Text("claimed"), p.Object("facts").Value()
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	supported, ok := supports[claimed]
	if !ok {
		return strictjson.Value{}, reference.Reject(UnknownLabel, "%s is none of the four labels", quote(claimed))
	}
	held := map[string]bool{}
	for _, m := range given.Members() {
		if !facts[m.Name] || m.Value.Kind() != strictjson.Bool {
			return strictjson.Value{}, reference.Reject(InvalidFact, "%s is no fact, or not true or false", quote(m.Name))
		}
		held[m.Name] = m.Value.True()
	}
	return strictjson.Record(strictjson.Member{Name: "supported", Value: strictjson.Boolean(supported(held))}), nil
}

// AdoptionRecord is the operation manifests.adoption_record.
func AdoptionRecord(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	record := p.Object("record").Value()
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	return strictjson.Record(strictjson.Member{Name: "accepted", Value: strictjson.Boolean(adoptable(record))}), nil
}

// columns are the members of an adoption record: all of them, and no others,
// so that no conversation finds room.
var columns = map[string]func(string) bool{
	"agent_name":              func(s string) bool { return s != "" && utf8.RuneCountInString(s) <= 200 },
	"maintainer":              isWebURL,
	"implementation_source":   isWebURL,
	"implementation_revision": func(s string) bool { return isHex(s, commitLength) },
	"capsule_sha256": func(s string) bool {
		digest, ok := strings.CutPrefix(s, digestPrefix)
		return ok && isHex(digest, digestLength)
	},
	"conformance_report": func(s string) bool { return blobProblem(s) == "" },
	"verified_at":        func(s string) bool { return isDate(s, time.DateOnly) },
	"status":             func(s string) bool { return s == "bridge" || s == "native" },
}

func adoptable(record strictjson.Value) bool {
	if record.Len() != len(columns) {
		return false
	}
	for name, ok := range columns {
		v, _ := record.Get(name)
		if v.Kind() != strictjson.String || !ok(v.Str()) {
			return false
		}
	}
	report, _ := record.Get("conformance_report")
	revision, _ := record.Get("implementation_revision")
	return strings.Split(report.Str(), "/")[6] == revision.Str()
}

// isWebURL reports whether s is an https URL without user info: a host of
// labels, perhaps a port of 1 to 5 digits, and then nothing, or a path, query
// or fragment of printable ASCII.
func isWebURL(s string) bool {
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok || len(s) > maxURL {
		return false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host, port, found := strings.Cut(rest[:end], ":")
	if found && (len(port) < 1 || len(port) > 5 || !made(port, isDigit)) {
		return false
	}
	for label := range strings.SplitSeq(host, ".") {
		if len(label) > 63 || !isLabel(label) {
			return false
		}
	}
	return made(rest[end:], func(c byte) bool { return '!' <= c && c <= '~' })
}

func isLabel(s string) bool {
	return s != "" && s[0] != '-' && s[len(s)-1] != '-' &&
		made(s, func(c byte) bool { return isAlphanumeric(c) || c == '-' })
}
