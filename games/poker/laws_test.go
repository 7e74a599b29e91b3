package poker_test

import (
	"fmt"
	"reflect"
	"testing"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/games/poker"
)

var lawCase = gamestest.Case{Rules: poker.Rules{}, Finish: gamestest.PlayOrLeave, Check: check}

func TestScripts(t *testing.T) { gamestest.Scripts(t, poker.Rules{}, "testdata") }

func TestLaws(t *testing.T) {
	gamestest.Laws(t, lawCase, gamestest.Times(24, 500))
}

func FuzzParse(f *testing.F) {
	for _, words := range []string{
		"bet all", "raise 2.5", "bet ٣", "bet -1 chips", "fold", "buy", "buy 5", "bet 2,5", "raise", "BET ½",
		"bet \u00b2", "bet 1\u00a02",
		"raise hell", "bet 99999999999999999999",
	} {
		f.Add(words)
	}
	gamestest.FuzzParse(f, poker.Rules{})
}

func FuzzApply(f *testing.F) { gamestest.FuzzApply(f, lawCase) }

// check requires that no card is lost or duplicated, that only the owner sees an unexposed hand, that offers to
// watchers don't depend on hands, and that players may bet the named amounts.
func check(g games.Game) error {
	v := g.View(games.Watcher)
	cells := 0
	for _, a := range v.Areas {
		if a.Seat == games.Watcher {
			cells += len(a.Cells)
		}
	}
	hands := len(g.State(games.Seat.String).(map[string]any)["hands"].(map[string][]cards.Card))
	if n := cells + 2*hands + v.CardsLeft; v.Phase != games.Gathering && n != 81 {
		return fmt.Errorf("%d cards in the centre, %d hands and %d cards in the deck: %d cards in all", cells, hands, v.CardsLeft, n)
	}
	for _, o := range v.Offers {
		for i, m := range o.Marks {
			if m.N < o.Min || m.N > o.Max || i > 0 && m.N <= o.Marks[i-1].N {
				return fmt.Errorf("the marks of %s are out of range or order: %v", o, o.Marks)
			}
		}
	}
	for _, p := range v.Seats {
		if p.Chips < 0 || p.Bet < 0 {
			return fmt.Errorf("seat %s has %d chips and a bet of %d", p.Seat, p.Chips, p.Bet)
		}
		own := g.View(p.Seat)
		for i, a := range own.Areas {
			if a.Seat == p.Seat {
				if a.Cells[0].Kind != games.Face {
					return fmt.Errorf("seat %s does not see its hand", p.Seat)
				}
				continue
			}
			if i < len(v.Areas) && v.Areas[i].Seat == a.Seat && !reflect.DeepEqual(v.Areas[i], a) {
				return fmt.Errorf("seat %s sees more than a watcher:\n%s\n%s", p.Seat, own, v)
			}
		}
	}
	return nil
}

func TestRights(t *testing.T) { gamestest.Rights(t, lawCase, gamestest.Times(30, 300)) }
