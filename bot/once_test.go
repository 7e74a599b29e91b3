package bot_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/games"
	"settable/games/gamestest"
	"settable/games/poker"
)

// counts records how many texts were parsed and how many actions were applied.
type counts struct{ parsed, applied atomic.Int64 }

// of wraps a game so that counts records what it parses and applies.
func (c *counts) of(k games.Kind) games.Kind {
	k.Rules = gamestest.ChangedRules{Rules: k.Rules, Reading: func(string) { c.parsed.Add(1) },
		Play: func(g games.Game, a games.Action) (games.Step, error) { c.applied.Add(1); return g.Apply(a) }}
	return k
}

// In every game, and whichever way a move is made, it is parsed once, and the game applies each line once.
func TestMoveIsParsedAndAppliedOnce(t *testing.T) {
	gamestest.SkipUnderRace(t)
	var mu sync.Mutex
	used := map[string]bool{}
	t.Cleanup(func() { // runs after all games
		for _, door := range []string{"typed", "mention", "reply", "button", "slash", "own button", "own choice"} {
			assert.True(t, used[door] || t.Failed(), door)
		}
	})
	for _, k := range allGames {
		t.Run(k.Name(), func(t *testing.T) {
			var c counts
			f := newPokerBot(t, nil, func(n *testBot, _ *sandbox.Options) { n.config.Games = []games.Kind{c.of(k)} })
			f.config.Games = allGames // the test itself reads journals with these games
			people, options := []string{"Ann", "Bob"}, noPause
			if _, pauses := k.Manual().Option("pause"); !pauses {
				options = nil
			}
			if k.Manual().Together {
				people = people[:1]
			}
			f.gather(k.Name(), people, options...)
			luck := rand.New(rand.NewPCG(1, 2))
			for range 7 {
				if f.game().View(games.Watcher).Phase == games.Finished {
					break // a short game
				}
				who, words := f.playersSay(k, people, luck)
				before := len(f.journal())
				c.parsed.Store(0)
				c.applied.Store(0)
				f.move(who, words)
				require.EqualValues(t, 1, c.parsed.Load(), "%q is not parsed exactly once", words)
				require.EqualValues(t, len(f.journal())-before, c.applied.Load(), "%q is not applied once per line", words)
			}
			mu.Lock()
			defer mu.Unlock()
			for door := range f.used {
				used[door] = true
			}
		})
	}
}

// playersSay returns the next move that a house player would choose for one of the players, with cards named by their
// labels.
func (f *testTable) playersSay(k games.Kind, people []string, luck *rand.Rand) (who, words string) {
	f.t.Helper()
	for i, name := range people {
		v := f.game().View(games.Seat(i + 1))
		said := k.Player(v, games.Sharp, luck)
		for _, a := range v.Areas {
			for _, cell := range a.Cells {
				if cell.Kind == games.Face && cell.Label != "" {
					said = strings.ReplaceAll(said, cell.Card.String(), strings.ToLower(cell.Label))
				}
			}
		}
		if said != "" {
			return name, said
		}
	}
	require.Fail(f.t, "no player has a move")
	return "", ""
}

// When a move wakes a table, the move is parsed once, and so is each line of the journal.
func TestMoveThatWakesATableIsParsedOnce(t *testing.T) {
	gamestest.SkipUnderRace(t)
	var c counts
	f := sleepingTable(t)
	f.stop()
	f.config.Games = []games.Kind{c.of(poker.Game)}
	f.start()
	lines := len(f.journal())
	c.parsed.Store(0)
	f.say("Eve", "what a hand")
	f.say("Bob", "next")
	f.shows("Bob is back")
	require.EqualValues(t, 2+lines, c.parsed.Load())
}
