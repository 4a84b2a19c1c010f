package strictjson_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/strictjson"
)

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name, text string
		want       error // nil: a syntax error
	}{
		{"nothing", "", nil},
		{"white space only", " \n", nil},
		{"byte order mark", "\ufeff{}", nil},
		{"trailing value", "{} {}", strictjson.ErrTrailing},
		{"trailing letter", "{}x", strictjson.ErrTrailing},
		{"trailing brace", "{}}", strictjson.ErrTrailing},
		{"trailing NUL", "{}\x00", strictjson.ErrTrailing},
		{"repeated member", `{"a":1,"a":1}`, strictjson.ErrRepeated},
		{"repeated by escape", `{"a":1,"\u0061":1}`, strictjson.ErrRepeated},
		{"repeated within", `[{"b":{"a":1,"a":2}}]`, strictjson.ErrRepeated},
		{"invalid UTF-8", "\"\xff\"", nil},
		{"invalid UTF-8 in a name", "{\"\xff\":1}", nil},
		{"overlong UTF-8", "\"\xc0\xaf\"", nil},
		{"UTF-8 of a surrogate", "\"\xed\xa0\x80\"", nil},
		{"lone high surrogate", `"\ud800"`, nil},
		{"lone low surrogate", `"\udc00"`, nil},
		{"surrogates in the wrong order", `"\udc00\ud800"`, nil},
		{"lone surrogate in a name", `{"\ud800":1}`, nil},
		{"control character", "\"\x01\"", nil},
		{"NaN", "NaN", nil},
		{"leading zero", "01", nil},
		{"plus sign", "+1", nil},
		{"bare point", "1.", nil},
		{"comment", "{}/**/", strictjson.ErrTrailing},
		{"trailing comma", `[1,]`, nil},
		{"single quotes", `{'a':1}`, nil},
		{"unfinished", `{"a":`, nil},
		{"no-break space", "\u00a0{}", nil},
		{"too deep", strings.Repeat("[", 1001) + strings.Repeat("]", 1001), strictjson.ErrTooDeep},
		{"too large", `"` + strings.Repeat("a", 1<<20) + `"`, strictjson.ErrTooLarge},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := strictjson.Parse([]byte(tt.text), strictjson.Limits{})
			if err == nil {
				t.Fatalf("Parse took it: got %.80s", got)
			}
			if tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("got error %v, want %v", err, tt.want)
			}
			var located *strictjson.Error
			if !errors.As(err, &located) || located.Offset < 0 || located.Offset > int64(len(tt.text)) {
				t.Errorf("got error %v, want an *Error with its place in the text", err)
			}
		})
	}
}

func TestParseTakes(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"white space around", " \t\r\n[ 1 , 2 ]\n", "[1,2]"},
		{"order of members", `{"b":1,"a":2}`, `{"b":1,"a":2}`},
		{"spelling of numbers", `[1.50,1E2,-0,1e5000000]`, `[1.50,1E2,-0,1e5000000]`},
		{"surrogate pair", `"\ud83d\ude00"`, `"😀"`},
		{"names that differ by normalisation", "{\"\u00e9\":1,\"e\u0301\":2}", "{\"\u00e9\":1,\"e\u0301\":2}"},
		{"a NUL in a text", `"\u0000"`, `"\u0000"`},
		{"the deepest", strings.Repeat("[", 1000) + strings.Repeat("]", 1000), strings.Repeat("[", 1000) + strings.Repeat("]", 1000)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := strictjson.Parse([]byte(tt.text), strictjson.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestLoneSurrogatesOnRequest(t *testing.T) {
	got, err := strictjson.Parse([]byte(`"a\ud800"`), strictjson.Limits{LoneSurrogates: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := "a\ufffd"; got.Str() != want {
		t.Errorf("got %q, want %q", got.Str(), want)
	}
	if got, err := strictjson.Parse([]byte("\"\xff\""), strictjson.Limits{LoneSurrogates: true}); err == nil {
		t.Errorf("invalid UTF-8 was taken: %s", got)
	}
}

func TestEqual(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[2]}`, `{"b":[2],"a":1}`, true},
		{`[1,2]`, `[2,1]`, false},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`{"a":1,"b":1}`, `{"a":1,"c":1}`, false},
		{`1`, `1.0`, true},
		{`100`, `1e2`, true},
		{`0`, `-0`, true},
		{`9007199254740993`, `9007199254740992`, false},
		{`1e400`, `1e401`, false},
		{`1`, `"1"`, false},
		{`null`, `false`, false},
		{`true`, `false`, false},
		{`""`, `null`, false},
		{`[]`, `{}`, false},
	}
	for _, tt := range tests {
		a, b := parse(t, tt.a), parse(t, tt.b)
		if got := a.Equal(b); got != tt.want {
			t.Errorf("%s equal to %s: got %v, want %v", tt.a, tt.b, got, tt.want)
		}
		if got := b.Equal(a); got != tt.want {
			t.Errorf("%s equal to %s: got %v, want %v", tt.b, tt.a, got, tt.want)
		}
	}
}

func TestInt(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "-1": true, "9007199254740991": true, "-9007199254740991": true,
		"9007199254740992": false, "-9007199254740992": false, "99999999999999999999": false,
		"-0": false, "1.0": false, "1e2": false, `"1"`: false, "true": false,
	} {
		if _, got := parse(t, text).Int(); got != want {
			t.Errorf("%s is an integer of the protocol: got %v, want %v", text, got, want)
		}
	}
}

func TestAt(t *testing.T) {
	v := parse(t, `{"a":[{"b/c":1},{"m~n":2}],"":3}`)
	for pointer, want := range map[string]string{
		"": v.String(), "/a/0/b~1c": "1", "/a/1/m~0n": "2", "/": "3",
		"/a/2": "", "/a/00": "", "/a/-1": "", "/x": "", "/a/0/b~1c/d": "",
	} {
		got, ok := v.At(pointer)
		if ok != (want != "") || ok && got.String() != want {
			t.Errorf("at %q: got %s, %v, want %q", pointer, got, ok, want)
		}
	}
}

func parse(t *testing.T, text string) strictjson.Value {
	t.Helper()
	v, err := strictjson.Parse([]byte(text), strictjson.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// FuzzParse checks that whatever is taken is written and read back the same.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,-0,1e9,"\u00e9\ud83d\ude00"],"b":null}`, `[[],{}]`, "\ufeff1", `{"a":1,"a":1}`, "\"\xff\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := strictjson.Parse(data, strictjson.Limits{})
		if err != nil {
			return
		}
		again, err := strictjson.Parse(v.AppendTo(nil), strictjson.Limits{Bytes: 16 << 20})
		if err != nil {
			t.Fatalf("reading back %s: %v", v, err)
		}
		if !again.Equal(v) || again.String() != v.String() {
			t.Errorf("got %s, want %s", again, v)
		}
	})
}
