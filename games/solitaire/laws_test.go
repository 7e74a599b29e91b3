package solitaire_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/games/solitaire"
)

var lawCase = gamestest.Case{Rules: solitaire.Rules{}, Finish: finish, Check: check, Words: words}

func TestScripts(t *testing.T) { gamestest.Scripts(t, solitaire.Rules{}, "testdata") }

func TestLaws(t *testing.T) {
	gamestest.Laws(t, lawCase, gamestest.Times(60, 500))
}

func FuzzParse(f *testing.F) {
	for _, words := range []string{
		"set 1 2 3", "set 123", "set 0 10 99", "move 4 1", "move 2SRD 4", "move 4 2SRD", "look 3", "look 2srd",
		"look 03", "undo", "done", "deal", "DEAL",
		"move 04 1", "move it", "look out", "deal 1",
	} {
		f.Add(words)
	}
	gamestest.FuzzParse(f, solitaire.Rules{})
}

func FuzzApply(f *testing.F) { gamestest.FuzzApply(f, lawCase) }

// words completes an offer. Three top cards may be taken only if they are a set, and with must_clear=true no deal is
// legal while the tops contain a set.
func words(source *rand.Rand, v games.View, o games.Offer) string {
	sets := cards.Sets(v.Faces(games.Watcher))
	switch {
	case o.Words == "set" && len(sets) == 0:
		return ""
	case o.Words == "set":
		three := sets[source.IntN(len(sets))]
		source.Shuffle(3, func(i, j int) { three[i], three[j] = three[j], three[i] })
		return fmt.Sprintf("set %s %s %s", three[0], three[1], three[2])
	case o.Words == "deal" && len(sets) > 0 && v.Headline.Key == "solitaire.head.clear":
		return ""
	}
	return gamestest.Words(source, v, o)
}

// finish takes a set if the tops contain one, deals otherwise, and ends the game after the last round.
func finish(source *rand.Rand, v games.View) string {
	for _, want := range []string{"set", "deal", "done"} {
		for _, o := range v.Offers {
			if o.Words != want {
				continue
			}
			if said := words(source, v, o); said != "" {
				return said
			}
		}
	}
	return ""
}

// check requires that no card is lost or duplicated, that everyone sees the same table, and that the view shows all
// cards or, with peek=false, only the top cards.
func check(g games.Game) error {
	v := g.View(games.Watcher)
	s := g.State(games.Seat.String).(map[string]any)
	lying, seen := 0, cards.Bag{}
	for i, c := range v.Areas[0].Cells {
		pile := s["piles"].([][]cards.Card)[i]
		lying += len(pile)
		if c.Depth != len(pile) || c.Depth > 9 || (c.Kind == games.Empty) != (len(pile) == 0) {
			return fmt.Errorf("pile %d shows %s but contains %v", i+1, c, pile)
		}
		for _, card := range pile {
			if seen.Has(card) {
				return fmt.Errorf("%s appears twice", card)
			}
			seen = seen.With(card)
		}
		if c.Kind == games.Face && c.Card != pile[len(pile)-1] {
			return fmt.Errorf("pile %d shows %s but contains %v", i+1, c, pile)
		}
		if len(c.Under) > 0 && !reflect.DeepEqual(c.Under, pile[:len(pile)-1]) {
			return fmt.Errorf("pile %d shows %v below its top but contains %v", i+1, c.Under, pile)
		}
		peek := reflect.ValueOf(g).Elem().FieldByName("settings").FieldByName("peek").Bool()
		if c.Depth > 1 && (len(c.Under) > 0) != peek {
			return fmt.Errorf("peek=%t, but pile %d shows %v below its top", peek, i+1, c.Under)
		}
	}
	sets := s["sets"].(int)
	if n := lying + 3*sets + v.CardsLeft; n != 81 {
		return fmt.Errorf("%d cards in piles, %d sets and %d in the deck: %d cards in all", lying, sets, v.CardsLeft, n)
	}
	if left := s["left"].(int); left != lying+v.CardsLeft {
		return fmt.Errorf("%d cards are left, but the state says %d", lying+v.CardsLeft, left)
	}
	score := 0
	for _, p := range v.Seats {
		score += p.Score
		own := g.View(p.Seat)
		own.Viewer, own.Offers = v.Viewer, v.Offers
		if !reflect.DeepEqual(own, v) {
			return fmt.Errorf("seat %s sees a different table:\n%s\n%s", p.Seat, own, v)
		}
	}
	if score != sets {
		return fmt.Errorf("%d sets were taken, but the scores add up to %d", sets, score)
	}
	return nil
}

func TestRights(t *testing.T) { gamestest.Rights(t, lawCase, gamestest.Times(30, 300)) }
