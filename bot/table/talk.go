package table

import (
	"slices"
	"strings"

	"settable/games"
)

// Typed words are talk, unless the whole of them is a move of the game on the table
// (behaviour, Moves 2). Talk is not answered and leaves no trace.

// Read is the move that a word is in a game; ok is false if it is none. Typed moves
// that end something for good, and those that only the bot may make, are talk unless
// the word is meant for the table: people say "end" and "leave" of many things.
func Read(rules games.Rules, w Word) (games.Move, bool) {
	if w.Words == "" {
		return nil, false
	}
	move, ok := rules.Parse(w.Words)
	if !w.Meant() {
		switch move.(type) {
		case games.Leave, games.End, games.Void, games.LastHand, games.Deal, games.Away, games.Edition,
			games.Missing, games.Absent, games.Daily:
			return nil, false
		}
	}
	return move, ok
}

// isTalk reports whether a refused move was only talk: it was typed, and names a label under which nothing lies, "set
// her", or lacks what its verb needs, "bet".
func (w Word) isTalk(s Session, seat games.Seat) bool {
	v, is := s.Manual.Verb(verb(w.Move))
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

// talkUnlessRight reports whether a word is talk unless it is a correct move. That holds for what strangers
// type (behaviour, Moves 4).
func (w Word) talkUnlessRight(s Session) bool {
	_, sits := s.SeatOf(w.Who.ID)
	return w.MaybeTalk || !sits && !w.Meant()
}

// right reports whether a move that the rules accepted is one that nobody makes by merely talking: joining, or taking a
// set.
func right(move games.Move, steps []games.Step) bool {
	_, joins := move.(games.Join)
	return joins || took(steps)
}
