package solitaire

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

func phrase(key string, args ...any) games.Phrase { return games.Say("solitaire."+key, args...) }

// roundDealt says that a seat has dealt one of the nine rounds.
func roundDealt(seat games.Seat, round int) games.Event {
	return games.NewMovingEvent("solitaire.deals", "who", seat, "round", round, "of", rounds)
}

// cardShifted says that a seat has moved a card from one pile to an empty one.
func cardShifted(seat games.Seat, card cards.Card, from, to string) games.Event {
	return games.NewMovingEvent("solitaire.shifts", "who", seat, "card", card, "from", from, "to", to)
}

// moveUndone says that a seat has taken back the last set or move, and where the cards are again. times is how many
// moves have been undone in this game.
func moveUndone(seat games.Seat, list []cards.Card, at games.Labels, times int) games.Event {
	if len(list) == 1 {
		return games.NewMovingEvent("solitaire.undoes_move", "who", seat, "pile", at[0], "card", list[0], "times", times)
	}
	return games.NewMovingEvent("solitaire.undoes_set", "who", seat, "labels", at, "cards", list, "times", times)
}

// cardsUnder shows the cards under the top of a pile. The lowest card comes first in the list, but the sentence names
// the cards from the top down, as a player would uncover them.
func cardsUnder(pile string, under []cards.Card) games.Event {
	if len(under) == 0 {
		return games.NewEvent("solitaire.nothing_under", "pile", pile)
	}
	below := slices.Clone(under)
	slices.Reverse(below)
	return games.NewEvent("solitaire.under", "pile", pile, "N", len(below), "cards", below)
}

// result says that the game is over and that the seats in winners have won. An empty list means that the game was lost.
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
	return phrase("won", "made", made, "who", e.winners) // a long list of names may be cut off, but not the result
}

func (result) CardsMoved() bool { return false }

// Compared marks this event as a games.Result. Players have no opponent, so they compare their result with earlier
// games.
func (result) Compared() {}
