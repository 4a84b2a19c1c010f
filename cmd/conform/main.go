// Conform tells whether an implementation keeps its promises of provenance,
// and hands out evidence that a stranger can check.
//
//	conform run -o out -- python3 my_subject.py
//	conform verify out/conformance_report.json --key pub.jwk
//
// CONFORMANCE.md at the root of the module says what is tested, over what
// protocol, and what each verdict means. `conform help` lists the subcommands.
package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/kballard/go-shellquote"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/faults"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/events"
	"github.com/conform-suite/conform/internal/reference/ids"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// memory is how much is used before garbage is collected often: 64 MiB, so that
// a subject with large answers takes no more than it must. Below that it is
// collected seldom. GOMEMLIMIT and GOGC say otherwise.
const memory = 64 << 20

func main() {
	if os.Getenv("GOMEMLIMIT") == "" && os.Getenv("GOGC") == "" {
		debug.SetMemoryLimit(memory)
		debug.SetGCPercent(400)
	}
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	a := &app{
		self:       self(os.Args[0]),
		suite:      vectors.Embedded,
		profiles:   references(),
		generators: generators,
		faults:     faults.All,
		in:         os.Stdin, out: os.Stdout, err: os.Stderr,
	}
	go a.heed(signals, cancel)
	os.Exit(a.execute(ctx, os.Args[1:]))
}

// heed lets a command end by itself at the first signal. At the second, whatever
// subject is still there is killed, and the command has a moment for its report.
func (a *app) heed(signals <-chan os.Signal, cancel context.CancelFunc) {
	<-signals
	cancel()
	select {
	case <-signals:
	case <-time.After(time.Second):
		if runner.Alive() {
			a.complain("interrupted", "waiting for the subject to end; a second signal ends it at once")
		}
		<-signals
	}
	runner.Kill()
	time.Sleep(time.Second)
	os.Exit(exitIncomplete)
}

// self is how a shell calls this program, which was called by that name: `go
// run` gives it one that is soon gone.
func self(name string) string {
	if strings.Contains(filepath.ToSlash(name), "/go-build") {
		return "go run ./cmd/conform"
	}
	return shellquote.Join(name)
}

// references are the reference implementations of the embedded suite: with
// generators, the one place that names the profiles that are run.
func references() []reference.Profile {
	return []reference.Profile{events.Profile, ids.Profile, manifests.Profile}
}

// generators are the generators of the embedded suite's profiles.
func generators() []gen.Profile { return []gen.Profile{gen.Events, gen.IDs, gen.Manifests} }
