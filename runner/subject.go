package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Subject is an implementation under test, reached over some transport.
type Subject interface {
	// Transport is the name of the transport, as the report has it: "stdio" or
	// "in-process".
	Transport() string
	// Open starts one instance. Its errors say why none could be started; ctx
	// bounds the start alone, and ends nothing that was started.
	Open(ctx context.Context, l Limits) (Conn, error)
}

// DiskSharer is a Subject that may say that it sees the runner's file system.
// Vectors with files are checked on disk only for one that does; any other
// subject is neither sent the param that names the folder nor judged by it.
type DiskSharer interface {
	SharesDisk() bool
}

// Conn is one running instance of a subject. Messages are JSON-RPC 2.0 texts,
// whatever the transport makes of them.
//
// Send and CloseSend are called by one goroutine, Receive by another. Close
// and Stderr may be called at any time.
type Conn interface {
	// Send hands over requests, in this order. It may block for as long as the
	// subject does not read, but not beyond Close. The bytes belong to the
	// caller again when it returns.
	Send(requests [][]byte) error
	// CloseSend says that no request will follow: finish and exit.
	CloseSend() error
	// Receive blocks until there is a response, and returns its bytes, which
	// are valid until the next call. The error is ErrMessageTooLong, or any
	// other when nothing more will come; what came before it is returned first.
	Receive() ([]byte, error)
	// Close ends the instance, by force where it must, and returns once it is
	// gone, saying in plain words how it ended ("exited with status 3").
	// Blocked calls of Send and Receive return. Further calls do nothing.
	Close() (how string)
	// Stderr is the end of what the subject wrote to its stderr, at most
	// Limits.StderrBytes.
	Stderr() []byte
}

// ErrMessageTooLong: a message of the subject is longer than Limits.MessageBytes.
var ErrMessageTooLong = errors.New("the message is too long")

// Limits bounds what a subject may take. A zero field stands for the value
// that DefaultLimits has.
type Limits struct {
	Hello time.Duration // to answer conform.hello, from its start
	// Case is the time to answer one case. Its clock starts when the case is
	// sent, or when all that were sent before it are answered, whichever is
	// later; so a subject may work through its queue in peace. While an instance
	// keeps answering others, out of order, the oldest case waits on, for at
	// most Case times the number of requests that may be in flight.
	Case time.Duration
	Exit time.Duration // to exit once told to, before it is ended by force

	MessageBytes int // the longest message of a subject, without its line feed
	StderrBytes  int // how much of the end of stderr is kept
	Restarts     int // how often instances may be replaced in a run; below 0 means never
}

// DefaultLimits are the limits of the protocol.
var DefaultLimits = Limits{
	Hello: 30 * time.Second, Case: 10 * time.Second, Exit: 5 * time.Second,
	MessageBytes: 16 << 20, // 16 MiB
	StderrBytes:  64 << 10, // 64 KiB
	Restarts:     10,
}

func (l Limits) withDefaults() Limits {
	fill(&l.Hello, DefaultLimits.Hello)
	fill(&l.Case, DefaultLimits.Case)
	fill(&l.Exit, DefaultLimits.Exit)
	fill(&l.MessageBytes, DefaultLimits.MessageBytes)
	fill(&l.StderrBytes, DefaultLimits.StderrBytes)
	fill(&l.Restarts, DefaultLimits.Restarts)
	return l
}

func fill[T int | time.Duration](field *T, value T) {
	if *field == 0 {
		*field = value
	}
}

// RPCError is an error response: what a subject refused, or failed at. An
// in-process subject returns one (wrapped or not) to answer with it.
type RPCError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"` // JSON, or nil for none
}

func (e *RPCError) Error() string {
	return fmt.Sprintf("error %d: %s", e.Code, e.Message)
}

// The error codes that mean something other than a failure of the subject.
const (
	CodeRejected      = 1      // understood and refused; data.code says why
	CodeInvalidParams = -32602 // JSON-RPC's own; counts as rejected
	CodeUnsupported   = -32601 // JSON-RPC's own "method not found"
)

// Reject is the *RPCError that refuses a request with that code, for people
// who write in-process subjects.
func Reject(code, message string) error {
	data, _ := json.Marshal(map[string]string{"code": code})
	return &RPCError{CodeRejected, message, data}
}

// ErrStart: an instance of the subject could not be started at all. It is the
// cause of a *ProtocolError.
var ErrStart = errors.New("the subject could not be started")

// ProtocolError says that a subject could not be started or does not speak
// the protocol, so that there is nothing to report.
type ProtocolError struct {
	Problem string // in plain words
	Hint    string // what to do about it, "" when there is no advice
	Stderr  string // the end of what the subject wrote there, safe to print
	Cause   error  // ErrStart, or nil

	changed bool // the subject is not what it said it was before
}

func (e *ProtocolError) Error() string { return e.Problem }

func (e *ProtocolError) Unwrap() error { return e.Cause }
