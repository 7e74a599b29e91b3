package sqlite

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/poker"
	"settable/store"
)

// dealing is a table of poker whose every line goes through the ledger.
type dealing struct {
	t      *testing.T
	s      *DB
	table  store.Table
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
	line := store.Line{At: d.at, Seat: seat, Words: move.String()}
	if seat > 0 {
		line.Player = ann + store.PlayerID(seat) - 1
	}
	entry := store.Entry{Table: d.table.ID, After: d.n,
		Played: []store.Played{{Line: line, Tallies: step.Tallies, Transfers: step.Transfers}}}
	entry.Over = course.Game.View(games.Watcher).Phase == games.Finished
	require.NoError(d.t, d.s.Append(d.t.Context(), entry), "%s %s", seat, move)
	d.course = course
	d.n++
	for _, e := range step.Events {
		if e.Say().Key == "poker.hand" {
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
	found, err := store.AuditTable(d.t.Context(), d.s, d.table, poker.Rules{})
	require.NoError(d.t, err)
	require.Empty(d.t, found)
	for _, p := range d.course.Game.View(games.Watcher).Seats {
		has, err := d.s.Balance(d.t.Context(), guild, ann+store.PlayerID(p.Seat)-1)
		require.NoError(d.t, err)
		if !p.Dropped { // who has dropped has paid, too, but the game does not say how much
			require.Equal(d.t, p.Staked, has.InPots)
		}
	}
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

// random plays so many moves of players who go on and on.
func (d *dealing) random(players, moves int) {
	d.t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	for turn := range moves {
		seat := games.Seat(1 + r.IntN(players))
		if move, ok := offered(r, d.course.Game.View(seat)); ok && move.String() != "leave" {
			d.play(seat, move)
		}
		if turn%50 == 0 {
			d.fits()
		}
	}
}

// pokerTable is a table at which so many players sit, with 1000 chips each of
// which 12 are before them, and the first hand is dealt.
func pokerTable(t *testing.T, s *DB, players games.Seat) *dealing {
	t.Helper()
	return pokerTableOf(t, s, players, 0)
}

// pokerTableOf is a pokerTable of a night.
func pokerTableOf(t *testing.T, s *DB, players games.Seat, night store.NightID) *dealing {
	t.Helper()
	return pokerIn(t, s, channel, players, night)
}

// pokerIn is a pokerTable in a channel.
func pokerIn(t *testing.T, s *DB, in store.ChannelID, players games.Seat, night store.NightID) *dealing {
	t.Helper()
	for p := range store.PlayerID(players) {
		_, err := s.Welcome(t.Context(), guild, ann+p, 1000, noon)
		require.NoError(t, err)
	}
	table, err := s.OpenTable(t.Context(),
		store.Table{Guild: guild, Channel: in, Game: "poker", Opener: ann, Opened: noon, Night: night,
			Options: games.Options{"stack": "12", "ante": "1", "turn": "0", "pause": "0"}}, "")
	require.NoError(t, err)
	game, err := poker.Rules{}.Open(table.Options)
	require.NoError(t, err)
	d := &dealing{t: t, s: s, table: table, course: games.Course{Game: game}, luck: games.Seeded(7), at: noon}
	for seat := range players {
		require.True(t, d.play(seat+1, games.Join{}))
	}
	require.True(t, d.play(1, games.Start{}))
	return d
}

// TestPoker plays hands at random and finds the ledger in step with the game,
// in mid-hand too, and every chip at home in the end.
func TestPoker(t *testing.T) {
	const players = 4
	s, ctx := opened(t, Options{}), t.Context()
	d := pokerTable(t, s, players)
	d.random(players, 1500)
	d.fits()
	require.Greater(t, d.hands, 10)
	require.True(t, d.play(games.Dealer, games.End{}))
	closed, err := s.Table(ctx, d.table.ID)
	require.NoError(t, err)
	require.False(t, closed.Closed.IsZero())
	d.fits()
	inOrder(t, s)
	sum := games.Chips(0)
	for p := range store.PlayerID(players) {
		has, err := s.Balance(ctx, guild, ann+p)
		require.NoError(t, err)
		require.Zero(t, has.OnTables)
		sum += has.Balance
	}
	require.EqualValues(t, players*1000, sum)
}

// fragile are rules that break while they play.
type fragile struct{ poker.Rules }

func (fragile) Parse(string) (games.Move, bool) { panic("no chips left in the box") }

// TestAuditTable finds what differs between a game and the ledger, and says so.
func TestAuditTable(t *testing.T) {
	for broken, c := range map[string]struct {
		rules games.Rules
		says  []string
	}{
		`SELECT 1`: {poker.Rules{}, nil},
		`UPDATE accounts SET paid_in = paid_in + 5 WHERE kind = 'pot'`: {poker.Rules{}, []string{
			"guild 1000: the game and the ledger differ: table 1: after line 5 the pot has 3 in the game and 8 in " +
				"the ledger"}},
		`UPDATE accounts SET paid_out = paid_out + 11 WHERE kind = 'seat' AND seat > 1`: {poker.Rules{}, []string{
			"guild 1000: the game and the ledger differ: table 1: after line 5 seat 2 has 11 in the game and 0 in " +
				"the ledger",
			"guild 1000: the game and the ledger differ: table 1: after line 5 seat 3 has 11 in the game and 0 in " +
				"the ledger"}},
		`INSERT INTO accounts (guild, kind, player, table_id, seat, paid_in) VALUES (1000, 'seat', 15, 1, 5, 2)`: {
			poker.Rules{}, []string{
				"guild 1000: the game and the ledger differ: table 1: after line 5 seat 5 has 0 in the game and 2 in " +
					"the ledger"}},
		`UPDATE lines SET words = 'fly' WHERE n = 3`: {poker.Rules{}, []string{
			"guild 1000: a chain breaks: table 1: line 3: what it says is not what was written",
			`guild 1000: a journal does not play: table 1: line 3: "fly" is no move of poker`}},
		`SELECT 2`: {fragile{}, []string{
			"guild 1000: a journal does not play: table 1: the rules of poker broke: no chips left in the box"}},
	} {
		t.Run(broken, func(t *testing.T) {
			s := opened(t, Options{})
			d := pokerTable(t, s, 3)
			forge(t, s, broken)
			found, err := store.AuditTable(t.Context(), s, d.table, c.rules)
			require.NoError(t, err)
			var says []string
			for _, f := range found {
				says = append(says, strings.Split(f.String(), " (it bears ")[0])
			}
			require.Equal(t, c.says, says)
		})
	}
	_, err := store.AuditTable(t.Context(), opened(t, Options{}), store.Table{ID: 404}, poker.Rules{})
	require.ErrorIs(t, err, store.ErrNoTable)
}
