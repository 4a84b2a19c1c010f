package manifests_test

import (
	"strings"
	"testing"
)

var wrapper = strings.Join([]string{
	"-----BEGIN URUSILLA DEBUG-----",
	"spec: " + specURI,
	"version: 0.1.0",
	"source-id: " + published,
	"capsule: sha256:" + capsule,
	"payload: AAEC_w",
	"-----END URUSILLA DEBUG-----",
}, "\n")

func TestWrap(t *testing.T) {
	doc := data(document(example()))
	if got, want := ask(t, "wrap", `{"document":%s,"payload":%s}`, doc, data("\x00\x01\x02\xff")), `{"text":`+quoted(wrapper)+`}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	const frame = 321 // bytes of this wrapper without its payload
	if got := len(wrapper) - len("AAEC_w"); got != frame {
		t.Fatalf("the frame has %d bytes, the test thinks %d", got, frame)
	}
	const most = 48_911 // bytes of payload: 65,215 characters, 16,303 fours and three
	for _, c := range []struct {
		name string
		size int
		want string
	}{
		{"one byte", 1, ""},
		{"the most", most, ""},
		{"one more", most + 1, "rejected: too_large"},
		{"a million", 1_000_000, "rejected: too_large"},
		{"nothing", 0, "rejected: empty_payload"},
	} {
		got := ask(t, "wrap", `{"document":%s,"payload":%s}`, doc, data(strings.Repeat("a", c.size)))
		if c.want == "" && strings.HasPrefix(got, "rejected") || c.want != "" && got != c.want {
			t.Errorf("%s: got %.60s, want %q", c.name, got, c.want)
		}
	}
	if got := ask(t, "wrap", `{"document":%s,"payload":%s}`, data("{}"), data("x")); got != "rejected: invalid_manifest" {
		t.Errorf("no manifest: got %s", got)
	}
}

func TestUnwrap(t *testing.T) {
	replace := func(old, with string) string {
		if !strings.Contains(wrapper, old) {
			t.Fatalf("the wrapper has no %q", old)
		}
		return strings.Replace(wrapper, old, with, 1)
	}
	padded := func(n int) string { return replace("AAEC_w", strings.Repeat("A", n-len(wrapper)+len("AAEC_w"))) }
	for _, c := range []struct{ name, text, want string }{
		{"as written", wrapper, ""},
		{"one final LF", wrapper + "\n", ""},
		{"65,536 bytes", padded(65_536), ""},
		{"65,536 bytes with the LF", padded(65_535) + "\n", ""},
		{"65,537 bytes with the LF", padded(65_536) + "\n", "too_large"},
		{"64 MiB", strings.Repeat("a", 16<<20), "too_large"},
		{"two final LFs", wrapper + "\n\n", "invalid_wrapper"},
		{"final CRLF", wrapper + "\r\n", "invalid_wrapper"},
		{"CRLF", strings.ReplaceAll(wrapper, "\n", "\r\n"), "invalid_wrapper"},
		{"CR", strings.ReplaceAll(wrapper, "\n", "\r"), "invalid_wrapper"},
		{"nothing", "", "invalid_wrapper"},
		{"leading text", "see: " + wrapper, "invalid_wrapper"},
		{"leading line", "\n" + wrapper, "invalid_wrapper"},
		{"byte order mark", "\ufeff" + wrapper, "invalid_wrapper"},
		{"begin in lower case", replace("BEGIN", "begin"), "invalid_wrapper"},
		{"no end", strings.TrimSuffix(wrapper, "\n-----END URUSILLA DEBUG-----"), "invalid_wrapper"},
		{"end with a space", wrapper + " ", "invalid_wrapper"},
		{"a user", replace("payload:", "user: x\npayload:"), "invalid_wrapper"},
		{"a user for the payload", replace("payload:", "user:"), "invalid_wrapper"},
		{"a line less", replace("version: 0.1.0\n", ""), "invalid_wrapper"},
		{"a line twice", replace("version: 0.1.0\n", "version: 0.1.0\nversion: 0.1.0\n"), "invalid_wrapper"},
		{"another order", replace("version: 0.1.0\nsource-id: "+published, "source-id: "+published+"\nversion: 0.1.0"), "invalid_wrapper"},
		{"label in another case", replace("spec:", "Spec:"), "invalid_wrapper"},
		{"no space", replace("spec: ", "spec:"), "invalid_wrapper"},
		{"a tab", replace("spec: ", "spec:\t"), "invalid_wrapper"},
		{"two spaces", replace("spec: ", "spec:  "), "invalid_wrapper"},
		{"trailing space", replace("0.1.0", "0.1.0 "), "version_mismatch"},
		{"moving branch", replace(commitA, "main"), "invalid_wrapper"},
		{"spec is a tree", replace("/blob/", "/tree/"), "invalid_wrapper"},
		{"another spec", replace("urusilla_v0_1_spec", "urusilla_v0_2_spec"), "spec_mismatch"},
		{"another version", replace("0.1.0", "0.2.0"), "version_mismatch"},
		{"empty version", replace("version: 0.1.0", "version: "), "invalid_wrapper"},
		{"unknown id", replace(published, "0"+published[1:]), "unknown_source_id"},
		{"short id", replace(published, published[1:]), "invalid_wrapper"},
		{"id in upper case", replace(published, strings.ToUpper(published)), "invalid_wrapper"},
		{"another capsule", replace(capsule, reportSHA), "digest_mismatch"},
		{"short capsule", replace(capsule, capsule[1:]), "invalid_wrapper"},
		{"abbreviated capsule", replace(capsule, capsule[:8]+"…"), "invalid_wrapper"},
		{"capsule without its prefix", replace("sha256:", ""), "invalid_wrapper"},
		{"capsule by another hash", replace("sha256:", "sha512:"), "invalid_wrapper"},
		{"empty payload", replace("AAEC_w", ""), "invalid_wrapper"},
		{"padded payload", replace("AAEC_w", "AAEC_w=="), "invalid_wrapper"},
		{"spare bits", replace("AAEC_w", "AAEC_x"), "invalid_wrapper"},
		{"one character", replace("AAEC_w", "A"), "invalid_wrapper"},
		{"standard alphabet", replace("AAEC_w", "AAEC/w"), "invalid_wrapper"},
		{"line break in the payload", replace("AAEC_w", "AAEC\r_w"), "invalid_wrapper"},
	} {
		got := ask(t, "unwrap", `{"text":%s,"pinned":%s}`, quoted(c.text), list(data(document(example()))))
		if c.want == "" && !strings.HasPrefix(got, `{"spec":"`+specURI+`","version":"0.1.0","source_id":"`+published+`","capsule":"sha256:`+capsule+`","payload":"AA`) || c.want != "" && got != "rejected: "+c.want {
			t.Errorf("%s: got %.200s, want %q", c.name, got, c.want)
		}
	}
	for name, pinned := range map[string][]string{
		"unknown_source_id":   {},
		"colliding_source_id": {document(example()), with("sourceManifestJws", shapedToken)},
		"invalid_manifest":    {document(example()), "{}"},
	} {
		var documents []string
		for _, d := range pinned {
			documents = append(documents, data(d))
		}
		if got := ask(t, "unwrap", `{"text":%s,"pinned":%s}`, quoted(wrapper), list(documents...)); got != "rejected: "+name {
			t.Errorf("pinned %d: got %s, want %s", len(pinned), got, name)
		}
	}
}
