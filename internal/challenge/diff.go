package challenge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
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
	Params  strictjson.Value `json:"params"`          // the smallest found
	Files   *vectors.Files   `json:"files,omitempty"` // what was to be written as well
	A       string           `json:"a"`               // what each said to it
	B       string           `json:"b"`
	Problem string           `json:"problem,omitempty"` // why it could not be made small
}

// Diff asks two subjects the cases of c, one by one, and groups what they
// disagree on by class: one case each, made small with at most o.Budget
// questions. Free members are not compared. Only operations that both claim
// are asked.
func Diff(ctx context.Context, a, b runner.Subject, c *gen.Challenge, o Options) ([]Disagreement, error) {
	options := runner.Options{Suite: c.Suite, Limits: o.Limits}
	d := &differ{a: runner.NewProber(a, options), b: runner.NewProber(b, options)}
	defer d.a.Close()
	defer d.b.Close()
	if err := d.share(ctx, c); err != nil {
		return nil, err
	}
	found := map[string]*Disagreement{}
	progress, done := o.progress(d.challenge), 0
	for at, x := range d.challenge.Stream() {
		class, _, _, err := d.ask(ctx, at, x)
		if err != nil {
			return nil, err
		}
		if done++; progress != nil {
			progress(runner.Progress{Done: done})
		}
		if class == "" {
			continue
		}
		key := at.Operation + " " + class
		if found[key] == nil {
			found[key] = &Disagreement{Operation: at.Operation, Class: class, At: at, Params: x.Params, Files: x.Files}
		}
		found[key].Cases++
	}
	return d.smallest(ctx, found, o)
}

// share makes the challenge that is c for the operations that both claim.
func (d *differ) share(ctx context.Context, c *gen.Challenge) error {
	first, err := d.a.Hello(ctx)
	if err != nil {
		return err
	}
	second, err := d.b.Hello(ctx)
	if err != nil {
		return err
	}
	d.challenge = &gen.Challenge{Suite: c.Suite, Oracle: c.Oracle, Seed: c.Seed, Cases: c.Cases}
	for _, p := range c.Profiles {
		p.Operations = maps.Clone(p.Operations)
		maps.DeleteFunc(p.Operations, func(op string, _ gen.Generator) bool { return !first.Claims(op) || !second.Claims(op) })
		d.challenge.Profiles = append(d.challenge.Profiles, p)
	}
	if len(d.challenge.Operations()) == 0 {
		return ErrNothingShared
	}
	return nil
}

// ErrNothingShared: there is no operation that both subjects claim.
var ErrNothingShared = errors.New("there is no operation that both subjects claim, so nothing was compared")

type differ struct {
	challenge *gen.Challenge // of what both claim
	a, b      *runner.Prober
}

// ask says in what the two disagree on x, "" for nothing, and what each said.
func (d *differ) ask(ctx context.Context, at gen.Indexed, x gen.Case) (class, sayA, sayB string, err error) {
	v, err := d.challenge.Vector(at, x)
	if err != nil {
		return "", "", "", err
	}
	a, err := d.a.Ask(ctx, v)
	if err != nil {
		return "", "", "", err
	}
	b, err := d.b.Ask(ctx, v)
	if err != nil {
		return "", "", "", err
	}
	return runner.Disagree(a, b), said(a), said(b), nil
}

// said is what a subject said, in a line, and what it should have written.
func said(o runner.Outcome) string {
	switch o.Answer.Kind {
	case runner.AnswerResult:
		text := o.Vector.Operation.Mask.Keep(o.Answer.Result, true).String()
		if o.Class() == runner.ClassFiles {
			text += "; " + o.Why
		}
		return text
	case runner.AnswerRejected:
		return fmt.Sprintf("rejected (%s)", cmp.Or(o.Answer.Code, "no code"))
	}
	return string(o.Kind) + ": " + o.Why
}

func (d *differ) smallest(ctx context.Context, found map[string]*Disagreement, o Options) ([]Disagreement, error) {
	out := []Disagreement{}
	for _, g := range found {
		out = append(out, *g)
	}
	slices.SortFunc(out, func(x, y Disagreement) int {
		return cmp.Or(cmp.Compare(x.Operation, y.Operation), cmp.Compare(x.At.Index, y.At.Index), cmp.Compare(x.Class, y.Class))
	})
	for i := range out {
		o.small(i, len(out))
		g := &out[i]
		x := gen.Case{Params: g.Params, Files: g.Files, Class: "diff"}
		if o.Budget > 0 {
			class := func(params strictjson.Value) (string, error) {
				class, _, _, err := d.ask(ctx, g.At, gen.Case{Params: params, Files: x.Files, Class: x.Class})
				return class, err
			}
			var err error
			g.Shrunk, err = shrink(d.challenge, g.At, &x, g.Class, o.Budget, class)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				g.Problem = err.Error()
			} else {
				x.Params = g.Shrunk.Minimal
			}
		}
		g.Params, g.Files = x.Params, x.Files
		var err error
		if _, g.A, g.B, err = d.ask(ctx, g.At, x); err != nil {
			return nil, err
		}
	}
	return out, nil
}
