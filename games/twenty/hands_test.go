package twenty

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// From the deal to the target, with 2 to 8 players who see sets, make mistakes, draw and get stuck now and then; each
// of them knows only their own view.
func TestGamesReachTheirTarget(t *testing.T) {
	t.Parallel()
	n := gamestest.Times(3, 15)
	for players := fewestPlayers; players <= mostPlayers; players++ {
		for i := range n {
			e := newMatch(t, players, uint64(i))
			for e.game.View(games.Watcher).Phase == games.Playing {
				e.move()
				require.NoError(t, check(e.game))
				require.Less(t, e.moves, 50_000, "the game goes on for ever:\n%s", e.game.View(games.Watcher))
			}
			g := e.game.(*game)
			require.Equal(t, perPlayer*players, g.target)
			best := g.seats.Of(g.champions[0]).score
			require.GreaterOrEqual(t, best, g.target)
			sum := 0
			for _, p := range g.seats.Players {
				sum += p.score
				require.LessOrEqual(t, p.score, best)
			}
			require.Equal(t, e.points, sum, "all points were told")
			require.Equal(t, e.hands, g.hand)
		}
	}
}

// match is a table at which a whole game is played.
type match struct {
	t      testing.TB
	source *rand.Rand
	chance games.Chance
	game   games.Game
	at     time.Time
	seats  int
	moves  int
	hands  int
	points int
}

func newMatch(t testing.TB, players int, seed uint64) *match {
	g, err := Rules{}.Open(nil)
	require.NoError(t, err)
	e := &match{t: t, source: rand.New(rand.NewPCG(seed, uint64(players))), chance: games.Seeded(seed), game: g,
		at: gamestest.Evening, seats: players}
	for s := range players {
		e.do(games.Seat(s+1), games.Join{})
	}
	e.do(1, games.Start{})
	return e
}

// do plays a move and everything the dealer then owes.
func (e *match) do(seat games.Seat, m games.Move) {
	e.at = e.at.Add(time.Second)
	e.moves++
	step, err := e.game.Apply(games.Action{At: e.at, Seat: seat, Move: m})
	for {
		if err != nil {
			e.t.Fatalf("%s %s: %v\n%s", seat, m, err, e.game.View(seat))
		}
		for _, event := range step.Events {
			switch event := event.(type) {
			case handBegan:
				e.hands++
			case handWon:
				e.points += event.points
			}
		}
		e.game = step.Game
		owed, ok := e.game.Owed()
		if !ok {
			return
		}
		var drawn []cards.Card
		if drawn, err = e.chance.Draw(owed); err == nil {
			step, err = e.game.Apply(games.Action{At: e.at, Seat: games.Dealer, Move: games.Deal{Cards: drawn}})
		}
	}
}

// move returns the move of a player who knows only their own view.
func (e *match) move() {
	seat := games.Seat(1 + e.source.IntN(e.seats))
	v := e.game.View(seat)
	may := map[string]bool{}
	for _, o := range v.Offers {
		may[o.Words] = true
	}
	seen := facesOf(v)
	sets := cards.Sets(seen)
	switch {
	case may["next"]:
		e.do(seat, Next{})
	case e.source.IntN(50) == 0: // any three
		e.source.Shuffle(len(seen), func(i, j int) { seen[i], seen[j] = seen[j], seen[i] })
		e.do(seat, claimOf([3]cards.Card(seen[:3])))
	case len(sets) > 0:
		e.do(seat, claimOf(sets[e.source.IntN(len(sets))]))
	case may["draw"]:
		e.do(seat, Draw{})
	case may["none"]:
		e.do(seat, None{})
	}
}

func facesOf(v games.View) (list []cards.Card) {
	for _, a := range v.Areas {
		for _, c := range a.Cells {
			if c.Kind == games.Face {
				list = append(list, c.Card)
			}
		}
	}
	return list
}

func claimOf(three [3]cards.Card) games.Claim {
	return games.Claim{Picks: [3]games.Pick{{Card: three[0]}, {Card: three[1]}, {Card: three[2]}}}
}

// BenchmarkHand plays whole four-player hands as a table does: it makes views, applies claims and deals cards.
func BenchmarkHand(b *testing.B) {
	moves, hands := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		e := newMatch(b, 4, uint64(hands))
		for e.hands == 1 && e.points == 0 {
			e.move()
		}
		moves, hands = moves+e.moves, hands+1
	}
	b.ReportMetric(float64(hands)/b.Elapsed().Seconds(), "hands/s")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkClaim measures one accepted claim, including parsing.
func BenchmarkClaim(b *testing.B) {
	g := gameAfter(b, nil, "P join", "Q join", "P start")
	seen := cards.Sets(facesOf(g.View(1)))
	words := claimOf(seen[0]).String()
	b.ReportAllocs()
	for b.Loop() {
		move, ok := Rules{}.Parse(words)
		if !ok {
			b.Fatal("no move")
		}
		if _, err := g.Apply(games.Action{At: gamestest.Evening, Seat: 1, Move: move}); err != nil {
			b.Fatal(err)
		}
	}
}
