package main

import (
	"encoding/base64"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/conform-suite/conform/internal/reference/manifests"
)

func (a *app) wrapCommand() *cobra.Command {
	var payload string
	cmd := &cobra.Command{
		Use:   "wrap MANIFEST --payload FILE",
		Short: "Wrap a payload in text that names its source manifest",
		Long: `Wrap a payload in the text-safe diagnostic wrapper: five lines that name the
specification, version, source id and capsule of the manifest, and hold the
payload. Nothing else goes in: no user, no recipient, no time. FILE may be -
for standard input. The text has no final line feed, but on a terminal.`,
		Example: `  conform wrap source_manifest.json --payload frame.bin > frame.txt`,
		Args:    takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if payload == "" {
				return usage("--payload - reads standard input", "wrap needs --payload FILE")
			}
			pinned, err := pin(args)
			if err != nil {
				return err
			}
			data, err := a.read(payload, manifests.MaxWrapper)
			if err != nil {
				return err
			}
			text, err := pinned[0].Wrap(data)
			if err != nil {
				return rejected(payload, err)
			}
			if _, ok := terminal(a.out); ok {
				text += "\n"
			}
			_, err = fmt.Fprint(a.out, text)
			return err
		},
	}
	cmd.Flags().StringVar(&payload, "payload", "", "what to wrap: a `file`, or - for standard input")
	return cmd
}

func (a *app) unwrapCommand() *cobra.Command {
	var f unwrapFlags
	cmd := &cobra.Command{
		Use:   "unwrap FILE --manifest MANIFEST…",
		Short: "Read a wrapped payload, if it names a manifest you know",
		Long: `Read a diagnostic wrapper, show what it names, and take its payload out with
-o. It is refused unless its source id is that of one of the manifests given,
and all that it says agrees with that manifest. FILE may be - for standard
input. The exit code is 1 for a refusal.`,
		Example: `  conform unwrap frame.txt --manifest source_manifest.json -o frame.bin`,
		Args:    takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(f.manifests) == 0 {
				return usage("a wrapper by itself shows nothing", "unwrap needs --manifest FILE")
			}
			return a.unwrap(args[0], &f)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&f.manifests, "manifest", nil, "a manifest that you know, in this `file`; may be repeated")
	fl.StringVarP(&f.out, "out", "o", "", "write the payload's bytes to this `file`, or with - to standard output, and nothing else there")
	fl.BoolVar(&f.json, "json", false, "write JSON to stdout, and nothing else")
	return cmd
}

type unwrapFlags struct {
	manifests []string
	out       string
	json      bool
}

func (a *app) unwrap(path string, f *unwrapFlags) error {
	if f.out == "-" && f.json {
		return usage("", "-o - and --json both want standard output")
	}
	pinned, err := pin(f.manifests)
	if err != nil {
		return err
	}
	text, err := a.read(path, manifests.MaxWrapper)
	if err != nil {
		return err
	}
	w, err := pinned.Unwrap(string(text))
	if err != nil {
		return rejected(path, err)
	}
	payload, err := base64.RawURLEncoding.DecodeString(w.Payload)
	if err != nil {
		return err
	}
	switch f.out {
	case "":
	case "-":
		_, err = a.out.Write(payload)
		return err
	default:
		if err := write(f.out, payload); err != nil {
			return err
		}
	}
	return a.showWrapped(w, len(payload), f.json)
}

// wrapped is a wrapper as `conform unwrap --json` shows it: the result of the
// operation manifests.unwrap.
type wrapped struct {
	Spec     string `json:"spec"`
	Version  string `json:"version"`
	SourceID string `json:"source_id"`
	Capsule  string `json:"capsule"`
	Payload  string `json:"payload"`
}

func (a *app) showWrapped(w manifests.Wrapped, bytes int, asJSON bool) error {
	if asJSON {
		return writeJSON(a.out, wrapped(w))
	}
	_, err := fmt.Fprintf(a.out, "spec       %s\nversion    %s\nsource id  %s\ncapsule    %s\npayload    %d bytes\n",
		w.Spec, w.Version, w.SourceID, w.Capsule, bytes)
	return err
}

// pin reads the manifests in some files.
func pin(paths []string) (manifests.Pinned, error) {
	var pinned manifests.Pinned
	for _, path := range paths {
		document, err := readFile(path, manifests.MaxDocument)
		if err != nil {
			return nil, err
		}
		m, err := manifests.Parse(document)
		if err != nil {
			return nil, rejected(path, err)
		}
		pinned = append(pinned, m)
	}
	return pinned, nil
}

// rejected is the error of a command whose output is data, so that a refusal
// has no place there.
func rejected(what string, err error) error {
	if r, ok := refusalOf(err); ok && r.Faults != nil {
		return &exitError{exitNonConformant, fmt.Errorf("%s: %s: %w", what, r.Rejected, err), "`conform manifest check` says more"}
	}
	return &exitError{exitNonConformant, fmt.Errorf("%s: %w", what, err), ""}
}
