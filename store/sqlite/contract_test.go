package sqlite

import (
	"testing"

	"settable/store/storetest"
)

// The SQLite store passes the contract tests.
func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t testing.TB) storetest.Store {
		return openAt(t, newPath(t), Options{})
	})
}

// The tests of this package use the same players and helpers as the contract tests.
const (
	guild   = storetest.Guild
	channel = storetest.Channel
	ann     = storetest.Ann
	bob     = storetest.Bob
	cat     = storetest.Cat
	dora    = storetest.Dora
	emil    = storetest.Emil

	annsStack, bobsStack     = storetest.AnnsStack, storetest.BobsStack
	annsBalance, bobsBalance = storetest.AnnsBalance, storetest.BobsBalance
	pot, bank                = storetest.Pot, storetest.Bank
)

var (
	noon       = storetest.Noon
	seated     = storetest.OpenTable
	said       = storetest.PlayerLine
	dealt      = storetest.Dealt
	played     = storetest.Append
	begun      = storetest.OpenNight
	welcomed   = storetest.GrantWelcomes
	paid       = storetest.WithTransfers
	inOrder    = storetest.RequireValid
	evening    = storetest.Evening
	guests     = storetest.Guests
	ends       = storetest.CloseTable
	pokerTable = storetest.PokerTable
	pokerIn    = storetest.PokerIn
)
