package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/conform-suite/conform/vectors"
)

// What the operator gives for the report is judged before the subject is asked:
// this one does not start, which would be exit code 3.
func TestRunIsRehearsed(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	missing := filepath.Join(dir, "missing-program")
	var many []string
	for i := range 101 {
		many = append(many, file(t, filepath.Join(dir, fmt.Sprint(i))))
	}
	for _, tt := range []struct {
		name  string
		flags []string
		files []string
		code  int
		want  string
	}{
		{"nothing wrong", nil, many[:100], 3, "missing-program"},
		{"label", []string{"--independence", "verified adopter"}, nil, 2, "never granted"},
		{"unknown label", []string{"--independence", "mine"}, nil, 2, "independence is"},
		{"long operator", []string{"--operator", strings.Repeat("o", 201)}, nil, 2, "/operator"},
		{"operator that is no text", []string{"--operator", "\xff"}, nil, 2, "UTF-8"},
		{"many files", nil, many, 2, "/subject/files"},
		{"no cases", []string{"--seed", "7", "--cases", "0"}, nil, 2, "0 cases"},
		{"too many cases", []string{"--seed", "7", "--cases", "9007199254740992"}, nil, 2, "cases_per_operation"},
	} {
		code, out := rehearsed(t, tt.flags, append([]string{missing}, tt.files...))
		if code != tt.code || !strings.Contains(out, tt.want) {
			t.Errorf("%s: got exit code %d, want %d and %q in:\n%s", tt.name, code, tt.code, tt.want, out)
		}
		if _, err := os.Stat("conformance"); err == nil {
			t.Errorf("%s: a folder was made", tt.name)
		}
	}
	odd := filepath.Join(dir, "\xff")
	if os.WriteFile(odd, nil, 0o666) != nil {
		t.Skip("this system has no such names")
	}
	if code, out := rehearsed(t, nil, []string{missing, odd}); code != 2 || !strings.Contains(out, "UTF-8") {
		t.Errorf("a name that is no text: got exit code %d, want 2 and UTF-8 in:\n%s", code, out)
	}
}

// A file of the command that cannot be read is not passed over.
func TestSubjectFiles(t *testing.T) {
	dir := t.TempDir()
	inside := file(t, filepath.Join(dir, "file"))
	for _, tt := range []struct {
		command []string
		want    int // -1 for nil
	}{
		{nil, -1},
		{[]string{"python3"}, 0},
		{[]string{"python3", "nosuch.py", "-x", dir, filepath.Join(inside, "below"), strings.Repeat("x", 5000)}, 0},
		{[]string{"python3", inside}, 1},
	} {
		got, err := subjectFiles(tt.command)
		if err != nil || (got == nil) != (tt.want < 0) || len(got) != max(tt.want, 0) {
			t.Errorf("%.80q: got %#v and error %v, want %d", tt.command, got, err, tt.want)
		}
	}
	if os.Geteuid() < 1 {
		t.Skip("this user may read everything, or the system has no modes")
	}
	for _, closed := range []string{inside, dir} {
		if err := os.Chmod(closed, 0); err != nil {
			t.Fatal(err)
		}
		if got, err := subjectFiles([]string{"python3", inside}); err == nil {
			t.Errorf("closed %s: got %v and no error", closed, got)
		}
		if err := os.Chmod(closed, 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

func file(t *testing.T, path string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(path), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func rehearsed(t *testing.T, flags, command []string) (code int, out string) {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("CONFORM_KEY", "")
	var b bytes.Buffer
	a := &app{self: "conform", suite: vectors.Embedded, profiles: references(), generators: generators, in: strings.NewReader(""), out: &b, err: &b}
	code = a.execute(t.Context(), append(append(append([]string{"run"}, flags...), "--"), command...))
	return code, b.String()
}
