package gen

import (
	"crypto/sha256"
	"encoding/binary"
)

// SeedOf is the seed that a public text gives: the first 8 bytes, big-endian, of
// the SHA-256 of "conform-challenge/1", a line feed and the text; 1 in place of
// 0. A text that nobody could know beforehand, such as the id of tomorrow's
// first commit of a busy repository or a draw of a public lottery, gives a seed
// that nobody can have chosen to please, and that anybody can compute again.
func SeedOf(text string) uint64 {
	sum := sha256.Sum256([]byte("conform-challenge/1\n" + text))
	return max(1, binary.BigEndian.Uint64(sum[:8]))
}
