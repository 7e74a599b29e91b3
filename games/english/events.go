package english

import (
	"settable/games"
	"settable/games/cards"
)

// The events of English Sets. A set that is complete is declared in the sentence
// that completes it.
type (
	// samePair: both seats hold the same pair, and the four cards go back.
	samePair struct {
		seats []games.Seat
		rank  int
	}
	// laid: a seat lays its cards of one rank, or of several, from the hand.
	laid struct {
		seat     games.Seat
		what     []games.Phrase // "three eights"
		cards    []cards.Card
		starter  bool // with the starter that was just turned
		complete int  // the rank of the set that is complete with that; noRank: none is
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
		starter bool // it is the one just named
	}
	// gathered: a seat takes n cards of a rank from all hands, with the starter or,
	// of a last rank, because most of them were in that hand.
	gathered struct {
		seat    games.Seat
		rank, n int
		most    bool
	}
	// declared: a seat has a complete set of a rank, by an exchange.
	declared struct {
		seat games.Seat
		rank int
	}
	// buried: nobody can use the starter.
	buried struct{ card cards.Card }
	// sentBack: several hands hold a rank equally, and all of it goes back.
	sentBack struct {
		seats []games.Seat
		rank  int
	}
	// drawn: seats draw cards, in this order.
	drawn struct {
		seats []games.Seat
		cards [][]cards.Card
	}
	// stuck: no card left can match; n cards are in the pack.
	stuck struct{ pack int }
	// chose: a seat chooses what to do about a stalemate; n of all have.
	chose struct {
		seat   games.Seat
		choice Choice
		n, of  int
	}
	// exchanged: each of the seats gets a complete set.
	exchanged struct{ seats []games.Seat }
	// reshuffled: all hands go back into the pack of so many cards.
	reshuffled struct{ pack int }
	// discounted: cards do not count: those of a rank, or of all hands (noRank).
	discounted struct{ rank int }
	// gone: a player stands up, and n cards of theirs go back into the pack.
	gone struct {
		seat games.Seat
		n    int
	}
)

const noRank = -1

// said is a phrase of this game.
func said(key string, args ...any) games.Phrase { return games.Say("english."+key, args...) }

// ofRank counts cards of a rank: "three eights".
func ofRank(n, rank int) games.Phrase {
	return said("count", "n", games.Numeral(n), "rank", rankOf(n, rank))
}

func rankOf(n, rank int) games.Phrase { return said("rank."+rankWords[rank], "N", n) }

const many = 2 // of a rank: "eights"

func (e samePair) Say() games.Phrase {
	return said("same_pair", "seats", e.seats, "rank", rankOf(many, e.rank))
}

func (e laid) Say() games.Phrase {
	args := []any{"who", e.seat, "what", e.what, "cards", e.cards}
	if e.complete != noRank {
		return said(which(e.starter, "lays_starter_set", "lays_set"), append(args, "call", call(e.complete))...)
	}
	return said(which(e.starter, "lays_starter", "lays"), args...)
}

// which is the key for a card turned up with what was laid, or the one for all others.
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

func (e gathered) Say() games.Phrase {
	args := []any{"who", e.seat, "rank", rankOf(many, e.rank), "call", call(e.rank)}
	if e.most {
		return said("takes_most", args...)
	}
	return said("takes", append(args, "what", ofRank(e.n, e.rank))...)
}

// call is what is called out when a set is complete: "set 8".
func call(rank int) games.Phrase { return said("call." + rankWords[rank]) }

func (e declared) Say() games.Phrase {
	return said("declares", "who", e.seat, "call", call(e.rank))
}

func (e buried) Say() games.Phrase { return said("buried", "card", e.card) }

func (e sentBack) Say() games.Phrase {
	return said("sent_back", "seats", e.seats, "rank", rankOf(many, e.rank))
}

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

func (e stuck) Say() games.Phrase {
	if e.pack == 0 {
		return said("stalemate_empty")
	}
	return said("stalemate", "N", e.pack)
}

func (e chose) Say() games.Phrase {
	return said("chose", "who", e.seat, "choice", e.choice.String(), "n", e.n, "of", e.of)
}

func (e exchanged) Say() games.Phrase  { return said("exchanged", "seats", e.seats) }
func (e reshuffled) Say() games.Phrase { return said("reshuffled", "n", e.pack) }

func (e discounted) Say() games.Phrase {
	if e.rank == noRank {
		return said("hands_discounted")
	}
	return said("discounted", "rank", rankOf(many, e.rank))
}

func (e gone) Say() games.Phrase {
	if e.n == 0 {
		return games.StoodUp{Seat: e.seat}.Say()
	}
	return said("left", "who", e.seat, "N", e.n)
}

// The cards lie otherwise after most of them, so that older buttons are stale.
func (samePair) CardsMoved() bool   { return true }
func (laid) CardsMoved() bool       { return true }
func (turnedUp) CardsMoved() bool   { return true }
func (added) CardsMoved() bool      { return true }
func (gathered) CardsMoved() bool   { return true }
func (declared) CardsMoved() bool   { return true }
func (buried) CardsMoved() bool     { return true }
func (sentBack) CardsMoved() bool   { return true }
func (drawn) CardsMoved() bool      { return true }
func (stuck) CardsMoved() bool      { return true }
func (chose) CardsMoved() bool      { return false }
func (exchanged) CardsMoved() bool  { return true }
func (reshuffled) CardsMoved() bool { return true }
func (discounted) CardsMoved() bool { return true }
func (e gone) CardsMoved() bool     { return e.n > 0 }
