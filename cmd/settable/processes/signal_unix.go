//go:build unix

package processes

import "syscall"

const pauses, wakes = syscall.SIGSTOP, syscall.SIGCONT
