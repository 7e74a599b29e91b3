package bot_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/every"
)

var allGames = every.Game

// round opens a table with stacked decks for the given players and starts the game. The first player opens the table.
func round(t *testing.T, game string, people []string, stacked games.Stacked, options []world.Option,
	change ...func(*testBot, *sandbox.Options)) *testTable {
	t.Helper()
	f := newPokerBot(t, stacked.Decks, append([]func(*testBot, *sandbox.Options){func(n *testBot, _ *sandbox.Options) {
		n.config.Chance = func() games.Chance { return stackedHands{stacked, games.Seeded(11)} }
	}}, change...)...)
	f.gather(game, people, options...)
	return f
}

// gather opens a table, seats everyone and starts the game.
func (f *testTable) gather(game string, people []string, options ...world.Option) {
	f.t.Helper()
	require.Contains(f.t, f.slash(people[0], "play", world.Sub(game, options...)), "Your table is open")
	f.shows(people[0] + " sits down")
	f.waitUntilShown()
	for _, who := range people[1:] {
		f.move(who, "join")
	}
	f.move(people[0], "start")
}

// choose presses the cards with the given labels below a player's hand. It returns false if the cards have no buttons
// there.
func (f *testTable) choose(who string, own world.Message, verb, labels string) bool {
	f.t.Helper()
	isCard := func(b world.Component) bool { return strings.HasPrefix(b.CustomID, "ownpick:") }
	if verb != "set" || !slices.ContainsFunc(own.Buttons(), isCard) {
		return false
	}
	for label := range strings.FieldsSeq(strings.ToUpper(labels)) {
		own = f.pick(who, own, label)
	}
	return true
}

// requireNoMove calls act, which must not change the journal or the picture, and returns its result.
func (f *testTable) requireNoMove(act func() string) string {
	f.t.Helper()
	lines, alt := len(f.played()), f.waitUntilShown().Attachments[0].Description
	said := act()
	require.Len(f.t, f.played(), lines, said)
	require.Equal(f.t, alt, f.alt(), said)
	return said
}

// refuses requires that a move is refused both by slash command and by mention, that each refusal is one sentence,
// and that nothing changes.
func (f *testTable) refuses(who, words, want string) {
	f.t.Helper()
	said := f.requireNoMove(func() string { return f.refused(who, words) })
	requireShortSentence(f.t, said)
	require.Contains(f.t, said, want, words)
	f.later(6e9) // wait for replyEvery, so that the next typed move can get a reply
	typed := "<@" + f.waitUntilShown().Author.ID + "> " + words
	require.Equal(f.t, said, f.requireNoMove(func() string { f.say(who, typed); return f.newest(who) }))
}

func (f *testTable) restart() {
	f.t.Helper()
	before := f.waitUntilShown().Attachments[0].Description
	f.stop()
	f.start()
	f.shows("Back after")
	require.Equal(f.t, withoutNewCards(before), withoutNewCards(f.waitUntilShown().Attachments[0].Description))
}

func parseCards(t testing.TB, codes string) (list []cards.Card) {
	t.Helper()
	for code := range strings.FieldsSeq(codes) {
		c, ok := cards.Parse(code)
		require.True(t, ok, code)
		list = append(list, c)
	}
	return list
}
