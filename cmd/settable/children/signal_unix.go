//go:build unix

package children

import "syscall"

const pauses, wakes = syscall.SIGSTOP, syscall.SIGCONT
