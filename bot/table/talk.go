package table

import (
	"slices"
	"strings"

	"settable/games"
)

// A typed message is talk unless its whole text is a move of the game on the table (behaviour, Moves 2). The bot
// neither answers nor records talk.

// Read parses w as a move of a game; ok is false if it isn't one. Unless w is addressed to the table, ok is also
// false for typed moves that end a game or give up a seat, and for moves that only the bot makes. Players often use
// words such as "end" and "leave" in conversation.
func Read(rules games.Rules, w Word) (games.Move, bool) {
	if w.Words == "" {
		return nil, false
	}
	move, ok := rules.Parse(w.Words)
	if !w.Meant() {
		switch move.(type) {
		case games.Leave, games.End, games.Void, games.LastHand, games.Deal, games.LostTime, games.Edition,
			games.Missing, games.Absent, games.Daily:
			return nil, false
		}
	}
	return move, ok
}

// isTalk reports whether a refused move was only talk: a typed text that names a label without a card ("set her") or
// lacks an argument ("bet").
func (w Word) isTalk(s Session, seat games.Seat) bool {
	v, is := s.Manual.Verb(verbOf(w.Move))
	if _, hurries := w.Move.(games.Hurry); hurries {
		return !w.Meant()
	}
	if w.Meant() || !is {
		return false
	}
	named := strings.Fields(w.Move.String())[1:]
	switch {
	case v.Takes == games.Bare:
		return false
	case len(named) == 0:
		return !v.Optional
	case v.Takes == games.Amount:
		return false
	}
	areas := s.Course.Game.View(seat).Areas
	lies := func(label string) bool {
		return slices.ContainsFunc(areas, func(a games.Area) bool {
			return slices.ContainsFunc(a.Cells, func(c games.Cell) bool { return c.Label == label })
		})
	}
	return slices.ContainsFunc(named, func(word string) bool {
		_, ok := games.ParsePick(word, lies)
		return !ok
	})
}

// talkUnlessRight reports whether w counts as talk unless it is a correct move. This applies to everything typed by
// users without a seat (behaviour, Moves 4).
func (w Word) talkUnlessRight(s Session) bool {
	_, sits := s.SeatOf(w.Who.ID)
	return w.MaybeTalk || !sits && !w.Meant()
}

// isClearMove reports whether an accepted move joins the game or takes a set, so that it can't have been mere talk.
func isClearMove(move games.Move, steps []games.Step) bool {
	_, joins := move.(games.Join)
	return joins || tookSet(steps)
}
