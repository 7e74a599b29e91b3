package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"settable/store"
	"settable/store/ids"
)

func (s *Store) StartNight(ctx context.Context, n store.Night, source store.Source) (store.Night, error) {
	n.Started, n.Ended = n.Started.UTC().Round(0), time.Time{}
	err := s.base.write(ctx, job{whose: knownGuild(n.Guild), do: func(tx *Tx) error {
		if err := tx.checkUnplayed(source); err != nil {
			return err
		}
		if err := tx.checkNotForgetting(n.Opener); err != nil {
			return err
		}
		open, err := tx.openNight(n.Channel)
		if err == nil && open != 0 {
			err = store.ErrBusyNight
		}
		if err == nil {
			err = tx.checkNoTable(n.Channel)
		}
		if err != nil {
			return err
		}
		if err := tx.row(selectNextNight, n.Guild).Scan(&n.Number); err != nil {
			return err
		}
		opener, err := tx.register(n.Opener)
		if err != nil {
			return err
		}
		id, err := tx.insert(insertNight, n.Guild, n.Number, n.Channel, opener, int64(n.BuyIn), unixNanos(n.Started),
			nullIfEmpty(tx.chain.Seal(source)))
		n.ID = store.NightID(id)
		return err
	}, written: sourceWritten(source)})
	return orError(n, err, "starting a night in channel %d", n.Channel)
}

// openNight returns the open night of a channel, or 0.
func (tx *Tx) openNight(channel ids.Channel) (id store.NightID, err error) {
	err = tx.row(selectTonight, channel).Scan(&id)
	return id, err
}

// readOpenNight returns a night that has not ended. It returns ErrNoNight if the night doesn't exist, and ErrNightOver
// if it has ended.
func (tx *Tx) readOpenNight(id store.NightID) (store.Night, error) {
	n, err := scanNight(tx.row(selectNightByID, id))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		err = store.ErrNoNight
	case err == nil && !n.Ended.IsZero():
		err = store.ErrNightOver
	}
	return n, err
}

func (s *Store) EndNight(ctx context.Context, id store.NightID, at time.Time) (n store.Night, err error) {
	err = s.base.write(ctx, job{whose: guildOfNight(id), do: func(tx *Tx) error {
		if n, err = tx.readOpenNight(id); err != nil {
			return err
		}
		if err := tx.checkNoTable(n.Channel); err != nil {
			return err
		}
		if n.Ended = at.UTC().Round(0); n.Ended.Before(n.Started) {
			n.Ended = n.Started
		}
		return errorOf(tx.exec(updateEnded, unixNanos(n.Ended), id))
	}})
	return orError(n, err, "ending night %d", id)
}

func (s *Store) DropNight(ctx context.Context, id store.NightID) error {
	err := s.base.write(ctx, job{whose: guildOfNight(id), do: func(tx *Tx) error {
		n, err := tx.readOpenNight(id)
		if errors.Is(err, store.ErrNoNight) || errors.Is(err, store.ErrNightOver) {
			return nil
		}
		if err != nil {
			return err
		}
		attended, err := tx.isTrue(selectAttended, id)
		if err != nil || attended {
			return err
		}
		if err := tx.checkNoTable(n.Channel); err != nil {
			return err
		}
		return errors.Join(errorOf(tx.exec(updateNightless, id)), errorOf(tx.exec(deleteNight, id)))
	}})
	return wrapError(err, "deleting night %d", id)
}

func (s *Store) CloseNight(ctx context.Context, id store.NightID, at time.Time) error {
	err := s.base.write(ctx, job{whose: guildOfNight(id), do: func(tx *Tx) error {
		n, err := tx.readOpenNight(id)
		if err != nil || !n.Closing.IsZero() {
			return err
		}
		return errorOf(tx.exec(updateClosing, unixNanos(at), id))
	}})
	return wrapError(err, "closing night %d", id)
}

func (s *Store) ClosingNights(ctx context.Context) ([]store.Night, error) {
	return queryAll(ctx, s.base, "the nights being closed", func(r row) (store.Night, error) { return scanNight(r) },
		selectClosing, s.base.withShard()...)
}

func (s *Store) NightPosted(ctx context.Context, id store.NightID) error {
	return s.base.execFor(ctx, guildOfNight(id), fmt.Sprintf("recording the posted standings of night %d", id),
		updatePosted, id)
}

func (s *Store) Night(ctx context.Context, guild ids.Guild, number int) (store.Night, error) {
	return s.readNight(ctx, selectNight, guild, number)
}

func (s *Store) OpenNight(ctx context.Context, channel ids.Channel) (store.Night, error) {
	return s.readNight(ctx, selectOpenNight, channel)
}

func (s *Store) LastNight(ctx context.Context, guild ids.Guild) (store.Night, error) {
	return s.readNight(ctx, selectLastNight, guild)
}

func (s *Store) readNight(ctx context.Context, what query, args ...any) (store.Night, error) {
	n, err := scanNight(s.base.row(ctx, what, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return store.Night{}, store.ErrNoNight
	}
	return orError(n, err, "reading a night")
}

func scanNight(r row, more ...any) (n store.Night, err error) {
	into := []any{&n.ID, &n.Guild, &n.Number, &n.Channel, &n.Opener, &n.BuyIn, (*instant)(&n.Started),
		(*instant)(&n.Ended), (*instant)(&n.Closing)}
	err = r.Scan(append(into, more...)...)
	return n, err
}

func (s *Store) Nights(ctx context.Context, guild ids.Guild, page, size int) (out store.NightPage,
	err error) {
	if page < 1 || size < 1 {
		return out, fmt.Errorf("reading nights: invalid page number %d or page size %d", page, size)
	}
	out.Nights, err = queryAll(ctx, s.base, "the nights", func(r row) (n store.NightSize, err error) {
		n.Night, err = scanNight(r, &n.Players, &n.Hands, &out.Total, &out.Page)
		return n, err
	}, selectNights, guild, page, size)
	out.Pages = (out.Total + size - 1) / size
	return out, err
}

var (
	insertNight = toWrite(`INSERT INTO nights (guild, number, channel, opener, buy_in, started, source)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`)
	updateNightless = toWrite(`UPDATE tables SET night = NULL WHERE night = $1`)
	deleteNight     = toWrite(`DELETE FROM nights WHERE id = $1`)
	selectAttended  = toWrite(`SELECT EXISTS (SELECT 1 FROM tables t JOIN seats s ON s.table_id = t.id WHERE t.night = $1)`)
	updateEnded     = toWrite(`UPDATE nights SET ended = $1 WHERE id = $2`)
	updateClosing   = toWrite(`UPDATE nights SET closing = $1 WHERE id = $2`)
	updatePosted    = toWrite(`UPDATE nights SET closing = NULL WHERE id = $1 AND ended IS NOT NULL`)
	selectClosing   = toRead(nightColumns + `FROM nights WHERE closing IS NOT NULL AND ` + inShard(0) + `ORDER BY id`)
	selectTonight   = toWrite(`SELECT coalesce((SELECT id FROM nights WHERE channel = $1 AND ended IS NULL), 0)`)
	selectNextNight = toWrite(`SELECT 1 + coalesce(max(number), 0) FROM nights WHERE guild = $1`)
	selectNightByID = toWrite(nightColumns + `FROM nights WHERE id = $1`)
	selectNight     = toRead(nightColumns + `FROM nights WHERE guild = $1 AND number = $2`)
	selectOpenNight = toRead(nightColumns + `FROM nights WHERE channel = $1 AND ended IS NULL`)
	selectLastNight = toRead(nightColumns +
		`FROM nights WHERE guild = $1 AND ended IS NOT NULL ORDER BY number DESC LIMIT 1`)
	selectNights = toRead(`WITH paged AS (
			SELECT total, min($2, (total + $3 - 1) / $3) AS page
			FROM (SELECT count(*) AS total FROM nights WHERE guild = $1) AS counted
		)
		` + nightColumns + `,
			(SELECT count(DISTINCT s.player) FROM tables t CROSS JOIN seats s
				WHERE s.table_id = t.id AND t.night IS NOT NULL AND t.night = nights.id),
			(SELECT count(*) FROM (SELECT DISTINCT y.table_id, y.line
				FROM tables t CROSS JOIN tallies y
				WHERE y.table_id = t.id AND y.what = 'hands' AND t.night IS NOT NULL AND t.night = nights.id) AS played),
			total, page
		FROM paged CROSS JOIN nights
		WHERE guild = $1 AND number IN (SELECT number FROM nights WHERE guild = $1 ORDER BY number DESC
			LIMIT $3 OFFSET (SELECT CASE WHEN total > 0 THEN (page - 1) * $3 ELSE 0 END FROM paged))
		ORDER BY number DESC`)
)

var nightColumns = `SELECT id, guild, number, channel, ` + playerOf(`opener`) + `, buy_in, started, coalesce(ended, 0),
	coalesce(closing, 0) `
