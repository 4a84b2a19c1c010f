package runner

import "io"

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
