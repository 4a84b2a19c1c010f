//go:build unix

package runner_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// slowly is a subject of two requests in flight. Its first answer is long, and
// comes as the time is nearly over; the second is at hand by then.
type slowly struct{ after time.Duration }

func (slowly) Transport() string { return "test" }

func (s slowly) Open(context.Context, runner.Limits) (runner.Conn, error) {
	return &slowConn{after: s.after, ids: make(chan string, 8), closed: make(chan struct{})}, nil
}

type slowConn struct {
	after  time.Duration
	ids    chan string
	once   sync.Once
	closed chan struct{}
	n      int // responses so far
}

func (c *slowConn) Send(requests [][]byte) error {
	for _, r := range requests {
		var m struct{ ID string }
		json.Unmarshal(r, &m)
		c.ids <- m.ID
	}
	return nil
}

func (c *slowConn) Receive() ([]byte, error) {
	var id string
	select {
	case id = <-c.ids:
	case <-c.closed:
		return nil, errors.New("closed")
	}
	c.n++
	switch c.n {
	case 1:
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%q,"result":%s}`, id, helloResult("slowly", 2)), nil
	case 2:
		time.Sleep(c.after)
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%q,"result":{"n":1,"note":"%s"}}`, id, bytes.Repeat([]byte("x"), 15<<20)), nil
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%q,"result":{"n":%d}}`, id, c.n-1), nil
}

func (c *slowConn) CloseSend() error { return nil }
func (c *slowConn) Close() string    { c.once.Do(func() { close(c.closed) }); return "returned" }
func (c *slowConn) Stderr() []byte   { return nil }

// TestJudgingTakesNoTime: what an answer that came in time costs the runner is
// nobody's, and a case is never blamed for the time of the one before it.
func TestJudgingTakesNoTime(t *testing.T) {
	s := suite(t, echo(2)...)
	const limit = 200 * time.Millisecond
	for after := limit * 9 / 10; after < limit; after += 2 * time.Millisecond {
		r, err := runner.Run(t.Context(), slowly{after}, runner.Options{Suite: s, Vectors: s.Vectors, Limits: runner.Limits{Case: limit, Restarts: -1}})
		if err != nil {
			t.Fatal(err)
		}
		if second := outcome(t, r, echoID(2)); second.Kind == vectors.Timeout && outcome(t, r, echoID(1)).Kind == vectors.Pass || strings.Contains(second.Why, "answer within") {
			t.Fatalf("first answer after %v: the second case is %s: %s, %v", after, second.Kind, second.Why, second.Duration)
		}
	}
}
