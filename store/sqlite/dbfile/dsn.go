package dbfile

import (
	"net/url"
	"path/filepath"
	"strings"
)

// Access is what a connection may do.
type Access int

const (
	Writing Access = iota // also changes the file to a WAL
	Reading               // changes nothing
	Copying               // changes nothing here, but VACUUM INTO writes elsewhere
)

// Setting is something a connection is told, and what it says of it when it
// is asked: SQLite passes over what it does not understand without a word.
// Empty: it is told for new files alone, and may say otherwise of others.
type Setting struct{ Name, Told, Says string }

// Shortens has a new file give pages back that are free, a few at a time: see sqlite.DB.Vacuum. It is told
// before anything else, for only an empty file can be made so. That costs a page in 820.
var Shortens = Setting{Name: "auto_vacuum", Told: "2"}

// Settings are what every connection of that kind is told.
func Settings(may Access) []Setting {
	all := []Setting{
		{"busy_timeout", "5000", "5000"},
		{"foreign_keys", "1", "1"},
		{"recursive_triggers", "1", "1"},
		{"synchronous", "FULL", "2"}, // a commit waits for the disk: what it wrote is there then
	}
	switch may {
	case Writing:
		all = append([]Setting{Shortens}, all...)
		all = append(all,
			Setting{"journal_mode", "WAL", "wal"},
			// The commit that fills a WAL of 1,000 pages (4 MB) makes a checkpoint, and
			// the WAL is then overwritten from its beginning; checkpoints from another
			// connection were measured to be slower.
			Setting{"wal_autocheckpoint", "1000", "1000"},
			// What undoes one entry of many, or one statement with triggers, need not
			// survive the process: kept in memory it costs no call of the system.
			Setting{"temp_store", "MEMORY", "2"})
	case Reading:
		all = append(all, Setting{"query_only", "1", "1"})
	}
	return all
}

// dsn names the database for the driver, with what every connection is told.
func dsn(path, vfs string, may Access, told []Setting) string {
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p // C:/… on Windows
	}
	q := url.Values{"mode": {"ro"}}
	if may == Writing {
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
