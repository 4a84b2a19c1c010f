package reports_test

import (
	"testing"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

// embedded is a report of the suite of this version in which everything passed.
func embedded(t testing.TB) (*vectors.Suite, reports.Input) {
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	in := input(s)
	in.Outcomes = map[string]vectors.Outcome{}
	for _, v := range s.Vectors {
		in.Outcomes[v.ID] = pass
	}
	return s, in
}

// TestEmbedded makes and verifies a report of the real suite, whose size must
// stay far from the limit.
func TestEmbedded(t *testing.T) {
	s, in := embedded(t)
	key := newKey(t, reports.EdDSA)
	r := make1(t, in)
	if got := r.ExitCode(); got != reports.ExitConformant {
		t.Errorf("everything passed: exit code %d", got)
	}
	files := sign(t, r, key)
	if f := verify(t, reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Suite: s}); !f.OK() || f.ExitCode() != 0 {
		t.Errorf("failed %v", f.Failed())
	}
	if n := len(files.Report); n > reports.MaxBytes/2 {
		t.Errorf("a report of %d bytes is more than half of the limit: raise MaxBytes", n)
	}
	t.Logf("%d vectors, a report of %d bytes", len(s.Vectors), len(files.Report))
}

func BenchmarkVerify(b *testing.B) {
	s, in := embedded(b)
	key := newKey(b, reports.EdDSA)
	v := reports.Verification{Files: sign(b, make1(b, in), key), Keys: []reports.PublicKey{key.Public()}, Suite: s}
	b.SetBytes(int64(len(v.Files.Report)))
	for b.Loop() {
		if f := verify(b, v); !f.OK() {
			b.Fatal(f.Failed())
		}
	}
}

func BenchmarkNew(b *testing.B) {
	_, in := embedded(b)
	for b.Loop() {
		make1(b, in)
	}
}
