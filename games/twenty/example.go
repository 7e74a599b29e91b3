package twenty

import (
	"settable/games"
	"settable/games/cards"
)

// example is a player's own view in mid-hand: a card of the table and two of
// the hand are a set, the only one there.
func example() games.View {
	g := &game{
		house: house{sweep: true}, phase: playing, hand: 2, dealer: 3, target: 30,
		table: [onTable]cards.Card(cards.Listed("3SGQ 2TGQ 1NPV 2NRQ 3SPD 2TPV")),
		taken: cards.Listed("1SRD 2SRD 3SRD"), takenBy: 3,
	}
	hidden := cards.SETPack()
	for i, score := range []int{13, 0, 8} {
		g.Roster, _ = g.Roster.Join(games.Seat(i+1), mostPlayers)
		g.Players = append(g.Players, player{score: score, dealt: true})
	}
	copy(g.Players[0].slots[:], cards.Listed("2SRV 3NGQ - 2NPD 2SRQ"))
	for _, seen := range [][]cards.Card{g.Players[0].slots[:], g.taken, g.table[:]} {
		hidden = hidden.Minus(cards.BagOf(seen))
	}
	g.discard = cards.BagOf(g.taken)
	// What the others hold is not to be seen: any cards will do.
	copy(g.Players[1].slots[:], hidden.Cards()[:8])
	copy(g.Players[2].slots[:], hidden.Cards()[8:12])
	g.deck = cards.BagOf(hidden.Cards()[12:])

	v := g.View(1)
	v.Headline = games.Say("twenty.head.example")
	set := cards.BagOf(cards.Listed("2TGQ 2SRV 2NPD"))
	for _, a := range v.Areas {
		for i := range a.Cells {
			a.Cells[i].Marked = set.Has(a.Cells[i].Card)
		}
	}
	return v
}
