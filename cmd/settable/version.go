package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is the release that this source tree becomes.
const version = "0.1.0"

// builtFrom is the commit, if the linker was told (-X main.builtFrom=…). Builds outside of a repository need it.
var builtFrom string

type versionCmd struct{}

// Run prints the release, the commit it was built from, and the Go version.
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
