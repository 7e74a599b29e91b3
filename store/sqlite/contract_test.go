package sqlite

import (
	"path/filepath"
	"testing"

	"settable/store/storetest"
)

// TestContract: one file keeps the contract of a store.
func TestContract(t *testing.T) {
	storetest.Run(t, func(t testing.TB) storetest.Store {
		return openedAt(t, filepath.Join(t.TempDir(), "settable.db"), Options{})
	})
}

// The evening that the tests of the contract play, for what only a file can suffer.
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
	pot, house               = storetest.Pot, storetest.House
)

var (
	noon       = storetest.Noon
	seated     = storetest.Seated
	said       = storetest.Said
	dealt      = storetest.Dealt
	begun      = storetest.Begun
	welcomed   = storetest.Welcomed
	paid       = storetest.Paid
	inOrder    = storetest.InOrder
	evening    = storetest.Evening
	guests     = storetest.Guests
	ends       = storetest.Ends
	pokerTable = storetest.PokerTable
	pokerIn    = storetest.PokerIn
)
