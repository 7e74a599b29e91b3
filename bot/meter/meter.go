// Package meter measures the bots of a program. Some numbers are counted when things happen, others are read when they
// are requested. Only this package knows Prometheus. No label is a name, an id or a secret.
package meter

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// A Meter holds the metrics of the bots of a program. It may be used by several goroutines.
type Meter struct {
	registry         *prometheus.Registry
	moves, refusals  *prometheus.CounterVec
	dropped          *prometheus.CounterVec
	committed, shown prometheus.Histogram

	mu         sync.Mutex
	collectors map[string]*collector // by name
}

// New returns a meter that so far measures only the program itself: its memory, goroutines and files.
func New() *Meter {
	m := &Meter{registry: prometheus.NewRegistry(), collectors: map[string]*collector{}}
	m.moves = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "settable_moves_total",
		Help: "Moves played by people."}, []string{"game"})
	m.refusals = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "settable_refusals_total",
		Help: "Rejected moves, by the kind of answer."},
		[]string{"game", "answer"})
	m.dropped = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "settable_moves_dropped_total",
		Help: "Moves dropped because their sender had too many waiting."}, []string{"who"})
	m.committed = timeHistogram("settable_move_commit_seconds",
		"Time from receiving a move to its commit.")
	m.shown = timeHistogram("settable_move_shown_seconds",
		"Time from receiving a move to Discord's confirmation of the updated table.")
	m.registry.MustRegister(m.moves, m.refusals, m.dropped, m.committed, m.shown,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// timeHistogram returns a histogram of times in seconds. Its buckets reach from the time of a fast disk to one that
// nobody waits for.
func timeHistogram(name, help string) prometheus.Histogram {
	return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: []float64{
		.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}})
}

// Moved counts a move that was written, and the time since it was received; receivedAt is zero if that is not measured.
func (m *Meter) Moved(game string, came time.Time) {
	m.moves.WithLabelValues(game).Inc()
	if !came.IsZero() {
		m.committed.Observe(time.Since(came).Seconds())
	}
}

// Refused counts a word that was not played; answer is the kind of answer.
func (m *Meter) Refused(game, answer string) { m.refusals.WithLabelValues(game, answer).Inc() }

// Dropped counts a move that was not judged. who is "player" or "bystander".
func (m *Meter) Dropped(who string) { m.dropped.WithLabelValues(who).Inc() }

// ObserveShown measures the time from when a move was received until now, when players see it.
func (m *Meter) ObserveShown(came time.Time) { m.shown.Observe(time.Since(came).Seconds()) }

// A Kind says whether a number goes up and down or only grows.
type Kind = prometheus.ValueType

const (
	Gauge   = prometheus.GaugeValue
	Counter = prometheus.CounterValue
)

// A Report receives a number, with a value for each label.
type Report func(value float64, labels ...string)

// Collect calls read whenever the metric of this name is read, until stop. read must be quick and must not report the
// same labels twice. Several bots of a program may call Collect with one name: their numbers are added up, and the last
// number of a Counter stays in the sum after stop. Later calls must have the same kind and labels.
func (m *Meter) Collect(kind Kind, name, help string, read func(Report), labels ...string) (stop func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.collectors[name]
	if a == nil {
		a = &collector{kind: kind, desc: prometheus.NewDesc(name, help, labels, nil), past: sum{}}
		m.collectors[name] = a
		m.registry.MustRegister(a)
	}
	return a.add(read)
}

// A collector reads the numbers of one name.
type collector struct {
	kind Kind
	desc *prometheus.Desc

	mu    sync.Mutex
	reads []*func(Report)
	past  sum // what stopped counters have told last
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

// sum maps the values of the labels to a number.
type sum map[string]float64

func (s sum) add(value float64, labels ...string) {
	key := ""
	for _, l := range labels {
		key += l + "\x00"
	}
	s[key] += value
}

func (a *collector) Describe(to chan<- *prometheus.Desc) { to <- a.desc }

// Collect and Describe are for Prometheus's registry.
func (a *collector) Collect(to chan<- prometheus.Metric) {
	a.mu.Lock()
	all := maps.Clone(a.past)
	for _, read := range a.reads {
		(*read)(all.add)
	}
	a.mu.Unlock()
	for key, value := range all {
		labels := strings.SplitAfter(key, "\x00")
		labels = labels[:len(labels)-1]
		for i := range labels {
			labels[i] = strings.TrimSuffix(labels[i], "\x00")
		}
		to <- prometheus.MustNewConstMetric(a.desc, a.kind, value, labels...)
	}
}

// Handler serves the numbers in Prometheus's format.
func (m *Meter) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
