package gen_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/strictjson"
)

func parse(t *testing.T, text string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), strictjson.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// text is the text at a pointer, "" when there is none.
func text(v strictjson.Value, pointer string) string {
	m, _ := v.At(pointer)
	return m.Str()
}

// within is the member of a JSON text at a pointer.
func within(v strictjson.Value, pointer, name string) (strictjson.Value, bool) {
	inner, err := strictjson.Parse([]byte(text(v, pointer)), strictjson.Limits{})
	if err != nil {
		return inner, false
	}
	return inner.Get(name)
}

func sha(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// What belongs together is made smaller together, and JSON within texts as JSON.
func TestReduceWhatBelongsTogether(t *testing.T) {
	header := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","kid":"k-1"}`))
	tests := []struct {
		name, params string
		fails        func(strictjson.Value) bool
		want         string
	}{
		{
			"JSON within a text", `{"raw":"{\"thought\": \"long\", \"label\": {\"deep\": [1, 2]}}","x":1}`,
			func(v strictjson.Value) bool { _, ok := within(v, "/raw", "label"); return ok }, `{"raw":"{\"label\":0}"}`,
		},
		{
			"JSON within JSON within a text", `{"raw":"\"{\\\"action\\\": 17, \\\"x\\\": 1}\""}`,
			func(v strictjson.Value) bool {
				inner, _ := strictjson.Parse([]byte(text(v, "/raw")), strictjson.Limits{})
				_, ok := within(strictjson.Record(strictjson.Member{Name: "raw", Value: inner}), "/raw", "action")
				return ok
			}, `{"raw":"\"{\\\"action\\\":0}\""}`,
		},
		{
			"a header of a JWS", `{"jws":"` + header + `..c2ln"}`,
			func(v strictjson.Value) bool {
				segments := strings.Split(text(v, "/jws"), ".")
				b, err := base64.RawURLEncoding.DecodeString(segments[0])
				h, bad := strictjson.Parse(b, strictjson.Limits{})
				return err == nil && bad == nil && len(segments) == 3 && text(h, "/alg") == "none"
			}, `{"jws":"eyJhbGciOiJub25lIn0.."}`, // {"alg":"none"}
		},
		{
			"bytes in base64", `{"document":{"base64":"eyJ2IjogNywgIngiOiAxfQ=="}}`,
			func(v strictjson.Value) bool {
				b, err := base64.StdEncoding.DecodeString(text(v, "/document/base64"))
				if err != nil || len(b) == 0 {
					b = []byte(text(v, "/document/text"))
				}
				return strings.Contains(string(b), `"v"`)
			}, `{"document":{"text":"\"v\""}}`,
		},
		{
			"a word that two texts have", `{"keyword":"straße","text":"die straße, eine straße"}`,
			func(v strictjson.Value) bool {
				k := text(v, "/keyword")
				return k != "" && slices.Contains(strings.FieldsFunc(text(v, "/text"), func(r rune) bool { return r == ' ' || r == ',' }), k)
			}, `{"keyword":"0","text":"0"}`,
		},
		{
			"words that differ, and are alike", `{"keyword":"ŉa","text":"ʼna ŉa ʼNa"}`,
			func(v strictjson.Value) bool {
				words := strings.Fields(text(v, "/text"))
				return len(words) == 3 && words[1] == text(v, "/keyword") && (words[0] == words[2] || words[0] == "ʼna" && words[2] == "ʼNa")
			}, `{"keyword":"0","text":"0 0 0"}`,
		},
		{
			"a character of two words", `{"value":"i0k0","text":"i0k00"}`,
			func(v strictjson.Value) bool {
				rest, ok := strings.CutPrefix(text(v, "/text"), text(v, "/value"))
				return ok && rest == "0" && len(text(v, "/value")) == 4
			}, `{"value":"0000","text":"00000"}`,
		},
		{
			"a word in the midst", `{"text":"one two three"}`,
			func(v strictjson.Value) bool {
				words := strings.Fields(text(v, "/text"))
				return len(words) > 0 && words[0] == "one" && words[len(words)-1] == "three"
			}, `{"text":"one three"}`,
		},
		{
			"a text and its digest", `{"capsule":"the whole capsule","digest":"` + sha("the whole capsule") + `"}`,
			func(v strictjson.Value) bool {
				c, ok := v.Get("capsule")
				return ok && text(v, "/digest") == sha(c.Str()) && c.Kind() == strictjson.String
			}, `{"capsule":"","digest":"` + sha("") + `"}`,
		},
		{
			"the same plain character everywhere", `{"":"6a3009-7c"}`,
			func(v strictjson.Value) bool { return len(text(v, "/")) == 9 }, `{"":"000000000"}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := gen.Reduce(parse(t, tt.params), 5000, func(v strictjson.Value) (string, error) {
				if tt.fails(v) {
					return "fails", nil
				}
				return "", nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got.Minimal.String() != tt.want || got.Truncated {
				t.Errorf("got %s after %d executions, truncated %v, want %s", got.Minimal, got.Executions, got.Truncated, tt.want)
			}
		})
	}
}

// Of a text that must be long, not each character is asked for.
func TestReduceALongText(t *testing.T) {
	const least = 20_000
	params := strictjson.Record(strictjson.Member{Name: "text", Value: strictjson.Text(strings.Repeat("lorem 17 ", least/6))})
	got, err := gen.Reduce(params, 10_000, func(v strictjson.Value) (string, error) {
		if len(text(v, "/text")) >= least {
			return "long", nil
		}
		return "", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(text(got.Minimal, "/text")); n > least*101/100 || got.Executions > 2000 || strings.Trim(text(got.Minimal, "/text"), "0") != "" {
		t.Errorf("got %d characters after %d executions, want at most 1 %% more than %d after 2,000, all of them 0", n, got.Executions, least)
	}
}

// A text that is one of a few is made the shortest of them, though no part of it
// is one.
func TestShrinkToAUsualText(t *testing.T) {
	sources := []string{"TOOL_RESULT", "TASK_TEXT", "USER"}
	c := &gen.Challenge{Seed: 7, Cases: 100, Profiles: []gen.Profile{{Name: "toy", Operations: map[string]gen.Generator{
		"toy.op": rapid.Custom(func(t *rapid.T) gen.Case {
			return gen.Case{Class: "toy", Params: strictjson.Record(strictjson.Member{
				Name: "source", Value: strictjson.Text(rapid.SampledFrom(sources).Draw(t, "source")),
			})}
		}),
	}}}}
	ask := func(v strictjson.Value) (string, error) {
		if s := text(v, "/source"); slices.Contains(sources, s) {
			return "known", nil
		}
		return "", nil
	}
	at := firstFailing(t, c, func(v strictjson.Value) (string, error) {
		if text(v, "/source") == "TOOL_RESULT" {
			return "known", nil
		}
		return "", nil
	})
	got, err := c.Shrink(at, 1000, ask)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"source":"USER"}`; got.Minimal.String() != want {
		t.Errorf("got %s, want %s", got.Minimal, want)
	}
}
