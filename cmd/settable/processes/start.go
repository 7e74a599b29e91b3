package processes

import (
	"os/exec"
	"runtime"
	"syscall"
)

// When this process is killed, the program gets deathSignal on Linux; on other systems it has to notice the end of its
// input. done receives once, when the program ends, what Wait returns. When this process is killed the program gets
// deathSignal on Linux; on other systems it has to notice the end of its input. It is in its own process group, so that
// Ctrl-C in a terminal reaches only this process, which ends the program in turn.
//
// It is alone in its group, and its only parent is this process. So if it is paused when this process dies, the system
// wakes it and it gets the signal: an orphaned group with a stopped member gets SIGHUP and SIGCONT (POSIX, _exit). All
// its threads must have stopped by then. A SIGSTOP sent just before would leave it stopped for good.
func Start(cmd *exec.Cmd, deathSignal syscall.Signal) (done <-chan error, err error) {
	bound(cmd, deathSignal)
	started, ended := make(chan error), make(chan error, 1)
	go func() {
		// The signal is sent when the thread that started the program ends, not when the process ends.
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
