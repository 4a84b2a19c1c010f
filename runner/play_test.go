//go:build unix

package runner_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/runner"
)

// The test binary plays the subjects: these variables tell it which one, how
// many requests it says it takes, and where it notes what processes there are.
const (
	playVar     = "RUNNER_TEST_PLAY"
	inFlightVar = "RUNNER_TEST_IN_FLIGHT"
	pidsVar     = "RUNNER_TEST_PIDS"
)

func TestMain(m *testing.M) {
	name := os.Getenv(playVar)
	if name == "" {
		flag.Parse()
		flag.Set("test.parallel", "12") // most of them wait for a limit to pass
		os.Exit(m.Run())
	}
	p := &player{name: name, in: bufio.NewReaderSize(os.Stdin, 1<<20), out: bufio.NewWriterSize(os.Stdout, 1<<16)}
	p.inFlight, _ = strconv.Atoi(os.Getenv(inFlightVar))
	p.note(os.Getpid())
	if name == "reference" {
		ref := reference.Subject{Name: name, Version: "1", Profiles: []reference.Profile{ids.Profile}}
		ref.Serve(os.Stdin, os.Stdout)
		os.Exit(0)
	}
	if start := starts[name]; start != nil {
		start(p)
	}
	p.serve(cases[name])
	os.Exit(0)
}

// subject is the test binary as the subject of that name.
func subject(name string, inFlight int, pids string) runner.Subject {
	return runner.Command([]string{"/usr/bin/env", playVar + "=" + name, inFlightVar + "=" + strconv.Itoa(inFlight), pidsVar + "=" + pids, os.Args[0]})
}

// player is the test binary as a subject.
type player struct {
	name     string
	inFlight int
	in       *bufio.Reader
	out      *bufio.Writer
	asked    int // requests after hello
}

type request struct {
	ID     string
	Method string
	Params struct{ N int }
}

// note writes down a process, so that the test can see whether it outlives the run.
func (p *player) note(pid int) {
	f, err := os.OpenFile(os.Getenv(pidsVar), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		fmt.Fprintln(f, pid)
		f.Close()
	}
}

// starts counts the instances of the subject so far, this one included. It is
// only right for subjects that start nothing else.
func (p *player) starts() int {
	b, _ := os.ReadFile(os.Getenv(pidsVar))
	return strings.Count(string(b), "\n")
}

func (p *player) read() (r request, ok bool) {
	line, err := p.in.ReadBytes('\n')
	if err != nil {
		return r, false
	}
	return r, json.Unmarshal(line, &r) == nil
}

// write writes a line and flushes it when nothing more is there to be read.
func (p *player) write(format string, args ...any) {
	fmt.Fprintf(p.out, format+"\n", args...)
	if p.in.Buffered() == 0 {
		p.out.Flush()
	}
}

func (p *player) answer(r request) {
	p.write(`{"jsonrpc":"2.0","id":%q,"result":{"n":%d}}`, r.ID, r.Params.N)
}

// serve answers rightly, but for what deviate does: it is given each request
// after hello, and reports whether it dealt with it.
func (p *player) serve(deviate func(*player, request) bool) {
	for {
		r, ok := p.read()
		if !ok {
			break
		}
		if r.Method == "conform.hello" {
			p.write(`{"jsonrpc":"2.0","id":%q,"result":%s}`, r.ID, helloResult(p.name, p.inFlight))
			if deviate == nil {
				continue
			}
			if after := afterHello[p.name]; after != nil {
				p.out.Flush()
				after(p)
			}
			continue
		}
		p.asked++
		if deviate == nil || !deviate(p, r) {
			p.answer(r)
		}
	}
	p.out.Flush()
}

// raw writes bytes at once.
func (p *player) raw(s string) {
	p.out.WriteString(s)
	p.out.Flush()
}

// hang flushes and never comes back.
func (p *player) hang() {
	p.out.Flush()
	time.Sleep(time.Hour) // select {} would be found out as a deadlock
}

// offspring starts a process that lives for a minute with our pipes, in the
// given environment.
func (p *player) offspring(attr *syscall.SysProcAttr, env []string) {
	c := exec.Command("sleep", "60")
	c.Env = env
	c.Stdin, c.Stdout, c.Stderr, c.SysProcAttr = os.Stdin, os.Stdout, os.Stderr, attr
	if c.Start() == nil {
		p.note(c.Process.Pid)
	}
}

// bad is the case that subjects fall over.
const bad = 7

// on makes a deviation at the bad case alone.
func on(do func(p *player, r request)) func(*player, request) bool {
	return func(p *player, r request) bool {
		if r.Params.N != bad {
			return false
		}
		do(p, r)
		return true
	}
}

// says makes a subject that says something else at the bad case; %s stands
// for the id.
func says(line string) func(*player, request) bool {
	return on(func(p *player, r request) { p.write("%s", strings.ReplaceAll(line, "%s", r.ID)) })
}

// dies makes a subject that exits at its nth request.
func dies(n int) func(*player, request) bool {
	return func(p *player, _ request) bool {
		if p.asked == n {
			p.out.Flush()
			fmt.Fprintf(os.Stderr, "tired,\nafter %d\n", n)
			os.Exit(1)
		}
		return false
	}
}

// starts is what subjects do before they say hello.
var starts = map[string]func(*player){
	"exits at once": func(p *player) {
		fmt.Fprintln(os.Stderr, "no \x1b[31mlicence\x1b[0m found")
		os.Exit(3)
	},
	"prints a banner":      func(p *player) { p.raw("Starting toy server v1.2 \x1b[2J...\n") },
	"ends within a banner": func(p *player) { p.raw("Starting"); os.Exit(0) },
	"speaks no protocol":   func(p *player) { p.read(); p.raw("> what?\n"); p.hang() },
	"never reads":          func(p *player) { p.hang() },
	"says nothing":         func(p *player) { io.Copy(io.Discard, p.in); p.hang() },
	"ignores SIGTERM":      func(p *player) { signal.Ignore(syscall.SIGTERM) },
	"never exits":          func(p *player) { signal.Ignore(syscall.SIGTERM); p.serve(nil); p.hang() },
	"leaves a grandchild":  func(p *player) { p.offspring(nil, []string{"NONE=1"}) },
	"leaves a daemon":      func(p *player) { p.offspring(&syscall.SysProcAttr{Setsid: true}, nil) },
	"crashes with daemon":  func(p *player) { p.offspring(&syscall.SysProcAttr{Setsid: true}, nil) },
	"leaves zombies":       func(p *player) { exec.Command("true").Start(); exec.Command("true").Start() },
	"exits with 4":         func(p *player) { p.serve(nil); p.out.Flush(); os.Exit(4) },
	"says goodbye":         func(p *player) { p.serve(nil); p.raw("bye\n") },
	"answers out of order": func(p *player) { p.shuffled(0) },
	"slow, out of order":   func(p *player) { p.shuffled(caseLimit / 8) },
	"another protocol": func(p *player) {
		p.hello(`{"protocol":"conform/2","implementation":{"name":"a","version":"1","language":"go"},"operations":["toy.echo"]}`)
	},
	"no operations member": func(p *player) {
		p.hello(`{"protocol":"conform/1","implementation":{"name":"a","version":"1","language":"go"}}`)
	},
	"no known operation": func(p *player) {
		p.hello(`{"protocol":"conform/1","implementation":{"name":"a","version":"1","language":"go"},"operations":["a.b","c1","c2","c3","c4","c5","c6","c7"]}`)
	},
	"an operation misspelt": func(p *player) {
		p.hello(`{"protocol":"conform/1","implementation":{"name":"a","version":"1","language":"go"},"operations":["toy.eco"]}`)
	},
	"rejects hello": func(p *player) {
		r, _ := p.read()
		p.write(`{"jsonrpc":"2.0","id":%q,"error":{"code":-32601,"message":"no such method"}}`, r.ID)
	},
	"hello of another id": func(p *player) { p.read(); p.write(`{"jsonrpc":"2.0","id":"1","result":%s}`, helloResult("a", 1)) },
	"changes its name":    func(p *player) { p.name = fmt.Sprint("instance ", p.starts()) },
	"does not start again": func(p *player) {
		if p.starts() > 1 {
			os.Exit(5)
		}
	},
	"writes byte by byte": func(p *player) { p.out = bufio.NewWriterSize(oneByOne{}, 16) },
	"floods stderr":       func(p *player) { flood(os.Stderr, 20<<20); fmt.Fprint(os.Stderr, "the end") },
}

// afterHello is what subjects do once they have said it.
var afterHello = map[string]func(*player){
	"hangs after hello": (*player).hang,
	"exits after hello": func(p *player) { os.Exit(0) },
}

// cases is what subjects do with requests; see player.serve.
var cases = map[string]func(*player, request) bool{
	"hangs after hello":    says(""),
	"exits after hello":    says(""),
	"crashes on a case":    on(func(p *player, r request) { p.out.Flush(); fmt.Fprintln(os.Stderr, "seven!"); os.Exit(3) }),
	"crashes with daemon":  on(func(p *player, r request) { p.out.Flush(); os.Exit(3) }),
	"dies of a signal":     on(func(p *player, r request) { p.out.Flush(); syscall.Kill(os.Getpid(), syscall.SIGKILL); p.hang() }),
	"hangs on a case":      on(func(p *player, r request) { p.hang() }),
	"ignores SIGTERM":      on(func(p *player, r request) { p.hang() }),
	"changes its name":     on(func(p *player, r request) { p.hang() }),
	"does not start again": on(func(p *player, r request) { p.hang() }),
	"answers late": on(func(p *player, r request) {
		go func() {
			time.Sleep(2 * caseLimit)
			p.raw(`{"jsonrpc":"2.0","id":"` + r.ID + `","result":{"n":7}}` + "\n")
		}()
	}),
	"answers twice":      on(func(p *player, r request) { p.answer(r); p.answer(r) }),
	"a wrong id":         says(`{"jsonrpc":"2.0","id":"abc","result":{"n":7}}`),
	"no id":              says(`{"jsonrpc":"2.0","result":{"n":7}}`),
	"id null":            says(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}`),
	"id a number":        says(`{"jsonrpc":"2.0","id":7,"result":{"n":7}}`),
	"half a line":        on(func(p *player, r request) { p.raw(`{"jsonrpc":"2.0","id":"` + r.ID + `","res`); p.hang() }),
	"half a line, exits": on(func(p *player, r request) { p.raw(`{"jsonrpc":"2.0","id":"` + r.ID + `","res`); os.Exit(0) }),
	"300 MB in one line": on(func(p *player, r request) { p.raw(`{"x":"`); flood(os.Stdout, 300<<20); p.hang() }),
	"a 15 MB answer": on(func(p *player, r request) {
		p.raw(`{"jsonrpc":"2.0","id":"` + r.ID + `","result":"`)
		flood(os.Stdout, 15<<20)
		p.raw("\"}\n")
	}),
	"many values": on(func(p *player, r request) {
		p.write(`{"jsonrpc":"2.0","id":%q,"result":[0%s]}`, r.ID, strings.Repeat(",0", 4<<20))
	}),
	"closes stdout": on(func(p *player, r request) { p.out.Flush(); os.Stdout.Close(); p.hang() }),
	"stops reading": on(func(p *player, r request) { p.answer(r); p.hang() }),
	"not asked for": on(func(p *player, r request) {
		p.answer(r)
		p.write(`{"jsonrpc":"2.0","id":"zzzzzzzzzzzzzzzz","result":{}}`)
	}),
	"logs to stdout": on(func(p *player, r request) { p.write("DEBUG seven"); p.answer(r) }),
	"logs after its answer": on(func(p *player, r request) {
		fmt.Fprintf(p.out, `{"jsonrpc":"2.0","id":%q,"result":{"n":7}}`+"\n", r.ID)
		p.write("DEBUG seven")
	}),
	"logs later": on(func(p *player, r request) {
		p.answer(r)
		p.out.Flush()
		time.Sleep(time.Millisecond)
		p.write("DEBUG seven")
	}),
	"empty line":    on(func(p *player, r request) { p.write(""); p.answer(r) }),
	"a batch":       says(`[{"jsonrpc":"2.0","id":"%s","result":{"n":7}}]`),
	"bad JSON":      says(`{"jsonrpc":"2.0","id":"%s","result":{"n":NaN}}`),
	"trailing data": says(`{"jsonrpc":"2.0","id":"%s","result":{"n":7}} {}`),
	"very deep": on(func(p *player, r request) {
		p.write(`{"jsonrpc":"2.0","id":%q,"result":%s%s}`, r.ID, strings.Repeat("[", 20_000), strings.Repeat("]", 20_000))
	}),
	"deep": on(func(p *player, r request) {
		p.write(`{"jsonrpc":"2.0","id":%q,"result":%s%s}`, r.ID, strings.Repeat("[", 5_000), strings.Repeat("]", 5_000))
	}),
	"invalid UTF-8":             says(`{"jsonrpc":"2.0","id":"%s","result":{"n":7,"note":"` + "\xff" + `"}}`),
	"lone surrogate":            says(`{"jsonrpc":"2.0","id":"%s","result":{"n":7,"note":"\ud800"}}`),
	"repeated members":          says(`{"jsonrpc":"2.0","id":"%s","result":{"n":7,"n":7}}`),
	"repeated id":               says(`{"jsonrpc":"2.0","id":"%s","id":"%s","result":{"n":7}}`),
	"error code 2":              says(`{"jsonrpc":"2.0","id":"%s","error":{"code":2,"message":"oops"}}`),
	"internal error":            says(`{"jsonrpc":"2.0","id":"%s","error":{"code":-32603,"message":"oops"}}`),
	"result and error":          says(`{"jsonrpc":"2.0","id":"%s","result":{"n":7},"error":{"code":1,"message":"x"}}`),
	"result, error null":        says(`{"jsonrpc":"2.0","id":"%s","result":{"n":7},"error":null}`),
	"neither":                   says(`{"jsonrpc":"2.0","id":"%s"}`),
	"no version":                says(`{"id":"%s","result":{"n":7}}`),
	"error without message":     says(`{"jsonrpc":"2.0","id":"%s","error":{"code":1}}`),
	"error code a fraction":     says(`{"jsonrpc":"2.0","id":"%s","error":{"code":1.5,"message":"x"}}`),
	"error code beyond 32 bits": says(`{"jsonrpc":"2.0","id":"%s","error":{"code":4294967297,"message":"x"}}`),
	"result null":               says(`{"jsonrpc":"2.0","id":"%s","result":null}`),
	"unsupported":               says(`{"jsonrpc":"2.0","id":"%s","error":{"code":-32601,"message":"no such method"}}`),
	"rejects":                   says(`{"jsonrpc":"2.0","id":"%s","error":{"code":1,"message":"no","data":{"code":"too_big"}}}`),
	"CRLF":                      says(`{"jsonrpc":"2.0","id":"%s","result":{"n":7}}` + "\r"),
	"members of extensions":     says(`{"jsonrpc":"2.0","id":"%s","result":{"n":7},"took":5}`),
	"one thread hangs": func(p *player, r request) bool {
		if r.Params.N == bad {
			return true
		}
		time.Sleep(20 * time.Millisecond)
		return false
	},
	"dies at the 50th": dies(50),
	"dies at the 20th": dies(20),
	"slow": func(p *player, r request) bool {
		time.Sleep(caseLimit / 8)
		p.answer(r)
		p.out.Flush()
		return true
	},
}

// hello says something of its own.
func (p *player) hello(result string) {
	r, _ := p.read()
	p.write(`{"jsonrpc":"2.0","id":%q,"result":%s}`, r.ID, result)
}

// shuffled answers the newest request that it has, one at a time.
func (p *player) shuffled(each time.Duration) {
	hello, _ := p.read()
	p.write(`{"jsonrpc":"2.0","id":%q,"result":%s}`, hello.ID, helloResult(p.name, p.inFlight))
	all := make(chan request, 1_000)
	go func() {
		defer close(all)
		for r, ok := p.read(); ok; r, ok = p.read() {
			all <- r
		}
	}()
	for r := range all {
		queue := []request{r}
		for len(all) > 0 {
			queue = append(queue, <-all)
		}
		for i := len(queue) - 1; i >= 0; i-- {
			time.Sleep(each)
			fmt.Fprintf(os.Stdout, `{"jsonrpc":"2.0","id":%q,"result":{"n":%d}}`+"\n", queue[i].ID, queue[i].Params.N)
		}
	}
	os.Exit(0)
}

func flood(f *os.File, n int) {
	chunk := []byte(strings.Repeat("x", 1<<20))
	for ; n > 0; n -= len(chunk) {
		if _, err := f.Write(chunk); err != nil {
			return
		}
	}
}

type oneByOne struct{}

func (oneByOne) Write(b []byte) (int, error) {
	for i := range b {
		if _, err := os.Stdout.Write(b[i : i+1]); err != nil {
			return i, err
		}
	}
	return len(b), nil
}
