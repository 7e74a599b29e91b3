package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"settable/store"
)

// StartNight writes a new night and gives it back with its ID and Number; Ended
// of n does not count. The error is ErrPlayed where the source was seen before,
// ErrBusyNight where a night is open in the channel, and ErrBusyChannel where a
// table is: it would be of no night.
func (s *DB) StartNight(ctx context.Context, n store.Night, source store.Source) (store.Night, error) {
	n.Started, n.Ended = n.Started.UTC().Round(0), time.Time{}
	err := s.write(ctx, func(p *pen) error {
		if err := p.unplayed(source); err != nil {
			return err
		}
		open, err := p.tonight(n.Channel)
		if err == nil && open != 0 {
			err = store.ErrBusyNight
		}
		if err == nil {
			err = p.free(n.Channel)
		}
		if err != nil {
			return err
		}
		if err := p.stmts[selectNextNight].QueryRowContext(forever, n.Guild).Scan(&n.Number); err != nil {
			return err
		}
		res, err := p.exec(insertNight, n.Guild, n.Number, n.Channel, n.Opener, int64(n.BuyIn), nanos(n.Started), orNull(source))
		if err != nil {
			return err
		}
		id, err := res.LastInsertId()
		n.ID = store.NightID(id)
		return err
	}, keyed(source))
	if err != nil {
		return store.Night{}, fmt.Errorf("starting a night in channel %d: %w", n.Channel, err)
	}
	return n, nil
}

// tonight is the open night of a channel, or 0.
func (p *pen) tonight(channel store.ChannelID) (id store.NightID, err error) {
	err = p.stmts[selectTonight].QueryRowContext(forever, channel).Scan(&id)
	return id, err
}

// EndNight ends a night, not before it began, and gives it back as it stays from
// then on. The error is ErrNightOver where it has ended, ErrBusyChannel where
// one of its tables is open, or ErrNoNight.
func (s *DB) EndNight(ctx context.Context, id store.NightID, at time.Time) (n store.Night, err error) {
	err = s.write(ctx, func(p *pen) error {
		n, err = scanNight(p.stmts[selectNightByID].QueryRowContext(forever, id))
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return store.ErrNoNight
		case err != nil:
			return err
		case !n.Ended.IsZero():
			return store.ErrNightOver
		}
		if err := p.free(n.Channel); err != nil {
			return err
		}
		if n.Ended = at.UTC().Round(0); n.Ended.Before(n.Started) {
			n.Ended = n.Started
		}
		_, err = p.exec(updateEnded, nanos(n.Ended), id)
		return err
	}, nil)
	if err != nil {
		return store.Night{}, fmt.Errorf("ending night %d: %w", id, err)
	}
	return n, nil
}

// Night is the night of a guild with that number, or ErrNoNight.
func (s *DB) Night(ctx context.Context, guild store.GuildID, number int) (store.Night, error) {
	return s.night(ctx, selectNight, guild, number)
}

// OpenNight is the open night of a channel, or ErrNoNight.
func (s *DB) OpenNight(ctx context.Context, channel store.ChannelID) (store.Night, error) {
	return s.night(ctx, selectOpenNight, channel)
}

// LastNight is the newest night of a guild that has ended, or ErrNoNight.
func (s *DB) LastNight(ctx context.Context, guild store.GuildID) (store.Night, error) {
	return s.night(ctx, selectLastNight, guild)
}

func (s *DB) night(ctx context.Context, what query, args ...any) (store.Night, error) {
	n, err := scanNight(s.read[what].QueryRowContext(ctx, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return store.Night{}, store.ErrNoNight
	}
	if err != nil {
		return store.Night{}, fmt.Errorf("reading a night: %w", err)
	}
	return n, nil
}

func scanNight(r row, more ...any) (n store.Night, err error) {
	var started, ended int64
	into := []any{&n.ID, &n.Guild, &n.Number, &n.Channel, &n.Opener, &n.BuyIn, &started, &ended}
	err = r.Scan(append(into, more...)...)
	n.Started, n.Ended = moment(started), moment(ended)
	return n, err
}

// Nights is the page (1, 2, 3 …; past the end: the last) of size nights of a
// guild, open ones too.
func (s *DB) Nights(ctx context.Context, guild store.GuildID, page, size int) (out store.NightPage, err error) {
	if page < 1 || size < 1 {
		return out, fmt.Errorf("reading nights: page %d of %d", page, size)
	}
	rows, err := s.read[selectNights].QueryContext(ctx, guild, page, size)
	if err != nil {
		return out, fmt.Errorf("reading the nights of guild %d: %w", guild, err)
	}
	out.Nights, err = collect(rows, func(r row) (n store.NightSize, err error) {
		n.Night, err = scanNight(r, &n.Players, &n.Hands, &out.Total, &out.Page)
		return n, err
	}, "nights")
	out.Pages = (out.Total + size - 1) / size
	return out, err
}
