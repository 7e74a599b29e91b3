package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

var noPause = []world.Option{world.Opt("pause", 0)}

// claimable returns the labels of a set that a player can claim, with as many of their own cards as possible, or ""
// if there is none. A player's own cards have digits as labels and come first.
func claimable(v games.View) string {
	var cells []games.Cell
	for _, a := range v.Areas {
		if a.Seat == games.Watcher || a.Seat == v.Viewer {
			for _, c := range a.Cells {
				if c.Kind == games.Face {
					cells = append(cells, c)
				}
			}
		}
	}
	slices.SortStableFunc(cells, func(a, b games.Cell) int { return strings.Compare(a.Label, b.Label) })
	best, most := "", -1
	for i, a := range cells {
		for j, b := range cells[:i] {
			for _, c := range cells[:j] {
				words := strings.ToLower(fmt.Sprintf("%s %s %s", a.Label, b.Label, c.Label))
				if own := len(words) - len(strings.Trim(words, "0123456789 ")); cards.IsSet(a.Card, b.Card, c.Card) &&
					own > most {
					best, most = words, own
				}
			}
		}
	}
	return best
}

func offers(v games.View, verb string) bool {
	return slices.ContainsFunc(v.Offers, func(o games.Offer) bool { return o.Words == verb })
}

// twentyDeck returns a deck for a hand of 20/20 between Ann, who deals, and Bob. Bob's cards 1 2 3 are a set and 4 5 6
// are not; Ann's card 1 forms a set with A and B.
func twentyDeck(t *testing.T) []cards.Card {
	bob := parseCards(t, "1SRD 2SRD 3SRD 1TGQ 2TGQ 3NPV")
	ann := parseCards(t, "1SPQ 1NGD 3TRV 2NRQ 3SGV 1TPD")
	table := parseCards(t, "2SPQ 3SPQ 1NGV 2TRD 3TPQ 1NRD")
	var deck []cards.Card
	for i := range bob {
		deck = append(deck, bob[i], ann[i])
	}
	deck = append(deck, table...)
	for _, c := range cards.SETPack().Cards() {
		if !slices.Contains(deck, c) {
			deck = append(deck, c)
		}
	}
	return deck
}

// After a player's own move, the answer shows their new hand and the cost of the move.
func TestAnswerShowsTheNewHand(t *testing.T) {
	f := round(t, "twenty", []string{"Ann", "Bob"}, games.Stacked{Decks: [][]cards.Card{twentyDeck(t)}}, noPause)
	own := f.hand("Bob")
	require.True(t, own.Ephemeral())
	require.Contains(t, own.Content, "(you're **Q**)")
	for _, words := range f.cardsOf(2) {
		require.Contains(t, own.Attachments[0].Description, words)
	}
	for _, words := range f.cardsOf(1) {
		require.NotContains(t, own.Attachments[0].Description, words)
	}
	require.Contains(t, labels(own), "Draw")

	out := f.pressFor("Bob", f.waitUntilShown(), "draw", "")
	require.Contains(t, out, "(you're **Q**)",
		"a press on a public button must be answered with the new hand")
	slash := f.slashMessage("Bob", "draw")
	require.True(t, slash.Ephemeral())
	require.Contains(t, slash.Content, "(you're **Q**)")
	require.Contains(t, f.waitUntilShown().Content, "Bob **0** (8 cards)")

	own = f.hand("Bob")
	require.True(t, f.choose("Bob", own, "set", "1 2 3"))
	f.shows("Bob takes **1 2 3**")
	now := f.message(own.ID, "Bob")
	require.NotContains(t, now.Attachments[0].Description, "1: one solid red diamond",
		"the same message must show the new hand")
	require.Contains(t, now.Attachments[0].Description, "4: one striped green squiggle",
		"all other cards keep their labels")

	slip := f.form("Bob", "form:", "4 5 6")
	require.Contains(t, slip, "Bob: **4 5 6** isn't a set. That costs an extra card.")
	require.Contains(t, slip, "(you're **Q**)")
	m := f.shows("Bob: **4 5 6** isn't a set. That costs an extra card.")
	require.NotContains(t, m.Content, "two are", "the reason would reveal hidden cards")
	f.say("Bob", "set 4 5 7")
	f.wait("a reaction to the mistake", func() bool { return len(f.reactions("Bob", "set 4 5 7")) == 1 })

	choices, err := f.sb.Complete(f.ctx(), "Ann", f.channel, "set", typing("a b "))
	require.NoError(t, err)
	require.Contains(t, fmt.Sprint(choices), "A B 1: one solid purple squiggle", "her own cards are suggested")
	require.NotContains(t, fmt.Sprint(choices), "one striped green squiggle", "none of Bob's cards are suggested")
	choices, err = f.sb.Complete(f.ctx(), "Eve", f.channel, "set", typing(""))
	require.NoError(t, err)
	require.Len(t, choices, 6, "a bystander only gets the cards on the table")
	for _, c := range f.waitUntilShown().Buttons() {
		require.Regexp(t, `^(Claim a set…|Draw|I see no set|My hand|As text|Help|Join)$`, c.Label)
	}
	f.moveAll("none", "Ann", "Bob")
	f.shows("Nobody sees a set, so 6 new cards replace those on the table.")
}

func (n *testBot) reactions(who, words string) []world.Reaction {
	all := n.sb.Messages(n.channel, who)
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Content == words {
			return all[i].Reactions
		}
	}
	return nil
}

// A claim that comes slightly too late costs nothing. A claim of cards that were never on the table costs a card.
func TestLateTwentyClaimCostsNoCard(t *testing.T) {
	gamestest.SkipUnderRace(t)
	deck := cards.SETPack().Cards()         // the table gets cards 19 to 24, which contain a set
	deck[24], deck[30] = deck[30], deck[24] // followed by three cards that aren't a set
	f := round(t, "twenty", []string{"Ann", "Bob", "Cid"}, games.Stacked{Decks: [][]cards.Card{deck}}, noPause)
	v := f.game().View(1)
	words := ""
	for _, a := range v.Areas {
		if a.Seat == games.Watcher {
			words = claimable(games.View{Areas: []games.Area{a}})
		}
	}
	require.NotEmpty(t, words, "there is no set on the table")
	before := f.game().View(games.Watcher).Seats[1].Cards
	f.sb.HoldEvents()
	anns := f.say("Ann", "set "+words)
	f.later(210e6)
	bobs := f.say("Bob", "set "+words)
	f.sb.ReleaseEvents()
	gap := secondsBetween(anns, bobs)
	require.Contains(t, f.newest("Bob"), "Beaten by "+gap+": Ann took that set. There's no penalty.")
	f.shows("Bob was " + gap + " behind.")
	require.Equal(t, before, f.game().View(games.Watcher).Seats[1].Cards)
}

// Claiming cards that were just swept away costs nothing, because the player still saw the old cards.
func TestTwentyClaimJustBeforeASweepCostsNoCard(t *testing.T) {
	deck := cards.SETPack().Cards()         // the table gets cards 13 to 18, which contain a set
	deck[18], deck[30] = deck[30], deck[18] // followed by six cards, of which the same three aren't a set
	f := round(t, "twenty", []string{"Ann", "Bob"}, games.Stacked{Decks: [][]cards.Card{deck}}, noPause)
	words := ""
	for _, a := range f.game().View(1).Areas {
		if a.Seat == games.Watcher {
			words = claimable(games.View{Areas: []games.Area{a}})
		}
	}
	require.NotEmpty(t, words, "there is no set on the table")
	before := f.game().View(games.Watcher).Seats[1].Cards
	f.moveAll("none", "Bob")
	f.sb.HoldEvents()
	f.say("Ann", "none")
	f.later(210e6)
	f.say("Bob", "set "+words)
	f.sb.ReleaseEvents()
	require.Contains(t, f.newest("Bob"), "New cards had just been dealt. There's no penalty.")
	require.NotContains(t, f.waitUntilShown().Content, "behind", "no other player was faster")
	require.Equal(t, before, f.game().View(games.Watcher).Seats[1].Cards)
}
