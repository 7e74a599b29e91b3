package english_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"settable/games"
	"settable/games/english"
	"settable/games/gamestest"
)

var lawCase = gamestest.Case{Rules: english.Rules{}, Finish: finish, Check: check}

func TestScripts(t *testing.T) { gamestest.Scripts(t, english.Rules{}, "testdata") }

func TestLaws(t *testing.T) {
	gamestest.Laws(t, lawCase, gamestest.Times(60, 500))
}

func FuzzParse(f *testing.F) {
	for _, words := range []string{"turn", "Turn", "my turn", "exchange", "reshuffle", "discount", "turn 2",
		"discount, please"} {
		f.Add(words)
	}
	gamestest.FuzzParse(f, english.Rules{})
}

func FuzzApply(f *testing.F) { gamestest.FuzzApply(f, lawCase) }

// finish starts the game and turns starters. In a stalemate it chooses an exchange, which is always possible and takes
// whole ranks out of the game.
func finish(_ *rand.Rand, v games.View) string {
	for _, o := range v.Offers {
		switch o.Words {
		case "start", "turn", "exchange":
			return o.Words
		}
	}
	return ""
}

// check requires that all 52 cards are in the pack, in hands or in sets; that each set has one rank, and each rank only
// one set; that hands are full while cards are left; and that everyone sees the same table.
func check(g games.Game) error {
	v := g.View(games.Watcher)
	seen := map[string]int{}
	sets := map[string]bool{}
	n := v.CardsLeft
	for _, a := range v.Areas {
		if a.Name == "starter" {
			continue // the card is also somewhere else
		}
		for _, cell := range a.Cells {
			if cell.Kind != games.Face {
				continue
			}
			for _, c := range append(cell.Under, cell.Card) {
				seen[c.String()]++
				n++
			}
			if a.Name != "graveyard" {
				continue
			}
			if sets[cell.Label] || cell.Depth != 1+len(cell.Under) || cell.Upright != (cell.Depth == 4) ||
				cell.Depth < 2 {
				return fmt.Errorf("the set %s must stand upright if complete, and lie flat otherwise", cell)
			}
			sets[cell.Label] = true
			for _, c := range cell.Under {
				if c.Rank() != cell.Card.Rank() {
					return fmt.Errorf("the cards of %s differ in rank", cell)
				}
			}
		}
	}
	if n != 52 || len(seen) != n-v.CardsLeft {
		return fmt.Errorf("%d cards in all, %d visible, %d of these different:\n%s", n, n-v.CardsLeft, len(seen), v)
	}
	_, owed := g.Owed()
	for _, p := range v.Seats {
		if p.Cards < 4 && v.CardsLeft > 0 && v.Phase == games.Playing && !owed && !p.HasLeft {
			return fmt.Errorf("seat %s has only %d cards, but the pack has %d", p.Seat, p.Cards, v.CardsLeft)
		}
		if own := g.View(p.Seat); !reflect.DeepEqual(own.Areas, v.Areas) || own.CardsLeft != v.CardsLeft {
			return fmt.Errorf("seat %s sees a different table", p.Seat)
		}
	}
	return nil
}

func TestRights(t *testing.T) { gamestest.Rights(t, lawCase, gamestest.Times(30, 300)) }
