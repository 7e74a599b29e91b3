package sqlstore

import (
	"database/sql"
	"errors"

	"settable/store"
	"settable/store/writer"
)

// Tx is the connection of the writer, in the middle of a commit: what
// jobs write with.
type Tx struct {
	*writer.Conn
	cache   cache
	chain   store.Chain
	key     []byte
	dialect Dialect
	reads   []string
	undone  error // a statement was, and what was written before it is undone
}

// play does a job. What was refused in it is never written, though it went on.
func (tx *Tx) play(do func(*Tx) error) error {
	tx.undone = nil
	if err := do(tx); err != nil {
		return err
	}
	return tx.undone
}

func (tx *Tx) exec(w write, args ...any) (sql.Result, error) {
	args, err := numbered(writing{tx}, args)
	if err != nil {
		return nil, err
	}
	res, err := tx.Run(int(w), args...)
	return res, tx.undoAborted(err)
}

// insert is exec of a statement that returns the id of its row.
func (tx *Tx) insert(w write, args ...any) (id int64, err error) {
	args, err = numbered(writing{tx}, args)
	if err == nil {
		err = tx.undoAborted(tx.Row(int(w), args...).Scan(&id))
	}
	return id, err
}

// undoAborted undoes the entry where its dialect could else not be asked why a statement was refused.
func (tx *Tx) undoAborted(err error) error {
	if err == nil || !tx.dialect.Aborts || tx.dialect.Advice(err) != "" {
		return err
	}
	tx.undone = err
	tx.cache.forget()
	return errors.Join(err, tx.Undo())
}

func (tx *Tx) row(w write, args ...any) row {
	args, err := numbered(asking{tx}, args)
	if err != nil {
		return oneRow{err: err}
	}
	return oneRow{Row: tx.Row(int(w), args...), who: asking{tx}}
}

// has runs a statement that answers yes or no.
func (tx *Tx) has(w write, args ...any) (yes bool, err error) {
	err = tx.row(w, args...).Scan(&yes)
	return yes, err
}

// unless is that error where a statement answers yes.
func unless(tx *Tx, is error, w write, args ...any) error {
	yes, err := tx.has(w, args...)
	if err == nil && yes {
		err = is
	}
	return err
}

// unplayed is ErrPlayed where the source was seen at any table.
func (tx *Tx) unplayed(source store.Source) error {
	if source == "" {
		return nil
	}
	return unless(tx, store.ErrPlayed, selectPlayed, string(source), string(tx.chain.Seal(source)))
}

// last is the number of the last line of an open table.
func (tx *Tx) last(id store.TableID) (n int, err error) {
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
func keyed(source store.Source) func(*Tx) (bool, error) {
	if source == "" {
		return nil
	}
	return func(tx *Tx) (bool, error) {
		return tx.has(selectPlayed, string(source), string(tx.chain.Seal(source)))
	}
}

var (
	// ?1 is what Discord calls it, which only lines of open tables say, and ?2 its seal.
	selectPlayed = toWrite(`SELECT EXISTS (SELECT 1 FROM lines
		WHERE substr(source, -6) IN (substr(?1, -6), substr(?2, -6))
			AND source IN (?1, ?2) AND source IS NOT NULL)
		OR EXISTS (SELECT 1 FROM tables WHERE source = ?2)
		OR EXISTS (SELECT 1 FROM grants WHERE source = ?2)
		OR EXISTS (SELECT 1 FROM nights WHERE source = ?2)`)
	selectLast = toWrite(`SELECT closed IS NOT NULL,
		coalesce((SELECT max(n) FROM lines WHERE table_id = tables.id), 0)
		FROM tables WHERE id = ?`)
)

// belongs finds the server of what is to be written; sql.ErrNoRows: there is no such thing.
type belongs func(*Tx) (store.GuildID, error)

// own plays what is written of a server if that is one of the shard; else it is ErrElsewhere. Everything that
// is written of a server goes through here, but for what looks for servers by itself, and looks within the
// shard.
func (b *Base) own(whose belongs, play func(*Tx) error) func(*Tx) error {
	if b.lease.Shard.Of <= 1 {
		return play
	}
	return func(tx *Tx) error {
		guild, err := whose(tx)
		switch {
		case errors.Is(err, sql.ErrNoRows): // which play finds out
		case err != nil:
			return err
		case !b.lease.Shard.Has(guild):
			return store.ErrElsewhere
		}
		return play(tx)
	}
}

func ofGuild(guild store.GuildID) belongs {
	return func(*Tx) (store.GuildID, error) { return guild, nil }
}

// ofTable knows where a table stands after the first time, so that no move waits for this question.
func ofTable(id store.TableID) belongs {
	return func(tx *Tx) (store.GuildID, error) {
		at, err := tx.guildGame(id)
		return at.guild, err
	}
}

func ofNight(id store.NightID) belongs { return asks(selectNightGuild, int64(id)) }

func ofPlan(id store.PlanID) belongs { return asks(selectPlanGuild, int64(id)) }

func asks(what write, id int64) belongs {
	return func(tx *Tx) (guild store.GuildID, err error) {
		err = tx.row(what, id).Scan(&guild)
		return guild, err
	}
}

var (
	selectNightGuild = toWrite(`SELECT guild FROM nights WHERE id = ?`)
	selectPlanGuild  = toWrite(`SELECT guild FROM plans WHERE id = ?`)
)
