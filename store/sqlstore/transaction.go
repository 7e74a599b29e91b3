package sqlstore

import (
	"database/sql"
	"errors"

	"settable/store"
	"settable/store/ids"
	"settable/store/writer"
)

// Tx is the connection of the writer inside a transaction, in which jobs write.
type Tx struct {
	*writer.Conn
	cache   cache
	chain   store.Chain
	key     []byte
	dialect Dialect
	reads   []string
	undone  error // the error of a refused statement, after which all earlier statements were undone
}

func (tx *Tx) exec(w write, args ...any) (sql.Result, error) {
	res, err := tx.Run(int(w), args...)
	return res, tx.undoAborted(err)
}

// insert is like exec, for a statement that returns the id of its row.
func (tx *Tx) insert(w write, args ...any) (id int64, err error) {
	err = tx.undoAborted(tx.row(w, args...).Scan(&id))
	return id, err
}

// undoAborted undoes the entry after a refused statement if the dialect Aborts, because such a database would otherwise
// run no further statements, including those that look for the reason.
func (tx *Tx) undoAborted(err error) error {
	if err == nil || !tx.dialect.Aborts || tx.dialect.Advice(err) != "" {
		return err
	}
	tx.undone = err
	tx.cache.forget()
	return errors.Join(err, tx.Undo())
}

func (tx *Tx) row(w write, args ...any) row { return tx.Row(int(w), args...) }

// isTrue runs a statement that returns a boolean.
func (tx *Tx) isTrue(w write, args ...any) (yes bool, err error) {
	err = tx.row(w, args...).Scan(&yes)
	return yes, err
}

// errorIfTrue returns the given error if a statement returns true.
func errorIfTrue(tx *Tx, is error, w write, args ...any) error {
	yes, err := tx.isTrue(w, args...)
	if err == nil && yes {
		err = is
	}
	return err
}

// checkUnplayed returns ErrPlayed if the source was seen at any table.
func (tx *Tx) checkUnplayed(source store.Source) error {
	if source == "" {
		return nil
	}
	return errorIfTrue(tx, store.ErrPlayed, selectPlayed, string(source), string(tx.chain.Seal(source)))
}

// lastLine returns the number of the last line of an open table.
func (tx *Tx) lastLine(id store.TableID) (n int, err error) {
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

// sourceWritten returns a function that reports whether anything was written with the given source. It returns nil for
// an empty source.
func sourceWritten(source store.Source) func(*Tx) (bool, error) {
	if source == "" {
		return nil
	}
	return func(tx *Tx) (bool, error) {
		return tx.isTrue(selectPlayed, string(source), string(tx.chain.Seal(source)))
	}
}

var (
	// $1 is the source as received from Discord, which only lines of open tables have. $2 is its seal.
	selectPlayed = toWrite(`SELECT EXISTS (SELECT 1 FROM lines
		WHERE substr(source, -6) IN (substr($1, -6), substr($2, -6))
			AND source IN ($1, $2) AND source IS NOT NULL)
		OR EXISTS (SELECT 1 FROM tables WHERE source = $2)
		OR EXISTS (SELECT 1 FROM grants WHERE source = $2)
		OR EXISTS (SELECT 1 FROM nights WHERE source = $2)`)
	selectLast = toWrite(`SELECT closed IS NOT NULL,
		coalesce((SELECT max(n) FROM lines WHERE table_id = tables.id), 0)
		FROM tables WHERE id = $1`)
)

// guildFinder finds the guild of a write. It returns sql.ErrNoRows if the row doesn't exist. It returns guild 0 if the
// row belongs to a person, because any lease may write such a row.
type guildFinder func(*Tx) (ids.Guild, error)

func knownGuild(guild ids.Guild) guildFinder {
	return func(*Tx) (ids.Guild, error) { return guild, nil }
}

// guildOfTable looks the guild up in the cache after the first time, so that no move waits for a query.
func guildOfTable(id store.TableID) guildFinder {
	return func(tx *Tx) (ids.Guild, error) {
		at, err := tx.tableGuild(id)
		if at.isDaily {
			return 0, err // the player may continue a daily deal on any server
		}
		return at.guild, err
	}
}

func guildOfNight(id store.NightID) guildFinder { return guildOf(selectNightGuild, int64(id)) }

func guildOfPlan(id store.PlanID) guildFinder { return guildOf(selectPlanGuild, int64(id)) }

func guildOf(what write, id int64) guildFinder {
	return func(tx *Tx) (guild ids.Guild, err error) {
		err = tx.row(what, id).Scan(&guild)
		return guild, err
	}
}

var (
	selectNightGuild = toWrite(`SELECT guild FROM nights WHERE id = $1`)
	selectPlanGuild  = toWrite(`SELECT guild FROM plans WHERE id = $1`)
)
