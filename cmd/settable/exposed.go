package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
)

// warnExposed says on errs when a file that holds the token can be read by other
// users of the machine. Windows has no such bits.
func warnExposed(errs io.Writer, name string) {
	info, err := os.Stat(name)
	if err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&0o044 == 0 {
		return // who reads the file tells of errors
	}
	fmt.Fprintf(errs, "settable: others on this machine can read the token in %s: chmod 600 %s\n", name, name)
}
