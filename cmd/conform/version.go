package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is the version of the program, and of the embedded reference.
const version = "0.1.0"

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Show the versions of the program and the suite",
		Args:  takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			s, err := a.load()
			if err != nil {
				return err
			}
			fmt.Fprintf(a.out, "conform %s%s, %s, %s/%s\n", version, revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			fmt.Fprintf(a.out, "suite   %s %s, %d vectors, %d requirements\n", s.Name, s.Version, len(s.Vectors), len(s.Requirements))
			fmt.Fprintf(a.out, "digest  %s\n", s.Digest)
			return nil
		},
	}
}

// revision is the commit that the program was built from, when that is known.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return " (" + s.Value + ")"
		}
	}
	return ""
}
