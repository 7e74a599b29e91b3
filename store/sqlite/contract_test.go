package sqlite

import (
	"context"
	"testing"

	"settable/store"
	"settable/store/storetest"
)

// SQLite passes the contract of a store.
func TestContract(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t testing.TB) storetest.Store {
		return openAt(t, newPath(t), Options{})
	})
}

// Numbers returns the numbers of a table's transfers in the order in which they were written.
func (s *DB) Numbers(ctx context.Context, id store.TableID) ([]int, error) {
	rows, err := s.base.Readers.QueryContext(ctx, `SELECT n FROM transfers WHERE line IS NOT NULL AND table_id = ? ORDER BY id`, id)
	if err != nil {
		return nil, err
	}
	return collect(rows, scanNumber, "the numbers of transfers")
}

// The evening of the contract tests, for what only concerns a file.
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

func scanNumber(r row) (n int, err error) {
	err = r.Scan(&n)
	return n, err
}
