package english

import (
	"settable/games"
	"settable/games/cards"
)

// The events of English Sets. A complete set has no event of its own: the sentence about the card
// that completes it also declares it.
type (
	// laid: a seat lays its cards of one rank, or of several, from the hand.
	laid struct {
		seat     games.Seat
		what     []games.Phrase // "three eights"
		cards    []cards.Card
		starter  bool // together with the starter that was just turned
		complete int  // the rank of the set that this completes; noRank: none
	}
	// turnedUp: a starter is turned, by a seat or by the clock.
	turnedUp struct {
		seat games.Seat
		card cards.Card
	}
	// added: a card joins a seat's set, which has n cards now.
	added struct {
		seat    games.Seat
		card    cards.Card
		n       int
		starter bool // the card is the starter just named
	}
	// buried: nobody can use the starter.
	buried struct{ card cards.Card }
	// drawn: seats draw cards, in this order.
	drawn struct {
		seats []games.Seat
		cards [][]cards.Card
	}
)

const noRank = -1

func said(key string, args ...any) games.Phrase { return games.Say("english."+key, args...) }

// ofRank counts cards of a rank: "three eights".
func ofRank(n, rank int) games.Phrase {
	return said("count", "N", n, "n", games.Numeral(n), "rank", rankOf(n, rank))
}

func rankOf(n, rank int) games.Phrase { return said("rank."+rankWords[rank], "N", n) }

const many = 2 // of a rank: "eights"

func (e laid) Say() games.Phrase {
	args := []any{"who", e.seat, "what", e.what, "cards", e.cards}
	if e.complete != noRank {
		return said(which(e.starter, "lays_starter_set", "lays_set"), append(args, "call", call(e.complete))...)
	}
	return said(which(e.starter, "lays_starter", "lays"), args...)
}

// which chooses between two keys: the first where a starter took part.
func which(starter bool, with, without string) string {
	if starter {
		return with
	}
	return without
}

func (e turnedUp) Say() games.Phrase {
	if e.seat <= games.Watcher {
		return said("starter", "card", e.card)
	}
	return said("turns", "who", e.seat, "card", e.card)
}

func (e added) Say() games.Phrase {
	args := []any{"who", e.seat, "rank", rankOf(many, e.card.Rank()), "card", e.card}
	if e.n == full {
		return said(which(e.starter, "it_joins_set", "joins_set"), append(args, "call", call(e.card.Rank()))...)
	}
	return said(which(e.starter, "it_joins", "joins"), args...)
}

func call(rank int) games.Phrase { return said("call." + rankWords[rank]) }

func (e buried) Say() games.Phrase { return said("buried", "card", e.card) }

func (e drawn) Say() games.Phrase {
	all := make([]games.Phrase, len(e.seats))
	for i, s := range e.seats {
		n := len(e.cards[i])
		if all[i] = said("draws_too", "who", s, "n", games.Numeral(n), "cards", e.cards[i]); i == 0 {
			all[i] = said("draws", "who", s, "N", n, "n", games.Numeral(n), "cards", e.cards[i])
		}
	}
	return said("draw", "all", all)
}

func (laid) CardsMoved() bool     { return true }
func (turnedUp) CardsMoved() bool { return true }
func (added) CardsMoved() bool    { return true }
func (buried) CardsMoved() bool   { return true }
func (drawn) CardsMoved() bool    { return true }

// samePair: two seats hold the same pair, and the four cards go back into the pack.
func samePair(seats []games.Seat, rank int) games.Event {
	return games.Moved("english.same_pair", "seats", seats, "rank", rankOf(many, rank))
}

// gathered: a seat takes n cards of a rank from all hands: with the starter or, where most is true, a
// last rank of which it held the most cards.
func gathered(seat games.Seat, n, rank int, most bool) games.Event {
	args := []any{"who", seat, "rank", rankOf(many, rank), "call", call(rank)}
	if most {
		return games.Moved("english.takes_most", args...)
	}
	return games.Moved("english.takes", append(args, "what", ofRank(n, rank))...)
}

// declared: a seat gets a complete set of a rank by an exchange.
func declared(seat games.Seat, rank int) games.Event {
	return games.Moved("english.declares", "who", seat, "call", call(rank))
}

// sentBack: several hands hold equally many cards of a rank, and all of them go back into the pack.
func sentBack(seats []games.Seat, rank int) games.Event {
	return games.Moved("english.sent_back", "seats", seats, "rank", rankOf(many, rank))
}

// stuck: no card left can match; the pack has that many cards.
func stuck(pack int) games.Event {
	if pack == 0 {
		return games.Moved("english.stalemate_empty")
	}
	return games.Moved("english.stalemate", "N", pack)
}

// chose: a seat chooses how to go on after a stalemate; n of the players asked have now chosen this.
func chose(seat games.Seat, choice Choice, n, of int) games.Event {
	return games.News("english.chose", "who", seat, "choice", choice.typed(), "n", n, "of", of)
}

// exchanged: each of the seats gets a complete set.
func exchanged(seats []games.Seat) games.Event {
	return games.Moved("english.exchanged", "seats", seats)
}

// reshuffled: all hands go back into the pack, which then has that many cards.
func reshuffled(pack int) games.Event { return games.Moved("english.reshuffled", "n", pack) }

// discounted: cards do not count: those of a rank, or of all hands (noRank).
func discounted(rank int) games.Event {
	if rank == noRank {
		return games.Moved("english.hands_discounted")
	}
	return games.Moved("english.discounted", "rank", rankOf(many, rank))
}

// gone: a player stands up, and n of the player's cards go back into the pack.
func gone(seat games.Seat, n int) games.Event {
	if n == 0 {
		return games.News("games.left", "who", seat)
	}
	return games.Moved("english.left", "who", seat, "N", n)
}
