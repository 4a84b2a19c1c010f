package vectors

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"maps"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/dirhash"
)

// Digest is the "h1:" directory hash of Go's module system over the given
// files, by path: the base64 of the SHA-256 of a text with one line per file,
// sorted by path: SHA-256 in lowercase hex, two spaces, the path, a line feed.
// CONFORMANCE.md shows how to compute it with sha256sum alone.
func Digest(files map[string][]byte) (string, error) {
	names := slices.Sorted(maps.Keys(files))
	return dirhash.Hash1(names, func(name string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(files[name])), nil
	})
}

// IsDigest reports whether s is in the form of a [Digest].
func IsDigest(s string) bool {
	encoded, ok := strings.CutPrefix(s, "h1:")
	sum, err := base64.StdEncoding.Strict().DecodeString(encoded)
	return ok && err == nil && len(sum) == sha256.Size && len(encoded) == base64.StdEncoding.EncodedLen(sha256.Size) // no line ends
}
