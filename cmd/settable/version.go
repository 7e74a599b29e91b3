package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is the next release of this source tree.
const version = "0.1.0"

// builtFrom is the commit from which the program was built, if the linker sets it (-X main.builtFrom=…). It is needed
// for builds outside a repository.
var builtFrom string

type versionCmd struct{}

// Run prints the program's version, its commit and the Go version.
func (versionCmd) Run(s streams) error {
	_, err := fmt.Fprintln(s.out, versionText())
	return err
}

func versionText() string {
	return fmt.Sprintf("settable %s%s, %s %s/%s", version, commit(), runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
}

func commit() string {
	if len(builtFrom) >= 8 {
		return " (" + builtFrom[:8] + ")"
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 8 {
			return " (" + s.Value[:8] + ")"
		}
	}
	return ""
}
