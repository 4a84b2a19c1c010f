//go:build !unix

package runner

import (
	"os"
	"time"
)

func newPipe() (r, w *os.File, err error) { return os.Pipe() }

// output reads a pipe of a process to its end.
type output struct{ file, life *os.File }

func (o output) Read(b []byte) (int, error) { return o.file.Read(b) }

func pause(d time.Duration) { time.Sleep(d) }
