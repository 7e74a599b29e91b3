//go:build !unix

package processes

import (
	"os/exec"
	"syscall"
)

// Signals for pausing and waking don't exist on this system. Sending one returns an error.
const pauses, wakes = syscall.Signal(0x13), syscall.Signal(0x12)

func bound(*exec.Cmd, syscall.Signal) {}
