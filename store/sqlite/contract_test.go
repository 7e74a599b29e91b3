package sqlite

import (
	"context"
	"testing"

	"settable/store"
	"settable/store/storetest"
)

// TestContract: one file keeps the contract of a store.
func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t testing.TB) storetest.Store {
		return openedAt(t, fresh(t), Options{})
	})
}

// Numbers are those of a table's transfers, in the order of writing.
func (s *DB) Numbers(ctx context.Context, id store.TableID) ([]int, error) {
	rows, err := s.base.Readers.QueryContext(ctx, `SELECT n FROM transfers WHERE line IS NOT NULL AND table_id = ? ORDER BY id`, id)
	if err != nil {
		return nil, err
	}
	return collect(rows, aNumber, "the numbers of transfers")
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
	pot, bank                = storetest.Pot, storetest.Bank
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

func aNumber(r row) (n int, err error) {
	err = r.Scan(&n)
	return n, err
}
