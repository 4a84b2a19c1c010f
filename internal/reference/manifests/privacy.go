package manifests

import (
	"time"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// Telemetry is the operation manifests.telemetry: nothing is emitted without
// the owner's consent, and with it nothing but counts over a day or a month.
func Telemetry(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	record := p.Member("record").Value()
	consent := p.BoolOr("owner_consent", false)
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	if problem := telemetryProblem(record); consent && problem != "" {
		return strictjson.Value{}, reference.Reject(InvalidRecord, "%s", problem)
	}
	return strictjson.Record(strictjson.Member{Name: "emit", Value: strictjson.Boolean(consent)}), nil
}

// telemetryProblem says why a record is not aggregate, or "".
func telemetryProblem(record strictjson.Value) string {
	period, _ := record.Get("period")
	counts, _ := record.Get("counts")
	switch {
	case record.Len() != 2 || counts.Kind() != strictjson.Object:
		return "a record is an object of a period and an object of counts, and nothing else"
	case !isDate(period.Str(), time.DateOnly) && !isDate(period.Str(), "2006-01"):
		return "the period is no day or month: " + quote(period.Str())
	}
	for _, m := range counts.Members() {
		if n, ok := m.Value.Int(); !ok || n < 0 {
			return "the count " + quote(m.Name) + " is no integer from 0"
		}
		if !isCounter(m.Name) {
			return quote(m.Name) + " is no name of a count"
		}
	}
	return ""
}

// isCounter reports whether s is a name of a count: [a-z][a-z0-9_]{0,63}.
func isCounter(s string) bool {
	return s != "" && len(s) <= 64 && 'a' <= s[0] && s[0] <= 'z' &&
		made(s, func(c byte) bool { return isDigit(c) || 'a' <= c && c <= 'z' || c == '_' })
}

// isDate reports whether s is a date of the calendar in that layout, from the
// year 1 on.
func isDate(s, layout string) bool {
	t, err := time.Parse(layout, s)
	return err == nil && t.Year() >= 1 && t.Format(layout) == s
}
