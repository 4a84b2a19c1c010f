//go:build unix

package runner

import (
	"io"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// newPipe makes a pipe that the runtime's poller does not watch: it would be
// woken by everything that a subject writes, wanted or not.
func newPipe() (r, w *os.File, err error) {
	var fds [2]int
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := syscall.Pipe(fds[:]); err != nil {
		return nil, nil, os.NewSyscallError("pipe", err)
	}
	for _, fd := range fds {
		syscall.CloseOnExec(fd)
	}
	return os.NewFile(uintptr(fds[0]), "|0"), os.NewFile(uintptr(fds[1]), "|1"), nil
}

// output reads a pipe of a process to its end, or, when the process is gone
// and somebody else holds the pipe open, until nothing comes any more.
type output struct {
	file *os.File
	life *os.File // at its end once the process is gone
}

func (o output) Read(b []byte) (int, error) {
	readable, err := o.await(-1)
	if !readable && err == nil {
		readable, err = o.await(leftover)
	}
	switch {
	case err != nil:
		return 0, err
	case !readable:
		return 0, io.EOF
	}
	return o.file.Read(b)
}

// await waits until the pipe can be read without waiting, for that long, or
// with -1 for as long as the process is there.
func (o output) await(within time.Duration) (readable bool, err error) {
	life, err := o.life.SyscallConn()
	if err != nil {
		return false, err
	}
	file, err := o.file.SyscallConn()
	if err != nil {
		return false, err
	}
	// Control keeps the files open meanwhile.
	var failed error
	err = file.Control(func(fd uintptr) {
		err := life.Control(func(lifeFD uintptr) {
			readable, failed = poll(fd, lifeFD, within)
		})
		if err != nil {
			failed = err
		}
	})
	if err == nil {
		err = failed
	}
	return readable, err
}

func poll(fd, lifeFD uintptr, within time.Duration) (readable bool, err error) {
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}, {Fd: int32(lifeFD), Events: unix.POLLIN}}
	timeout := -1
	if within >= 0 {
		fds, timeout = fds[:1], int(within.Milliseconds())
	}
	for {
		_, err := unix.Poll(fds, timeout)
		if err != unix.EINTR {
			return fds[0].Revents != 0, os.NewSyscallError("poll", err)
		}
	}
}

// pause waits for times that are too short for the runtime's timers, which
// round them up to whole milliseconds where there is nothing else to do.
func pause(d time.Duration) {
	t := unix.NsecToTimeval(d.Nanoseconds())
	unix.Select(0, nil, nil, nil, &t)
}
