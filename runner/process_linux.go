package runner

import (
	"bytes"
	"crypto/rand"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// awaitExit returns when the process has exited and is not yet reaped, so that
// the id of its group is still its own; false when that cannot be told.
func awaitExit(pid int) bool {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return err == nil
		}
	}
}

// cookieName is the environment variable by which the descendants of a subject
// are found that have left its process group (setsid, daemons).
const cookieName = "CONFORM_INSTANCE"

// mark puts a cookie, unguessable and different for each instance, into the
// environment of cmd.
func mark(cmd *exec.Cmd) string {
	cookie := cookieName + "=" + rand.Text()
	cmd.Env = append(cmd.Environ(), cookie)
	return cookie
}

// killMarked ends every process of ours whose environment holds the cookie. A
// process that hides its environment, or was started with another, escapes.
func killMarked(cookie string) {
	for range 10 { // for those started meanwhile
		found := marked(cookie)
		if len(found) == 0 {
			return
		}
		for _, pid := range found {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// marked lists the processes whose environment holds the cookie. The
// environment of one that has exited is empty, so zombies are not among them.
func marked(cookie string) (pids []int) {
	proc, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == os.Getpid() {
			continue
		}
		env, err := os.ReadFile("/proc/" + name + "/environ") // fails for those of others
		if err == nil && bytes.Contains(env, []byte(cookie)) {
			pids = append(pids, pid)
		}
	}
	return pids
}
