// Package migrations holds the scripts that make the schema of a database: for each kind of database a folder of
// numbered .sql files, which are run in order. A released script is never changed; a change is a further script.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// SQLite returns the scripts for store/sqlite, named NNNNN_what.sql. The store runs each in one transaction.
func SQLite() fs.FS { return folder("sqlite") }

// Postgres returns the scripts for store/postgres, in the same form.
func Postgres() fs.FS { return folder("postgres") }

func folder(name string) fs.FS {
	all, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the embedded folder has another name, which is a mistake in this program
	}
	return all
}
