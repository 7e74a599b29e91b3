package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"settable/games"
	"settable/store"
)

// Append writes all lines of the entry, their tallies and transfers and the
// closing of the table, or nothing. When it returns nil they are on the disk.
// The error is ErrPlayed where a source was seen before, ErrStale where After
// is not the last line, ErrOver where the table is closed, an *Overdraft
// (ErrOverdraft) where chips are lacking, ErrChips where some would lie on a
// closed table, ErrNoTable, ErrFull or ErrClosed; all others are the operator's,
// ErrTrouble among them where the disk is to blame. Where it is ErrOutcomeUnknown, the
// entry may be written all the same; after every other error it is not.
//
// The accounts that transfers name are made when they are first needed. A
// balance and its owner's seats pay only each other; whatever else a rule asks
// for is refused.
//
// ctx can end the wait only until the writer has taken the entry: from then on
// Append waits for the outcome, so that nobody is told what is not so.
func (s *DB) Append(ctx context.Context, e store.Entry) error {
	err := e.Check()
	if err == nil {
		err = s.write(ctx, func(p *pen) error { return p.append(e) }, entryStands(e))
	}
	if err != nil {
		return fmt.Errorf("writing after line %d of table %d: %w", e.After, e.Table, err)
	}
	return nil
}

func (p *pen) append(e store.Entry) error {
	chips := purses{pen: p, table: e.Table}
	for i, played := range e.Played {
		n := e.After + 1 + i
		err := p.line(e.Table, n, played)
		if err != nil && i == 0 {
			err = p.refused(e, err)
		}
		if err == nil {
			err = p.count(e.Table, n, nanos(played.Line.At), played.Tallies)
		}
		if err == nil {
			err = chips.move(n, nanos(played.Line.At), played.Transfers)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if e.Over {
		return p.over(e.Table, e.Played[len(e.Played)-1].Line.At)
	}
	return nil
}

// refused is why the first line of an entry was: the journal takes no line of a
// table that is closed or does not exist, nor one that is not the next. It is
// looked up only now, and the usual entry pays nothing for it.
func (p *pen) refused(e store.Entry, why error) error {
	if ailment(why) != "" {
		return why
	}
	last, err := p.last(e.Table)
	if err != nil {
		return err
	}
	if last == e.After {
		return why
	}
	// A message told twice is stale too, but it is the more exact answer.
	for _, played := range e.Played {
		if err := p.unplayed(played.Line.Source); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: its last line is %d", store.ErrStale, last)
}

func (p *pen) line(table store.TableID, n int, played store.Played) error {
	l := played.Line
	if l.Seat > 0 {
		if err := p.sit(table, l.Seat, l.Player); err != nil {
			return err
		}
	}
	if _, err := p.exec(insertLine, table, n, nanos(l.At), int(l.Seat), l.Words, orNull(l.Source), len(played.Transfers)); err != nil {
		// Looked up only now: the index has said no, and the usual line pays nothing.
		if seen := p.unplayed(l.Source); seen != nil {
			return seen
		}
		return err
	}
	return nil
}

// count writes what a line counts.
func (p *pen) count(table store.TableID, n int, at int64, all []games.Tally) error {
	for _, t := range merged(all) {
		there, err := p.venue(table)
		if err != nil {
			return fmt.Errorf("tally %s: %w", t.Count, err)
		}
		who, err := p.sitting(table, t.Seat)
		if err != nil {
			return fmt.Errorf("tally %s: %w", t.Count, err)
		}
		if _, err := p.exec(insertTally, table, n, int(t.Seat), string(t.Count), t.N, there.guild, there.game, at, who); err != nil {
			return fmt.Errorf("tally %s of seat %d: %w", t.Count, t.Seat, err)
		}
	}
	return nil
}

// sit makes sure that the seat is the player's, for as long as the table lives.
func (p *pen) sit(table store.TableID, seat games.Seat, player store.PlayerID) error {
	who, err := p.sitting(table, seat)
	if errors.Is(err, sql.ErrNoRows) {
		if _, err = p.exec(insertSeat, table, int(seat), player); err == nil {
			who = player
			p.known.seat(chair{table, seat}, who)
		}
	}
	if err != nil {
		return err
	}
	if who != player {
		return fmt.Errorf("seat %d belongs to player %d, not to %d", seat, who, player)
	}
	return nil
}

// merged sums the tallies of a line that count the same for the same seat.
func merged(all []games.Tally) []games.Tally {
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

// Lines is a table's journal from its first line on.
func (s *DB) Lines(ctx context.Context, id store.TableID) ([]store.Line, error) {
	rows, err := s.read[selectLines].QueryContext(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("reading the journal of table %d: %w", id, err)
	}
	return collect(rows, scanLine, fmt.Sprintf("the journal of table %d", id))
}

func scanLine(r row) (store.Line, error) {
	var l store.Line
	var at int64
	err := r.Scan(&l.N, &at, &l.Seat, &l.Player, &l.Words, &l.Source)
	l.At = moment(at)
	return l, err
}

// Seats says who sits, or sat, on each seat of a table.
func (s *DB) Seats(ctx context.Context, id store.TableID) (map[games.Seat]store.PlayerID, error) {
	rows, err := s.read[selectSeats].QueryContext(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("reading the seats of table %d: %w", id, err)
	}
	type sitting struct {
		seat   games.Seat
		player store.PlayerID
	}
	all, err := collect(rows, func(r row) (x sitting, err error) {
		err = r.Scan(&x.seat, &x.player)
		return x, err
	}, "the seats of a table")
	if err != nil {
		return nil, err
	}
	seats := make(map[games.Seat]store.PlayerID, len(all))
	for _, x := range all {
		seats[x.seat] = x.player
	}
	return seats, nil
}

// Export is a table with its whole journal: what a .game file is made from.
// The error is ErrNoTable where there is none.
func (s *DB) Export(ctx context.Context, id store.TableID) (store.Table, []store.Line, error) {
	// Read in this order, a table that is closed has all its lines.
	t, err := s.Table(ctx, id)
	if err != nil {
		return store.Table{}, nil, err
	}
	lines, err := s.Lines(ctx, id)
	if err != nil {
		return store.Table{}, nil, err
	}
	return t, lines, nil
}
