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

// Explain adds advice for the host to a network error, if there is any.
func Explain(err error) error {
	if do := advice(err, time.Now(), proxy()); do != "" {
		return fmt.Errorf("%w: %s", err, do)
	}
	return err
}

// inUse is a year in which this program already existed. A clock that shows an earlier one is wrong.
const inUse = 2025

func advice(err error, now time.Time, through string) string {
	var unknown x509.UnknownAuthorityError
	var roots x509.SystemRootsError
	var invalid x509.CertificateInvalidError
	var other x509.HostnameError
	var name *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		if now.Year() < inUse {
			return fmt.Sprintf("this machine's clock says %s: set the clock, preferably with NTP", now.Format(time.DateOnly))
		}
		return "look at this machine's clock, and at who issues the certificates of your network"
	case errors.As(err, &unknown), errors.As(err, &roots):
		return "install CA certificates (the package ca-certificates), or name your network's own in SSL_CERT_FILE"
	case errors.As(err, &other):
		return "another server answers instead of Discord: check the network's proxy or login page"
	case errors.As(err, &op) && op.Op == "proxyconnect", strings.Contains(err.Error(), "proxyconnect"):
		return "look at HTTPS_PROXY: the proxy it names can't be reached"
	case strings.HasSuffix(err.Error(), http.StatusText(http.StatusProxyAuthRequired)): // a proxy's own words
		return "the proxy of HTTPS_PROXY wants to know who asks: put a name and a password before its host, " +
			"http://NAME:PASSWORD@HOST:PORT"
	case through != "" && !errors.As(err, &name) && !errors.Is(err, context.Canceled):
		return "it goes through the proxy of HTTPS_PROXY, " + through + ": that must let " + host + ":443 through"
	case errors.As(err, &name):
		return "check the network and its DNS server"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "no answer: check the network, and whether a firewall lets " + host + ":443 through"
	}
	return ""
}

// host is the host that the bot connects to.
const host = "discord.com"

// proxy returns the host and port of the proxy through which Discord is reached; "" without one.
func proxy() string {
	at, err := http.ProxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: "https", Host: host}})
	if err != nil || at == nil {
		return ""
	}
	return at.Host
}
