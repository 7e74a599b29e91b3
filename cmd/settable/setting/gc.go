package setting

import (
	"os"
	"runtime/debug"
)

// TuneGarbageCollection makes the garbage collector run often, so that a thousand open tables fit into 150 MB
// (docs/decisions/0024-keep-memory-small-by-default.md). If GOGC or GOMEMLIMIT is set, it takes precedence.
func TuneGarbageCollection() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(120)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(512 << 20)
	}
}
