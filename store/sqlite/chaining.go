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

// chainScript makes room for the links.
const chainScript = "00008_chain.sql"

// chainAll gives every row that has none its link, and the database the secret
// that links are worked out with: what the script of the chain leaves to be done.
func chainAll(ctx context.Context, tx *sql.Tx) error {
	key := make([]byte, store.KeySize)
	rand.Read(key) // never fails: the program would end
	_, err := tx.ExecContext(ctx, `INSERT INTO secret (id, key)
		SELECT 1, ? WHERE NOT EXISTS (SELECT 1 FROM secret)`, key)
	if err != nil {
		return fmt.Errorf("making the database's key: %w", err)
	}
	return sqlstore.ChainAll(ctx, tx)
}

// SQLite seals sources itself, where all of a table's are sealed in one statement: seal(key, source).
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

// peopleScript gives everybody a number of our own.
const peopleScript = "00013_people.sql"

// sealAll seals the sources of what was written before: what the script of the people leaves to be done.
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
