// Package oracle lets reference implementations stand where the runner wants a
// subject and the generators want to know what is right.
package oracle

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/runner"
	"github.com/conform-suite/conform/vectors"
)

// Subject is s, in-process.
func Subject(s reference.Subject) runner.Subject {
	return runner.InProcess(func(_ context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
		v, err := strictjson.Parse(params, strictjson.Limits{Bytes: 64 << 20, Depth: strictjson.MaxDepth}) // 64 MiB, as over stdio
		if err != nil {
			return nil, err
		}
		result, err := s.Answer(method, v)
		var rejection *reference.Rejection
		switch {
		case errors.As(err, &rejection):
			return nil, runner.Reject(rejection.Code, rejection.Detail)
		case errors.Is(err, reference.ErrUnsupported):
			return nil, &runner.RPCError{Code: runner.CodeUnsupported, Message: err.Error()}
		case err != nil:
			return nil, err
		}
		return result.AppendTo(nil), nil
	})
}

// Expect is the oracle of the given profiles: a gen.Oracle.
func Expect(profiles []reference.Profile) func(operation string, params strictjson.Value) (vectors.Expect, error) {
	return func(operation string, params strictjson.Value) (vectors.Expect, error) {
		for _, p := range profiles {
			if _, ok := p.Operations[operation]; ok {
				return p.Expect(operation, params)
			}
		}
		return vectors.Expect{}, reference.ErrUnsupported
	}
}
