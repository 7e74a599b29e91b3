// Package meter measures the bots of a program: it has numbers that are counted as things happen, and
// numbers that are asked for when somebody reads them. Only this package knows Prometheus. No label is a
// name, an id or a secret.
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

// A Meter holds the numbers of the bots of a program. It may be used by several goroutines.
type Meter struct {
	registry         *prometheus.Registry
	moves, refusals  *prometheus.CounterVec
	dropped          *prometheus.CounterVec
	committed, shown prometheus.Histogram

	mu    sync.Mutex
	asked map[string]*asked // by name
}

// New makes a meter that so far measures only the program itself: its memory, goroutines and files.
func New() *Meter {
	m := &Meter{registry: prometheus.NewRegistry(), asked: map[string]*asked{}}
	m.moves = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "settable_moves_total",
		Help: "Moves played by people."}, []string{"game"})
	m.refusals = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "settable_refusals_total",
		Help: "Rejected moves, by the kind of answer."},
		[]string{"game", "answer"})
	m.dropped = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "settable_moves_dropped_total",
		Help: "Moves dropped because their sender had too many waiting."}, []string{"who"})
	m.committed = timed("settable_move_commit_seconds",
		"Time from receiving a move to its commit.")
	m.shown = timed("settable_move_shown_seconds",
		"Time from receiving a move to Discord's confirmation of the updated table.")
	m.registry.MustRegister(m.moves, m.refusals, m.dropped, m.committed, m.shown,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// timed makes a histogram of times in seconds, from what a fast disk takes to what nobody waits for.
func timed(name, help string) prometheus.Histogram {
	return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: []float64{
		.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}})
}

// Moved counts a move that was written, and the time since it was heard; came is
// zero if that is not measured.
func (m *Meter) Moved(game string, came time.Time) {
	m.moves.WithLabelValues(game).Inc()
	if !came.IsZero() {
		m.committed.Observe(time.Since(came).Seconds())
	}
}

// Refused counts a word that was not played; answer is how it was answered.
func (m *Meter) Refused(game, answer string) { m.refusals.WithLabelValues(game, answer).Inc() }

// Dropped counts a move that was not looked at. who is "player" or "bystander".
func (m *Meter) Dropped(who string) { m.dropped.WithLabelValues(who).Inc() }

// Seen measures the time from when a move was heard until now, when people see it.
func (m *Meter) Seen(came time.Time) { m.shown.Observe(time.Since(came).Seconds()) }

// A Kind is whether a number goes up and down or only grows.
type Kind = prometheus.ValueType

// The kinds.
const (
	Gauge   = prometheus.GaugeValue
	Counter = prometheus.CounterValue
)

// A Tell takes a number, with a value for each label.
type Tell func(value float64, labels ...string)

// Ask has read called whenever somebody reads the numbers of this name, until stop.
// read must be quick and must not tell the same labels twice. The bots of a program
// may each ask under one name: what they tell is added up, and what a Counter told
// at stop stays in the sum. Later calls must have the same kind and labels.
func (m *Meter) Ask(kind Kind, name, help string, read func(Tell), labels ...string) (stop func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.asked[name]
	if a == nil {
		a = &asked{kind: kind, desc: prometheus.NewDesc(name, help, labels, nil), past: sum{}}
		m.asked[name] = a
		m.registry.MustRegister(a)
	}
	return a.add(read)
}

// asked are the numbers of one name.
type asked struct {
	kind Kind
	desc *prometheus.Desc

	mu    sync.Mutex
	reads []*func(Tell)
	past  sum // what stopped counters have told last
}

func (a *asked) add(read func(Tell)) (stop func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reads = append(a.reads, &read)
	return sync.OnceFunc(func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.reads = slices.DeleteFunc(a.reads, func(r *func(Tell)) bool { return r == &read })
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

func (a *asked) Describe(to chan<- *prometheus.Desc) { to <- a.desc }

// Collect and Describe are for Prometheus's registry.
func (a *asked) Collect(to chan<- prometheus.Metric) {
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
