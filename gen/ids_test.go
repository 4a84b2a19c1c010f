package gen_test

import (
	"testing"

	"github.com/conform-suite/conform/gen"
)

func BenchmarkIDs(b *testing.B) {
	c := gen.Challenge{Profiles: []gen.Profile{gen.IDs}, Seed: 1, Cases: 1}
	for i := range b.N {
		c.Case("ids.classify_call", int64(i))
	}
}
