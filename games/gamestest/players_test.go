package gamestest_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/classic"
	"settable/games/english"
	"settable/games/poker"
	"settable/games/solitaire"
	"settable/games/twenty"
)

var tables = []struct {
	kind    games.Kind
	options []games.Options
	seats   int
}{
	{classic.Game, []games.Options{nil, {"extra": "agree"}, {"claim": "called"}, {"deal": "slow"}}, 3},
	{poker.Game, []games.Options{nil, {"short": "drop"}, {"show_needs_set": "false", "ante": "1"},
		{"pause": "0"}}, 4},
	{twenty.Game, []games.Options{nil, {"hands": "open"}, {"stuck": "none"}}, 3},
	{english.Game, []games.Options{nil, {"discount": "true"}, {"replenish": "alternate"}}, 2},
	{solitaire.Game, []games.Options{nil, {"peek": "false"}, {"must_clear": "true"}, {"who": "alone"}}, 2},
}

// Every move of a house player is legal under all options, and house players bring games to their end. Poker games
// never end, but poker hands do.
func TestHousePlayersFinishGames(t *testing.T) {
	for _, at := range tables {
		for i, o := range at.options {
			t.Run(fmt.Sprint(at.kind.Name(), i), func(t *testing.T) {
				b := sit(t, at.kind, o, at.seats)
				b.level = games.Level(games.Levels[i%len(games.Levels)])
				for range 5000 {
					if b.game.View(games.Watcher).Phase == games.Finished || b.dealt == 5 {
						return
					}
					b.round()
				}
				require.Fail(t, "the game does not end", "%s", b.game.View(games.Watcher))
			})
		}
	}
}

// table is a table at which only house players play.
type table struct {
	t     *testing.T
	kind  games.Kind
	game  games.Game
	luck  *rand.Rand
	level games.Level
	deals games.Chance
	at    time.Time
	seats int
	dealt int // how many poker hands were dealt
}

func sit(t *testing.T, kind games.Kind, o games.Options, seats int) *table {
	game, err := kind.Open(o)
	require.NoError(t, err)
	b := &table{t: t, kind: kind, game: game, luck: rand.New(rand.NewPCG(1, 2)), deals: games.Seeded(3),
		at: time.Unix(1e9, 0), seats: seats}
	for s := range seats {
		b.say(games.Seat(s+1), "join")
	}
	b.say(1, "start")
	return b
}

func (b *table) say(seat games.Seat, words string) {
	move, ok := b.kind.Parse(words)
	require.True(b.t, ok, "%q", words)
	step, err := b.game.Apply(games.Action{At: b.at, Seat: seat, Move: move})
	require.NoError(b.t, err, "seat %s says %q:\n%s", seat, words, b.game.View(seat))
	b.game = step.Game
	for owed, ok := b.game.Owed(); ok; owed, ok = b.game.Owed() {
		drawn, err := b.deals.Draw(owed)
		require.NoError(b.t, err)
		step, err := b.game.Apply(games.Action{At: b.at, Seat: games.Dealer, Move: owed.Move(drawn)})
		require.NoError(b.t, err)
		b.game = step.Game
	}
}

// round lets every player move, and also the clock if a deadline has passed.
func (b *table) round() {
	for s := range b.seats {
		seat := games.Seat(s + 1)
		b.at = b.at.Add(time.Second)
		if d := b.game.Deadline(); !d.IsZero() && !b.at.Before(d) {
			b.say(games.Clock, "")
		}
		v := b.game.View(seat)
		if v.Phase == games.Finished {
			return
		}
		words := b.kind.Player(v, b.level, b.luck)
		if words == "" {
			continue
		}
		if words == "next" {
			b.dealt++
		}
		b.say(seat, words)
	}
}

// A house player makes no move for a watcher, nor once the game is over.
func TestHousePlayersStayOutOfFinishedGames(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 2))
	for _, at := range tables {
		require.Empty(t, at.kind.Player(games.View{Areas: []games.Area{{}}}, games.Steady, luck), at.kind.Name())
	}
}
