// Package reference holds what the reference implementations of all profiles
// share: the shape of an operation, a rejection, and the strict reading of
// params that the protocol asks for.
//
// A reference implementation is the oracle of its profile: it judges generated
// cases and is the subject of `conform run` when no command is given. It is
// never the source of a golden vector's expected value.
package reference

import (
	"fmt"

	"github.com/conform-suite/conform/internal/strictjson"
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
