package sqlstore

import (
	"database/sql"
	"errors"

	"settable/store"
	"settable/store/writer"
)

// Tx is the connection of the writer inside a transaction, with which jobs write.
type Tx struct {
	*writer.Conn
	cache   cache
	chain   store.Chain
	key     []byte
	dialect Dialect
	reads   []string
	undone  error // the error of a refused statement, after which everything before it was undone
}

// play does a job. If a statement of the job was undone, the job fails even where it went on without
// an error.
func (tx *Tx) play(do func(*Tx) error) error {
	tx.undone = nil
	if err := do(tx); err != nil {
		return err
	}
	return tx.undone
}

func (tx *Tx) exec(w write, args ...any) (sql.Result, error) {
	res, err := tx.Run(int(w), args...)
	return res, tx.undoAborted(err)
}

// insert is exec for a statement that returns the id of its row.
func (tx *Tx) insert(w write, args ...any) (id int64, err error) {
	err = tx.undoAborted(tx.row(w, args...).Scan(&id))
	return id, err
}

// undoAborted undoes the entry after a refused statement, in a dialect that would otherwise run no
// further statements, such as those that find out why it was refused.
func (tx *Tx) undoAborted(err error) error {
	if err == nil || !tx.dialect.Aborts || tx.dialect.Advice(err) != "" {
		return err
	}
	tx.undone = err
	tx.cache.forget()
	return errors.Join(err, tx.Undo())
}

func (tx *Tx) row(w write, args ...any) row { return tx.Row(int(w), args...) }

// has runs a statement that answers yes or no.
func (tx *Tx) has(w write, args ...any) (yes bool, err error) {
	err = tx.row(w, args...).Scan(&yes)
	return yes, err
}

// unless returns the error is where a statement answers yes.
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

// keyed reports whether anything was written with this source; it is nil for an empty source.
func keyed(source store.Source) func(*Tx) (bool, error) {
	if source == "" {
		return nil
	}
	return func(tx *Tx) (bool, error) {
		return tx.has(selectPlayed, string(source), string(tx.chain.Seal(source)))
	}
}

var (
	// $1 is the source as it came from Discord, which only lines of open tables have, and $2 its
	// seal.
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

// belongs finds the guild of what is to be written. The error is sql.ErrNoRows where the thing does
// not exist.
type belongs func(*Tx) (store.GuildID, error)

// own runs play if the guild belongs to the leased shard; otherwise the error is ErrElsewhere. All
// writes about a guild go through here, except those that select guilds themselves, within the shard.
func (b *Base) own(whose belongs, play func(*Tx) error) func(*Tx) error {
	if b.lease.Shard.Of <= 1 {
		return play
	}
	return func(tx *Tx) error {
		guild, err := whose(tx)
		switch {
		case errors.Is(err, sql.ErrNoRows): // play reports that it does not exist
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

// ofTable uses the cache after the first time, so that no move waits for a query.
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
	selectNightGuild = toWrite(`SELECT guild FROM nights WHERE id = $1`)
	selectPlanGuild  = toWrite(`SELECT guild FROM plans WHERE id = $1`)
)
