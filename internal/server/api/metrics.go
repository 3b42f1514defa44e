package api

import (
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tagmate/internal/server/live"
)

// Metrics counts what goes on, for Prometheus. It tells nothing about a game or
// a person.
type Metrics struct {
	registry *prometheus.Registry
	events   *prometheus.CounterVec
	kept     prometheus.Histogram
	requests *prometheus.CounterVec
	sockets  prometheus.Gauge
	states   prometheus.Counter
}

var _ live.Meter = (*Metrics)(nil)

// NewMetrics returns the metrics of a server.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tagmate_events_total", Help: "Events of games that were kept, by kind.",
		}, []string{"kind"}),
		kept: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tagmate_keep_seconds", Help: "Time until an event was durable.",
			Buckets: []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5},
		}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tagmate_http_requests_total", Help: "Answered HTTP requests, by status.",
		}, []string{"status"}),
		sockets: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "tagmate_sockets", Help: "Open sockets.",
		}),
		states: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tagmate_states_sent_total", Help: "States of games that were sent over sockets.",
		}),
	}
	m.registry.MustRegister(m.events, m.kept, m.requests, m.sockets, m.states,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Kept implements live.Meter.
func (m *Metrics) Kept(kind string, took time.Duration) {
	m.events.WithLabelValues(kind).Inc()
	m.kept.Observe(took.Seconds())
}

func (m *Metrics) answered(status int) {
	if m != nil {
		m.requests.WithLabelValues(strconv.Itoa(status)).Inc()
	}
}

func (m *Metrics) socket(change float64) {
	if m != nil {
		m.sockets.Add(change)
	}
}

func (m *Metrics) state() {
	if m != nil {
		m.states.Inc()
	}
}

// handler serves the metrics to programs on this machine only: who is behind a
// proxy comes with the proxy's header.
func (m *Metrics) handler(hub *live.Hub) http.Handler {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "tagmate_rooms", Help: "Games in memory.",
	}, func() float64 { return float64(hub.Rooms()) }))
	serve := promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if ip := net.ParseIP(host); err != nil || !ip.IsLoopback() || r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != "" {
			http.NotFound(w, r)
			return
		}
		serve.ServeHTTP(w, r)
	})
}
