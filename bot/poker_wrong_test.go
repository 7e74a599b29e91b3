package bot_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/store"
)

// requireUnchanged tries a move that must be refused, and checks that the journal, the chips and the picture didn't
// change.
func (f *testTable) requireUnchanged(what func() string) string {
	f.t.Helper()
	lines, alt := len(f.played()), f.alt()
	var before, after [4]store.Holding
	for i, who := range fourPlayers {
		before[i] = f.holding(who)
	}
	said := what()
	for i, who := range fourPlayers {
		after[i] = f.holding(who)
	}
	require.Len(f.t, f.played(), lines, said)
	require.Equal(f.t, before, after, said)
	require.Equal(f.t, alt, f.alt(), said)
	return said
}

// requireShortSentence requires that a text consists of one or two short sentences, which should say what is wrong
// and what to do.
func requireShortSentence(t testing.TB, text string) {
	t.Helper()
	require.NotEmpty(t, text)
	require.NotContains(t, text, "\n")
	require.Regexp(t, `^[^.!?]+(: [^.!?]+)?[.!]( [^.!?]+[.!])?$`,
		strings.NewReplacer("`/", "`", "2.5", "", "…", "").Replace(text))
}

func (f *testTable) formOf(who, verb, words string) string {
	f.t.Helper()
	m := f.waitUntilShown()
	return f.pressFor(who, m, verb, words)
}

// Invalid amounts (0, -1, +2, 1e3, 0x2, 2.5, 99999999999999999999, all) and extra words after an amount are refused
// with one sentence, in each of the four ways to move.
func TestInvalidAmounts(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := sit(t, fourPlayers, [][]cards.Card{deckWithSets(t, 2, 0, 0, 0, 0)})
	f.waitUntilShown()
	bot := f.waitUntilShown().Author.ID
	for _, amount := range []string{"0", "-1", "+2", "1e3", "0x2", "2.5", "99999999999999999999", "all",
		"2 chips", "2 2", "02"} {
		t.Run(amount, func(t *testing.T) {
			f.later(6e9) // wait for replyEvery, so that the bot replies again
			for door, ask := range map[string]func() string{
				"typed": func() string { f.say("Bob", "bet "+amount); return f.newest("Bob") },
				"slash": func() string { return f.slash("Bob", "bet", world.Opt("words", amount)) },
				"form":  func() string { return f.formOf("Bob", "bet", amount) },
			} {
				said, _, _ := strings.Cut(f.requireUnchanged(ask), "\nYour cards ") // the answer to the form also shows the hand
				requireShortSentence(t, said)
				require.Contains(t, said, "from 1 to 3", door)
			}
			f.later(6e9)
			said := f.requireUnchanged(func() string { f.say("Bob", "<@"+bot+"> bet "+amount); return f.newest("Bob") })
			require.Contains(t, said, "from 1 to 3")
		})
	}
	for _, talk := range []string{"bet you can't", "call me later", "check this out", "raise hell", "bet",
		"i bet 2", "bet two", "pass the salt", "show me", "drop by", "all"} {
		f.say("Cid", talk)
	}
	f.move("Bob", "bet 2")
	require.Equal(t, "bet 2", f.lastWords())
	for _, m := range f.sb.Messages(f.channel, "Cid") {
		require.False(t, m.ReferencedMessage != nil && m.Author.Bot &&
			m.ReferencedMessage.Author.Username == "cid" && m.ReferencedMessage.Content != "bet",
			"talk was answered: %s", m.Content)
	}
	f.requireAudited()
}

// newest waits for the bot's reply to the last message of a user.
func (f *testTable) newest(who string) string {
	f.t.Helper()
	all := f.sb.Messages(f.channel, who)
	mine := ""
	for _, m := range all {
		if !m.Author.Bot && m.Author.ID == f.sb.User(who).ID {
			mine = m.ID
		}
	}
	m, err := f.sb.Await(f.ctx(), f.channel, who, func(m world.Message) bool {
		return m.Author.Bot && m.MessageReference != nil && m.MessageReference.MessageID == mine
	})
	require.NoError(f.t, err, "an answer to %s", mine)
	return m.Content
}

// Moves that are out of turn, bet too much, come from bystanders or belong to another phase change nothing, and the
// player is told why in private.
func TestIllegalMoves(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := sit(t, fourPlayers, [][]cards.Card{deckWithSets(t, 2, 1, 0, 0, 0)})
	refuse := func(who, words, want string) {
		t.Helper()
		said := f.requireUnchanged(func() string { return f.refused(who, words) })
		requireShortSentence(t, said)
		require.Contains(t, said, want)
	}
	refuse("Ann", "check", "It's Bob's turn, not yours.")
	refuse("Bob", "bet 4", "The limit at this table is 3 chips")
	refuse("Bob", "call", "There's nothing to call")
	refuse("Bob", "show", "Everyone is asked")
	refuse("Bob", "next", "This hand isn't over yet")
	refuse("Bob", "buy 5", "You're in this hand")
	f.move("Bob", "bet 2")
	refuse("Cid", "check", "call 2 chips, raise or fold")
	refuse("Cid", "bet 1", "There's already a bet")
	refuse("Cid", "raise 4", "The limit at this table is 3 chips")
	refuse("Bob", "raise 1", "not yours")
	f.requireUnchanged(func() string {
		said := f.refused("Eve", "bet 2")
		require.Equal(t, "You aren't at this table yet. Press Join or use `/join`.", said)
		for _, verb := range []string{"call", "drop"} {
			require.Contains(t, f.pressFor("Eve", f.waitUntilShown(), verb, ""), "You aren't at this table")
			require.Contains(t, f.pressFor("Ann", f.waitUntilShown(), verb, ""), "It's Cid's turn", "the button is for another player")
		}
		press := f.press("Ann", "form:")
		require.Contains(t, f.answer(press), "You can't do that right now",
			"the form must not open")
		return ""
	})
	f.moveAll("drop", "Cid", "Dee", "Ann")
	refuse("Bob", "check", "The hand is over")
	refuse("Bob", "buy", "You can buy in when your stack is empty")
	f.requireAudited()
}

// A press below an outdated picture plays nothing, because the move might cost more by now.
func TestOutdatedButtonsAndFormsPlayNothing(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := sit(t, fourPlayers, [][]cards.Card{deckWithSets(t, 2, 1, 0, 0, 0)})
	f.move("Bob", "bet 2")
	old := f.waitUntilShown()
	own := f.hand("Cid")
	call := func(m world.Message) string {
		for _, b := range m.Buttons() {
			if strings.HasSuffix(b.CustomID, ":call") {
				require.Equal(t, "Call 2", b.Label)
				return b.CustomID
			}
		}
		require.Fail(t, "no button to call")
		return ""
	}
	opened := func(who, verb string) string {
		for _, b := range f.waitUntilShown().Buttons() {
			if strings.HasPrefix(b.CustomID, "form:") && strings.HasSuffix(b.CustomID, ":"+verb) {
				press, err := f.sb.Click(who, f.channel, f.waitUntilShown().ID, b.CustomID)
				require.NoError(t, err)
				press, out := f.typeIt(who, press)
				require.NotNil(t, out.Form)
				return press
			}
		}
		require.Fail(t, "no form was opened", verb)
		return ""
	}
	form := opened("Cid", "raise")
	f.move("Cid", "call")
	f.move("Dee", "raise 3")
	for _, press := range []func() (string, error){
		func() (string, error) { return f.sb.Forge("Ann", f.channel, f.waitUntilShown().ID, call(old)) },
		func() (string, error) { return f.sb.Forge("Cid", f.channel, own.ID, call(own)) },
	} {
		said := f.requireUnchanged(func() string { id, err := press(); require.NoError(t, err); return f.answer(id) })
		require.Contains(t, said, "Too late, the table has changed", "the old button says 2, but a call now costs 5")
	}
	f.moveAll("call", "Ann", "Bob")
	// It is Cid's turn again, but Cid opened the form in an earlier turn.
	said := f.requireUnchanged(func() string {
		id, err := f.sb.Submit("Cid", form, map[string]string{"words": "1"})
		require.NoError(t, err)
		return f.answer(id)
	})
	require.Contains(t, said, "Too late, the table has changed")
	form = opened("Cid", "raise")
	f.move("Cid", "call")
	f.moveAll("pass", "Bob", "Cid", "Dee", "Ann")
	f.move("Bob", "bet 1")
	said = f.requireUnchanged(func() string {
		id, err := f.sb.Submit("Cid", form, map[string]string{"words": "1"})
		require.NoError(t, err)
		return f.answer(id)
	})
	require.Contains(t, said, "Too late, the table has changed", "the hand moved on before the form was submitted")
	f.requireAudited()
}

// A double click plays a move only once. The second press costs nothing, and its answer says that the move was
// already played.
func TestDoubleClickPaysOnce(t *testing.T) {
	f := sit(t, []string{"Ann", "Bob"}, [][]cards.Card{deckWithSets(t, 2, 1, 0)})
	f.move("Bob", "bet 2")
	one, two := f.clickTogether("Ann", "Ann", ":call")
	require.NotContains(t, f.answer(one), "Too late, the table has changed")
	require.Contains(t, f.answer(two), "Too late, the table has changed")
	f.shows("Has anyone got a set?")
	f.requireStacks(18, 18)
	f.sb.Duplicate(1)
	f.say("Ann", "pass")
	f.wait("the pass", func() bool { return strings.HasSuffix(f.lastWords(), "pass") })
	f.move("Bob", "show")
	f.requireStacks(18, 22)
	f.sb.Duplicate(1)
	f.say("Ann", "next")
	f.wait("hand 2", func() bool { return strings.HasPrefix(f.lastWords(), "deal") })
	f.move("Ann", "bet 1")
	f.requireAudited()
}
