package discord

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// Explain adds to an error of the network what a host can do about it, where that is known.
func Explain(err error) error {
	if do := advice(err, time.Now()); do != "" {
		return fmt.Errorf("%w: %s", err, do)
	}
	return err
}

// inUse is a year in which this program was in use; a clock before it stands wrong.
const inUse = 2025

func advice(err error, now time.Time) string {
	var unknown x509.UnknownAuthorityError
	var roots x509.SystemRootsError
	var invalid x509.CertificateInvalidError
	var name *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		if now.Year() < inUse {
			return fmt.Sprintf("this machine's clock says %s: set it, best by NTP", now.Format(time.DateOnly))
		}
		return "look at this machine's clock, and at who issues the certificates of your network"
	case errors.As(err, &unknown), errors.As(err, &roots):
		return "install CA certificates (the package ca-certificates), or name your network's own in SSL_CERT_FILE"
	case errors.As(err, &op) && op.Op == "proxyconnect", strings.Contains(err.Error(), "proxyconnect"):
		return "look at HTTPS_PROXY: the proxy it names can't be reached"
	case errors.As(err, &name):
		return "look at the network and its name server"
	}
	return ""
}
