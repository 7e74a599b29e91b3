package poker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/games/poker"
)

// Players may type a move in several ways (behaviour, Moves 2).
func TestMoves(t *testing.T) {
	for typed, want := range map[string]string{
		"check": "check", " CHECK ": "check", "bet 2": "bet 2", "Bet  2,": "bet 2", "call": "call",
		"raise 3": "raise 3",
		"drop":    "drop", "fold": "drop", "Fold": "drop", "show": "show", "pass": "pass", "next": "next",
		"buy": "buy", "buy 12": "buy 12",
		"join": "join", "leave": "leave", "start": "start", "end": "end", "": "",
		"deal 2SRD 1TGQ":         "deal 2SRD 1TGQ",
		"bet 999999999999999999": "bet 999999999999999999", "bet\u00a02": "bet 2", "bet 2\u00a0": "bet 2",
		"bet\n2": "bet 2", "ｂｅｔ ２": "bet 2", "`bet 2`": "bet 2", "> bet 2": "bet 2", "Bet: 2!": "bet 2",
		"check 👍🏽": "check",
	} {
		move, ok := poker.Rules{}.Parse(typed)
		require.True(t, ok, "%q", typed)
		require.Equal(t, want, move.String())
		require.IsNotType(t, poker.BadAmount{}, move)
	}
}

// The game refuses an invalid amount, or an amount followed by other words, with a single sentence.
func TestInvalidAmounts(t *testing.T) {
	game := gameAfterLines(t, nil, "P join", "Q join", "P start")
	for _, amount := range []string{
		"0", "-1", "+2", "1e3", "0x2", "2.5", "99999999999999999999", "all", "00", "02", "２.５",
		"2 chips", "all in", "2 2", "2,5", "1,000", "-1 chips", "",
	} {
		for _, verb := range []string{"bet", "raise", "buy"} {
			words := strings.TrimSpace(verb + " " + amount)
			move, ok := poker.Rules{}.Parse(words)
			require.True(t, ok, "%q", words)
			if words == "buy" {
				continue
			}
			require.IsType(t, poker.BadAmount{}, move, words)
			for _, seat := range []games.Seat{1, 2} {
				_, err := game.Apply(games.Action{At: gamestest.Evening, Seat: seat, Move: move})
				most := map[string]string{"bet": "3", "raise": "3", "buy": "20"}[verb]
				require.EqualError(t, err, `poker.amounts like="`+verb+` 2" most=`+most)
				require.IsType(t, games.Illegal{}, err)
			}
			_, err := game.Apply(games.Action{At: gamestest.Evening, Seat: 3, Move: move})
			require.EqualError(t, err, "games.join_first")
		}
	}
}

// All other messages are talk (behaviour, Moves 3).
func TestTalk(t *testing.T) {
	gamestest.Talk(t, poker.Rules{},
		"call me later", "check this out", "show me the money", "raise hell", "raise your hands", "bet you do",
		"I bet 2", "pass the salt",
		"drop it", "next please", "buy milk", "buy milk and 2 eggs", "bet 5 people come tonight", "call 2",
		"call 911", "check 1 2", "show 3",
		"all in", "all", "bet it all", "bets 2", "bet2", "raise the stakes", "folded", "set a b c", "none",
		"bet \u200b2", "bet 2\u200b", "bet ٣", "bet ½", "bet 2²", "bet 2x", "bet x2",
		"bet 1_0", "bet 5 euros", "bet 10pm", "buy 2 beers", "raise 2 kids",
		"\u202ebet 2", "bet 2\nbet 3", "bеt 2", "/bet 2", "bet 2?",
		"bet 2 chips please", "deal me in", "bet me 2", "bet 2 3 4",
		"bet "+strings.Repeat("9", 500), "bet ٣"+strings.Repeat("٣", 60), strings.Repeat("x", 2000), " ",
		",", "bet \xff2",
	)
}

func TestStacksAreChecked(t *testing.T) {
	for _, bad := range []string{"", "1,", "1,x", "-1", "1000001", "1 2"} {
		_, err := poker.Rules{}.Open(games.Options{"stacks": bad})
		require.IsType(t, games.Illegal{}, err, bad)
	}
	chosen := games.Options{"stacks": "4,1000000,0", "limit": "5"}
	_, err := poker.Rules{}.Open(chosen)
	require.NoError(t, err)
	require.Equal(t, games.Options{"stacks": "4,1000000,0", "limit": "5"}, chosen,
		"Open must not change the given map")
}

// gameAfterLines returns a table after the given lines, which are a second apart. Owed cards are dealt in ascending
// order.
func gameAfterLines(t testing.TB, o games.Options, lines ...string) games.Game {
	t.Helper()
	return gamestest.GameAfterDealing(t, poker.Rules{}, o, lines...)
}

// Cards are dealt in ascending order, so no one has a set at first.
func TestOffers(t *testing.T) {
	empty := gameAfterLines(t, nil)
	require.Equal(t, "join", gamestest.Offers(empty, games.Watcher))
	one := gameAfterLines(t, nil, "P join")
	require.Equal(t, "house easy, house steady, house sharp, leave", gamestest.Offers(one, 1))
	two := gameAfterLines(t, nil, "P join", "Q join")
	require.Equal(t, "start, leave", gamestest.Offers(two, 1))
	require.Equal(t, "start, join, leave", gamestest.Offers(two, games.Watcher))

	first := gameAfterLines(t, nil, "P join", "Q join", "P start")
	require.Equal(t, "check, bet 1-3, drop, always pass, leave", gamestest.Offers(first, 2))
	require.Equal(t, "always pass, leave", gamestest.Offers(first, 1))
	require.Equal(t, "check, bet 1-3, drop, join, leave", gamestest.Offers(first, games.Watcher))
	require.Equal(t, "join", gamestest.Offers(first, 3))

	bet := gameAfterLines(t, games.Options{"stacks": "4,9"}, "P join", "Q join", "P start", "Q bet 2")
	require.Equal(t, "call, raise 1-2, drop, always pass, leave", gamestest.Offers(bet, 1))
	require.Equal(t, games.Chips(2), bet.View(1).Offers[0].Max, "the price of the call")
	short := gameAfterLines(t, games.Options{"stacks": "1,9"}, "P join", "Q join", "P start", "Q bet 2")
	require.Equal(t, "call, drop, always pass, leave", gamestest.Offers(short, 1))
	require.Equal(t, games.Chips(1), short.View(1).Offers[0].Max)
	must := gameAfterLines(t, games.Options{"stacks": "1,9", "short": "drop"}, "P join", "Q join", "P start", "Q bet 2")
	require.Equal(t, "drop, always pass, leave", gamestest.Offers(must, 1))
	can := gameAfterLines(t, games.Options{"stacks": "2,9", "short": "drop"}, "P join", "Q join", "P start", "Q bet 2")
	require.Equal(t, "call, drop, always pass, leave", gamestest.Offers(can, 1))

	open := games.Options{"show_needs_set": "false"}
	asked := gameAfterLines(t, open, "P join", "Q join", "P start", "Q check", "P check")
	require.Equal(t, "show, pass, always pass, leave", gamestest.Offers(asked, 1))
	require.Equal(t, "show, pass, join, leave", gamestest.Offers(asked, games.Watcher))

	over := gameAfterLines(t, open, "P join", "Q join", "P start", "Q check", "P check", "P show")
	require.Equal(t, "next, always pass, leave", gamestest.Offers(over, 1))
	broke := gameAfterLines(t, games.Options{"stacks": "0,9,9"}, "P join", "Q join", "R join", "Q start")
	require.Equal(t, "buy, buy 1-20, always pass, leave", gamestest.Offers(broke, 1))
	require.Contains(t, gamestest.Offers(broke, games.Watcher), "buy, buy 1-20")

	closed := gameAfterLines(t, nil, "P join", "Q join", "P start", "dealer end")
	require.Empty(t, gamestest.Offers(closed, 1))
	require.Empty(t, gamestest.Offers(closed, games.Watcher))
}

// The named amounts "half the pot" and "the pot" refer to the pot after the player has paid a call. The amount "all" is
// the player's whole stack.
func TestAmountsWithNames(t *testing.T) {
	marks := func(g games.Game, verb string) (list []string) {
		for _, o := range g.View(g.View(games.Watcher).Turn).Offers {
			for _, m := range o.Marks {
				require.Equal(t, verb, o.Words)
				list = append(list, fmt.Sprintf("%s %d", strings.TrimPrefix(m.Name.Key, "poker.mark."), m.N))
			}
		}
		return list
	}
	o := games.Options{"stacks": "30,30", "limit": "100", "ante": "2"}
	first := []string{"P join", "Q join", "P start"}
	require.Equal(t, []string{"half 2", "pot 4", "all 28"}, marks(gameAfterLines(t, o, first...), "bet"))
	raised := gameAfterLines(t, o, append(first, "Q bet 5")...)
	require.Equal(t, []string{"half 7", "pot 14", "all 23"}, marks(raised, "raise"), "4 of antes, 5 bet, 5 owed")
	require.Equal(t, []string{"half 2"},
		marks(gameAfterLines(t, games.Options{"limit": "3", "ante": "2", "stacks": "30,30"}, first...), "bet"))
	require.Equal(t, []string{"half 2", "all 3"},
		marks(gameAfterLines(t, games.Options{"limit": "3", "ante": "2", "stacks": "30,5"}, first...), "bet"))
}

// A watcher always sees the offer to show, even if no one has a set. The refusal is private, and so are a player's own
// offers.
func TestShowWithoutASetIsRefusedInPrivate(t *testing.T) {
	deal, _ := poker.Rules{}.Parse("deal 1SRD 1SRQ 1SGD 2TRD 3NPQ 2SGQ")
	two := gameAfterLines(t, nil, "P join", "Q join")
	step, err := two.Apply(games.Action{At: gamestest.Evening, Seat: 1, Move: games.Start{}})
	require.NoError(t, err)
	step, err = step.Game.Apply(games.Action{At: gamestest.Evening, Seat: games.Dealer, Move: deal})
	require.NoError(t, err)
	for _, seat := range []games.Seat{2, 1} {
		step, err = step.Game.Apply(games.Action{At: gamestest.Evening, Seat: seat, Move: poker.Check{}})
		require.NoError(t, err)
	}
	require.Equal(t, "pass, always pass, leave", gamestest.Offers(step.Game, 1))
	require.Equal(t, "show, pass, join, leave", gamestest.Offers(step.Game, games.Watcher))
	_, err = step.Game.Apply(games.Action{At: gamestest.Evening, Seat: 1, Move: poker.Show{}})
	require.IsType(t, games.Illegal{}, err)
}

// While cards are owed, the game refuses all other moves, but the table can be closed.
func TestNothingIsPlayedWhileCardsAreOwed(t *testing.T) {
	two := gameAfterLines(t, nil, "P join", "Q join")
	step, err := two.Apply(games.Action{At: gamestest.Evening, Seat: 1, Move: games.Start{}})
	require.NoError(t, err)
	require.Empty(t, gamestest.Offers(step.Game, 1))
	require.True(t, step.Game.Deadline().IsZero())
	for _, words := range []string{"join", "leave", "check", "buy", "next", "pass"} {
		move, _ := poker.Rules{}.Parse(words)
		_, err := step.Game.Apply(games.Action{At: gamestest.Evening, Seat: 1, Move: move})
		require.EqualError(t, err, "games.cards_coming")
	}
	for _, wrong := range []string{
		"deal 1SRD", "deal 1SRD 1SRQ 1SRV 1SGD 1SGQ AS", "deal 1SRD 1SRD 1SRV 1SGD 1SGQ 1SGV"} {
		move, _ := poker.Rules{}.Parse(wrong)
		_, err := step.Game.Apply(games.Action{At: gamestest.Evening, Seat: games.Dealer, Move: move})
		require.Error(t, err, wrong)
	}
	_, err = step.Game.Apply(games.Action{At: gamestest.Evening, Seat: games.Dealer, Move: games.End{}})
	require.NoError(t, err)
}

// An ante is reported only if it took all of a player's chips.
func TestAnteOfTheLastChipsIsReported(t *testing.T) {
	game := gameAfterLines(t, games.Options{"stacks": "9,3", "ante": "3"}, "P join", "Q join")
	step, err := game.Apply(games.Action{At: gamestest.Evening, Seat: 1, Move: games.Start{}})
	require.NoError(t, err)
	move, _ := poker.Rules{}.Parse("deal 1SRD 1SRQ 1SRV 1SGD 1SGQ 1SGV")
	step, err = step.Game.Apply(games.Action{At: gamestest.Evening, Seat: games.Dealer, Move: move})
	require.NoError(t, err)
	var told []any
	for _, e := range step.Events {
		if said := e.Say(); said.Key == "poker.last_ante" {
			told = append(told, said.Args["who"])
		}
	}
	require.Equal(t, []any{games.Seat(2)}, told)
}

// The view of a shared pot contains everything needed to explain the result.
func TestPotExplainsItsShares(t *testing.T) {
	stacks := games.Options{"stacks": "9,20,20", "show_needs_set": "false"}
	game := gameAfterLines(t, stacks, "P join", "Q join", "R join", "P start", "Q bet 1", "R drop", "P call", "P show")
	v := game.View(games.Watcher)
	require.Len(t, v.Pots, 1)
	require.Equal(t, games.PotShare{
		Amount: 2, Eligible: []games.Seat{2, 1}, Sets: []int{0, 0}, Winners: []games.Seat{2, 1}, Share: 1,
		Won: games.NoSets,
	}, v.Pots[0])
	v.Pots[0].Amount = 99
	require.Equal(t, games.Chips(2), game.View(games.Watcher).Pots[0].Amount, "changing a view must not change the game")
}
