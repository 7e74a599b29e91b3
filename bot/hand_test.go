package bot_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/render"
)

// cardsOf reads the cards of a player's hand from the alternative text.
func (f *testTable) cardsOf(seat games.Seat) (words []string) {
	for _, a := range f.game().View(seat).Areas {
		if a.Seat == seat {
			for _, c := range a.Cells {
				words = append(words, inEnglish.Card(c.Card))
			}
		}
	}
	return words
}

// message returns the current version of a private message.
func (f *testTable) message(id, who string) (m world.Message) {
	f.t.Helper()
	all := f.sb.Messages(f.channel, who)
	i := slices.IndexFunc(all, func(m world.Message) bool { return m.ID == id })
	require.GreaterOrEqual(f.t, i, 0, "%s does not see message %s", who, id)
	return all[i]
}

// slashMessage uses a command and returns the message that answers it.
func (f *testTable) slashMessage(who, name string, options ...world.Option) world.Message {
	f.t.Helper()
	id, err := f.sb.Slash(who, f.channel, name, options...)
	require.NoError(f.t, err)
	out, err := f.sb.WaitOutcome(f.ctx(), id)
	require.NoError(f.t, err)
	require.NotNil(f.t, out.Message)
	return *out.Message
}

// openHand returns a player's newest private message that shows their hand; ok is false if there is none.
func (f *testTable) openHand(who string) (hand world.Message, ok bool) {
	f.t.Helper()
	for _, m := range f.sb.Messages(f.channel, who) {
		if m.Ephemeral() && len(m.Attachments) == 1 && m.Attachments[0].Filename == "hand.png" {
			hand, ok = m, true
		}
	}
	return hand, ok
}

// currentHand waits until a player's open hand is up to date. ok is false if the player has no open hand or has left.
// people lists the players in the order of their seats.
func (f *testTable) currentHand(who string, people []string) (hand world.Message, ok bool) {
	f.t.Helper()
	seat := games.Seat(slices.Index(people, who) + 1)
	v := f.game().View(seat)
	if _, ok = f.openHand(who); !ok || v.Seat(seat).HasLeft {
		return hand, false
	}
	alt := render.Alt(v, inEnglish)
	head := inEnglish.Say(v.Headline, func(s games.Seat) string { return people[s-1] })
	f.wait(who+" to see their hand as it is now: "+head, func() bool {
		hand, ok = f.openHand(who)
		return ok && hand.Attachments[0].Description == alt && strings.Contains(hand.Content, head)
	})
	return hand, true
}

func labels(m world.Message) (all []string) {
	for _, b := range m.Buttons() {
		all = append(all, b.Label)
	}
	return all
}

// Every use of "My hand" and `/hand` shows a picture and the available moves, only to the hand's owner.
func TestOnlyTheOwnerSeesTheirHand(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := sit(t, fourPlayers, [][]cards.Card{deckWithSets(t, 2, 1, 0, 0, 0)})
	for range 2 {
		for _, open := range []func() world.Message{
			func() world.Message { return f.hand("Ann") }, func() world.Message { return f.slashMessage("Ann", "hand") },
		} {
			m := open()
			require.True(t, m.Ephemeral())
			require.Contains(t, m.Content, "(you're **P**)")
			require.Equal(t, "hand.png", m.Attachments[0].Filename)
			for _, words := range f.cardsOf(1) {
				require.Contains(t, m.Attachments[0].Description, words)
			}
			for _, other := range []games.Seat{2, 3, 4} {
				for _, words := range f.cardsOf(other) {
					require.NotContains(t, m.Attachments[0].Description, words)
				}
			}
			require.Equal(t, []string{always, inWords}, labels(m), "it is not her turn")
			for _, other := range []string{"Bob", "Cid", "Dee", "Eve"} {
				require.False(t, slices.ContainsFunc(f.sb.Messages(f.channel, other),
					func(o world.Message) bool { return o.ID == m.ID }))
				_, err := f.sb.Attachment(m.Attachments[0].ID, other)
				require.Error(t, err)
			}
			png, err := f.sb.Attachment(m.Attachments[0].ID, "Ann")
			require.NoError(t, err)
			require.Equal(t, "\x89PNG", string(png[:4]))
		}
	}
	require.Contains(t, f.slash("Eve", "hand"), "You aren't at this table")
	require.Equal(t, []string{"Check", "Bet…", "Fold", always, inWords}, labels(f.hand("Bob")))
	require.Len(t, f.journal(), 7, "looking at a hand must not write a line")
}

// inWords is the label of the button that describes a player's hand in words.
const inWords = "As text"

// always is the label of the button for always passing at the showdown question.
const always = "Always pass"

// The button "As text" below a hand describes all cards that its owner can see. Only the owner gets the description,
// and it includes none of the other players' cards.
func TestHandAsText(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := sit(t, fourPlayers, [][]cards.Card{deckWithSets(t, 2, 1, 0, 0, 0)})
	for i, who := range fourPlayers {
		m := f.hand(who)
		id, err := f.sb.Click(who, f.channel, m.ID, buttonLabelled(t, m, inWords))
		require.NoError(t, err)
		out, err := f.sb.WaitOutcome(f.ctx(), id)
		require.NoError(t, err)
		require.NotNil(t, out.Message)
		require.True(t, out.Message.Ephemeral())
		require.Empty(t, out.Message.Attachments, "the text needs no picture")
		require.Contains(t, out.Message.Content, "Your hand: ")
		for seat := range games.Seat(len(fourPlayers)) {
			for _, words := range f.cardsOf(seat + 1) {
				require.Equal(t, int(seat) == i, strings.Contains(out.Message.Content, words), words)
			}
		}
	}
	require.Len(t, f.journal(), 7, "looking at a hand must not write a line")
}

// buttonLabelled returns the custom id of the button with the given label.
func buttonLabelled(t *testing.T, m world.Message, label string) string {
	i := slices.IndexFunc(m.Buttons(), func(b world.Component) bool { return b.Label == label })
	require.GreaterOrEqual(t, i, 0, "%s in %v", label, labels(m))
	return m.Buttons()[i].CustomID
}

// A player can move with the buttons below their hand, and the same private message shows the result.
func TestHandButtonsUpdateThePrivateMessage(t *testing.T) {
	f := sit(t, []string{"Ann", "Bob"}, [][]cards.Card{deckWithSets(t, 2, 1, 0), deckWithSets(t, 2, 0, 0)})
	m := f.hand("Bob")
	private := func(who string) (n int) {
		for _, m := range f.sb.Messages(f.channel, who) {
			if m.Ephemeral() && m.Author.Bot {
				n++
			}
		}
		return n
	}
	before := private("Bob")
	require.Contains(t, f.pressFor("Bob", m, "bet", "2"), "Ann: 2 to call.")
	now := f.message(m.ID, "Bob")
	require.Contains(t, now.Content, "Ann: 2 to call.")
	require.Equal(t, []string{always, inWords}, labels(now), "it is Ann's turn")
	require.Equal(t, before, private("Bob"), "the same message must be edited")

	mine := f.hand("Ann")
	require.Equal(t, []string{"Call 2", "Raise…", "Fold", always, inWords}, labels(mine))
	f.pressFor("Ann", mine, "call", "")
	now = f.message(mine.ID, "Ann")
	require.Contains(t, now.Content, "Has anyone got a set?")
	require.Equal(t, []string{"Pass", always, inWords}, labels(now), "without a set, he has nothing to show")
	require.Equal(t, []string{"Show", "Pass", always, inWords}, labels(f.hand("Bob")))
	public := f.waitUntilShown()
	require.Contains(t, labels(public), "Show", "the public buttons must not depend on hands")
	require.Contains(t, f.requireUnchanged(func() string { return f.pressFor("Ann", public, "show", "") }),
		"You have no set")

	f.pressFor("Ann", now, "pass", "")
	shown := f.pressFor("Bob", f.hand("Bob"), "show", "")
	require.Contains(t, shown, "(you're **Q**)")
	f.shows("**Bob wins the pot of 4 chips**")
	f.requireAudited()

	// A new hand is shown to each player who asks for it, and to no one else.
	f.waitUntilShown()
	before = private("Bob")
	text := f.press("Ann", ":next")
	out, err := f.sb.WaitOutcome(f.ctx(), text)
	require.NoError(t, err)
	require.True(t, out.Message.Ephemeral())
	require.Contains(t, out.Message.Content, "(you're **P**)")
	f.shows("**Hand 2**")
	f.waitUntilShown()
	for _, words := range f.cardsOf(1) {
		require.Contains(t, out.Message.Attachments[0].Description, words)
	}
	require.Equal(t, before, private("Bob"), "the bot sends a hand only on request")
}
