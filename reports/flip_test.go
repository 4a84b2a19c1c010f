package reports_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/conform-suite/conform/reports"
)

// TestFlip changes every byte of each of the three files and wants
// verification to fail each time, with the code of the file that was changed.
// A byte of a sidecar is changed in each single bit; one of the report to its
// neighbour, to the other case, to what is no ASCII, and in all bits.
func TestFlip(t *testing.T) {
	s := load(t, data())
	for _, alg := range []reports.Algorithm{reports.EdDSA, reports.ES256} {
		t.Run(string(alg), func(t *testing.T) {
			key := newKey(t, alg)
			files := sign(t, make1(t, input(s)), key)
			v := reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Suite: s}
			if got := verify(t, v); !got.OK() {
				t.Fatalf("before any change: failed %v, unchecked %v", got.Failed(), got.Unchecked())
			}
			bits := []byte{0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff}
			flip(t, files.Digest, bits, func(b []byte) *reports.Findings { v := v; v.Files.Digest = b; return verify(t, v) })
			flip(t, files.Signature, bits, func(b []byte) *reports.Findings { v := v; v.Files.Signature = b; return verify(t, v) })
			if alg == reports.EdDSA {
				flip(t, files.Report, []byte{0x01, 0x20, 0x80, 0xff}, func(b []byte) *reports.Findings { v := v; v.Files.Report = b; return verify(t, v) },
					reports.DigestMismatch, reports.SignatureInvalid)
			}
		})
	}
}

// flip tries each mask on each byte of data. Each change must fail with all of
// the given codes, and with one at least.
func flip(t *testing.T, data, masks []byte, verify func([]byte) *reports.Findings, want ...reports.Code) {
	t.Helper()
	if testing.Short() {
		masks = masks[:1]
	}
	tried := 0
	for i := range data {
		for _, mask := range masks {
			changed := bytes.Clone(data)
			changed[i] ^= mask
			f := verify(changed)
			got := f.Failed()
			if f.OK() || f.ExitCode() == reports.ExitConformant || len(got) == 0 {
				t.Fatalf("byte %d, %q for %q: accepted", i, changed[i], data[i])
			}
			for _, code := range want {
				if !slices.Contains(got, code) {
					t.Fatalf("byte %d, %q for %q: failed %v, want %s among them", i, changed[i], data[i], got, code)
				}
			}
			tried++
		}
	}
	if tried == 0 {
		t.Fatal("nothing was tried")
	}
	t.Logf("%d changes of %d bytes, all refused", tried, len(data))
}

// TestCut cuts each file at every length, and adds a byte at its end.
func TestCut(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	files := sign(t, make1(t, input(s)), key)
	v := reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Suite: s}
	for name, at := range map[string]func(*reports.Files) *[]byte{
		"report":    func(f *reports.Files) *[]byte { return &f.Report },
		"digest":    func(f *reports.Files) *[]byte { return &f.Digest },
		"signature": func(f *reports.Files) *[]byte { return &f.Signature },
	} {
		whole := *at(&files)
		try := func(b []byte) {
			t.Helper()
			v := v
			*at(&v.Files) = b
			if f := verify(t, v); f.OK() || len(f.Failed()) == 0 {
				t.Fatalf("%s of %d bytes instead of %d: accepted", name, len(b), len(whole))
			}
		}
		for n := range whole {
			try(whole[:n:n])
		}
		for _, end := range []string{"\n", "\r\n", " ", "\x00", "A", "="} {
			try(append(bytes.Clone(whole), end...))
		}
		try(nil)
	}
}
