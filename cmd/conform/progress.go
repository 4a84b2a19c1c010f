package main

import (
	"fmt"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/conform-suite/conform/runner"
)

// progress is a bar on stderr. Nil is none.
type progress struct {
	bars  *mpb.Progress
	bar   *mpb.Bar
	what  atomic.Pointer[string] // that is counted
	total int
}

// progress makes a bar, where stderr is a terminal.
func (a *app) progress() *progress {
	width, ok := terminal(a.err)
	if !ok {
		return nil
	}
	p := &progress{bars: mpb.New(mpb.WithOutput(a.err), mpb.WithWidth(width))}
	p.what.Store(new(string))
	p.bar = p.bars.New(0, mpb.BarStyle(), mpb.PrependDecorators(decor.Any(func(s decor.Statistics) string {
		if s.Total == 0 {
			return "" // nothing is counted yet
		}
		return fmt.Sprintf("%s %d of %d ", *p.what.Load(), s.Current, s.Total)
	})))
	return p
}

// of shows how far something has come; one thing may follow another.
func (p *progress) of(what string) func(runner.Progress) {
	if p == nil {
		return nil
	}
	return func(now runner.Progress) {
		p.what.Store(&what)
		if p.total != now.Total {
			p.total = now.Total
			p.bar.SetTotal(int64(now.Total), false) // not complete when it is full: more may follow
		}
		p.bar.SetCurrent(int64(now.Done))
	}
}

// close takes the bar off the screen.
func (p *progress) close() {
	if p != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
