package discord

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Explain adds advice for the host to a network error if it recognises the cause.
func Explain(err error) error {
	if do := advice(err, time.Now(), proxy()); do != "" {
		return fmt.Errorf("%w: %s", err, do)
	}
	return err
}

// minYear is a year in which this program already existed. A clock that shows an earlier year is wrong.
const minYear = 2025

func advice(err error, now time.Time, through string) string {
	var unknown x509.UnknownAuthorityError
	var roots x509.SystemRootsError
	var invalid x509.CertificateInvalidError
	var other x509.HostnameError
	var name *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		if now.Year() < minYear {
			return fmt.Sprintf("this machine's clock says %s: set the clock, preferably with NTP", now.Format(time.DateOnly))
		}
		return "check this machine's clock and the certificates of your network's proxy"
	case errors.As(err, &unknown), errors.As(err, &roots):
		return "install CA certificates (the package ca-certificates), or set SSL_CERT_FILE to those of your network"
	case errors.As(err, &other):
		return "a server other than Discord responded: check the network's proxy or login page"
	case errors.As(err, &op) && op.Op == "proxyconnect", strings.Contains(err.Error(), "proxyconnect"):
		return "the proxy set in HTTPS_PROXY can't be reached"
	case strings.HasSuffix(err.Error(), http.StatusText(http.StatusProxyAuthRequired)): // the text is the proxy's own
		return "the proxy set in HTTPS_PROXY requires a login: put a name and password before its host, " +
			"http://NAME:PASSWORD@HOST:PORT"
	case through != "" && !errors.As(err, &name) && !errors.Is(err, context.Canceled):
		return "the connection uses the proxy set in HTTPS_PROXY, " + through + ": allow " + host + ":443 on it"
	case errors.As(err, &name):
		return "check the network and its DNS server"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "no response: check the network and that a firewall allows " + host + ":443"
	}
	return ""
}

const host = "discord.com"

// proxy returns the host and port of the proxy that the bot uses to reach Discord, or "" if there is none.
func proxy() string {
	at, err := http.ProxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: "https", Host: host}})
	if err != nil || at == nil {
		return ""
	}
	return at.Host
}
