// Package reference holds what the reference implementations of all profiles
// share: the shape of an operation, a rejection, and the strict reading of
// params that the protocol asks for.
//
// A reference implementation is the oracle of its profile: it judges generated
// cases and is the subject of `conform run` when no command is given. It is
// never the source of a golden vector's expected value.
package reference

import (
	"errors"
	"fmt"

	"github.com/conform-suite/conform/internal/strictjson"
	"github.com/conform-suite/conform/vectors"
)

// Operation answers one request: its result, or an error. An error that is a
// *Rejection means that the request was understood and refused; any other
// error is a failure of the implementation. The params are an object in any
// request that the runner sends; anything else is rejected.
type Operation func(params strictjson.Value) (strictjson.Value, error)

// Profile is a profile's reference implementation: its operations by name.
type Profile struct {
	Name       string
	Operations map[string]Operation

	// Many has the operations of which many answers are right: it says what is
	// expected of one, given the reference's own result.
	Many map[string]func(params, result strictjson.Value) vectors.Expect
}

// Expect says what a right answer to a request is. An error is a failure of the
// reference.
func (p Profile) Expect(operation string, params strictjson.Value) (vectors.Expect, error) {
	op, ok := p.Operations[operation]
	if !ok {
		return vectors.Expect{}, ErrUnsupported
	}
	result, err := op(params)
	var rejection *Rejection
	switch {
	case errors.As(err, &rejection):
		return vectors.Expect{Rejected: rejection.Code}, nil
	case err != nil:
		return vectors.Expect{}, err
	}
	if many, ok := p.Many[operation]; ok {
		return many(params, result), nil
	}
	return vectors.Expect{Result: &result}, nil
}

// InvalidParams is the code of every rejection of a missing or ill-typed
// param, in all operations of all profiles.
const InvalidParams = "invalid_params"

// Rejection says that a request was understood and refused.
type Rejection struct {
	Code   string // from the closed list of the operation, in CONFORMANCE.md
	Detail string // for people; never compared
}

func (r *Rejection) Error() string { return r.Code + ": " + r.Detail }

// Reject makes a *Rejection.
func Reject(code, format string, args ...any) error {
	return &Rejection{code, fmt.Sprintf(format, args...)}
}
