package reports_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/conform-suite/conform/reports"
	"github.com/conform-suite/conform/schema"
	"github.com/conform-suite/conform/vectors"
)

// The suite of these tests has two profiles. Profile abc has a core of one
// operation, three vectors at MUST and one at SHOULD, and the optional module
// more of one vector. Profile xyz has a core of two operations.
var (
	core   = []string{"abc/ask/one", "abc/ask/three", "abc/ask/two"}
	advice = "abc/ask/advice"
	more   = "abc/extra/one"
	xyz    = []string{"xyz/first/one", "xyz/second/one"}
)

func vector(id, requirement string) string {
	profile, rest, _ := strings.Cut(id, "/")
	op, _, _ := strings.Cut(rest, "/")
	return fmt.Sprintf(`{"id":%q,"title":"t","requirements":[%q],"operation":"%s.%s","params":{},"expect":{"result":{}},"source":"s"}`, id, requirement, profile, op)
}

func vectorFile(list ...string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(`{"about":"a","vectors":[` + strings.Join(list, ",") + `]}`)}
}

func requirement(id, level, module string) string {
	return fmt.Sprintf(`{"id":%q,"level":%q,"module":%q,"text":"t","source":"suite decision"}`, id, level, module)
}

func requirementFile(list ...string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(`{"requirements":[` + strings.Join(list, ",") + `]}`)}
}

func profile(name string, modules ...string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(fmt.Sprintf(`{"profile":%q,"promise":"p","modules":[%s]}`, name, strings.Join(modules, ",")))}
}

func module(name string, operations ...string) string {
	for i, o := range operations {
		operations[i] = fmt.Sprintf(`{"operation":%q,"rejections":["invalid_params"]}`, o)
	}
	return fmt.Sprintf(`{"module":%q,"operations":[%s]}`, name, strings.Join(operations, ","))
}

func data() fstest.MapFS {
	return fstest.MapFS{
		"suite.json":            {Data: []byte(`{"name":"toy","version":"1.0.0"}`)},
		"abc/profile.json":      profile("abc", module("core", "abc.ask"), module("more", "abc.extra")),
		"abc/requirements.json": requirementFile(requirement("ABC-001", "MUST", "core"), requirement("ABC-002", "MUST", "core"), requirement("ABC-003", "SHOULD", "core"), requirement("ABC-004", "MUST", "more")),
		"abc/v.json":            vectorFile(vector(core[0], "ABC-001"), vector(core[1], "ABC-002"), vector(core[2], "ABC-001"), vector(advice, "ABC-003"), vector(more, "ABC-004")),
		"xyz/profile.json":      profile("xyz", module("core", "xyz.first", "xyz.second")),
		"xyz/requirements.json": requirementFile(requirement("XYZ-001", "MUST", "core")),
		"xyz/v.json":            vectorFile(vector(xyz[0], "XYZ-001"), vector(xyz[1], "XYZ-001")),
	}
}

// load makes a suite of the given data and the real schemas of files.
func load(t testing.TB, fsys fstest.MapFS) *vectors.Suite {
	t.Helper()
	schemas := fstest.MapFS{}
	for _, name := range []string{"suite.json", "profile.json", "requirements.json", "vectors.json", "report.json", "known.json"} {
		b, err := os.ReadFile("../schema/" + name)
		if err != nil {
			t.Fatal(err)
		}
		schemas[name] = &fstest.MapFile{Data: b}
	}
	for _, op := range []string{"abc/ask", "abc/extra", "xyz/first", "xyz/second"} {
		for _, kind := range []string{".params", ".result"} {
			schemas[op+kind+".json"] = &fstest.MapFile{Data: []byte(fmt.Sprintf(`{"$id":"urn:conform:schema:%s%s","type":"object"}`, strings.ReplaceAll(op, "/", ":"), kind))}
		}
	}
	set, err := schema.Load(schemas)
	if err != nil {
		t.Fatal(err)
	}
	s, err := vectors.Load(fs.FS(fsys), set)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// outcomes is o for each vector of abc, unsupported for those of xyz.
func outcomes(o vectors.Outcome, also ...any) map[string]vectors.Outcome {
	out := map[string]vectors.Outcome{advice: o, more: o}
	for _, id := range core {
		out[id] = o
	}
	for _, id := range xyz {
		out[id] = vectors.Unsupported
	}
	for i := 0; i < len(also); i += 2 {
		out[also[i].(string)] = also[i+1].(vectors.Outcome)
	}
	return out
}

const hex64 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// input is that of a run in which all of abc passed.
func input(s *vectors.Suite) reports.Input {
	return reports.Input{
		Suite: s, RunnerVersion: "0.1.0",
		Subject: reports.Subject{
			Name: "acme", Version: "2.1", Language: "python", Origin: "https://github.com/acme/acme", Revision: strings.Repeat("a", 40),
			Transport: "stdio", Files: []reports.File{{Name: "acme.py", SHA256: hex64}},
		},
		Operator:  "A. Tester",
		Selection: reports.Selection{Complete: true},
		Outcomes:  outcomes(vectors.Pass), AnswersSHA256: hex64,
	}
}

func make1(t testing.TB, in reports.Input) *reports.Report {
	t.Helper()
	r, err := reports.New(in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func newKey(t testing.TB, alg reports.Algorithm) reports.Key {
	t.Helper()
	k, err := reports.NewKey(alg)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

var signedAt = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func sign(t testing.TB, r *reports.Report, k reports.Key) reports.Files {
	t.Helper()
	f, err := reports.Sign(r, k, signedAt)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// verify verifies by somebody who makes the generated cases again, and finds
// them to be those of the report unless v says otherwise.
func verify(t testing.TB, v reports.Verification) *reports.Findings {
	t.Helper()
	if v.Regenerate == nil {
		v.Regenerate = func(r *reports.Report) (string, error) { return r.Generated.Digest, nil }
	}
	f, err := reports.Verify(v)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
