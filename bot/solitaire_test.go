package bot_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// deckOfSets returns a deck that consists of consecutive sets, so that each round of a solitaire can be cleared.
func deckOfSets() games.Stacked { return games.Stacked{Decks: [][]cards.Card{cards.SETPack().Cards()}} }

// A player plays a solitaire until it is lost: they look under a card, move a pile, take a move back, and compare the
// result with the last one.
func TestLostSolitaire(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := round(t, "solitaire", []string{"Cid"}, deckOfSets(), []world.Option{world.Opt("who", "alone")})
	f.move("Cid", "end")
	require.NotContains(t, f.all(), "Solved")
	f.table = 2
	f.gather("solitaire", []string{"Cid"}, world.Opt("who", "alone"))
	require.Contains(t, f.waitUntilShown().Content, "Only the player who opened the table may move")
	f.move("Cid", "set 1 2 3")
	require.Contains(t, f.move("Cid", "move 4 1").Content,
		"Cid moves one solid green diamond from pile 4 to pile 1.")
	require.Contains(t, f.move("Cid", "undo").Content,
		"Cid takes a move back. Back on pile 4: one solid green diamond.")
	for n := 2; n <= 9; n++ {
		f.move("Cid", "deal")
		if n == 4 {
			f.restart()
		}
	}
	end := f.move("Cid", "done")
	require.Contains(t, end.Content,
		"1 of 27 sets, 78 cards left, with 1 move taken back.")
	require.Contains(t, end.Content, "That's the first game finished on this server!",
		"a game that was closed early does not count")
	require.NotContains(t, end.Content, "ersonal best")

	f.press("Cid", "again:")
	f.table = 3
	f.wait("the second result", func() bool { return len(f.journal()) == 4 })
	f.waitUntilShown()
	f.moveAll("set 1 2 3", "Cid")
	f.moveAll("set 4 5 6", "Cid")
	for range 8 {
		f.move("Cid", "deal")
	}
	end = f.move("Cid", "done")
	require.Contains(t, end.Content, "This server has won 0 of its 2 games (0%). Best result: 2 sets. Average: 1.5.")
	require.Contains(t, end.Content, "New personal best! Before: 1 set.")
	require.Contains(t, end.Attachments[0].Description, "New personal best! Before: 1 set.")
	require.Contains(t, f.slash("Cid", "leaderboard", world.Opt("game", "solitaire")), "Nobody is on", "sets taken alone are on no leaderboard")
	require.Contains(t, f.slash("Cid", "profile"), "3 sets taken in solo games")
}

// Looking isn't a move and changes no picture. The answer is private, or a reply if the request was typed.
func TestLookWritesNoLine(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := round(t, "solitaire", []string{"Ann", "Bob"}, deckOfSets(), nil)
	below := "Under the top card of pile 4: one solid green diamond."
	require.Equal(t, "There's nothing under the top card of pile 4.",
		f.requireNoMove(func() string { return f.slash("Bob", "look", world.Opt("words", "4")) }))
	f.move("Ann", "deal")
	m := f.waitUntilShown()
	for _, ask := range []func() string{
		func() string { return f.slash("Bob", "look", world.Opt("words", "4")) },
		func() string { return f.pressFor("Ann", m, "look", "4") },
		func() string { f.say("Ann", "look 4"); return f.newest("Ann") },
		func() string { f.later(2e9); f.say("Ann", "<@"+m.Author.ID+"> look 4"); return f.newest("Ann") },
		func() string { return f.slash("Bob", "look", world.Opt("words", "1TGD")) },
	} {
		f.later(2e9)
		require.Equal(t, below, f.requireNoMove(ask))
	}
	require.Contains(t, f.slash("Eve", "look", world.Opt("words", "4")), "You aren't at this table")
	f.say("Ann", "look 4")
	f.say("Ann", "look 5")
	f.wait("a reaction to the second look within a second", func() bool {
		for _, m := range f.sb.Messages(f.channel, "Ann") {
			if m.Content == "look 5" && len(m.Reactions) == 1 && m.Reactions[0].Emoji.Name == "👀" {
				return true
			}
		}
		return false
	})
	choices, err := f.sb.Complete(f.ctx(), "Bob", f.channel, "look", typing(""))
	require.NoError(t, err)
	require.Len(t, choices, 9)
	require.Contains(t, choices[3].Name, "4: ")
	require.Contains(t, choices[3].Name, "on a pile of 2")
	f.move("Ann", "set 1 2 3")
	f.move("Ann", "set 1 2 3")
	choices, err = f.sb.Complete(f.ctx(), "Bob", f.channel, "move", typing("4 "))
	require.NoError(t, err)
	require.Len(t, choices, 3, "the three empty piles")
	require.Equal(t, "4 1", choices[0].Value)
	form := f.waitUntilShown()
	require.Contains(t, labels(form), "Move…")
	require.Contains(t, f.pressFor("Bob", form, "move", "4 1"), "")
	f.shows("Bob moves")
}

// If two players press Deal at the same time, only one round is dealt.
func TestSimultaneousDealsDealOnce(t *testing.T) {
	f := round(t, "solitaire", []string{"Ann", "Bob"}, deckOfSets(), nil)
	one, two := f.clickTogether("Ann", "Bob", ":deal")
	require.NotContains(t, f.answer(one), "the table has changed")
	require.Contains(t, f.answer(two), "Too late, the table has changed")
	f.shows("round 2 of 9")
	require.Equal(t, games.Dealer, f.journal()[len(f.journal())-1].Seat)
}

// clickTogether makes two players press a button before the bot receives either press.
func (f *testTable) clickTogether(first, second, button string) (one, two string) {
	f.t.Helper()
	m := f.waitUntilShown()
	id := buttonOf(f.t, m, button)
	f.sb.HoldEvents()
	defer f.sb.ReleaseEvents()
	one, err := f.sb.Click(first, f.channel, m.ID, id)
	require.NoError(f.t, err)
	two, err = f.sb.Click(second, f.channel, m.ID, id)
	require.NoError(f.t, err)
	return one, two
}

func buttonOf(t testing.TB, m world.Message, part string) string {
	t.Helper()
	for _, b := range m.Buttons() {
		if strings.HasSuffix(b.CustomID, part) {
			return b.CustomID
		}
	}
	require.Fail(t, "no such button", "%s in %v", part, m.Buttons())
	return ""
}
