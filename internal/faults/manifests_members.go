package faults

import (
	"regexp"
	"strings"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// The members of a manifest.
const (
	specMember    = "languageSpecUri"
	versionMember = "languageVersion"
	capsuleMember = "capsuleSha256"
	originMember  = "implementationOrigin"
	reportMember  = "conformanceReportUrl"
	digestMember  = "conformanceReportSha256"
	jwsMember     = "sourceManifestJws"
)

// some are right values of the members.
var some = map[string]string{
	specMember:    "https://github.com/o/r/blob/" + zeros40 + "/p",
	versionMember: manifests.Version,
	capsuleMember: zeros40 + zeros40[:24],
	originMember:  "https://github.com/o/r/tree/" + zeros40,
	reportMember:  "https://github.com/o/r/blob/" + zeros40 + "/p",
	digestMember:  zeros40 + zeros40[:24],
}

const zeros40 = "0000000000000000000000000000000000000000"

// memberFaults are mistakes about which members a manifest has, and their types.
func memberFaults() []Fault {
	optional := func(name string) change {
		return objects(func(v strictjson.Value) strictjson.Value {
			if _, ok := v.Get(name); ok || v.Len() == 0 {
				return v
			}
			return setMember(v, name, strictjson.Text(some[name]))
		})
	}
	known := func(name string) bool { return some[name] != "" || name == jwsMember }
	return []Fault{
		slip("specification-optional", "does without languageSpecUri", "MAN-006", optional(specMember)),
		slip("version-optional", "takes a missing languageVersion for 0.1.0", "MAN-006", optional(versionMember)),
		slip("capsule-optional", "does without capsuleSha256", "MAN-006", optional(capsuleMember)),
		slip("origin-optional", "does without implementationOrigin", "MAN-006", optional(originMember)),
		slip("report-url-optional", "does without conformanceReportUrl", "MAN-006", optional(reportMember)),
		slip("report-digest-optional", "does without conformanceReportSha256", "MAN-006", optional(digestMember)),
		slip("list-of-one", "takes a list of one manifest for it", "MAN-006", documents(func(b []byte) []byte {
			if v, err := strictjson.Parse(b, strictjson.Limits{}); err == nil && v.Kind() == strictjson.Array && v.Len() == 1 {
				return v.Items()[0].AppendTo(nil)
			}
			return b
		})),
		slip("unknown-members-ignored", "ignores members that it does not know", "MAN-007", objects(func(v strictjson.Value) strictjson.Value {
			return keepMembers(v, func(m strictjson.Member) bool { return known(m.Name) })
		})),
		slip("null-members-ignored", "takes an unknown member that is null for absent", "MAN-007", objects(func(v strictjson.Value) strictjson.Value {
			return keepMembers(v, func(m strictjson.Member) bool { return known(m.Name) || !m.Value.IsNull() })
		})),
		slip("names-in-any-case", "matches names of members in any case, as Go's encoding/json does", "MAN-007", objects(func(v strictjson.Value) strictjson.Value {
			return renameMembers(v, func(name string) string {
				for right := range some {
					if strings.EqualFold(name, right) {
						return right
					}
				}
				if strings.EqualFold(name, jwsMember) {
					return jwsMember
				}
				return name
			})
		})),
		slip("snake-case-names", "takes snake_case names for the camelCase ones", "MAN-007", objects(func(v strictjson.Value) strictjson.Value {
			return renameMembers(v, func(name string) string {
				words := strings.Split(name, "_")
				for i := range words[1:] {
					if w := words[i+1]; w != "" {
						words[i+1] = strings.ToUpper(w[:1]) + w[1:]
					}
				}
				return strings.Join(words, "")
			})
		})),
		slip("null-signature-is-none", "takes a sourceManifestJws that is null for an unsigned manifest", "MAN-008", objects(func(v strictjson.Value) strictjson.Value {
			if m, ok := v.Get(jwsMember); ok && m.IsNull() {
				return dropMember(v, jwsMember)
			}
			return v
		})),
		slip("false-signature-is-none", "takes whatever is empty or false for an unsigned manifest", "MAN-008", objects(func(v strictjson.Value) strictjson.Value {
			if m, ok := v.Get(jwsMember); ok && !truth(m).True() {
				return dropMember(v, jwsMember)
			}
			return v
		})),
		slip("numbers-become-text", "turns numbers into text where text is asked", "MAN-008", objects(func(v strictjson.Value) strictjson.Value {
			return editMembers(v, func(_ string, v strictjson.Value) strictjson.Value {
				if v.Kind() == strictjson.Number {
					return strictjson.Text(v.Literal())
				}
				return v
			})
		})),
		slip("lists-of-one-become-text", "takes a list of one text for the text", "MAN-008", objects(func(v strictjson.Value) strictjson.Value {
			return editMembers(v, func(_ string, v strictjson.Value) strictjson.Value {
				if list := v.Items(); len(list) == 1 {
					return list[0]
				}
				return v
			})
		})),
	}
}

// renameMembers renames members, unless two would have one name.
func renameMembers(v strictjson.Value, rename func(string) string) strictjson.Value {
	out := strictjson.Record()
	for _, m := range v.Members() {
		name := rename(m.Name)
		if _, taken := out.Get(name); taken {
			return v
		}
		out = setMember(out, name, m.Value)
	}
	return out
}

// inMember edits the values of one member.
func inMember(member string, edit func(string) string) change {
	return values(func(name, value string) string {
		if name == member {
			return edit(value)
		}
		return value
	})
}

// inDigests edits both digests.
func inDigests(edit func(string) string) change {
	return values(func(name, value string) string {
		if name == capsuleMember || name == digestMember {
			return edit(value)
		}
		return value
	})
}

// matching is what a pattern finds in a text, in place of the text.
func matching(pattern, instead string) func(string) string {
	re := regexp.MustCompile(pattern)
	return func(s string) string {
		if re.MatchString(s) {
			return instead
		}
		return s
	}
}

// fieldFaults are mistakes about version, digests and the shape of a signature.
func fieldFaults() []Fault {
	version := func(pattern string) change { return inMember(versionMember, matching(pattern, manifests.Version)) }
	digest := func(pattern string) change { return inDigests(matching(pattern, some[capsuleMember])) }
	return []Fault{
		slip("any-patch-version", "takes any version that begins with 0.1", "MAN-009", version(`^0\.1(\.[0-9]+)?$`)),
		slip("version-with-suffix", "takes a pre-release or build of the version", "MAN-009", version(`^0\.1\.0[-+.]`)),
		slip("version-with-v", "takes a v before the version", "MAN-009", version(`^v0\.1\.0$`)),
		slip("version-dots-unescaped", "has a pattern for the version with unescaped dots", "MAN-009", version(`^0.1.0$`)),
		slip("version-trimmed", "trims the version", "MAN-009", version(`^\s*0\.1\.0\s*$`)),
		slip("version-by-number", "compares versions number by number", "MAN-009", version(`^0+\.0*1\.0+$`)),
		slip("digest-upper-case", "takes digests in upper case", "MAN-010", inDigests(strings.ToLower)),
		slip("digest-unanchored", "looks for a digest anywhere in the text", "MAN-010", digest(`[0-9a-f]{64}`)),
		slip("digest-before-newline", "lets $ match before a newline", "MAN-010", digest(`^[0-9a-f]{64}\n$`)),
		slip("digest-shortened", "takes digests of any length", "MAN-010", digest(`^[0-9a-f]{7,63}$`)),
		slip("digest-with-prefix", "takes sha256: before a digest", "MAN-010", inDigests(func(s string) string { return strings.TrimPrefix(s, "sha256:") })),
		slip("digest-any-letters", "looks at a digest's length alone", "MAN-010", digest(`^[0-9A-Za-z]{64}$`)),
		slip("report-digest-unchecked", "checks the capsule's digest and forgets the report's", "MAN-010", inMember(digestMember, matching(`(?s)^.*$`, some[digestMember]))),
		slip("jws-padded", "takes padding in a signature", "MAN-020", inMember(jwsMember, func(s string) string { return strings.ReplaceAll(s, "=", "") })),
		slip("jws-over-lines", "skips white space in a signature", "MAN-020", inMember(jwsMember, withoutSpace)),
		slip("jws-other-alphabet", "takes the other base64 in a signature", "MAN-020", inMember(jwsMember, func(s string) string {
			return strings.NewReplacer("+", "-", "/", "_").Replace(s)
		})),
		slip("jws-any-length", "takes segments of a length that encodes no bytes", "MAN-020", inMember(jwsMember, func(s string) string {
			return inSegments(s, func(_ int, segment string) string {
				if len(segment)%4 == 1 {
					return segment + "A"
				}
				return segment
			})
		})),
		slip("jws-without-signature", "takes an empty last segment, as an unsecured JWS has it", "MAN-020", inMember(jwsMember, func(s string) string {
			return inSegments(s, func(i int, segment string) string {
				if i == 2 && segment == "" {
					return "AA"
				}
				return segment
			})
		})),
		slip("jws-without-header", "takes an empty first segment", "MAN-020", inMember(jwsMember, func(s string) string {
			return inSegments(s, func(i int, segment string) string {
				if i == 0 && segment == "" {
					return "AA"
				}
				return segment
			})
		})),
		slip("jws-two-segments", "takes a signature of two segments", "MAN-020", inMember(jwsMember, func(s string) string {
			if strings.Count(s, ".") == 1 {
				return strings.Replace(s, ".", "..", 1)
			}
			return s
		})),
		slip("jws-never-detached", "refuses a detached signature", "MAN-020", refuses(func(m *manifests.Manifest, _ []byte) bool {
			return strings.Contains(m.JWS, "..")
		})),
		slip("jws-without-limit", "takes a signature of any length", "MAN-021", inMember(jwsMember, func(s string) string {
			if len(s) > jws.MaxLength && strings.Count(s, ".") == 2 {
				return "AA..AA"
			}
			return s
		})),
		slip("jws-below-limit", "refuses a signature of exactly 16,384 characters", "MAN-021", refuses(func(m *manifests.Manifest, _ []byte) bool {
			return len(m.JWS) >= jws.MaxLength
		})),
		slip("validated-is-verified", "says verified of a signature whose shape is right", "MAN-022", results("validate", func(_, r strictjson.Value) strictjson.Value {
			return editMember(r, "signature", matched("unverified", "verified"))
		})),
		slip("detached-is-unsigned", "says unsigned of a detached signature", "MAN-022", results("validate", func(p, r strictjson.Value) strictjson.Value {
			if m, err := manifests.Parse(bytesIn(p, "document")); err == nil && strings.Contains(m.JWS, "..") {
				return setMember(r, "signature", strictjson.Text("unsigned"))
			}
			return r
		})),
		slip("shape-with-spare-bits", "refuses spare bits when it only validates", "MAN-022", refusesShape(func(s string) bool {
			for _, segment := range strings.Split(s, ".") {
				if _, ok := segmentBytes(segment, false); !ok {
					return true
				}
			}
			return false
		})),
		slip("shape-with-header", "reads the header when it only validates", "MAN-022", refusesShape(func(s string) bool {
			b, _ := segmentBytes(strings.Split(s, ".")[0], true)
			_, err := strictjson.Parse(b, strictjson.Limits{})
			return err != nil
		})),
	}
}

// inSegments edits the three segments of a signature.
func inSegments(s string, edit func(i int, segment string) string) string {
	segments := strings.Split(s, ".")
	if len(segments) != 3 {
		return s
	}
	for i := range segments {
		segments[i] = edit(i, segments[i])
	}
	return strings.Join(segments, ".")
}

// refusesShape has validation refuse signatures of the right shape.
func refusesShape(odd func(string) bool) change {
	return refusesParams("validate", manifests.InvalidManifest, func(p strictjson.Value) bool {
		m, err := manifests.Parse(bytesIn(p, "document"))
		return err == nil && m.Signed() && odd(m.JWS)
	})
}

// matched turns one text into another.
func matched(from, to string) func(strictjson.Value) strictjson.Value {
	return func(v strictjson.Value) strictjson.Value {
		if v.Str() == from {
			return strictjson.Text(to)
		}
		return v
	}
}
