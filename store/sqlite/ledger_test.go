package sqlite

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/sqlstore"
)

// Append refuses a buy-in above the balance with an error for the player, and leaves nothing behind.
func TestOverdraft(t *testing.T) {
	s, ctx := newStore(t, Options{}), t.Context()
	table, other := seated(t, s, channel), seated(t, s, channel+1)
	granted := must(s.Welcome(ctx, guild, ann, 12, noon))
	require.EqualValues(t, 12, granted)

	letGo := blockWriter(t, s)
	poor := queueEntry(t, s, store.Entry{
		Table: table.ID, Played: []store.Played{paid(said(ann, "join", "m1"), annsBalance, annsStack, 20)}})
	fine := queueEntry(t, s, store.Entry{
		Table: other.ID, Played: []store.Played{paid(said(ann, "join", "m2"), annsBalance, annsStack, 12)}})
	late := queueEntry(t, s, store.Entry{
		Table: table.ID, Played: []store.Played{paid(said(ann, "join", "m3"), annsBalance, annsStack, 12)}})
	nobody := queueEntry(t, s, store.Entry{
		Table: table.ID, Played: []store.Played{paid(said(bob, "join", "m4"), bobsBalance, bobsStack, 1)}})
	letGo()
	for o, want := range map[<-chan error]store.Overdraft{
		poor:   {Kind: store.PlayerAccount, Seat: 1, Player: ann, Has: 12, Needs: 20},
		late:   {Kind: store.PlayerAccount, Seat: 1, Player: ann, Has: 0, Needs: 12},
		nobody: {Kind: store.PlayerAccount, Seat: 2, Player: bob, Has: 0, Needs: 1},
	} {
		err := <-o
		require.ErrorIs(t, err, store.ErrOverdraft)
		var lack *store.Overdraft
		require.ErrorAs(t, err, &lack)
		require.Equal(t, want, *lack)
	}
	require.NoError(t, <-fine, "other jobs in the same commit succeed")
	lines := must(s.Lines(ctx, table.ID))
	require.Empty(t, lines)
	seats := must(s.Seats(ctx, table.ID))
	require.Empty(t, seats)

	err := s.Append(ctx, store.Entry{Table: other.ID, After: 1, Played: []store.Played{
		paid(said(ann, "bet 3", "m5"), annsStack, pot, 3), paid(said(ann, "bet 10", "m6"), annsStack, pot, 10)}})
	var lack *store.Overdraft
	require.ErrorAs(t, err, &lack)
	require.Equal(t, store.Overdraft{Kind: store.SeatAccount, Seat: 1, Player: ann, Has: 9, Needs: 10}, *lack)
	err = s.Append(ctx, store.Entry{
		Table: other.ID, After: 1, Played: []store.Played{paid(dealt("x"), pot, annsStack, 1)}})
	require.ErrorAs(t, err, &lack)
	require.Equal(t, store.Overdraft{Kind: store.PotAccount, Needs: 1}, *lack)
	inOrder(t, s)
}

// Append refuses transfers that only faulty rules would request.
func TestTransfersRefused(t *testing.T) {
	s, ctx := newStore(t, Options{}), t.Context()
	table := evening(t, s)
	before := dump(t, s)
	for name, c := range map[string]struct {
		moves []int
		says  string
	}{
		"nothing":                     {[]int{annsStack, pot, 0}, "between 1 and 1000000000000"},
		"less than nothing":           {[]int{annsStack, pot, -5}, "between 1 and 1000000000000"},
		"more than there can be":      {[]int{bank, pot, 1_000_000_000_001}, "between 1 and 1000000000000"},
		"to oneself":                  {[]int{annsStack, annsStack, 1}, "two accounts"},
		"from an empty seat":          {[]int{9, pot, 1}, "seat 9 is empty"},
		"to the balance of nobody":    {[]int{pot, -10, 1}, "seat 9 is empty"},
		"a balance to a pot":          {[]int{annsBalance, pot, 1}, "pay only each other"},
		"a balance to another's seat": {[]int{annsBalance, bobsStack, 1}, "pay only each other"},
		"a seat to another's balance": {[]int{annsStack, bobsBalance, 1}, "pay only each other"},
		"a balance to a balance":      {[]int{annsBalance, bobsBalance, 1}, "pay only each other"},
		"the house to a balance":      {[]int{bank, annsBalance, 1}, "pay only each other"},
		"the second of two":           {[]int{annsStack, pot, 1, annsStack, pot, 17}, "too few chips"},
	} {
		t.Run(name, func(t *testing.T) {
			err := s.Append(ctx, store.Entry{
				Table: table.ID, After: 4, Played: []store.Played{paid(dealt("x"), c.moves...)}})
			require.ErrorContains(t, err, c.says)
		})
	}
	many := make([]int, 0, 3*1001)
	for range 1001 {
		many = append(many, bank, pot, 1)
	}
	require.ErrorContains(t, s.Append(ctx,
		store.Entry{Table: table.ID, After: 4, Played: []store.Played{paid(dealt("x"), many...)}}), "CHECK")
	require.Equal(t, before, dump(t, s))
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: table.ID, After: 4, Played: []store.Played{paid(dealt("x"), many[:3000]...)}}),
		"a line may have 1,000 transfers, even from the bank")
	inOrder(t, s)
}

// Sums of chips have a limit, and payments up to the limit work.
func TestMaximumChips(t *testing.T) {
	s, ctx := newStore(t, Options{}), t.Context()
	table := seated(t, s, channel)
	played(t, s, table.ID, 0, paid(dealt("x"), bank, pot, 1_000_000_000_000))
	// No one could play long enough to reach such sums, so the test sets them directly.
	raw(t, s, `DROP TRIGGER accounts_update`,
		`UPDATE accounts SET paid_in = 4611686018427387904 - 7 WHERE kind = 'pot'`)
	err := s.Append(ctx, store.Entry{
		Table: table.ID, After: 1, Played: []store.Played{paid(dealt("x"), bank, pot, 8)}})
	require.ErrorContains(t, err, "more chips than an account can count")
	played(t, s, table.ID, 1, paid(dealt("x"), bank, pot, 7))
	raw(t, s, `UPDATE accounts SET paid_out = 4611686018427387904 WHERE kind = 'house'`)
	err = s.Append(ctx, store.Entry{
		Table: table.ID, After: 2, Played: []store.Played{paid(dealt("x"), bank, pot, 1)}})
	require.ErrorContains(t, err, "more chips than an account can count")
}

// raw executes statements that the store would never execute, on the writer's own connection.
func raw(t testing.TB, s *DB, texts ...string) {
	t.Helper()
	require.NoError(t, s.base.Write(t.Context(), func(tx *sqlstore.Tx) error {
		for _, text := range texts {
			if _, err := tx.ExecContext(t.Context(), text); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
		}
		return nil
	}, nil))
}
