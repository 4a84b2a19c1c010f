package challenge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/conform-suite/conform/gen"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// Disagreement is one way in which two subjects disagree.
type Disagreement struct {
	Operation string `json:"operation"`
	Class     string `json:"class"` // in what they disagree
	Cases     int64  `json:"cases"` // how many of those generated are of this class

	At      gen.Indexed      `json:"-"` // the first of them
	Shrunk  gen.Shrunk       `json:"-"`
	Params  strictjson.Value `json:"params"` // the smallest found
	A       string           `json:"a"`      // what each said to it
	B       string           `json:"b"`
	Problem string           `json:"problem,omitempty"` // why it could not be made small
}

// Diff asks two subjects the cases of c, one by one, and groups what they
// disagree on by class: one case each, made small with at most o.Budget
// questions. Free members are not compared. Only operations that both claim
// are asked.
func Diff(ctx context.Context, a, b runner.Subject, c *gen.Challenge, o Options) ([]Disagreement, error) {
	options := runner.Options{Suite: c.Suite, Limits: o.Limits}
	d := &differ{challenge: c, a: runner.NewProber(a, options), b: runner.NewProber(b, options)}
	defer d.a.Close()
	defer d.b.Close()
	found := map[string]*Disagreement{}
	var done runner.Progress
	done.Total = int(c.Cases) * len(c.Operations())
	for at, x := range c.Stream() {
		class, err := d.class(ctx, at, x.Params)
		if err != nil {
			return nil, err
		}
		if done.Done++; o.Progress != nil {
			o.Progress(done)
		}
		if class == "" {
			continue
		}
		key := at.Operation + " " + class
		if found[key] == nil {
			found[key] = &Disagreement{Operation: at.Operation, Class: class, At: at, Params: x.Params}
		}
		found[key].Cases++
	}
	if d.shared == 0 {
		return nil, ErrNothingShared
	}
	return d.smallest(ctx, found, o.Budget)
}

// ErrNothingShared: there is no operation that both subjects claim.
var ErrNothingShared = errors.New("there is no operation that both subjects claim, so nothing was compared")

type differ struct {
	challenge *gen.Challenge
	a, b      *runner.Prober
	shared    int // cases of operations that both claim
}

// class says in what the two disagree on params, "" for nothing.
func (d *differ) class(ctx context.Context, at gen.Indexed, params strictjson.Value) (string, error) {
	class, _, _, err := d.ask(ctx, at, params)
	return class, err
}

func (d *differ) ask(ctx context.Context, at gen.Indexed, params strictjson.Value) (class, a, b string, err error) {
	v, err := d.challenge.Vector(at, gen.Case{Params: params, Class: "diff"})
	if err != nil {
		return "", "", "", err
	}
	x, err := d.a.Ask(ctx, v)
	if err != nil {
		return "", "", "", err
	}
	y, err := d.b.Ask(ctx, v)
	if err != nil {
		return "", "", "", err
	}
	if x.Kind == vectors.Unsupported || y.Kind == vectors.Unsupported {
		return "", "", "", nil
	}
	d.shared++
	return runner.Disagree(x, y), said(x), said(y), nil
}

// said is what a subject said, in a line.
func said(o runner.Outcome) string {
	switch o.Answer.Kind {
	case runner.AnswerResult:
		return o.Vector.Operation.Mask.Keep(o.Answer.Result, true).String()
	case runner.AnswerRejected:
		return fmt.Sprintf("rejected (%s)", cmp.Or(o.Answer.Code, "no code"))
	}
	return string(o.Kind) + ": " + o.Why
}

func (d *differ) smallest(ctx context.Context, found map[string]*Disagreement, budget int) ([]Disagreement, error) {
	out := []Disagreement{}
	for _, g := range found {
		out = append(out, *g)
	}
	slices.SortFunc(out, func(x, y Disagreement) int {
		return cmp.Or(cmp.Compare(x.Operation, y.Operation), cmp.Compare(x.At.Index, y.At.Index), cmp.Compare(x.Class, y.Class))
	})
	for i := range out {
		g := &out[i]
		if budget > 0 {
			shrunk, err := d.challenge.Shrink(g.At, budget, func(p strictjson.Value) (string, error) { return d.class(ctx, g.At, p) })
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				g.Problem = err.Error()
			} else {
				g.Shrunk, g.Params = shrunk, shrunk.Minimal
			}
		}
		var err error
		if _, g.A, g.B, err = d.ask(ctx, g.At, g.Params); err != nil {
			return nil, err
		}
	}
	return out, nil
}
