package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

func (s *Store) Append(ctx context.Context, e store.Entry) error {
	err := e.Check()
	if err == nil {
		err = s.base.write(ctx, job{whose: guildOfTable(e.Table), do: func(tx *Tx) error { return tx.Append(e) }, written: entryWritten(e)})
	}
	if err != nil {
		return fmt.Errorf("writing after line %d of table %d: %w", e.After, e.Table, err)
	}
	return nil
}

func (tx *Tx) Append(e store.Entry) error {
	if err := tx.checkNotForgetting(e.Sits); err != nil {
		return err
	}
	if e.Moderator != 0 {
		if err := tx.checkNeverForgotten(e.Table, e.Moderator); err != nil {
			return err
		}
	}
	chips := accounts{tx: tx, table: e.Table}
	for i, played := range e.Played {
		n := e.After + 1 + i
		err := tx.appendLine(e.Table, n, played)
		if err != nil && i == 0 {
			err = tx.explainRefusal(e, err)
		}
		if err == nil {
			err = tx.appendTallies(e.Table, n, played.Tallies)
		}
		if err == nil {
			err = chips.move(n, unixNanos(played.Line.At), played.Transfers)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if e.Name.Name != "" {
		at, err := tx.tableGuild(e.Table)
		if err == nil {
			err = setName(tx, at.guild, e.Name)
		}
		if err != nil {
			return err
		}
	}
	if e.NewestMessage > 0 {
		if err := tx.updateTable(updateHeard, e.NewestMessage, e.Table); err != nil {
			return err
		}
	}
	if e.Held != nil {
		if _, err := tx.exec(updateHeld, int64(*e.Held), e.Table); err != nil {
			return err
		}
	}
	if e.Asleep || e.Woke {
		asleep := 0
		if e.Asleep {
			asleep = e.After + len(e.Played)
		}
		if _, err := tx.exec(updateAsleep, asleep, e.Table); err != nil {
			return err
		}
	}
	if e.Over {
		return tx.closeTable(e.Table, e.Played[len(e.Played)-1].Line.At)
	}
	return nil
}

// explainRefusal returns the reason why the first line of an entry was refused: the table is closed or doesn't exist,
// or the line isn't the next one. It is called only after a refusal, so that other entries cost nothing extra.
func (tx *Tx) explainRefusal(e store.Entry, why error) error {
	if tx.dialect.Advice(why) != "" {
		return why
	}
	last, err := tx.lastLine(e.Table)
	if err != nil {
		return err
	}
	if last == e.After {
		return why
	}
	// A repeated message is stale too, but ErrPlayed is more precise.
	for _, played := range e.Played {
		if err := tx.checkUnplayed(played.Line.Source); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: its last line is %d", store.ErrStale, last)
}

func (tx *Tx) appendLine(table store.TableID, n int, played store.Played) error {
	l := played.Line
	if l.Seat > 0 {
		if err := tx.takeSeat(table, l.Seat, l.Player); err != nil {
			return err
		}
	}
	l.N = n
	before, err := tx.lineLink(table, n-1)
	if err != nil {
		return err
	}
	sealed := l
	sealed.Source = tx.chain.Seal(l.Source)
	link := tx.chain.Line(before, sealed, played.Transfers)
	if _, err = tx.exec(insertLine, table, n, unixNanos(l.At), int(l.Seat), l.Words, nullIfEmpty(l.Source),
		len(played.Transfers), link[:], nullIfEmpty(sealed.Source)); err != nil {
		// This lookup happens only after a refusal, so that other lines cost nothing extra.
		if seen := tx.checkUnplayed(l.Source); seen != nil {
			return seen
		}
		return err
	}
	tx.cache.heads.keep(table, newestLink{n, link})
	return nil
}

// appendTallies writes the tallies of a line.
func (tx *Tx) appendTallies(table store.TableID, n int, all []games.Tally) error {
	for _, t := range sumTallies(all) {
		if _, err := tx.exec(insertTally, table, string(t.Count), n, int(t.Seat), t.N); err != nil {
			return fmt.Errorf("tally %s of seat %d: %w", t.Count, t.Seat, err)
		}
	}
	return nil
}

// takeSeat assigns the seat to the player for the lifetime of the table. It fails if the seat belongs to another
// player.
func (tx *Tx) takeSeat(table store.TableID, seat games.Seat, player ids.User) error {
	who, err := tx.seatOwner(table, seat)
	if errors.Is(err, sql.ErrNoRows) {
		return tx.newSeat(table, seat, player)
	}
	if err != nil || who.player == player {
		return err
	}
	// A person who is being forgotten may have either of two user ids, so the code compares personIDs.
	id, err := tx.lookUp(player)
	switch {
	case err != nil || id == who.id:
		return err
	case who.player.IsForgotten(): // the session doesn't know yet that the player was forgotten
		return store.ErrForgottenHere
	}
	return fmt.Errorf("seat %d belongs to player %d, not to %d", seat, who.player, player)
}

// checkNeverForgotten returns ErrForgetting for a player who has asked to be forgotten, and ErrForgottenHere for a
// player who was forgotten after having had a seat at the table.
func (tx *Tx) checkNeverForgotten(table store.TableID, player ids.User) error {
	err := tx.checkNotForgetting(player)
	if err == nil && !player.IsHouse() {
		err = errorIfTrue(tx, store.ErrForgottenHere, selectParted, table, string(tx.chain.Seal(forgottenMark(table, player))))
	}
	return err
}

// newSeat assigns a new seat to a player, who then holds it.
func (tx *Tx) newSeat(table store.TableID, seat games.Seat, player ids.User) error {
	if err := tx.checkNeverForgotten(table, player); err != nil {
		return err
	}
	id, err := tx.register(player)
	if err == nil {
		_, err = tx.exec(insertSeat, table, int(seat), id)
	}
	if err == nil {
		_, err = tx.exec(updateSat, int64(1)<<(seat-1), table)
	}
	if err == nil {
		tx.cache.seats.keep(tableSeat{table, seat}, person{id, player})
	}
	return err
}

// sumTallies sums the tallies of a line that have the same seat and count.
func sumTallies(all []games.Tally) []games.Tally {
	out := make([]games.Tally, 0, len(all))
next:
	for _, t := range all {
		for i := range out {
			if out[i].Seat == t.Seat && out[i].Count == t.Count {
				out[i].N += t.N
				continue next
			}
		}
		out = append(out, t)
	}
	return out
}

// entryWritten returns a function that reports whether the last line of an entry, and so the whole entry, is in the
// journal.
func entryWritten(e store.Entry) func(*Tx) (bool, error) {
	return func(tx *Tx) (bool, error) {
		l := e.Played[len(e.Played)-1].Line
		return tx.isTrue(selectLine, e.Table, e.After+len(e.Played), unixNanos(l.At), int(l.Seat), l.Words,
			string(l.Source), string(tx.chain.Seal(l.Source)))
	}
}

// Lines returns a table's journal, or nothing if the table doesn't exist. It returns a *store.Broken if the chain of
// the journal is broken.
func (s *Store) Lines(ctx context.Context, id store.TableID) ([]store.Line, error) {
	var b chainedJournal
	err := s.base.snapshot(ctx, ofJournals, func(db querier) (err error) {
		b, err = s.base.readVerified(ctx, db, id)
		return err
	})
	if errors.Is(err, store.ErrNoTable) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return b.plainLines(), nil
}

func (s *Store) Played(ctx context.Context, id store.TableID) (all []store.Played, err error) {
	var tallies []lineTally
	err = s.base.snapshot(ctx, ofJournals, func(db querier) error {
		b, err := readUncompacted(ctx, db, id)
		if err != nil {
			return err
		}
		for _, l := range b.lines {
			all = append(all, store.Played{Line: l.Line, Transfers: l.moved})
		}
		tallies, err = readTallies(ctx, db, id)
		return err
	})
	for _, c := range tallies {
		if c.line >= 1 && c.line <= len(all) {
			all[c.line-1].Tallies = append(all[c.line-1].Tallies, c.Tally)
		}
	}
	return all, err
}

func (s *Store) Seats(ctx context.Context, id store.TableID) (map[games.Seat]ids.User, error) {
	return queryMap[games.Seat, ids.User](ctx, s.base, "the seats", selectSeats, id)
}

func (s *Store) Export(ctx context.Context, id store.TableID) (store.Table, []store.Line, error) {
	// Reading the table before its lines ensures that a closed table has all its lines.
	t, err := s.Table(ctx, id)
	if err != nil {
		return store.Table{}, nil, err
	}
	var b chainedJournal
	err = s.base.snapshot(ctx, ofJournals, func(db querier) (err error) {
		b, err = readUncompacted(ctx, db, id)
		return err
	})
	if err != nil {
		return store.Table{}, nil, err
	}
	return t, b.plainLines(), nil
}

var (
	insertSeat = toWrite(`INSERT INTO seats (table_id, seat, player) VALUES ($1, $2, $3)`)
	updateSat  = toWrite(`UPDATE tables SET held = held | $1 WHERE id = $2`)
	// The NULL makes the schema refuse the line if its source, $6, was already played, or if its sealed source, $9, was
	// played at a closed table or opened a table. A SELECT with this condition, or an IN list, would take twice as
	// long, because SQLite would first build a temporary B-tree.
	insertLine = toWrite(`INSERT INTO lines (table_id, n, at, seat, words, source, transfers, chain, earlier)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE
			WHEN EXISTS (SELECT 1 FROM lines
					WHERE substr(source, -6) = substr(CAST($6 AS text), -6) AND source = $6 AND source IS NOT NULL)
				OR EXISTS (SELECT 1 FROM lines
					WHERE substr(source, -6) = substr(CAST($9 AS text), -6) AND source = $9 AND source IS NOT NULL)
				OR EXISTS (SELECT 1 FROM tables WHERE source = $9) THEN NULL
			ELSE coalesce((SELECT earlier + transfers FROM lines WHERE table_id = $1 AND n = CAST($2 AS bigint) - 1), 0) END)`)
	insertTally = toWrite(`INSERT INTO tallies (table_id, what, line, seat, n) VALUES ($1, $2, $3, $4, $5)`)
	selectLine  = toWrite(`SELECT EXISTS (SELECT 1 FROM lines
		WHERE table_id = $1 AND n = $2 AND at = $3 AND seat = $4 AND words = $5
		AND coalesce(source, '') IN ($6, $7))`)
	selectTallies = toRead(`SELECT line, seat, what, n FROM tallies WHERE table_id = $1
		ORDER BY line, seat, what`)
	selectSeats = toRead(`SELECT seat, ` + playerOf(`player`) + ` FROM seats WHERE table_id = $1 ORDER BY seat`)
)
