package bot_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/english"
	"settable/games/gamestest"
)

// stalemateLuck returns a shuffling seed that leads the given number of players to a stalemate of the given kind after
// a moderate number of starters.
func stalemateLuck(t *testing.T, players int, emptyPack bool) uint64 {
	t.Helper()
	for seed := range uint64(10_000) {
		n, v := starters(t, players, seed)
		if n > 8 && n < 30 && v.Phase == games.Playing && (v.CardsLeft == 0) == emptyPack {
			return seed
		}
	}
	require.Fail(t, "no seed leads to this stalemate")
	return 0
}

// starters turns starters until no more can be turned. It returns their number and the resulting view of the table.
func starters(t *testing.T, players int, seed uint64) (n int, v games.View) {
	g, err := english.Rules{}.Open(games.Options{})
	require.NoError(t, err)
	luck := games.Seeded(seed)
	do := func(seat games.Seat, m games.Move) {
		step, err := g.Apply(games.Action{At: time.Unix(1, 0), Seat: seat, Move: m})
		require.NoError(t, err)
		g = step.Game
	}
	deal := func() {
		for owed, any := g.Owed(); any; owed, any = g.Owed() {
			drawn, err := luck.Draw(owed)
			require.NoError(t, err)
			do(games.Dealer, games.Deal{Cards: drawn})
		}
	}
	for i := range players {
		do(games.Seat(i+1), games.Join{})
	}
	do(1, games.Start{})
	deal()
	for ; offers(g.View(games.Watcher), "turn"); n++ {
		do(1, english.TurnStarter{})
		deal()
	}
	return n, g.View(games.Watcher)
}

// withSeed makes the bot shuffle with the given seed, even after a restart.
func withSeed(seed uint64) func(*testBot, *sandbox.Options) {
	luck := games.Seeded(seed)
	return func(n *testBot, _ *sandbox.Options) { n.config.Chance = func() games.Chance { return luck } }
}

// turns makes the players turn starters until none can be turned, and calls half halfway through.
func (f *testTable) turns(people []string, half func()) (m world.Message) {
	f.t.Helper()
	for n := 0; offers(f.game().View(games.Watcher), "turn"); n++ {
		who := people[n%len(people)]
		m = f.move(who, "turn")
		if f.game().View(games.Watcher).Phase == games.Playing { // otherwise the end may have pushed it out of sight
			require.Contains(f.t, m.Content, who+" turns the **")
		}
		if n == 4 {
			half()
		}
	}
	return m
}

func TestEnglishSetsWithAnEmptyPack(t *testing.T) {
	gamestest.SkipUnderRace(t)
	people := []string{"Ann", "Bob"}
	f := round(t, "english", people, games.Stacked{}, []world.Option{world.Opt("discount", "true")},
		withSeed(stalemateLuck(t, 2, true)))
	m := f.waitUntilShown()
	require.Contains(t, m.Content, "English Sets")
	require.NotContains(t, labels(m), "My hand", "all hands are open")
	require.Contains(t, f.slash("Ann", "hand"), "There are no hidden cards here")
	require.Contains(t, labels(m), "Turn a card")
	require.Equal(t, "You aren't at this table. You can join the next game.", f.slash("Eve", "turn"),
		"nobody can join after the start")
	m = f.turns(people, f.restart)
	require.Contains(t, m.Content, "**Stalemate**: no card can match any more, and the pack is used up.")
	require.Contains(t, labels(m), "Exchange")
	require.NotContains(t, labels(m), "Reshuffle")
	f.refuses("Ann", "turn", "No card can match any more")
	f.refuses("Ann", "reshuffle", "The pack is empty")
	require.Contains(t, f.move("Ann", "exchange").Content, "Ann chooses `exchange` (1 of 2).")
	f.refuses("Ann", "exchange", "You've already chosen that")
	m = f.move("Bob", "exchange")
	require.Contains(t, m.Content, "Ann and Bob exchange cards, and each completes a set.")
	require.Contains(t, m.Content, "**“set ")
	require.Contains(t, m.Content, "The game is over. ")
	v := f.game().View(games.Watcher)
	require.Equal(t, 13, v.Seats[0].Score+v.Seats[1].Score, "all cards are in sets")
	require.Contains(t, f.slash("Ann", "leaderboard", world.Opt("board", "wins"),
		world.Opt("game", "english")), "**1**")
	skill := f.slash("Ann", "leaderboard", world.Opt("board", "wins"))
	require.Contains(t, skill, "Nobody is on this leaderboard yet", "games of pure luck do not count")
	for _, door := range []string{"typed", "mention", "reply", "button", "slash"} {
		require.Positive(t, f.used[door], "moves by %s: %v", door, f.used)
	}
}

// If there is only one way to continue after a stalemate, hands are exchanged without asking the players.
func TestSingleChoiceIsNotAsked(t *testing.T) {
	gamestest.SkipUnderRace(t)
	people := []string{"Ann", "Bob"}
	f := round(t, "english", people, games.Stacked{}, []world.Option{world.Opt("turn", 0)},
		withSeed(stalemateLuck(t, 2, true)))
	f.turns(people, func() {})
	m := f.shows("The game is over. ")
	require.Contains(t, m.Content, "no card can match any more, and the pack is used up. The hands are exchanged.")
	require.Contains(t, m.Content, "Ann and Bob exchange cards, and each completes a set.")
	v := f.game().View(games.Watcher)
	require.Equal(t, 13, v.Seats[0].Score+v.Seats[1].Score, "all cards are in sets")
}

// A player who turns a starter by slash command reads the result instead of "Done.".
func TestTurnCommandReportsItsResult(t *testing.T) {
	people := []string{"Ann", "Bob"}
	f := round(t, "english", people, games.Stacked{}, nil, withSeed(stalemateLuck(t, 2, true)))
	require.Contains(t, f.slash("Bob", "turn"), "Bob turns the **")
}
