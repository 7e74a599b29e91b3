// Package storetest contains the contract of package store as tests that every implementation must pass. Run opens an
// empty store for each test.
package storetest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/ids"
)

// Store is a store that can also check itself.
type Store interface {
	store.Store
	Check(ctx context.Context) error
}

// Opener opens an empty store. The store closes when the test ends.
type Opener func(testing.TB) Store

// Run tests a store against the contract. Each test has its own store, and tests run in parallel.
func Run(t *testing.T, open Opener) {
	for _, law := range laws {
		t.Run(law.name, func(t *testing.T) {
			t.Parallel()
			law.holds(t, open)
		})
	}
}

var laws = []struct {
	name  string
	holds func(*testing.T, Opener)
}{
	{"LeaderboardPages", testLeaderboardPages},
	{"RandomLeaderboards", testRandomLeaderboards},
	{"Settings", testSettings},
	{"DailyOnce", testDailyOnce},
	{"DailyDealsHaveNoChannel", testDailyDealsHaveNoChannel},
	{"ForgottenPlayerHasNoSecondDaily", testForgottenPlayerHasNoSecondDaily},
	{"DailyBoard", testDailyBoard},
	{"DailyStreak", testDailyStreak},
	{"WelcomeIsGivenOnce", testWelcomeIsGivenOnce},
	{"TopUp", testTopUp},
	{"Give", testGive},
	{"NewestMessageNeverDecreases", testNewestMessageNeverDecreases},
	{"EntryIsStoredCompletely", testEntryIsStoredCompletely},
	{"SessionsAreCounted", testSessionsAreCounted},
	{"Leftovers", testLeftovers},
	{"LeftoversArePurged", testLeftoversArePurged},
	{"Journal", testJournal},
	{"Tables", testTables},
	{"AppendRefuses", testAppendRefuses},
	{"AfterClose", testAfterClose},
	{"Evening", testEvening},
	{"History", testHistory},
	{"HistoryIsOrderedByTime", testHistoryIsOrderedByTime},
	{"HandIsOneMovement", testHandIsOneMovement},
	{"VoidedHandIsAMovement", testVoidedHandIsAMovement},
	{"PurgeLeavesNoGaps", testPurgeLeavesNoGaps},
	{"ChipsBoards", testChipsBoards},
	{"AgainstAModel", testAgainstAModel},
	{"BuyInAtManyTables", testBuyInAtManyTables},
	{"NamesAreKeptPerGuild", testNamesAreKeptPerGuild},
	{"NamesComeWithLines", testNamesComeWithLines},
	{"MissingServers", testMissingServers},
	{"ReadErrorsNameThePlace", testReadErrorsNameThePlace},
	{"Nights", testNights},
	{"NightPages", testNightPages},
	{"DroppedNights", testDroppedNights},
	{"Standing", testStanding},
	{"StandingOfRandomPoker", testStandingOfRandomPoker},
	{"PlayerData", testKept},
	{"OnlyKnownPlayersCanBeForgotten", testOnlyKnownPlayersCanBeForgotten},
	{"PlayerBeingForgottenCannotStartAnything", testPlayerBeingForgottenCannotStartAnything},
	{"OnlyHeldSeatsCount", testOnlyHeldSeatsCount},
	{"ForgottenPlayerCannotReturnToTheTable", testForgottenPlayerCannotReturnToTheTable},
	{"Plans", testPlans},
	{"SignUpForAPlan", testSignUpForAPlan},
	{"PlansAreMoved", testPlansAreMoved},
	{"PlansAreLimited", testPlansAreLimited},
	{"CancellingIsLimited", testCancellingIsLimited},
	{"Poker", testPoker},
	{"RecordCountsTables", testRecordCountsTables},
	{"RecentListsGamesThatCount", testRecentListsGamesThatCount},
	{"SoloRecordCountsOwnTables", testSoloRecordCountsOwnTables},
	{"Stakes", testStakes},
}

// openStore returns a store without games, in which Ann was registered first, then Bob and Cat. Players with equal
// numbers are listed in this order.
func openStore(t testing.TB, open Opener) Store {
	t.Helper()
	s := open(t)
	for _, who := range []ids.User{Ann, Bob, Cat} {
		require.NoError(t, s.SetPlayerSettings(t.Context(), who, store.PlayerSettings{}))
	}
	return s
}

// seal returns a source as the store keeps it.
func seal(t testing.TB, s Store, source store.Source) store.Source {
	t.Helper()
	key := must(s.Key(t.Context()))
	return store.NewChain(key).Seal(source)
}

// must returns the result of a call that must succeed.
func must[T any](of T, err error) T {
	if err != nil {
		panic(err)
	}
	return of
}
