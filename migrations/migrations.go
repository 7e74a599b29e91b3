// Package migrations holds the steps by which the database came to its present
// shape: numbered .sql files, applied in order and never changed afterwards.
package migrations

import "embed"

// Files are the migrations, named NNNNN_what.sql, in goose's format.
//
//go:embed *.sql
var Files embed.FS
