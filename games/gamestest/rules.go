package gamestest

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// Evening is the time at which the tables of GameAfter and GameAfterDealing open.
var Evening = time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)

// Moves checks that Parse turns each text into the move that a journal would store.
func Moves(t *testing.T, rules games.Rules, typed map[string]string) {
	t.Helper()
	for words, want := range typed {
		move, ok := rules.Parse(words)
		require.True(t, ok, "%q", words)
		require.Equal(t, want, move.String())
	}
}

// Talk checks that none of the texts is a move.
func Talk(t *testing.T, rules games.Rules, typed ...string) {
	t.Helper()
	for _, words := range typed {
		move, ok := rules.Parse(words)
		require.False(t, ok, "%q is read as %#v", words, move)
	}
}

// checkOptions checks that the game accepts every value in the manual and refuses all others with an Illegal.
func checkOptions(t *testing.T, rules games.Rules) {
	refused := func(name, value string) {
		_, err := rules.Open(games.Options{name: value})
		require.IsType(t, games.Illegal{}, err, "%s=%q", name, value)
	}
	refused("joker", "1")
	for _, o := range rules.Manual().Options {
		for _, value := range append(o.Values, o.Default) {
			_, err := rules.Open(games.Options{o.Name: value})
			require.NoError(t, err)
		}
		refused(o.Name, "")
		refused(o.Name, "nonsense")
		if o.Values == nil {
			refused(o.Name, strconv.Itoa(o.Min-1))
			refused(o.Name, strconv.Itoa(o.Max+1))
			refused(o.Name, "1.5")
		}
	}
}

// checkManual checks that the manual has the name of its game and an example table, and that its examples are moves.
func checkManual(t *testing.T, rules games.Rules) {
	m := rules.Manual()
	require.Equal(t, rules.Name(), m.Game)
	require.NotNil(t, m.Example, "the manual of %s needs an Example: /rules draws it", m.Game)
	require.Contains(t, []string{"", strings.Fields(m.UsualMove())[0]}, m.Claim)
	for _, v := range m.Verbs {
		_, ok := rules.Parse(v.Example)
		require.True(t, ok, v.Example)
	}
}

// GameAfter returns a game after the given lines, such as "P join" or "dealer deal 1SRD …". The lines are a second
// apart.
func GameAfter(t testing.TB, rules games.Rules, o games.Options, lines ...string) games.Game {
	t.Helper()
	return playLines(t, rules, o, lines, false)
}

// GameAfterDealing is like GameAfter but also deals all cards that the dealer owes, in ascending order.
func GameAfterDealing(t testing.TB, rules games.Rules, o games.Options, lines ...string) games.Game {
	t.Helper()
	return playLines(t, rules, o, lines, true)
}

func playLines(t testing.TB, rules games.Rules, o games.Options, lines []string, dealing bool) games.Game {
	t.Helper()
	game, err := rules.Open(o)
	require.NoError(t, err)
	at := Evening
	seats := map[string]games.Seat{"dealer": games.Dealer, "clock": games.Clock}
	for s := games.Seat(1); s <= 10; s++ {
		seats[games.SeatLetter(s)] = s
	}
	apply := func(seat games.Seat, move games.Move, line string) {
		step, err := game.Apply(games.Action{At: at, Seat: seat, Move: move})
		require.NoError(t, err, line)
		game = step.Game
	}
	for _, line := range lines {
		at = at.Add(time.Second)
		who, words, _ := strings.Cut(line, " ")
		move, ok := rules.Parse(words)
		require.True(t, ok, line)
		apply(seats[who], move, line)
		for owed, ok := game.Owed(); ok && dealing; owed, ok = game.Owed() {
			apply(games.Dealer, owed.Move(owed.From.Cards()[:owed.Count]), "the deal after "+line)
		}
	}
	return game
}

// Offers lists the moves that a seat may make, in words.
func Offers(g games.Game, seat games.Seat) string {
	var list []string
	for _, o := range g.View(seat).Offers {
		list = append(list, o.String())
	}
	return strings.Join(list, ", ")
}

// checkSeatLimit checks that the game seats as many players as its manual says, and refuses one more.
func checkSeatLimit(t *testing.T, rules games.Rules) {
	game, err := rules.Open(nil)
	require.NoError(t, err)
	most := games.Seat(rules.Manual().MaxSeats)
	for s := range most {
		step, err := game.Apply(games.Action{Seat: s + 1, Move: games.Join{}})
		require.NoError(t, err)
		game = step.Game
	}
	_, err = game.Apply(games.Action{Seat: most + 1, Move: games.Join{}})
	require.IsType(t, games.Illegal{}, err)
	require.ErrorContains(t, err, "games.full")
	require.NotContains(t, Offers(game, games.Watcher), "join")
}
