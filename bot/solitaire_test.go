package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// threes returns a deck in which each three consecutive cards are a set, so that each round of a solitaire can be
// cleared.
func threes() games.Stacked { return games.Stacked{Decks: [][]cards.Card{cards.SETPack().Cards()}} }

// Two players win a solitaire together, with moves made in every way and a restart in the middle.
func TestWonSolitaire(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := round(t, "solitaire", []string{"Ann", "Bob"}, threes(), nil)
	people := []string{"Ann", "Bob"}
	require.Contains(t, f.waitUntilShown().Content, "Mag's SET Solitaire")
	for n := 1; n <= 9; n++ {
		for i, words := range []string{"set 1 2 3", "set 4 5 6", "set 7 8 9"} {
			who := people[(n+i)%2]
			m := f.move(who, words)
			require.Contains(t, m.Content, who+" takes **"+strings.ToUpper(strings.TrimPrefix(words, "set "))+"**")
			switch {
			case n == 2 && i == 0: // the cards are put back and taken again
				require.Contains(t, f.move("Bob", "undo").Content, "Bob takes a set back: **1 2 3**.")
				f.move("Ann", words)
			case n == 5 && i == 1:
				f.restart()
			}
		}
		if n < 9 {
			require.Contains(t, f.move(people[n%2], "deal").Content,
				fmt.Sprintf("%s deals round %d of 9.", people[n%2], n+1))
		}
	}
	end := f.shows("**You won!** 27 of 27 sets, 0 cards left, with 1 move taken back. " +
		"Well played, Ann and Bob.")
	require.Contains(t, end.Content, "First one finished on this server!")
	require.Contains(t, end.Content, "has ended")
	require.Contains(t, end.Content, "🏆")
	for _, door := range []string{"typed", "mention", "reply", "button", "slash"} {
		require.Greater(t, f.used[door], 3, "moves by %s: %v", door, f.used)
	}
	board := f.slash("Ann", "leaderboard", world.Opt("board", "wins"), world.Opt("game", "solitaire"))
	require.Contains(t, board, "Ann · **1**")
	require.Contains(t, board, "Bob · **1**")
	require.Contains(t, f.slash("Ann", "leaderboard", world.Opt("board", "wins")),
		"Nobody is on this leaderboard yet", "they had nobody to beat")
	require.Contains(t, f.slash("Ann", "leaderboard", world.Opt("board", "sets"),
		world.Opt("game", "solitaire")), "Solitaire")
}

// One player loses a solitaire: they look under a card, move a pile, take a move back, and compare the result with
// the last one.
func TestLostSolitaire(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := round(t, "solitaire", []string{"Cid"}, threes(), []world.Option{world.Opt("who", "alone")})
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
	require.Contains(t, end.Content, "First one finished on this server!",
		"one that was closed does not count")

	f.press("Cid", "again:")
	f.table = 3
	f.wait("the same again", func() bool { return len(f.journal()) == 4 })
	f.waitUntilShown()
	f.moveAll("set 1 2 3", "Cid")
	f.moveAll("set 4 5 6", "Cid")
	for range 8 {
		f.move("Cid", "deal")
	}
	end = f.move("Cid", "done")
	require.Contains(t, end.Content, "This server's games: 2, 0 of them won (0%). Best 2 sets, average 1.5.")
	require.Contains(t, f.slash("Cid", "leaderboard", world.Opt("game", "solitaire")), "Nobody is on", "sets taken alone")
	require.Contains(t, f.slash("Cid", "profile"), "3 sets taken while you played alone")
}

// Looking isn't a move. The answer is private, or a reply if the look was typed, and no picture changes.
func TestLookWritesNoLine(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := round(t, "solitaire", []string{"Ann", "Bob"}, threes(), nil)
	below := "Under the top of pile 4: one solid green diamond."
	require.Equal(t, "There's nothing under the top of pile 4.",
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
	f.wait("eyes on the second look within a second", func() bool {
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
	require.Len(t, choices, 3, "the empty piles")
	require.Equal(t, "4 1", choices[0].Value)
	form := f.waitUntilShown()
	require.Contains(t, labels(form), "Move…")
	require.Contains(t, f.pressFor("Bob", form, "move", "4 1"), "")
	f.shows("Bob moves")
}

func TestSolitaireRefusals(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := round(t, "solitaire", []string{"Ann", "Bob"}, threes(), nil)
	f.refuses("Ann", "move 4 1", "Pile 1 isn't empty")
	f.refuses("Ann", "move 4 10", "There's no pile 10")
	f.refuses("Ann", "look 0", "There's no pile 0")
	f.refuses("Ann", "look 2NPV", "Not on the table: two open purple ovals.")
	f.refuses("Ann", "set 1 2 4", "two are red and one is green")
	f.refuses("Ann", "set 1 1 2", "one card twice")
	f.refuses("Ann", "set 1 2 12", "no pile 12")
	require.Contains(t, f.requireNoMove(func() string { return f.refused("Ann", "set a b c") }),
		"Mag's SET Solitaire has no such move.")
	f.refuses("Ann", "undo", "nothing to undo")
	f.refuses("Ann", "done", "Deal them first")
	f.move("Bob", "set 1 2 3")
	f.refuses("Ann", "look 1", "Pile 1 is empty")
	f.refuses("Ann", "set 1 4 5", "Pile 1 is empty")
	f.refuses("Ann", "move 1 2", "Pile 1 is empty")
	f.refuses("Ann", "move 4 5", "Pile 5 isn't empty")
	for range 8 {
		f.move("Bob", "deal")
	}
	f.refuses("Ann", "deal", "The deck is empty")
	f.refuses("Ann", "undo", "nothing to undo")
	f.talks("Cid", "Bob", "set 4 5 6", "move on", "look at this", "draw me a picture", "turn it up",
		"set a reminder", "deal with it", "done", "undo", "deal", "deal me in", "none", "next", "move 1", "look",
		"set the table")
	f.talks("Bob", "Bob", "undo", "move on", "look at this", "deal with it", "done deal", "undo that", "look",
		"move", "set us free")
	require.Contains(t, f.requireNoMove(func() string { return f.slash("Cid", "deal") }), "You aren't at this table")
	require.Contains(t, f.requireNoMove(func() string { return f.slash("Cid", "hand") }), "There are no hidden cards here")

	f.move("Bob", "leave")
	f.move("Ann", "leave")
	m := f.shows("The table is closed.")
	require.NotContains(t, m.Content, "On this server", "it was not played to its end")
}

// If two players press Deal at once, one round is dealt.
func TestSimultaneousDealsDealOnce(t *testing.T) {
	f := round(t, "solitaire", []string{"Ann", "Bob"}, threes(), nil)
	m := f.waitUntilShown()
	id := buttonOf(t, m, ":deal")
	f.sb.HoldEvents()
	one, err := f.sb.Click("Ann", f.channel, m.ID, id)
	require.NoError(t, err)
	two, err := f.sb.Click("Bob", f.channel, m.ID, id)
	require.NoError(t, err)
	f.sb.ReleaseEvents()
	require.NotContains(t, f.answer(one), "the table has changed")
	require.Contains(t, f.answer(two), "Too late, the table has changed")
	f.shows("round 2 of 9")
	require.Equal(t, games.Dealer, f.journal()[len(f.journal())-1].Seat)
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
