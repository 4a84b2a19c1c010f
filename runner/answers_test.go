//go:build unix

package runner_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/conform-suite/conform/runner"
)

func hexSHA256(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// TestAnswersSHA256 computes the digest by hand from the canonical text of
// each answer.
func TestAnswersSHA256(t *testing.T) {
	const anyText = `{"result": {"n": 2, "list": [{"why": "example"}]}, "any_text": ["/list/0/why"]}`
	avoids := `{"check": {"name": "text_avoids", "at": "/text", "keywords": ["walk"]}}`
	for _, test := range []struct{ name, operation, expect, answer, canonical string }{
		{"the expected one", "echo", `{"result": {"n": 2, "list": []}}`, `{"note":"free","list":[],"n":2.0}`, `{"result":{"list":[],"n":2}}`},
		{"with a hint", "echo", `{"result": {"n": 2}}`, `{"n":2,"hint":1e1}`, `{"result":{"hint":10,"n":2}}`},
		{"with another hint", "echo", `{"result": {"n": 2, "hint": 1}}`, `{"n":2,"hint":[3]}`, `{"result":{"hint":[3],"n":2}}`},
		{"another one", "echo", `{"result": {"n": 2}}`, `{"n":3,"x":"\u00e9","note":"free"}`, `{"result":{"n":3,"x":"é"}}`},
		{"any text", "echo", anyText, `{"n":2,"list":[{"why":"whatever","aside":1}]}`, `{"result":{"list":[{"why":true}],"n":2}}`},
		{"any text, but empty", "echo", anyText, `{"n":2,"list":[{"why":""}]}`, `{"result":{"list":[{"why":""}],"n":2}}`},
		{"accepted", "say", avoids, `{"text":"sits"}`, `{"result":true}`},
		{"not accepted", "say", avoids, `{"text":"walk"}`, `{"result":false}`},
		{"rejected", "echo", `{"rejected": "too_big"}`, `error {"code":1,"message":"m","data":{"code":"é"}}`, `{"rejected":"é"}`},
		{"rejected without a code", "echo", `{"rejected": "too_big"}`, `error {"code":1,"message":"m"}`, `{"rejected":""}`},
		{"rejected wrongly", "echo", `{"result": {"n": 2}}`, `error {"code":-32602,"message":"m"}`, `{"rejected":"invalid_params"}`},
		{"failed", "echo", `{"result": {"n": 2}}`, `error {"code":2,"message":"m"}`, `{"outcome":"error"}`},
		{"claimed in vain", "echo", `{"result": {"n": 2}}`, `error {"code":-32601,"message":"m"}`, `{"outcome":"fail"}`},
		{"claimed in vain, a check", "say", avoids, `error {"code":-32601,"message":"m"}`, `{"outcome":"fail"}`},
		{"beyond a double", "echo", `{"result": {"n": 2}}`, `{"n":1e400}`, `{"result":{"n":1.7976931348623157e+308}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			id := "toy/" + test.operation + "/one"
			r := run(t, suite(t, vector(id, `{"n": 1}`, test.expect, "")), test.answer)
			want := hexSHA256(`[{"answer":"` + hexSHA256(test.canonical) + `","id":"` + id + `"}]`)
			if got := r.AnswersSHA256(); got != want {
				t.Errorf("got %s, want %s (%s)", got, want, r.Outcomes[0].Kind)
			}
		})
	}
}

// TestAnswersStable: the digest depends on nothing but the answers.
func TestAnswersStable(t *testing.T) {
	s := suite(t, append(echo(60), vector("toy/rare/one", `{}`, `{"result": {}}`, ""))...)
	var lines []string
	for _, v := range s.Vectors {
		canonical := `{"outcome":"unsupported"}`
		if n, ok := strings.CutPrefix(v.ID, "toy/echo/n-"); ok {
			canonical = `{"result":{"n":` + strings.TrimLeft(n, "0") + `}}`
		}
		lines = append(lines, `{"answer":"`+hexSHA256(canonical)+`","id":"`+v.ID+`"}`)
	}
	want := hexSHA256("[" + strings.Join(lines, ",") + "]")
	seed := uint64(7)
	for _, o := range []runner.Options{{}, {Processes: 4}, {Shuffle: &seed}, {Shuffle: &seed, Processes: 3}} {
		o.Suite, o.Vectors = s, s.Vectors
		r, err := runner.Run(t.Context(), runner.InProcess(honest), o)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.AnswersSHA256(); got != want {
			t.Errorf("%+v: got %s, want %s", o, got, want)
		}
	}
	o := runner.Options{Suite: s, Vectors: s.Vectors[:1]}
	r, err := runner.Run(t.Context(), runner.InProcess(honest), o)
	if err != nil {
		t.Fatal(err)
	}
	want = hexSHA256("[" + lines[0] + "," + lines[60] + "]") // what was skipped is not in it
	if got := r.AnswersSHA256(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
