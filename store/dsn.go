package store

import (
	"net/url"
	"path/filepath"
	"strings"
)

// access is what a connection may do.
type access int

const (
	writing access = iota // also changes the file to a WAL
	reading               // changes nothing
	copying               // changes nothing here, but VACUUM INTO writes elsewhere
)

// dsn names the database for the driver, with what every connection is told.
func dsn(path string, may access) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // C:/… on Windows
	}
	q := url.Values{"_pragma": {
		"busy_timeout(5000)", "foreign_keys(1)", "recursive_triggers(1)", "synchronous(FULL)",
	}}
	switch may {
	case writing:
		q.Set("mode", "rw")
		// A WAL of 1,000 pages (4 MB) is folded in by the commit that fills it
		// and then overwritten from its beginning; checkpoints from another
		// connection were measured to be slower.
		q.Add("_pragma", "journal_mode(WAL)")
		q.Add("_pragma", "wal_autocheckpoint(1000)")
		// What undoes one entry of many, or one statement with triggers, need not
		// survive the process: kept in memory it costs no call of the system.
		q.Add("_pragma", "temp_store(MEMORY)")
	case reading:
		q.Set("mode", "ro")
		q.Add("_pragma", "query_only(1)")
	case copying:
		q.Set("mode", "ro")
	}
	return (&url.URL{Scheme: "file", Path: p, RawQuery: q.Encode()}).String()
}
