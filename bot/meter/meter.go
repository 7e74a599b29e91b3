// Package meter collects the metrics of all bots in a program and serves them in Prometheus's text format. Some are
// counted as things happen, and others are read on request. Names and labels follow Prometheus's conventions. Labels
// never contain user names, ids or secrets.
package meter

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Meter holds the metrics of all bots in a program. It is safe for concurrent use.
type Meter struct {
	moves, refusals, dropped *counter
	committed, shown         *histogram

	mu       sync.Mutex
	families map[string]family // by name
}

// A family is a metric with one value for each combination of labels.
type family interface {
	write(name string, to *bytes.Buffer)
}

// New returns a meter that initially measures only the program itself: its memory, goroutines and files.
func New() *Meter {
	m := &Meter{families: map[string]family{}}
	m.moves = m.counter("settable_moves_total", "Moves played by people.", "game")
	m.refusals = m.counter("settable_refusals_total", "Rejected moves, by the kind of answer.", "answer", "game")
	m.dropped = m.counter("settable_moves_dropped_total",
		"Moves dropped because the sender (a player of the table or a bystander) had too many moves waiting.", "sender")
	for _, sender := range []string{"bystander", "player"} {
		m.dropped.counts.add(0, sender) // so that Prometheus notices the first increase
	}
	m.committed = m.histogram("settable_move_commit_seconds", "Time from receiving a move to its commit.")
	m.shown = m.histogram("settable_move_shown_seconds",
		"Time from receiving a move to Discord's confirmation of the updated table.")
	m.measureProcess()
	return m
}

// Moved counts a move that was written, and records the time since it was received. receivedAt is zero if that time
// is unknown.
func (m *Meter) Moved(game string, receivedAt time.Time) {
	m.moves.increment(game)
	if !receivedAt.IsZero() {
		m.committed.observe(time.Since(receivedAt))
	}
}

// Refused counts a move that was rejected. answer says what kind of answer the player got.
func (m *Meter) Refused(game, answer string) { m.refusals.increment(answer, game) }

// Dropped counts a move that was dropped before the table handled it. sender is "player" or "bystander".
func (m *Meter) Dropped(sender string) { m.dropped.increment(sender) }

// ObserveShown records the time from receiving a move until now, when players can see its result.
func (m *Meter) ObserveShown(receivedAt time.Time) { m.shown.observe(time.Since(receivedAt)) }

// A Kind says whether a metric can only grow or can also decrease.
type Kind string

const (
	Gauge   Kind = "gauge"
	Counter Kind = "counter"
)

// A Report takes a number and the value of each label.
type Report func(value float64, labels ...string)

// Collect calls read whenever the metric with this name is requested, until stop is called. read must be quick and must
// not report the same labels twice. If several bots in a program call Collect with the same name, the meter adds up
// their values. After a bot has called stop, the last value of its Counter stays in the sum. All calls for a name must
// use the same kind and labels.
func (m *Meter) Collect(kind Kind, name, help string, read func(Report), labels ...string) (stop func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, _ := m.families[name].(*collector)
	if a == nil {
		a = &collector{kind: kind, help: help, labels: labels, past: sum{}}
		m.families[name] = a
	}
	return a.add(read)
}

type collector struct {
	kind   Kind
	help   string
	labels []string

	mu    sync.Mutex
	reads []*func(Report)
	past  sum // the last numbers of stopped counters
}

func (a *collector) add(read func(Report)) (stop func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reads = append(a.reads, &read)
	return sync.OnceFunc(func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.reads = slices.DeleteFunc(a.reads, func(r *func(Report)) bool { return r == &read })
		if a.kind == Counter {
			read(a.past.add)
		}
	})
}

func (a *collector) write(name string, to *bytes.Buffer) {
	a.mu.Lock()
	all := maps.Clone(a.past)
	for _, read := range a.reads {
		(*read)(all.add)
	}
	a.mu.Unlock()
	all.write(a.kind, name, a.help, a.labels, to)
}

// sum maps each combination of label values to a number.
type sum map[string]float64

func (s sum) add(value float64, labels ...string) { s[joinLabels(labels)] += value }

func joinLabels(values []string) string { return strings.Join(values, "\x00") }

func (s sum) write(kind Kind, name, help string, labels []string, to *bytes.Buffer) {
	if len(s) == 0 {
		return
	}
	writeHead(string(kind), name, help, to)
	for _, key := range slices.Sorted(maps.Keys(s)) {
		writeSample(name, labels, strings.Split(key, "\x00"), s[key], to)
	}
}

// A counter counts events as they happen.
type counter struct {
	help   string
	labels []string

	mu     sync.Mutex
	counts sum
}

func (m *Meter) counter(name, help string, labels ...string) *counter {
	c := &counter{help: help, labels: labels, counts: sum{}}
	m.families[name] = c
	return c
}

func (c *counter) increment(labels ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts.add(1, labels...)
}

func (c *counter) write(name string, to *bytes.Buffer) {
	c.mu.Lock()
	counts := maps.Clone(c.counts)
	c.mu.Unlock()
	counts.write(Counter, name, c.help, c.labels, to)
}

// buckets are the upper bounds of a histogram in seconds. They range from the duration of a fast disk write to a
// delay that no user would accept.
var buckets = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// A histogram counts durations.
type histogram struct {
	help string

	mu    sync.Mutex
	below []uint64 // how many values fell into each bucket but no lower one
	count uint64
	sum   float64 // in seconds
}

func (m *Meter) histogram(name, help string) *histogram {
	h := &histogram{help: help, below: make([]uint64, len(buckets))}
	m.families[name] = h
	return h
}

func (h *histogram) observe(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if i, _ := slices.BinarySearch(buckets, d.Seconds()); i < len(buckets) {
		h.below[i]++
	}
	h.count++
	h.sum += d.Seconds()
}

func (h *histogram) write(name string, to *bytes.Buffer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	writeHead("histogram", name, h.help, to)
	n := uint64(0)
	for i, bound := range buckets {
		n += h.below[i]
		writeSample(name+"_bucket", []string{"le"}, []string{formatNumber(bound)}, float64(n), to)
	}
	writeSample(name+"_bucket", []string{"le"}, []string{"+Inf"}, float64(h.count), to)
	writeSample(name+"_sum", nil, nil, h.sum, to)
	writeSample(name+"_count", nil, nil, float64(h.count), to)
}

func writeHead(kind, name, help string, to *bytes.Buffer) {
	to.WriteString("# HELP " + name + " " + helpText.Replace(help) + "\n# TYPE " + name + " " + kind + "\n")
}

func writeSample(name string, labels, values []string, number float64, to *bytes.Buffer) {
	to.WriteString(name)
	for i, label := range labels {
		to.WriteString(map[bool]string{true: "{", false: ","}[i == 0] + label + `="` + labelText.Replace(values[i]) + `"`)
	}
	if len(labels) > 0 {
		to.WriteByte('}')
	}
	to.WriteString(" " + formatNumber(number) + "\n")
}

var (
	helpText  = strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	labelText = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)
)

func formatNumber(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }

// Handler serves the numbers in Prometheus's text format.
//
// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
func (m *Meter) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		m.mu.Lock()
		families := maps.Clone(m.families)
		m.mu.Unlock()
		var text bytes.Buffer
		for _, name := range slices.Sorted(maps.Keys(families)) {
			families[name].write(name, &text)
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(text.Bytes())
	})
}
