package postgres

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"settable/store"
)

// codes are the error codes that concern the server rather than a statement, with advice for the host.
//
// https://www.postgresql.org/docs/current/errcodes-appendix.html
var codes = map[string]string{
	"25P03": unreachableAdvice, // this program held a transaction idle for too long
	"25006": "the database is a read-only replica: use the primary server",
	"28000": "the server refuses this user: create the user, or allow the connection in the server's pg_hba.conf",
	"28P01": "wrong password: correct the password in the address",
	"3D000": "there is no such database: create it with createdb",
	"42501": "this user lacks privileges: make it the owner of the database",
	"53100": "the disk is full: moves are refused until there is space, nothing is lost",
	"53200": "the database is out of memory: moves are refused until it has some",
	"55000": unreachableAdvice, // the database accepts no connections
	"53300": "the server has no free connections: raise max_connections; moves are refused until then",
	"55P03": "another connection has locked the database: moves are refused until it releases it, nothing is lost",
	"58030": "the database's disk reports errors: moves are refused until it works again",
	"XX001": damagedAdvice,
	"XX002": damagedAdvice,
}

const (
	damagedAdvice     = "the database is damaged, so nothing more is written: stop the bot and restore a copy made by pg_dump"
	unreachableAdvice = "the database can't be reached: moves are refused until it can, nothing is lost"
)

// advice returns what the host can do about an error of the database. It returns "" for an error that the database did
// not cause.
func advice(err error) string {
	if says, is := errors.AsType[*pgconn.PgError](err); is {
		if strings.HasPrefix(says.Code, "57P") || strings.HasPrefix(says.Code, "08") { // the server is stopping or starting
			return unreachableAdvice
		}
		return codes[says.Code]
	}
	if isUnreachable(err) {
		return unreachableAdvice
	}
	return ""
}

// isUnreachable reports whether the server could not be reached.
func isUnreachable(err error) bool {
	ends := []error{driver.ErrBadConn, sql.ErrConnDone, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed}
	if slices.ContainsFunc(ends, func(gone error) bool { return errors.Is(err, gone) }) {
		return true
	}
	var network net.Error
	var connecting *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connecting) ||
		err != nil && strings.Contains(err.Error(), "conn closed")
}

// isContention reports whether two simultaneous writers caused an error, such as a deadlock.
func isContention(err error) bool {
	var says *pgconn.PgError
	return errors.As(err, &says) && strings.HasPrefix(says.Code, "40")
}

// isTransient reports whether another attempt may succeed a moment later, once the server, its network or its machine
// has recovered. A failed disk does not recover.
func isTransient(err error) bool {
	what := advice(err)
	return what != "" && what != damagedAdvice && what != codes["58030"]
}

func isDamaged(err error) bool { return advice(err) == damagedAdvice }

// connectionAdvice returns what the host can do if a connection couldn't be opened. It returns "" if the reason is
// unknown or the server itself refused the connection.
func connectionAdvice(err error) string {
	var connecting *pgconn.ConnectError
	if !errors.As(err, &connecting) {
		return ""
	}
	const trust = "set sslrootcert in the address to the file with the server's certificate authority"
	if refused, is := errors.AsType[*pgconn.PgError](err); is && refused.Code != "" {
		return ""
	}
	if unknown, is := errors.AsType[*net.DNSError](err); is {
		return fmt.Sprintf("the host name %s can't be resolved: check the name and this machine's DNS", unknown.Name)
	}
	if _, is := errors.AsType[x509.UnknownAuthorityError](err); is {
		return "the server's certificate is signed by an unknown authority: " + trust
	}
	if other, is := errors.AsType[x509.HostnameError](err); is {
		return fmt.Sprintf("the server's certificate isn't for %s: use the host name in the certificate, or sslmode=verify-ca",
			other.Host)
	}
	if bad, is := errors.AsType[x509.CertificateInvalidError](err); is && bad.Reason == x509.Expired {
		return "the server's certificate has expired or isn't valid yet: renew it, and check both machines' clocks"
	}
	if bad, is := errors.AsType[*tls.CertificateVerificationError](err); is {
		return fmt.Sprintf("the server's certificate can't be verified (%v): %s", bad.Err, trust)
	}
	switch says := err.Error(); {
	case strings.Contains(says, "server refused TLS connection"):
		return "the server doesn't support TLS: switch it on there (ssl = on), or use sslmode=disable in a network you trust"
	case strings.Contains(says, "tls:"):
		return fmt.Sprintf("no TLS connection can be opened (%s): check the server's TLS settings and certificates",
			lastPart(says))
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "PostgreSQL doesn't respond: check that it is running and that no firewall blocks the port"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens at this address: check that PostgreSQL is running and that the address is correct"
	case errors.Is(err, fs.ErrNotExist):
		return "there is no socket in this folder: check that PostgreSQL is running and that the folder is correct"
	case strings.Contains(says, "SASL"), strings.Contains(says, "auth"):
		return fmt.Sprintf("signing in fails (%s): check the user and the password in the address", lastPart(says))
	}
	return ""
}

// lastPart returns the innermost part of the last line of an error about connecting.
func lastPart(says string) string {
	says = strings.TrimSpace(says[strings.LastIndex(says, "\n")+1:])
	if at := strings.LastIndex(says, "): "); at >= 0 {
		says = says[at+len("): "):]
	}
	return says
}

// explain returns a one-line error about opening the database with the given name.
func explain(name string, err error) error {
	var says *pgconn.PgError
	switch what := advice(err); {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrLocked):
		return fmt.Errorf("%s: %w: wait until it has finished, or stop all bot processes", name, store.ErrLocked)
	case connectionAdvice(err) != "":
		return fmt.Errorf("%s: %s", name, connectionAdvice(err))
	case what == unreachableAdvice:
		return fmt.Errorf("%s: PostgreSQL doesn't respond: check that it is running and that the address is correct", name)
	case what != "" && errors.As(err, &says):
		return fmt.Errorf("%s: %s (%s)", name, strings.Split(what, ": moves are")[0], says.Message)
	}
	return fmt.Errorf("%s: %w", name, err)
}
