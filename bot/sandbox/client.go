package sandbox

import (
	"fmt"
	"net/http"
)

// pictureRoom is what a connection's buffer holds, in bytes, so that a picture goes out at once.
const pictureRoom = 64 << 10

// Client is for a bot in another process: addr is the host and port of a sandbox's URL. Requests to
// Discord's hosts arrive there, and every other host that is not loopback is refused.
func Client(addr string) *http.Client {
	return &http.Client{Transport: redirect{
		to: addr, base: &http.Transport{MaxIdleConnsPerHost: 256, WriteBufferSize: pictureRoom}}}
}

type redirect struct {
	to   string
	base http.RoundTripper
}

var discordHosts = map[string]bool{
	"discord.com": true, "canary.discord.com": true, "ptb.discord.com": true, "discordapp.com": true,
	"cdn.discordapp.com": true, "media.discordapp.net": true,
}

// RoundTrip swaps scheme and host of Discord's addresses.
func (t redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	out := r.Clone(r.Context())
	if discordHosts[r.URL.Hostname()] {
		out.URL.Scheme, out.URL.Host = "http", t.to
	}
	if !loopbackHost(out.URL.Hostname()) {
		return nil, fmt.Errorf("sandbox: a request to %s would leave this machine", r.URL.Hostname())
	}
	out.Host = ""
	return t.base.RoundTrip(out)
}
