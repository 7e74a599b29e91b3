package english

import (
	"sync"

	"settable/games"
	"settable/games/cards"
)

// What lies on the example: the hands of P and Q, and their sets.
const exampleHands, exampleStarter = "9S KH 2D KD 5C 7S 2H JC", "8H"

var exampleSets = []struct {
	owner games.Seat
	cards string
}{
	{2, "AC AD AS AH"}, {1, "QS QH QD QC"}, {1, "6S 6H 6D"}, {2, "3S 3H"}, {1, "8S 8D"}, {2, "TD TC TS TH"},
}

// example is a starter that joins an incomplete set, among other sets that are
// complete and some that are not. Like all that is in a Manual it is not to be
// changed.
var example = sync.OnceValue(func() games.View {
	t := turn{game: game{phase: playing, unseen: cards.StandardPack(), starters: 20, turner: 2}}
	t.Players = make([]player, 2)
	take := func(codes string) []cards.Card {
		list := cards.Listed(codes)
		t.unseen = t.unseen.Minus(cards.BagOf(list))
		return list
	}
	hands := take(exampleHands)
	for i := range t.Players {
		t.Roster, _ = t.Roster.Join(games.Seat(i+1), mostPlayers)
		t.Players[i].hand = hand(hands[i*full : (i+1)*full])
	}
	for _, s := range exampleSets {
		t.lay(s.owner, take(s.cards))
	}
	t.fresh = cards.Bag{}
	t.up().turned(take(exampleStarter)[0])
	v := t.View(games.Watcher)
	v.Headline, v.Offers = games.Say("english.head.example", "who", games.Seat(1)), nil
	return v
})
