//go:build unix

package runner

import (
	"os/exec"
	"syscall"
)

// setGroup makes cmd the leader of a process group of its own.
func setGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// terminateGroup asks all processes of the group to end; one that is stopped
// is woken to hear it. Errors mean that nobody is left to ask.
func terminateGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
	syscall.Kill(-cmd.Process.Pid, syscall.SIGCONT)
}

// killGroup ends all processes of the group.
func killGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
