package bot_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/world"
	"settable/games/cards"
	"settable/games/gamestest"
	"settable/store"
)

func (f *testTable) chips(who, sub string, options ...world.Option) string {
	f.t.Helper()
	return f.slash(who, "chips", world.Sub(sub, options...))
}

// A player gets the starting grant once, when they first use chips in any way.
func TestStartingGrantIsPaidOnce(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := newPokerBot(t, nil)
	require.Equal(t, "You have **100 chips**. Chips are play money: you can't buy them or cash them in.",
		f.chips("Ann", "balance"))
	require.Contains(t, f.chips("Ann", "balance", world.Opt("member", f.sb.User("Bob").ID)),
		"Bob has **0 chips**", "looking at another player's chips must not grant any")
	for range 2 {
		require.Contains(t, f.chips("Ann", "balance"), "**100 chips**")
		require.Contains(t, f.chips("Ann", "history"), "**+100** · Starting chips · balance 100")
	}
	f.play("Bob", world.Opt("stack", 30))
	require.Equal(t, store.Holding{Balance: 70, OnTables: 30}, f.holding("Bob"), "a buy-in counts as a use of chips")
	require.Equal(t,
		"You have **70 chips** and 30 more on tables. Chips are play money: you can't buy them or cash them in.",
		f.chips("Bob", "balance"))
	f.stop()
	f.start()
	require.Contains(t, f.chips("Bob", "balance"), "**70 chips** and 30 more on tables",
		"the chips survive a restart")
	f.requireAudited()
}

// A player who has run out of chips gets a top-up once a day. Chips that they have on tables count too.
func TestDailyTopUp(t *testing.T) {
	f := newPokerBot(t, [][]cards.Card{deckWithSets(t, 2, 1, 0)})
	require.Equal(t, "You have enough chips. The top-up is for players with fewer than 20 chips, counting chips on tables.",
		f.chips("Bob", "daily"))
	f.play("Ann", world.Opt("stack", 95), world.Opt("limit", 95))
	f.move("Bob", "join")
	require.Contains(t, f.chips("Bob", "daily"), "counting chips on tables",
		"5 in the balance and 95 at the table are not broke")
	f.move("Ann", "start")
	f.move("Bob", "bet 90")
	f.move("Ann", "call")
	f.move("Bob", "show") // Ann now has 5 + 5 left
	f.requireStacks(5, 185)
	f.sb.Duplicate(1)
	require.Equal(t, "Here are 10 chips. You're back to 20.", f.chips("Ann", "daily"))
	require.Contains(t, f.chips("Ann", "daily"), "fewer than 20 chips")
	require.Equal(t, store.Holding{Balance: 15, OnTables: 5}, f.holding("Ann"),
		"given only once, however often the command is used")
	f.move("Ann", "next")
	f.move("Ann", "bet 3")
	f.move("Bob", "raise 1")
	f.move("Ann", "drop")
	require.EqualValues(t, 17, f.holding("Ann").Total())
	require.Equal(t, "You've had today's top-up. The next one is ready after midnight UTC.",
		f.chips("Ann", "daily"))
	f.later(24 * time.Hour)
	require.Equal(t, "Here are 3 chips. You're back to 20.", f.chips("Ann", "daily"))
	require.Contains(t, f.chips("Ann", "history"), "**+10** · Daily top-up · balance ")
	f.requireAudited()
}

// Granting chips requires Manage Server. Everyone can read the list of grants and their reasons.
func TestGrantsNeedAReason(t *testing.T) {
	gamestest.SkipUnderRace(t)
	f := newPokerBot(t, nil)
	bob := world.Opt("member", f.sb.User("Bob").ID)
	give := func(who string, amount int, reason string) string {
		return f.chips(who, "grant", bob, world.Opt("amount", amount), world.Opt("reason", reason))
	}
	require.Equal(t, "No chips have been granted on this server yet.", f.chips("Cid", "grants"))
	require.Contains(t, give("Cid", 5, "me too"), "Only members with Manage Server can grant chips.")
	require.Contains(t, give("Ann", 5, " "), "Give a reason")
	for _, amount := range []int{0, -1, int(store.MostGrant) + 1} {
		_, err := f.sb.Slash("Ann", f.channel, "chips",
			world.Sub("grant", bob, world.Opt("amount", amount), world.Opt("reason", "too many")))
		require.Error(t, err, "Discord refuses the amount %d", amount)
	}
	f.sb.Duplicate(1)
	require.Equal(t, "Bob gets 5 chips. Reason: brought the *cake*",
		strings.ReplaceAll(give("Ann", 5, "brought the *cake*"), `\`, ""))
	require.EqualValues(t, 5, f.holding("Bob").Balance, "a repeated command must grant only once")
	require.Contains(t, give("Ann", int(store.MostGrant), "everything"), "gets 100,000 chips")
	f.wait("the names on the list",
		func() bool { return strings.Contains(f.chips("Cid", "grants"), "to Bob by Ann") })
	list := f.chips("Cid", "grants")
	require.Contains(t, list, "**5** to Bob by Ann: brought the")
	require.Contains(t, list, "**100,000** to Bob by Ann: everything")
	require.Contains(t, f.chips("Bob", "history"), "**+100,000** · Grant by Ann: everything · balance 100,005")
	require.Contains(t, f.chips("Bob", "balance"), "**100,105 chips**")
	require.Contains(t, f.chips("Cid", "audit"), "This server's chip records are in order")
	f.requireAudited()
}

// A voided hand appears in the history of every player who was in it (Rights 10), even if they hadn't bet anything,
// and stays there after the next hand. The history has one line for the result of the last hand and one for the
// cash-out.
func TestHistoryShowsVoidedHands(t *testing.T) {
	gamestest.SkipUnderRace(t)
	won := deckWithSets(t, 2, 1, 0, 0)
	f := sitWith(t, []string{"Ann", "Bob", "Cid"}, [][]cards.Card{won, won}, nil)
	beside := regexp.MustCompile(`(?m)^<t:\d+:f> · | in <#\d+>`)
	history := func(who string, want ...string) {
		t.Helper()
		lines := strings.Split(beside.ReplaceAllString(f.chips(who, "history"), ""), "\n")
		require.Equal(t, want, lines[1:len(lines)-2], who) // without the title, the buy-in and the starting chips
	}
	f.move("Bob", "bet 2")
	f.moveAll("void", "Ann", "Bob", "Cid")
	require.NotContains(t, f.shows("This hand is void, and all bets go back: 2 chips.").Content, "nobody could call")
	const voided = "**0** · Hand 1 of SET Poker was voided and all bets went back · balance 80, and 20 on tables"
	history("Bob", voided)
	history("Ann", voided)
	f.move("Bob", "next")
	f.move("Cid", "bet 2")
	f.move("Ann", "call")
	f.move("Bob", "drop")
	require.Contains(t, f.slash("Ann", "end"), "This is the last hand") // because Ann opened the table
	f.move("Cid", "show")
	f.shows("The table is closed.")
	history("Cid", "**+22** · Cashed out from SET Poker · balance 102",
		"**+2** · Won in hand 2 of SET Poker · balance 80, and 22 on tables", voided)
	history("Ann", "**+18** · Cashed out from SET Poker · balance 98",
		"**-2** · Lost in hand 2 of SET Poker · balance 80, and 18 on tables", voided)
	history("Bob", "**+20** · Cashed out from SET Poker · balance 100", voided)
	f.requireAudited()
}
