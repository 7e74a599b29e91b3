package store

import (
	"context"
	"fmt"
	"time"

	"settable/games"
)

// Movement is what one cause, a line of a journal or a grant, did to the chips
// of a member: a buy-in takes from the balance and adds to the stacks, a bet
// takes from the stacks.
type Movement struct {
	At       time.Time
	Balance  games.Chips // added, or taken where negative
	OnTables games.Chips
	After    Holding // what the member had then

	Table TableID // 0: by a grant
	Game  string
	Line  int
	Seat  games.Seat // who said the line; the dealer and the clock too
	Words string

	Grant *Grant // nil: by a line
}

// History is a page of a member's movements, the newest first.
type History struct {
	Movements []Movement
	Total     int
	Page      int // 1, 2, 3 …; 0 where nothing ever moved
	Pages     int
}

// History is the page (1, 2, 3 …; past the end: the last) of size movements of
// a member's chips in a guild, in the order in which they were written.
func (s *Store) History(ctx context.Context, guild GuildID, player PlayerID, page, size int) (out History, err error) {
	if page < 1 || size < 1 {
		return out, fmt.Errorf("reading a history: page %d of %d", page, size)
	}
	rows, err := s.read[selectHistory].QueryContext(ctx, guild, player, page, size)
	if err != nil {
		return out, fmt.Errorf("reading the history of player %d in guild %d: %w", player, guild, err)
	}
	out.Movements, err = collect(rows, func(r row) (Movement, error) {
		var m Movement
		var at int64
		g := Grant{Guild: guild, Player: player}
		err := r.Scan(&at, &m.Balance, &m.OnTables, &m.After.Balance, &m.After.OnTables,
			&m.Table, &m.Game, &m.Line, &m.Seat, &m.Words,
			&g.ID, &g.Kind, &g.Amount, &g.Granter, &g.Reason, &g.Source, &out.Total, &out.Page)
		m.At = moment(at)
		if g.ID != 0 {
			g.At, m.Grant = m.At, &g
		}
		return m, err
	}, "a history")
	out.Pages = (out.Total + size - 1) / size
	return out, err
}
