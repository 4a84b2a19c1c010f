package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The script that README.md lets a newcomer paste ends as it says.
func TestReadmeScript(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "## Evidence for adopters")
	_, rest, _ = strings.Cut(rest, "```sh\n")
	script, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("README.md has no script under Evidence for adopters")
	}
	for _, tool := range []string{"sh", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not there")
		}
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-eu", "-c", script) // TestMain puts conform on the PATH
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "CONFORM_KEY=")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the script ends with %v; it wrote\n%s%s", err, out, stderr.String())
	}
	const want = "evidence/source_manifest.json is conformance-verified.\n"
	if !strings.Contains(string(out), want) {
		t.Errorf("the script wrote\n%s\nwant %q in it", out, want)
	}
}
