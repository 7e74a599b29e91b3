package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

func (s *Store) OpenTable(ctx context.Context, t store.Table, source store.Source,
	first ...store.Line) (store.Table, error) {
	t.Closed, t.Post, t.Shown, t.LastJudged, t.Asleep = time.Time{}, 0, 0, 0, 0
	t.Opened = t.Opened.UTC().Round(0)
	if t.Options == nil {
		t.Options = games.Options{}
	}
	options, err := json.Marshal(t.Options)
	if err != nil {
		return store.Table{}, fmt.Errorf("writing the options of a table: %w", err)
	}
	err = s.base.write(ctx, job{whose: knownGuild(t.Guild), do: func(tx *Tx) error {
		if err := tx.checkUnplayed(source); err != nil {
			return err
		}
		if err := tx.checkNotForgetting(t.Opener); err != nil {
			return err
		}
		if err := checkMayOpen(tx, t); err != nil {
			return err
		}
		opener, err := tx.register(t.Opener)
		if err != nil {
			return err
		}
		link := tx.chain.Opening(t, source)
		id, err := tx.insert(insertTable, t.Guild, t.Channel, t.Game, string(options), opener, unixNanos(t.Opened),
			nullIfEmpty(tx.chain.Seal(source)), t.Night, link[:], int(t.Daily), t.Follows)
		if err != nil {
			return err
		}
		t.ID = store.TableID(id)
		tx.cache.heads.keep(t.ID, newestLink{0, link})
		for i := 0; err == nil && i < len(first); i++ {
			err = tx.appendLine(t.ID, i+1, store.Played{Line: first[i]})
		}
		return err
	}, written: sourceWritten(source)})
	return orError(t, err, "opening a table in channel %d", t.Channel)
}

// checkMayOpen returns ErrBusyChannel or ErrNight if the state of the channel forbids the table, and ErrDealt if the
// opener has already had the daily deal.
func checkMayOpen(tx *Tx, t store.Table) error {
	if t.Daily != 0 {
		opener, err := tx.lookUp(t.Opener)
		if err != nil {
			return err
		}
		return errorIfTrue(tx, store.ErrDealt, selectDealt, opener, t.Game, int(t.Daily),
			tx.chain.Trace(t.Opener))
	}
	if err := tx.checkNoTable(t.Channel); err != nil {
		return err
	}
	open, err := tx.openNight(t.Channel)
	if err == nil && open != t.Night {
		err = store.ErrNight
	}
	return err
}

// checkNoTable returns ErrBusyChannel if a channel has an open table.
func (tx *Tx) checkNoTable(channel ids.Channel) error {
	return errorIfTrue(tx, store.ErrBusyChannel, selectBusy, channel)
}

func (s *Store) CloseTable(ctx context.Context, id store.TableID, at time.Time) error {
	err := s.base.write(ctx, job{whose: guildOfTable(id), do: func(tx *Tx) error {
		if _, err := tx.lastLine(id); err != nil {
			return err
		}
		return tx.closeTable(id, at)
	}})
	return wrapError(err, "closing table %d", id)
}

// closeTable closes a table unless it has chips.
func (tx *Tx) closeTable(id store.TableID, at time.Time) error {
	if err := errorIfTrue(tx, store.ErrChips, selectLaid, id); err != nil {
		return err
	}
	_, err := tx.exec(updateClosed, unixNanos(at), id)
	if err == nil {
		_, err = tx.exec(updateSealed, tx.key, id)
	}
	if err == nil {
		_, err = tx.exec(deleteParted, id)
	}
	return err
}

func (s *Store) NoteShown(ctx context.Context, id store.TableID, line int, post ids.Message) error {
	return s.NoteShownBelow(ctx, id, line, post, 0)
}

func (s *Store) NoteShownBelow(ctx context.Context, id store.TableID, line int, post, kept ids.Message) error {
	err := s.base.write(ctx, job{whose: guildOfTable(id), do: func(tx *Tx) error {
		if err := tx.updateTable(updateShown, line, post, id); err != nil || kept == 0 {
			return err
		}
		return errorOf(tx.exec(deletePost, kept, id))
	}, deferrable: true})
	return wrapError(err, "saving what is shown of table %d", id)
}

func (s *Store) NoteJudged(ctx context.Context, id store.TableID, message ids.Message) error {
	err := s.base.write(ctx, job{whose: guildOfTable(id), do: func(tx *Tx) error {
		return tx.updateTable(updateHeard, message, id)
	}})
	return wrapError(err, "saving the newest message of table %d", id)
}

// updateTable runs an update of a table. It returns ErrNoTable if the table doesn't exist.
func (tx *Tx) updateTable(what write, args ...any) error {
	res, err := tx.exec(what, args...)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(store.ErrNoTable, err)
	}
	return nil
}

func (s *Store) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	return tableOf(ctx, s.base, selectTable, id)
}

func (s *Store) TableIn(ctx context.Context, channel ids.Channel) (store.Table, error) {
	return tableOf(ctx, s.base, selectTableIn, channel)
}

func (s *Store) LastTable(ctx context.Context, channel ids.Channel) (store.Table, error) {
	return tableOf(ctx, s.base, selectLastTable, channel)
}

func tableOf(ctx context.Context, b *Base, what query, args ...any) (store.Table, error) {
	t, err := scanTable(b.row(ctx, what, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return store.Table{}, store.ErrNoTable
	}
	return orError(t, err, "reading a table")
}

// OpenTables returns all open tables of the shard, oldest first.
func (s *Store) OpenTables(ctx context.Context) ([]store.Table, error) {
	return queryAll(ctx, s.base, "the open tables", scanTable, selectOpenTables, s.base.withShard()...)
}

func (s *Store) Closed(ctx context.Context, channel ids.Channel, most int) ([]store.Table, error) {
	return queryAll(ctx, s.base, "the closed tables", scanTable, selectClosedIn, channel, most)
}

func (s *Store) Sleeping(ctx context.Context, before time.Time) ([]store.Table, error) {
	return queryAll(ctx, s.base, "the sleeping tables", scanTable, selectSleeping, s.base.withShard(unixNanos(before))...)
}

func (s *Store) Tables(ctx context.Context, after store.TableID, most int) ([]store.Table, error) {
	return queryAll(ctx, s.base, "the tables", scanTable, selectTables, s.base.withShard(int64(after), most)...)
}

func (s *Store) UnshownTables(ctx context.Context, since time.Time) ([]store.Table, error) {
	return queryAll(ctx, s.base, "the tables whose result was not posted", scanTable, selectUntold, s.base.withShard(unixNanos(since))...)
}

func (s *Store) Daily(ctx context.Context, player ids.User, game string, day games.Day) (
	store.Table, error) {
	id, err := s.base.lookUp(ctx, player)
	if err != nil {
		return store.Table{}, wrapError(err, "reading a table")
	}
	t, err := tableOf(ctx, s.base, selectDaily, id, game, int(day))
	if !errors.Is(err, store.ErrNoTable) {
		return t, err
	}
	dealt := false
	err = s.base.row(ctx, selectDealtBefore, game, int(day), s.base.Chain.Trace(player)).Scan(&dealt)
	switch {
	case err != nil:
		return orError(t, err, "looking for an earlier daily deal")
	case dealt:
		return t, store.ErrDealt
	}
	return t, store.ErrNoTable
}

func (s *Store) Streak(ctx context.Context, player ids.User, game string, day games.Day) (
	n int, err error) {
	id, err := s.base.lookUp(ctx, player)
	if err == nil {
		err = s.base.row(ctx, selectRun, id, game, int(day)).Scan(&n)
	}
	return orError(n, err, "counting the days of daily deals")
}

func (s *Store) OpenDailies(ctx context.Context, day games.Day) ([]store.Table, error) {
	return queryAll(ctx, s.base, "the open daily deals", scanTable, selectOpenDailies,
		s.base.withShard(int(day))...)
}

func scanTable(r row) (store.Table, error) {
	var t store.Table
	var options string
	err := r.Scan(&t.ID, &t.Guild, &t.Channel, &t.Game, &options, &t.Opener, (*instant)(&t.Opened),
		(*instant)(&t.Closed), &t.Post, &t.Shown, &t.Night, &t.LastJudged, &t.Asleep, &t.Daily, &t.Follows)
	if err != nil {
		return store.Table{}, err
	}
	if err := json.Unmarshal([]byte(options), &t.Options); err != nil {
		return store.Table{}, fmt.Errorf("reading the options of table %d: %w", t.ID, err)
	}
	return t, nil
}

var (
	// The statements store an id of 0 as NULL.
	insertTable = toWrite(`INSERT INTO tables
			(guild, channel, game, options, opener, opened, source, night, chain, seen, held, daily, follows)
		VALUES ($1, $2, $3, $4, $5, $6, $7, nullif(CAST($8 AS bigint), 0), $9, 0, 0, nullif(CAST($10 AS bigint), 0),
			nullif(CAST($11 AS bigint), 0)) RETURNING id`)
	updateClosed = toWrite(`UPDATE tables SET closed = $1 WHERE id = $2`)
	updateSealed = toWrite(`UPDATE lines SET source = seal($1, source) WHERE table_id = $2 AND source IS NOT NULL`)
	// The column seen is the sum of the other columns, so that damage to them can be found.
	updateShown = toWrite(`UPDATE tables
		SET shown = max(shown, $1), post = $2, seen = max(shown, $1) + $2 - heard
		WHERE id = $3`)
	deletePost  = toWrite(`DELETE FROM leftovers WHERE message = $1 AND table_id = $2`)
	updateHeard = toWrite(`UPDATE tables SET heard = max(heard, $1), seen = shown + post - max(heard, $1)
		WHERE id = $2`)
	updateHeld   = toWrite(`UPDATE tables SET held = $1 WHERE id = $2`)
	updateAsleep = toWrite(`UPDATE tables SET asleep = $1 WHERE id = $2`)
	selectBusy   = toWrite(`SELECT EXISTS (SELECT 1 FROM tables WHERE channel = $1 AND closed IS NULL
		AND daily IS NULL)`)
	// A forgotten player still counts as having had the deal, as with one-time grants.
	selectDealtBefore = toRead(`SELECT EXISTS (SELECT 1 FROM people CROSS JOIN tables
		WHERE opener = people.id AND game = $1 AND daily = $2 AND trace IS NOT NULL AND trace = $3)`)
	selectDealt = toWrite(`SELECT EXISTS (SELECT 1 FROM tables WHERE opener = $1 AND game = $2 AND daily = $3)
		OR EXISTS (SELECT 1 FROM people CROSS JOIN tables
			WHERE opener = people.id AND game = $2 AND daily = $3 AND trace IS NOT NULL AND trace = $4)`)
	selectLaid = toWrite(
		`SELECT EXISTS (SELECT 1 FROM accounts WHERE table_id = $1 AND paid_in <> paid_out)`)
	selectDaily = toRead(tableColumns + `WHERE opener = $1 AND game = $2 AND daily = $3`)
	selectRun   = toRead(`SELECT count(*) FROM (
			SELECT daily, row_number() OVER (ORDER BY daily DESC) AS nth FROM tables
			WHERE opener = $1 AND game = $2 AND daily <= $3 AND EXISTS (SELECT 1 FROM tallies
				WHERE table_id = tables.id AND what = 'daily.games')
		) AS days WHERE daily = $3 + 1 - nth`)
	selectOpenDailies = toRead(tableColumns + `WHERE daily <= $1 AND closed IS NULL AND ` +
		inShard(1) + `ORDER BY id`)
	selectTables    = toRead(tableColumns + `WHERE id > $1 AND ` + inShard(2) + `ORDER BY id LIMIT $2`)
	selectTable     = toRead(tableColumns + `WHERE id = $1`)
	selectTableIn   = toRead(tableColumns + `WHERE channel = $1 AND closed IS NULL AND daily IS NULL`)
	selectLastTable = toRead(tableColumns +
		`WHERE channel = $1 AND closed IS NOT NULL AND daily IS NULL ORDER BY closed DESC, id DESC LIMIT 1`)
	selectClosedIn = toRead(tableColumns +
		`WHERE channel = $1 AND closed IS NOT NULL AND daily IS NULL ORDER BY closed DESC, id DESC LIMIT $2`)
	selectOpenTables = toRead(tableColumns + `WHERE closed IS NULL AND ` + inShard(0) + `ORDER BY id`)
	selectSleeping   = toRead(tableColumns + `WHERE asleep > 0 AND closed IS NULL
		AND (SELECT at FROM lines WHERE table_id = tables.id AND n = asleep) < $1 AND ` +
		inShard(1) + `ORDER BY id`)
	selectUntold = toRead(tableColumns + `WHERE closed >= $1 AND daily IS NULL AND ` + inShard(1) + `
		AND shown < (SELECT max(n) FROM lines WHERE table_id = tables.id) ORDER BY id`)
)

var tableColumns = `SELECT id, guild, channel, game, options, ` + playerOf(`opener`) + `, opened, coalesce(closed, 0),
	post, shown,
	coalesce(night, 0), heard, asleep, coalesce(daily, 0), coalesce(follows, 0) FROM tables `
