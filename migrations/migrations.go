// Package migrations embeds the scripts that create and change the schema of a database. Each kind of database has a
// folder of numbered .sql files, which run in order. A released script never changes. Further changes are made by new
// scripts.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// SQLite returns the scripts for store/sqlite, named NNNNN_what.sql. The store runs each script in its own
// transaction.
func SQLite() fs.FS { return folder("sqlite") }

// Postgres returns the scripts for store/postgres, in the same form as those for SQLite.
func Postgres() fs.FS { return folder("postgres") }

func folder(name string) fs.FS {
	all, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // only a wrong folder name in the go:embed line can cause this
	}
	return all
}
