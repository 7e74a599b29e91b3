package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"settable/games"
	"settable/store"
)

// OpenTable writes a new table with the first lines of its journal and gives it
// back with its ID. Closed, Post and Shown of t do not count. The error is ErrPlayed where the source was seen
// before, ErrBusyChannel where the channel has an open table, and ErrNight where
// Night of t is not the open night of the channel.
func (s *DB) OpenTable(ctx context.Context, t store.Table, source store.Source, first ...store.Line) (store.Table, error) {
	t.Closed, t.Post, t.Shown, t.Opened = time.Time{}, 0, 0, t.Opened.UTC().Round(0)
	if t.Options == nil {
		t.Options = games.Options{}
	}
	options, err := json.Marshal(t.Options)
	if err != nil {
		return store.Table{}, fmt.Errorf("writing the options of a table: %w", err)
	}
	err = s.write(ctx, func(p *pen) error {
		if err := p.unplayed(source); err != nil {
			return err
		}
		if err := p.free(t.Channel); err != nil {
			return err
		}
		open, err := p.tonight(t.Channel)
		if err == nil && open != t.Night {
			err = store.ErrNight
		}
		if err != nil {
			return err
		}
		res, err := p.exec(insertTable, t.Guild, t.Channel, t.Game, string(options), t.Opener, nanos(t.Opened), orNull(source), t.Night)
		if err != nil {
			return err
		}
		id, err := res.LastInsertId()
		t.ID = store.TableID(id)
		for i := 0; err == nil && i < len(first); i++ {
			err = p.line(t.ID, i+1, store.Played{Line: first[i]})
		}
		return err
	}, keyed(source))
	if err != nil {
		return store.Table{}, fmt.Errorf("opening a table in channel %d: %w", t.Channel, err)
	}
	return t, nil
}

// free is ErrBusyChannel where a channel has an open table.
func (p *pen) free(channel store.ChannelID) error {
	busy, err := p.has(selectBusy, channel)
	if err == nil && busy {
		err = store.ErrBusyChannel
	}
	return err
}

// CloseTable closes a table without a line, because its channel has vanished.
// The error is ErrOver where it is closed already, and ErrChips where chips lie
// on it: those go back by a line, which Append writes together with the closing.
func (s *DB) CloseTable(ctx context.Context, id store.TableID, at time.Time) error {
	err := s.write(ctx, func(p *pen) error {
		if _, err := p.last(id); err != nil {
			return err
		}
		return p.over(id, at)
	}, nil)
	if err != nil {
		return fmt.Errorf("closing table %d: %w", id, err)
	}
	return nil
}

// over closes a table on which no chips lie.
func (p *pen) over(id store.TableID, at time.Time) error {
	laid, err := p.has(selectLaid, id)
	if err == nil && laid {
		err = store.ErrChips
	}
	if err != nil {
		return err
	}
	_, err = p.exec(updateClosed, nanos(at), id)
	return err
}

// Shown notes which line of the table people were shown last, and in which
// post. The number of the line never goes down. It may take a moment: it is
// written together with something that is waited for.
func (s *DB) Shown(ctx context.Context, id store.TableID, line int, post int64) error {
	err := s.note(ctx, func(p *pen) error {
		res, err := p.exec(updateShown, line, post, id)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(store.ErrNoTable, err)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("noting what is shown of table %d: %w", id, err)
	}
	return nil
}

// Table is the table with that id, or ErrNoTable.
func (s *DB) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	return s.table(ctx, selectTable, int64(id))
}

// TableIn is the open table of a channel, or ErrNoTable.
func (s *DB) TableIn(ctx context.Context, channel store.ChannelID) (store.Table, error) {
	return s.table(ctx, selectTableIn, int64(channel))
}

// LastTable is the table that was closed last in a channel, to play again with
// the same people and options, or ErrNoTable.
func (s *DB) LastTable(ctx context.Context, channel store.ChannelID) (store.Table, error) {
	return s.table(ctx, selectLastTable, int64(channel))
}

func (s *DB) table(ctx context.Context, what query, arg int64) (store.Table, error) {
	t, err := scanTable(s.read[what].QueryRowContext(ctx, arg))
	if errors.Is(err, sql.ErrNoRows) {
		return store.Table{}, store.ErrNoTable
	}
	if err != nil {
		return store.Table{}, fmt.Errorf("reading a table: %w", err)
	}
	return t, nil
}

// OpenTables are all tables that are not closed, oldest first.
func (s *DB) OpenTables(ctx context.Context) ([]store.Table, error) {
	rows, err := s.read[selectOpenTables].QueryContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the open tables: %w", err)
	}
	return collect(rows, scanTable, "the open tables")
}

// Untold are the tables closed since then whose last line people were never
// shown, oldest first.
func (s *DB) Untold(ctx context.Context, since time.Time) ([]store.Table, error) {
	rows, err := s.read[selectUntold].QueryContext(ctx, nanos(since))
	if err != nil {
		return nil, fmt.Errorf("reading the tables whose end is untold: %w", err)
	}
	return collect(rows, scanTable, "the tables whose end is untold")
}

type row interface{ Scan(...any) error }

func scanTable(r row) (store.Table, error) {
	var t store.Table
	var options string
	var opened, closed int64
	err := r.Scan(&t.ID, &t.Guild, &t.Channel, &t.Game, &options, &t.Opener, &opened, &closed, &t.Post, &t.Shown, &t.Night)
	if err != nil {
		return store.Table{}, err
	}
	t.Opened, t.Closed = moment(opened), moment(closed)
	if err := json.Unmarshal([]byte(options), &t.Options); err != nil {
		return store.Table{}, fmt.Errorf("the options of table %d: %w", t.ID, err)
	}
	return t, nil
}

// collect reads rows to their end and closes them.
func collect[T any](rows *sql.Rows, scan func(row) (T, error), what string) (all []T, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", what, err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("reading %s: %w", what, err)
	}
	return all, nil
}

func orNull(s store.Source) any {
	if s == "" {
		return nil
	}
	return string(s)
}

// nanos is t as the database keeps it; 0, which every CHECK refuses, for the zero time.
func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func moment(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}
