package classic_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"settable/games"
	"settable/games/cards"
	"settable/games/classic"
	"settable/games/gamestest"
)

var lawCase = gamestest.Case{Rules: classic.Rules{}, Finish: finish, Check: check}

func TestScripts(t *testing.T) { gamestest.Scripts(t, classic.Rules{}, "testdata") }

func TestLaws(t *testing.T) {
	gamestest.Laws(t, lawCase, gamestest.Times(60, 500))
}

func FuzzParse(f *testing.F) { gamestest.FuzzParse(f, classic.Rules{}) }

func FuzzApply(f *testing.F) { gamestest.FuzzApply(f, lawCase) }

// finish takes a set if the table has one, and otherwise says none. It calls first if calls are required.
func finish(source *rand.Rand, v games.View) string {
	may := func(words string, takes games.Takes) bool {
		for _, o := range v.Offers {
			if o.Words == words && o.Takes == takes {
				return true
			}
		}
		return false
	}
	sets := cards.Sets(v.Faces(games.Watcher))
	if len(sets) > 0 && may("set", games.Three) {
		three := sets[source.IntN(len(sets))]
		return fmt.Sprintf("set %s %s %s", three[0], three[1], three[2])
	}
	if len(sets) > 0 && may("set", games.Bare) {
		return "set" // with claim=called
	}
	if len(sets) == 0 && may("none", games.Bare) {
		return "none"
	}
	return ""
}

// check requires that no card is lost or duplicated, that labels have no gaps, and that everyone sees the same table.
func check(g games.Game) error {
	v := g.View(games.Watcher)
	s := g.State(games.Seat.String).(map[string]any)
	sets := 0
	for _, n := range s["sets"].(map[string]int) {
		sets += n
	}
	lying := v.Faces(games.Watcher)
	lie := len(lying) + 3*(sets+s["aside"].(int)) + v.CardsLeft
	few := v.CardsLeft == 0 && lie == 12 // option deck=12
	if lie != 81 && !few {               // option deck=12
		return fmt.Errorf("%d cards on the table, %d sets and %d in the deck: %d cards in all", len(lying), sets, v.CardsLeft, lie)
	}
	if _, owed := g.Owed(); !owed && len(lying) != len(v.Areas[0].Cells) && v.CardsLeft > 0 {
		return fmt.Errorf("a gap for which the dealer owes no card:\n%s", v)
	}
	for i, c := range v.Areas[0].Cells {
		if c.Label != string(rune('A'+i)) {
			return fmt.Errorf("place %d has the label %s", i, c.Label)
		}
	}
	if len(v.Seats) == 0 {
		return nil
	}
	seat := games.Seat(1 + v.CardsLeft%len(v.Seats)) // varies during the game
	own := g.View(seat)
	own.Viewer, own.Offers = v.Viewer, v.Offers
	if !reflect.DeepEqual(own, v) {
		return fmt.Errorf("seat %s sees a different table:\n%s\n%s", seat, own, v)
	}
	return nil
}

func TestRights(t *testing.T) { gamestest.Rights(t, lawCase, gamestest.Times(30, 300)) }
