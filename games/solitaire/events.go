package solitaire

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

func phrase(key string, args ...any) games.Phrase { return games.Say("solitaire."+key, args...) }

// roundDealt: a seat deals one of the nine rounds.
func roundDealt(seat games.Seat, round int) games.Event {
	return games.NewMovingEvent("solitaire.deals", "who", seat, "round", round, "of", rounds)
}

// cardShifted: a seat moves a card from one pile to an empty one.
func cardShifted(seat games.Seat, card cards.Card, from, to string) games.Event {
	return games.NewMovingEvent("solitaire.shifts", "who", seat, "card", card, "from", from, "to", to)
}

// moveUndone: a seat takes back the last set or move, so the cards are on these piles again. times is how often this
// has happened in the game.
func moveUndone(seat games.Seat, list []cards.Card, at games.Labels, times int) games.Event {
	if len(list) == 1 {
		return games.NewMovingEvent("solitaire.undoes_move", "who", seat, "pile", at[0], "card", list[0], "times", times)
	}
	return games.NewMovingEvent("solitaire.undoes_set", "who", seat, "labels", at, "cards", list, "times", times)
}

// cardsUnder: these cards are under the top of a pile, the lowest first. The sentence names them from the top down, as
// a player would uncover them.
func cardsUnder(pile string, under []cards.Card) games.Event {
	if len(under) == 0 {
		return games.NewEvent("solitaire.nothing_under", "pile", pile)
	}
	below := slices.Clone(under)
	slices.Reverse(below)
	return games.NewEvent("solitaire.under", "pile", pile, "N", len(below), "cards", below)
}

// result: the game is over, and the seats in winners have won; if it is empty, no one has.
type result struct {
	winners           []games.Seat
	sets, left, undos int
}

func (e result) Say() games.Phrase {
	made := phrase("made", "sets", e.sets, "of", allSets, "left", phrase("head.left", "N", e.left))
	if e.undos > 0 {
		made = phrase("made_with_undos", "made", made, "N", e.undos)
	}
	if len(e.winners) == 0 {
		return phrase("lost", "made", made)
	}
	return phrase("won", "made", made, "who", e.winners) // a long list of names may be cut, but not the result
}

func (result) CardsMoved() bool { return false }

// Compared marks the result as one to compare with earlier games, because a solitaire has no other opponent.
func (result) Compared() {}
