package twenty

import (
	"strings"

	"settable/games"
	"settable/games/cards"
)

// example is a player's own view in mid-hand: a card of the table and two of
// the hand are a set, the only one there.
func example() games.View {
	g := &game{
		house: house{sweep: true}, phase: playing, hand: 2, dealer: 3, target: 30,
		table: [onTable]cards.Card(codes("3SGQ 2TGQ 1NPV 2NRQ 3SPD 2TPV")),
		taken: codes("1SRD 2SRD 3SRD"), takenBy: 3,
	}
	hidden := cards.SETPack()
	for i, score := range []int{13, 0, 8} {
		g.Roster, _ = g.Roster.Join(games.Seat(i+1), mostPlayers)
		g.Players = append(g.Players, player{score: score, dealt: true})
	}
	copy(g.Players[0].slots[:], codes("2SRV 3NGQ - 2NPD 2SRQ"))
	for _, c := range append(there(g.Players[0].slots[:]), append(g.taken, g.table[:]...)...) {
		hidden = hidden.Without(c)
	}
	g.discard = bagOf(g.taken)
	// What the others hold is not to be seen: any cards will do.
	copy(g.Players[1].slots[:], hidden.Cards()[:8])
	copy(g.Players[2].slots[:], hidden.Cards()[8:12])
	g.deck = bagOf(hidden.Cards()[12:])

	v := g.View(1)
	v.Headline = games.Say("twenty.head.example")
	set := bagOf(codes("2TGQ 2SRV 2NPD"))
	for _, a := range v.Areas {
		for i := range a.Cells {
			a.Cells[i].Marked = set.Has(a.Cells[i].Card)
		}
	}
	return v
}

// codes reads cards; a dash is a free slot.
func codes(text string) (list []cards.Card) {
	for word := range strings.FieldsSeq(text) {
		c, _ := cards.Parse(word)
		list = append(list, c)
	}
	return list
}

func bagOf(list []cards.Card) (b cards.Bag) {
	for _, c := range list {
		b = b.With(c)
	}
	return b
}
