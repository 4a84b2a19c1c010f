package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Command is a subject that speaks over its standard input and output: the
// program argv[0], looked up on the PATH unless it holds a slash, with the
// arguments that follow. It inherits environment and working directory.
//
// Each instance is started in a process group of its own, and all of the group
// is ended with it. On Linux so is what has left the group and kept the
// environment. On Windows only the program itself is ended.
func Command(argv []string) Subject { return command{argv} }

type command struct{ argv []string }

func (c command) Transport() string { return "stdio" }

func (c command) SharesDisk() bool { return true }

func (c command) Open(ctx context.Context, l Limits) (Conn, error) {
	if len(c.argv) == 0 {
		return nil, errors.New("the command is empty")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l = l.withDefaults()
	cmd := exec.Command(c.argv[0], c.argv[1:]...)
	p := &process{cmd: cmd, limits: l, exited: make(chan struct{}), stderr: newTail(l.StderrBytes), stderrEnd: make(chan struct{})}
	theirs, err := p.pipes()
	if err == nil {
		p.cookie = mark(cmd)
		setGroup(cmd)
		err = cmd.Start()
	}
	closeAll(theirs)
	if err != nil {
		closeAll([]*os.File{p.stdin, p.stdout, p.errors, p.life, p.lifeEnd})
		return nil, err
	}
	p.lines = newLines(output{p.stdout, p.life}, l.MessageBytes)
	p.enlist()
	go p.drain()
	go p.wait()
	return p, nil
}

// process is a running command. The pipes are ours, not os/exec's, so that
// waiting for the process never waits for whoever else holds them open.
type process struct {
	cmd    *exec.Cmd
	limits Limits
	cookie string // in the environment of the process and what it starts

	stdin, stdout, errors *os.File // our ends
	life, lifeEnd         *os.File // a pipe that ends when the process is gone
	lines                 *lines
	out                   []byte // what Send writes at once

	mu        sync.Mutex    // held while the process is reaped, or its group signalled
	finishing time.Time     // when CloseSend was called, else zero
	forced    bool          // it was told to end
	exited    chan struct{} // closed when the process is gone
	how       string        // it ended; set before exited is closed
	stderr    *tail
	stderrEnd chan struct{} // closed when stderr was read to its end

	closing sync.Once
}

// pipes makes the pipes and returns the subject's ends.
func (p *process) pipes() (theirs []*os.File, err error) {
	var in, out, errs *os.File
	if in, p.stdin, err = os.Pipe(); err == nil {
		p.stdout, out, err = newPipe()
	}
	if err == nil {
		p.errors, errs, err = newPipe()
	}
	if err == nil {
		p.life, p.lifeEnd, err = newPipe()
	}
	theirs = []*os.File{in, out, errs}
	if err != nil {
		return theirs, fmt.Errorf("making a pipe: %w", err)
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = in, out, errs
	return theirs, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

func (p *process) Send(requests [][]byte) error {
	p.out = p.out[:0]
	for _, r := range requests {
		p.out = append(append(p.out, r...), '\n')
	}
	_, err := p.stdin.Write(p.out)
	if cap(p.out) > 1<<20 {
		p.out = nil
	}
	return err
}

func (p *process) CloseSend() error {
	p.mu.Lock()
	p.finishing = time.Now()
	p.mu.Unlock()
	return p.stdin.Close()
}

func (p *process) Receive() ([]byte, error) { return p.lines.next() }

func (p *process) Stderr() []byte { return p.stderr.bytes() }

// wait reaps the process. Where that can be done, what it left behind in its
// group is killed while the group's id is still its own.
func (p *process) wait() {
	defer p.strikeOff()
	early := awaitExit(p.cmd.Process.Pid)
	if early {
		p.mu.Lock()
		defer p.mu.Unlock()
		killGroup(p.cmd)
	}
	err := p.cmd.Wait()
	if !early {
		killGroup(p.cmd)
		p.mu.Lock()
		defer p.mu.Unlock()
	}
	p.how = ended(p.cmd.ProcessState, err)
	if p.forced {
		p.how = "did not exit by itself and was ended"
	}
	close(p.exited)
	p.lifeEnd.Close()
}

// ended says how a process ended.
func ended(s *os.ProcessState, err error) string {
	switch {
	case s == nil:
		return fmt.Sprintf("ended: %v", err)
	case s.Exited():
		return fmt.Sprintf("exited with status %d", s.ExitCode())
	default:
		return "was ended by " + s.String()
	}
}

// drain reads stderr to its end.
func (p *process) drain() {
	defer close(p.stderrEnd)
	io.Copy(p.stderr, output{p.errors, p.life})
}

// leftover is how long a pipe is read on for after the process is gone, when
// another process holds it open. All that the process itself wrote is in the
// pipe by then, so any time is enough.
const leftover = 50 * time.Millisecond

// farewell is how long an instance that has closed its stdout may take to
// exit by itself, so that its exit status can be told.
const farewell = time.Second

func (p *process) Close() string {
	p.closing.Do(func() {
		p.stdin.Close()
		p.mu.Lock()
		finishing := p.finishing
		p.mu.Unlock()
		switch {
		case !finishing.IsZero():
			p.gone(time.Until(finishing.Add(p.limits.Exit)))
		case p.lines.ended():
			p.gone(min(farewell, p.limits.Exit))
		}
		p.end()
		p.stdout.Close()
		select {
		case <-p.stderrEnd:
		case <-time.After(farewell): // somebody else writes to it
		}
		p.errors.Close()
		<-p.stderrEnd
		p.life.Close()
	})
	return p.how
}

// end makes sure that the process and all that it started are gone.
func (p *process) end() {
	defer killMarked(p.cookie)
	if !p.signal(terminateGroup) {
		return
	}
	p.stdout.Close() // nothing that it still says reaches anybody
	if !p.gone(p.limits.Exit) {
		p.signal(killGroup)
		<-p.exited
	}
}

// signal sends a signal to the group, and reports whether the process was
// still there.
func (p *process) signal(send func(*exec.Cmd)) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.exited:
		return false
	default:
		p.forced = true
		send(p.cmd)
		return true
	}
}

// gone waits for the process to exit, and reports whether it did.
func (p *process) gone(within time.Duration) bool {
	t := time.NewTimer(within)
	defer t.Stop()
	select {
	case <-p.exited:
		return true
	case <-t.C:
		return false
	}
}
