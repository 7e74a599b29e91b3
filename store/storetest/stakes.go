package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
)

// testStakes counts after each line of many hands how many chips each player would get back. Together, the players
// would get all chips on the table. Until the hand is decided, each player gets the chips that they brought.
func testStakes(t *testing.T, open Opener) {
	const players = 4
	s, ctx := openStore(t, open), t.Context()
	d := PokerTable(t, s, players)
	_, err := s.Stakes(ctx, 99)
	require.ErrorIs(t, err, store.ErrNoTable)
	for range 60 {
		d.Random(players, 5)
		held, lines, err := s.TableAccounts(ctx, d.Table.ID)
		require.NoError(t, err)
		stakes := must(s.Stakes(ctx, d.Table.ID))
		require.Equal(t, lines, stakes.Lines)
		var bet, all games.Chips
		for _, n := range stakes.Bet {
			require.GreaterOrEqual(t, int64(n), int64(0))
			bet += n
		}
		require.Equal(t, held[games.Pot], bet, "the bets since the pot was last empty add up to the pot")
		for _, n := range held {
			all += n
		}
		for _, x := range stakes.Back() {
			if x.To.IsBalance() {
				all -= x.Amount
			}
		}
		require.Zero(t, all, "all chips go back")
	}
	stakes := must(s.Stakes(ctx, d.Table.ID))
	_, lines, err := s.TableAccounts(ctx, d.Table.ID)
	require.NoError(t, err)
	end := store.Line{At: d.At, Seat: games.Dealer, Words: "end"}
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: d.Table.ID, After: lines, Over: true,
			Played: []store.Played{{Line: end, Transfers: stakes.Back()}}}))
	audit := must(s.Audit(ctx, 0))
	require.Empty(t, audit.Findings)
}
