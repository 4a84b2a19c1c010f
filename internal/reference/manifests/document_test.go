package manifests_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/conform-suite/conform/internal/reference/manifests"
)

// row is a value of a member, and whether a manifest may have it.
type row struct {
	value string
	ok    bool
}

// bend asks about the published example with one member replaced.
func bend(t *testing.T, member string, rows []row) {
	t.Helper()
	for _, c := range rows {
		got := ask(t, "validate", `{"document":%s}`, data(with(member, c.value)))
		if c.ok == strings.HasPrefix(got, "rejected") {
			t.Errorf("%s %.100q: got %.100s, want ok %t", member, c.value, got, c.ok)
		}
		if !c.ok && got != "rejected: invalid_manifest" {
			t.Errorf("%s %.100q: got %s, want rejected: invalid_manifest", member, c.value, got)
		}
	}
}

func at(owner, repo, kind, commit, rest string) string {
	return "https://github.com/" + owner + "/" + repo + "/" + kind + "/" + commit + rest
}

func blob(path string) string { return at("o", "r", "blob", commitA, path) }

// long is a blob URL of n characters.
func long(n int) string { return blob("/" + strings.Repeat("p", n-len(blob("/")))) }

var blobs = []row{
	{blob("/p"), true},
	{blob("/p/q/r.md"), true},
	{blob("/..."), true},
	{blob("/.git"), true},
	{blob("/-"), true},
	{at("a-b--c", "._-", "blob", commitA, "/p"), true},
	{at(strings.Repeat("o", 39), "r", "blob", commitA, "/p"), true},
	{long(2_048), true},

	{"", false},
	{at(strings.Repeat("o", 40), "r", "blob", commitA, "/p"), false},
	{at("-o", "r", "blob", commitA, "/p"), false},
	{at("o-", "r", "blob", commitA, "/p"), false},
	{at("o_o", "r", "blob", commitA, "/p"), false},
	{at("o.o", "r", "blob", commitA, "/p"), false},
	{at("", "r", "blob", commitA, "/p"), false},
	{at("o", "", "blob", commitA, "/p"), false},
	{at("o", ".", "blob", commitA, "/p"), false},
	{at("o", "..", "blob", commitA, "/p"), false},
	{at("o", "r r", "blob", commitA, "/p"), false},
	{at("o", "r", "Blob", commitA, "/p"), false},
	{at("o", "r", "raw", commitA, "/p"), false},
	{at("o", "r", "blob", "main", "/p"), false},
	{at("o", "r", "blob", commitA[1:], "/p"), false},
	{at("o", "r", "blob", commitA+"0", "/p"), false},
	{at("o", "r", "blob", strings.ToUpper(commitA), "/p"), false},
	{at("o", "r", "blob", "g"+commitA[1:], "/p"), false},
	{blob(""), false},
	{"https://github.com/", false},
	{"https://github.com/o/r/blob", false},
	{blob("/"), false},
	{blob("//p"), false},
	{blob("/p/"), false},
	{blob("/p//q"), false},
	{blob("/."), false},
	{blob("/../p"), false},
	{blob("/p/.."), false},
	{blob("/p?q"), false},
	{blob("/p#f"), false},
	{blob("/p%20q"), false},
	{blob("/%2e%2e"), false},
	{blob("/p q"), false},
	{blob("/p\n"), false},
	{blob("/p\\q"), false},
	{blob("/p\u00e9"), false},
	{blob("/\u0440"), false}, // Cyrillic er
	{long(2_049), false},
	{" " + blob("/p"), false},
	{strings.Replace(blob("/p"), "https", "http", 1), false},
	{strings.Replace(blob("/p"), "https", "HTTPS", 1), false},
	{strings.Replace(blob("/p"), "github.com", "GitHub.com", 1), false},
	{strings.Replace(blob("/p"), "github.com", "www.github.com", 1), false},
	{strings.Replace(blob("/p"), "github.com", "github.com.evil.example", 1), false},
	{strings.Replace(blob("/p"), "github.com", "github.com:443", 1), false},
	{strings.Replace(blob("/p"), "github.com", "user@github.com", 1), false},
	{strings.Replace(blob("/p"), "github.com", "github.com@evil.example", 1), false},
	{strings.Replace(blob("/p"), "github.com", "github.com.", 1), false},
	{strings.Replace(blob("/p"), "github.com", "g\u0456thub.com", 1), false}, // Ukrainian i
	{strings.Replace(blob("/p"), "github.com", "raw.githubusercontent.com", 1), false},
	{strings.Replace(blob("/p"), "https://", "https:/", 1), false},
}

var trees = []row{
	{at("o", "r", "tree", commitA, ""), true},
	{at("o", "r", "tree", commitA, "/p"), true},
	{at("o", "r", "tree", commitA, "/"), false},
	{at("o", "r", "tree", commitA, "/p/"), false},
	{at("o", "r", "tree", commitA, "/.."), false},
	{at("o", "r", "tree", commitA[1:], ""), false},
	{at("o", "r", "commit", commitA, ""), false},
	{"https://github.com/o/r/tree", false},
	{"https://github.com/o/r", false},
}

func TestURLs(t *testing.T) {
	tree := at("o", "r", "tree", commitA, "/p")
	bend(t, "languageSpecUri", append(slices.Clone(blobs), row{tree, false}))
	bend(t, "conformanceReportUrl", append(slices.Clone(blobs), row{tree, false}))
	bend(t, "implementationOrigin", append(slices.Clone(blobs), trees...))
}

func TestDigests(t *testing.T) {
	hex := strings.Repeat("a", 64)
	rows := []row{
		{hex, true},
		{strings.Repeat("0123456789abcdef", 4), true},
		{hex[1:], false}, {hex + "a", false}, {"A" + hex[1:], false}, {"g" + hex[1:], false}, {"", false},
		{hex + "\n", false}, {" " + hex[1:], false}, {"sha256:" + hex, false}, {"\u0430" + hex[2:], false},
	}
	bend(t, "capsuleSha256", rows)
	bend(t, "conformanceReportSha256", rows)
}

func TestVersion(t *testing.T) {
	bend(t, "languageVersion", []row{{"0.1.0", true}, {"0.1.1", false}, {"0.1", false}, {"v0.1.0", false}, {"0.1.0 ", false}, {"0.1.0a0", false}, {"", false}})
}

func TestShapeOfJWS(t *testing.T) {
	length := func(n int) string { return "AA." + strings.Repeat("A", n-6) + ".AA" }
	bend(t, "sourceManifestJws", []row{
		{"AA..AA", true}, {"AA.AA.AA", true}, {"AAA.AAAA.AAA", true}, {"-_..AB", true}, {length(16_384), true},
		{"", false}, {"AA", false}, {"AA.AA", false}, {"AA..AA.", false}, {"..", false}, {".AA.AA", false}, {"AA.AA.", false},
		{"A..AA", false}, {"AA.AAAAA.AA", false}, {"AA..AAAAA", false}, {"AA==..AA", false}, {"AA..A+", false}, {"AA..AA\n", false},
		{" AA..AA", false}, {"AA..A\u0410", false}, {length(16_385), false}, {length(16_386), false},
	})
}

// TestDocuments is about the text as a whole.
func TestDocuments(t *testing.T) {
	good := document(example())
	inner := good[1 : len(good)-1]
	for _, c := range []struct{ name, document, want string }{
		{"as it is", good, ""},
		{"white space", " \t\r\n" + strings.ReplaceAll(good, ",", " ,\n") + "\n", ""},
		{"escapes", strings.ReplaceAll(good, "https", `\u0068ttps`), ""},
		{"an escaped name", strings.Replace(good, "languageVersion", `language\u0056ersion`, 1), ""},
		{"signed by shape", with("sourceManifestJws", shapedToken), ""},
		{"65,536 bytes", good + strings.Repeat(" ", 65_536-len(good)), ""},

		{"65,537 bytes", good + strings.Repeat(" ", 65_537-len(good)), "too_large"},
		{"nothing", "", "invalid_json"},
		{"byte order mark", "\ufeff" + good, "invalid_json"},
		{"trailing data", good + "{}", "invalid_json"},
		{"trailing NUL", good + "\x00", "invalid_json"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "invalid_json"},
		{"invalid UTF-8", strings.Replace(good, "0.1.0", "0.1.0\xff", 1), "invalid_json"},
		{"invalid UTF-8 in a name", `{"` + "\xff" + `":1,` + inner + "}", "invalid_json"},
		{"invalid UTF-8 after the object", good + " \xff", "invalid_json"},
		{"lone surrogate", strings.Replace(good, "0.1.0", `0.1.0\ud800`, 1), "invalid_json"},
		{"no-break space", "\u00a0" + good, "invalid_json"},
		{"trailing comma", "{" + inner + ",}", "invalid_json"},
		{"comment", good + "//", "invalid_json"},
		{"single quotes", strings.ReplaceAll(good, `"`, `'`), "invalid_json"},
		{"repeated member, alike", "{" + inner + `,"languageVersion":"0.1.0"}`, "repeated_member"},
		{"repeated member, first bad", `{"languageVersion":"9",` + inner + "}", "repeated_member"},
		{"repeated by escape", "{" + inner + `,"language\u0056ersion":"0.1.0"}`, "repeated_member"},
		{"repeated further in", "{" + inner + `,"x":{"a":1,"a":1}}`, "repeated_member"},
		{"repeated unknown", "{" + inner + `,"x":1,"x":1}`, "repeated_member"},
		{"an array", "[" + good + "]", "invalid_manifest"},
		{"null", "null", "invalid_manifest"},
		{"text", quoted(good), "invalid_manifest"},
		{"empty", "{}", "invalid_manifest"},
		{"extra member", "{" + inner + `,"x":"y"}`, "invalid_manifest"},
		{"extra member, null", "{" + inner + `,"x":null}`, "invalid_manifest"},
		{"name in another case", strings.Replace(good, "capsuleSha256", "capsuleSHA256", 1), "invalid_manifest"},
		{"name with a space", strings.Replace(good, "capsuleSha256", "capsuleSha256 ", 1), "invalid_manifest"},
		{"snake case", strings.Replace(good, "languageVersion", "language_version", 1), "invalid_manifest"},
		{"signature null", "{" + inner + `,"sourceManifestJws":null}`, "invalid_manifest"},
		{"version a number", strings.Replace(good, `"0.1.0"`, "0.1", 1), "invalid_manifest"},
		{"digest in a list", strings.Replace(good, `"`+capsule+`"`, `["`+capsule+`"]`, 1), "invalid_manifest"},
	} {
		got := ask(t, "validate", `{"document":%s}`, data(c.document))
		if c.want == "" && !strings.Contains(got, published) || c.want != "" && got != "rejected: "+c.want {
			t.Errorf("%s: got %.100s, want %q", c.name, got, c.want)
		}
	}
	for name := range example() {
		m := example()
		delete(m, name)
		if got := ask(t, "validate", `{"document":%s}`, data(document(m))); got != "rejected: invalid_manifest" {
			t.Errorf("without %s: got %.100s, want rejected: invalid_manifest", name, got)
		}
		null := strings.Replace(good, quoted(name)+":"+quoted(example()[name]), quoted(name)+":null", 1)
		if got := ask(t, "validate", `{"document":%s}`, data(null)); got != "rejected: invalid_manifest" {
			t.Errorf("%s null: got %.100s, want rejected: invalid_manifest", name, got)
		}
	}
}

// TestFaults: all faults are listed, with their places, not the first alone.
func TestFaults(t *testing.T) {
	_, err := manifests.Parse([]byte(`{"capsuleSha256":"x","languageVersion":1,"we/ird~":2,"sourceManifestJws":"","conformanceReportUrl":"` + reportURL + `"}`))
	var invalid *manifests.InvalidError
	if !errors.As(err, &invalid) {
		t.Fatalf("got %v, want an InvalidError", err)
	}
	var got []string
	for _, f := range invalid.Faults {
		got = append(got, f.Pointer)
		if f.Problem == "" || f.Want == "" {
			t.Errorf("%s: got problem %q and want %q, both should say something", f.Pointer, f.Problem, f.Want)
		}
	}
	want := []string{"/capsuleSha256", "/conformanceReportSha256", "/implementationOrigin", "/languageSpecUri", "/languageVersion", "/sourceManifestJws", "/we~1ird~0"}
	if !slices.Equal(got, want) {
		t.Errorf("got faults at %q, want %q", got, want)
	}
}

// TestTextFaults: a text that is no strict JSON has its place told, too.
func TestTextFaults(t *testing.T) {
	for _, c := range []struct{ document, want string }{
		{`{"languageVersion":"0.1.0","languageVersion":"0.1.0"}`, "/languageVersion at byte 27: repeated member name; it should be there once"},
		{`{"a":[1,]}`, "/a at byte 7: invalid character ','"},
		{`{} x`, "at byte 3: data after the JSON value"},
		{strings.Repeat("[", 2_000), "at byte "},
		{strings.Repeat(" ", manifests.MaxDocument+1), "at byte 65536: too many bytes: 65537, at most 65536; it should be at most 65,536 bytes"},
	} {
		_, err := manifests.Parse([]byte(c.document))
		var invalid *manifests.InvalidError
		if !errors.As(err, &invalid) || len(invalid.Faults) != 1 || invalid.Faults[0].Want == "" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40s: got %v, want one fault with %q, and what it should be", c.document, err, c.want)
		}
	}
}
