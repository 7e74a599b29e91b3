package sqlite

import (
	"net/url"
	"path/filepath"
	"strings"
)

// access is the level of access that a connection has.
type access int

const (
	forWriting access = iota // also changes the file to a WAL
	forReading               // changes nothing
	forCopying               // changes nothing here, but VACUUM INTO writes elsewhere
)

// setting is a PRAGMA for a connection, together with the value that SQLite must report for it. SQLite silently ignores
// settings that it doesn't understand. An empty Says means that the setting only affects new files, so other files may
// return something else.
type setting struct{ Name, Told, Says string }

// autoVacuum lets a new file return free pages, a few at a time (see DB.Vacuum). It must come first, because it only
// affects empty files. It costs one page in 820.
var autoVacuum = setting{Name: "auto_vacuum", Told: "2"}

// settingsFor returns the settings of connections with the given access.
func settingsFor(may access) []setting {
	all := []setting{
		{"busy_timeout", "5000", "5000"},
		{"foreign_keys", "1", "1"},
		{"recursive_triggers", "1", "1"},
		{"synchronous", "FULL", "2"}, // a commit is on the disk when it returns
	}
	switch may {
	case forWriting:
		all = append([]setting{autoVacuum}, all...)
		all = append(all,
			setting{"journal_mode", "WAL", "wal"},
			// SQLite overwrites deleted data with zeros, including data on pages that become free, so that the file
			// doesn't keep names and ids of forgotten players.
			setting{"secure_delete", "ON", "1"},
			// The commit that fills a WAL of 1,000 pages (4 MB) makes a checkpoint, and SQLite then overwrites the WAL
			// from its beginning. Checkpoints from another connection were slower in measurements.
			setting{"wal_autocheckpoint", "1000", "1000"},
			// The journal that undoes one entry of many, or one statement with triggers, need not survive the process.
			// In memory, it costs no system calls.
			setting{"temp_store", "MEMORY", "2"})
	case forReading:
		all = append(all, setting{"query_only", "1", "1"})
	}
	return all
}

// dsn returns the database's name for the driver, with the settings of its connections.
func dsn(path, vfs string, may access, told []setting) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // C:/… on Windows
	}
	q := url.Values{"mode": {"ro"}}
	if may == forWriting {
		q.Set("mode", "rw")
	}
	if vfs != "" {
		q.Set("vfs", vfs)
	}
	for _, s := range told {
		q.Add("_pragma", s.Name+"("+s.Told+")")
	}
	return (&url.URL{Scheme: "file", Path: p, RawQuery: q.Encode()}).String()
}
