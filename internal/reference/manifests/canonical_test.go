package manifests_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/gowebpki/jcs"

	"github.com/conform-suite/conform/internal/reference/manifests"
)

// TestPublishedExample anchors on the source id that is published.
func TestPublishedExample(t *testing.T) {
	m, err := manifests.Parse([]byte(document(example())))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.SourceID(); got != published {
		t.Errorf("got source id %s, want %s", got, published)
	}
	if got := m.Commit(); got != commitB {
		t.Errorf("got commit %s, want %s", got, commitB)
	}
	signed, err := manifests.Parse([]byte(with("sourceManifestJws", shapedToken)))
	if err != nil {
		t.Fatal(err)
	}
	if got := signed.SourceID(); got != published {
		t.Errorf("with a signature: got source id %s, want %s", got, published)
	}
	want := `{"canonical":` + quoted(string(m.Canonical())) + `,"payload_sha256":"` + m.PayloadSHA256() + `","source_id":"` + published + `","signature":`
	if got := ask(t, "validate", `{"document":%s}`, data(document(example()))); got != want+`"unsigned"}` {
		t.Errorf("got %s", got)
	}
	if got := ask(t, "validate", `{"document":%s}`, data(with("sourceManifestJws", shapedToken))); got != want+`"unverified"}` {
		t.Errorf("with a signature: got %s", got)
	}
}

// upstream reads a file of the Urusilla project, which did not write this one.
func upstream(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "upstream", "urusilla", name))
	if err != nil {
		t.Skip("the Urusilla release is not beside this repository: ", err)
	}
	return b
}

// TestUpstream compares the source id of the real manifest with one made
// without this repository's code, by sha256sum over jsontext's canonical bytes.
func TestUpstream(t *testing.T) {
	document := upstream(t, "source_manifest.json")
	m, err := manifests.Parse(document)
	if err != nil {
		t.Fatal(err)
	}
	canonical := jsontext.Value(document)
	if err := canonical.Canonicalize(); err != nil {
		t.Fatal(err)
	}
	if got := m.Canonical(); !bytes.Equal(got, canonical) {
		t.Errorf("got canonical %s, want %s", got, canonical)
	}
	sum, err := exec.LookPath("sha256sum")
	if err != nil {
		t.Skip("no sha256sum")
	}
	cmd := exec.Command(sum)
	cmd.Stdin = bytes.NewReader(canonical)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.SourceID(), string(out[:32]); got != want {
		t.Errorf("got source id %s, want %s", got, want)
	}
}

// TestManifestForm: the canonical form of a manifest is made without jcs, so
// jcs and jsontext must agree with it on many.
func TestManifestForm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	letters := func(alphabet string, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
		return string(b)
	}
	const hex, name = "0123456789abcdef", "ABCXYZabcxyz0189._-"
	for range 2_000 {
		url := func(kind string) string {
			return fmt.Sprintf("https://github.com/o%s/r%s/%s/%s/p%s", letters("ab0", 3), letters(name, 5), kind, letters(hex, 40), letters(name, r.IntN(30)))
		}
		doc := document(map[string]string{
			"languageSpecUri": url("blob"), "languageVersion": "0.1.0", "capsuleSha256": letters(hex, 64),
			"implementationOrigin": url("tree"), "conformanceReportUrl": url("blob"), "conformanceReportSha256": letters(hex, 64),
		})
		m, err := manifests.Parse([]byte(doc))
		if err != nil {
			t.Fatalf("%s: %v", doc, err)
		}
		want, err := jcs.Transform([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		other := jsontext.Value(doc)
		if err := other.Canonicalize(); err != nil {
			t.Fatal(err)
		}
		if got := m.Canonical(); !bytes.Equal(got, want) || !bytes.Equal(got, other) {
			t.Fatalf("got %s, jcs says %s, jsontext says %s", got, want, other)
		}
	}
}

// TestCanonicalize has the examples of RFC 8785 (section 3.2.3 sorting,
// section 3.2.2 literals, appendix B numbers) and the suite's decisions.
func TestCanonicalize(t *testing.T) {
	for _, c := range []struct{ name, document, want string }{
		{"section 3.2.2", `{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
			`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`},
		{"section 3.2.3", `{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
			`{"\r":"Carriage Return","1":"One","` + "\u0080" + `":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","` + "\ufb33" + `":"Hebrew Letter Dalet With Dagesh"}`},
		{"escapes", `"\u0000\u0008\u0009\u000a\u000b\u000c\u000d\u001f\u007f\u2028\/"`, `"\u0000\b\t\n\u000b\f\r\u001f` + "\u007f\u2028" + `/"`},
		{"scalar", " null\n", "null"},
		{"empty name", `{"":1}`, `{"":1}`},
		{"numbers, appendix B", `[-0,5e-324,-5e-324,1.7976931348623157e308,9007199254740992,-9007199254740992,295147905179352830000,1e21,999999999999999900000,0.000001,9.999999999999997e-7,1e23,333333333.3333332,-0.0000033333333333333333,1424953923781206.25]`,
			`[0,5e-324,-5e-324,1.7976931348623157e+308,9007199254740992,-9007199254740992,295147905179352830000,1e+21,999999999999999900000,0.000001,9.999999999999997e-7,1e+23,333333333.3333332,-0.0000033333333333333333,1424953923781206.2]`},
		{"underflow", `[1e-400,-1e-400]`, `[0,0]`},
		{"nothing is normalised", `["\u0041\u030a","\u00c5"]`, "[\"A\u030a\",\"\u00c5\"]"},

		{"overflow", `[1e400]`, "rejected: number_out_of_range"},
		{"negative overflow", `[-1.7976931348623159e308]`, "rejected: number_out_of_range"},
		{"lone surrogate", `["\udead"]`, "rejected: invalid_json"},
		{"repeated member", `[{"a":1,"\u0061":2}]`, "rejected: repeated_member"},
		{"NaN", `[NaN]`, "rejected: invalid_json"},
		{"byte order mark", "\ufeff1", "rejected: invalid_json"},
		{"trailing data", "1 1", "rejected: invalid_json"},
		{"nothing", "", "rejected: invalid_json"},
		{"invalid UTF-8", "\"\xed\xa0\x80\"", "rejected: invalid_json"},
		{"levels taken", strings.Repeat("[", 1_000) + strings.Repeat("]", 1_000), strings.Repeat("[", 1_000) + strings.Repeat("]", 1_000)},
		{"levels refused", strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001), "rejected: too_deep"},
		{"objects refused", strings.Repeat(`{"":`, 10_001) + "1" + strings.Repeat("}", 10_001), "rejected: too_deep"},
		{"1 MiB", `"` + strings.Repeat("a", 1<<20-2) + `"`, `"` + strings.Repeat("a", 1<<20-2) + `"`},
		{"1 MiB and a byte", `"` + strings.Repeat("a", 1<<20-1) + `"`, "rejected: too_large"},
	} {
		want := c.want
		if !strings.HasPrefix(want, "rejected") {
			want = `{"canonical":` + quoted(want) + "}"
		}
		if got := ask(t, "canonicalize", `{"document":%s}`, data(c.document)); got != want {
			t.Errorf("%s: got %.300s, want %.300s", c.name, got, want)
		}
	}
}

// TestAgainstJSONText compares with an independent canonicaliser on documents
// made of awkward parts.
func TestAgainstJSONText(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5_000 {
		doc := awkward(r, 4)
		got, err := manifests.CanonicalBytes([]byte(doc))
		if err != nil {
			t.Fatalf("%s: %v", doc, err)
		}
		want := jsontext.Value(doc)
		if err := want.Canonicalize(); err != nil {
			t.Fatalf("%s: jsontext: %v", doc, err)
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%s: got %s, jsontext says %s", doc, got, want)
		}
	}
}

var strange = []string{"a", "", "\\u0000", "\\ud83d\\ude00", "\ufb33", "€", "\\\"", "\\/", "\u2028", "\\u00e9", "\U0010ffff", "\ue000", "z\\n"}
var numbers = []string{"0", "-0", "1e0", "1.0", "1e21", "1e-7", "123456789012345678901", "0.1", "5e-324", "-1.5e300", "9007199254740993"}

func awkward(r *rand.Rand, depth int) string {
	switch k := r.IntN(6); {
	case k < 2 && depth > 0:
		var parts []string
		for range r.IntN(4) {
			parts = append(parts, awkward(r, depth-1))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case k < 4 && depth > 0:
		var parts []string
		for _, i := range r.Perm(len(strange))[:r.IntN(5)] {
			parts = append(parts, `"`+strange[i]+`" : `+awkward(r, depth-1))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case k == 4:
		return numbers[r.IntN(len(numbers))]
	}
	return `"` + strange[r.IntN(len(strange))] + strange[r.IntN(len(strange))] + `"`
}

// BenchmarkSourceID compares strict reading, canonical form and source id with
// jcs and SHA-256 alone, which read less strictly. The two take turns, so that
// the ratio holds on a busy machine.
func BenchmarkSourceID(b *testing.B) {
	doc := []byte(document(example()))
	compare(b, func() {
		if m, err := manifests.Parse(doc); err != nil || m.SourceID() != published {
			b.Fatal(err)
		}
	}, func() {
		canonical, err := jcs.Transform(doc)
		if err != nil || fmt.Sprintf("%x", sha256.Sum256(canonical))[:32] != published {
			b.Fatal(err)
		}
	})
}

// BenchmarkCanonicalize compares CanonicalBytes with jcs alone.
func BenchmarkCanonicalize(b *testing.B) {
	doc := []byte("[" + strings.Repeat(document(example())+`,{"b":[1,2.50,-0],"a":"\u20ac"},`, 50) + "null]")
	compare(b, func() {
		if _, err := manifests.CanonicalBytes(doc); err != nil {
			b.Fatal(err)
		}
	}, func() {
		if _, err := jcs.Transform(doc); err != nil {
			b.Fatal(err)
		}
	})
}

func compare(b *testing.B, ours, theirs func()) {
	var mine, other time.Duration
	for b.Loop() {
		start := time.Now()
		ours()
		middle := time.Now()
		theirs()
		mine, other = mine+middle.Sub(start), other+time.Since(middle)
	}
	b.ReportMetric(float64(mine)/float64(other), "ours/jcs")
}
