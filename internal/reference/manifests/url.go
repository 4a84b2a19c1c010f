package manifests

import (
	"fmt"
	"strings"
)

const (
	maxURL       = 2_048 // characters
	maxOwner     = 39    // characters, as GitHub has it
	commitLength = 40    // hexadecimal digits of a commit's SHA-1
	digestLength = 64    // hexadecimal digits of a SHA-256
)

func blobProblem(s string) string { return urlProblem(s, false) }

func originProblem(s string) string { return urlProblem(s, true) }

// urlProblem says what is wrong with an immutable GitHub URL, or "". Its parts
// are compared as they are spelt: nothing is decoded, resolved or folded.
func urlProblem(s string, treeToo bool) string {
	if len(s) > maxURL {
		return fmt.Sprintf("has more than %d characters", maxURL)
	}
	path, ok := strings.CutPrefix(s, "https://github.com/")
	if !ok {
		return quote(s) + " does not begin with https://github.com/"
	}
	parts := strings.Split(path, "/")
	if len(parts) < 4 {
		return quote(s) + " lacks an owner, a repository, blob or tree, or a commit"
	}
	owner, repo, kind, commit, rest := parts[0], parts[1], parts[2], parts[3], parts[4:]
	switch {
	case !isOwner(owner):
		return "names the owner " + quote(owner)
	case !isSegment(repo):
		return "names the repository " + quote(repo)
	case kind != "blob" && !(treeToo && kind == "tree"):
		return "points to " + quote(kind)
	case !isHex(commit, commitLength):
		return "names the commit " + quote(commit)
	case kind == "blob" && len(rest) == 0:
		return "lacks a path after the commit"
	}
	for _, segment := range rest {
		if !isSegment(segment) {
			return "has the path segment " + quote(segment)
		}
	}
	return ""
}

// commitOf is the commit of a URL without a problem.
func commitOf(url string) string {
	// https://github.com/OWNER/REPO/KIND/COMMIT…
	return strings.SplitN(url, "/", 8)[6][:commitLength]
}

func isOwner(s string) bool {
	return s != "" && len(s) <= maxOwner && made(s, func(c byte) bool { return isAlphanumeric(c) || c == '-' }) &&
		s[0] != '-' && s[len(s)-1] != '-'
}

func isSegment(s string) bool {
	return s != "" && s != "." && s != ".." &&
		made(s, func(c byte) bool { return isAlphanumeric(c) || c == '.' || c == '_' || c == '-' })
}

func digestProblem(s string) string {
	if isHex(s, digestLength) {
		return ""
	}
	return fmt.Sprintf("is %s, %d bytes", quote(s), len(s))
}

// isHex reports whether s is n lowercase hexadecimal digits.
func isHex(s string, n int) bool {
	return len(s) == n && made(s, func(c byte) bool { return isDigit(c) || 'a' <= c && c <= 'f' })
}

// made reports whether s is made of nothing but bytes that fit.
func made(s string, fit func(byte) bool) bool {
	for i := range len(s) {
		if !fit(s[i]) {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isAlphanumeric(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// quote shows foreign text in a message: escaped and at most 64 bytes of it,
// which is a digest in hex.
func quote(s string) string { return fmt.Sprintf("%q", shorten(s)) }

func shorten(s string) string {
	const most = digestLength
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
