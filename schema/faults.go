package schema

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Fault is one way in which a value is not valid.
type Fault struct {
	Pointer string // RFC 6901 JSON Pointer of the value at fault
	Keyword string // of the schema, such as "required" or "anyOf/pattern"
	Problem string // for people
}

// Faults are all the ways in which a value is not valid, in the order of
// pointer, keyword and problem, so that the same value gives the same text.
type Faults []Fault

func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, x := range f {
		at := x.Pointer
		if at == "" {
			at = "/"
		}
		lines[i] = at + ": " + x.Problem
	}
	return strings.Join(lines, "; ")
}

var english = message.NewPrinter(language.English)

func faults(err error) error {
	if err == nil {
		return nil
	}
	var v *jsonschema.ValidationError
	if !errors.As(err, &v) {
		return err
	}
	var out Faults
	collect(v, &out)
	slices.SortFunc(out, func(a, b Fault) int {
		return cmp.Or(strings.Compare(a.Pointer, b.Pointer), strings.Compare(a.Keyword, b.Keyword), strings.Compare(a.Problem, b.Problem))
	})
	return slices.Compact(out)
}

// collect keeps the leaves of the tree of errors: what was really found.
func collect(v *jsonschema.ValidationError, out *Faults) {
	for _, c := range v.Causes {
		collect(c, out)
	}
	if len(v.Causes) > 0 {
		return
	}
	switch k := v.ErrorKind.(type) { // in map order as they come
	case *kind.AdditionalProperties:
		slices.Sort(k.Properties)
	case *kind.Required:
		slices.Sort(k.Missing)
	}
	*out = append(*out, Fault{
		Pointer: pointer(v.InstanceLocation),
		Keyword: strings.Join(v.ErrorKind.KeywordPath(), "/"),
		Problem: v.ErrorKind.LocalizedString(english),
	})
}

var escape = strings.NewReplacer("~", "~0", "/", "~1")

func pointer(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteByte('/')
		escape.WriteString(&b, t)
	}
	return b.String()
}
