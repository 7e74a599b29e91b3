package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/message"
	"settable/bot/sandbox/world"
	"settable/games/gamestest"
)

// A presser models one player and the cards that they have picked, in the notation.
type presser struct {
	name   string
	picked []string
}

// press returns the claim that a press on a card must complete, or "" if it completes none.
func (p *presser) press(card string, live []string) (claim string) {
	p.picked = slices.DeleteFunc(p.picked, func(c string) bool { return !slices.Contains(live, c) })
	switch i := slices.Index(p.picked, card); {
	case !slices.Contains(live, card):
	case i >= 0:
		p.picked = slices.Delete(p.picked, i, i+1)
	default:
		p.picked = append(p.picked, card)
	}
	if len(p.picked) < 3 {
		return ""
	}
	slices.SortFunc(p.picked, func(a, b string) int { return slices.Index(live, a) - slices.Index(live, b) })
	claim, p.picked = "set "+strings.Join(p.picked, " "), nil
	return claim
}

// pressable returns the cards that have buttons in a message, with the buttons' custom ids and the line that the
// message shows.
func pressable(t *testing.T, m world.Message) (live []string, ids map[string]string, line int) {
	t.Helper()
	ids = map[string]string{}
	for _, b := range m.Buttons() {
		if id, _ := message.ParseID(b.CustomID); id.Kind == message.CardButton {
			live, ids[id.Words], line = append(live, id.Words), b.CustomID, id.Line
		}
	}
	return live, ids, line
}

// TestLawOfPresses simulates players who press cards at random, both on the newest message and on earlier ones. A
// claim is played if and only if its player has picked three cards that are on the table, and it names exactly those
// cards. Other players can't notice a press that completes no claim.
func TestLawOfPresses(t *testing.T) {
	gamestest.SkipUnderRace(t)
	n := newBot(t)
	n.deal()
	luck := rand.New(rand.NewPCG(4, 2))
	players := []*presser{{name: "Ann"}, {name: "Bob"}, {name: "Cid"}}
	m, _ := n.table()
	live, ids, drawn := pressable(t, m)
	offset := drawn - len(n.lines())
	old := ids // all buttons so far, because a press on an earlier table's button is late
	claims, dropped := 0, 0
	for i := range 120 {
		who := players[luck.IntN(len(players))]
		card := live[luck.IntN(len(live))]
		if luck.IntN(6) == 0 { // a button that may have disappeared
			all := make([]string, 0, len(old))
			for c := range old {
				all = append(all, c)
			}
			slices.Sort(all)
			card = all[luck.IntN(len(all))]
		} else if luck.IntN(5) > 0 { // all players pick the same set, so that picked cards are taken
			for letter := range strings.FieldsSeq(findSet(readCards(n.alt()))) {
				if c := live[letter[0]-'a']; !slices.Contains(who.picked, c) {
					card = c
				}
			}
		}
		step := fmt.Sprintf("press %d: %s presses %s with %v picked", i, who.name, card, who.picked)
		before, seen := n.words(), n.sb.Messages(n.channel, "Dee")
		picked := slices.Clone(who.picked)
		want := who.press(card, live)
		if slices.ContainsFunc(picked, func(c string) bool { return !slices.Contains(live, c) }) {
			dropped++
		}
		press, err := n.sb.Forge(who.name, n.channel, m.ID, old[card])
		require.NoError(t, err, step)
		out, err := n.sb.WaitOutcome(n.ctx(), press)
		require.NoError(t, err, step)
		require.NotEqual(t, world.Failed, out.State, step)
		if want == "" {
			require.Equal(t, before, n.words(), step)
			require.Equal(t, seen, n.sb.Messages(n.channel, "Dee"), step)
			continue
		}
		claims++
		after := n.words()[len(before):]
		require.NotEmpty(t, after, step)
		require.True(t, strings.HasSuffix(after[len(after)-1], " "+want), "%s: %v, want %s", step, after, want)
		n.wait("the table after "+step, func() bool {
			m, _ = n.table()
			live, ids, drawn = pressable(t, m)
			return drawn-offset == len(n.lines())
		})
		for c, id := range ids {
			old[c] = id
		}
	}
	require.Greater(t, claims, 10)
	require.NotZero(t, dropped, "no picked card was ever taken")
}
