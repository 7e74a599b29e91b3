package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"modernc.org/sqlite"

	"settable/store"
	"settable/store/sqlstore"
)

// chainScript is the migration that adds columns for links.
const chainScript = "00008_chain.sql"

// chainAll does what the migration of the chain cannot do in SQL: it gives every row its link, and
// the database the secret with which links are computed.
func chainAll(ctx context.Context, tx *sql.Tx) error {
	key := make([]byte, store.KeySize)
	rand.Read(key) // Read never fails: the program would crash
	_, err := tx.ExecContext(ctx, `INSERT INTO secret (id, key)
		SELECT 1, ? WHERE NOT EXISTS (SELECT 1 FROM secret)`, key)
	if err != nil {
		return fmt.Errorf("making the database's key: %w", err)
	}
	return sqlstore.ChainAll(ctx, tx)
}

// SQLite can seal sources by the function seal(key, source), so that one statement seals all sources
// of a table.
func init() {
	sqlite.MustRegisterDeterministicScalarFunction("seal", 2,
		func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			if args[1] == nil {
				return nil, nil
			}
			key, isKey := args[0].([]byte)
			source, isText := args[1].(string)
			if !isKey || !isText {
				return nil, errors.New("seal takes a key and a source")
			}
			return string(store.NewChain(key).Seal(store.Source(source))), nil
		})
}

// peopleScript is the migration that gives every person a number of the store's own.
const peopleScript = "00013_people.sql"

// sealAll does what the migration of the people cannot do in SQL: it seals the sources of what was
// written before.
func sealAll(ctx context.Context, tx *sql.Tx) error {
	key, err := sqlstore.KeyOf(ctx, tx)
	if err != nil {
		return err
	}
	for _, text := range []string{
		`UPDATE tables SET source = seal(?, source) WHERE source IS NOT NULL`,
		`UPDATE nights SET source = seal(?, source) WHERE source IS NOT NULL`,
		`UPDATE plans SET source = seal(?, source) WHERE source IS NOT NULL`,
		`UPDATE grants SET source = seal(?, source) WHERE source IS NOT NULL`,
		`UPDATE lines SET source = seal(?, source) WHERE source IS NOT NULL
			AND table_id IN (SELECT id FROM tables WHERE closed IS NOT NULL)`,
	} {
		if _, err := tx.ExecContext(ctx, text, key); err != nil {
			return fmt.Errorf("sealing sources: %w", err)
		}
	}
	return nil
}
