package gen_test

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/strictjson"
)

// toy draws {"list": [texts and numbers], "flag": …}.
var toy = gen.Profile{Name: "toy", Operations: map[string]*rapid.Generator[gen.Case]{
	"toy.op": rapid.Custom(func(t *rapid.T) gen.Case {
		var elems []strictjson.Value
		for range rapid.IntRange(0, 12).Draw(t, "n") {
			if rapid.Bool().Draw(t, "text") {
				elems = append(elems, strictjson.Text(rapid.SampledFrom([]string{"a", "INC0010023", "x@y.z", "é"}).Draw(t, "s")))
			} else {
				elems = append(elems, strictjson.List(strictjson.Integer(rapid.Int64Range(-1000, 1000).Draw(t, "i"))))
			}
		}
		return gen.Case{Class: "toy", Params: strictjson.Record(
			strictjson.Member{Name: "list", Value: strictjson.List(elems...)},
			strictjson.Member{Name: "flag", Value: strictjson.Boolean(rapid.Bool().Draw(t, "flag"))},
		)}
	}),
}}

func challenge() *gen.Challenge {
	return &gen.Challenge{Profiles: []gen.Profile{toy}, Seed: 7, Cases: 500}
}

// firstFailing is the first case of a challenge with that class.
func firstFailing(t *testing.T, c *gen.Challenge, ask gen.Trial) gen.Indexed {
	t.Helper()
	for at, x := range c.Stream() {
		if class, _ := ask(x.Params); class != "" {
			return at
		}
	}
	t.Fatal("no case fails")
	return gen.Indexed{}
}

func holds(text, class string) gen.Trial {
	return func(p strictjson.Value) (string, error) {
		if strings.Contains(p.String(), text) {
			return class, nil
		}
		return "", nil
	}
}

func TestShrinkToTheMinimum(t *testing.T) {
	negative := func(p strictjson.Value) (string, error) {
		list, _ := p.Get("list")
		for _, e := range list.Elements() {
			for _, n := range e.Elements() {
				if i, ok := n.Int(); ok && i < -40 {
					return "negative", nil
				}
			}
		}
		return "", nil
	}
	many := func(p strictjson.Value) (string, error) {
		if list, _ := p.Get("list"); list.Len() >= 3 {
			return "many", nil
		}
		return "", nil
	}
	tests := []struct {
		name string
		ask  gen.Trial
		want string
	}{
		{"a text anywhere", holds("@", "at"), `{"@":null}`},
		{"a number within", negative, `{"list":[[-41]]}`},
		{"a length", many, `{"list":[0,0,0]}`},
		{"two things", func(p strictjson.Value) (string, error) {
			if s := p.String(); strings.Contains(s, "é") && strings.Contains(s, "true") {
				return "both", nil
			}
			return "", nil
		}, `{"":"é","a":true}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := challenge()
			at := firstFailing(t, c, tt.ask)
			got, err := c.Shrink(at, 5000, tt.ask)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Minimal.String()) > len(tt.want) {
				t.Errorf("got %s after %d executions, want %s or as small", got.Minimal, got.Executions, tt.want)
			}
			if class, _ := tt.ask(got.Minimal); class != got.Class {
				t.Errorf("%s fails as %q, want %q", got.Minimal, class, got.Class)
			}
			for range 10 {
				again, err := c.Shrink(at, 5000, tt.ask)
				if err != nil || again.Minimal.String() != got.Minimal.String() || again.Executions != got.Executions {
					t.Fatalf("again: got %s after %d, %v, want %s after %d", again.Minimal, again.Executions, err, got.Minimal, got.Executions)
				}
			}
		})
	}
}

func TestShrinkKeepsToTheFirstClass(t *testing.T) {
	ask := func(p strictjson.Value) (string, error) {
		switch s := p.String(); {
		case strings.Contains(s, "INC0010023"):
			return "long", nil
		case strings.Contains(s, "0"):
			return "nought", nil
		}
		return "", nil
	}
	c := challenge()
	at := firstFailing(t, c, holds("INC0010023", "long"))
	got, err := c.Shrink(at, 5000, ask)
	if err != nil {
		t.Fatal(err)
	}
	if got.Class != "long" || !strings.Contains(got.Minimal.String(), "INC0010023") {
		t.Errorf("got %s of class %s, want one of class long", got.Minimal, got.Class)
	}
}

func TestShrinkStopsAtItsBudget(t *testing.T) {
	c := challenge()
	ask := holds("@", "at")
	at := firstFailing(t, c, ask)
	asked := 0
	got, err := c.Shrink(at, 5, func(p strictjson.Value) (string, error) { asked++; return ask(p) })
	if err != nil {
		t.Fatal(err)
	}
	if asked > 5 || got.Executions != asked || !got.Truncated {
		t.Errorf("asked %d times, says %d, truncated %v; want at most 5, the same, true", asked, got.Executions, got.Truncated)
	}
	if class, _ := ask(got.Minimal); class != "at" {
		t.Errorf("what is left, %s, does not fail", got.Minimal)
	}
}

func TestShrinkSaysWhenNothingFails(t *testing.T) {
	c := challenge()
	_, err := c.Shrink(gen.Indexed{Operation: "toy.op"}, 100, func(strictjson.Value) (string, error) { return "", nil })
	if !errors.Is(err, gen.ErrNotReproduced) {
		t.Errorf("got %v, want %v", err, gen.ErrNotReproduced)
	}
	broken := errors.New("broken")
	_, err = c.Shrink(gen.Indexed{Operation: "toy.op"}, 100, func(strictjson.Value) (string, error) { return "", broken })
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

func TestReduce(t *testing.T) {
	v, err := strictjson.Parse([]byte(`{"arg":{"name":"x_id","value":["INC0010023",{"k":-17}]},"z":true}`), strictjson.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := gen.Reduce(v, 5000, holds("23", "x"))
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"23":null}`; len(got.Minimal.String()) > len(want) {
		t.Errorf("got %s, want %s or as small", got.Minimal, want)
	}
}

func TestStream(t *testing.T) {
	read := func(c *gen.Challenge) (cases []string) {
		for _, x := range c.Stream() {
			cases = append(cases, x.Params.String())
		}
		return cases
	}
	a, b := challenge(), challenge()
	first, second := read(a), read(b)
	if len(first) != 500 || strings.Join(first, "\n") != strings.Join(second, "\n") || a.Digest() != b.Digest() {
		t.Errorf("two streams of one seed differ, or are not 500 but %d cases", len(first))
	}
	c := challenge()
	c.Seed = 8
	if third := read(c); strings.Join(third, "\n") == strings.Join(first, "\n") || c.Digest() == a.Digest() {
		t.Error("another seed gives the same stream")
	}
	for i, want := range first[:50] {
		if got := a.Case("toy.op", int64(i)).Params.String(); got != want {
			t.Errorf("case %d: got %s, want %s as in the stream", i, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	if err := (&gen.Challenge{Cases: 1}).Check(); !errors.Is(err, gen.ErrSeed) {
		t.Errorf("seed 0: got %v, want %v", err, gen.ErrSeed)
	}
	if err := (&gen.Challenge{Seed: 1}).Check(); err == nil {
		t.Error("no cases: it was taken")
	}
}

// rapid reads RAPID_* while it is initialised, and panics on an odd value.
func TestEnvironmentChangesNothing(t *testing.T) {
	if os.Getenv("CONFORM_TEST_CHILD") != "" {
		c := challenge()
		for range c.Stream() {
		}
		os.Stdout.WriteString("digest " + c.Digest() + "\n")
		return
	}
	run := func(env ...string) string {
		cmd := exec.Command(os.Args[0], "-test.run=^TestEnvironmentChangesNothing$")
		cmd.Env = append(append(os.Environ(), "CONFORM_TEST_CHILD=1"), env...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("with %v: %v\n%s", env, err, out)
		}
		line, _, _ := strings.Cut(string(out), "\n")
		return line
	}
	if plain, odd := run(), run("RAPID_CHECKS=many", "RAPID_SEED=3", "RAPID_SHRINKTIME=x"); plain != odd || !strings.HasPrefix(plain, "digest ") {
		t.Errorf("got %q without and %q with RAPID_* set", plain, odd)
	}
}
