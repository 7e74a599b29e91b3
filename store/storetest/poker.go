package storetest

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
	"settable/store"
	"settable/store/ids"
)

// PokerGame is a poker table whose every line goes through the ledger.
type PokerGame struct {
	t      *testing.T
	s      Store
	Table  store.Table
	course games.Course
	Luck   games.Chance
	n      int
	At     time.Time
	Hands  int
}

func (d *PokerGame) Play(seat games.Seat, move games.Move) bool {
	d.t.Helper()
	d.At = d.At.Add(time.Second)
	course, step, err := d.course.Apply(games.Action{At: d.At, Seat: seat, Move: move})
	if err != nil {
		return false
	}
	line := store.Line{At: d.At, Seat: seat, Words: move.String()}
	if seat > 0 {
		line.Player = Ann + ids.User(seat) - 1
	}
	entry := store.Entry{Table: d.Table.ID, After: d.n,
		Played: []store.Played{{Line: line, Tallies: step.Tallies, Transfers: step.Transfers}}}
	entry.Over = course.Game.View(games.Watcher).Phase == games.Finished
	require.NoError(d.t, d.s.Append(d.t.Context(), entry), "%s %s", seat, move)
	d.course = course
	d.n++
	for _, e := range step.Events {
		if e.Say().Key == "poker.hand" {
			d.Hands++
		}
	}
	for owed, ok := course.Game.Owed(); ok; owed, ok = d.course.Game.Owed() {
		drawn, err := d.Luck.Draw(owed)
		require.NoError(d.t, err)
		require.True(d.t, d.Play(games.Dealer, games.Deal{Cards: drawn}))
	}
	return true
}

// requireLedger requires that the ledger agrees with the game.
func (d *PokerGame) requireLedger() {
	d.t.Helper()
	_, found, err := store.AuditTable(d.t.Context(), d.s, d.Table, poker.Rules{})
	require.NoError(d.t, err)
	require.Empty(d.t, found)
	for _, p := range d.course.Game.View(games.Watcher).Seats {
		has, err := d.s.Balance(d.t.Context(), Guild, Ann+ids.User(p.Seat)-1)
		require.NoError(d.t, err)
		if !p.Dropped { // a player who has folded has paid too, but the game doesn't say how much
			require.Equal(d.t, p.Staked, has.InPots)
		}
	}
}

// randomMove returns a random legal move of the seat.
func randomMove(r *rand.Rand, v games.View) (games.Move, bool) {
	if len(v.Offers) == 0 {
		return nil, false
	}
	o := v.Offers[r.IntN(len(v.Offers))]
	words := o.Words
	if o.Takes == games.Amount {
		words = fmt.Sprint(words, " ", int64(o.Min)+r.Int64N(int64(o.Max-o.Min)+1))
	}
	return poker.Rules{}.Parse(words)
}

func (d *PokerGame) Random(players, moves int) {
	d.t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	for turn := range moves {
		seat := games.Seat(1 + r.IntN(players))
		if move, ok := randomMove(r, d.course.Game.View(seat)); ok && move.String() != "leave" {
			d.Play(seat, move)
		}
		if turn%50 == 0 {
			d.requireLedger()
		}
	}
}

// PokerTable returns a table with the given number of players, who have 1000 chips each. The first hand is dealt, and
// 12 chips are bet.
func PokerTable(t *testing.T, s Store, players games.Seat) *PokerGame {
	t.Helper()
	return PokerIn(t, s, Channel, players, 0)
}

// testPoker plays random hands. It checks that the ledger agrees with the game, even during a hand, and that all chips
// are back at the end.
func testPoker(t *testing.T, open Opener) {
	const players = 4
	s, ctx := openStore(t, open), t.Context()
	d := PokerTable(t, s, players)
	d.Random(players, 1500)
	d.requireLedger()
	require.Greater(t, d.Hands, 10)
	require.True(t, d.Play(games.Dealer, games.End{}))
	closed := must(s.Table(ctx, d.Table.ID))
	require.False(t, closed.Closed.IsZero())
	d.requireLedger()
	RequireValid(t, s)
	sum := games.Chips(0)
	for p := range ids.User(players) {
		has := must(s.Balance(ctx, Guild, Ann+p))
		require.Zero(t, has.OnTables)
		sum += has.Balance
	}
	require.EqualValues(t, players*1000, sum)
}

// PokerIn returns a PokerTable in a channel, with or without a night.
func PokerIn(t *testing.T, s Store, in ids.Channel, players games.Seat, night store.NightID) *PokerGame {
	t.Helper()
	for p := range ids.User(players) {
		must(s.Welcome(t.Context(), Guild, Ann+p, 1000, Noon))
	}
	row := tableOf("poker", in, night)
	row.Options = games.Options{"stack": "12", "ante": "1", "turn": "0", "pause": "0"}
	table := must(s.OpenTable(t.Context(), row, ""))
	game := must(poker.Rules{}.Open(table.Options))
	d := &PokerGame{t: t, s: s, Table: table, course: games.Course{Game: game}, Luck: games.Seeded(7), At: Noon}
	for seat := range players {
		require.True(t, d.Play(seat+1, games.Join{}))
	}
	require.True(t, d.Play(1, games.Start{}))
	return d
}
