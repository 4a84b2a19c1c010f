package runner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/conform-suite/conform/internal/spelling"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// Protocol is the protocol that the runner speaks.
const Protocol = "conform/1"

// MaxInFlight is the most requests that the runner leaves unanswered, whatever
// a subject offers.
const MaxInFlight = 256

// Hello is what a subject says of itself. It must say the same each time that
// it is started.
type Hello struct {
	Name        string
	Version     string
	Language    string
	Origin      string   // "" when not given
	Revision    string   // "" when not given
	Operations  []string // that it claims, sorted
	MaxInFlight int      // as it said; 1 when it did not
}

// Claims reports whether the subject claims the operation of that name.
func (h Hello) Claims(operation string) bool {
	_, ok := slices.BinarySearch(h.Operations, operation)
	return ok
}

// equal reports whether g names the same implementation and operations.
func (h Hello) equal(g Hello) bool {
	return h.Name == g.Name && h.Version == g.Version && h.Language == g.Language &&
		h.Origin == g.Origin && h.Revision == g.Revision && slices.Equal(h.Operations, g.Operations)
}

// again is the error of an instance that says g, after one that said h.
func (h Hello) again(g Hello) error {
	if h.equal(g) {
		return nil
	}
	return &ProtocolError{
		Problem: fmt.Sprintf("the subject changes what it is: first %v, then %v", h, g),
		Hint:    "conform.hello must be answered alike each time that the subject is started", changed: true,
	}
}

func (h Hello) String() string {
	return fmt.Sprintf("%s %s (%s), operations %s", h.Name, h.Version, h.Language, strings.Join(h.Operations, ", "))
}

// greet opens an instance and asks it conform.hello. The error is a
// *ProtocolError, or ctx's.
func greet(ctx context.Context, s Subject, suite *vectors.Suite, id string, l Limits) (Conn, Hello, error) {
	opening, cancel := context.WithTimeout(ctx, l.Hello)
	defer cancel()
	conn, err := s.Open(opening, l)
	if err != nil {
		return nil, Hello{}, firstErr(ctx.Err(), &ProtocolError{
			Problem: fmt.Sprintf("the subject could not be started: %v", err),
			Hint:    "is the command right? It is run as it stands, without a shell", Cause: ErrStart,
		})
	}
	hello, problem := sayHello(opening, conn, suite, id, l)
	if problem == nil {
		return conn, hello, nil
	}
	how := conn.Close()
	if ctx.Err() != nil {
		return nil, Hello{}, ctx.Err()
	}
	problem.Stderr = printable(conn.Stderr(), stderrShown)
	if problem.Problem == "" {
		problem.Problem = "the subject " + how + " before it answered conform.hello"
	}
	return nil, Hello{}, problem
}

func firstErr(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

// sayHello asks conform.hello and reads the answer. The Problem of its error
// is empty when the subject ended instead.
func sayHello(ctx context.Context, conn Conn, suite *vectors.Suite, id string, l Limits) (Hello, *ProtocolError) {
	type received struct {
		line []byte
		err  error
	}
	answered := make(chan received, 1)
	go func() {
		params, _ := json.Marshal(map[string]any{
			"protocol": Protocol,
			"suite":    map[string]string{"version": suite.Version, "digest": suite.Digest},
		})
		conn.Send([][]byte{appendRequest(nil, id, "conform.hello", params)})
		line, err := conn.Receive()
		answered <- received{line, err}
	}()
	select {
	case r := <-answered:
		return readHello(r.line, r.err, suite, id)
	case <-ctx.Done():
		conn.Close()
		<-answered
		return Hello{}, &ProtocolError{
			Problem: fmt.Sprintf("the subject did not answer conform.hello within %v", l.Hello.Round(time.Millisecond)),
			Hint:    "it must read one request a line from stdin, and flush each answer",
		}
	}
}

func readHello(line []byte, err error, suite *vectors.Suite, id string) (Hello, *ProtocolError) {
	const stdout = "stdout is for answers alone, one a line; anything else belongs on stderr"
	shown := excerpt(line)
	switch {
	case errors.Is(err, ErrMessageTooLong):
		return Hello{}, &ProtocolError{Problem: "the subject's answer to conform.hello is too long"}
	case err != nil && len(line) > 0:
		return Hello{}, &ProtocolError{Problem: "the subject ended within its first line: " + shown, Hint: stdout}
	case err != nil:
		return Hello{}, &ProtocolError{}
	}
	m, err := parseMessage(line)
	if err != nil {
		return Hello{}, &ProtocolError{Problem: fmt.Sprintf("the subject's first line is not an answer to conform.hello (%v): %s", err, shown), Hint: stdout}
	}
	if got, _ := m.Get("id"); got.Kind() != strictjson.String || got.Str() != id {
		return Hello{}, &ProtocolError{Problem: "the subject's first line is not an answer to conform.hello (its id is not the request's): " + shown, Hint: stdout}
	}
	a, err := readAnswer(m, suite.Schemas)
	switch {
	case err != nil:
		return Hello{}, &ProtocolError{Problem: fmt.Sprintf("conform.hello: %v", err)}
	case a.Kind != AnswerResult:
		return Hello{}, &ProtocolError{Problem: fmt.Sprintf("the subject refused conform.hello: %s", excerpt([]byte(a.Error.Error()))), Hint: "it must speak " + Protocol}
	}
	if err := suite.Schemas.Validate("protocol/hello.result", a.Result); err != nil {
		hint := "schema/protocol/hello.result.json says what it must be"
		if p, _ := a.Result.Get("protocol"); p.Str() != Protocol {
			hint = "it must speak " + Protocol
		}
		return Hello{}, &ProtocolError{Problem: fmt.Sprintf("the result of conform.hello is not valid: %v", err), Hint: hint}
	}
	return claimed(a.Result, suite)
}

// claimed reads a valid result of conform.hello, which must claim something.
func claimed(result strictjson.Value, suite *vectors.Suite) (Hello, *ProtocolError) {
	about, _ := result.Get("implementation")
	text := func(name string) string { v, _ := about.Get(name); return v.Str() }
	h := Hello{
		Name: text("name"), Version: text("version"), Language: text("language"),
		Origin: text("origin"), Revision: text("revision"), MaxInFlight: 1,
	}
	if v, _ := result.Get("max_in_flight"); !v.IsNull() {
		n, _ := v.Int()
		h.MaxInFlight = max(1, int(n))
	}
	ops, _ := result.Get("operations")
	for _, op := range ops.Elements() {
		h.Operations = append(h.Operations, op.Str())
	}
	slices.Sort(h.Operations)
	h.Operations = slices.Compact(h.Operations)
	if unknown := h.unknown(suite); len(unknown) == len(h.Operations) {
		problem := "the subject claims no operation of this suite"
		if len(unknown) > 0 {
			problem += ", but " + described(unknown, suite)
		}
		return h, &ProtocolError{
			Problem: problem,
			Hint:    "its hello must list the operations that it implements; the suite has those of " + strings.Join(suite.ProfileNames(), ", "),
		}
	}
	return h, nil
}

// unknown are the operations that h claims and suite does not have.
func (h Hello) unknown(suite *vectors.Suite) []string {
	return slices.DeleteFunc(slices.Clone(h.Operations), func(op string) bool { return suite.Operation(op) != nil })
}

// misspelt are those of them that an operation of suite is like; others are a
// subject's own.
func (h Hello) misspelt(suite *vectors.Suite) []string {
	return slices.DeleteFunc(h.unknown(suite), func(op string) bool { return meant(op, suite) == "" })
}

// meant is the operation of suite that op is like, "" for none.
func meant(op string, suite *vectors.Suite) string {
	var names []string
	for _, p := range suite.Profiles {
		for _, m := range p.Modules {
			for _, o := range m.Operations {
				names = append(names, o.Name)
			}
		}
	}
	for _, name := range spelling.Near(op, names) {
		return name
	}
	return ""
}

// described lists operations, each with the one that is perhaps meant.
func described(operations []string, suite *vectors.Suite) string {
	const most = 5
	var parts []string
	for _, op := range operations[:min(most, len(operations))] {
		text := excerpt([]byte(op))
		if m := meant(op, suite); m != "" {
			text += " (do you mean " + m + "?)"
		}
		parts = append(parts, text)
	}
	if n := len(operations) - most; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more", n))
	}
	return strings.Join(parts, ", ")
}
