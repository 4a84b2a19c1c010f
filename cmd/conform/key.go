package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/internal/atomicfile"
	"github.com/conform-suite/conform/reports"
)

func (a *app) keyCommand() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "key",
		Short: "Make a signing key, or show its public half",
	})
	cmd.AddCommand(a.keyNewCommand(), a.keyPublicCommand())
	return cmd
}

func (a *app) keyNewCommand() *cobra.Command {
	var alg string
	cmd := &cobra.Command{
		Use:   "new FILE",
		Short: "Make a private key (JWK, RFC 7517) in a new file, mode 0600",
		Long: `Make a private key (JWK, RFC 7517) in a new file that only you can read. A
file that is there already is never overwritten. Sign with it by
` + "`conform run --key`" + ` or the environment variable CONFORM_KEY; give others what
` + "`conform key public`" + ` prints.`,
		Args: takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			key, err := newKey(args[0], reports.Algorithm(alg))
			if err != nil {
				return err
			}
			fmt.Fprintf(a.err, "made %s, an %s key with thumbprint %s\n", args[0], key.Algorithm(), key.Public().Thumbprint())
			return nil
		},
	}
	cmd.Flags().StringVar(&alg, "alg", string(reports.EdDSA), "the `algorithm`: EdDSA or ES256")
	complete(cmd, "alg", oneOf(string(reports.EdDSA), string(reports.ES256)))
	return cmd
}

func (a *app) keyPublicCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "public [FILE]",
		Short: "Print the public half of a key, for those who verify",
		Long: `Print the public half of a private key as a JWK. Without FILE: of the key that
` + "`conform run`" + ` signs with, CONFORM_KEY or the one in your configuration folder.`,
		Args: takes(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			path := ""
			if len(args) == 1 {
				path = args[0]
			}
			s, err := signer(path)
			if err != nil {
				return err
			}
			fmt.Fprintln(a.out, s.key.Public().JWK())
			return nil
		},
	}
}

// signature is the key that reports are signed with, and where it is from.
type signature struct {
	key  reports.Key
	path string
	own  bool // made by this program for its user: self-signed
	made bool // just now
}

// signer finds the key to sign with: the file named, else the one that
// CONFORM_KEY names, else the user's own, which is made when there is none.
func signer(path string) (signature, error) {
	if path == "" {
		path = os.Getenv("CONFORM_KEY")
	}
	if path != "" {
		key, err := readKey(path)
		return signature{key: key, path: path}, err
	}
	path, err := ownKeyPath()
	if err != nil {
		return signature{}, noPlace(err)
	}
	key, err := readKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return signature{key: key, path: path, own: true}, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return signature{}, noPlace(err)
	}
	key, err = newKey(path, reports.EdDSA)
	if err != nil {
		if key, err := readKey(path); err == nil { // another use of conform made it in this moment
			return signature{key: key, path: path, own: true}, nil
		}
		return signature{}, noPlace(err)
	}
	return signature{key: key, path: path, own: true, made: true}, nil
}

// noPlace is the error of a user's own key that cannot be kept.
func noPlace(err error) error {
	return usage("name a key with --key FILE or CONFORM_KEY; `conform key new FILE` makes one", "no place for a signing key: %w", err)
}

// ownKeyPath is where the key lies that is made for a user who names none.
func ownKeyPath() (string, error) {
	dir, err := os.UserConfigDir()
	return filepath.Join(dir, "conform", "key.jwk"), err
}

func readKey(path string) (reports.Key, error) {
	data, err := readFile(path, maxKeyBytes)
	if err != nil {
		return reports.Key{}, usage("`conform key new FILE` makes a key", "reading the signing key: %w", err)
	}
	key, err := reports.ParseKey(data)
	if err == nil {
		return key, nil
	}
	return reports.Key{}, usage("it must be a private JWK with kty OKP and crv Ed25519, or kty EC and crv P-256; `conform key new FILE` makes one",
		"reading the signing key %s: %w", path, err)
}

// newKey makes a key in a file that must not be there yet.
func newKey(path string, alg reports.Algorithm) (reports.Key, error) {
	if alg != reports.EdDSA && alg != reports.ES256 {
		return reports.Key{}, usage("", "algorithm %q is neither EdDSA nor ES256", alg)
	}
	key, err := reports.NewKey(alg)
	if err != nil {
		return key, err
	}
	err = atomicfile.WriteNew(path, []byte(key.JWK().String()+"\n"), 0o600)
	if errors.Is(err, fs.ErrExist) {
		return key, usage("choose another name: a key that was overwritten is lost", "%s is there already", path)
	}
	if err != nil {
		return key, usage("", "making a key: %w", err)
	}
	return key, nil
}
