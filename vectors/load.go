package vectors

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/schema"
)

//go:embed suite.json */*.json
var embedded embed.FS

// MaxFileBytes is the most bytes of a file of vectors: 16 MiB.
const MaxFileBytes = 16 << 20

// Embedded is the suite of this version. Its files were checked against their
// schemas when this version was tested, and are not again.
var Embedded = sync.OnceValues(func() (*Suite, error) {
	schemas, err := schema.Embedded()
	if err != nil {
		return nil, err
	}
	return load(embedded, schemas, false)
})

// Load reads a suite from fsys: suite.json, and for each profile a folder with
// profile.json, requirements.json and any number of files of vectors. Every
// file, param and expected result is checked against its schema; the error
// joins every fault found, each with file and vector.
func Load(fsys fs.FS, schemas *schema.Set) (*Suite, error) {
	s, err := load(fsys, schemas, true)
	if err != nil {
		return nil, err
	}
	return s, s.Check()
}

func load(fsys fs.FS, schemas *schema.Set, check bool) (*Suite, error) {
	s := &Suite{
		Schemas: schemas, operations: map[string]*Operation{},
		requirements: map[string]*Requirement{}, vectors: map[string]*Vector{},
	}
	l := loader{fsys: fsys, suite: s, check: check, files: map[string][]byte{}}
	l.run()
	if err := errors.Join(l.errs...); err != nil {
		return nil, fmt.Errorf("loading vectors: %w", err)
	}
	for p, data := range schemas.Files() {
		l.files["schema/"+p] = data
	}
	var err error
	s.Digest, err = Digest(l.files)
	return s, err
}

// loader reads files and gathers what is wrong with them.
type loader struct {
	fsys  fs.FS
	suite *Suite
	check bool              // validate each file against its schema
	files map[string][]byte // by path, "vectors/…" and "schema/…"
	errs  []error
}

func (l *loader) fail(place, format string, args ...any) {
	l.errs = append(l.errs, fmt.Errorf("%s: %w", place, fmt.Errorf(format, args...)))
}

func (l *loader) run() {
	head := l.read("suite.json", "suite")
	l.suite.Name, l.suite.Version = text(head, "name"), text(head, "version")
	profiles, err := fs.Glob(l.fsys, "*/profile.json")
	if err != nil || len(profiles) == 0 {
		l.fail("suite", "no profile was found (a folder with profile.json)")
	}
	for _, p := range profiles {
		l.profile(path.Dir(p))
	}
	s := l.suite
	slices.SortFunc(s.Requirements, func(a, b Requirement) int { return strings.Compare(a.ID, b.ID) })
	for i := range s.Requirements {
		s.requirements[s.Requirements[i].ID] = &s.Requirements[i]
	}
	for _, p := range profiles {
		l.vectorsOf(path.Dir(p))
	}
	slices.SortFunc(s.Vectors, func(a, b *Vector) int { return strings.Compare(a.ID, b.ID) })
}

// read parses a data file and checks it against the schema of that name.
func (l *loader) read(name, schemaName string) strictjson.Value {
	data, err := fs.ReadFile(l.fsys, name)
	if err != nil {
		l.fail(name, "%w", err)
		return strictjson.Value{}
	}
	l.files["vectors/"+name] = data
	v, err := strictjson.Parse(data, strictjson.Limits{Bytes: MaxFileBytes, Depth: strictjson.MaxDepth})
	if err != nil {
		l.fail(name, "%w", err)
		return strictjson.Value{}
	}
	if l.check {
		if err := l.suite.Schemas.Validate(schemaName, v); err != nil {
			l.fail(name, "%w", err)
			return strictjson.Value{}
		}
	}
	return v
}

func (l *loader) profile(dir string) {
	v := l.read(dir+"/profile.json", "profile")
	p := Profile{Name: text(v, "profile"), Promise: text(v, "promise")}
	if p.Name != dir {
		l.fail(dir+"/profile.json", "profile is %q, must be the folder's name %q", p.Name, dir)
	}
	for _, m := range list(v, "modules") {
		mod := &Module{Profile: p.Name, Name: text(m, "module")}
		for _, o := range list(m, "operations") {
			mod.Operations = append(mod.Operations, l.operation(mod, o))
		}
		p.Modules = append(p.Modules, mod)
	}
	l.suite.Profiles = append(l.suite.Profiles, p)
	r := l.read(dir+"/requirements.json", "requirements")
	for _, x := range list(r, "requirements") {
		l.suite.Requirements = append(l.suite.Requirements, Requirement{
			ID: text(x, "id"), Level: Level(text(x, "level")), Profile: p.Name,
			Module: text(x, "module"), Text: text(x, "text"), Source: text(x, "source"),
		})
	}
}

func (l *loader) operation(m *Module, v strictjson.Value) *Operation {
	op := &Operation{Name: text(v, "operation"), Profile: m.Profile, Module: m.Name, Rejections: texts(v, "rejections")}
	place := m.Profile + "/profile.json"
	if !strings.HasPrefix(op.Name, m.Profile+".") {
		l.fail(place, "operation %q must begin with %q", op.Name, m.Profile+".")
		return op
	}
	if l.suite.operations[op.Name] != nil {
		l.fail(place, "operation %q is there twice", op.Name)
	}
	l.suite.operations[op.Name] = op
	if !l.suite.Schemas.Has(op.ParamsSchema()) {
		l.fail(place, "operation %q has no schema %q", op.Name, op.ParamsSchema())
	}
	var err error
	if op.Mask, err = l.suite.Schemas.Mask(op.ResultSchema()); err != nil {
		l.fail(place, "operation %q: %w", op.Name, err)
	}
	return op
}

func (l *loader) vectorsOf(dir string) {
	names, _ := fs.Glob(l.fsys, dir+"/*.json")
	for _, name := range names {
		if base := path.Base(name); base == "profile.json" || base == "requirements.json" {
			continue
		}
		doc := l.read(name, "vectors")
		for _, x := range list(doc, "vectors") {
			v, err := l.suite.vector(x, name)
			if err != nil {
				l.fail(name, "%s: %w", text(x, "id"), err)
				continue
			}
			if !strings.HasPrefix(v.ID, dir+"/") {
				l.fail(name, "%s: the id must begin with %q", v.ID, dir+"/")
			}
			if l.suite.vectors[v.ID] != nil {
				l.fail(name, "%s: the id is there twice", v.ID)
			}
			l.suite.vectors[v.ID] = v
			l.suite.Vectors = append(l.suite.Vectors, v)
		}
	}
}

// text is a member that is text, or "" when there is none.
func text(v strictjson.Value, name string) string {
	m, _ := v.Get(name)
	return m.Str()
}

func list(v strictjson.Value, name string) []strictjson.Value {
	m, _ := v.Get(name)
	out := make([]strictjson.Value, 0, m.Len())
	for _, e := range m.Elements() {
		out = append(out, e)
	}
	return out
}

func texts(v strictjson.Value, name string) []string {
	var out []string
	for _, e := range list(v, name) {
		out = append(out, e.Str())
	}
	return out
}
