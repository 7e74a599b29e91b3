package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"settable/games"
)

// NightID numbers the nights of all guilds.
type NightID int64

// Night is an evening in a channel: every table opened there from its start to
// its end is of it, and counts for one standing. It is never changed but for
// its end, and never deleted. A channel has at most one open night.
type Night struct {
	ID      NightID
	Guild   GuildID
	Number  int // 1, 2, 3 … in the guild: what people call it
	Channel ChannelID
	Opener  PlayerID
	BuyIn   games.Chips // with which everybody sits down at a table with chips
	Started time.Time
	Ended   time.Time // zero: open
}

// What a night can meet that is no fault of the disk. Test with errors.Is.
var (
	ErrNoNight   = errors.New("there is no such night")
	ErrBusyNight = errors.New("the channel has an open night")
	ErrNightOver = errors.New("the night has ended")
	ErrNight     = errors.New("the night of the channel is another by now")
)

// StartNight writes a new night and gives it back with its ID and Number; Ended
// of n does not count. The error is ErrPlayed where the source was seen before,
// ErrBusyNight where a night is open in the channel, and ErrBusyChannel where a
// table is: it would be of no night.
func (s *Store) StartNight(ctx context.Context, n Night, source Source) (Night, error) {
	n.Started, n.Ended = n.Started.UTC().Round(0), time.Time{}
	err := s.write(ctx, func(p *pen) error {
		if err := p.unplayed(source); err != nil {
			return err
		}
		open, err := p.tonight(n.Channel)
		if err == nil && open != 0 {
			err = ErrBusyNight
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
		res, err := p.exec(insertNight, n.Guild, n.Number, n.Channel, n.Opener, int64(n.BuyIn), nanos(n.Started), source.orNull())
		if err != nil {
			return err
		}
		id, err := res.LastInsertId()
		n.ID = NightID(id)
		return err
	}, keyed(source))
	if err != nil {
		return Night{}, fmt.Errorf("starting a night in channel %d: %w", n.Channel, err)
	}
	return n, nil
}

// tonight is the open night of a channel, or 0.
func (p *pen) tonight(channel ChannelID) (id NightID, err error) {
	err = p.stmts[selectTonight].QueryRowContext(forever, channel).Scan(&id)
	return id, err
}

// EndNight ends a night, not before it began, and gives it back as it stays from
// then on. The error is ErrNightOver where it has ended, ErrBusyChannel where
// one of its tables is open, or ErrNoNight.
func (s *Store) EndNight(ctx context.Context, id NightID, at time.Time) (n Night, err error) {
	err = s.write(ctx, func(p *pen) error {
		n, err = scanNight(p.stmts[selectNightByID].QueryRowContext(forever, id))
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return ErrNoNight
		case err != nil:
			return err
		case !n.Ended.IsZero():
			return ErrNightOver
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
		return Night{}, fmt.Errorf("ending night %d: %w", id, err)
	}
	return n, nil
}

// Night is the night of a guild with that number, or ErrNoNight.
func (s *Store) Night(ctx context.Context, guild GuildID, number int) (Night, error) {
	return s.night(ctx, selectNight, guild, number)
}

// OpenNight is the open night of a channel, or ErrNoNight.
func (s *Store) OpenNight(ctx context.Context, channel ChannelID) (Night, error) {
	return s.night(ctx, selectOpenNight, channel)
}

// LastNight is the newest night of a guild that has ended, or ErrNoNight.
func (s *Store) LastNight(ctx context.Context, guild GuildID) (Night, error) {
	return s.night(ctx, selectLastNight, guild)
}

func (s *Store) night(ctx context.Context, what query, args ...any) (Night, error) {
	n, err := scanNight(s.read[what].QueryRowContext(ctx, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return Night{}, ErrNoNight
	}
	if err != nil {
		return Night{}, fmt.Errorf("reading a night: %w", err)
	}
	return n, nil
}

func scanNight(r row, more ...any) (n Night, err error) {
	var started, ended int64
	into := []any{&n.ID, &n.Guild, &n.Number, &n.Channel, &n.Opener, &n.BuyIn, &started, &ended}
	err = r.Scan(append(into, more...)...)
	n.Started, n.Ended = moment(started), moment(ended)
	return n, err
}

// Nights is a page of the list of a guild's nights, the newest first.
type Nights struct {
	Nights []NightSize
	Total  int // nights on the whole list
	Page   int // 1, 2, 3 …; 0 where the list is empty
	Pages  int
}

// NightSize is a night with how many came and what was played.
type NightSize struct {
	Night
	Players int
	Hands   int
}

// Nights is the page (1, 2, 3 …; past the end: the last) of size nights of a
// guild, open ones too.
func (s *Store) Nights(ctx context.Context, guild GuildID, page, size int) (out Nights, err error) {
	if page < 1 || size < 1 {
		return out, fmt.Errorf("reading nights: page %d of %d", page, size)
	}
	rows, err := s.read[selectNights].QueryContext(ctx, guild, page, size)
	if err != nil {
		return out, fmt.Errorf("reading the nights of guild %d: %w", guild, err)
	}
	out.Nights, err = collect(rows, func(r row) (n NightSize, err error) {
		n.Night, err = scanNight(r, &n.Players, &n.Hands, &out.Total, &out.Page)
		return n, err
	}, "nights")
	out.Pages = (out.Total + size - 1) / size
	return out, err
}
