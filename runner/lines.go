package runner

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"sync"
	"sync/atomic"
)

// lines reads lines of bounded length. It never holds more than twice the
// longest line allowed, whatever it is sent.
type lines struct {
	r     *bufio.Reader
	most  int    // bytes in a line, without its line feed
	long  []byte // a line longer than the reader's buffer
	atEnd atomic.Bool
}

func newLines(r io.Reader, most int) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), most: most}
}

// next is the next line without its line feed, valid until the next call. At
// the end it is what stands after the last line feed, with io.ErrUnexpectedEOF,
// or nothing, with io.EOF. ErrMessageTooLong leaves the rest unread.
func (l *lines) next() ([]byte, error) {
	l.long = l.long[:0]
	if cap(l.long) > 1<<20 {
		l.long = nil
	}
	for {
		part, err := l.r.ReadSlice('\n')
		if len(l.long)+len(bytes.TrimSuffix(part, lineFeed)) > l.most {
			return nil, ErrMessageTooLong
		}
		switch {
		case err == nil && len(l.long) == 0:
			return part[:len(part)-1], nil
		case err == nil:
			l.keep(part)
			return l.long[:len(l.long)-1], nil
		case err == bufio.ErrBufferFull:
			l.keep(part)
		default:
			l.atEnd.Store(true)
			l.keep(part)
			if err == io.EOF && len(l.long) > 0 {
				err = io.ErrUnexpectedEOF
			}
			return l.long, err
		}
	}
}

// keep adds to the long line. Its room is doubled each time that it is full,
// since append's own smaller steps leave several times as much garbage.
func (l *lines) keep(part []byte) {
	if room := cap(l.long); len(l.long)+len(part) > room {
		l.long = slices.Grow(l.long, min(max(room, len(part)), l.most+len(part)-len(l.long)+1))
	}
	l.long = append(l.long, part...)
}

var lineFeed = []byte{'\n'}

// ended reports whether the end was found.
func (l *lines) ended() bool { return l.atEnd.Load() }

// tail keeps the end of what is written to it. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	ring []byte
	size int // of a full ring
	next int // where a full ring goes on
}

func newTail(size int) *tail { return &tail{size: size} }

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(b)
	if len(b) > t.size {
		b = b[len(b)-t.size:]
	}
	grow := min(len(b), t.size-len(t.ring))
	t.ring = append(t.ring, b[:grow]...)
	for b = b[grow:]; len(b) > 0; {
		c := copy(t.ring[t.next:], b)
		b, t.next = b[c:], (t.next+c)%t.size
	}
	return n, nil
}

func (t *tail) bytes() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append(bytes.Clone(t.ring[t.next:]), t.ring[:t.next]...)
}
