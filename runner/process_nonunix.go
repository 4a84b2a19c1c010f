//go:build !unix

package runner

import "os/exec"

// There are no process groups here: the process alone is ended.

func setGroup(*exec.Cmd) {}

func terminateGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
