package ids_test

import (
	"testing"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/strictjson"
)

// typical has a call of the size of most golden vectors, and one as an
// orchestrator sends it: a derived id, one read back verbatim, a minted e-mail
// address, a status and a quantity, against a task and three results.
var typical = map[string]strictjson.Value{
	"one argument": parse(`{
		"call": {"tool_name": "update_incident", "args": [{"name": "incident_id", "value": "INC0010023"}]},
		"prior": {"blobs": [{"source": "TOOL_RESULT", "text": "{\"number\": 10023, \"priority\": \"P1\"}"}]}
	}`),
	"five arguments": parse(`{
		"call": {"tool_name": "update_incident", "args": [
			{"name": "incident_id", "value": "INC0010023"},
			{"name": "sys_id", "value": "3fc71c6d-bfa1-4339-b089-0a1b2c3d4e5f"},
			{"name": "assignee_email", "value": "jane.doe42@evil-corp.com"},
			{"name": "state", "value": "in_progress"},
			{"name": "contract_price", "value": 33414}
		]},
		"prior": {"blobs": [
			{"source": "TASK_TEXT", "text": "Please close the incident about the broken printer and tell user_42@acme.com."},
			{"source": "TOOL_RESULT", "text": "{\"result\": [{\"number\": 10023, \"priority\": \"P1\", \"caller\": {\"value\": \"user_42\"}}]}"},
			{"source": "TOOL_RESULT", "text": "{\"sys_id\": \"3fc71c6d-bfa1-4339-b089-0a1b2c3d4e5f\", \"opened_at\": \"2025-08-23T10:00:00Z\"}"},
			{"source": "TOOL_RESULT", "text": "[]"}
		]}
	}`),
}

func BenchmarkClassifyCall(b *testing.B) {
	for name, params := range typical {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ids.ClassifyCall(params); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cases/s")
		})
	}
}

// BenchmarkGenerated is the mix of requests that the differential test makes.
func BenchmarkGenerated(b *testing.B) {
	m := newMaker(1)
	type request struct {
		operation reference.Operation
		params    strictjson.Value
	}
	var requests []request
	for range 10_000 {
		operation, params := m.request()
		requests = append(requests, request{ids.Profile.Operations[operation], params})
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r := requests[i%len(requests)]
		_, _ = r.operation(r.params)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cases/s")
}

// BenchmarkManyScalars shows that the corpus is prepared once: a case is 1,000
// identifiers in one argument, against 1,000 texts.
func BenchmarkManyScalars(b *testing.B) {
	var scalars, blobs []strictjson.Value
	m := newMaker(1)
	for range 1_000 {
		id := "INC" + m.from(decimals, 7)
		scalars = append(scalars, strictjson.Text(id))
		blobs = append(blobs, record("text", `{"number": "`+id+`"}`, "source", "TOOL_RESULT"))
	}
	params := record("arg", record("name", "incident_ids", "value", strictjson.List(scalars...)), "prior", record("blobs", strictjson.List(blobs...)))
	for b.Loop() {
		if _, err := ids.ClassifyArg(params); err != nil {
			b.Fatal(err)
		}
	}
}
