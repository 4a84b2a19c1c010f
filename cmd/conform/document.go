package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/conform-suite/conform/internal/atomicfile"
	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/plain"
	"github.com/conform-suite/conform/internal/reference"
	"github.com/conform-suite/conform/internal/reference/manifests"
	"github.com/conform-suite/conform/internal/strictjson"
)

// read reads a file, or standard input when path is "-", as readFile does.
func (a *app) read(path string, limit int) ([]byte, error) {
	if path == "-" {
		return readAll(a.in, "standard input", limit)
	}
	return readFile(path, limit)
}

// maxKeyBytes bounds a file of keys: 1 MiB.
const maxKeyBytes = 1 << 20

// readFile reads a file, and stops one byte past limit, so that whoever is
// handed the bytes can see that they are too many.
func readFile(path string, limit int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, usage("", "%w", err)
	}
	defer f.Close()
	return readAll(f, path, limit)
}

func readAll(r io.Reader, name string, limit int) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return nil, usage("", "reading %s: %w", name, err)
	}
	return data, nil
}

// readKeys reads a file of public keys, a JWK or a JWKS, and warns of a private
// one, which does as well: it should not be here.
func (a *app) readKeys(path string) ([]byte, strictjson.Value, error) {
	data, err := readFile(path, maxKeyBytes)
	if err != nil {
		return nil, strictjson.Value{}, err
	}
	v, err := strictjson.Parse(data, strictjson.Limits{})
	if err != nil {
		return nil, v, err
	}
	for _, jwk := range jwksOf(v) {
		if _, private := jwk.Get("d"); private {
			a.complain("warning", path+" holds a private key, and whoever has it can sign: use what `conform key public` prints of it, and if somebody sent it, they must replace it")
			break
		}
	}
	return data, v, nil
}

// jwksOf are the elements of a JWKS, or v itself.
func jwksOf(v strictjson.Value) []strictjson.Value {
	if set, ok := v.Get("keys"); ok {
		return set.Items()
	}
	return []strictjson.Value{v}
}

// trusted reads the public keys in some files, each a JWK or a JWKS, as one
// set; it is nil when no file is named. A key that is there twice counts once,
// and one without a kid goes by its RFC 7638 thumbprint, which is the kid that
// `conform` signs with.
func (a *app) trusted(paths []string) (*jws.Keys, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	var all []strictjson.Value
	for _, path := range paths {
		list, err := a.keysIn(path)
		if err != nil {
			return nil, usage("it must be a public JWK or a JWKS; `conform key public` prints one", "reading the key %s: %w", path, err)
		}
		for _, jwk := range list {
			if !slices.ContainsFunc(all, jwk.Equal) {
				all = append(all, jwk)
			}
		}
	}
	keys, err := jws.ParseKeys(strictjson.Record(strictjson.Member{Name: "keys", Value: strictjson.List(all...)}))
	return &keys, err
}

// keysIn are the keys of a file. A key by itself must be one to verify with; in
// a set, others may stand beside it.
func (a *app) keysIn(path string) ([]strictjson.Value, error) {
	_, v, err := a.readKeys(path)
	if err != nil {
		return nil, err
	}
	if _, isSet := v.Get("keys"); !isSet {
		key, err := jws.ParsePublicKey(v)
		return []strictjson.Value{named(v, key)}, err
	}
	if _, err := jws.ParseKeys(v); err != nil {
		return nil, err
	}
	var out []strictjson.Value
	for _, jwk := range jwksOf(v) {
		if key, err := jws.ParsePublicKey(jwk); err == nil {
			jwk = named(jwk, key)
		}
		out = append(out, jwk)
	}
	return out, nil
}

// named is a JWK that has a kid.
func named(jwk strictjson.Value, key jws.PublicKey) strictjson.Value {
	if _, ok := jwk.Get("kid"); ok {
		return jwk
	}
	return key.JWK()
}

// refusal is why something was rejected, as --json shows it.
type refusal struct {
	Rejected string  `json:"rejected"` // a code of CONFORMANCE.md
	Why      string  `json:"why,omitempty"`
	Faults   []fault `json:"faults,omitempty"` // of a document that is no manifest
}

type fault struct {
	Pointer string `json:"pointer"` // RFC 6901
	Problem string `json:"problem"`
	Want    string `json:"want,omitempty"`
}

// refusalOf is the refusal that an error comes to, if it is one.
func refusalOf(err error) (refusal, bool) {
	var invalid *manifests.InvalidError
	var rejected *reference.Rejection
	switch {
	case errors.As(err, &invalid):
		r := refusal{Rejected: invalid.Code}
		for _, f := range invalid.Faults {
			r.Faults = append(r.Faults, fault(f))
		}
		return r, true
	case errors.As(err, &rejected):
		return refusal{Rejected: rejected.Code, Why: rejected.Detail}, true
	}
	return refusal{}, false
}

// refuse shows why something was rejected, and ends with exit code 1; an error
// that is no rejection is handed on.
func (a *app) refuse(what string, err error, asJSON bool) error {
	r, ok := refusalOf(err)
	switch {
	case !ok:
		return err
	case asJSON:
		return errors.Join(writeJSON(a.out, r), exit(exitNonConformant))
	}
	p := paint{coloured(a.out)}
	fmt.Fprintf(a.out, "%s is rejected: %s\n", what, p.red(r.Rejected))
	if r.Why != "" {
		a.wrapped("  ", r.Why)
	}
	for _, f := range r.Faults {
		where := "the document"
		if f.Pointer != "" {
			where = plain.Text(f.Pointer, "")
		}
		fmt.Fprintf(a.out, "\n  %s\n", p.bold(where))
		a.hanging("    what is wrong   ", f.Problem)
		if f.Want != "" {
			a.hanging("    it should be    ", f.Want)
		}
	}
	return exit(exitNonConformant)
}

// write writes a file whole or not at all.
func write(path string, data []byte) error {
	if err := atomicfile.Write(path, data); err != nil {
		return usage("", "writing %s: %w", path, err)
	}
	return nil
}

// pretty is a value as JSON with two spaces a level and a final line feed.
func pretty(v strictjson.Value) ([]byte, error) {
	data, err := json.MarshalIndent(v, "", "  ")
	return append(data, '\n'), err
}
