package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"
)

const (
	// healthPatience is how long a client waits for an answer.
	healthPatience = 5 * time.Second
	// healthClosing is how long unfinished requests may take after the bot was told to stop.
	healthClosing = time.Second
)

// checkHealthAddress returns an error unless the address has the form HOST:PORT. The error is a single sentence.
func checkHealthAddress(address string) error {
	host, _, err := net.SplitHostPort(address)
	switch {
	case err != nil:
		return fmt.Errorf("the health address must be HOST:PORT, such as 127.0.0.1:8766, not %q", address)
	case host == "":
		return fmt.Errorf("the health address %q has no host: 127.0.0.1%s is for this machine only, "+
			"0.0.0.0%s for every machine that can reach this one", address, address, address)
	}
	return nil
}

// listenHealth listens on the address HOST:PORT. warning is a message for the host. The error is a single sentence.
func listenHealth(address string) (l net.Listener, warning string, err error) {
	if err := checkHealthAddress(address); err != nil {
		return nil, "", err
	}
	l, err = net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, "", fmt.Errorf("the health address %s is in use by another program: choose another with "+
			"--health-address, or leave it empty", address)
	case err != nil:
		return nil, "", fmt.Errorf("can't listen on the health address %s: %w", address, err)
	}
	if !l.Addr().(*net.TCPAddr).IP.IsLoopback() {
		warning = "other machines can read the metrics: restrict access with a firewall"
	}
	return l, warning, nil
}

// healthChecks provides the bot's health and metrics.
type healthChecks struct {
	live    func(context.Context) error // returns nil if the database writer responds
	ready   func() []string             // the reasons why the bot isn't ready
	metrics http.Handler
}

// serveHealth serves health checks and metrics until ctx ends.
func serveHealth(ctx context.Context, l net.Listener, c healthChecks) {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", c.metrics)
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), healthPatience/2)
		defer cancel()
		if c.live(ctx) != nil {
			answerHealth(w, []string{"the database writer doesn't respond"})
			return
		}
		answerHealth(w, nil)
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) { answerHealth(w, c.ready()) })
	server := &http.Server{Handler: mux, ReadHeaderTimeout: healthPatience, WriteTimeout: 2 * healthPatience,
		MaxHeaderBytes: 16 << 10}
	stop := context.AfterFunc(ctx, func() {
		last, cancel := context.WithTimeout(context.Background(), healthClosing)
		defer cancel()
		if server.Shutdown(last) != nil {
			_ = server.Close()
		}
	})
	defer stop()
	_ = server.Serve(l) // ends when the listener is closed
}

// answerHealth responds with "ok" or with a line for each problem.
func answerHealth(w http.ResponseWriter, wrong []string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if len(wrong) == 0 {
		wrong = []string{"ok"}
	} else {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_, _ = io.WriteString(w, strings.Join(wrong, "\n")+"\n")
}

// askHealth requests the page livez or readyz from a bot. The error describes what is wrong.
func askHealth(ctx context.Context, address, page string) error {
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/"+page, nil)
	if err != nil {
		return fmt.Errorf("can't query the health address %s: %w", address, err)
	}
	direct := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // without a proxy
	resp, err := direct.Do(req)
	if err != nil {
		return fmt.Errorf("no bot responds at the health address %s: %w", address, err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	switch {
	case err != nil:
		return fmt.Errorf("the bot at the health address %s didn't finish its response: %w", address, err)
	case resp.StatusCode != http.StatusOK:
		return errors.New(strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "; "))
	}
	return nil
}
