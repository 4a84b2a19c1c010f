// Package gen makes cases at random: realistic ones, and the ones that an
// implementer would rather not meet. They serve a challenge (cases that nobody
// can have prepared for), a comparison of two subjects, and new vectors.
//
// A [Challenge] is the cases that a seed gives, one by one and in constant
// memory; [Shrink] makes a case on which a subject fails as small as it can be.
//
// # The same cases everywhere
//
// The cases depend on the seed, the operation, the index and [Version], and on
// nothing else: not on the machine, the number of processes, the environment or
// the toolchain's Unicode tables, since every alphabet is written out. A change
// of any generator changes Version.
package gen

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	_ "github.com/conform-suite/conform/internal/rapidenv" // before rapid reads them
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// Version names the generators: a change of any case of any seed changes it.
const Version = "conform-gen/1"

// Case is what one operation is asked.
type Case struct {
	Params strictjson.Value // an object
	Class  string           // what kind of case it is, for statistics: "half-minted", "read-call"
	// Level is vectors.Should for a case whose right answer is one only at
	// SHOULD level; empty means vectors.Must.
	Level vectors.Level
	// Files are what the subject must write as well, nil for most.
	Files *vectors.Files
}

// Generator makes cases of one operation.
type Generator = *rapid.Generator[Case]

// Profile is the generators of a profile, by operation.
type Profile struct {
	Name       string
	Operations map[string]Generator
}

// Oracle says what a right answer is. It is a profile's reference.
type Oracle func(operation string, params strictjson.Value) (vectors.Expect, error)

// Challenge is the cases of a seed.
type Challenge struct {
	Suite    *vectors.Suite
	Profiles []Profile // whose operations are asked
	Oracle   Oracle
	Seed     uint64 // not 0, which is no choice
	Cases    int64  // of each operation

	digest hash.Hash
}

// ErrSeed: the seed is 0.
var ErrSeed = errors.New("seed 0 is refused: it is what stands where nobody chose one; choose a number, or let `conform challenge` make one from a public text")

// Check says why a challenge cannot be made, nil when it can.
func (c *Challenge) Check() error {
	if c.Seed == 0 {
		return ErrSeed
	}
	if c.Cases < 1 {
		return fmt.Errorf("%d cases of each operation: at least 1 must be asked", c.Cases)
	}
	return nil
}

// Operations lists the operations, sorted: the order of the stream.
func (c *Challenge) Operations() []string {
	var out []string
	for _, p := range c.Profiles {
		out = slices.AppendSeq(out, maps.Keys(p.Operations))
	}
	slices.Sort(out)
	return out
}

// generator is the generator of an operation, nil when there is none.
func (c *Challenge) generator(operation string) Generator {
	for _, p := range c.Profiles {
		if g, ok := p.Operations[operation]; ok {
			return g
		}
	}
	return nil
}

// Case is the case of an operation at an index from 0.
func (c *Challenge) Case(operation string, index int64) Case {
	return c.generator(operation).Example(int(caseSeed(c.Seed, operation, index)))
}

// Only 64-bit platforms: rapid takes a seed as an int, and a shorter one would
// give other cases.
const _ int = 1 << 62

// caseSeed mixes seed, operation and index so that neighbours have nothing in
// common: the first 62 bits of a SHA-256, never 0.
func caseSeed(seed uint64, operation string, index int64) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %d", seed, operation, index))
	var n uint64
	for _, b := range sum[:8] {
		n = n<<8 | uint64(b)
	}
	return n>>2 | 1
}

// Stream yields every case with its index: all of one operation, then all of
// the next. What was yielded is digested; see Digest.
func (c *Challenge) Stream() iter.Seq2[Indexed, Case] {
	c.digest = sha256.New()
	return func(yield func(Indexed, Case) bool) {
		var line []byte
		for _, op := range c.Operations() {
			for i := range c.Cases {
				x := c.Case(op, i)
				line = append(line[:0], op...)
				line = x.Params.AppendTo(append(line, ' '))
				if x.Files != nil {
					line = x.Files.JSON().AppendTo(append(line, ' '))
				}
				c.digest.Write(append(line, '\n'))
				if !yield(Indexed{op, i}, x) {
					return
				}
			}
		}
	}
}

// Indexed names a case of a challenge.
type Indexed struct {
	Operation string
	Index     int64 // from 0
}

// IndexedOf names the case that a vector of a challenge is.
func IndexedOf(v *vectors.Vector) Indexed {
	_, index, _ := strings.Cut(v.ID, generatedName)
	n, err := strconv.ParseInt(index, 10, 64)
	if err != nil {
		panic(v.ID + " is no vector of a challenge")
	}
	return Indexed{v.Operation.Name, n}
}

// generatedName stands in the id of a generated vector before its index.
const generatedName = "/generated-"

// Digest is the SHA-256, in lowercase hex, of what Stream has yielded: for each
// case a line with the operation, the params and, where there are files, what a
// vector says of them, both as compact JSON, with a space between.
func (c *Challenge) Digest() string { return hex.EncodeToString(c.digest.Sum(nil)) }

// Vector is a case as a vector, its expectation by the oracle.
func (c *Challenge) Vector(at Indexed, x Case) (*vectors.Vector, error) {
	op := c.Suite.Operation(at.Operation)
	if op == nil {
		return nil, fmt.Errorf("operation %q is not one of the suite", at.Operation)
	}
	expect, err := c.Oracle(at.Operation, x.Params)
	if err != nil {
		return nil, fmt.Errorf("case %d of %s: the reference fails: %w", at.Index, at.Operation, err)
	}
	if expect.Result == nil {
		x.Files = nil // what is refused writes none
	}
	level := x.Level
	if level == "" {
		level = vectors.Must
	}
	return &vectors.Vector{
		ID:    vectors.OperationPath(at.Operation) + generatedName + strconv.FormatInt(at.Index, 10),
		Title: fmt.Sprintf("case %d of seed %d (%s)", at.Index, c.Seed, x.Class),
		Level: level, Operation: op, Params: x.Params.AppendTo(nil), Expect: expect, Files: x.Files,
		Source: fmt.Sprintf("generated by %s from seed %d, case %d; answer of the reference", Version, c.Seed, at.Index),
	}, nil
}
