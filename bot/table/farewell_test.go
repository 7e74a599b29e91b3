package table

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
)

// A leaving player is told what happens to their chips. This works for every private way to leave.
func TestLeavingPlayerReadsAboutTheirChips(t *testing.T) {
	for _, c := range []struct {
		game, before, key string
		chips             games.Chips
	}{
		{"classic", "ann join, bob join", "table.left", 0},
		{"classic", "ann join, bob join, ann start", "table.left", 0},
		{"poker", "ann join, bob join", "table.left_with", 20},
		{"poker", "ann join, bob join, eve join, ann start", "table.leaves_with", 20},
		{"poker", "ann join, bob join, ann start", "table.left_with", 20}, // ends the hand
		{"english", "ann join, bob join, eve join, ann start", "table.left", 0},
	} {
		for _, door := range []Door{Button, Slash} {
			t.Run(c.game+" "+c.before, func(t *testing.T) {
				f := newStage(t, c.game, c.before)
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
