// Package children runs programs that end with this one, however it ends: one by itself, or several that are
// started again whenever they have ended.
package children

import (
	"os/exec"
	"runtime"
	"syscall"
)

// Start starts a program. Done tells of its end once, with what Wait says. Where the system can (Linux), it
// gets the signal when this process is killed; elsewhere it has to listen for the end of its input. It is
// no member of our group: Ctrl-C in a terminal is for this process, which ends it in its turn.
//
// In its group it is alone, without any other parent than this process. So one that is paused when this
// process dies is woken by the system, and hears the signal: a group that is orphaned while a member of it
// is stopped gets SIGHUP and SIGCONT (POSIX, _exit). All its threads must have stopped by then: a SIGSTOP
// that is sent just before leaves it standing, with nobody to wake it.
func Start(cmd *exec.Cmd, deathSignal syscall.Signal) (done <-chan error, err error) {
	bound(cmd, deathSignal)
	started, ended := make(chan error), make(chan error, 1)
	go func() {
		// The signal is sent at the end of the thread that has started it, and not of the process.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			ended <- cmd.Wait()
		}
	}()
	return ended, <-started
}
