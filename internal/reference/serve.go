package reference

import (
	"bufio"
	"errors"
	"io"

	"github.com/conform-suite/conform/internal/strictjson"
)

// maxRequest bounds one request line: 64 MiB, four times what the runner lets
// a subject send, since escapes make a line longer than the texts in it.
const maxRequest = 64 << 20

// Error codes of JSON-RPC 2.0, section 5.1, and of the protocol.
const (
	codeParse       = -32700
	codeInvalid     = -32600
	codeUnsupported = -32601
	codeInternal    = -32603
	codeRejected    = 1
)

// Serve answers the requests on in, one a line, with responses on out, until
// in ends. It writes out whatever is answered before it waits for more. The
// error is one of reading, of writing, or that a line was too long.
func (s *Subject) Serve(in io.Reader, out io.Writer) error {
	r := bufio.NewReaderSize(in, 1<<16)
	w := bufio.NewWriterSize(out, 1<<16)
	var response []byte
	for {
		line, err := readLine(r)
		if err == io.EOF {
			return w.Flush()
		}
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		response = append(s.respond(response[:0], line), '\n')
		if _, err := w.Write(response); err != nil {
			return err
		}
		if r.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
}

// readLine reads up to a line feed or the end; the line is valid until the
// next call.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err == nil {
		return line, nil
	}
	long := append([]byte(nil), line...)
	for err == bufio.ErrBufferFull && len(long) <= maxRequest {
		line, err = r.ReadSlice('\n')
		long = append(long, line...)
	}
	if len(long) > maxRequest {
		return nil, errors.New("a request is longer than 64 MiB")
	}
	if err == io.EOF && len(long) > 0 {
		err = nil
	}
	return long, err
}

// respond appends the response to one request.
func (s *Subject) respond(b, line []byte) []byte {
	req, err := strictjson.Parse(line, strictjson.Limits{Bytes: maxRequest, Depth: strictjson.MaxDepth})
	if err != nil {
		return appendError(b, strictjson.Value{}, codeParse, err.Error(), "")
	}
	id, _ := req.Get("id")
	method, ok := req.Get("method")
	if !ok || method.Kind() != strictjson.String {
		return appendError(b, id, codeInvalid, "a request needs a method", "")
	}
	params, _ := req.Get("params")
	result, err := s.Answer(method.Str(), params)
	var rejection *Rejection
	switch {
	case errors.As(err, &rejection):
		return appendError(b, id, codeRejected, rejection.Detail, rejection.Code)
	case errors.Is(err, ErrUnsupported):
		return appendError(b, id, codeUnsupported, err.Error(), "")
	case err != nil:
		return appendError(b, id, codeInternal, err.Error(), "")
	}
	b = append(b, `{"jsonrpc":"2.0","id":`...)
	b = id.AppendTo(b)
	b = append(b, `,"result":`...)
	return append(result.AppendTo(b), '}')
}

func appendError(b []byte, id strictjson.Value, code int64, message, reason string) []byte {
	b = append(b, `{"jsonrpc":"2.0","id":`...)
	b = id.AppendTo(b)
	b = append(b, `,"error":{"code":`...)
	b = strictjson.Integer(code).AppendTo(b)
	b = append(b, `,"message":`...)
	b = strictjson.Text(message).AppendTo(b)
	if reason != "" {
		b = append(b, `,"data":{"code":`...)
		b = append(strictjson.Text(reason).AppendTo(b), '}')
	}
	return append(b, '}', '}')
}
