package poker

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// Replacing another player's hidden cards with different ones doesn't change a single byte of my view. The test makes
// the same moves at two tables that differ only in the hands of the other players. Until hands are exposed, both tables
// show, tell and refuse the same to me and to all spectators.
func TestHiddenCardsChangeNothingThatOthersSee(t *testing.T) {
	t.Parallel()
	steps := 0
	for seed := range uint64(gamestest.Times(60, 400)) {
		source := rand.New(rand.NewPCG(seed, 4))
		twins := newTwins(t, source)
		for range 80 {
			if !twins.playSomething(source) {
				break
			}
			steps++
		}
	}
	require.Greater(t, steps, gamestest.Times(1_500, 10_000))
}

type twins struct {
	t       *testing.T
	me      games.Seat
	players int
	one     games.Game
	two     games.Game
	at      time.Time
}

func newTwins(t *testing.T, source *rand.Rand) *twins {
	players := 2 + source.IntN(9)
	w := &twins{t: t, players: players, me: games.Seat(1 + source.IntN(players))}
	o := games.Options{"ante": []string{"0", "2"}[source.IntN(2)], "first": "rotate", "stack": "12",
		"center_max": "9", "show": []string{"0", "12"}[source.IntN(2)]}
	var err error
	w.one, err = Rules{}.Open(o)
	require.NoError(t, err)
	w.two, err = Rules{}.Open(o)
	require.NoError(t, err)
	for s := range players {
		require.True(t, w.say(games.Seat(s+1), games.Join{}))
	}
	require.True(t, w.say(1, games.Start{}))
	w.deal(source)
	return w
}

// say plays the same move at both tables and compares the results. It returns false if the tables may differ from now
// on, because a hand was shown or could not be shown.
func (w *twins) say(s games.Seat, m games.Move) bool {
	w.at = w.at.Add(time.Second)
	one, err := w.one.Apply(games.Action{At: w.at, Seat: s, Move: m})
	two, other := w.two.Apply(games.Action{At: w.at, Seat: s, Move: m})
	if s != w.me && (isSecret(err) || isSecret(other)) {
		return false
	}
	require.Equal(w.t, err, other, "%s %s", s, m)
	if err != nil {
		return true
	}
	w.one, w.two = one.Game, two.Game
	if w.one.(*game).shown {
		return false
	}
	require.Equal(w.t, one.Events, two.Events)
	require.Equal(w.t, one.Transfers, two.Transfers)
	require.Equal(w.t, one.Tallies, two.Tallies)
	require.Equal(w.t, w.one.Deadline(), w.two.Deadline(), "the deadline must not depend on hidden cards")
	require.Equal(w.t, w.one.(*game).Answers(), w.two.(*game).Answers())
	for _, seat := range []games.Seat{w.me, games.Watcher} {
		require.Empty(w.t, cmp.Diff(w.one.View(seat), w.two.View(seat)))
		require.Equal(w.t, w.one.View(seat).String(), w.two.View(seat).String())
	}
	w.checkHousePlayer()
	return true
}

// checkHousePlayer checks that a house player in my seat makes the same decision and takes the same time, no matter
// what the other players hold.
func (w *twins) checkHousePlayer() {
	for i, level := range []games.Level{games.Easy, games.Steady, games.Sharp} {
		luck := func() *rand.Rand { return rand.New(rand.NewPCG(uint64(w.at.Unix()), uint64(i))) }
		decide := func(g games.Game) string {
			v := g.View(w.me)
			return housePlayer(v, level, luck()) + v.Pace(level, luck()).String()
		}
		require.Equal(w.t, decide(w.one), decide(w.two))
	}
}

// deal lays the owed cards. The centre and my hand get the same cards at both tables, and the other hands get random
// ones.
func (w *twins) deal(source *rand.Rand) {
	owed, ok := w.one.Owed()
	if !ok {
		return
	}
	pack := owed.From.Cards()
	if twin, _ := w.two.Owed(); twin.From != owed.From {
		both := cards.Bag{}
		for _, c := range pack {
			if twin.From.Has(c) {
				both = both.With(c)
			}
		}
		pack = both.Cards()
	}
	if len(pack) < owed.Count {
		return
	}
	source.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
	laid := append([]cards.Card(nil), pack[:owed.Count]...)
	other := append([]cards.Card(nil), laid...)
	if g := w.one.(*game); g.interval == 0 {
		rest := pack[owed.Count:]
		for i, s := range g.fromDealersLeft(g.active) {
			if half := len(laid) / 2; s != w.me && len(rest) > 1 {
				other[1+i], other[half+1+i], rest = rest[0], rest[1], rest[2:]
			}
		}
	}
	one, err := w.one.Apply(games.Action{At: w.at, Seat: games.Dealer, Move: games.Deal{Cards: laid}})
	require.NoError(w.t, err)
	two, err := w.two.Apply(games.Action{At: w.at, Seat: games.Dealer, Move: games.Deal{Cards: other}})
	require.NoError(w.t, err)
	w.one, w.two = one.Game, two.Game
	require.Equal(w.t, one.Events, two.Events)
	require.Equal(w.t, w.one.View(w.me).String(), w.two.View(w.me).String())
	require.Equal(w.t, w.one.View(games.Watcher).String(), w.two.View(games.Watcher).String())
}

// playSomething plays a random move, mostly a legal one, for a random seat.
func (w *twins) playSomething(source *rand.Rand) bool {
	words := []string{
		"check", "bet 2", "call", "raise 1", "drop", "pass", "pass", "pass", "show", "next", "buy", "leave",
		"join", "bet all", "bet 9",
	}
	said := words[source.IntN(len(words))]
	seat := games.Seat(1 + source.IntN(w.players))
	if due := w.one.Deadline(); !due.IsZero() && source.IntN(12) == 0 {
		w.at = due.Add(-time.Second) // say adds one
		if !w.say(games.Clock, games.Tick{}) {
			return false
		}
		w.deal(source)
		return true
	}
	if g := w.one.(*game); g.toAct != games.Watcher && source.IntN(4) > 0 {
		seat = g.toAct
		offers := g.bettingOffers(seat)
		said = offers[source.IntN(len(offers))].Words
		if said == "bet" || said == "raise" {
			said += " 1"
		}
	}
	m, ok := Rules{}.Parse(said)
	require.True(w.t, ok, said)
	if !w.say(seat, m) {
		return false
	}
	w.deal(source)
	_, owed := w.one.Owed()
	return !owed
}

func isSecret(err error) bool {
	var illegal games.Illegal
	return errors.As(err, &illegal) && illegal.Secret
}
