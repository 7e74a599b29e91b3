package table

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store/ids"
)

// A leaving player is told what happens to their chips, or that they have forfeited the game, whichever private way
// to leave they use.
func TestLeavingPlayerReadsWhatItCosts(t *testing.T) {
	for _, c := range []struct {
		game, before string
		scores       ids.User // then takes a set
		key          string
		chips        games.Chips
	}{
		{"classic", "ann join, bob join", 0, "table.left", 0},
		{"classic", "ann join, bob join, ann start", 0, "table.left", 0},
		{"classic", "ann join, bob join, ann start", ann, "table.left_forfeit", 0},
		{"classic", "ann join, bob join, eve join, ann start", bob, "table.left_forfeit", 0},
		{"classic", "ann join, ann start", ann, "table.left", 0}, // nobody else plays
		{"poker", "ann join, bob join", 0, "table.left_with", 20},
		{"poker", "ann join, bob join, eve join, ann start", 0, "table.leaves_with", 20},
		{"poker", "ann join, bob join, ann start", 0, "table.left_with", 20}, // ends the hand
		{"english", "ann join, bob join, eve join", 0, "table.left", 0},
		{"english", "ann join, bob join, eve join, ann start", 0, "table.left_forfeit", 0}, // a set was dealt
	} {
		for _, door := range []Door{Button, Slash} {
			t.Run(c.game+" "+c.before, func(t *testing.T) {
				f := newStage(t, c.game, c.before)
				if c.scores != 0 {
					require.Equal(t, Played, f.answerTo(c.scores, f.set()).Verdict)
				}
				w := f.wordVia(door, ann, "leave")
				w.Sight = Sight{f.Session().Row.ID, f.Session().Sight}
				a := f.Session().Plan(f.Session().Understand(w), f.moment()).Answer
				require.Equal(t, Played, a.Verdict)
				want := games.Say(c.key)
				if c.chips > 0 {
					want = games.Say(c.key, "N", c.chips)
				}
				require.Equal(t, want, a.Farewell)
			})
		}
	}
}
