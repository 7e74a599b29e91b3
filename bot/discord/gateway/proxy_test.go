package gateway

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"settable/bot/discord"
	"settable/store/ids"
)

// newProxy returns a proxy that forwards every CONNECT to one server.
func newProxy(t *testing.T, to string) (address string, hosts *atomic.Int32) {
	hosts = &atomic.Int32{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		if r.Host == "gateway.discord.gg:443" {
			hosts.Add(1)
		}
		there, err := net.Dial("tcp", to)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		here, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			there.Close()
			return
		}
		io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { defer there.Close(); io.Copy(there, here) }()
		defer here.Close()
		io.Copy(here, there)
	}))
	t.Cleanup(srv.Close)
	return srv.URL, hosts
}

// HTTPS_PROXY and SSL_CERT_FILE apply to both REST and the gateway, because both use the same transport. HTTP/2 doesn't
// interfere with the websocket.
func TestGatewayUsesTheProxy(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(loopback(t, "wss://gateway.discord.gg", func(*websocket.Conn) {}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	address, gateways := newProxy(t, server.Listener.Addr().String())
	proxy, err := url.Parse(address)
	require.NoError(t, err)
	transport := server.Client().Transport.(*http.Transport).Clone()
	transport.Proxy = http.ProxyURL(proxy)
	transport.TLSClientConfig.ServerName = "example.com" // the name in the test's certificate
	transport.ForceAttemptHTTP2 = true
	t.Cleanup(transport.CloseIdleConnections)

	c := Config{Token: botToken, HTTP: &http.Client{Transport: transport}, times: quickTimings()}
	s, err := Dial(t.Context(), restOf(c), c)
	require.NoError(t, err)
	require.Equal(t, discord.Ready{User: discord.UserRef{ID: 99, Name: "settable"}, App: "5150",
		Guilds: []ids.Guild{175928847299117064}, GuildsKnown: true}, <-s.Events())
	require.EqualValues(t, 1, gateways.Load())
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	require.NoError(t, s.Close(ctx))
	_, open := <-s.Events()
	require.False(t, open)
	require.NoError(t, s.Err())
}
