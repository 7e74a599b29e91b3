package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// proxy puts one into HTTPS_PROXY until the end of the script, and one who has a password: `proxy refuses`,
// `proxy asks` who it is, `proxy hangs` up, or `proxy leads NAME` to a server whose certificate is for NAME
// and by itself.
func proxy(ts *testscript.TestScript, _ bool, args []string) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{issued(ts, args[len(args)-1])}}
	server.StartTLS()
	ts.Defer(server.Close)
	gate := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		switch args[0] {
		case "refuses":
			w.WriteHeader(http.StatusForbidden)
		case "asks":
			w.WriteHeader(http.StatusProxyAuthRequired)
		case "hangs":
			panic(http.ErrAbortHandler)
		case "leads":
			lead(w, server.Listener.Addr().String())
		}
	}))
	ts.Defer(gate.Close)
	ts.Setenv("HTTPS_PROXY", "http://ann:pa55word@"+gate.Listener.Addr().String())
}

// issued is a certificate for a name, by itself.
func issued(ts *testscript.TestScript, name string) tls.Certificate {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	ts.Check(err)
	about := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	text, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	ts.Check(err)
	return tls.Certificate{Certificate: [][]byte{text}, PrivateKey: key}
}

// lead has both sides of a connection speak to each other.
func lead(w http.ResponseWriter, to string) {
	there, err := net.Dial("tcp", to)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer there.Close()
	here, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer here.Close()
	_, _ = io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n")
	go func() { _, _ = io.Copy(there, here) }()
	_, _ = io.Copy(here, there)
}
