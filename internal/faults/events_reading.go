package faults

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
)

// evMissing replaces the rule on what is missing.
func evMissing(rule func(v strictjson.Value) bool) evRules {
	return func(r *events.Rules) { r.Missing = rule }
}

// evIsThere makes the kinds of value there that a test says are.
func evIsThere(there func(v strictjson.Value) bool) evRules {
	return evMissing(func(v strictjson.Value) bool { return !there(v) && events.Missing(v) })
}

// evIsMissing makes the kinds of value missing that a test says are.
func evIsMissing(missing func(v strictjson.Value) bool) evRules {
	return evMissing(func(v strictjson.Value) bool { return missing(v) || events.Missing(v) })
}

// evMend reads a text that is no JSON object as what change makes of it.
func evMend(change func(raw string) string) evRules {
	return func(r *events.Rules) {
		r.Scan = func(raw string, names, keep []string) (map[string]strictjson.Value, error) {
			m, err := events.ScanObject(raw, names, keep)
			if err != nil {
				return events.ScanObject(change(raw), names, keep)
			}
			return m, nil
		}
	}
}

// evReplace is evMend by a pattern.
func evReplace(pattern, by string) evRules {
	re := regexp.MustCompile(pattern)
	return evMend(func(raw string) string { return re.ReplaceAllString(raw, by) })
}

// evRefuse refuses a text of which a test finds something.
func evRefuse(found func(raw string) bool) evRules {
	return func(r *events.Rules) {
		r.Scan = func(raw string, names, keep []string) (map[string]strictjson.Value, error) {
			if found(raw) {
				return nil, errors.New("refused")
			}
			return events.ScanObject(raw, names, keep)
		}
	}
}

func evMatches(pattern string) func(string) bool { return regexp.MustCompile(pattern).MatchString }

// evJSON reads a text that is no object but JSON as what change makes of it.
func evJSON(change func(v strictjson.Value) string) evRules {
	return evMend(func(raw string) string {
		v, err := strictjson.Parse([]byte(raw), strictjson.Limits{})
		if err != nil {
			return raw
		}
		return change(v)
	})
}

func eventsReading() []Fault {
	number := func(v strictjson.Value) bool { return v.Kind() == strictjson.Number }
	return []Fault{
		// EVT-001: what is missing.
		evFault("empty-containers-are-there", "EVT-001", "Takes an empty array or object for something, as JavaScript does.",
			evIsThere(func(v strictjson.Value) bool { return v.Kind() == strictjson.Array || v.Kind() == strictjson.Object })),
		evFault("zero-is-there", "EVT-001", "Takes every number for something, as Ruby does.", evIsThere(number)),
		evFault("only-plain-zero-is-zero", "EVT-001", "Compares the spelling of a number with 0, so that -0 and 0.0 are something.",
			evIsThere(func(v strictjson.Value) bool { return number(v) && v.Literal() != "0" })),
		evFault("false-is-there", "EVT-001", "Asks whether a value is null or empty, and takes false for something.",
			evIsThere(func(v strictjson.Value) bool { return v.Kind() == strictjson.Bool })),
		evFault("only-null-is-missing", "EVT-001", "Takes all but null and an absent member for something.",
			evIsThere(func(v strictjson.Value) bool { return !v.IsNull() })),
		evFault("white-space-is-missing", "EVT-001", "Trims a text before it asks whether there is any.",
			evIsMissing(func(v strictjson.Value) bool {
				return v.Kind() == strictjson.String && strings.TrimSpace(v.Str()) == ""
			})),
		evFault("text-zero-is-missing", "EVT-001", "Takes the text 0 for nothing, as PHP does.",
			evIsMissing(func(v strictjson.Value) bool { return v.Str() == "0" })),
		evFault("text-false-is-missing", "EVT-001", "Takes the texts false and null for what they spell.",
			evIsMissing(func(v strictjson.Value) bool { return v.Str() == "false" || v.Str() == "null" })),
		evFault("fractions-are-zero", "EVT-001", "Makes a number an integer before it compares it with zero.",
			evIsMissing(func(v strictjson.Value) bool {
				return number(v) && strings.HasPrefix(strings.TrimPrefix(v.Literal(), "-"), "0")
			})),
		evFault("array-of-null-is-missing", "EVT-001", "Takes an array for missing whose elements all are.",
			evIsMissing(func(v strictjson.Value) bool {
				for _, e := range v.Elements() {
					if !events.Missing(e) {
						return false
					}
				}
				return v.Kind() == strictjson.Array
			})),

		// EVT-002: not JSON.
		evFault("byte-order-mark-stripped", "EVT-002", "Strips a byte order mark before it parses.",
			evMend(func(raw string) string { return strings.TrimPrefix(raw, "\ufeff") })),
		evFault("trailing-data-ignored", "EVT-002", "Reads one value from a stream and ignores what follows.",
			evMend(func(raw string) string { return evParsed(raw).String() })),
		evFault("leading-data-skipped", "EVT-002", "Parses from the first brace on.",
			evMend(func(raw string) string { return raw[max(0, strings.Index(raw, "{")):] })),
		evFault("code-fence-stripped", "EVT-002", "Takes a code fence of Markdown off, as models like to write one.",
			evReplace("(?s)^\\s*```[a-z]*\\n(.*)\\n```\\s*$", "$1")),
		evFault("any-white-space-trimmed", "EVT-002", "Trims white space of Unicode before it parses.", evMend(strings.TrimSpace)),
		evFault("trailing-comma-taken", "EVT-002", "Takes a comma after the last member, as JSON5 does.", evReplace(`,(\s*[}\]])`, "$1")),
		evFault("comments-taken", "EVT-002", "Takes comments, as JSONC does.", evReplace(`(?s)/\*.*?\*/|//[^\n"]*\n?`, "")),
		evFault("single-quotes-taken", "EVT-002", "Takes texts in single quotes, as Python writes them.",
			evMend(func(raw string) string { return strings.ReplaceAll(raw, "'", `"`) })),
		evFault("python-literals-taken", "EVT-002", "Takes True, False and None.",
			evMend(strings.NewReplacer("True", "true", "False", "false", "None", "null").Replace)),
		evFault("control-characters-taken", "EVT-002", "Takes control characters within texts, as Python does with strict=False.",
			evReplace("[\\x00-\\x1f]", "_")),
		evFault("cut-output-closed", "EVT-002", "Closes what an output that was cut off leaves open.",
			evMend(func(raw string) string {
				for _, end := range []string{"}", `"}`, `":1}`, "1}"} {
					if _, err := events.ScanObject(raw+end, nil, nil); err == nil {
						return raw + end
					}
				}
				return raw
			})),
		evFault("odd-numbers-taken", "EVT-002", "Takes numbers with a plus, leading zeros or nothing before or after the point.",
			evReplace(`([:,\[]\s*-?)\+?0*(?:(\d+)\.?|(\.\d+))([,}\]\s])`, "${1}1$4")),

		// EVT-003: JSON, but no object.
		evFault("array-of-object-unwrapped", "EVT-003", "Takes the only element of an array for the output.",
			evJSON(func(v strictjson.Value) string { e, _ := v.At("/0"); return e.String() })),
		evFault("text-of-object-unwrapped", "EVT-003", "Parses a JSON text within a JSON text.", evJSON(strictjson.Value.Str)),
		evFault("no-object-lacks-fields", "EVT-003", "Takes what is no object for an object without members.",
			evJSON(func(strictjson.Value) string { return "{}" })),
		evFault("no-object-falls-over", "EVT-003", "Asks an array for a member, and falls over.", evOutput(func(raw string, o events.Output) events.Output {
			if strings.HasPrefix(strings.TrimSpace(raw), "[") && o.Reason == "invalid_json" {
				panic("indices must be integers")
			}
			return o
		})),

		// EVT-004: all of JSON.
		evFault("lone-surrogates-refused", "EVT-004", "Refuses an escape of half a surrogate pair.",
			evRefuse(func(raw string) bool {
				_, err := strictjson.Parse([]byte(raw), strictjson.Limits{Bytes: len(raw), Depth: strictjson.MaxDepth})
				return err != nil
			})),
		evFault("512-levels-refused", "EVT-004", "Refuses what nests deeper than PHP's default.",
			evRefuse(func(raw string) bool {
				return errors.Is(strictjson.Check([]byte(raw), strictjson.Limits{Depth: 512, LoneSurrogates: true}), strictjson.ErrTooDeep)
			})),
		evFault("large-numbers-refused", "EVT-004", "Refuses a number that no double holds, as Go does.", evRefuse(evMatches(`(?i)[^"\w]\d+e\+?[1-9]\d\d`))),
		evFault("long-integers-refused", "EVT-004", "Refuses an integer of more than 64 bits.", evRefuse(evMatches(`[:,\[]\s*-?\d{20,}`))),
		evFault("names-in-any-case", "EVT-004", "Finds members whatever the case of their names, as Go's structs do.", func(r *events.Rules) {
			r.Scan = func(raw string, names, keep []string) (map[string]strictjson.Value, error) {
				m, err := events.ScanObject(raw, names, keep)
				for _, x := range evParsed(raw).Members() {
					name := strings.ToLower(x.Name)
					if _, ok := m[name]; !ok && m != nil {
						m[name] = x.Value
					}
				}
				return m, err
			}
		}),
		evFault("names-not-unescaped", "EVT-004", "Compares a member's name as it is spelt.", func(r *events.Rules) {
			r.Scan = func(raw string, names, keep []string) (map[string]strictjson.Value, error) {
				m, err := events.ScanObject(raw, names, keep)
				for name := range m {
					if !strings.Contains(raw, fmt.Sprintf("%q", name)) {
						delete(m, name)
					}
				}
				return m, err
			}
		}),
		evFault("unknown-members-refused", "EVT-004", "Refuses an output with a member that it does not know.", evRefuse(func(raw string) bool {
			for _, m := range evParsed(raw).Members() {
				if !strings.Contains(" thought action label source_anchor canon_claim simulation_note ", " "+m.Name+" ") {
					return true
				}
			}
			return false
		})),
		evFault("escaped-solidus-refused", "EVT-004", "Refuses an escape that it does not write itself.", evRefuse(evMatches(`\\/`))),

		// EVT-005 and EVT-006: what lenient parsers take.
		evFault("not-a-number-taken", "EVT-005", "Takes NaN and Infinity, as Python's parser does.", evReplace(`-?\b(NaN|Infinity)\b`, "1")),
		evFault("last-of-repeated-kept", "EVT-006", "Keeps the last of repeated members without a word.", evMend(evLoose(evLast))),
		evFault("first-of-repeated-kept", "EVT-006", "Keeps the first of repeated members without a word.", evMend(evLoose(evFirst))),
		evFault("repeats-seen-at-the-top-only", "EVT-006", "Looks for repeated members of the output, and not of what is in it.",
			evMend(evLoose(func(depth int, old, new strictjson.Value) (strictjson.Value, error) {
				if depth == 1 {
					return old, strictjson.ErrRepeated
				}
				return new, nil
			}))),
		evFault("repeats-seen-by-spelling", "EVT-006", "Looks for repeated members before their escapes are resolved.",
			evMend(func(raw string) string {
				if _, err := events.ScanObject(strings.ReplaceAll(raw, `\u`, "u"), nil, nil); err == nil {
					return evLoose(evLast)(raw)
				}
				return raw
			})),
	}
}
