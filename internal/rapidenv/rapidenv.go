// Package rapidenv takes the RAPID_* variables out of the environment before
// pgregory.net/rapid reads them: that package panics while it is initialised
// when one of them is odd, and would otherwise let them change a run.
//
// It works by the order in which the language initialises packages: those that
// are ready by import path, and this one needs nothing that comes after rapid
// (Go language specification, Program initialization).
package rapidenv

import (
	"os"
	"strings"
)

func init() {
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); strings.HasPrefix(name, "RAPID_") {
			os.Unsetenv(name)
		}
	}
}
