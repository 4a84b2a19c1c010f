package manifests

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
)

// MaxDocument is the most bytes that a manifest's document may have: 65,536.
const MaxDocument = 1 << 16

// Version is the only version that a manifest of this format may claim.
const Version = "0.1.0"

// Manifest is a source manifest that keeps every rule of its format. Two are
// the same manifest when they are equal by ==.
type Manifest struct {
	SpecURI       string // languageSpecUri
	Version       string // languageVersion
	CapsuleSHA256 string // capsuleSha256, lowercase hex
	Origin        string // implementationOrigin
	ReportURL     string // conformanceReportUrl
	ReportSHA256  string // conformanceReportSha256, lowercase hex
	JWS           string // sourceManifestJws, "" when unsigned; only its shape is known
}

// member is what the format says about a member: where its value goes, and
// what is wrong with a value ("" when nothing is).
type member struct {
	name    string
	field   func(*Manifest) *string
	problem func(string) string
	want    string
}

const jwsMember = "sourceManifestJws"

const wantBlob = "https://github.com/OWNER/REPO/blob/COMMIT/PATH, COMMIT 40 lowercase hexadecimal digits, at most 2,048 characters"

// members are in the order of their names, which is that of RFC 8785.
var members = []member{
	{"capsuleSha256", func(m *Manifest) *string { return &m.CapsuleSHA256 }, digestProblem, "64 lowercase hexadecimal digits"},
	{"conformanceReportSha256", func(m *Manifest) *string { return &m.ReportSHA256 }, digestProblem, "64 lowercase hexadecimal digits"},
	{"conformanceReportUrl", func(m *Manifest) *string { return &m.ReportURL }, blobProblem, wantBlob},
	{"implementationOrigin", func(m *Manifest) *string { return &m.Origin }, originProblem, wantBlob + "; or tree for blob, where /PATH may be absent"},
	{"languageSpecUri", func(m *Manifest) *string { return &m.SpecURI }, blobProblem, wantBlob},
	{"languageVersion", func(m *Manifest) *string { return &m.Version }, versionProblem, `"` + Version + `", the only version of this format`},
	{jwsMember, func(m *Manifest) *string { return &m.JWS }, jwsProblem, "three unpadded base64url segments with a dot between them, the middle one empty when detached, at most 16,384 characters"},
}

// Fault is one thing that is wrong with a document.
type Fault struct {
	Pointer string // RFC 6901 JSON Pointer of the member; "" is the whole document
	Problem string // what is wrong
	Want    string // what should be there
}

func (f Fault) String() string {
	s := f.Problem
	if f.Pointer != "" {
		s = f.Pointer + " " + s
	}
	if f.Want != "" {
		s += "; it should be " + f.Want
	}
	return s
}

// InvalidError lists everything that is wrong with a document.
type InvalidError struct {
	Code   string  // TooLarge, InvalidJSON, RepeatedMember or InvalidManifest
	Faults []Fault // at least one; several only with InvalidManifest
}

func (e *InvalidError) Error() string {
	var lines []string
	for _, f := range e.Faults {
		lines = append(lines, f.String())
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the *reference.Rejection that e comes to.
func (e *InvalidError) Unwrap() error { return reference.Reject(e.Code, "%s", e.Error()) }

// Parse reads a manifest's document: one JSON text of at most MaxDocument
// bytes. White space and the order of members are free. Every error is an
// *InvalidError.
func Parse(document []byte) (*Manifest, error) {
	v, err := strictjson.Parse(document, strictjson.Limits{Bytes: MaxDocument})
	if err != nil {
		// A manifest has one level, so that what is too deep is no manifest.
		code := strictCode(err, InvalidManifest)
		return nil, &InvalidError{code, []Fault{textFault(code, err)}}
	}
	return fromValue(v)
}

// wantText is what the text of a document should be, by what it is not.
var wantText = map[string]string{
	TooLarge:        "at most 65,536 bytes",
	InvalidManifest: "an object of texts", // it is nested too deeply
	InvalidJSON:     "one JSON text (RFC 8259) in UTF-8, without byte order mark or lone surrogates",
	RepeatedMember:  "there once",
}

// textFault is the fault of a document that strictjson.Parse refuses.
func textFault(code string, err error) Fault {
	f := Fault{Problem: err.Error(), Want: wantText[code]}
	var e *strictjson.Error
	if errors.As(err, &e) {
		f.Pointer, f.Problem = shorten(e.Pointer), fmt.Sprintf("at byte %d: %v", e.Offset, e.Cause)
	}
	return f
}

// strictCode is the rejection code for an error of strictjson.Parse.
func strictCode(err error, tooDeep string) string {
	switch {
	case errors.Is(err, strictjson.ErrTooLarge):
		return TooLarge
	case errors.Is(err, strictjson.ErrRepeated):
		return RepeatedMember
	case errors.Is(err, strictjson.ErrTooDeep):
		return tooDeep
	}
	return InvalidJSON
}

// fromValue reads a manifest that is JSON already.
func fromValue(v strictjson.Value) (*Manifest, error) {
	if v.Kind() != strictjson.Object {
		return nil, &InvalidError{InvalidManifest, []Fault{{Problem: "is " + v.Kind().String(), Want: "an object"}}}
	}
	m := new(Manifest)
	var faults []Fault
	seen := 0
	for _, def := range members {
		got, ok := v.Get(def.name)
		if ok {
			seen++
			*def.field(m) = got.Str()
		}
		if problem := def.check(got, ok); problem != "" {
			faults = append(faults, Fault{"/" + def.name, problem, def.want})
		}
	}
	if seen < v.Len() {
		faults = append(faults, unknown(v)...)
	}
	if faults != nil {
		return nil, &InvalidError{InvalidManifest, faults}
	}
	return m, nil
}

func (def member) check(v strictjson.Value, given bool) string {
	switch {
	case !given && def.name == jwsMember:
		return ""
	case !given:
		return "is missing"
	case v.Kind() != strictjson.String:
		return "is " + v.Kind().String()
	}
	return def.problem(v.Str())
}

// maxUnknown is how many unknown members are told one by one.
const maxUnknown = 20

func unknown(v strictjson.Value) []Fault {
	known := map[string]bool{}
	for _, def := range members {
		known[def.name] = true
	}
	var faults []Fault
	more := 0
	for _, m := range v.Members() {
		switch {
		case known[m.Name]:
		case len(faults) == maxUnknown:
			more++
		default:
			at := jsontext.Pointer("").AppendToken(shorten(m.Name))
			faults = append(faults, Fault{string(at), "is no member of a manifest", "absent"})
		}
	}
	if more > 0 {
		faults = append(faults, Fault{Problem: fmt.Sprintf("has %d more members that are none of a manifest", more)})
	}
	return faults
}

// Value is m as JSON, its members in the order of their names.
func (m *Manifest) Value() strictjson.Value {
	out := make([]strictjson.Member, 0, len(members))
	for _, def := range members {
		if s := *def.field(m); s != "" {
			out = append(out, strictjson.Member{Name: def.name, Value: strictjson.Text(s)})
		}
	}
	return strictjson.Record(out...)
}

// Signed reports whether m carries a signature, good or bad.
func (m *Manifest) Signed() bool { return m.JWS != "" }

// Commit is the commit that the implementation's origin names.
func (m *Manifest) Commit() string { return commitOf(m.Origin) }

// ReportCommit is the commit that the report's URL names.
func (m *Manifest) ReportCommit() string { return commitOf(m.ReportURL) }

// Validate is the operation manifests.validate.
func Validate(params strictjson.Value) (strictjson.Value, error) {
	p := reference.Read(params)
	document := p.Bytes("document")
	if err := p.Err(); err != nil {
		return strictjson.Value{}, err
	}
	m, err := Parse(document)
	if err != nil {
		return strictjson.Value{}, rejection(err)
	}
	signature := "unsigned"
	if m.Signed() {
		signature = "unverified"
	}
	digest := m.PayloadSHA256()
	return strictjson.Record(
		strictjson.Member{Name: "canonical", Value: strictjson.Text(string(m.Canonical()))},
		strictjson.Member{Name: "payload_sha256", Value: strictjson.Text(digest)},
		strictjson.Member{Name: "source_id", Value: strictjson.Text(digest[:sourceIDLength])},
		strictjson.Member{Name: "signature", Value: strictjson.Text(signature)},
	), nil
}

func versionProblem(s string) string {
	if s == Version {
		return ""
	}
	return "is " + quote(s)
}

// jwsProblem looks at the shape of a signature alone: segments of a length
// that base64url can have. Spare bits are for whoever verifies.
func jwsProblem(s string) string {
	if len(s) > jws.MaxLength {
		return fmt.Sprintf("has more than %d characters", jws.MaxLength)
	}
	segments := strings.Split(s, ".")
	if len(segments) != 3 {
		return fmt.Sprintf("has %d segments", len(segments))
	}
	for i, name := range []string{"first", "middle", "last"} {
		switch {
		case segments[i] == "" && i != 1:
			return "has an empty " + name + " segment"
		case len(segments[i])%4 == 1 || !made(segments[i], isBase64URL):
			return "has a " + name + " segment that is not unpadded base64url"
		}
	}
	return ""
}

func isBase64URL(c byte) bool { return isAlphanumeric(c) || c == '-' || c == '_' }
