package gen_test

import (
	"strings"
	"testing"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/oracle"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

func eventsChallenge(t testing.TB, seed uint64, cases int64) *gen.Challenge {
	t.Helper()
	suite, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return &gen.Challenge{
		Suite: suite, Profiles: []gen.Profile{gen.Events}, Seed: seed, Cases: cases,
		Oracle: oracle.Expect([]reference.Profile{events.Profile}),
	}
}

// Every case is one that a vector could be: params and expected results fit
// their schemas, and numbers are spelt as all languages spell them.
func TestEventsCases(t *testing.T) {
	const cases, largest = 3000, 64 << 10
	c := eventsChallenge(t, 1, cases)
	for at, x := range c.Stream() {
		op := c.Suite.Operation(at.Operation)
		e, err := c.Oracle(at.Operation, x.Params)
		if err != nil {
			t.Fatalf("%s %d: %v", at.Operation, at.Index, err)
		}
		invalid := c.Suite.Schemas.Validate(op.ParamsSchema(), x.Params)
		if (invalid != nil) != (e.Rejected == reference.InvalidParams) {
			t.Errorf("%s %d: expected %+v, the schema says %v: %s", at.Operation, at.Index, e, invalid, x.Params)
		}
		if e.Result != nil {
			if err := c.Suite.Schemas.Validate(op.ResultSchema(), *e.Result); err != nil {
				t.Errorf("%s %d: %v", at.Operation, at.Index, err)
			}
			wantPlainNumbers(t, *e.Result)
		}
		wantPlainNumbers(t, x.Params)
		if n := len(x.Params.String()); n > largest {
			t.Errorf("%s %d (%s) has %d bytes", at.Operation, at.Index, x.Class, n)
		}
	}
}

// wantPlainNumbers wants integers within ±(2^53−1), or decimals with a fraction
// and no exponent.
func wantPlainNumbers(t *testing.T, v strictjson.Value) {
	t.Helper()
	if v.Kind() == strictjson.Number {
		_, integer := v.Int()
		if fraction := strings.Contains(v.Literal(), ".") && !strings.ContainsAny(v.Literal(), "eE") && !strings.HasSuffix(v.Literal(), "0"); !integer && !fraction {
			t.Errorf("number %s", v)
		}
	}
	for _, e := range v.Elements() {
		wantPlainNumbers(t, e)
	}
}

func BenchmarkEvents(b *testing.B) {
	for op := range gen.Events.Operations {
		b.Run(op, func(b *testing.B) {
			c := eventsChallenge(b, 1, 1)
			i := int64(0)
			for b.Loop() {
				c.Case(op, i)
				i++
			}
		})
	}
}
