package faults

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// inLine edits what stands after a label on its line.
func inLine(label string, edit func(string) string) func(text string) string {
	return func(text string) string {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			if rest, ok := strings.CutPrefix(line, label); ok {
				lines[i] = label + edit(rest)
			}
		}
		return strings.Join(lines, "\n")
	}
}

// wrapFaults are mistakes in writing the diagnostic wrapper.
func wrapFaults() []Fault {
	written := func(edit func(string) string) change {
		return results("wrap", func(_, r strictjson.Value) strictjson.Value {
			return editMember(r, "text", func(v strictjson.Value) strictjson.Value { return strictjson.Text(edit(v.Str())) })
		})
	}
	payload := func(edit func(string) string) change { return written(inLine("payload: ", edit)) }
	text := func(s string) strictjson.Value {
		return strictjson.Record(strictjson.Member{Name: "text", Value: strictjson.Text(s)})
	}
	return []Fault{
		slip("wrap-final-lf", "ends the wrapper with a line feed", "MAN-070", written(func(s string) string { return s + "\n" })),
		slip("wrap-crlf", "ends lines with CR LF", "MAN-070", written(func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })),
		slip("wrap-payload-padded", "pads the payload's base64url", "MAN-070", payload(func(s string) string { return s + strings.Repeat("=", (4-len(s)%4)%4) })),
		slip("wrap-payload-base64", "writes the payload in the other base64", "MAN-070", payload(func(s string) string {
			return strings.NewReplacer("-", "+", "_", "/").Replace(s)
		})),
		slip("wrap-payload-folded", "folds the payload after 76 characters", "MAN-070", payload(func(s string) string {
			return strings.Join(mapped(slices.Collect(slices.Chunk([]byte(s), 76)), func(b []byte) string { return string(b) }), "\n")
		})),
		slip("wrap-capsule-bare", "leaves sha256: out of the capsule's line", "MAN-070", written(inLine("capsule: ", func(s string) string { return strings.TrimPrefix(s, "sha256:") }))),
		slip("wrap-order", "writes the capsule before the source id", "MAN-070", written(func(s string) string {
			lines := strings.Split(s, "\n")
			lines[3], lines[4] = lines[4], lines[3]
			return strings.Join(lines, "\n")
		})),
		slip("wrap-telemetry", "adds a line of its own", "MAN-070", written(func(s string) string {
			return strings.Replace(s, "\npayload: ", "\ntime: 2026-08-31\npayload: ", 1)
		})),
		slip("wrap-empty-payload", "wraps an empty payload", "MAN-071", forgives("wrap", manifests.EmptyPayload, func(strictjson.Value) strictjson.Value { return text("") })),
		slip("wrap-invalid-manifest", "wraps for what is no manifest", "MAN-071", forgives("wrap", manifests.InvalidManifest, func(strictjson.Value) strictjson.Value { return text("") })),
		slip("wrap-without-limit", "writes a wrapper of any length", "MAN-071", answers("wrap", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			if refusedAs(err) == manifests.TooLarge && len(bytesIn(p, "document")) <= manifests.MaxDocument {
				return text(base64.RawURLEncoding.EncodeToString(bytesIn(p, "payload"))), nil
			}
			return r, err
		})),
		slip("wrap-below-limit", "refuses a wrapper of exactly 65,536 bytes", "MAN-071", answers("wrap", func(_, r strictjson.Value, err error) (strictjson.Value, error) {
			if len(textIn(r, "text")) >= manifests.MaxWrapper {
				err = reference.Reject(manifests.TooLarge, "a byte too soon")
			}
			return r, err
		})),
	}
}

// unwrapFaults are mistakes in reading the diagnostic wrapper.
func unwrapFaults() []Fault {
	reads := func(edit func(string) string) change { // edits the text before it is read
		return asks("unwrap", func(p strictjson.Value) strictjson.Value {
			return editMember(p, "text", func(v strictjson.Value) strictjson.Value {
				if v.Kind() != strictjson.String {
					return v
				}
				return strictjson.Text(edit(v.Str()))
			})
		})
	}
	refusesText := func(odd func(string) bool) change {
		return refusesParams("unwrap", manifests.InvalidWrapper, func(p strictjson.Value) bool { return odd(textIn(p, "text")) })
	}
	ignores := func(code string) change { return forgives("unwrap", code, linesIn) }
	lines := func(edit func([]string) []string) change {
		return reads(func(s string) string { return strings.Join(edit(strings.Split(s, "\n")), "\n") })
	}
	begin, end := "-----BEGIN URUSILLA DEBUG-----", "-----END URUSILLA DEBUG-----"
	keys := []string{"spec", "version", "source-id", "capsule", "payload"}
	return []Fault{
		slip("unwrap-final-lf-refused", "refuses a line feed after the end marker", "MAN-072", refusesText(func(s string) bool { return strings.HasSuffix(s, "\n") })),
		slip("unwrap-final-lf-required", "wants a line feed after the end marker", "MAN-072", refusesText(func(s string) bool { return !strings.HasSuffix(s, "\n") })),
		slip("unwrap-capsule-bare", "answers the capsule without sha256:", "MAN-072", results("unwrap", func(_, r strictjson.Value) strictjson.Value {
			return editMember(r, "capsule", func(v strictjson.Value) strictjson.Value {
				return strictjson.Text(strings.TrimPrefix(v.Str(), "sha256:"))
			})
		})),
		slip("unwrap-payload-decoded", "answers the payload decoded", "MAN-072", results("unwrap", func(_, r strictjson.Value) strictjson.Value {
			return editMember(r, "payload", func(v strictjson.Value) strictjson.Value {
				b, _ := segmentBytes(v.Str(), true)
				return strictjson.Text(strings.ToValidUTF8(string(b), "\ufffd"))
			})
		})),
		slip("unwrap-crlf", "takes CR LF at the end of lines", "MAN-073", reads(func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") })),
		slip("unwrap-trimmed", "trims the whole text", "MAN-073", reads(strings.TrimSpace)),
		slip("unwrap-lines-trimmed", "trims each line", "MAN-073", lines(func(l []string) []string { return mapped(l, strings.TrimSpace) })),
		slip("unwrap-empty-lines", "skips empty lines", "MAN-073", lines(func(l []string) []string {
			return slices.DeleteFunc(l, func(s string) bool { return s == "" })
		})),
		slip("unwrap-found-in-text", "finds the wrapper within other text", "MAN-073", reads(func(s string) string {
			from, to := strings.Index(s, begin), strings.LastIndex(s, end)
			if from < 0 || to < from {
				return s
			}
			return s[from : to+len(end)]
		})),
		slip("unwrap-more-lines", "ignores lines whose key it does not know", "MAN-073", lines(func(l []string) []string {
			return slices.DeleteFunc(l, func(s string) bool {
				key, _, found := strings.Cut(s, ": ")
				return found && !slices.Contains(keys, key)
			})
		})),
		slip("unwrap-any-order", "takes the five lines in any order", "MAN-073", lines(func(l []string) []string {
			if len(l) < 7 {
				return l
			}
			out := slices.Clone(l)
			slices.SortStableFunc(out[1:6], func(a, b string) int { return slices.Index(keys, keyOf(a)) - slices.Index(keys, keyOf(b)) })
			return out
		})),
		slip("unwrap-keys-any-case", "takes keys in any case", "MAN-073", lines(func(l []string) []string {
			return mapped(l, func(s string) string {
				if key, rest, found := strings.Cut(s, ": "); found && slices.Contains(keys, strings.ToLower(key)) {
					return strings.ToLower(key) + ": " + rest
				}
				return s
			})
		})),
		slip("unwrap-any-space", "takes any white space after the colon, or none", "MAN-073", lines(func(l []string) []string {
			re := regexp.MustCompile(`^(spec|version|source-id|capsule|payload):[ \t]*`)
			return mapped(l, func(s string) string { return re.ReplaceAllString(s, "$1: ") })
		})),
		slip("unwrap-repeated-line", "takes the last of repeated lines", "MAN-073", lines(func(l []string) []string {
			var out []string
			for i, s := range l {
				if i+1 == len(l) || keyOf(s) == "" || keyOf(s) != keyOf(l[i+1]) {
					out = append(out, s)
				}
			}
			return out
		})),
		slip("unwrap-markers-loosely", "takes markers with any number of hyphens", "MAN-073", lines(func(l []string) []string {
			re := regexp.MustCompile(`^-{2,}((?:BEGIN|END) URUSILLA DEBUG)-{2,}$`)
			return mapped(l, func(s string) string { return re.ReplaceAllString(s, "-----$1-----") })
		})),
		slip("unwrap-without-end", "does without the end marker", "MAN-073", reads(func(s string) string {
			if strings.Contains(s, end) {
				return s
			}
			return strings.TrimSuffix(s, "\n") + "\n" + end
		})),
		slip("unwrap-any-end", "ends the wrapper at whatever end marker", "MAN-073", lines(func(l []string) []string {
			return mapped(l, func(s string) string {
				if strings.HasPrefix(s, "-----END") {
					return end
				}
				return s
			})
		})),
		slip("unwrap-payload-padded", "takes padding in the payload", "MAN-074", reads(inLine("payload: ", func(s string) string { return strings.TrimRight(s, "=") }))),
		slip("unwrap-payload-base64", "takes the other base64 in the payload", "MAN-074", reads(inLine("payload: ", func(s string) string {
			return strings.NewReplacer("+", "-", "/", "_").Replace(s)
		}))),
		slip("unwrap-payload-spare-bits", "takes spare bits in the payload", "MAN-074", reads(inLine("payload: ", func(s string) string {
			if b, ok := segmentBytes(s, true); ok {
				return base64.RawURLEncoding.EncodeToString(b)
			}
			return s
		}))),
		slip("unwrap-payload-empty", "takes an empty payload", "MAN-074", reads(inLine("payload: ", func(s string) string {
			if s == "" {
				return "AA"
			}
			return s
		}))),
		slip("unwrap-payload-any", "never decodes the payload", "MAN-074", reads(inLine("payload: ", matching(`^[A-Za-z0-9_-]+$`, "AAAA")))),
		slip("unwrap-without-limit", "reads a wrapper of any length", "MAN-075", reads(func(s string) string {
			if len(s) <= manifests.MaxWrapper {
				return s
			}
			return inLine("payload: ", func(p string) string { return p[:len(p)/8*4] })(s)
		})),
		slip("unwrap-below-limit", "refuses a wrapper of exactly 65,536 bytes", "MAN-075", refusesText(func(s string) bool { return len(s) >= manifests.MaxWrapper })),
		slip("unwrap-limit-without-lf", "does not count the final line feed", "MAN-075", reads(func(s string) string {
			if len(s) > manifests.MaxWrapper {
				return strings.TrimSuffix(s, "\n")
			}
			return s
		})),
		slip("unwrap-unknown-manifest", "reads a wrapper whose source id nobody knows", "MAN-076", ignores(manifests.UnknownSourceID)),
		slip("unwrap-collision", "takes the first of two manifests with the source id", "MAN-076", ignores(manifests.CollidingID)),
		slip("unwrap-spec-unchecked", "never compares the specification", "MAN-076", ignores(manifests.SpecMismatch)),
		slip("unwrap-version-unchecked", "never compares the version", "MAN-076", ignores(manifests.VersionMismatch)),
		slip("unwrap-capsule-unchecked", "never compares the capsule", "MAN-076", ignores(manifests.DigestMismatch)),
		slip("unwrap-any-pinned", "compares each line with any of the pinned manifests", "MAN-076", answers("unwrap", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			pinned := manifestsIn(p)
			said := linesIn(p)
			anyHas := func(name string, of func(*manifests.Manifest) string) bool {
				return slices.ContainsFunc(pinned, func(m *manifests.Manifest) bool { return of(m) == textIn(said, name) })
			}
			mismatch := []string{manifests.SpecMismatch, manifests.VersionMismatch, manifests.DigestMismatch}
			if slices.Contains(mismatch, refusedAs(err)) && anyHas("spec", func(m *manifests.Manifest) string { return m.SpecURI }) &&
				anyHas("version", func(m *manifests.Manifest) string { return m.Version }) &&
				anyHas("capsule", func(m *manifests.Manifest) string { return "sha256:" + m.CapsuleSHA256 }) {
				return said, nil
			}
			return r, err
		})),
		slip("unwrap-invalid-pinned", "skips pinned documents that are no manifest", "MAN-076", answers("unwrap", func(p, r strictjson.Value, err error) (strictjson.Value, error) {
			if slices.Contains([]string{manifests.InvalidManifest, manifests.InvalidJSON, manifests.RepeatedMember}, refusedAs(err)) {
				if _, bad := manifestsIn(p).Unwrap(textIn(p, "text")); bad == nil {
					return linesIn(p), nil
				}
			}
			return r, err
		})),
		slip("unwrap-source-id-upper", "takes a source id or capsule in upper case", "MAN-076", reads(func(s string) string {
			return inLine("capsule: sha256:", strings.ToLower)(inLine("source-id: ", strings.ToLower)(s))
		})),
		slip("unwrap-capsule-without-prefix", "takes a capsule without sha256:", "MAN-076", reads(inLine("capsule: ", func(s string) string {
			return "sha256:" + strings.TrimPrefix(s, "sha256:")
		}))),
	}
}

func keyOf(line string) string {
	key, _, found := strings.Cut(line, ": ")
	if !found {
		return ""
	}
	return key
}

// linesIn is what the lines of a wrapper say, unchecked.
func linesIn(p strictjson.Value) strictjson.Value {
	out := strictjson.Record()
	for _, name := range []string{"spec", "version", "source-id", "capsule", "payload"} {
		value := ""
		inLine(name+": ", func(s string) string { value = s; return s })(textIn(p, "text"))
		out = setMember(out, strings.ReplaceAll(name, "-", "_"), strictjson.Text(value))
	}
	return out
}
