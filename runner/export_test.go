package runner

import (
	"io"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/schema"
)

// Lines reads lines of bounded length.
type Lines = lines

func NewLines(r io.Reader, most int) *Lines { return newLines(r, most) }

func (l *lines) Next() ([]byte, error) { return l.next() }

// Tail keeps the end of what is written to it.
type Tail = tail

func NewTail(size int) *Tail { return newTail(size) }

func (t *tail) Bytes() []byte { return t.bytes() }

// LooseID finds the id of a message that is broken otherwise.
func LooseID(line []byte) (string, bool) { return looseID(line) }

// ReadAnswer reads a message as the answer to a case.
func ReadAnswer(m strictjson.Value, schemas *schema.Set) (Answer, error) {
	return readAnswer(m, schemas)
}

// Compare lists the differences of two results.
func Compare(want, got strictjson.Value, m *schema.Mask) (must, should []string) {
	var c comparer
	c.walk(nil, want, got, m, schema.CompareMust)
	for _, d := range c.must {
		must = append(must, d.String())
	}
	for _, d := range c.should {
		should = append(should, d.String())
	}
	return must, should
}

// CountValues counts the values in a JSON text.
func CountValues(text string) int { return countValues([]byte(text)) }
