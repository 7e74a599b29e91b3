//go:build unix

package main

import (
	"runtime"

	"golang.org/x/sys/unix"
)

func resourceUsage() usage {
	var r unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &r) != nil {
		return usage{}
	}
	memory := float64(r.Maxrss) / (1 << 10) // KiB
	if runtime.GOOS == "darwin" {
		memory /= 1 << 10 // bytes
	}
	return usage{CPU: float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9, Memory: memory}
}
