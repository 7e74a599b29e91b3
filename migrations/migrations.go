// Package migrations holds the steps by which databases came to their present shape: for each kind of
// database a folder of numbered .sql files, applied in order and never changed afterwards.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// SQLite are the steps of store/sqlite, named NNNNN_what.sql: each is a script that runs in one transaction.
// The lines "-- +goose" in the older ones are comments by now: they spoke to the program that ran them first.
func SQLite() fs.FS { return below("sqlite") }

// Postgres are the steps of store/postgres, alike.
func Postgres() fs.FS { return below("postgres") }

func below(folder string) fs.FS {
	all, err := fs.Sub(files, folder)
	if err != nil {
		panic(err) // the folder's name is wrong: there is no such program
	}
	return all
}
