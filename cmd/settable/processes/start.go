package processes

import (
	"os/exec"
	"runtime"
	"syscall"
)

// Start starts a program that ends with this process. If this process is killed, the program receives deathSignal on
// Linux. On other systems, the program must watch for the end of its input. done receives the result of Wait once.
//
// The program has its own process group, so that Ctrl-C in a terminal reaches only this process, which then stops the
// program. The group is orphaned when this process dies. If the program is paused at that moment, the system wakes it
// with SIGHUP and SIGCONT (POSIX, _exit), so that it can handle deathSignal. This works only if all threads of the
// program have already stopped. A program that receives SIGSTOP just before stays paused forever.
func Start(cmd *exec.Cmd, deathSignal syscall.Signal) (done <-chan error, err error) {
	bound(cmd, deathSignal)
	started, ended := make(chan error), make(chan error, 1)
	go func() {
		// Linux sends the signal when the thread that started the program ends, even if the process continues.
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
