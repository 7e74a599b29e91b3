// Package storetest is the contract of package store as tests, which every implementation must pass.
// Run opens an empty store for each test.
package storetest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
)

// Store is a store that can also check itself, and tell how it numbers the transfers of a table.
type Store interface {
	store.Store
	Check(ctx context.Context) error
	// Numbers are the numbers of a table's transfers, in the order in which these were written.
	Numbers(ctx context.Context, id store.TableID) ([]int, error)
}

// Opener opens an empty store, which is closed when the test ends.
type Opener func(testing.TB) Store

// Run tests a store against the contract. Each test has a store of its own, and tests run in
// parallel.
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
	{"Leaderboard", testLeaderboard},
	{"LeaderboardPages", testLeaderboardPages},
	{"Settings", testSettings},
	{"HighlightBoards", testHighlightBoards},
	{"DailyOnce", testDailyOnce},
	{"DailyIsInNoChannel", testDailyIsInNoChannel},
	{"DailyOfTheForgotten", testDailyOfTheForgotten},
	{"DailyBoard", testDailyBoard},
	{"DailyStreak", testDailyStreak},
	{"WelcomeOnceForLife", testWelcomeOnceForLife},
	{"TopUp", testTopUp},
	{"Give", testGive},
	{"HeardNeverGoesDown", testHeardNeverGoesDown},
	{"AnEntryIsKeptWhole", testAnEntryIsKeptWhole},
	{"Leftovers", testLeftovers},
	{"LeftoversOfAServer", testLeftoversOfAServer},
	{"Journal", testJournal},
	{"Tables", testTables},
	{"AppendRefuses", testAppendRefuses},
	{"AfterClose", testAfterClose},
	{"PursesAreThoseOfTheContract", testPursesAreThoseOfTheContract},
	{"Evening", testEvening},
	{"History", testHistory},
	{"HistoryGoesByTime", testHistoryGoesByTime},
	{"AHandIsOneMovement", testAHandIsOneMovement},
	{"AVoidedHandIsAMovement", testAVoidedHandIsAMovement},
	{"TransfersAreNumberedByTable", testTransfersAreNumberedByTable},
	{"PurgedBooksLeaveNoGap", testPurgedBooksLeaveNoGap},
	{"BooksAtOnce", testBooksAtOnce},
	{"ChipsBoards", testChipsBoards},
	{"AgainstAModel", testAgainstAModel},
	{"OneBalanceAtManyTables", testOneBalanceAtManyTables},
	{"NamesAreKeptPerGuild", testNamesAreKeptPerGuild},
	{"NamesComeWithLines", testNamesComeWithLines},
	{"ServersAreAttended", testServersAreAttended},
	{"WhatFailsToBeReadSaysWhose", testWhatFailsToBeReadSaysWhose},
	{"Nights", testNights},
	{"NightsHavePages", testNightsHavePages},
	{"DroppedNights", testDroppedNights},
	{"Standing", testStanding},
	{"StandingOfRandomPoker", testStandingOfRandomPoker},
	{"Kept", testKept},
	{"OnlySomebodyIsForgotten", testOnlySomebodyIsForgotten},
	{"NothingBeginsWhileBeingForgotten", testNothingBeginsWhileBeingForgotten},
	{"OnlyHeldSeatsCount", testOnlyHeldSeatsCount},
	{"TheForgottenDontReturnToTheirTable", testTheForgottenDontReturnToTheirTable},
	{"Plans", testPlans},
	{"PeopleSignUpForAPlan", testPeopleSignUpForAPlan},
	{"PlansAreMoved", testPlansAreMoved},
	{"PlansHaveAnEnd", testPlansHaveAnEnd},
	{"PlansAreNotCancelledForEver", testPlansAreNotCancelledForEver},
	{"Poker", testPoker},
	{"RecordCountsTables", testRecordCountsTables},
	{"AWinOfOneGameMayBeASolitaire", testAWinOfOneGameMayBeASolitaire},
	{"Stakes", testStakes},
}

// opened is an empty store in which Ann came first, then Bob and Cat. People with equal numbers are
// listed in that order.
func opened(t testing.TB, open Opener) Store {
	t.Helper()
	s := open(t)
	for _, who := range []store.PlayerID{Ann, Bob, Cat} {
		require.NoError(t, s.SetPlayerSettings(t.Context(), who, store.PlayerSettings{}))
	}
	return s
}

// sealed is a source as the store keeps it.
func sealed(t testing.TB, s Store, source store.Source) store.Source {
	t.Helper()
	key, err := s.Key(t.Context())
	require.NoError(t, err)
	return store.NewChain(key).Seal(source)
}
