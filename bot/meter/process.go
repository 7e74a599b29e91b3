package meter

import (
	"bytes"
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

var startedAt = time.Now()

// measureProcess adds metrics about the program itself under the names that Prometheus's own libraries use.
func (m *Meter) measureProcess() {
	m.Collect(Gauge, "process_start_time_seconds", "Start time of the process, as a Unix time.", func(tell Report) {
		tell(float64(startedAt.UnixMilli()) / 1000)
	})
	m.Collect(Gauge, "go_goroutines", "Goroutines.", runtimeFigure("/sched/goroutines:goroutines"))
	m.Collect(Gauge, "go_memstats_heap_inuse_bytes", "Heap memory in use.",
		runtimeFigure("/memory/classes/heap/objects:bytes", "/memory/classes/heap/unused:bytes"))
	m.Collect(Counter, "go_gc_cycles_total", "Garbage collections.", runtimeFigure("/gc/cycles/total:gc-cycles"))
	// Linux shows these figures in /proc. Other systems don't report them.
	m.Collect(Gauge, "process_resident_memory_bytes", "Resident memory of the process.", func(tell Report) {
		if pages, ok := procField("statm", 1); ok {
			tell(pages * float64(os.Getpagesize()))
		}
	})
	m.Collect(Counter, "process_cpu_seconds_total", "User and system CPU time.",
		func(tell Report) {
			user, ok := procField("stat", 13)
			system, also := procField("stat", 14)
			if ok && also {
				tell((user + system) / 100) // Linux counts hundredths of a second on every architecture
			}
		})
	m.Collect(Gauge, "process_open_fds", "Open files and connections.", func(tell Report) {
		if open, err := os.ReadDir("/proc/self/fd"); err == nil {
			tell(float64(len(open)))
		}
	})
	m.Collect(Gauge, "process_max_fds", "Maximum number of open files and connections.", func(tell Report) {
		text, _ := os.ReadFile("/proc/self/limits")
		_, after, _ := strings.Cut(string(text), "Max open files")
		if fields := strings.Fields(after); len(fields) > 0 {
			if most, err := strconv.ParseFloat(fields[0], 64); err == nil {
				tell(most)
			}
		}
	})
}

// runtimeFigure reports the sum of several figures of the Go runtime.
func runtimeFigure(names ...string) func(Report) {
	return func(tell Report) {
		total := uint64(0)
		samples := make([]metrics.Sample, len(names))
		for i, name := range names {
			samples[i].Name = name
		}
		metrics.Read(samples)
		for _, s := range samples {
			total += s.Value.Uint64()
		}
		tell(float64(total))
	}
}

// procField returns a field of a file in /proc/self, counted from 0. In stat, field 0 is the process id and field 1
// the program's name, which may contain spaces; see proc(5).
func procField(file string, n int) (value float64, ok bool) {
	text, err := os.ReadFile("/proc/self/" + file)
	if err != nil {
		return 0, false
	}
	if end := bytes.LastIndexByte(text, ')'); end >= 0 {
		text = append([]byte("0 name"), text[end+1:]...)
	}
	fields := strings.Fields(string(text))
	if n >= len(fields) {
		return 0, false
	}
	value, err = strconv.ParseFloat(fields[n], 64)
	return value, err == nil
}
