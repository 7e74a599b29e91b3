package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
)

// proxy starts a proxy with a password until the end of the script, and sets HTTPS_PROXY. `proxy refuses` rejects
// connections, `proxy asks` requires a login, `proxy hangs` closes connections, and `proxy leads NAME` connects to a
// server with a self-signed certificate for NAME.
func proxy(ts *testscript.TestScript, _ bool, args []string) {
	server := serveUntilEnd(ts, http.NotFoundHandler(), selfSigned(ts, args[len(args)-1]))
	gate := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		switch args[0] {
		case "refuses":
			w.WriteHeader(http.StatusForbidden)
		case "asks":
			w.WriteHeader(http.StatusProxyAuthRequired)
		case "hangs":
			panic(http.ErrAbortHandler)
		case "leads":
			relay(w, server.Listener.Addr().String())
		}
	}))
	ts.Defer(gate.Close)
	ts.Setenv("HTTPS_PROXY", "http://ann:pa55word@"+gate.Listener.Addr().String())
}

// silent discards errors about closed connections.
var silent = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)

// serveUntilEnd runs a server with this certificate until the end of the script.
func serveUntilEnd(ts *testscript.TestScript, what http.Handler, as tls.Certificate) *httptest.Server {
	server := httptest.NewUnstartedServer(what)
	server.Config.ErrorLog = silent
	server.TLS = &tls.Config{Certificates: []tls.Certificate{as}}
	server.StartTLS()
	ts.Defer(server.Close)
	return server
}

// discordAt connects the bot to a sandbox with one server. If the script gives a number of days, the sandbox's clock
// is that far ahead. If the script says deaf, the bot can't read typed messages. The command sets TOKEN to the bot's
// token, CHANNEL to a channel with all permissions, and MUTE to a channel in which the bot can't write. The sandbox is
// behind a proxy, because the program only connects to discord.com.
func discordAt(ts *testscript.TestScript, _ bool, args []string) {
	o := sandbox.Options{MessageContent: true}
	switch {
	case len(args) == 0:
	case args[0] == "deaf":
		o.MessageContent = false
	default:
		days, err := strconv.Atoi(args[0])
		ts.Check(err)
		o.Now = func() time.Time { return time.Now().AddDate(0, 0, days) }
	}
	far, err := sandbox.Start(o)
	ts.Check(err)
	ts.Defer(func() { _ = far.Close() })
	ts.Setenv("CHANNEL", far.AddChannel("cards"))
	ts.Setenv("MUTE", far.AddChannel("mute"))
	far.Do(func(w *world.World) {
		ts.Check(w.Deny("mute", world.PermissionSendMessages|world.PermissionAttachFiles))
	})
	to, err := url.Parse(far.URL())
	ts.Check(err)
	known := selfSigned(ts, "discord.com")
	front := serveUntilEnd(ts, &httputil.ReverseProxy{ErrorLog: silent,
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }}, known)
	gate := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		relay(w, front.Listener.Addr().String())
	}))
	ts.Defer(gate.Close)
	path := filepath.Join(ts.Getenv("WORK"), "discord.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: known.Certificate[0]})
	ts.Check(os.WriteFile(path, text, 0o600))
	ts.Setenv("SSL_CERT_FILE", path)
	ts.Setenv("HTTPS_PROXY", gate.URL)
	ts.Setenv("TOKEN", far.Token())
}

// selfSigned returns a self-signed certificate for a name.
func selfSigned(ts *testscript.TestScript, name string) tls.Certificate {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	ts.Check(err)
	about := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	text, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	ts.Check(err)
	return tls.Certificate{Certificate: [][]byte{text}, PrivateKey: key}
}

// relay copies data between both sides of a connection until one of them closes it.
func relay(w http.ResponseWriter, to string) {
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
	go func() {
		_, _ = io.Copy(there, here)
		_ = there.Close()
	}()
	_, _ = io.Copy(here, there)
}
