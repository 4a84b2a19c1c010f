package runner

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"
)

// InProcess is a subject that is a Go function. It is given every request,
// conform.hello included, one at a time within an instance; with several
// instances (Options.Processes) it is called concurrently.
//
// An error that is an *RPCError is answered as it is, any other with code
// -32603 (internal error), which is a failure of the subject. A panic counts
// as a crash, its stack as stderr. The context is cancelled when the instance
// is closed; a call that does not return within Limits.Exit then is left
// behind, since nothing can end it.
func InProcess(answer func(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error)) Subject {
	return inProcess(answer)
}

type inProcess func(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error)

func (f inProcess) Transport() string { return "in-process" }

func (f inProcess) SharesDisk() bool { return true }

func (f inProcess) Open(ctx context.Context, l Limits) (Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l = l.withDefaults()
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c := &inProcessConn{
		answer: f, limits: l, cancel: cancel, done: own.Done(), stderr: newTail(l.StderrBytes),
		requests: make(chan []byte, MaxInFlight), responses: make(chan []byte, MaxInFlight),
		exited: make(chan struct{}),
	}
	go c.serve(own)
	return c, nil
}

type inProcessConn struct {
	answer    inProcess
	limits    Limits
	cancel    context.CancelFunc
	done      <-chan struct{} // closed by Close
	requests  chan []byte
	responses chan []byte
	exited    chan struct{} // closed when serve has returned
	how       string        // set before exited is closed
	stderr    *tail
	finish    sync.Once // closes requests
}

func (c *inProcessConn) Send(requests [][]byte) error {
	for _, r := range requests {
		select {
		case c.requests <- bytes.Clone(r):
		case <-c.done:
			return io.ErrClosedPipe
		}
	}
	return nil
}

func (c *inProcessConn) CloseSend() error {
	c.finish.Do(func() { close(c.requests) })
	return nil
}

func (c *inProcessConn) Receive() ([]byte, error) {
	select {
	case r, ok := <-c.responses:
		switch {
		case !ok:
			return nil, io.EOF
		case len(r) > c.limits.MessageBytes:
			return nil, ErrMessageTooLong
		}
		return r, nil
	case <-c.done:
		return nil, io.ErrClosedPipe
	}
}

func (c *inProcessConn) Stderr() []byte { return c.stderr.bytes() }

func (c *inProcessConn) Close() string {
	select {
	case <-c.exited:
	default:
		c.cancel()
		select {
		case <-c.exited:
		case <-time.After(c.limits.Exit):
			return "did not return and was left behind"
		}
	}
	c.cancel()
	return c.how
}

// serve answers the requests in their order.
func (c *inProcessConn) serve(ctx context.Context) {
	defer close(c.exited)
	defer close(c.responses)
	defer func() {
		if r := recover(); r != nil {
			c.how = fmt.Sprintf("panicked: %v", r)
			fmt.Fprintf(c.stderr, "panic: %v\n\n%s", r, debug.Stack())
		}
	}()
	c.how = "returned"
	for {
		select {
		case r, ok := <-c.requests:
			if !ok {
				return
			}
			select {
			case c.responses <- c.respond(ctx, r):
			case <-ctx.Done():
				return
			}
		case <-ctx.Done():
			return
		}
	}
}

// respond answers one request of the runner's own making.
func (c *inProcessConn) respond(ctx context.Context, request []byte) []byte {
	var r struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	if err := json.Unmarshal(request, &r); err != nil {
		panic("runner: a request that is not JSON: " + err.Error())
	}
	result, err := c.answer(ctx, r.Method, r.Params)
	b := append([]byte(`{"jsonrpc":"2.0","id":`), r.ID...)
	if err != nil {
		return append(append(append(b, `,"error":`...), errorText(err)...), '}')
	}
	if result == nil {
		result = json.RawMessage("null")
	}
	return append(append(append(b, `,"result":`...), result...), '}')
}

// errorText is the error member of a response for an error of the function.
func errorText(err error) []byte {
	var e *RPCError
	if !errors.As(err, &e) {
		e = &RPCError{Code: -32603, Message: err.Error()}
	}
	text, err := json.Marshal(e)
	if err != nil { // Data is not JSON
		text, _ = json.Marshal(RPCError{Code: -32603, Message: err.Error()})
	}
	return text
}
