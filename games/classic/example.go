package classic

import (
	"sync"

	"settable/games"
	"settable/games/cards"
)

// exampleTable is a table on which A E I are a set: two features are equal and
// two all different.
const exampleTable = "1SRD 2TGQ 1NPV 3SGD 2TRD 1TGV 2NRQ 3TPQ 3NRD 1SGQ 2NPD 3TRV"

// example shows that set, and how to see that it is one. Like all that is in a
// Manual it is not to be changed.
var example = sync.OnceValue(func() games.View {
	g := game{phase: games.Playing, table: cards.Listed(exampleTable)}
	g.unseen = cards.SETPack().Minus(cards.BagOf(g.table))
	v := g.View(games.Watcher)
	v.Headline, v.Offers = games.Say("classic.head.example"), nil
	for _, i := range []int{0, 4, 8} {
		v.Areas[0].Cells[i].Marked = true
	}
	return v
})
