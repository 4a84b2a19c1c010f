//go:build unix

package runner_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

const (
	rows   = `{"rows": [{"a": 1, "note": "x"}, {"a": 2}], "more": []}`
	inFile = `, "files": {"param": "data_dir", "lines": {"rows.jsonl": "/rows", "more.jsonl": "/more"}}`
)

// writer is a subject that answers rightly and writes files with write.
func writer(write func(dir string)) runner.Subject {
	return runner.InProcess(func(_ context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
		if method == "conform.hello" {
			return helloResult("writer", 1), nil
		}
		var p struct {
			Dir string `json:"data_dir"`
		}
		json.Unmarshal(params, &p)
		if p.Dir != "" {
			write(p.Dir)
		}
		return json.RawMessage(rows), nil
	})
}

func TestFiles(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	s := suite(t, vector("toy/write/one", `{"data_dir": "/not/this"}`, `{"result": `+rows+`, "any_text": ["/rows/0/note"]}`, inFile))
	put := func(dir, name, text string) { os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600) }
	good := func(dir string) {
		put(dir, "rows.jsonl", `{"note":"anything","a":1}`+"\n"+`{"a":2}`+"\r\n")
		put(dir, "more.jsonl", "")
	}
	with := func(name, text string) func(string) {
		return func(dir string) { good(dir); put(dir, name, text) }
	}
	for _, test := range []struct {
		name  string
		write func(dir string)
		want  vectors.Outcome
		says  string
	}{
		{"right", good, vectors.Pass, ""},
		{"nothing", func(string) {}, vectors.Fail, "more.jsonl: the file is missing"},
		{"one is missing", func(dir string) { put(dir, "more.jsonl", "") }, vectors.Fail, "rows.jsonl: the file is missing"},
		{"another value", with("rows.jsonl", `{"a":1,"note":"x"}`+"\n"+`{"a":3}`+"\n"), vectors.Fail, "at /rows/1/a: want 2, got 3"},
		{"a note that is no text", with("rows.jsonl", `{"a":1,"note":5}`+"\n"+`{"a":2}`+"\n"), vectors.Fail, "at /rows/0/note: want any text"},
		{"another order", with("rows.jsonl", `{"a":2}`+"\n"+`{"a":1,"note":"x"}`+"\n"), vectors.Fail, "at /rows/0"},
		{"a line too few", with("rows.jsonl", `{"a":1,"note":"x"}`+"\n"), vectors.Fail, "want 2 elements, got 1 element"},
		{"a line too many", with("more.jsonl", "{}\n"), vectors.Fail, "want 0 elements, got 1 element"},
		{"an unended line", with("rows.jsonl", `{"a":1,"note":"x"}`+"\n"+`{"a":2}`), vectors.Fail, "line 2 is not ended by a line feed"},
		{"half a line", with("rows.jsonl", `{"a":1,"note":"x"}`+"\n"+`{"a`), vectors.Fail, "line 2 is not ended by a line feed"},
		{"an empty line", with("rows.jsonl", `{"a":1,"note":"x"}`+"\n\n"+`{"a":2}`+"\n"), vectors.Fail, "line 2:"},
		{"broken JSON", with("rows.jsonl", "{'a':1}\n"), vectors.Fail, "line 1: invalid JSON"},
		{"invalid UTF-8", with("rows.jsonl", `{"a":1,"note":"`+"\xff\"}\n"), vectors.Fail, "line 1: invalid JSON"},
		{"repeated members", with("rows.jsonl", `{"a":1,"a":1}`+"\n"), vectors.Fail, "repeated member"},
		{"not an object", with("more.jsonl", "[]\n"), vectors.Fail, "line 1 is not a JSON object"},
		{"too long", with("more.jsonl", strings.Repeat("{}\n", 6<<20)), vectors.Fail, "longer than 16777216 bytes"},
		{"as many values as may be", with("more.jsonl", strings.Repeat("{}\n", 65_536)), vectors.Fail, "want 0 elements, got 65536 elements"},
		{"too many values", with("more.jsonl", strings.Repeat("{}\n", 65_535)+`{"a":1}`+"\n"), vectors.Fail, "holds more than 65536 JSON values"},
		{"another file", with("log.txt", ""), vectors.Fail, "“log.txt”"},
		{"a folder", func(dir string) { good(dir); os.Mkdir(filepath.Join(dir, "sub"), 0o700) }, vectors.Fail, "“sub”"},
		{"a link to a good file", func(dir string) {
			good(dir)
			os.WriteFile(filepath.Join(temp, "target"), nil, 0o600)
			os.Remove(filepath.Join(dir, "more.jsonl"))
			os.Symlink(filepath.Join(temp, "target"), filepath.Join(dir, "more.jsonl"))
		}, vectors.Fail, "not a regular file"},
		{"a pipe", func(dir string) {
			good(dir)
			os.Remove(filepath.Join(dir, "more.jsonl"))
			syscall.Mkfifo(filepath.Join(dir, "more.jsonl"), 0o600)
		}, vectors.Fail, "not a regular file"},
		{"a folder as the file", func(dir string) { os.Mkdir(filepath.Join(dir, "more.jsonl"), 0o700) }, vectors.Fail, "not a regular file"},
		{"a link to another folder", func(dir string) {
			other := t.TempDir()
			good(other)
			os.Remove(dir)
			os.Symlink(other, dir)
		}, vectors.Fail, "another folder stands in place"},
		{"a folder that is gone", func(dir string) { os.Remove(dir) }, vectors.Fail, "cannot be read"},
		{"rights taken away", func(dir string) {
			good(dir)
			os.Mkdir(filepath.Join(dir, "sub"), 0)
			os.Chmod(dir, 0)
		}, vectors.Fail, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := runner.Run(t.Context(), writer(test.write), runner.Options{Suite: s, Vectors: s.Vectors})
			if err != nil {
				t.Fatal(err)
			}
			o := r.Outcomes[0]
			if o.Kind != test.want || !strings.Contains(o.Why+"\n"+o.Diff, test.says) || strings.Contains(o.Why, temp) {
				t.Errorf("got %s: %s\n%s\nwant %s that says %s", o.Kind, o.Why, o.Diff, test.want, test.says)
			}
			if class := o.Class(); o.Kind == vectors.Fail && class != runner.ClassFiles {
				t.Errorf("got class %s, want %s", class, runner.ClassFiles)
			}
			os.Remove(filepath.Join(temp, "target"))
			p := runner.NewProber(writer(test.write), runner.Options{Suite: s})
			defer p.Close()
			if asked, err := p.Ask(t.Context(), s.Vectors[0]); err != nil || asked.Kind != o.Kind || asked.Why != o.Why || asked.Diff != o.Diff {
				t.Errorf("a prober: got %s: %s, %v; want %s: %s", asked.Kind, asked.Why, err, o.Kind, o.Why)
			}
			os.Remove(filepath.Join(temp, "target"))
			if left, _ := os.ReadDir(temp); len(left) > 0 {
				t.Errorf("%s is left", left[0])
			}
		})
	}
}

// elsewhere is a subject that does not see our disk.
type elsewhere struct{ runner.Subject }

func (elsewhere) Transport() string { return "elsewhere" }

func TestFilesElsewhere(t *testing.T) {
	s := suite(t, vector("toy/write/one", `{"data_dir": null}`, `{"result": `+rows+`}`, inFile))
	wrote := false
	r, err := runner.Run(t.Context(), elsewhere{writer(func(string) { wrote = true })}, runner.Options{Suite: s, Vectors: s.Vectors})
	if err != nil || r.Outcomes[0].Kind != vectors.Pass || wrote || r.Transport != "elsewhere" {
		t.Errorf("got %+v, %v; wrote %v", r, err, wrote)
	}
}

// A folder that cannot be made is our own trouble: the run stops, and nobody is
// judged for it.
func TestFilesNowhere(t *testing.T) {
	s := suite(t, vector("toy/write/one", `{"data_dir": null}`, `{"result": `+rows+`}`, inFile))
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	subject := writer(func(string) { t.Error("the subject was asked") })
	r, err := runner.Run(t.Context(), subject, runner.Options{Suite: s, Vectors: s.Vectors})
	if err != nil || r.Outcomes[0].Kind != vectors.Skipped || r.Complete || !strings.Contains(r.Stopped, "no folder can be made for the files of toy/write/one") {
		t.Errorf("got %+v, %v", r, err)
	}
	p := runner.NewProber(subject, runner.Options{Suite: s})
	defer p.Close()
	if o, err := p.Ask(t.Context(), s.Vectors[0]); err == nil || !strings.Contains(err.Error(), "no folder can be made") {
		t.Errorf("a prober: got %+v, %v", o, err)
	}
}
