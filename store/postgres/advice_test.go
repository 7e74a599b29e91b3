package postgres

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store/storetest"
)

// newCertificate returns a self-signed certificate for the host db.test, and the name of a file that contains it.
func newCertificate(t *testing.T, expires time.Time) (tls.Certificate, string) {
	t.Helper()
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	how := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"db.test"}, NotAfter: expires,
		IsCA: true, BasicConstraintsValid: true}
	raw := must(x509.CreateCertificate(rand.Reader, how, how, &key.PublicKey, key))
	file := filepath.Join(t.TempDir(), "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})
	require.NoError(t, os.WriteFile(file, text, 0o600))
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, file
}

// answerTLS listens on loopback and answers each request for TLS like a PostgreSQL server, and then performs the
// handshake. Without a certificate, it refuses TLS.
func answerTLS(t *testing.T, certificate *tls.Certificate) (port string) {
	t.Helper()
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			request := make([]byte, 8)
			_, _ = io.ReadFull(c, request) // the client then sees the end of the connection
			if certificate == nil {
				_, _ = c.Write([]byte("N"))
			} else {
				_, _ = c.Write([]byte("S"))
				_ = tls.Server(c, &tls.Config{Certificates: []tls.Certificate{*certificate}}).Handshake()
			}
			_ = c.Close()
		}
	}()
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	return port
}

// For each problem with a connection, the error is one line that says what to do and contains no password.
func TestConnectionProblemsAreNamed(t *testing.T) {
	good, goodFile := newCertificate(t, time.Now().Add(time.Hour))
	old, oldFile := newCertificate(t, time.Now().Add(-time.Hour))
	trusted, expired, plain := answerTLS(t, &good), answerTLS(t, &old), answerTLS(t, nil)
	for name, c := range map[string]struct{ address, says string }{
		"TLS refused":       {"127.0.0.1:" + plain + "/x?sslmode=require", "the server doesn't support TLS: switch it on there"},
		"unknown authority": {"127.0.0.1:" + trusted + "/x?sslmode=verify-ca&sslrootcert=" + oldFile, "signed by an unknown authority: set sslrootcert"},
		"other host":        {"127.0.0.1:" + trusted + "/x?sslmode=verify-full&sslrootcert=" + goodFile, "certificate isn't for 127.0.0.1"},
		"expired":           {"127.0.0.1:" + expired + "/x?sslmode=verify-ca&sslrootcert=" + oldFile, "certificate has expired"},
		"no such file":      {"127.0.0.1/x?sslmode=verify-ca&sslrootcert=/none.pem", "/none.pem (sslrootcert) can't be read"},
		"DNS":               {"none.invalid/x", "the host name none.invalid can't be resolved"},
		"no server":         {"127.0.0.1:1/x", "nothing listens at this address"},
		"no socket":         {"/x?host=/nowhere", "there is no socket in this folder"},
	} {
		_, err := Open(t.Context(), "postgres://bot:s3cret@"+c.address, Options{})
		require.ErrorContains(t, err, c.says, name)
		require.NotContains(t, err.Error(), "s3cret", name)
		require.NotContains(t, err.Error(), "\n", name)
	}
}

// Both Open and Inspect refuse databases whose encoding can't represent every name.
func TestEncodingMustBeUTF8(t *testing.T) {
	address := storetest.Postgres(t)
	db := openedAt(t, address, Options{})
	for _, encoding := range []string{"LATIN1", "SQL_ASCII"} {
		name := db.config.Database + "_" + encoding
		must(db.base.Readers.Exec(`CREATE DATABASE "` + name + `" ENCODING '` + encoding + `' LOCALE 'C' TEMPLATE template0`))
		t.Cleanup(func() {
			again := must(Open(context.Background(), address, Options{}))
			must(again.base.Readers.Exec(`DROP DATABASE "` + name + `"`))
			require.NoError(t, again.Close())
		})
		at := must(url.Parse(address))
		at.Path = "/" + name
		says := "this database has the encoding " + encoding + ", but Settable needs UTF8: create another one with createdb"
		_, err := Open(t.Context(), at.String(), Options{Shared: true})
		require.ErrorContains(t, err, says)
		require.ErrorContains(t, Inspect(t.Context(), at.String()), says)
	}
	require.NoError(t, Inspect(t.Context(), address))
	require.NoError(t, db.Close())
}
