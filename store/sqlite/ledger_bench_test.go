package sqlite

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// fillLedger fills a guild with 100 tables of ten seats and 200,000 transfers: a bet, and a pot for another player, again
// and again.
func fillLedger(b *testing.B, s *DB) {
	b.Helper()
	ctx := context.Background()
	const tables, hands, players = 100, 1000, 200
	for p := range ids.User(players) {
		_, err := s.Welcome(ctx, guild, 1+p, store.MostGrant, noon)
		require.NoError(b, err)
	}
	for i := range tables {
		table, err := s.OpenTable(ctx,
			store.Table{Guild: guild, Channel: channel + ids.Channel(i), Game: "poker", Opener: ann,
				Opened: noon}, "")
		require.NoError(b, err)
		e := store.Entry{Table: table.ID}
		for seat := range games.Seat(10) {
			line := store.Line{At: noon, Seat: seat + 1, Player: ids.User(1 + (i*7+int(seat)*19)%players),
				Words: "join"}
			e.Played = append(e.Played, paid(store.Played{Line: line}, -2-int(seat), 1+int(seat), 1000))
		}
		for n := range hands {
			line := store.Line{At: noon.AddDate(0, 0, -i), Seat: games.Dealer, Words: "x"}
			e.Played = append(e.Played, paid(store.Played{Line: line}, 1+n%10, pot, 3, pot, 1+n*7%10, 3))
		}
		require.NoError(b, s.Append(ctx, e))
	}
}

// BenchmarkLedger runs typical queries on a ledger of 200,000 transfers.
func BenchmarkLedger(b *testing.B) {
	s, ctx := newStore(b, Options{}), context.Background()
	fillLedger(b, s)
	for name, ask := range map[string]func() error{
		"balance": func() error { _, err := s.Balance(ctx, guild, 77); return err },
		"history": func() error { _, err := s.History(ctx, guild, 77, 1, 10); return err },
		"won, ever": func() error {
			_, err := s.Leaderboard(ctx, store.Board{Guild: guild, Count: store.ChipsWon}, 1, 10, 77)
			return err
		},
		"won, a week": func() error {
			_, err := s.Leaderboard(ctx, store.Board{
				Guild: guild, Count: store.ChipsWon, Since: noon.AddDate(0, 0, -7)}, 1, 10, 77)
			return err
		},
		"owned": func() error {
			_, err := s.Leaderboard(ctx, store.Board{Guild: guild, Count: store.ChipsOwned}, 1, 10, 77)
			return err
		},
		"audit": func() error { _, err := s.Audit(ctx, 0); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, ask())
			}
		})
	}
}
