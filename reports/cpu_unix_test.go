//go:build unix

package reports_test

import (
	"syscall"
	"time"
)

// spent is the processor time that this process has used: unlike the time on
// the wall, it is not longer on a busy machine.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
