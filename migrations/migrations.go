// Package migrations holds the steps by which databases came to their present shape: for each kind of
// database a folder of numbered .sql files, which are applied in order and never changed afterwards.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// SQLite are the steps of store/sqlite, named NNNNN_what.sql. Each is a script that runs in one
// transaction. The lines "-- +goose" in the older ones are now only comments, meant for the program
// that ran them at first.
func SQLite() fs.FS { return below("sqlite") }

// Postgres are the steps of store/postgres, in the same form.
func Postgres() fs.FS { return below("postgres") }

func below(folder string) fs.FS {
	all, err := fs.Sub(files, folder)
	if err != nil {
		panic(err) // the embedded folder has another name, which is a mistake in this program
	}
	return all
}
