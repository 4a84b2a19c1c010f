package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/conform-suite/conform/vectors"
)

// Prober asks a subject one case after the other, as often as it takes, to
// find out what makes it fail: an instance that crashed or hung is replaced
// without limit. It is for one goroutine.
type Prober struct {
	subject Subject
	suite   *vectors.Suite
	limits  Limits
	ids     *ids
	judge   judge
	conn    Conn   // nil between instances
	hello   *Hello // nil before the first instance has said it
}

// NewProber makes a Prober; no instance is started before the first question.
// Of o it uses Suite, Limits and Hello.
func NewProber(s Subject, o Options) *Prober {
	return &Prober{subject: s, suite: o.Suite, limits: o.Limits.withDefaults(), ids: newIDs(), judge: judge{o.Suite.Schemas}, hello: o.Hello}
}

// Hello is what the subject says of itself. Its errors are those of Ask.
func (p *Prober) Hello(ctx context.Context) (Hello, error) {
	if p.conn == nil {
		conn, hello, err := greet(ctx, p.subject, p.suite, p.ids.next(), p.limits)
		if err != nil {
			return Hello{}, err
		}
		p.conn = conn
		if p.hello == nil {
			p.hello = &hello
		}
		if err := p.hello.again(hello); err != nil {
			p.Close()
			return Hello{}, err
		}
	}
	return *p.hello, nil
}

// Ask asks the case v. The error is a *ProtocolError when no instance can be had,
// or ctx's.
func (p *Prober) Ask(ctx context.Context, v *vectors.Vector) (Outcome, error) {
	if _, err := p.Hello(ctx); err != nil {
		return Outcome{}, err
	}
	if !p.hello.Claims(v.Operation.Name) {
		return unclaimed(v), nil
	}
	f, params, err := lend(p.subject, v)
	if err != nil {
		return Outcome{}, err
	}
	defer f.remove()
	id, start := p.ids.next(), time.Now()
	line, err := p.exchange(ctx, appendRequest(nil, id, v.Operation.Name, params))
	o := Outcome{Vector: v, Duration: time.Since(start)}
	switch {
	case ctx.Err() != nil:
		p.Close()
		return Outcome{}, ctx.Err()
	case errors.Is(err, errNoAnswer):
		o.Kind, o.Why = vectors.Timeout, fmt.Sprintf("no answer within %v", p.limits.Case)
	case errors.Is(err, ErrMessageTooLong):
		o.Kind, o.Why = vectors.Error, fmt.Sprintf("a line on stdout is longer than %d bytes", p.limits.MessageBytes)
	case err != nil:
		o.Kind = vectors.Crash
	default:
		p.read(&o, id, line, f)
		if o.Kind != vectors.Error {
			return o, nil
		}
	}
	how, stderr := p.end()
	o.Stderr = stderr
	if o.Kind == vectors.Crash {
		o.Why = "the subject " + how + " without answering"
	}
	return o, nil
}

// read judges a line that should be the answer, and the folder, if one was lent.
func (p *Prober) read(o *Outcome, id string, line []byte, f *folder) {
	m, err := parseMessage(line)
	if err == nil {
		if got, _ := m.Get("id"); got.Str() != id {
			err = fmt.Errorf("an answer has another id: %s", excerpt(line))
		} else {
			o.Answer, err = readAnswer(m, p.suite.Schemas)
		}
	}
	if err != nil {
		o.Kind, o.Why = vectors.Error, err.Error()
		return
	}
	p.judge.judge(o, f)
}

// errNoAnswer: the time for a case is over.
var errNoAnswer = errors.New("no answer in time")

// exchange sends a request and waits for a line. After an error the instance
// is of no more use.
func (p *Prober) exchange(ctx context.Context, request []byte) ([]byte, error) {
	type received struct {
		line []byte
		err  error
	}
	answered := make(chan received, 1)
	conn := p.conn
	go func() {
		conn.Send([][]byte{request})
		line, err := conn.Receive()
		answered <- received{line, err}
	}()
	timer := time.NewTimer(p.limits.Case)
	defer timer.Stop()
	select {
	case r := <-answered:
		return r.line, r.err
	case <-timer.C:
	case <-ctx.Done():
	}
	conn.Close()
	<-answered
	return nil, errNoAnswer
}

// end ends the instance.
func (p *Prober) end() (how, stderr string) {
	how = p.conn.Close()
	stderr = printable(p.conn.Stderr(), stderrShown)
	p.conn = nil
	return how, stderr
}

// Close ends the instance, if there is one.
func (p *Prober) Close() {
	if p.conn != nil {
		p.conn.CloseSend()
		p.end()
	}
}
