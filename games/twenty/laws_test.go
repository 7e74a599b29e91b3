package twenty

import (
	"fmt"
	"reflect"
	"testing"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

var lawCase = gamestest.Case{Rules: Rules{}, Finish: gamestest.PlayOrLeave, Check: check}

func TestScripts(t *testing.T) { gamestest.Scripts(t, Rules{}, "testdata") }

func TestLaws(t *testing.T) {
	gamestest.Laws(t, lawCase, gamestest.Times(60, 500))
}

func FuzzParse(f *testing.F) {
	for _, words := range []string{
		"set b 1 4", "set b14", "set 1 2", "set 0 a b", "set a b 10", "set 2srd 1 b", "set a b c d",
		"set 2srd 3npv", "set 99 1 a", "set as 2 3",
		"draw", "draw 2", "next", "set 123",
	} {
		f.Add(words)
	}
	gamestest.FuzzParse(f, Rules{})
}

func FuzzApply(f *testing.F) { gamestest.FuzzApply(f, lawCase) }

// check requires that each of the 81 cards is in one place, that no one has more than nine cards, that the table is
// full during play, and that no one sees another player's cards.
func check(made games.Game) error {
	g := made.(*game)
	if g.hand == 0 {
		return nil
	}
	var seen cards.Bag
	places := 0
	count := func(list []cards.Card) {
		for _, c := range list {
			seen, places = seen.With(c), places+1
		}
	}
	count(cards.WithoutHidden(g.table[:]))
	for _, pile := range []cards.Bag{g.deck, g.discard, g.sweptCards} {
		count(pile.Cards())
	}
	for i := range g.seats.Players {
		count(cards.WithoutHidden(g.seats.Players[i].slots[:]))
		if in := g.seats.Players[i].dealt; !in && g.seats.Players[i].held() > 0 {
			return fmt.Errorf("seat %d holds cards without being in the hand", i+1)
		}
	}
	if seen != cards.SETPack() || places != seen.Len() {
		return fmt.Errorf("only %d different cards in %d places", seen.Len(), places)
	}
	_, owed := g.Owed()
	if owed != (len(g.due) > 0) {
		return fmt.Errorf("%d cards are due, but the dealer owes %v", len(g.due), owed)
	}
	if g.phase == playing && !owed {
		if n := len(cards.WithoutHidden(g.table[:])); n != tableCards {
			return fmt.Errorf("the table has %d cards", n)
		}
		for i := range g.seats.Players {
			if p := &g.seats.Players[i]; p.dealt && p.held() == 0 {
				return fmt.Errorf("seat %d holds no cards, but the hand goes on", i+1)
			}
		}
	}
	return checkHidden(g)
}

// checkHidden checks that another player's hand shows only backs and cards that everyone may see.
func checkHidden(g *game) error {
	v := g.View(games.Watcher)
	for i := range g.seats.Players {
		own := g.View(games.Seat(i + 1))
		for j, a := range own.Areas {
			if a.Seat == games.Watcher {
				continue
			}
			for _, c := range a.Cells {
				if !g.settings.open &&
					(c.Kind == games.Face) != (a.Seat == own.Viewer && c.Card != cards.Hidden) {
					return fmt.Errorf("seat %s sees\n%s", own.Viewer, own)
				}
			}
			if a.Seat != own.Viewer && !reflect.DeepEqual(v.Areas[j], a) {
				return fmt.Errorf("seat %s sees more than a watcher:\n%s\n%s", own.Viewer, own, v)
			}
		}
	}
	return nil
}

func TestRights(t *testing.T) { gamestest.Rights(t, lawCase, gamestest.Times(30, 300)) }
