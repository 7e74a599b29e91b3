package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/store"
)

// A night of at least 20 hands with four players. Required situations have stacked decks, and the rest is random.
// After every hand the accounts are audited, and the table's message must name every winner, share and odd chip.
func TestEveningOfPoker(t *testing.T) {
	gamestest.Long(t)
	gamestest.SkipUnderRace(t)
	people := []string{"Ann", "Bob", "Cid", "Dee"}
	f := sit(t, people, [][]cards.Card{
		dealt(t, 2, 1, 0, 1, 0),  // Bob and Dee tie
		dealt(t, 2, 0, 0, 0, 0),  // everyone folds
		dealt(t, 2, 0, 0, 0, 1),  // a side pot: Cid, who is all-in for the least, has a set
		dealt(t, 2, 1, 0, 0, 0),  // Bob loses his last chip
		dealt(t, 2, 0, 0, 0),     // without him
		dealt(t, 12, 3, 1, 1, 1), // all pass until twelve cards are in the centre
		dealt(t, 2, 1, 0, 0, 0),  // Eve comes late
		dealt(t, 2, 1, 0, 0, 0, 0),
	}, world.Opt("limit", 20))
	hand := func(play func()) {
		play()
		f.requireAudited()
	}

	hand(func() { // a tie with an odd chip
		f.moveAll("bet 1", "Bob")
		f.moveAll("call", "Cid", "Dee")
		require.Contains(t, f.move("Ann", "drop").Content, "Has anyone got a set? Bob, Cid and Dee")
		m := f.move("Bob", "show")
		require.Contains(t, m.Content,
			"**Bob and Dee share the pot of 3 chips**: 1 each, and the odd chip to Bob (fewest chips, and "+
				"first left of the dealer).")
		require.Contains(t, m.Content, "Cid has no set.")
		require.NotContains(t, m.Content, "Ann has", "dropped hands are never shown")
		require.Contains(t, f.pressWhy(),
			"In the running: Bob (one set), Cid (no set) and Dee (one set).\nMost sets: Bob "+
				"and Dee.\n3 can't be divided by 2: the odd chip to Bob")
		f.requireStacks(20, 21, 19, 20)
	})
	f.move("Dee", "next")

	hand(func() { // everyone folds
		f.move("Cid", "bet 2")
		f.moveAll("drop", "Dee", "Ann")
		m := f.move("Bob", "drop")
		require.Contains(t, m.Content, "Everyone else folded: **Cid takes the pot, 2 chips**.")
		require.NotContains(t, m.Content, "Cid has", "the last one left shows nothing")
		require.Contains(t, f.pressWhy(), "Everyone else folded, so it goes to Cid.")
		f.requireStacks(20, 21, 19, 20)
	})
	f.move("Ann", "next")

	hand(func() { // a side pot with an all-in
		require.Contains(t, f.move("Dee", "bet 20").Content, "Dee bets 20 and is all-in.")
		f.move("Ann", "drop")
		require.Contains(t, f.move("Bob", "raise 1").Content, "Bob raises by 1 to 21 and is all-in.")
		m := f.move("Cid", "call")
		require.Contains(t, m.Content, "Cid calls 19 and is all-in.")
		require.Contains(t, m.Content, "1 chip goes back to Bob: nobody could call it.")
		require.EqualValues(t, 59, f.pot())
		m = f.move("Cid", "show")
		require.Contains(t, m.Content, "**Cid wins the main pot of 57 chips** with one set.")
		require.Contains(t, m.Content, "**Dee and Bob share side pot 1 of 2 chips**: 1 each.")
		why := f.pressWhy()
		require.Contains(t,
			why,
			"**The main pot**, which everyone paid into: 57 chips.\nIn the running: Dee (no set), Bob ("+
				"no set) and Cid (one set).\nMost sets: Cid.")
		require.Contains(t,
			why,
			"**Side pot 1**, from the players with more chips: 2 chips.\nIn the running: Dee (no set) and Bob "+
				"(no set).\nNone of them has a set, so it's a tie: Dee and Bob.")
		require.Contains(t, m.Content, "Cid has one set: three solid purple diamonds with two striped red ",
			"the set that decided it")
		require.Contains(t, why, "Cid, the only set: ")
		require.Contains(t, f.alt(), " in hand, ")
		f.requireStacks(20, 2, 57, 1)
	})
	f.move("Bob", "next")

	hand(func() { // the last chip
		f.move("Ann", "bet 2")
		require.Contains(t, f.move("Bob", "call").Content, "Bob calls 2 and is all-in.")
		f.move("Cid", "call")
		f.move("Dee", "drop")
		require.Contains(t, f.move("Ann", "show").Content, "**Ann wins the pot of 6 chips** with one set.")
		f.requireStacks(24, 0, 55, 1)
	})
	f.move("Cid", "next")

	hand(func() { // a player without chips is not dealt in, and buys in again
		require.Contains(t, f.refused("Bob", "check"), "You're not in this hand")
		f.move("Cid", "bet 1")
		f.moveAll("drop", "Dee", "Ann")
		require.Contains(t, f.move("Bob", "buy").Content, "Bob buys in for 20 chips.")
		f.requireStacks(24, 20, 55, 1)
		require.EqualValues(t, 60, f.holding("Bob").Balance)
	})
	f.move("Cid", "next")

	hand(func() { // all pass, again and again
		f.move("Cid", "bet 1")
		f.moveAll("drop", "Dee", "Ann")
		f.move("Bob", "call")
		for centre := 3; centre <= 12; centre++ {
			require.Contains(t, f.move("Cid", "pass").Content, "Cid passes (1 of 2).")
			f.move("Bob", "pass")
			require.Len(t, f.game().View(games.Watcher).Areas[0].Cells, centre)
			f.moveAll("check", "Cid", "Bob")
		}
		require.Contains(t, f.move("Cid", "show").Content, "**Cid wins the pot of 2 chips** with 3 sets.")
		f.requireStacks(24, 19, 56, 1)
	})
	f.move("Ann", "next")

	hand(func() { // a late arrival
		f.move("Dee", "bet 1")
		require.Contains(t, f.move("Eve", "join").Content, eve+" buys in for 20 chips.")
		require.Contains(t, f.refused("Eve", "bet 1"), "You play from the next one")
		f.move("Ann", "call")
		f.moveAll("drop", "Bob", "Cid")
		require.Contains(t, f.move("Dee", "show").Content, "**Dee wins the pot of 2 chips** with one set.")
		f.requireStacks(23, 19, 56, 2, 20)
	})
	f.move("Eve", "next")

	hand(func() { // a player leaves during a hand, with chips in the pot
		f.move("Eve", "bet 2")
		f.moveAll("call", "Ann", "Bob")
		f.moveAll("drop", "Cid", "Dee")
		m := f.move("Bob", "leave")
		require.Contains(t, m.Content, "Bob leaves")
		require.NotContains(t, m.Content, "Sets already taken", "that is another game")
		require.EqualValues(t, 6, f.pot(), "what was bet stays in the pot")
		m = f.move("Eve", "show")
		require.Contains(t, m.Content, "**"+eve+" wins the pot of 6 chips** with one set.")
		require.Contains(t, m.Content, "Bob cashes out 17 chips.")
		require.EqualValues(t, 77, f.holding("Bob").Balance)
		f.requireStacks(21, 0, 56, 2, 24)
	})
	f.move("Bob", "join")
	f.move("Bob", "next")

	hand(func() { // the bot restarts with chips in the pot
		f.move("Ann", "bet 3")
		f.move("Bob", "call")
		before := f.alt()
		f.stop()
		f.start()
		f.shows("Back after")
		require.Equal(t, withoutNewCards(before), withoutNewCards(f.waitUntilShown().Attachments[0].Description))
		f.requireStacks(18, 17, 56, 2, 24)
		require.EqualValues(t, 6, f.pot())
		f.moveAll("drop", "Cid", "Dee", "Eve")
		f.untilOver(rand.New(rand.NewPCG(1, 2)))
	})

	source := rand.New(rand.NewPCG(3, 4))
	last := gamestest.Times(12, 22) // the last hand
	for n := 10; n <= last; n++ {
		hand(func() {
			for _, who := range append(people, "Eve") {
				if f.stack(who) == 0 {
					f.move(who, "buy")
				}
			}
			require.Contains(t, f.move("Ann", "next").Content, fmt.Sprintf("**Hand %d**", n))
			f.untilOver(source)
		})
	}
	for _, door := range []string{"typed", "mention", "reply", "button", "own button", "slash"} {
		require.Greater(t, f.used[door], last-2, "moves by %s: %v", door, f.used)
	}
	require.Contains(t, f.slash("Bob", "chips", world.Sub("audit")), "No chip is missing")
	m := f.move("Ann", "end")
	require.Contains(t, m.Content, "The table is closed.")
	f.requireStacks(0, 0, 0, 0, 0)
	f.requireAudited()
}

const eve = "Ève 林 🎲"

// requireStacks requires the stacks of Ann, Bob, Cid, Dee and Eve.
func (f *testTable) requireStacks(want ...games.Chips) {
	f.t.Helper()
	got := make([]games.Chips, len(want))
	for i := range want {
		got[i] = f.stack([]string{"Ann", "Bob", "Cid", "Dee", "Eve"}[i])
	}
	require.Equal(f.t, want, got)
}

// refused makes a move by slash command that must be refused, and returns the answer.
func (f *testTable) refused(who, words string) string {
	f.t.Helper()
	before := len(f.played())
	verb, amount, _ := strings.Cut(words, " ")
	var options []world.Option
	if amount != "" {
		options = append(options, world.Opt("words", amount))
	}
	text := f.slash(who, verb, options...)
	require.Len(f.t, f.played(), before)
	return text
}

// game replays the game from the journal.
func (f *testTable) game() games.Game {
	f.t.Helper()
	row, lines, err := f.books.Export(f.ctx(), f.table)
	require.NoError(f.t, err)
	return replayed(f.t, row, lines, f.config.Games...)
}

func replayed(t testing.TB, row store.Table, lines []store.Line, kinds ...games.Kind) games.Game {
	said := make([]games.Line, len(lines))
	for i, l := range lines {
		said[i] = games.Line{At: l.At, Seat: l.Seat, Words: l.Words}
	}
	if kinds == nil {
		kinds = allGames
	}
	i := slices.IndexFunc(kinds, func(r games.Kind) bool { return r.Name() == row.Game })
	require.GreaterOrEqual(t, i, 0, row.Game)
	course, err := games.ReplayLines(kinds[i], row.Options, said)
	require.NoError(t, err)
	return course.Game
}

// untilOver plays a hand to its end with random legal moves, and checks what the table says about it.
func (f *testTable) untilOver(source *rand.Rand) {
	f.t.Helper()
	var m world.Message
	for {
		g := f.game()
		v := g.View(games.Watcher)
		if len(v.Pots) > 0 {
			f.requireNames(m.Content, v.Pots)
			return
		}
		who, words := f.randomMove(g, source)
		m = f.move(who, words)
	}
}

var seats = map[games.Seat]string{1: "Ann", 2: "Bob", 3: "Cid", 4: "Dee", 5: "Eve"}

// randomMove returns a legal move: a show if there is one.
func (f *testTable) randomMove(g games.Game, source *rand.Rand) (who, words string) {
	var moves [][2]string
	for seat := games.Seat(1); seat <= 5; seat++ {
		for _, o := range g.View(seat).Offers {
			switch {
			case o.Words == "show":
				return seats[seat], o.Words
			case o.Words == "leave" || o.Words == "join" || o.Words == "buy" ||
				strings.HasPrefix(o.Words, "always ") || o.Words == "drop" && source.IntN(4) > 0:
			case o.Takes == games.Amount:
				moves = append(moves, [2]string{
					seats[seat], fmt.Sprint(o.Words, " ", int64(o.Min)+source.Int64N(int64(min(3, o.Max))))})
			default:
				moves = append(moves, [2]string{seats[seat], o.Words})
			}
		}
	}
	require.NotEmpty(f.t, moves, "a hand hangs:\n%s", g.View(games.Watcher))
	m := moves[source.IntN(len(moves))]
	return m[0], m[1]
}

// requireNames requires that the message names every winner, share, pot and odd chip.
func (f *testTable) requireNames(text string, pots []games.PotShare) {
	f.t.Helper()
	name := map[games.Seat]string{1: "Ann", 2: "Bob", 3: "Cid", 4: "Dee", 5: eve}
	why := f.pressWhy()
	for i, p := range pots {
		what := "the pot"
		if len(pots) > 1 {
			what = "the main pot"
			if i > 0 {
				what = fmt.Sprint("side pot ", i)
			}
		}
		if p.Amount == 0 {
			require.Contains(f.t, text, "obody had bet")
			continue
		}
		require.Regexp(f.t, fmt.Sprintf("%s(,| of) %d chip", what, p.Amount), text)
		require.Contains(f.t, strings.ToLower(why), what)
		for _, s := range p.Winners {
			require.Contains(f.t, text, name[s])
			require.Contains(f.t, why, name[s])
		}
		if len(p.Winners) > 1 {
			require.Contains(f.t, text, fmt.Sprintf(": %d each", p.Share))
		}
		if p.Odd > 0 {
			require.Contains(f.t, text, "odd chip")
			require.Contains(f.t, why, "can't be divided")
		}
	}
}
