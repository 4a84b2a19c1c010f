package faults

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/vectors"
)

func TestScratchGen(t *testing.T) {
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	n, _ := strconv.ParseInt(os.Getenv("N"), 10, 64)
	a, _ := strconv.ParseUint(os.Getenv("FROM"), 10, 64)
	b, _ := strconv.ParseUint(os.Getenv("TO"), 10, 64)
	out, _ := os.Create("/tmp/team/man-gen/genkill.txt")
	list := manifestsFaults()
	changed := make([]map[string]bool, len(list))
	for i, f := range list {
		changed[i] = changedOps(f)
	}
	for seed := a; seed <= b; seed++ {
		c := gen.Challenge{Profiles: []gen.Profile{gen.Manifests}, Seed: seed, Cases: n}
		count := make([]int, len(list))
		for _, op := range c.Operations() {
			for i := range n {
				p := c.Case(op, i).Params
				want, wantErr := manifests.Profile.Operations[op](p)
				for k, f := range list {
					if count[k] < 12 && changed[k][op] && asked(f, op, p, want, wantErr, s.Requirement(f.Breaks).Level == vectors.Should) {
						count[k]++
					}
				}
			}
		}
		for k, f := range list {
			if count[k] < 12 {
				fmt.Fprintln(out, seed, count[k], f.Name, f.Breaks)
			}
		}
	}
}
