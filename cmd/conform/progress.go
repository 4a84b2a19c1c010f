package main

import (
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/conform-suite/conform/runner"
)

// progress is a bar on stderr, or nothing where that is no terminal.
type progress struct {
	bars *mpb.Progress
	bar  *mpb.Bar
}

func (a *app) progress(total int) *progress {
	width, ok := terminal(a.err)
	if !ok {
		return &progress{}
	}
	bars := mpb.New(mpb.WithOutput(a.err), mpb.WithWidth(width))
	bar := bars.New(int64(total), mpb.BarStyle(), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.CountersNoUnit("%d of %d ")))
	return &progress{bars, bar}
}

func (p *progress) show(now runner.Progress) {
	if p.bar != nil {
		p.bar.SetCurrent(int64(now.Done))
	}
}

// close takes the bar off the screen.
func (p *progress) close() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
