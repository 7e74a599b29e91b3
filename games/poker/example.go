package poker

import (
	"sync"

	"settable/games"
	"settable/games/cards"
)

// What lies on the example: in the centre, and in the hands of P and Q.
const (
	exampleCenter = "1SRD 2TGQ 3SRD 3TPV"
	exampleHands  = "2SRD 1TRD 2NGQ 3SGV"
)

// example is a showdown and who wins it by what. Like all that is in a Manual
// it is not to be changed.
var example = sync.OnceValue(func() games.View {
	center, hands := cards.Listed(exampleCenter), cards.Listed(exampleHands)
	g := game{circle: circle{dealer: 1}, hand: 1, phase: between, center: center, shown: true,
		unseen: cards.SETPack().Minus(cards.BagOf(center)).Minus(cards.BagOf(hands))}
	for i, chips := range []games.Chips{26, 14} {
		g.Roster, _ = g.Roster.Join(games.Seat(i+1), mostPlayers)
		g.Players = append(g.Players, player{
			chips: chips, dealt: true, cards: [2]cards.Card{hands[2*i], hands[2*i+1]}})
	}
	g.Players[0].gain = 12
	g.pots = []games.PotShare{{Amount: 12, Eligible: []games.Seat{1, 2}, Winners: []games.Seat{1}, Share: 12,
		Won: games.MostSets}}
	v := g.View(games.Watcher)
	v.Offers = nil
	v.Headline = games.Say("poker.head.example", "who", games.Seat(1), "n", len(g.counting(1)), "of",
		len(g.counting(2)))
	return v
})
