package english_test

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/cards"
	"settable/games/english"
	"settable/games/gamestest"
)

// With the option auto, the clock turns starters until players must decide. For any number of players and any options,
// the clock alone brings the game to a stalemate or to its end, and if the players always agree, the game reaches its
// end. Cards put under the pack are drawn last, in the same order, unless the pack is shuffled.
func TestAutomaticPlayReachesADecision(t *testing.T) {
	t.Parallel()
	n := gamestest.Times(200, 3000)
	most := 0
	for seed := range uint64(n) {
		source := rand.New(rand.NewPCG(seed, 52))
		most = max(most, newClocked(t, source).play(source))
	}
	require.Less(t, most, 1000, "starters in a row")
}

// clockedTable is a table at which the clock turns the starters.
type clockedTable struct {
	*testing.T
	game    games.Game
	luck    games.Chance
	at      time.Time
	players int
	under   []cards.Card // cards put under the pack since it was shuffled
	shuffle int
}

func newClocked(t *testing.T, source *rand.Rand) *clockedTable {
	game, err := english.Rules{}.Open(games.Options{
		"auto":      "1",
		"replenish": []string{"seat", "rounds", "alternate"}[source.IntN(3)],
		"last_rank": []string{"discount", "majority"}[source.IntN(2)],
		"discount":  strconv.FormatBool(source.IntN(2) == 0),
		"redeal":    strconv.FormatBool(source.IntN(2) == 0),
	})
	require.NoError(t, err)
	c := &clockedTable{T: t, game: game, luck: games.Seeded(source.Uint64()), players: 2 + source.IntN(5)}
	for seat := range c.players {
		c.do(games.Seat(seat+1), games.Join{})
	}
	c.do(1, games.Start{})
	return c
}

// play plays to the end and returns the longest run of starters.
func (c *clockedTable) play(source *rand.Rand) (most int) {
	run := 0
	for c.game.View(games.Watcher).Phase == games.Playing {
		if c.at = c.game.Deadline(); !c.at.IsZero() {
			c.do(games.Clock, games.Tick{})
			run++
			require.Less(c, run, 5000, "the clock keeps turning starters:\n%s", c.game.View(games.Watcher))
			continue
		}
		most, run = max(most, run), 0
		choices := c.game.View(1).Offers
		choice := string(english.Exchange)
		if n := len(choices) - 1; n > 0 { // the last choice is to leave; players aren't asked if they have only one choice
			choice = choices[source.IntN(n)].Words
		}
		for seat := range c.players {
			c.do(games.Seat(seat+1), english.Choice(choice))
		}
	}
	return most
}

func (c *clockedTable) do(seat games.Seat, move games.Move) {
	step, err := c.game.Apply(games.Action{At: c.at, Seat: seat, Move: move})
	for require.NoError(c, err); ; require.NoError(c, err) {
		c.game = step.Game
		for _, e := range step.Events {
			if said := e.Say(); said.Key == "english.buried" {
				c.under = append(c.under, said.Args["card"].(cards.Card))
			}
		}
		owed, ok := c.game.Owed()
		if owed.Shuffle > c.shuffle {
			c.shuffle, c.under = owed.Shuffle, nil
		}
		if !ok {
			return
		}
		if len(c.under) > 0 && c.game.View(games.Watcher).CardsLeft == len(c.under) {
			require.Equal(c, cards.Bag{}.With(c.under[0]), owed.From, "the next card is known")
			c.under = c.under[1:]
		}
		drawn, drawErr := c.luck.Draw(owed)
		require.NoError(c, drawErr)
		step, err = c.game.Apply(games.Action{At: c.at, Seat: games.Dealer, Move: games.Deal{Cards: drawn}})
	}
}

// With the redeal option, a deal that would end the game before anyone can turn a card is dealt again, and only the
// sets of the last deal count.
func TestRedealLetsPlayersTurnACard(t *testing.T) {
	t.Parallel()
	redealt, decided := 0, 0
	for seed := range uint64(gamestest.Times(100, 1000)) {
		players := 2 + int(seed%5)
		for _, redeal := range []string{"false", "true"} {
			counted := make([]int, players)
			table, err := games.NewTrial(english.Rules{}, games.Options{"redeal": redeal}, players, games.Seeded(seed),
				func(step games.Step) {
					for _, tally := range step.Tallies {
						if tally.Count == games.Sets {
							counted[tally.Seat-1] += int(tally.N)
						}
					}
					for _, e := range step.Events {
						if e.Say().Key == "english.redealt" {
							redealt++
						}
					}
				})
			require.NoError(t, err)
			v := table.Game.View(games.Watcher)
			for i, p := range v.Seats {
				require.Equal(t, p.Score, counted[i], "seed %d, redeal=%s", seed, redeal)
			}
			if v.Phase == games.Finished {
				decided++
				require.Equal(t, "false", redeal, "seed %d", seed)
			}
		}
	}
	require.Positive(t, redealt)
	require.GreaterOrEqual(t, redealt, decided)
}
