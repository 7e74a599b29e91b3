package store

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
)

// dealing is a table of poker whose every line goes through the ledger.
type dealing struct {
	t      *testing.T
	s      *Store
	table  Table
	course games.Course
	luck   games.Chance
	n      int
	at     time.Time
	hands  int
}

func (d *dealing) play(seat games.Seat, move games.Move) bool {
	d.t.Helper()
	d.at = d.at.Add(time.Second)
	course, step, err := d.course.Apply(games.Action{At: d.at, Seat: seat, Move: move})
	if err != nil {
		return false
	}
	line := Line{At: d.at, Seat: seat, Words: move.String()}
	if seat > 0 {
		line.Player = ann + PlayerID(seat) - 1
	}
	entry := Entry{Table: d.table.ID, After: d.n, Played: []Played{{Line: line, Tallies: step.Tallies, Transfers: step.Transfers}}}
	entry.Over = course.Game.View(games.Watcher).Phase == games.Finished
	require.NoError(d.t, d.s.Append(d.t.Context(), entry), "%s %s", seat, move)
	d.course = course
	d.n++
	for _, e := range step.Events {
		if e.Kind == games.Hand {
			d.hands++
		}
	}
	for owed, ok := course.Game.Owed(); ok; owed, ok = d.course.Game.Owed() {
		drawn, err := d.luck.Draw(owed)
		require.NoError(d.t, err)
		require.True(d.t, d.play(games.Dealer, games.Deal{Cards: drawn}))
	}
	return true
}

// fits finds the ledger as the game says.
func (d *dealing) fits() {
	d.t.Helper()
	found, err := d.s.AuditTable(d.t.Context(), d.table, poker.Rules{})
	require.NoError(d.t, err)
	require.Empty(d.t, found)
}

// offered is one of the moves that the seat may make now.
func offered(r *rand.Rand, v games.View) (games.Move, bool) {
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

// TestPoker plays hands at random and finds the ledger in step with the game,
// in mid-hand too, and every chip at home in the end.
func TestPoker(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	const players = 4
	for p := range PlayerID(players) {
		_, err := s.Welcome(ctx, guild, ann+p, 1000, noon)
		require.NoError(t, err)
	}
	table, err := s.OpenTable(ctx, Table{Guild: guild, Channel: channel, Game: "poker", Opener: ann, Opened: noon,
		Options: games.Options{"stack": "12", "ante": "1", "turn": "0", "pause": "0"}}, "")
	require.NoError(t, err)
	game, err := poker.Rules{}.Open(table.Options)
	require.NoError(t, err)
	d := &dealing{t: t, s: s, table: table, course: games.Course{Game: game}, luck: games.Seeded(7), at: noon}
	for seat := range games.Seat(players) {
		require.True(t, d.play(seat+1, games.Join{}))
	}
	require.True(t, d.play(1, games.Start{}))
	r := rand.New(rand.NewPCG(3, 4))
	for turn := 0; turn < 1500; turn++ {
		seat := games.Seat(1 + r.IntN(players))
		if move, ok := offered(r, d.course.Game.View(seat)); ok && move.String() != "leave" {
			d.play(seat, move)
		}
		if turn%100 == 0 {
			d.fits()
		}
	}
	d.fits()
	require.Greater(t, d.hands, 10)
	require.True(t, d.play(games.Dealer, games.End{}))
	closed, err := s.Table(ctx, table.ID)
	require.NoError(t, err)
	require.False(t, closed.Closed.IsZero())
	d.fits()
	inOrder(t, s)
	sum := games.Chips(0)
	for p := range PlayerID(players) {
		has, err := s.Balance(ctx, guild, ann+p)
		require.NoError(t, err)
		require.Zero(t, has.OnTables)
		sum += has.Balance
	}
	require.EqualValues(t, players*1000, sum)
}
