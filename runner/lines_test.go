package runner_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/conform-suite/conform/runner"
)

func TestLines(t *testing.T) {
	const buffer = 64 << 10
	long := strings.Repeat("x", buffer)
	for _, test := range []struct {
		name, text string
		most       int
		want       []string
		end        error
	}{
		{"none", "", 5, nil, io.EOF},
		{"two", "a\nbc\n", 5, []string{"a", "bc"}, io.EOF},
		{"empty ones", "\n\na\n", 5, []string{"", "", "a"}, io.EOF},
		{"an unended one", "a\nbc", 5, []string{"a"}, io.ErrUnexpectedEOF},
		{"as long as may be", "12345\n", 5, []string{"12345"}, io.EOF},
		{"too long", "a\n123456\n", 5, []string{"a"}, runner.ErrMessageTooLong},
		{"too long without an end", "123456", 5, nil, runner.ErrMessageTooLong},
		{"as long as the buffer", long + "\na\n", buffer, []string{long, "a"}, io.EOF},
		{"longer than the buffer", long + long + "\na\n" + long + "y\n", 2 * buffer, []string{long + long, "a", long + "y"}, io.EOF},
		{"longer than the buffer, too long", long + long + "\n", 2*buffer - 1, nil, runner.ErrMessageTooLong},
		{"one less than the buffer", long[1:] + "\na\n", buffer, []string{long[1:], "a"}, io.EOF},
	} {
		for _, reader := range []func(io.Reader) io.Reader{
			func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader,
		} {
			t.Run(test.name, func(t *testing.T) {
				l := runner.NewLines(reader(strings.NewReader(test.text)), test.most)
				for _, want := range test.want {
					got, err := l.Next()
					if err != nil || string(got) != want {
						t.Fatalf("got %d bytes, %v; want %d bytes", len(got), err, len(want))
					}
				}
				if rest, err := l.Next(); !errors.Is(err, test.end) || err == io.ErrUnexpectedEOF && string(rest) != "bc" {
					t.Errorf("got %q, %v; want %v", rest, err, test.end)
				}
			})
		}
	}
}

func TestTail(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{1, 2, 7, 64} {
		tail := runner.NewTail(size)
		var all []byte
		for range 200 {
			part := make([]byte, rng.IntN(2*size+2))
			for i := range part {
				part[i] = byte(rng.Uint32())
			}
			all = append(all, part...)
			if n, err := tail.Write(part); n != len(part) || err != nil {
				t.Fatalf("wrote %d of %d, %v", n, len(part), err)
			}
			if want := all[max(0, len(all)-size):]; !bytes.Equal(tail.Bytes(), want) {
				t.Fatalf("size %d: got %x, want %x", size, tail.Bytes(), want)
			}
		}
	}
}

func TestLooseID(t *testing.T) {
	for _, test := range []struct {
		line, id string
		ok       bool
	}{
		{`{"id":"a"}`, "a", true},
		{` {"x":{"id":"b"},"id":"a","x":1} `, "a", true},
		{"{\"id\":\"a\",\"x\":\"\xff\"}", "a", true},
		{`{"id":"a","x":"\ud800"}`, "a", true},
		{`{"id":"a","id":"a"}`, "", false},
		{`{"id":1}`, "", false},
		{`{"x":1}`, "", false},
		{`{"id":"a"} x`, "", false},
		{`{"id":"a"}{}`, "", false},
		{`{"id":"a"`, "", false},
		{`{"id":"a",}`, "", false},
		{`["id","a"]`, "", false},
		{``, "", false},
	} {
		if id, ok := runner.LooseID([]byte(test.line)); ok != test.ok || ok && id != test.id {
			t.Errorf("%s: got %q, %v", test.line, id, ok)
		}
	}
}
