// Package conformance writes the tables of CONFORMANCE.md from the suite, so
// that the page and the data cannot drift apart. `go generate ./...` runs it; a
// test fails while the page differs.
package conformance

//go:generate go run ./generate

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/conform-suite/conform/vectors"
)

// Page is where the page lies, seen from this package.
const Page = "../../CONFORMANCE.md"

// Each table stands between these two lines, the profile's name in the first.
const (
	begin = "<!-- the requirements of %s: written by `go generate`, do not edit -->\n"
	end   = "<!-- end -->\n"
)

// Update is page with the table of every profile of s written anew. A profile
// without a place in the page is an error.
func Update(page []byte, s *vectors.Suite) ([]byte, error) {
	for _, p := range s.Profiles {
		open := []byte(fmt.Sprintf(begin, p.Name))
		head, rest, found := bytes.Cut(page, open)
		if !found {
			return nil, fmt.Errorf("CONFORMANCE.md has no line %q", open)
		}
		_, tail, found := bytes.Cut(rest, []byte(end))
		if !found {
			return nil, fmt.Errorf("CONFORMANCE.md has no line %q after the one of %s", end, p.Name)
		}
		page = bytes.Join([][]byte{head, open, table(s, p), []byte(end), tail}, nil)
	}
	return page, nil
}

// table is the modules and requirements of a profile, in Markdown.
func table(s *vectors.Suite, p vectors.Profile) []byte {
	tests := testedBy(s)
	var b bytes.Buffer
	fmt.Fprintf(&b, "\n| module | operation | rejection codes |\n| --- | --- | --- |\n")
	for _, m := range p.Modules {
		for _, o := range m.Operations {
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", m.Name, o.Name, code(o.Rejections))
		}
	}
	fmt.Fprintf(&b, "\n| id | level | requirement | source | vectors |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range s.Requirements {
		if r.Profile == p.Name {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.ID, r.Level, cell(r.Text), cell(r.Source), folded(tests[r.ID]))
		}
	}
	b.WriteString("\n")
	return b.Bytes()
}

// testedBy lists, for each requirement, its vectors without their profile.
func testedBy(s *vectors.Suite) map[string][]string {
	out := map[string][]string{}
	for _, v := range s.Vectors {
		short := strings.TrimPrefix(v.ID, v.Operation.Profile+"/")
		for _, r := range v.Requirements {
			out[r] = append(out[r], short)
		}
	}
	return out
}

// folded is a list that a reader opens when it is wanted.
func folded(names []string) string {
	return fmt.Sprintf("<details><summary>%d</summary>%s</details>", len(names), strings.Join(names, ", "))
}

func code(words []string) string {
	return "`" + strings.Join(words, "`, `") + "`"
}

// cell is text as it may stand in a table of Markdown: a bar is escaped
// everywhere, "<" outside of code alone.
func cell(text string) string {
	text = strings.NewReplacer("|", `\|`, "\n", " ").Replace(text)
	spans := strings.Split(text, "`")
	for i := range spans {
		if i%2 == 0 {
			spans[i] = strings.ReplaceAll(spans[i], "<", `\<`)
		}
	}
	return strings.Join(spans, "`")
}
