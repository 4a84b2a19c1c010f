package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/vectors"
)

// Generated cases that this program cannot make again are no fault, and leave a
// report unverified; a seed that no run takes is a fault.
func TestVerifyGenerated(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	conform := func(args ...string) (code int, out string) {
		var b bytes.Buffer
		a := &app{self: "conform", suite: vectors.Embedded, profiles: references(), generators: generators, in: strings.NewReader(""), out: &b, err: &b}
		code = a.execute(ctx, args)
		return code, b.String()
	}
	keyFile, public := filepath.Join(dir, "key.jwk"), filepath.Join(dir, "pub.jwk")
	key, err := newKey(keyFile, reports.EdDSA)
	if err == nil {
		err = os.WriteFile(public, []byte(key.Public().JWK().String()), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	if code, out := conform("run", "-o", dir, "--key", keyFile, "--seed", "7", "--cases", "1"); code != 0 {
		t.Fatalf("got exit code %d, want 0:\n%s", code, out)
	}
	data, err := os.ReadFile(filepath.Join(dir, reports.ReportName))
	if err != nil {
		t.Fatal(err)
	}
	signature, err := os.ReadFile(filepath.Join(dir, reports.ReportName+reports.SignatureEnding))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		change func(*reports.Generated)
		code   int
		want   string
	}{
		{"as it is", func(*reports.Generated) {}, 0, "the generated cases are those of seed 7"},
		{"another generator", func(g *reports.Generated) { g.Generator = "conform-gen/99" }, 4, "they are by conform-gen/99"},
		{"too many cases", func(g *reports.Generated) { g.CasesPerOperation = 10_000_001 }, 4, "10000001 of each operation"},
		{"too many cases to ask again", func(g *reports.Generated) { g.CasesPerOperation = 10_000_001 }, 2, "more than 10000000 are not asked again"},
		{"forged", func(g *reports.Generated) { g.CasesPerOperation = 9_000_000_000_000 }, 1, "asking again would be work that anybody can ask for"},
		{"interrupted", func(g *reports.Generated) { g.CasesPerOperation = 10_000_000 }, 4, "cannot be made again here"},
		{"seed 0", func(g *reports.Generated) { g.Seed = "0" }, 1, "the seed is 0"},
	} {
		var r reports.Report
		if err := json.Unmarshal(data, &r); err != nil {
			t.Fatal(err)
		}
		tt.change(r.Generated)
		ctx = t.Context()
		changed := filepath.Join(dir, tt.name)
		if _, err := reports.Write(changed, &r, key); err != nil {
			t.Fatal(err)
		}
		if tt.name == "interrupted" {
			cancel, stop := context.WithTimeout(t.Context(), time.Second)
			defer stop()
			ctx = cancel
		}
		args := []string{"verify", changed, "--key", public}
		switch tt.name {
		case "forged":
			if err := os.WriteFile(filepath.Join(changed, reports.ReportName+reports.SignatureEnding), signature, 0o666); err != nil {
				t.Fatal(err)
			}
			args = append(args, "--rerun")
		case "too many cases to ask again":
			args = append(args, "--rerun")
		}
		code, out := conform(args...)
		if text := strings.Join(strings.Fields(out), " "); code != tt.code || !strings.Contains(text, tt.want) {
			t.Errorf("%s: got exit code %d, want %d and %q in:\n%s", tt.name, code, tt.code, tt.want, out)
		}
	}
}
