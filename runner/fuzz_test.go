//go:build unix

package runner_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/runner"
)

// FuzzLine: whatever line a subject writes, reading it does not panic, and an
// id that is found in a broken line is the one that a strict reader would find.
func FuzzLine(f *testing.F) {
	n := 0
	for _, test := range hostile {
		f.Add([]byte(`{"jsonrpc":"2.0","id":"` + test.name + `","result":{"n":7}}`))
		n++
	}
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":"a","error":{"code":1,"message":"m","data":{"code":"c"}}}`, `{"id":"a","id":"b"}`, `{"id":1.5e400}`,
		`{"jsonrpc":"2.0","id":"\u0061","result":null}`, "{\"id\":\"\xff\"}", `[[[[`, `{"a":"\"id\":\"b\"","id":"c"}`, `{"id":"a"} `, ``,
	} {
		f.Add([]byte(line))
		n++
	}
	if n < 20 {
		f.Fatal("there are no seeds")
	}
	s := suite(f, echo(1)...)
	f.Fuzz(func(t *testing.T, line []byte) {
		loose, found := runner.LooseID(line)
		v, err := strictjson.Parse(line, strictjson.Limits{Depth: strictjson.MaxDepth})
		if err != nil {
			return
		}
		id, _ := v.Get("id")
		isText := v.Kind() == strictjson.Object && id.Kind() == strictjson.String
		if found != isText || found && loose != id.Str() {
			t.Errorf("got the id %q, %v; want %s", loose, found, id)
		}
		runner.ReadAnswer(v, s.Schemas)
	})
}

// FuzzCompare compares two results in another way: as values that are equal
// once what is not compared has been left out.
func FuzzCompare(f *testing.F) {
	s := suite(f, vector("toy/echo/one", `{"n": 1}`, `{"result": {"n": 2}}`, ""))
	op := s.Operation("toy.echo")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		f.Add(randomResult(rng), randomResult(rng))
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		want, errA := strictjson.Parse([]byte(a), strictjson.Limits{})
		got, errB := strictjson.Parse([]byte(b), strictjson.Limits{})
		if errA != nil || errB != nil {
			return
		}
		must, should := runner.Compare(want, got, op.Mask)
		if same := op.Mask.Keep(want, false).Equal(op.Mask.Keep(got, false)); same != (len(must) == 0) {
			t.Errorf("want %s, got %s: equal is %v, but %d differences: %v", want, got, same, len(must), must)
		}
		if want.Equal(got) && len(must)+len(should) > 0 {
			t.Errorf("%s is not itself: %v, %v", want, must, should)
		}
	})
}

// randomResult is a result of toy.echo, right or nearly so.
func randomResult(rng *rand.Rand) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	members := []string{`"n":` + pick("1", "2", "1.0", "null", `"1"`)}
	for _, m := range []string{
		`"hint":` + pick("1", `{"a":[1,2]}`, `{"a":[1,3]}`), `"note":` + pick(`"x"`, `"y"`), `"extra":` + pick("1", "[]"),
		`"list":[` + pick("", "{}", `{"why":"x"}`, `{"why":"x","aside":1}`, `{"aside":2,"why":"x"}`, `{"why":"y"},{}`, `1,2`, `2,1`) + `]`,
	} {
		if rng.IntN(2) == 0 {
			members = append(members, m)
		}
	}
	rng.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, ",") + "}"
}
