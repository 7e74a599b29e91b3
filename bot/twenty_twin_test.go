package bot_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox"
	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
)

// Positions in the deck of the players' cards and of the table's cards in the twin runs of 20/20. Each player is dealt
// six cards, one at a time from the dealer's left. Then come the cards for the table and those that players draw.
var (
	bobsPlaces = []int{0, 3, 6, 9, 12, 15, 24, 27}
	cidsPlaces = []int{1, 4, 7, 10, 13, 16, 28}
	annsPlaces = []int{2, 5, 8, 11, 14, 17, 35}
	openPlaces = []int{18, 19, 20, 21, 22, 23, 25, 26, 29, 30, 31, 32, 33, 34}
)

// twinDeck reports whether a deck is suitable for the twin runs: Ann's card 1 must form a set with A and B, but Bob's
// cards 1 2 3 must not form one, and neither must Cid's cards 1 2 with the new A.
func twinDeck(deck []cards.Card) bool {
	return cards.IsSet(deck[2], deck[18], deck[19]) && !cards.IsSet(deck[0], deck[3], deck[6]) &&
		!cards.IsSet(deck[1], deck[4], deck[25])
}

// If two runs of 20/20 consist of the same moves but the hands of Bob and Cid and the undealt cards differ,
// everything public and everything that Ann receives must be identical byte for byte.
func TestPersonalCardsDoNotLeak(t *testing.T) {
	gamestest.SkipUnderRace(t)
	var deck, other []cards.Card
	for seed := uint64(0); deck == nil || other == nil; seed++ {
		require.Less(t, seed, uint64(1_000_000))
		source := rand.New(rand.NewPCG(seed, 20))
		if deck == nil {
			all := cards.SETPack().Cards()
			source.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			if twinDeck(all) {
				deck = all
			}
			continue
		}
		all := slices.Clone(deck)
		var free []int
		for i := range all {
			if !slices.Contains(annsPlaces, i) && !slices.Contains(openPlaces, i) {
				free = append(free, i)
			}
		}
		source.Shuffle(len(free), func(i, j int) { all[free[i]], all[free[j]] = all[free[j]], all[free[i]] })
		apart := !slices.ContainsFunc(slices.Concat(bobsPlaces, cidsPlaces),
			func(i int) bool { return all[i] == deck[i] })
		if named := slices.Index(all, deck[cidsPlaces[2]]); apart && twinDeck(all) &&
			!slices.Contains(bobsPlaces, named) {
			other = all
		}
	}
	one, two := &twin{}, &twin{}
	t.Run("nights", func(t *testing.T) {
		t.Run("one", func(t *testing.T) { one.twenty(t, deck, deck[cidsPlaces[2]]) })
		t.Run("two", func(t *testing.T) { two.twenty(t, other, deck[cidsPlaces[2]]) })
	})
	require.Empty(t, cmp.Diff(one.public(), two.public()))
	require.Empty(t, cmp.Diff(one.pictures, two.pictures), "a picture differs between the runs")
	require.Empty(t, cmp.Diff(one.logged, two.logged))
	for _, who := range []string{"Ann", "Eve"} {
		require.Equal(t, one.own[who], two.own[who], "%s must see the same cards in both runs", who)
	}
	for _, who := range []string{"Bob", "Cid"} {
		require.NotEqual(t, one.own[who], two.own[who], "%s has the same cards in both runs, so the test compares nothing", who)
	}
	require.Len(t, one.pictures, 11)
	require.Greater(t, len(one.public()), 60)
	for _, w := range []*twin{one, two} {
		w.requireSeenQuotes(t)
		for _, line := range slices.Concat(w.logged, w.public()) {
			for _, c := range w.hidden {
				require.NotContains(t, line, c.String())
				require.NotContains(t, line, ": "+inEnglish.Card(c))
				require.NotContains(t, line, ": "+inEnglish.Brief(c))
			}
		}
	}
}

func withoutDurations(text string) string { return elapsed.ReplaceAllString(text, "# s") }

var elapsed = regexp.MustCompile(`\b\d+\.\d s\b`)

// twenty plays the script of a twin run. The script contains claims, penalties, draws, a sweep and a player who
// leaves, with moves made in every possible way. named is a card that Bob doesn't hold in either run.
func (w *twin) twenty(t *testing.T, deck []cards.Card, named cards.Card) {
	w.own = map[string]string{}
	for _, i := range slices.Concat(bobsPlaces, cidsPlaces) {
		if deck[i] != named {
			w.hidden = append(w.hidden, deck[i])
		}
	}
	people := []string{"Ann", "Bob", "Cid"}
	f := round(t, "twenty", people,
		games.Stacked{Decks: [][]cards.Card{deck}, Shuffles: [][]cards.Card{deck[35:]}}, noPause,
		func(_ *testBot, o *sandbox.Options) { o.Watch = w.watch })
	step := func(door int, who, words string) {
		t.Helper()
		w.step(t, f, people, door, who, words)
	}
	suggested := func(who, words string) {
		t.Helper()
		choices, err := f.sb.Complete(f.ctx(), who, f.channel, "set", typing(words))
		require.NoError(t, err)
		for _, c := range choices {
			w.own[who] += fmt.Sprint(c.Name, c.Value)
		}
	}
	everybody := func() {
		for _, who := range people {
			w.private(t, f, who)
			suggested(who, "a ")
		}
		suggested("Eve", "a ")
	}
	w.look(t, f)
	everybody()
	step(2, "Bob", "draw")
	step(5, "Ann", "set a b 1")
	step(5, "Bob", "set 1 2 3")
	step(0, "Cid", "set a 1 2")
	everybody()
	require.Equal(t, "Neither on the table nor in your hand: "+inEnglish.Card(named)+".",
		f.slash("Bob", "set", world.Opt("words", "a b "+named.String())))
	step(3, "Ann", "none")
	step(3, "Bob", "none")
	step(2, "Cid", "none")
	f.shows("Nobody sees a set")
	step(3, "Cid", "leave")
	step(2, "Ann", "draw")
	everybody()
	require.Contains(t, f.slash("Bob", "help"), "20/20 SET")
	old := f.waitUntilShown()
	require.Contains(t, f.slash("Eve", "table"), "In the picture, ")
	f.wait("the table in a new message", func() bool { return f.waitUntilShown().ID != old.ID })
	step(0, "Ann", "end")
	f.stop()
	w.logged = logLines(f.log.String())
	for i, p := range w.pictures {
		w.pictures[i] = withoutDurations(p)
	}
	for i, line := range w.wire {
		// Discord shows suggestions only to the user who is typing.
		if strings.Contains(line, `"choices"`) && strings.Contains(line, "/callback") {
			line = ""
		}
		w.wire[i] = withoutDurations(line)
	}
}
