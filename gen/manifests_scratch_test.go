package gen

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

func TestManScratch(t *testing.T) {
	n, _ := strconv.ParseInt(os.Getenv("N"), 10, 64)
	seed, _ := strconv.ParseUint(os.Getenv("SEED"), 10, 64)
	var out *bufio.Writer
	if p := os.Getenv("OUT"); p != "" {
		f, _ := os.Create(p)
		out = bufio.NewWriter(f)
		defer out.Flush()
	}
	c := Challenge{Profiles: []Profile{Manifests}, Seed: seed, Cases: n}
	for _, op := range c.Operations() {
		classes := map[string]int{}
		answers := map[string]int{}
		var size, most int
		start := time.Now()
		cases := make([]Case, 0, n)
		for i := range n {
			cases = append(cases, c.Case(op, i))
		}
		made := time.Since(start)
		start = time.Now()
		for _, x := range cases {
			classes[x.Class]++
			e, err := manifests.Profile.Expect(op, x.Params)
			if err != nil {
				t.Fatal(err)
			}
			a := e.Rejected
			want := "{\"rejected\":" + strconv.Quote(e.Rejected) + "}"
			if e.Result != nil {
				a = "result"
				want = "{\"result\":" + e.Result.String() + "}"
				if len(e.Result.String()) < 60 {
					a = e.Result.String()
				}
			}
			answers[x.Class+" -> "+a]++
			s := x.Params.String()
			size += len(s)
			most = max(most, len(s))
			if out != nil {
				fmt.Fprintf(out, "{\"op\":%q,\"class\":%q,\"params\":%s,\"expect\":%s}\n", op, x.Class, s, want)
			}
		}
		fmt.Printf("%s: %.0f cases/s made, %.0f judged/s, mean %d bytes, most %d\n", op, float64(n)/made.Seconds(), float64(n)/time.Since(start).Seconds(), size/int(n), most)
		for _, k := range slices.Sorted(maps.Keys(classes)) {
			fmt.Printf("   %-24s %5.1f%%\n", k, 100*float64(classes[k])/float64(n))
		}
		for _, k := range slices.Sorted(maps.Keys(answers)) {
			fmt.Printf("        %-60s %5.2f%%\n", k, 100*float64(answers[k])/float64(n))
		}
	}
}

func TestManNoPanic(t *testing.T) {
	for op, g := range Manifests.Operations {
		t.Run(op, rapid.MakeCheck(func(t *rapid.T) {
			x := g.Draw(t, "case")
			v, err := strictjson.Parse(x.Params.AppendTo(nil), strictjson.Limits{})
			if err != nil || !v.Equal(x.Params) {
				t.Fatalf("%v", err)
			}
		}))
	}
}
