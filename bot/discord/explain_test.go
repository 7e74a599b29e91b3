package discord

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The error says which setting the host should change, still contains the cause, and works with errors.Is.
func TestNetworkErrorContainsAdvice(t *testing.T) {
	today, epoch := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), time.Unix(0, 0).UTC()
	expired := x509.CertificateInvalidError{Cert: &x509.Certificate{}, Reason: x509.Expired}
	for want, c := range map[string]struct {
		err error
		now time.Time
	}{
		"ca-certificates":                  {x509.UnknownAuthorityError{}, today},
		"SSL_CERT_FILE":                    {x509.SystemRootsError{}, today},
		"this machine's clock says 1970-":  {expired, epoch},
		"the certificates of your network": {expired, today},
		"HTTPS_PROXY":                      {&net.OpError{Op: "proxyconnect", Err: errors.New("refused")}, today},
		"DNS server":                       {&net.DNSError{Err: "no such host"}, today},
		"NAME:PASSWORD@":                   {errors.New("Proxy Authentication Required"), today},
		"login page":                       {x509.HostnameError{Certificate: &x509.Certificate{}}, today},
		"firewall":                         {context.DeadlineExceeded, today},
	} {
		require.Contains(t, advice(fmt.Errorf("asking: %w", c.err), c.now, ""), want)
	}
	for _, err := range []error{errors.New("Forbidden"), io.EOF, context.DeadlineExceeded} {
		require.Equal(t, "the connection uses the proxy set in HTTPS_PROXY, gate:3128: allow discord.com:443 "+
			"on it", advice(err, today, "gate:3128"))
	}
	require.Empty(t, advice(io.EOF, today, ""))
	require.Empty(t, advice(context.Canceled, today, "gate:3128"))
	err := Explain(fmt.Errorf("asking: %w", &net.DNSError{Err: "no such host", IsNotFound: true}))
	var dns *net.DNSError
	require.ErrorAs(t, err, &dns)
	require.ErrorContains(t, err, "no such host: check the network")
	require.Equal(t, context.Canceled, Explain(context.Canceled))
}
