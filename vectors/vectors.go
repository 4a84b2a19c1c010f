// Package vectors is the suite as data: profiles, requirements and golden
// vectors, embedded, loaded, selected and digested.
//
// Start with [Embedded], the suite of this version, or with [Load], which
// reads one from a file system. The format of the files is described in
// vectors/README.md, for readers in any language.
//
// # Stability
//
// A vector's id and a requirement's id are never reused. A changed expectation
// is an incompatible change, listed in CHANGELOG.md with both outcomes.
package vectors

import (
	"encoding/json"
	"strings"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/schema"
)

// Suite is a set of vectors, schemas and requirements at one version, known by
// its digest. It is not changed once loaded, and safe for concurrent use.
type Suite struct {
	Name    string
	Version string
	Digest  string // "h1:" directory hash over all data files; see Digest

	Profiles     []Profile     // sorted by name
	Requirements []Requirement // sorted by id
	Vectors      []*Vector     // sorted by id

	Schemas *schema.Set

	operations   map[string]*Operation
	requirements map[string]*Requirement
	vectors      map[string]*Vector
}

// Operation is the operation of that name, nil when the suite has none.
func (s *Suite) Operation(name string) *Operation { return s.operations[name] }

// Requirement is the requirement of that id, nil when the suite has none.
func (s *Suite) Requirement(id string) *Requirement { return s.requirements[id] }

// Vector is the vector of that id, nil when the suite has none.
func (s *Suite) Vector(id string) *Vector { return s.vectors[id] }

// Profile is one promise that an implementation may keep.
type Profile struct {
	Name    string
	Promise string // one sentence
	Modules []*Module
}

// CoreModule is the module whose verdict is its profile's.
const CoreModule = "core"

// Module is a group of operations with a verdict of its own.
type Module struct {
	Profile    string
	Name       string
	Operations []*Operation // all required of who claims the module
}

// Operation is one thing that a subject is asked to do.
type Operation struct {
	Name       string // such as "ids.classify_arg"
	Profile    string
	Module     string
	Rejections []string     // the closed list of rejection codes
	Mask       *schema.Mask // what of a result is compared
}

// ParamsSchema is the name of the schema of the operation's params.
func (o *Operation) ParamsSchema() string { return o.schemaName() + ".params" }

// ResultSchema is the name of the schema of the operation's result.
func (o *Operation) ResultSchema() string { return o.schemaName() + ".result" }

func (o *Operation) schemaName() string { return OperationPath(o.Name) }

// OperationPath is an operation's name as the beginning of a vector's id and
// the name of its schemas have it: "ids.classify_arg" gives "ids/classify_arg".
func OperationPath(operation string) string { return strings.Replace(operation, ".", "/", 1) }

// Level is how binding a requirement is, in the sense of RFC 2119.
type Level string

// The levels of a requirement.
const (
	Must   Level = "MUST"
	Should Level = "SHOULD"
)

// Requirement is one normative statement.
type Requirement struct {
	ID      string // such as "IDS-007"
	Level   Level
	Profile string
	Module  string
	Text    string
	Source  string // a place in the seed documents, or "suite decision"
}

// Vector is one case: what is asked, what is expected, and why.
type Vector struct {
	ID           string // such as "ids/classify_arg/iso-date"
	Title        string
	Requirements []string // ids; all of one level
	Operation    *Operation
	Level        Level           // of its requirements
	Params       json.RawMessage // compact JSON, an object
	Expect       Expect
	Files        *Files // nil for most
	Flags        []string
	Source       string   // where the expected value comes from
	VouchedBy    []string // who else gives it

	File string // the file that it came from, for messages; not data
}

// Expect is what a right answer is: exactly one of Result, Rejected and Check.
type Expect struct {
	// Result is the normative part of the result; null when not used.
	Result *strictjson.Value
	// AnyText points (RFC 6901) into Result at places where any non-empty text is right.
	AnyText []string
	// Rejected is the code of the rejection; the code is compared at SHOULD level.
	Rejected string
	// Check is for results of which many are right.
	Check *Check
}

// Files says which files a subject must have written into a folder that the
// runner made and passed as the param named Param.
type Files struct {
	Param string
	// Lines holds, for each file, the pointer (RFC 6901) into the expected
	// result at the array whose elements are the file's lines.
	Lines map[string]string
}

// Check is a named check of a text in the result.
type Check struct {
	Name     string // CheckShows or CheckAvoids
	At       string // RFC 6901 pointer of the text
	Contains []string
	Words    []string
	Keywords []string
}

// The named checks.
const (
	CheckShows  = "text_shows"  // contains each of Contains, and each of Words as a whole word
	CheckAvoids = "text_avoids" // not empty, and none of Keywords matches (the word rule of CONFORMANCE.md)
)
