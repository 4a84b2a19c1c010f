//go:build unix

package runner_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// judged runs one vector against a subject that gives one answer: a result,
// or an error that is an RPCError as JSON.
func judged(t *testing.T, operation, expect, answer string) runner.Outcome {
	t.Helper()
	return run(t, suite(t, vector("toy/"+operation+"/one", `{"n": 1}`, expect, "")), answer).Outcomes[0]
}

func run(t *testing.T, s *vectors.Suite, answer string) *runner.Result {
	t.Helper()
	r, err := runner.Run(t.Context(), says1(answer), runner.Options{Suite: s, Vectors: s.Vectors})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// says1 is a subject with one answer to everything.
func says1(answer string) runner.Subject {
	return runner.InProcess(func(_ context.Context, method string, _ json.RawMessage) (json.RawMessage, error) {
		if method == "conform.hello" {
			return helloResult("one answer", 1), nil
		}
		if e, ok := strings.CutPrefix(answer, "error "); ok {
			var rpc runner.RPCError
			if err := json.Unmarshal([]byte(e), &rpc); err != nil {
				panic(err)
			}
			return nil, fmt.Errorf("wrapped: %w", &rpc)
		}
		return json.RawMessage(answer), nil
	})
}

// list is an expectation or an answer with these elements.
func list(format string, elems ...string) string {
	objects := make([]string, len(elems))
	for i, e := range elems {
		objects[i] = fmt.Sprintf(`{"why":%q}`, e)
	}
	return fmt.Sprintf(format, `{"n":2,"list":[`+strings.Join(objects, ",")+`]}`)
}

func TestJudge(t *testing.T) {
	const (
		two      = `{"result": {"n": 2, "list": [{"why": "x"}, {"why": "y"}]}}`
		hinted   = `{"result": {"n": 2, "hint": {"a": 1}}}`
		rejected = `{"rejected": "too_big"}`
		result   = `{"result": %s}`
		anyText  = `{"result": {"n": 2, "list": [{"why": "example"}]}, "any_text": ["/list/0/why"]}`
	)
	for _, test := range []struct {
		name, expect, answer string
		want                 vectors.Outcome
		says                 string // in Why, Diff or an advisory
	}{
		{"equal", two, `{"n":2,"list":[{"why":"x"},{"why":"y"}]}`, vectors.Pass, ""},
		{"members in another order", two, `{"list":[{"why":"x"},{"why":"y"}],"n":2}`, vectors.Pass, ""},
		{"elements in another order", two, `{"n":2,"list":[{"why":"y"},{"why":"x"}]}`, vectors.Fail, `at /list/0/why: want "x", got "y"`},
		{"an equal number", two, `{"n":2.0,"list":[{"why":"x"},{"why":"y"}]}`, vectors.Pass, ""},
		{"a number as text", two, `{"n":"2","list":[{"why":"x"},{"why":"y"}]}`, vectors.Fail, `at /n: want 2, got "2"`},
		{"null for a number", two, `{"n":null,"list":[{"why":"x"},{"why":"y"}]}`, vectors.Fail, `at /n: want 2, got null`},
		{"a free member", two, `{"note":"anything","n":2,"list":[{"why":"x","aside":[1]},{"why":"y"}]}`, vectors.Pass, ""},
		{"an unknown member", two, `{"n":2,"list":[{"why":"x"},{"why":"y"}],"extra":1}`, vectors.Fail, `at /extra: want nothing, got 1`},
		{"an unknown member within", two, `{"n":2,"list":[{"why":"x"},{"why":"y","z":null}]}`, vectors.Fail, `at /list/1/z: want nothing, got null`},
		{"a missing member", two, `{"n":2}`, vectors.Fail, `at /list: want [{"why":"x"},{"why":"y"}], got nothing`},
		{"a missing element", two, `{"n":2,"list":[{"why":"x"}]}`, vectors.Fail, `at /list: want 2 elements, got 1 element`},
		{"one element more", two, `{"n":2,"list":[{"why":"x"},{"why":"y"},{}]}`, vectors.Fail, `at /list: want 2 elements, got 3 elements`},
		{"an element missing before others", list(result, "a", "b", "c"), list("%s", "a", "c"), vectors.Fail, "got 2 elements\nat /list/1: want {\"why\":\"b\"}, got nothing\n"},
		{"two missing", list(result, "a", "b", "c"), list("%s", "b"), vectors.Fail, "at /list/0: want {\"why\":\"a\"}, got nothing\nat /list/2: want {\"why\":\"c\"}, got nothing\n"},
		{"one more before others", list(result, "a", "c"), list("%s", "a", "b", "c"), vectors.Fail, "got 3 elements\nat /list/1: want nothing, got {\"why\":\"b\"}\n"},
		{"one missing and one wrong", list(result, "a", "b", "c"), list("%s", "x", "c"), vectors.Fail, "at /list/0/why: want \"a\", got \"x\"\nat /list/1: want {\"why\":\"b\"}, got nothing\n"},
		{"free members do not align", two, `{"n":2,"list":[{"why":"y","aside":1}]}`, vectors.Fail, "got 1 element\nat /list/0: want {\"why\":\"x\"}, got nothing\n"},
		{"not an object", two, `[]`, vectors.Fail, `at the top: want {"n":2,"list":[{"why":"x"},{"why":"y"}]}, got []`},
		{"the schema is quoted", two, `{"list":[{"why":"x"},{"why":"y"}]}`, vectors.Fail, "missing property"},
		{"a result of null", two, `null`, vectors.Fail, "got null"},
		{"a hint as it should be", hinted, `{"n":2,"hint":{"a":1}}`, vectors.Pass, ""},
		{"another hint", hinted, `{"n":2,"hint":{"a":2}}`, vectors.Pass, `at /hint/a: want 1, got 2`},
		{"no hint", hinted, `{"n":2}`, vectors.Pass, `at /hint: want {"a":1}, got nothing`},
		{"a hint that nobody asked for", `{"result": {"n": 2}}`, `{"n":2,"hint":3}`, vectors.Pass, ""},
		{"another hint and a failure", hinted, `{"n":3,"hint":{"a":2}}`, vectors.Fail, `at /n: want 2, got 3`},
		{"any text", anyText, `{"n":2,"list":[{"why":"whatever"}]}`, vectors.Pass, ""},
		{"any text, but empty", anyText, `{"n":2,"list":[{"why":""}]}`, vectors.Fail, `at /list/0/why: want any text that is not empty, got ""`},
		{"any text, but no text", anyText, `{"n":2,"list":[{"why":5}]}`, vectors.Fail, `at /list/0/why`},
		{"any text, but true", anyText, `{"n":2,"list":[{"why":true}]}`, vectors.Fail, `at /list/0/why`},
		{"any text, but missing", anyText, `{"n":2,"list":[{}]}`, vectors.Fail, `at /list/0/why`},
		{"rejected instead", two, `error {"code":1,"message":"no","data":{"code":"too_big"}}`, vectors.Fail, "must be answered"},
		{"rejected", rejected, `error {"code":1,"message":"no","data":{"code":"too_big"}}`, vectors.Pass, ""},
		{"rejected otherwise", rejected, `error {"code":1,"message":"no","data":{"code":"other"}}`, vectors.Pass, `the code “other”, should be “too_big”`},
		{"rejected without a code", rejected, `error {"code":1,"message":"no"}`, vectors.Pass, `without a data.code, should be “too_big”`},
		{"rejected with a code that is no text", rejected, `error {"code":1,"message":"no","data":{"code":7}}`, vectors.Pass, `without a data.code`},
		{"rejected by a library", rejected, `error {"code":-32602,"message":"no"}`, vectors.Pass, `the code “invalid_params”, should be “too_big”`},
		{"rejected rightly by a library", `{"rejected": "too_big"}`, `error {"code":-32602,"message":"no","data":{"code":"too_big"}}`, vectors.Pass, ""},
		{"answered instead", rejected, `{"n":1}`, vectors.Fail, "must be rejected (too_big)"},
		{"failed instead", rejected, `error {"code":-32603,"message":"oops"}`, vectors.Error, "a failure and not a rejection"},
		{"failed with 2", rejected, `error {"code":2,"message":"oops"}`, vectors.Error, "error 2"},
		{"failed with 0", rejected, `error {"code":0,"message":""}`, vectors.Error, "error 0"},
		{"unsupported", rejected, `error {"code":-32601,"message":"what?"}`, vectors.Fail, "claims the operation"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := judged(t, "echo", test.expect, test.answer)
			text := strings.Join(append(slices.Clone(o.Advisories), o.Why, o.Diff, ""), "\n")
			if o.Kind != test.want || !strings.Contains(text, test.says) {
				t.Errorf("got %s, want %s that says %s\n%s", o.Kind, test.want, test.says, text)
			}
			if o.Kind == vectors.Pass && (o.Why != "" || o.Diff != "" || (test.says == "") != (len(o.Advisories) == 0)) {
				t.Errorf("a pass that says %q", text)
			}
			if o.Kind != vectors.Pass && o.Why == "" {
				t.Error("it does not say why")
			}
		})
	}
}

// What a subject answered is kept where it is wrong, as much of it as can be
// shown, whatever it is.
func TestGot(t *testing.T) {
	const want = `{"result": {"n": 2}}`
	long := `{"n":3,"list":["` + strings.Repeat("é", 50_000) + `"]}`
	for _, test := range []struct{ name, answer, got string }{
		{"right", `{"n":2}`, ""},
		{"wrong", `{"n":3,"note":"free","list":[1]}`, `{"n":3,"note":"free","list":[1]}`},
		{"invisible", `{"n":"\u00a0"}`, `{"n":"\u00a0"}`},
		{"rejected", `error {"code":1,"message":"no","data":{"code":"x"}}`, `error {"code":1,"message":"no","data":{"code":"x"}}`},
		{"failed", `error {"code":2,"message":"no"}`, `error {"code":2,"message":"no"}`},
		{"too long to be kept", long, long[:4096] + "…"},
	} {
		if got := judged(t, "echo", want, test.answer).Got; got != test.got {
			t.Errorf("%s: got %.200q, want %.200q", test.name, got, test.got)
		}
	}
}

func TestChecks(t *testing.T) {
	shows := `{"check": {"name": "text_shows", "at": "/text", "contains": ["Exodus 3:2"], "words": ["Canon"]}}`
	avoids := `{"check": {"name": "text_avoids", "at": "/text", "keywords": ["walk", "burning bush", "Straße", "!?", ""]}}`
	for _, test := range []struct {
		name, expect, text string
		want               vectors.Outcome
	}{
		{"shows both", shows, "Canon: Exodus 3:2", vectors.Pass},
		{"a word beside punctuation", shows, "[Canon]_Exodus 3:2", vectors.Pass},
		{"other type words besides", shows, "Canon, not Simulation: Exodus 3:2", vectors.Pass},
		{"a word within a word", shows, "Canonical Exodus 3:2", vectors.Fail},
		{"a word with a mark", shows, "Canon\u0301 Exodus 3:2", vectors.Fail},
		{"a word with a digit", shows, "Canon1 Exodus 3:2", vectors.Fail},
		{"a word in another case", shows, "CANON Exodus 3:2", vectors.Fail},
		{"without the reference", shows, "Canon Exodus 3:3", vectors.Fail},
		{"avoids them all", avoids, "observes the burning of a bush", vectors.Pass},
		{"a keyword", avoids, "takes a walk", vectors.Fail},
		{"a keyword folded", avoids, "takes a WALK", vectors.Fail},
		{"a keyword within a word", avoids, "walks", vectors.Pass},
		{"a sequence", avoids, "the Burning -- Bush", vectors.Fail},
		{"a sequence the other way", avoids, "bush burning", vectors.Pass},
		{"full case folding", avoids, "in the STRASSE", vectors.Fail},
		{"empty", avoids, "", vectors.Fail},
		{"no words at all", avoids, "!?", vectors.Pass},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, _ := json.Marshal(map[string]string{"text": test.text})
			o := judged(t, "say", test.expect, string(text))
			if o.Kind != test.want || (o.Kind == vectors.Pass) != (o.Why == "") {
				t.Errorf("got %s (%s), want %s", o.Kind, o.Why, test.want)
			}
		})
	}
	for answer, says := range map[string]string{
		`{"text":5}`: "want a text, got 5", `{}`: "want a text, got nothing", `[]`: "got nothing",
		`{"text":"Canon Exodus 3:2","more":1}`: "not valid", `null`: "got nothing",
	} {
		if o := judged(t, "say", shows, answer); o.Kind != vectors.Fail || !strings.Contains(o.Why, says) {
			t.Errorf("%s: got %s (%s), want a failure that says %q", answer, o.Kind, o.Why, says)
		}
	}
}

// TestDiff: what differs is shown so that it can be seen.
func TestDiff(t *testing.T) {
	long := strings.Repeat("long ", 1_000)
	for _, test := range []struct{ name, want, got, diff string }{
		{"a composed letter", `"\u00e9"`, `"e\u0301"`, `at /n: want "é", got "e\u0301"`},
		{"a space", `"a b"`, `"a\u00a0b"`, `got "a\u00a0b"`},
		{"invisible", `"ab"`, `"a\u200bb"`, `got "a\u200bb"`},
		{"a terminal's escape", `"ab"`, `"\u001b[2J"`, `got "\u001b[2J"`},
		{"beyond the plane", `"a"`, `"\ud83d\ude00\udb40\udc01"`, `got "😀\u{e0001}"`},
		{"a long text", `"` + long + `end"`, `"` + long + `END"`, `end" (from byte 4960), got …"`},
		{"numbers", `2`, `2.5`, `want 2, got 2.5`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := suite(t, vector("toy/write/one", `{}`, `{"result": {"n": `+test.want+`}}`, ""))
			o := run(t, s, `{"n":`+test.got+`}`).Outcomes[0]
			if o.Kind != vectors.Fail || !strings.Contains(o.Diff, test.diff) {
				t.Errorf("got %s, %s; want it to say %s", o.Kind, o.Diff, test.diff)
			}
			if len(o.Diff) > 1_000 {
				t.Errorf("got %d bytes", len(o.Diff))
			}
		})
	}
	t.Run("many", func(t *testing.T) {
		want := "[" + strings.Repeat("1,", 99) + "1]"
		s := suite(t, vector("toy/write/one", `{}`, `{"result": {"rows": `+want+`}}`, ""))
		o := run(t, s, `{"rows":`+strings.ReplaceAll(want, "1", "2")+`}`).Outcomes[0]
		if lines := strings.Split(o.Diff, "\n"); len(lines) != 21 || lines[20] != "… and 80 more" {
			t.Errorf("got %d lines, the last %q", len(lines), lines[len(lines)-1])
		}
	})
}

// TestEveryVector: each vector of the suite has an outcome, asked or not.
func TestEveryVector(t *testing.T) {
	s := suite(t, append(echo(5), vector("toy/rare/one", `{}`, `{"result": {}}`, ""), vector("toy/rare/two", `{}`, `{"result": {}}`, ""))...)
	vs, err := s.Select(vectors.Selection{Only: []string{"toy/echo/n-002", "toy/rare/one"}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := runner.Run(t.Context(), runner.InProcess(honest), runner.Options{Suite: s, Vectors: vs})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]vectors.Outcome{
		"toy/echo/n-001": vectors.Skipped, "toy/echo/n-002": vectors.Pass, "toy/echo/n-003": vectors.Skipped,
		"toy/echo/n-004": vectors.Skipped, "toy/echo/n-005": vectors.Skipped,
		"toy/rare/one": vectors.Unsupported, "toy/rare/two": vectors.Unsupported,
	}
	if len(r.Outcomes) != len(want) || r.Asked != 1 || !r.Complete {
		t.Errorf("got %d outcomes, %d asked, complete %v", len(r.Outcomes), r.Asked, r.Complete)
	}
	if !slices.IsSortedFunc(r.Outcomes, func(a, b runner.Outcome) int { return strings.Compare(a.Vector.ID, b.Vector.ID) }) {
		t.Error("the outcomes are not sorted by id")
	}
	for id, kind := range want {
		if o := outcome(t, r, id); o.Kind != kind {
			t.Errorf("%s: got %s, want %s", id, o.Kind, kind)
		}
	}
	if _, err := runner.Run(t.Context(), runner.InProcess(honest), runner.Options{Suite: s}); err == nil {
		t.Error("a run of no vectors is none")
	}
}
