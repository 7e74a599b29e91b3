package twenty

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// Replacing another player's hidden cards with different ones doesn't change a single byte of my view. The test makes
// the same moves at two tables that differ only in the other players' personal cards, and therefore in the rest of the
// deck. Whatever players claim or draw, both tables show, tell and refuse the same to me and to all spectators.
func TestHiddenCardsChangeNothingThatOthersSee(t *testing.T) {
	t.Parallel()
	n := gamestest.Times(15, 300)
	steps := map[string]int{}
	for seed := range uint64(n) {
		source := rand.New(rand.NewPCG(seed, 20))
		w := newTwins(t, source, steps)
		for i := 0; i < 250 && !w.apart && w.one.phase != over; i++ {
			w.playSomething()
		}
	}
	for _, kind := range []string{
		"games.in_turn", "games.took_after", "twenty.draws", "games.CardsLaid", "games.sees_none", "twenty.swept",
		"games.left", "twenty.reshuffled", refused,
	} {
		require.Greater(t, steps[kind], n/3, "%s is not seen often enough: %v", kind, steps)
	}
	require.Greater(t, steps["twenty.wins_hand"], n/30, "%v", steps)
}

const refused = "refused"

type twins struct {
	t        *testing.T
	source   *rand.Rand
	steps    map[string]int
	me       games.Seat
	players  int
	one, two *game
	at       time.Time
	apart    bool
}

func newTwins(t *testing.T, source *rand.Rand, steps map[string]int) *twins {
	players := 2 + source.IntN(7)
	w := &twins{t: t, source: source, steps: steps, players: players, me: games.Seat(1 + source.IntN(players))}
	for _, g := range []**game{&w.one, &w.two} {
		opened, err := Rules{}.Open(games.Options{"pause": "0"})
		require.NoError(t, err)
		*g = opened.(*game)
	}
	for s := range players {
		w.say(games.Seat(s+1), games.Join{})
	}
	w.say(1, games.Start{})
	return w
}

// say plays the same move at both tables and compares the results. It skips moves that would show other players'
// personal cards or name them by code.
func (w *twins) say(s games.Seat, m games.Move) {
	w.at = w.at.Add(time.Second)
	one, err := w.one.Apply(games.Action{At: w.at, Seat: s, Move: m})
	two, other := w.two.Apply(games.Action{At: w.at, Seat: s, Move: m})
	if s != w.me && (w.madePersonalSet(s, one) || w.madePersonalSet(s, two) || w.namesHidden(s, m)) {
		return
	}
	require.Equal(w.t, err, other, "%s %s", s, m)
	if err != nil {
		w.steps[refused]++
		return
	}
	w.adopt(one, two)
	w.deal()
}

// madePersonalSet reports whether the step took a set with personal cards.
func (w *twins) madePersonalSet(s games.Seat, step games.Step) bool {
	return slices.ContainsFunc(step.Events, func(e games.Event) bool {
		taken, ok := e.(games.SetTaken)
		return ok && taken.Seat == s && slices.ContainsFunc(taken.At, func(l string) bool { return l <= "9" })
	})
}

// namesHidden reports whether the move names a card by a code and so reveals whether it is the player's personal card.
func (w *twins) namesHidden(s games.Seat, m games.Move) bool {
	c, claims := m.(games.Claim)
	return claims && slices.ContainsFunc(c.Picks[:], func(p games.Pick) bool {
		return p.Label == "" && !slices.Contains(w.one.table[:], p.Card)
	})
}

func (w *twins) adopt(one, two games.Step) {
	for _, e := range one.Events {
		kind := e.Say().Key
		if kind == "" {
			kind = fmt.Sprintf("%T", e)
		}
		w.steps[kind]++
	}
	w.same(one.Events, two.Events)
	w.same(one.Tallies, two.Tallies)
	w.one, w.two = one.Game.(*game), two.Game.(*game)
	require.NoError(w.t, check(w.one))
	require.NoError(w.t, check(w.two))
	for _, seat := range []games.Seat{w.me, games.Watcher} {
		one, two := w.one.View(seat), w.two.View(seat)
		w.same(one, two)
		w.same(one.String(), two.String())
	}
	w.checkHousePlayer()
}

// checkHousePlayer checks that a house player in my seat makes the same decision, no matter what the other players
// hold.
func (w *twins) checkHousePlayer() {
	for i, level := range []games.Level{games.Easy, games.Steady, games.Sharp} {
		luck := func() *rand.Rand { return rand.New(rand.NewPCG(uint64(len(w.steps)), uint64(i))) }
		decide := func(g games.Game) string {
			v := g.View(w.me)
			return housePlayer(v, level, luck()) + v.Pace(level, luck()).String()
		}
		require.Equal(w.t, decide(w.one), decide(w.two))
	}
}

func (w *twins) same(one, two any) {
	if !reflect.DeepEqual(one, two) {
		require.Fail(w.t, "hidden cards make a difference", cmp.Diff(one, two))
	}
}

// deal lays the owed cards. The table and my hand get the same cards at both tables, but other hands sometimes get
// different ones. The comparison ends once the two decks have no card in common.
func (w *twins) deal() {
	for owed, ok := w.one.Owed(); ok && !w.apart; owed, ok = w.one.Owed() {
		twin, _ := w.two.Owed()
		require.Equal(w.t, owed.Count, twin.Count)
		require.Equal(w.t, owed.Shuffle, twin.Shuffle)
		one, two := make([]cards.Card, owed.Count), make([]cards.Card, owed.Count)
		for i, s := range w.one.due[:owed.Count] {
			one[i] = w.pick(intersection(owed.From, twin.From))
			two[i] = one[i]
			if s.seat != games.Watcher && s.seat != w.me {
				one[i], two[i] = w.differentCards(owed.From, twin.From, one[i])
			}
			if w.apart = w.apart || one[i] == cards.Hidden; w.apart {
				return
			}
			owed.From, twin.From = owed.From.Without(one[i]), twin.From.Without(two[i])
		}
		a, err := w.one.Apply(games.Action{At: w.at, Seat: games.Dealer, Move: games.Deal{Cards: one}})
		require.NoError(w.t, err)
		b, err := w.two.Apply(games.Action{At: w.at, Seat: games.Dealer, Move: games.Deal{Cards: two}})
		require.NoError(w.t, err)
		w.adopt(a, b)
	}
}

// differentCards chooses the hidden cards that another player gets at the two tables. It prefers cards that are in only
// one of the decks, so that both decks last longer.
func (w *twins) differentCards(one, two cards.Bag, alike cards.Card) (a, b cards.Card) {
	common := intersection(one, two)
	a, b = w.pick(difference(one, common)), w.pick(difference(two, common))
	switch {
	case a != cards.Hidden && w.source.IntN(2) == 0:
		return a, b
	case alike == cards.Hidden || w.source.IntN(4) == 0:
		return w.pick(one), w.pick(two)
	}
	return alike, alike
}

func difference(a, b cards.Bag) cards.Bag { return cards.Bag{a[0] &^ b[0], a[1] &^ b[1], a[2] &^ b[2]} }

func intersection(a, b cards.Bag) cards.Bag { return cards.Bag{a[0] & b[0], a[1] & b[1], a[2] & b[2]} }

func (w *twins) pick(from cards.Bag) cards.Card {
	if list := from.Cards(); len(list) > 0 {
		return list[w.source.IntN(len(list))]
	}
	return cards.Hidden
}

// playSomething plays a move for a random seat. In my own seat, I also take the sets that I see.
func (w *twins) playSomething() {
	seat, said := games.Seat(1+w.source.IntN(w.players)), ""
	switch w.source.IntN(10) {
	case 0, 1:
		said = "draw"
	case 2, 3:
		said = "none"
	case 4:
		said = []string{"next", "next", "next", "join", "join", "leave"}[w.source.IntN(6)]
	case 5: // any three cards by their codes, no matter where they are
		pack := cards.SETPack()
		if w.source.IntN(2) == 0 {
			seat = w.me
		}
		said = "set " + w.pick(pack).String() + " " + w.pick(pack).String() + " " + w.pick(pack).String()
	case 6, 7:
		seat, said = w.me, w.mySet()
	default:
		labels := []string{"a", "b", "c", "d", "e", "f", "1", "2", "3", "4", "5", "6", "7", "8", "9", "z", "0"}
		w.source.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
		said = "set " + strings.Join(labels[:3], " ")
	}
	m, ok := Rules{}.Parse(said)
	require.True(w.t, ok, said)
	w.say(seat, m)
	if w.source.IntN(20) == 0 { // sometimes all players are stuck
		for _, s := range w.one.seats.Where(w.one.isInHand) {
			if !w.apart {
				w.say(s, None{})
			}
		}
	}
}

// mySet returns a claim for a set that I can see.
func (w *twins) mySet() string {
	sets := cards.Sets(append(cards.WithoutHidden(w.one.table[:]), cards.WithoutHidden(w.one.seats.Of(w.me).slots[:])...))
	if len(sets) == 0 {
		return "draw"
	}
	three := sets[w.source.IntN(len(sets))]
	return "set " + three[0].String() + " " + three[1].String() + " " + three[2].String()
}

// With open hands, all players see everything: the same cells with the same labels.
func TestOpenHandsAreOpen(t *testing.T) {
	game := gameAfter(t, games.Options{"hands": "open"}, "P join", "Q join", "P start", "Q draw")
	me, all := game.View(1), game.View(games.Watcher)
	for i := range all.Areas {
		me.Areas[i].Caption = all.Areas[i].Caption // only my own view calls the hand mine
	}
	require.Equal(t, all.Areas, me.Areas)
	for _, a := range all.Areas {
		for _, c := range a.Cells {
			require.Equal(t, games.Face, c.Kind)
			require.NotEmpty(t, c.Label)
		}
	}
}

// The game treats a card that I can't see as missing, no matter where it is. The refusal is the same for another
// player's card, a card in the deck and a card in the discard pile.
func TestRefusalDoesNotRevealCards(t *testing.T) {
	g := gameAfter(t, nil, "P join", "Q join", "P start").(*game)
	g.discard, g.deck = cards.BagOf(g.deck.Cards()[:3]), cards.BagOf(g.deck.Cards()[3:])
	for _, c := range []cards.Card{g.seats.Of(2).slots[0], g.deck.Cards()[0], g.discard.Cards()[0]} {
		move, _ := Rules{}.Parse("set a b " + c.String())
		_, err := g.Apply(games.Action{At: gamestest.Evening, Seat: 1, Move: move})
		require.Equal(t, games.Refuse("twenty.nowhere", "card", c), err)
	}
}
