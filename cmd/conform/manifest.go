package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/internal/jws"
	"github.com/conform-suite/conform/internal/reference/manifests"
)

func (a *app) manifestCommand() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "manifest",
		Short: "Make a source manifest, or check one",
	})
	cmd.AddCommand(a.manifestNewCommand(), a.manifestCheckCommand())
	return cmd
}

func (a *app) manifestCheckCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Say everything that is wrong with a source manifest",
		Long: `Say of everything that is wrong with a source manifest where it is (as a JSON
Pointer) and what should be there; or, when nothing is, its source id, the
SHA-256 of its canonical payload, and whether it is signed. FILE may be - for
standard input. The exit code is 1 for what is no source manifest.

A signature is looked at, and never verified: ` + "`conform assess --key`" + ` does that.`,
		Args: takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			document, err := a.read(args[0], manifests.MaxDocument)
			if err != nil {
				return err
			}
			m, err := manifests.Parse(document)
			if err != nil {
				return a.refuse(args[0], err, asJSON)
			}
			if asJSON {
				return writeJSON(a.out, checkedManifest(m))
			}
			a.showManifest(args[0], m)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON to stdout, and nothing else")
	return cmd
}

// checked is a manifest as `conform manifest check --json` shows it: the result
// of the operation manifests.validate, and what is wrong with its signature
// whatever the key.
type checked struct {
	Canonical     string `json:"canonical"`
	PayloadSHA256 string `json:"payload_sha256"`
	SourceID      string `json:"source_id"`
	Signature     string `json:"signature"` // unsigned or unverified
	Problem       string `json:"signature_problem,omitempty"`
}

func checkedManifest(m *manifests.Manifest) checked {
	c := checked{string(m.Canonical()), m.PayloadSHA256(), m.SourceID(), "unsigned", ""}
	if m.Signed() {
		c.Signature = "unverified"
		if err := unverifiable(m); err != nil {
			c.Problem = err.Error()
		}
	}
	return c
}

// unverifiable says why no key will ever verify a manifest's signature, or nil.
// Its shape is right; without keys, only the lack of them may be wrong.
func unverifiable(m *manifests.Manifest) error {
	err := m.VerifySignature(jws.Keys{})
	if errors.Is(err, jws.ErrKey) {
		return nil
	}
	return err
}

func (a *app) showManifest(name string, m *manifests.Manifest) {
	c := checkedManifest(m)
	fmt.Fprintf(a.out, "%s is a source manifest.\n\n", name)
	fmt.Fprintf(a.out, "  source id  %s\n", c.SourceID)
	fmt.Fprintf(a.out, "  digest     %s\n", c.PayloadSHA256)
	switch {
	case !m.Signed():
		fmt.Fprintf(a.out, "  signature  none: it can be digest-verified at best\n")
	case c.Problem != "":
		a.hanging("  signature  ", "there, but no key can verify it: "+c.Problem)
	default:
		fmt.Fprintf(a.out, "  signature  there, not verified: `conform assess --key` does that\n")
	}
}
