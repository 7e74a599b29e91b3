package english

import (
	"slices"

	"settable/games"
	"settable/games/cards"
)

// These are the events of English Sets. A complete set has no event of its own, because the sentence about its last
// card also declares the set.
type (
	// cardsLaid says that a seat has laid cards of one or more ranks from the hand.
	cardsLaid struct {
		seat     games.Seat
		what     []games.Phrase // "three eights"
		cards    []cards.Card
		starter  bool // laid together with the starter that was just turned
		complete int  // the rank of the set that this completes; noRank: none
	}
	// starterTurned says that a seat or the clock has turned a starter.
	starterTurned struct {
		seat games.Seat
		card cards.Card
	}
	// cardAdded says that a card has joined a seat's set, which now has n cards.
	cardAdded struct {
		seat    games.Seat
		card    cards.Card
		n       int
		starter bool // the card is the starter just named
	}
	// starterBuried says that no one can use the starter.
	starterBuried struct{ card cards.Card }
	// cardsDrawn says that these seats have drawn cards, in the given order.
	cardsDrawn struct {
		seats []games.Seat
		cards [][]cards.Card
	}
)

const noRank = -1

func phrase(key string, args ...any) games.Phrase { return games.Say("english."+key, args...) }

// countOfRank returns a phrase such as "three eights".
func countOfRank(n, rank int) games.Phrase {
	return phrase("count", "N", n, "n", games.NumberInWords(n), "rank", rankOf(n, rank))
}

func rankOf(n, rank int) games.Phrase { return phrase("rank."+rankWords[rank], "N", n) }

const many = 2 // any number above one gives the plural, such as "eights"

func (e cardsLaid) Say() games.Phrase {
	args := []any{"who", e.seat, "what", e.what, "cards", e.cards}
	if e.complete != noRank {
		return phrase(keyFor(e.starter, "lays_starter_set", "lays_set"), append(args, "call", announcement(e.complete))...)
	}
	return phrase(keyFor(e.starter, "lays_starter", "lays"), args...)
}

// keyFor returns the first key if a starter was involved, and otherwise the second.
func keyFor(starter bool, with, without string) string {
	if starter {
		return with
	}
	return without
}

func (e starterTurned) Say() games.Phrase {
	if e.seat <= games.Watcher {
		return phrase("starter", "card", e.card)
	}
	return phrase("turns", "who", e.seat, "card", e.card)
}

func (e cardAdded) Say() games.Phrase {
	args := []any{"who", e.seat, "rank", rankOf(many, e.card.Rank()), "card", e.card}
	if e.n == full {
		return phrase(keyFor(e.starter, "it_joins_set", "joins_set"), append(args, "call", announcement(e.card.Rank()))...)
	}
	return phrase(keyFor(e.starter, "it_joins", "joins"), args...)
}

func announcement(rank int) games.Phrase { return phrase("call." + rankWords[rank]) }

func (e starterBuried) Say() games.Phrase { return phrase("buried", "card", e.card) }

func (e cardsDrawn) Say() games.Phrase {
	all := make([]games.Phrase, len(e.seats))
	for i, s := range e.seats {
		n := len(e.cards[i])
		if all[i] = phrase("draws_too", "who", s, "N", n, "n", games.NumberInWords(n), "cards", e.cards[i]); i == 0 {
			all[i] = phrase("draws", "who", s, "N", n, "n", games.NumberInWords(n), "cards", e.cards[i])
		}
	}
	return phrase("draw", "all", all)
}

func (cardsLaid) CardsMoved() bool     { return true }
func (starterTurned) CardsMoved() bool { return true }
func (cardAdded) CardsMoved() bool     { return true }
func (starterBuried) CardsMoved() bool { return true }
func (cardsDrawn) CardsMoved() bool    { return true }

// pairsReturned says that two seats hold the same pair, so the four cards go back into the pack.
func pairsReturned(seats []games.Seat, rank int) games.Event {
	return games.NewMovingEvent("english.same_pair", "seats", seats, "rank", rankOf(many, rank))
}

// rankGathered says that a seat has taken n cards of a rank from all hands. If most is true, the seat held the most
// cards of a last rank; otherwise it used the starter.
func rankGathered(seat games.Seat, n, rank int, most bool) games.Event {
	args := []any{"who", seat, "rank", rankOf(many, rank), "call", announcement(rank)}
	if most {
		return games.NewMovingEvent("english.takes_most", args...)
	}
	return games.NewMovingEvent("english.takes", append(args, "what", countOfRank(n, rank))...)
}

// setDeclared says that a seat has received a complete set of a rank in an exchange.
func setDeclared(seat games.Seat, rank int) games.Event {
	return games.NewMovingEvent("english.declares", "who", seat, "call", announcement(rank))
}

// cardsSentBack says that several hands tie for the most cards of a rank, so all cards of the rank go back into the
// pack.
func cardsSentBack(seats []games.Seat, rank int) games.Event {
	return games.NewMovingEvent("english.sent_back", "seats", seats, "rank", rankOf(many, rank))
}

// stalemateBegan says that no remaining card can match. pack is the number of cards in the pack.
func stalemateBegan(pack int) games.Event {
	if pack == 0 {
		return games.NewMovingEvent("english.stalemate_empty")
	}
	return games.NewMovingEvent("english.stalemate", "N", pack)
}

// choiceMade says that a seat has chosen how to continue after a stalemate. The sentence says how many of the players
// asked have made this choice so far.
func choiceMade(seat games.Seat, choice Choice, n, of int) games.Event {
	return games.NewEvent("english.chose", "who", seat, "choice", choice.typed(), "n", n, "of", of)
}

// setsExchanged says that each of the seats has received a complete set.
func setsExchanged(seats []games.Seat) games.Event {
	return games.NewMovingEvent("english.exchanged", "seats", seats)
}

// handsReshuffled says that all hands have gone back into the pack, which now has n cards.
func handsReshuffled(pack int) games.Event {
	return games.NewMovingEvent("english.reshuffled", "n", pack)
}

// cardsDiscounted says that the cards of a rank don't count. If the rank is noRank, all cards in hands don't count.
func cardsDiscounted(rank int) games.Event {
	if rank == noRank {
		return games.NewMovingEvent("english.hands_discounted")
	}
	return games.NewMovingEvent("english.discounted", "rank", rankOf(many, rank))
}

// playerLeft says that a player has left, and that n of the player's cards have gone back into the pack.
func playerLeft(seat games.Seat, n int) games.Event {
	if n == 0 {
		return games.NewEvent("games.left", "who", seat)
	}
	return games.NewMovingEvent("english.left", "who", seat, "N", n)
}

// A batch is a group of events that are reported together. In this game one event often causes the next, and a table
// shows only the last few sentences.
type batch []games.Event

// longestBatch is the maximum number of events in a batch. Players read only a few lines.
const longestBatch = 8

// tell adds an event that may cause others or was caused by another one.
func (t *draft) tell(e games.Event) { t.step.Tell(batch{e}) }

// Say returns the sentences of all events in order.
func (b batch) Say() games.Phrase {
	if len(b) == 1 {
		return b[0].Say()
	}
	all := make([]games.Phrase, len(b))
	for i, e := range b {
		all[i] = e.Say()
	}
	return games.Sequence(all...)
}

// CardsMoved reports whether any of the events moved cards.
func (b batch) CardsMoved() bool { return slices.ContainsFunc(b, games.Event.CardsMoved) }

// Merge joins an event with those that it caused. A starter always begins a new batch.
func (b batch) Merge(next games.Event) (games.Event, bool) {
	more, ok := next.(batch)
	if !ok || len(b) >= longestBatch {
		return nil, false
	}
	before, e := b[len(b)-1], more[0]
	_, starter := before.(starterTurned)
	switch now := e.(type) {
	case starterTurned:
		return nil, false
	case cardsDrawn:
		if all, ok := before.(cardsDrawn); ok {
			return append(slices.Clone(b[:len(b)-1]), all.merge(now)), true
		}
	case cardAdded:
		now.starter = starter
		e = now
	case cardsLaid:
		if all, ok := before.(cardsLaid); ok && all.seat == now.seat && all.complete == noRank {
			all.what = append(slices.Clip(all.what), now.what...)
			all.cards = append(slices.Clip(all.cards), now.cards...)
			all.complete = now.complete
			return append(slices.Clone(b[:len(b)-1]), all), true
		}
		now.starter = starter
		e = now
	}
	return append(slices.Clone(b), append(batch{e}, more[1:]...)...), true
}

// merge joins two draws, so that each seat is named only once.
func (e cardsDrawn) merge(more cardsDrawn) cardsDrawn {
	all := cardsDrawn{slices.Clone(e.seats), slices.Clone(e.cards)}
	for i, s := range more.seats {
		if at := slices.Index(all.seats, s); at >= 0 {
			all.cards[at] = append(slices.Clip(all.cards[at]), more.cards[i]...)
		} else {
			all.seats, all.cards = append(all.seats, s), append(all.cards, more.cards[i])
		}
	}
	return all
}
