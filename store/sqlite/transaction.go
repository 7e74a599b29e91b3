package sqlite

import (
	"database/sql"
	"errors"

	"settable/store"
	"settable/store/sqlite/writer"
)

// transaction is the connection of the writer, in the middle of a commit: what
// jobs write with.
type transaction struct {
	*writer.Conn
	cache cache
	chain store.Chain
	key   []byte
}

func (tx *transaction) exec(w write, args ...any) (sql.Result, error) {
	args, err := numbered(writing{tx}, args)
	if err != nil {
		return nil, err
	}
	return tx.Run(int(w), args...)
}

func (tx *transaction) row(w write, args ...any) row {
	args, err := numbered(asking{tx}, args)
	if err != nil {
		return oneRow{err: err}
	}
	return oneRow{Row: tx.Row(int(w), args...), who: asking{tx}}
}

// has runs a statement that answers yes or no.
func (tx *transaction) has(w write, args ...any) (yes bool, err error) {
	err = tx.row(w, args...).Scan(&yes)
	return yes, err
}

// unplayed is ErrPlayed where the source was seen at any table.
func (tx *transaction) unplayed(source store.Source) error {
	if source == "" {
		return nil
	}
	seen, err := tx.has(selectPlayed, string(source), string(tx.chain.Seal(source)))
	if err == nil && seen {
		err = store.ErrPlayed
	}
	return err
}

// last is the number of the last line of an open table.
func (tx *transaction) last(id store.TableID) (n int, err error) {
	var over bool
	err = tx.row(selectLast, id).Scan(&over, &n)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, store.ErrNoTable
	case err == nil && over:
		return n, store.ErrOver
	}
	return n, err
}

// keyed finds what a source caused; nil where it has none.
func keyed(source store.Source) func(*transaction) (bool, error) {
	if source == "" {
		return nil
	}
	return func(tx *transaction) (bool, error) {
		return tx.has(selectPlayed, string(source), string(tx.chain.Seal(source)))
	}
}

var (
	// ?1 is what Discord calls it, which only lines of open tables say, and ?2 its seal.
	selectPlayed = toWrite(`SELECT EXISTS (SELECT 1 FROM lines WHERE substr(source, -6) IN (substr(?1, -6), substr(?2, -6))
			AND source IN (?1, ?2) AND source IS NOT NULL)
		OR EXISTS (SELECT 1 FROM tables WHERE source = ?2)
		OR EXISTS (SELECT 1 FROM grants WHERE source = ?2)
		OR EXISTS (SELECT 1 FROM nights WHERE source = ?2)`)
	selectLast = toWrite(`SELECT closed IS NOT NULL,
		coalesce((SELECT max(n) FROM lines WHERE table_id = tables.id), 0)
		FROM tables WHERE id = ?`)
)
