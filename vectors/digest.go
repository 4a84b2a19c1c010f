package vectors

import (
	"bytes"
	"io"
	"maps"
	"slices"

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
