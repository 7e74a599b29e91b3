package solitaire

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// The events of Mag's SET Solitaire beside those that other games have, too.
type (
	// deals: a seat deals one of nine rounds.
	deals struct {
		seat  games.Seat
		round int
	}
	// shifted: a seat moves the card from one pile to another, an empty one.
	shifted struct {
		seat     games.Seat
		card     cards.Card
		from, to string
	}
	// undone: a seat takes back the last set or move: the cards lie on these piles again.
	undone struct {
		seat  games.Seat
		cards []cards.Card
		at    games.Labels
		times int // in this game
	}
	// looked: these cards lie under the top of a pile, the lowest first.
	looked struct {
		pile  string
		under []cards.Card
	}
	// result: the game is over, and won by those who play, or by nobody.
	result struct {
		winners           []games.Seat
		sets, left, undos int
	}
)

// said is a phrase of this game.
func said(key string, args ...any) games.Phrase { return games.Say("solitaire."+key, args...) }

func (e deals) Say() games.Phrase {
	return said("deals", "who", e.seat, "round", e.round, "of", rounds)
}

func (e shifted) Say() games.Phrase {
	return said("shifts", "who", e.seat, "card", e.card, "from", e.from, "to", e.to)
}

func (e undone) Say() games.Phrase {
	if len(e.cards) == 1 {
		return said("undoes_move", "who", e.seat, "pile", e.at[0], "card", e.cards[0], "times", e.times)
	}
	return said("undoes_set", "who", e.seat, "labels", e.at, "cards", e.cards, "times", e.times)
}

// Say names the next card first, as one would see them from above.
func (e looked) Say() games.Phrase {
	if len(e.under) == 0 {
		return said("nothing_under", "pile", e.pile)
	}
	below := slices.Clone(e.under)
	slices.Reverse(below)
	return said("under", "pile", e.pile, "N", len(below), "cards", below)
}

func (e result) Say() games.Phrase {
	made := said("made", "sets", games.Say("games.sets", "N", e.sets), "left",
		games.Say("games.cards", "N", e.left))
	if e.undos > 0 {
		made = said("made_with_undos", "made", made, "N", e.undos)
	}
	if len(e.winners) == 0 {
		return said("lost", "made", made)
	}
	return said("won", "made", made, "who", e.winners) // many names may be cut, the result not
}

func (deals) CardsMoved() bool   { return true }
func (shifted) CardsMoved() bool { return true }
func (undone) CardsMoved() bool  { return true }
func (looked) CardsMoved() bool  { return false }
func (result) CardsMoved() bool  { return false }

// Compared: a solitaire is played against those before it.
func (result) Compared() {}
