package runner

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/schema"
)

// ids makes the ids of requests: texts of 16 characters, 96 bits, from a
// generator that is seeded anew for each run. They say nothing of the case,
// nor of the order.
type ids struct {
	mu     sync.Mutex
	source *mathrand.ChaCha8
}

func newIDs() *ids {
	var seed [32]byte
	rand.Read(seed[:]) // never fails
	return &ids{source: mathrand.NewChaCha8(seed)}
}

const idAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func (g *ids) next() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var id [16]byte
	for i := 0; i < len(id); i += 8 {
		bits := g.source.Uint64()
		for j := range 8 {
			id[i+j] = idAlphabet[bits>>(6*j)&63]
		}
	}
	return string(id[:])
}

// appendRequest appends a request; the names need no escaping.
func appendRequest(b []byte, id, method string, params []byte) []byte {
	b = append(append(b, `{"jsonrpc":"2.0","id":"`...), id...)
	b = append(append(b, `","method":"`...), method...)
	b = append(append(b, `","params":`...), params...)
	return append(b, '}')
}

// maxValues bounds the JSON values in a message of a subject, which take far
// more memory than their text. No operation's result comes near it.
const maxValues = 1 << 16

// errTooManyValues: a message holds more than maxValues JSON values.
var errTooManyValues = fmt.Errorf("the message holds more than %d JSON values", maxValues)

// parseMessage reads a message of a subject.
func parseMessage(line []byte) (strictjson.Value, error) {
	if len(line) > maxValues && countValues(line) > maxValues {
		return strictjson.Value{}, errTooManyValues
	}
	return strictjson.Parse(line, strictjson.Limits{Bytes: len(line), Depth: strictjson.MaxDepth})
}

// countValues counts the values in a JSON text: one, one more after each comma,
// and one in each array or object that is not empty.
func countValues(text []byte) int {
	n, inText, opened := 1, false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if opened && c > ' ' {
			opened = false
			if c != ']' && c != '}' {
				n++
			}
		}
		switch {
		case c == '\\' && inText:
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == ',':
			n++
		case c == '[' || c == '{':
			opened = true
		}
	}
	return n
}

// looseID finds the id in a message that is a JSON object, though perhaps with
// repeated members or invalid UTF-8; ok is false unless there is just one, a text.
func looseID(line []byte) (id string, ok bool) {
	d := jsontext.NewDecoder(bytes.NewBuffer(line), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return "", false
	}
	found := 0
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return "", false
		}
		if name.String() != "id" {
			if d.SkipValue() != nil {
				return "", false
			}
			continue
		}
		value, err := d.ReadToken()
		if err != nil || value.Kind() != '"' {
			return "", false
		}
		id = value.String()
		found++
	}
	if _, err := d.ReadToken(); err != nil {
		return "", false
	}
	_, err := d.ReadToken()
	return id, found == 1 && err == io.EOF
}

// Answer is what a subject said to a case.
type Answer struct {
	Kind AnswerKind
	// Result is the result of an AnswerResult. In the outcomes of Run it is
	// kept only where the case did not pass, and the answer is not longer than
	// 64 KiB.
	Result strictjson.Value
	// Code is the code of an AnswerRejected, "" when the subject gave none.
	// JSON-RPC's own -32602 without one counts as "invalid_params".
	Code string
	// Error is the error response as it was sent; nil for a result.
	Error *RPCError
}

// AnswerKind is one of the things that an answer can be.
type AnswerKind string

// The kinds of an Answer.
const (
	AnswerNone        AnswerKind = ""            // none, or one that is broken
	AnswerResult      AnswerKind = "result"      // to be compared
	AnswerRejected    AnswerKind = "rejected"    // understood and refused
	AnswerUnsupported AnswerKind = "unsupported" // the operation is not implemented
	AnswerError       AnswerKind = "error"       // any other error code: a failure of the subject
)

// readAnswer reads a message whose id is known to be right. An error means
// that it does not have the form of a response.
func readAnswer(m strictjson.Value, schemas *schema.Set) (Answer, error) {
	version, _ := m.Get("jsonrpc")
	result, hasResult := m.Get("result")
	fault, hasError := m.Get("error")
	if version.Str() != "2.0" || hasResult == hasError {
		return Answer{}, malformed(m, schemas)
	}
	if hasResult {
		return Answer{Kind: AnswerResult, Result: result}, nil
	}
	code, _ := fault.Get("code")
	message, _ := fault.Get("message")
	n, ok := code.Int()
	if !ok || n != int64(int32(n)) || message.Kind() != strictjson.String {
		return Answer{}, malformed(m, schemas)
	}
	return errorAnswer(int(n), message.Str(), fault), nil
}

func errorAnswer(code int, message string, fault strictjson.Value) Answer {
	a := Answer{Kind: AnswerError, Error: &RPCError{Code: code, Message: message}}
	data, ok := fault.Get("data")
	if ok {
		a.Error.Data = json.RawMessage(data.AppendTo(nil))
	}
	why, _ := data.Get("code")
	switch code {
	case CodeRejected:
		a.Kind, a.Code = AnswerRejected, why.Str()
	case CodeInvalidParams:
		a.Kind, a.Code = AnswerRejected, why.Str()
		if a.Code == "" {
			a.Code = invalidParams
		}
	case CodeUnsupported:
		a.Kind = AnswerUnsupported
	}
	return a
}

// invalidParams is the rejection code of missing and ill-typed params, in
// every operation.
const invalidParams = "invalid_params"

// malformed says what is wrong with the form of a response.
func malformed(m strictjson.Value, schemas *schema.Set) error {
	if err := schemas.Validate("protocol/response", m); err != nil {
		return fmt.Errorf("the answer is not a JSON-RPC 2.0 response: %w", err)
	}
	return errors.New("the answer is not a JSON-RPC 2.0 response")
}
