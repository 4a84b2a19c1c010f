package faults

import (
	"regexp"
	"strings"

	"github.com/conform-suite/conform/internal/reference/manifests"
)

// inURLs edits the three URLs of a manifest.
func inURLs(edit func(url string) string) change {
	return values(func(name, value string) string {
		if name == specMember || name == originMember || name == reportMember {
			return edit(value)
		}
		return value
	})
}

// The places of a URL's parts between slashes.
const (
	schemePart = iota
	_
	hostPart
	ownerPart
	repoPart
	kindPart
	commitPart
	firstPathPart
)

// inPart edits one part of each URL.
func inPart(part int, edit func(string) string) change {
	return inURLs(func(url string) string {
		parts := strings.Split(url, "/")
		if part < len(parts) {
			parts[part] = edit(parts[part])
		}
		return strings.Join(parts, "/")
	})
}

// inPath edits the segments after the commit.
func inPath(edit func(segments []string) []string) change {
	return inURLs(func(url string) string {
		parts := strings.Split(url, "/")
		if len(parts) <= firstPathPart {
			return url
		}
		return strings.Join(append(parts[:firstPathPart:firstPathPart], edit(parts[firstPathPart:])...), "/")
	})
}

// without cuts from each URL all that a pattern matches.
func without(pattern string) func(string) string {
	re := regexp.MustCompile(pattern)
	return func(s string) string { return re.ReplaceAllString(s, "") }
}

// instead puts something plain where a pattern matches.
func instead(pattern, plain string) func(string) string {
	re := regexp.MustCompile(pattern)
	return func(s string) string { return re.ReplaceAllString(s, plain) }
}

// urlFaults are mistakes about the immutable URLs.
func urlFaults() []Fault {
	odd := func(member func(*manifests.Manifest) string, pattern string) change {
		re := regexp.MustCompile(pattern)
		return refuses(func(m *manifests.Manifest, _ []byte) bool { return re.MatchString(member(m)) })
	}
	spec := func(m *manifests.Manifest) string { return m.SpecURI }
	origin := func(m *manifests.Manifest) string { return m.Origin }
	return []Fault{
		slip("url-http", "takes http URLs", "MAN-011", inURLs(instead(`^http:`, "https:"))),
		slip("url-host-any-case", "compares scheme and host in any case", "MAN-011", inURLs(func(url string) string {
			parts := strings.Split(url, "/")
			for i := range min(len(parts), ownerPart) {
				parts[i] = strings.ToLower(parts[i])
			}
			return strings.Join(parts, "/")
		})),
		slip("url-host-www", "takes www.github.com for github.com", "MAN-011", inPart(hostPart, matching(`^www\.github\.com$`, "github.com"))),
		slip("url-host-by-prefix", "takes any host that begins with github.com", "MAN-011", inPart(hostPart, matching(`^github\.com`, "github.com"))),
		slip("url-host-by-suffix", "takes any host that ends with github.com", "MAN-011", inPart(hostPart, matching(`github\.com$`, "github.com"))),
		slip("url-any-host", "takes any host", "MAN-011", inPart(hostPart, matching(`^[a-z.]+$`, "github.com"))),
		slip("url-dots-unescaped", "has a pattern for the host with an unescaped dot", "MAN-011", inPart(hostPart, matching(`^github.com$`, "github.com"))),
		slip("url-port", "takes the default port", "MAN-011", inPart(hostPart, without(`:443$`))),
		slip("url-user", "takes a user before the host", "MAN-011", inPart(hostPart, without(`^[^@]*@`))),
		slip("url-trimmed", "trims URLs", "MAN-018", inURLs(strings.TrimSpace)),
		slip("owner-without-limit", "takes an owner of any length", "MAN-012", inPart(ownerPart, func(s string) string { return s[:min(len(s), 39)] })),
		slip("owner-hyphen-at-end", "takes a hyphen at either end of an owner", "MAN-012", inPart(ownerPart, func(s string) string { return strings.Trim(s, "-") })),
		slip("owner-as-repository", "has one rule for owners and repositories", "MAN-012", inPart(ownerPart, func(s string) string {
			if s == "." || s == ".." {
				return s
			}
			return instead(`[._]`, "x")(s)
		})),
		slip("owner-of-two", "wants two characters of an owner at least", "MAN-012", odd(spec, `^https://github\.com/./`)),
		slip("owner-of-38", "refuses an owner of 39 characters", "MAN-012", odd(spec, `^https://github\.com/[^/]{39}/`)),
		slip("repository-of-dots", "takes a dot or two for a repository", "MAN-013", inPart(repoPart, matching(`^\.\.?$`, "r"))),
		slip("repository-as-owner", "has one rule for owners and repositories, that of owners", "MAN-013", odd(spec, `^https://github\.com/[^/]+/[^/]*[._]`)),
		slip("repository-any-character", "takes whatever is no slash in a repository's name", "MAN-013", inPart(repoPart, instead(`[^A-Za-z0-9._-]`, "x"))),
		slip("repository-empty", "takes an empty repository's name", "MAN-013", inPart(repoPart, matching(`^$`, "r"))),
		slip("tree-everywhere", "takes a tree where a blob is asked", "MAN-014", values(func(name, url string) string {
			if name == specMember || name == reportMember {
				return strings.Replace(url, "/tree/", "/blob/", 1)
			}
			return url
		})),
		slip("raw-is-blob", "takes raw for blob", "MAN-014", inPart(kindPart, matching(`^raw$`, "blob"))),
		slip("kind-any-case", "takes blob and tree in any case", "MAN-014", inPart(kindPart, strings.ToLower)),
		slip("any-kind", "takes any word for blob", "MAN-014", inPart(kindPart, instead(`^(commit|commits|archive|releases|blame|edit|raw)$`, "blob"))),
		slip("origin-never-blob", "refuses an origin that is a blob", "MAN-014", odd(origin, `^https://github\.com/[^/]+/[^/]+/blob/`)),
		slip("branches", "takes a branch or tag for a commit", "MAN-015", inPart(commitPart, matching(`^[A-Za-z][A-Za-z0-9._-]*$`, zeros40))),
		slip("commit-shortened", "takes a shortened commit", "MAN-015", inPart(commitPart, matching(`^[0-9a-f]{7,39}$`, zeros40))),
		slip("commit-upper-case", "takes a commit in upper case", "MAN-015", inPart(commitPart, strings.ToLower)),
		slip("commit-sha-256", "takes a commit of 64 digits", "MAN-015", inPart(commitPart, matching(`^[0-9a-f]{64}$`, zeros40))),
		slip("commit-unanchored", "takes more than 40 digits for a commit", "MAN-015", inPart(commitPart, matching(`^[0-9a-f]{40}`, zeros40))),
		slip("path-final-slash", "takes a slash at the end of a URL", "MAN-016", inPath(func(s []string) []string {
			if len(s) > 1 && s[len(s)-1] == "" {
				return s[:len(s)-1]
			}
			return s
		})),
		slip("path-empty-segments", "takes empty segments inside a path", "MAN-016", inURLs(func(url string) string {
			head, tail, ok := strings.Cut(url, "//")
			return map[bool]string{true: head + "//" + instead(`//+`, "/")(tail), false: url}[ok]
		})),
		slip("path-double-dot", "takes a double dot in a path", "MAN-016", inPath(plainSegments(`^\.\.$`))),
		slip("path-single-dot", "takes a single dot in a path", "MAN-016", inPath(plainSegments(`^\.$`))),
		slip("path-dots-first-only", "looks for dots in the first segment of a path alone", "MAN-016", inPath(func(s []string) []string {
			return append(s[:1:1], plainSegments(`^\.\.?$`)(s[1:])...)
		})),
		slip("path-any-ascii", "takes whatever ASCII a URL may have in a path", "MAN-016", inPath(plainSegments(`[~+:@;,!$&'()*=]`))),
		slip("path-no-hidden-files", "refuses a path segment that begins with a dot", "MAN-016", odd(spec, `/\.[^/]*$`)),
		slip("blob-without-path", "takes a blob URL that ends with the commit", "MAN-017", inURLs(func(url string) string {
			if parts := strings.Split(url, "/"); len(parts) == firstPathPart && parts[kindPart] == "blob" {
				return url + "/p"
			}
			return url
		})),
		slip("tree-needs-path", "refuses a tree URL that ends with the commit", "MAN-017", odd(origin, `/tree/[0-9a-f]{40}$`)),
		slip("root-slash", "takes a slash after a tree's commit", "MAN-017", inPath(func(s []string) []string {
			if len(s) == 1 && s[0] == "" {
				return nil
			}
			return s
		})),
		slip("url-query", "ignores a query", "MAN-018", inURLs(without(`\?[^#]*$`))),
		slip("url-fragment", "ignores a fragment", "MAN-018", inURLs(without(`#.*$`))),
		slip("url-percent", "takes percent-encoding in a path", "MAN-018", inPath(plainSegments(`%[0-9A-Fa-f]{2}`))),
		slip("url-unicode-letters", "takes letters of any script", "MAN-018", inPath(plainSegments(`[\p{L}\p{M}]`))),
		slip("url-spaces", "takes spaces in a path", "MAN-018", inPath(plainSegments(` `))),
		slip("url-multi-line", "lets ^ and $ match at every line", "MAN-018", inURLs(func(url string) string {
			for _, line := range strings.Split(url, "\n") {
				if strings.HasPrefix(line, "https://github.com/") {
					return line
				}
			}
			return url
		})),
		slip("url-without-limit", "takes a URL of any length", "MAN-019", inURLs(func(url string) string {
			return strings.TrimRight(url[:min(len(url), 2_048)], "/.")
		})),
		slip("url-below-limit", "refuses a URL of exactly 2,048 characters", "MAN-019", refuses(func(m *manifests.Manifest, _ []byte) bool {
			return max(len(m.SpecURI), len(m.Origin), len(m.ReportURL)) >= 2_048
		})),
	}
}

// plainSegments puts something plain in segments where a pattern matches.
func plainSegments(pattern string) func([]string) []string {
	edit := instead(pattern, "x")
	return func(s []string) []string { return mapped(s, edit) }
}
