package main

import "io"

// output is a stream that remembers the first error of writing to it, which is
// looked at in one place when the command ends: whoever writes need not.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.to.Write(p)
	o.err = err
	return n, err
}
