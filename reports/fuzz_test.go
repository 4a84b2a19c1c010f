package reports_test

import (
	"bytes"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/reports"
)

// FuzzParse reads any bytes as a report. What is read must be the same bytes
// when written, canonical by another implementation's word, and must survive
// everything that is done with a report that nobody verified.
func FuzzParse(f *testing.F) {
	s := load(f, data())
	key := newKey(f, reports.EdDSA)
	files := sign(f, tampered(f, s), key)
	f.Add(files.Report)
	f.Add(sign(f, make1(f, input(s)), key).Report)
	for _, tt := range edits {
		d := parse(f, files.Report)
		tt.edit(d)
		f.Add(canonical(f, d))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		findings := verify(t, reports.Verification{Files: resign(t, data, key), Keys: []reports.PublicKey{key.Public()}, Suite: s})
		everyCheckOnce(t, findings)
		var text bytes.Buffer
		if err := findings.Text(&text, reports.Style{}); err != nil {
			t.Fatal(err)
		}
		clean(t, "findings", text.String())
		r, err := reports.Parse(data)
		if ok := findings.Get(reports.CheckBytes).Status == reports.Passed; ok != (err == nil) {
			t.Fatalf("Parse: %v; check of bytes: %v", err, findings.Get(reports.CheckBytes))
		}
		if err != nil {
			return
		}
		again, err := r.Canonical()
		if err != nil || !bytes.Equal(again, data) {
			t.Fatalf("written again: %v\n got %s\nwant %s", err, again, data)
		}
		raw := jsontext.Value(bytes.Clone(data))
		if err := raw.Canonicalize(); err != nil || !bytes.Equal(raw, data) {
			t.Fatalf("not canonical to jsontext: %v\n got %s\nwant %s", err, raw, data)
		}
		summary(t, r, reports.Style{})
		known(core[0]).Compare(r, s)
	})
}

// FuzzSidecars verifies an honest report with any sidecars: no others than its
// own may do.
func FuzzSidecars(f *testing.F) {
	s := load(f, data())
	keys := []reports.Key{newKey(f, reports.EdDSA), newKey(f, reports.ES256)}
	var all []reports.Files
	for _, k := range keys {
		files := sign(f, make1(f, input(s)), k)
		all = append(all, files)
		f.Add(files.Digest, files.Signature)
		f.Add(files.Signature, files.Digest)
	}
	f.Add([]byte{}, []byte("e30..AA"))
	f.Fuzz(func(t *testing.T, digest, signature []byte) {
		for i, k := range keys {
			files := all[i]
			if bytes.Equal(digest, files.Digest) && bytes.Equal(signature, files.Signature) {
				continue
			}
			findings := verify(t, reports.Verification{
				Files: reports.Files{Report: files.Report, Digest: digest, Signature: signature},
				Keys:  []reports.PublicKey{k.Public()}, Suite: s,
			})
			if findings.OK() || len(findings.Failed()) == 0 {
				t.Fatalf("accepted %q and %q", digest, signature)
			}
			everyCheckOnce(t, findings)
		}
	})
}

// FuzzKeys reads any bytes as keys. A private key that is read signs what its
// public half verifies.
func FuzzKeys(f *testing.F) {
	for _, alg := range []reports.Algorithm{reports.EdDSA, reports.ES256} {
		k := newKey(f, alg)
		f.Add([]byte(k.JWK().String()))
		f.Add([]byte(k.Public().JWK().String()))
		f.Add([]byte(`{"keys":[` + k.Public().JWK().String() + `]}`))
	}
	s := load(f, data())
	report := make1(f, input(s))
	f.Fuzz(func(t *testing.T, data []byte) {
		if keys, err := reports.ParsePublicKeys(data); err == nil && len(keys) == 0 {
			t.Fatal("no keys and no error")
		}
		k, err := reports.ParseKey(data)
		if err != nil {
			return
		}
		if _, err := strictjson.Parse(data, strictjson.Limits{}); err != nil {
			t.Fatalf("a key of no strict JSON: %v", err)
		}
		findings := verify(t, reports.Verification{Files: sign(t, report, k), Keys: []reports.PublicKey{k.Public()}, Suite: s})
		if !findings.OK() {
			t.Fatalf("failed %v", findings.Failed())
		}
	})
}
