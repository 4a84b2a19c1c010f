package reports_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/conform-suite/conform/reports"
)

// soon is how much processor time it may take to refuse a hostile report. Those
// beyond a limit take well below a millisecond; the bound leaves room for the
// race detector, and for collecting the garbage of other tests.
const soon = 300 * time.Millisecond

// later is the same for what is within the limits, and refused at its end: some
// 0.6 s at worst, eight times that with the race detector.
const later = 15 * time.Second

// TestHostile verifies reports that are made to cost time or memory.
func TestHostile(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	honest := string(sign(t, make1(t, input(s)), key).Report)
	outcomes := func(elements string) string {
		before, rest, _ := strings.Cut(honest, `"outcomes":[`)
		_, tail, _ := strings.Cut(rest, `]`)
		return before + `"outcomes":[` + elements + `]` + tail
	}
	only := func(pattern string, n int) string {
		return strings.Replace(honest, `"only":[]`, `"only":[`+strings.Repeat(`"`+pattern+`",`, n-1)+`"`+pattern+`"]`, 1)
	}
	const full = reports.MaxBytes - 4096
	for _, tt := range []struct {
		name   string
		report string
		want   reports.Code
		within time.Duration
	}{
		{"64 MiB of zeros", strings.Repeat("\x00", 64<<20), reports.TooLarge, soon},
		{"one byte too many", `"` + strings.Repeat("x", reports.MaxBytes-1) + `"`, reports.TooLarge, soon},
		{"a million arrays within each other", strings.Repeat("[", 1<<20), reports.NotJSON, soon},
		{"a million objects within each other", strings.Repeat(`{"a":`, full/5), reports.NotJSON, soon},
		{"deep in a member", strings.Replace(honest, `"only":[]`, `"only":[`+strings.Repeat("[", 100)+strings.Repeat("]", 100)+`]`, 1), reports.NotJSON, soon},
		{"a number of a million digits", strings.Replace(honest, `"pass":3`, `"pass":`+strings.Repeat("9", full/2), 1), reports.SchemaInvalid, soon},
		{"a number with a vast exponent", strings.Replace(honest, `"pass":3`, `"pass":1e-5000000`, 1), reports.SchemaInvalid, soon},
		{"a text of a million characters", strings.Replace(honest, "A. Tester", strings.Repeat("x", full/2), 1), reports.SchemaInvalid, later},

		// Within the limits, and full of what is refused only at its end.
		{"a million numbers", "[" + strings.Repeat("1,", full/2) + "1]", reports.SchemaInvalid, later},
		{"outcomes that are numbers", outcomes(strings.Repeat("1,", full/4) + "1"), reports.SchemaInvalid, later},
		{"outcomes that are not named", outcomes(strings.Repeat(`{"id":"","outcome":""},`, full/25) + `{"id":"","outcome":""}`), reports.SchemaInvalid, later},
		{"one outcome many times", outcomes(strings.Repeat(`{"id":"abc/ask/one","outcome":"pass"},`, full/40) + `{"id":"abc/ask/one","outcome":"pass"}`), reports.Coverage, later},
		{"a thousand patterns", only(strings.Repeat("*a", 100), 1000), reports.SelectionMismatch, later},
		{"too many patterns", only("*a*b*c*d*e*f", full/20), reports.SelectionMismatch, later},
		{"a bad pattern", strings.Replace(only("[", 1), `"complete":true`, `"complete":false`, 1), reports.SelectionMismatch, soon},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := reports.Files{Report: []byte(tt.report), Digest: []byte("x"), Signature: []byte("y")}
			start := spent()
			f := verify(t, reports.Verification{Files: files, Keys: []reports.PublicKey{key.Public()}, Suite: s})
			took := spent() - start
			if took > tt.within {
				t.Errorf("took %v, at most %v", took, tt.within)
			}
			if f.OK() || !contains(f.Failed(), tt.want) {
				t.Errorf("failed %v, want %s among them", f.Failed(), tt.want)
			}
			var text bytes.Buffer
			if err := f.Text(&text, reports.Style{}); err != nil {
				t.Fatal(err)
			}
			if text.Len() > 16<<10 {
				t.Errorf("the text has %d bytes", text.Len())
			}
			t.Logf("%d bytes refused in %v", len(tt.report), took)
		})
	}
}

func contains(codes []reports.Code, code reports.Code) bool {
	for _, c := range codes {
		if c == code {
			return true
		}
	}
	return false
}

// TestHostileSidecars verifies sidecars that are made to cost time.
func TestHostileSidecars(t *testing.T) {
	s := load(t, data())
	key := newKey(t, reports.EdDSA)
	files := sign(t, make1(t, input(s)), key)
	huge := bytes.Repeat([]byte("A"), 64<<20)
	start := spent()
	f := verify(t, reports.Verification{
		Files: reports.Files{Report: files.Report, Digest: huge, Signature: huge},
		Keys:  []reports.PublicKey{key.Public()}, Suite: s,
	})
	if took := spent() - start; took > soon {
		t.Errorf("took %v, at most %v", took, soon)
	}
	wantCodes(t, f, codes(reports.DigestMalformed, reports.SignatureMalformed))
}

// TestSize makes reports around the limit: none can be written that would not
// be read.
func TestSize(t *testing.T) {
	s := load(t, data())
	in := input(s)
	in.Selection = reports.Selection{}
	for i := range 1000 {
		in.Selection.Only = append(in.Selection.Only, fmt.Sprintf("%d%s", i, text(180)))
	}
	for i := range 100 {
		in.Subject.Files = append(in.Subject.Files, reports.File{Name: fmt.Sprintf("%d%s", i, text(200)), SHA256: hex64})
	}
	if _, err := reports.New(in); err == nil {
		t.Error("101 files: accepted")
	}
	in.Subject.Files = in.Subject.Files[:100]
	r := make1(t, in)
	data, err := r.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reports.Parse(data); err != nil {
		t.Errorf("a report of %d bytes: %v", len(data), err)
	}
	r.Operator += strings.Repeat("x", reports.MaxBytes-len(data))
	if data, err = r.Canonical(); err != nil || len(data) != reports.MaxBytes {
		t.Errorf("a report of as many bytes as there may be: %d bytes, %v", len(data), err)
	}
	if _, err := reports.Parse(data); err != nil {
		t.Errorf("a report of as many bytes as there may be: %v", err)
	}
	r.Operator += "x"
	if _, err := r.Canonical(); !errors.Is(err, reports.ErrTooLarge) {
		t.Errorf("a byte more: got %v, want ErrTooLarge", err)
	}
}
