package command

import (
	"context"
	"errors"
	"maps"
	"slices"

	"settable/bot/table"
	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// nightMoments holds information about a night that comes from the journals of its tables.
type nightMoments struct {
	marks map[ids.User]games.Seat // the seat whose colour and letter stand for a player
	hand  games.Highlight         // the exposed hand with the most sets; its seats are marks
	next  *store.Plan             // the next planned night; nil: none
}

// maxNightTables is the maximum number of tables of a night that are read, starting with the newest.
const maxNightTables = 25

// nightMoments reads the tables of a night, and skips those that it can't read.
func (c Invocation) nightMoments(ctx context.Context, n store.Night) nightMoments {
	m := nightMoments{marks: map[ids.User]games.Seat{}}
	for _, s := range c.nightTables(ctx, n) {
		m.addTable(s)
	}
	planned, err := c.Deps.Store.Planned(ctx, c.Guild, c.At)
	if err != nil {
		c.Deps.Log.Warn("loading the planned poker nights for the standings failed", "error", err)
	}
	if len(planned) > 0 {
		m.next = &planned[0]
	}
	return m
}

// nightTables returns the tables of a night, newest first.
func (c Invocation) nightTables(ctx context.Context, n store.Night) (list []table.Session) {
	if s, open := c.Deps.Lobby.At(n.Channel); open && s.Row.Night == n.ID {
		list = append(list, s)
	}
	closed, err := c.Deps.Store.Closed(ctx, n.Channel, maxNightTables)
	for _, row := range closed {
		if row.Night != n.ID {
			continue
		}
		s, readErr := c.Deps.Lobby.Read(ctx, row)
		switch {
		case readErr == nil:
			list = append(list, s)
		case !errors.Is(readErr, store.ErrCompacted):
			err = errors.Join(err, readErr)
		}
	}
	if err != nil {
		c.Deps.Log.Warn("reading the tables of a poker night failed", "night", n.ID, "error", err)
	}
	return list
}

// addTable adds a table that is older than those added before. Players without a mark get that of their seat or, if
// it is taken, another one.
func (m *nightMoments) addTable(s table.Session) {
	bySeat := func(a, b ids.User) int { return int(s.Seats[a] - s.Seats[b]) }
	players := map[games.Seat]ids.User{}
	for _, who := range slices.SortedFunc(maps.Keys(s.Seats), bySeat) {
		players[s.Seats[who]] = who
		if m.marks[who] == 0 {
			m.marks[who] = m.freeMark(s.Seats[who])
		}
	}
	for _, h := range s.View().Highlights {
		if len(h.Sets) == 0 || len(h.Sets[0].Own) == 0 || len(h.Sets) < len(m.hand.Sets) {
			continue
		}
		marks := make([]games.Seat, len(h.Seats))
		for i, seat := range h.Seats {
			marks[i] = m.marks[players[seat]]
		}
		if !slices.Contains(marks, 0) {
			m.hand = h.For(marks)
		}
	}
}

// freeMark returns the given seat or, if it is already used as a mark, the first free one.
func (m *nightMoments) freeMark(seat games.Seat) games.Seat {
	taken := slices.Collect(maps.Values(m.marks))
	if !slices.Contains(taken, seat) {
		return seat
	}
	for seat = 1; slices.Contains(taken, seat); seat++ {
	}
	return seat
}

// highlights returns the highlights in the picture of a night: its biggest pot and its best hand.
func (m nightMoments) highlights(st store.Standing) (list []games.Highlight) {
	var by []games.Seat
	for _, who := range st.By {
		if mark := m.marks[who]; mark > 0 {
			by = append(by, mark)
		}
	}
	if st.Biggest > 0 && len(by) > 0 {
		list = append(list, games.BiggestPot(by, st.Biggest))
	}
	if len(m.hand.Sets) > 0 {
		list = append(list, m.hand)
	}
	return list
}

// players returns the seats that are used as marks, with their players' names.
func (m nightMoments) players(names map[ids.User]string) (list []games.SeatView) {
	for who, mark := range m.marks {
		for len(list) < int(mark) {
			list = append(list, games.SeatView{Seat: games.Seat(len(list) + 1)})
		}
		list[mark-1].Name = names[who]
	}
	return list
}
