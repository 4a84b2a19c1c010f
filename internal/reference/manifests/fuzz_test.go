package manifests_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/gowebpki/jcs"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// vectors yields the params of every golden vector of an operation, none when
// the vectors are not there.
func vectors(f *testing.F, operation string, add func(params strictjson.Value)) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "vectors", "manifests", "*.json"))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		var file strictjson.Value
		if err := file.UnmarshalJSON(text); err != nil {
			continue // being written, perhaps: whoever loads vectors says so
		}
		list, _ := file.Get("vectors")
		for _, v := range list.Elements() {
			op, _ := v.Get("operation")
			if params, _ := v.Get("params"); op.Str() == "manifests."+operation {
				add(params)
			}
		}
	}
}

// content is what a bytes param holds.
func content(params strictjson.Value, name string) []byte {
	if text, ok := params.At("/" + name + "/text"); ok {
		return []byte(text.Str())
	}
	text, _ := params.At("/" + name + "/base64")
	b, _ := base64.StdEncoding.DecodeString(text.Str())
	return b
}

// FuzzManifest: what is taken has the canonical form that an independent
// canonicaliser gives, and is read from it again; what is not has faults.
func FuzzManifest(f *testing.F) {
	for _, s := range []string{document(example()), with("sourceManifestJws", shapedToken), with("languageSpecUri", "https://github.com/o/r/blob/main/p"), "{}", "\ufeff{}", `{"a":1,"a":1}`, "1e5000000"} {
		f.Add([]byte(s))
	}
	vectors(f, "validate", func(p strictjson.Value) { f.Add(content(p, "document")) })
	f.Fuzz(func(t *testing.T, doc []byte) {
		m, err := manifests.Parse(doc)
		if err != nil {
			var invalid *manifests.InvalidError
			if !errors.As(err, &invalid) || len(invalid.Faults) == 0 || invalid.Code == "" {
				t.Fatalf("got %v, want an InvalidError with a fault", err)
			}
			return
		}
		again, err := manifests.Parse([]byte(m.Value().String()))
		if err != nil || *again != *m {
			t.Fatalf("written and read: got %+v, %v; want %+v", again, err, m)
		}
		payload, err := manifests.Parse(m.Canonical())
		if err != nil || payload.Signed() || payload.SourceID() != m.SourceID() {
			t.Fatalf("the payload read: got %+v, %v; want source id %s", payload, err, m.SourceID())
		}
		other := jsontext.Value(m.Canonical())
		if err := other.Canonicalize(); err != nil || !bytes.Equal(other, m.Canonical()) {
			t.Fatalf("got canonical %s, jsontext says %s, %v", m.Canonical(), other, err)
		}
		if !strings.Contains(m.Origin, "/"+m.Commit()) {
			t.Fatalf("got commit %s of %s", m.Commit(), m.Origin)
		}
	})
}

var longNumber = regexp.MustCompile(`[0-9.eE+-]{800}`)

// FuzzCanonicalize compares with jsontext, in what is taken and in what comes
// of it; jsontext alone takes numbers beyond a double, and it misreads some that
// are longer than 800 digits.
func FuzzCanonicalize(f *testing.F) {
	for _, s := range []string{`{"b":[1e30,4.50,-0],"a":"\u20ac\ud83d\ude00"}`, `[1e400]`, `"\ud800"`, strings.Repeat("[", 50), "\ufeff0", `{"a":1,"a":2}`} {
		f.Add([]byte(s))
	}
	vectors(f, "canonicalize", func(p strictjson.Value) { f.Add(content(p, "document")) })
	f.Fuzz(func(t *testing.T, doc []byte) {
		if len(doc) > manifests.MaxCanonical {
			return
		}
		got, err := manifests.CanonicalBytes(doc)
		want := jsontext.Value(bytes.Clone(doc))
		theirs := want.Canonicalize()
		if len(doc) > 800 && longNumber.Match(doc) {
			return
		}
		var r *reference.Rejection
		switch {
		case err == nil && (theirs != nil || !bytes.Equal(got, want)):
			t.Fatalf("%q: got %q, jsontext says %q, %v", doc, got, want, theirs)
		case err != nil && (!errors.As(err, &r) || theirs == nil && r.Code != manifests.NumberRange):
			t.Fatalf("%q: got %v, jsontext says %q", doc, err, want)
		}
	})
}

// FuzzWrapper: what unwraps is what would have been written.
func FuzzWrapper(f *testing.F) {
	f.Add(wrapper)
	f.Add(wrapper + "\n")
	f.Add(strings.ReplaceAll(wrapper, "\n", "\r\n"))
	f.Add(strings.Replace(wrapper, "payload: ", "user: ", 1))
	vectors(f, "unwrap", func(p strictjson.Value) {
		text, _ := p.Get("text")
		f.Add(text.Str())
	})
	pinned, err := manifests.Pin([]byte(document(example())))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, err := pinned.Unwrap(text)
		if err != nil {
			var r *reference.Rejection
			if !errors.As(err, &r) {
				t.Fatalf("got %v, want a rejection", err)
			}
			return
		}
		payload, err := base64.RawURLEncoding.DecodeString(w.Payload)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := pinned[0].Wrap(payload); err != nil || got != strings.TrimSuffix(text, "\n") {
			t.Fatalf("wrapped again: got %q, %v; want %q", got, err, text)
		}
	})
}

// FuzzCard: a manifest that is found in a card is one that a document may be.
func FuzzCard(f *testing.F) {
	f.Add(`{"capabilities":{"extensions":[{"uri":"urn:urusilla:experimental:0.1","params":{"sourceManifest":` + document(example()) + `}}]}}`)
	f.Add(`{"capabilities":{"extensions":[null,{"uri":1}]}}`)
	vectors(f, "agent_card", func(p strictjson.Value) {
		card, _ := p.Get("card")
		f.Add(card.String())
	})
	f.Fuzz(func(t *testing.T, text string) {
		card, err := strictjson.Parse([]byte(text), strictjson.Limits{})
		if err != nil {
			return
		}
		m, err := manifests.FromCard(card)
		if err != nil {
			return
		}
		if again, err := manifests.Parse([]byte(m.Value().String())); err != nil || *again != *m {
			t.Fatalf("as a document: got %+v, %v; want %+v", again, err, m)
		}
	})
}

// FuzzReport names and signs whatever report it is given, so that the report
// alone decides between the two upper rungs.
func FuzzReport(f *testing.F) {
	f.Add([]byte(goodReport))
	f.Add([]byte(goodReport + "\n"))
	f.Add([]byte(strings.Replace(goodReport, `"conformant"`, `"incomplete"`, 1)))
	f.Add([]byte("1e5000000"))
	f.Add([]byte(goodReport[:len(goodReport)-1] + `,"x":[[],{},"\u000f",-1.5,1e+21],"😀":1,"` + "\ufb33" + `":3}`))
	vectors(f, "assess", func(p strictjson.Value) { f.Add(content(p, "report")) })
	// The key of RFC 8037 appendix A.1: every worker and run must have the same.
	var jwk strictjson.Value
	if err := jwk.UnmarshalJSON([]byte(`{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}`)); err != nil {
		f.Fatal(err)
	}
	key, err := jws.ParsePrivateKey(jwk)
	if err != nil {
		f.Fatal(err)
	}
	keys := jws.NewKeys(key.Public())
	f.Fuzz(func(t *testing.T, report []byte) {
		if report == nil {
			report = []byte{}
		}
		m := example()
		m["capsuleSha256"], m["conformanceReportSha256"] = sha256hex(""), sha256hex(string(report))
		signed, err := parsed(t, document(m)).Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		signature, err := jws.SignReport(report, key, 1)
		if err != nil {
			t.Fatal(err)
		}
		a, err := manifests.Evidence{
			Document: []byte(signed.Value().String()), Keys: &keys, Capsule: []byte{}, Report: report,
			ReportSignature: &signature, ReportKeys: &keys, AcceptedSuites: []string{suite},
		}.Assess()
		if err != nil {
			t.Fatal(err)
		}
		want := manifests.SignatureVerified
		if conformant(report) {
			want = manifests.ConformanceVerified
		}
		if a.Status != want {
			t.Fatalf("%q: got %s, want %s: %s", report, a.Status, want, a.Rungs[3].Why)
		}
	})
}

// conformant is what the design asks of a report, by way of other libraries.
func conformant(report []byte) bool {
	canonical, err := jcs.Transform(report)
	if err != nil || !bytes.Equal(canonical, report) || strictjson.Check(report, strictjson.Limits{Depth: strictjson.MaxDepth}) != nil {
		return false
	}
	var v any
	if err := json.Unmarshal(report, &v); err != nil {
		return false
	}
	get := func(v any, name string) any {
		m, _ := v.(map[string]any)
		return m[name]
	}
	if get(v, "format") != "conform-report/1" || get(get(v, "suite"), "digest") != suite || get(get(v, "subject"), "revision") != commitB {
		return false
	}
	count := map[any]int{}
	profiles, _ := get(v, "profiles").([]any)
	for _, p := range profiles {
		verdict, _ := get(p, "verdict").(string)
		count[verdict]++
	}
	return count["conformant"] > 0 && count["conformant"]+count["not-claimed"] == len(profiles)
}
