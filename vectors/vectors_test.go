package vectors_test

import (
	"maps"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/conform-suite/conform/internal/strictjson"

	"github.com/conform-suite/conform/schema"
	"github.com/conform-suite/conform/vectors"
)

func embedded(t *testing.T) *vectors.Suite {
	t.Helper()
	s, err := vectors.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The embedded suite is loaded without checks; here are the checks.
func TestEmbeddedSuiteIsSound(t *testing.T) {
	schemas, err := schema.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, err := vectors.Load(os.DirFS("."), schemas)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Digest, embedded(t).Digest; got != want {
		t.Errorf("the files give digest %s, what is embedded %s", got, want)
	}
	if len(s.Vectors) < 1000 || len(s.Requirements) < 100 {
		t.Errorf("%d vectors, %d requirements: files are missing", len(s.Vectors), len(s.Requirements))
	}
}

// Flags stand in the order of README.md, so that a reader finds them.
func TestFlagsStandInOrder(t *testing.T) {
	order := []string{"negative", "boundary", "unicode", "attack", "published", "limit", "files"}
	for _, v := range embedded(t).Vectors {
		at := make([]int, len(v.Flags))
		for i, f := range v.Flags {
			at[i] = slices.Index(order, f)
		}
		if !slices.IsSorted(at) {
			t.Errorf("%s: flags %q, want them in the order %q", v.ID, v.Flags, order)
		}
		if r := v.Expect.Rejected; r != "" && !slices.Contains(v.Flags, "negative") {
			t.Errorf("%s is rejected (%s) and not flagged negative", v.ID, r)
		}
	}
}

// Numbers are spelt as every language spells them (CONFORMANCE.md, IDS-016).
func TestIDsHoldPlainNumbers(t *testing.T) {
	decimals := 0
	for _, v := range embedded(t).Vectors {
		if v.Operation.Profile != "ids" {
			continue
		}
		params, err := strictjson.Parse(v.Params, strictjson.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range numbers(params) {
			if _, ok := n.Int(); ok {
				continue
			}
			literal := n.Literal()
			f, err := strconv.ParseFloat(literal, 64)
			if err != nil || strconv.FormatFloat(f, 'f', -1, 64) != literal || !strings.Contains(literal, ".") || math.Abs(f) < 0.0001 {
				t.Errorf("%s: %s is neither an integer nor a decimal that is spelt everywhere alike", v.ID, literal)
			}
			decimals++
		}
	}
	if decimals == 0 {
		t.Error("no vector has a decimal")
	}
}

func numbers(v strictjson.Value) []strictjson.Value {
	if v.Kind() == strictjson.Number {
		return []strictjson.Value{v}
	}
	var out []strictjson.Value
	for _, e := range v.Elements() {
		out = append(out, numbers(e)...)
	}
	return out
}

// A requirement that no right answer and one that no refusal tests would let a
// subject pass that always does the same.
func TestEveryOperationIsAskedBothWays(t *testing.T) {
	s := embedded(t)
	results, rejected := map[string]int{}, map[string]int{}
	for _, v := range s.Vectors {
		if v.Expect.Rejected != "" {
			rejected[v.Operation.Name]++
		} else {
			results[v.Operation.Name]++
		}
	}
	for _, p := range s.Profiles {
		for _, m := range p.Modules {
			for _, o := range m.Operations {
				if results[o.Name] == 0 || rejected[o.Name] == 0 {
					t.Errorf("%s has %d vectors with a result and %d rejections, want some of each", o.Name, results[o.Name], rejected[o.Name])
				}
			}
		}
	}
}

func TestEveryRejectionCodeIsExpectedSomewhere(t *testing.T) {
	s := embedded(t)
	seen := map[string]bool{}
	for _, v := range s.Vectors {
		seen[v.Operation.Name+" "+v.Expect.Rejected] = true
	}
	for _, p := range s.Profiles {
		for _, m := range p.Modules {
			for _, o := range m.Operations {
				for _, code := range o.Rejections {
					if !seen[o.Name+" "+code] {
						t.Errorf("%s: no vector expects the rejection %q", o.Name, code)
					}
				}
			}
		}
	}
}

func TestNoTwoVectorsAskTheSame(t *testing.T) {
	seen := map[string]string{}
	for _, v := range embedded(t).Vectors {
		key := v.Operation.Name + " " + string(v.Params)
		if v.Files != nil {
			key += " with files"
		}
		if other, ok := seen[key]; ok {
			t.Errorf("%s asks the same as %s", v.ID, other)
		}
		seen[key] = v.ID
	}
}

// The digest can be recomputed with sha256sum alone, as CONFORMANCE.md says.
func TestDigestBySha256sum(t *testing.T) {
	page, err := os.ReadFile("../CONFORMANCE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "## The suite digest")
	_, rest, _ = strings.Cut(rest, "```sh\n")
	script, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("CONFORMANCE.md has no script under The suite digest")
	}
	for _, tool := range []string{"sh", "sha256sum", "xxd", "base64"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not there")
		}
	}
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.TrimSpace(string(out)), embedded(t).Digest; got != want {
		t.Errorf("the script gives %s, the suite says %s", got, want)
	}
}

func TestIsDigest(t *testing.T) {
	digest, err := vectors.Digest(nil)
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[string]bool{
		digest: true, digest + "\n": false, digest[:20] + "\n" + digest[20:]: false, strings.TrimSuffix(digest, "="): false,
		strings.TrimPrefix(digest, "h1:"): false, "h1:": false, "abc": false, "": false,
		digest[:45] + "V=": false, // spare bits
	} {
		if got := vectors.IsDigest(s); got != want {
			t.Errorf("%q: got %t, want %t", s, got, want)
		}
	}
}

func TestDigestDependsOnEveryByteAndName(t *testing.T) {
	files := map[string][]byte{"vectors/a.json": []byte("1"), "vectors/b.json": []byte("2")}
	first, err := vectors.Digest(files)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(map[string][]byte){
		"a byte":   func(f map[string][]byte) { f["vectors/a.json"] = []byte("3") },
		"a name":   func(f map[string][]byte) { f["vectors/c.json"] = f["vectors/a.json"]; delete(f, "vectors/a.json") },
		"one less": func(f map[string][]byte) { delete(f, "vectors/b.json") },
		"swapped": func(f map[string][]byte) {
			f["vectors/a.json"], f["vectors/b.json"] = f["vectors/b.json"], f["vectors/a.json"]
		},
	} {
		other := maps.Clone(files)
		change(other)
		if got, _ := vectors.Digest(other); got == first {
			t.Errorf("%s: the digest stays %s", name, got)
		}
	}
}

const (
	toyHead     = `{"name": "toy", "version": "0.0.1"}`
	toyProfile  = `{"profile": "toy", "promise": "Numbers are doubled.", "modules": [{"module": "core", "operations": [{"operation": "toy.double", "rejections": ["invalid_params", "too_large"]}]}]}`
	toyRequired = `{"requirements": [
		{"id": "TOY-001", "level": "MUST", "module": "core", "text": "Twice n.", "source": "suite decision"},
		{"id": "TOY-002", "level": "SHOULD", "module": "core", "text": "Twice n, politely.", "source": "suite decision"}]}`
	toyVector = `{"id": "toy/double/one", "title": "one", "requirements": ["TOY-001"], "operation": "toy.double", "params": {"n": 1}, "expect": {"result": {"twice": 2}}, "source": "arithmetic"}`
	toyPolite = `{"id": "toy/double/two", "title": "two", "requirements": ["TOY-002"], "operation": "toy.double", "params": {"n": 2}, "expect": {"rejected": "too_large"}, "source": "arithmetic"}`
)

// toy loads a suite of two vectors, in which old is written as new.
func toy(t *testing.T, old, new string) (*vectors.Suite, error) {
	t.Helper()
	all := fstest.MapFS{}
	for _, name := range []string{"suite", "profile", "requirements", "vectors"} {
		data, err := os.ReadFile("../schema/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		all[name+".json"] = &fstest.MapFile{Data: data}
	}
	all["toy/double.params.json"] = &fstest.MapFile{Data: []byte(`{"$id": "urn:conform:schema:toy:double.params", "type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}`)}
	all["toy/double.result.json"] = &fstest.MapFile{Data: []byte(`{"$id": "urn:conform:schema:toy:double.result", "type": "object", "required": ["twice"], "additionalProperties": false, "properties": {"twice": {"type": "integer"}, "why": {"type": "string", "x-compare": "free"}}}`)}
	schemas, err := schema.Load(all)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	changed := old == ""
	for name, text := range map[string]string{
		"suite.json": toyHead, "toy/profile.json": toyProfile, "toy/requirements.json": toyRequired,
		"toy/double.json": `{"about": "Doubling.", "vectors": [` + toyVector + `, ` + toyPolite + `]}`,
	} {
		after := strings.Replace(text, old, new, 1)
		changed = changed || after != text
		files[name] = &fstest.MapFile{Data: []byte(after)}
	}
	if !changed {
		t.Fatalf("nothing in the toy suite reads %s", old)
	}
	return vectors.Load(files, schemas)
}

func TestLoad(t *testing.T) {
	s, err := toy(t, "", "")
	if err != nil {
		t.Fatal(err)
	}
	if v := s.Vector("toy/double/two"); v == nil || v.Level != vectors.Should || v.Operation.Module != vectors.CoreModule {
		t.Errorf("got %+v, want a SHOULD vector of module core", v)
	}
}

func TestLoadRefuses(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"unknown member", `"title": "one",`, `"title": "one", "note": "x",`, "note"},
		{"repeated member", `"title": "one",`, `"title": "one", "title": "one",`, "repeated member"},
		{"repeated id", `"id": "toy/double/two"`, `"id": "toy/double/one"`, "toy/double/one: the id is there twice"},
		{"id of another operation", `"id": "toy/double/one"`, `"id": "toy/triple/one"`, `must begin with "toy/double/"`},
		{"unknown operation", `"operation": "toy.double", "params": {"n": 1}`, `"operation": "toy.treble", "params": {"n": 1}`, `"toy.treble" is not one of the suite`},
		{"unknown requirement", `"requirements": ["TOY-001"]`, `"requirements": ["TOY-009"]`, `"TOY-009" is not one of the suite`},
		{"no requirement", `"requirements": ["TOY-001"]`, `"requirements": []`, "toy/double/one: it names no requirement"},
		{"two levels", `"requirements": ["TOY-001"]`, `"requirements": ["TOY-001", "TOY-002"]`, "a vector has one level"},
		{"requirement without a vector", `"requirements": ["TOY-002"]`, `"requirements": ["TOY-001"]`, "TOY-002: no vector tests it"},
		{"unknown flag", `"source": "arithmetic"}`, `"source": "arithmetic", "flags": ["odd"]}`, "flags"},
		{"params against their schema", `{"n": 1}`, `{"n": "1"}`, "toy/double/one: params"},
		{"result against its schema", `{"twice": 2}`, `{"twice": "2"}`, "toy/double/one: expected result"},
		{"result with a free member", `{"twice": 2}`, `{"twice": 2, "why": "x"}`, "never compared"},
		{"unknown code", `"rejected": "too_large"`, `"rejected": "too_small"`, `"too_small" is not one of toy.double`},
		{"invalid_params for valid ones", `"rejected": "too_large"`, `"rejected": "invalid_params"`, "the params schema says"},
		{"two expectations", `"expect": {"result": {"twice": 2}}`, `"expect": {"result": {"twice": 2}, "rejected": "too_large"}`, "expect"},
		{"any_text that leads nowhere", `{"result": {"twice": 2}}`, `{"result": {"twice": 2}, "any_text": ["/why"]}`, `no text at "/why"`},
		{"folder of another name", `"profile": "toy"`, `"profile": "joy"`, `must be the folder's name "toy"`},
		{"operation of another profile", `"operation": "toy.double", "rejections"`, `"operation": "joy.double", "rejections"`, `must begin with "toy."`},
		{"operation without schemas", `"operation": "toy.double", "rejections"`, `"operation": "toy.halve", "rejections"`, "has no schema"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := toy(t, tt.old, tt.new)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func TestSelect(t *testing.T) {
	s := embedded(t)
	all, err := s.Select(vectors.Selection{})
	if err != nil || len(all) != len(s.Vectors) {
		t.Fatalf("nothing said: got %d vectors and %v, want all %d", len(all), err, len(s.Vectors))
	}
	one, err := s.Select(vectors.Selection{Only: []string{all[0].ID}})
	if err != nil || len(one) != 1 || one[0] != all[0] {
		t.Errorf("by id: got %v, %v", one, err)
	}
	profile := all[0].Operation.Profile
	some, err := s.Select(vectors.Selection{Profiles: []string{profile}})
	if err != nil || len(some) == 0 || len(some) == len(all) ||
		slices.ContainsFunc(some, func(v *vectors.Vector) bool { return v.Operation.Profile != profile }) {
		t.Errorf("by profile: got %d vectors, %v", len(some), err)
	}
	for name, sel := range map[string]vectors.Selection{
		"unknown profile":        {Profiles: []string{"other"}},
		"unknown id":             {Only: []string{"other"}},
		"one of two matches":     {Only: []string{all[0].ID, "other"}},
		"broken pattern":         {Only: []string{"["}},
		"id of another profile":  {Profiles: []string{all[len(all)-1].Operation.Profile}, Only: []string{all[0].ID}},
		"prefix without pattern": {Only: []string{profile}},
	} {
		if got, err := s.Select(sel); err == nil {
			t.Errorf("%s: it selected %d vectors", name, len(got))
		}
	}
}

// What is written as a file of vectors is read as the same.
func TestVectorsAreWrittenAsTheyAreRead(t *testing.T) {
	s := embedded(t)
	for _, v := range s.Vectors {
		got, err := s.Parse([]byte(`{"about": "one", "vectors": [`+v.JSON().String()+`]}`), v.File)
		if err != nil {
			t.Errorf("%s: %v", v.ID, err)
			continue
		}
		if diff := cmp.Diff(v, got[0], cmpopts.IgnoreFields(vectors.Vector{}, "Operation"), cmp.Comparer(strictjson.Value.Equal), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s differs (-want +got):\n%s", v.ID, diff)
		}
	}
}
