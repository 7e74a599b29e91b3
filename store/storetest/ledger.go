package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// GrantWelcomes gives each of the players 100 chips, in the order of their names.
func GrantWelcomes(t testing.TB, s Store, players ...ids.User) {
	t.Helper()
	for _, p := range players {
		granted := must(s.Welcome(t.Context(), Guild, p, store.StartGrant, Noon))
		require.Equal(t, store.StartGrant, granted)
	}
}

// WithTransfers returns a line with transfers. The numbers in moves are the from, to and amount of each transfer.
func WithTransfers(p store.Played, moves ...int) store.Played {
	for i := 0; i < len(moves); i += 3 {
		p.Transfers = append(p.Transfers, games.Transfer{
			From: games.Account(moves[i]), To: games.Account(moves[i+1]), Amount: games.Chips(moves[i+2]),
		})
	}
	return p
}

// These are the accounts of ann and bob, who have seats 1 and 2.
const (
	AnnsStack, BobsStack     = 1, 2
	AnnsBalance, BobsBalance = -2, -3
	Pot                      = int(games.Pot)
	Bank                     = int(games.Bank)
)

// requireHolding requires that a player has the given chips.
func requireHolding(t testing.TB, s Store, who ids.User, want store.Holding) {
	t.Helper()
	has := must(s.Balance(t.Context(), Guild, who))
	require.Equal(t, want, has)
}

// RequireValid requires that the whole ledger is valid.
func RequireValid(t testing.TB, s Store) store.Audit {
	t.Helper()
	audit := must(s.Audit(t.Context(), 0))
	require.Empty(t, audit.Findings)
	return audit
}

// Evening plays a hand. Ann and bob buy in for 20, bob bets 3, ann calls, bob wins the pot, and both cash out.
func Evening(t testing.TB, s Store) store.Table {
	t.Helper()
	GrantWelcomes(t, s, Ann, Bob)
	table := OpenTable(t, s, Channel)
	at := func(p store.Played, minutes int) store.Played {
		p.Line.At = Noon.Add(time.Duration(minutes) * time.Minute)
		return p
	}
	for n, e := range [][]store.Played{
		{at(WithTransfers(PlayerLine(Ann, "join", "m1"), AnnsBalance, AnnsStack, 20), 1)},
		{at(WithTransfers(PlayerLine(Bob, "join", "m2"), BobsBalance, BobsStack, 20), 2)},
		{at(WithTransfers(PlayerLine(Bob, "bet 3", "m3"), BobsStack, Pot, 3), 3)},
		{at(WithTransfers(PlayerLine(Ann, "call", "m4"), AnnsStack, Pot, 3, Pot, BobsStack, 6), 4)},
	} {
		require.NoError(t, s.Append(t.Context(), store.Entry{Table: table.ID, After: n, Played: e}))
	}
	return table
}

func testEvening(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	table := Evening(t, s)
	accounts, n, err := s.TableAccounts(ctx, table.ID)
	require.NoError(t, err)
	require.Equal(t, 4, n)
	require.Equal(t, map[games.Account]games.Chips{games.Pot: 0, 1: 17, 2: 23}, accounts)
	requireHolding(t, s, Bob, store.Holding{Balance: 80, OnTables: 23})

	require.ErrorIs(t, s.CloseTable(ctx, table.ID, Noon), store.ErrChips)
	end := store.Entry{Table: table.ID, After: 4, Over: true,
		Played: []store.Played{WithTransfers(Dealt("end"), AnnsStack, AnnsBalance, 17)}}
	require.ErrorIs(t, s.Append(ctx, end), store.ErrChips, "bob's chips would be lost")
	end.Played[0] = WithTransfers(end.Played[0], BobsStack, BobsBalance, 23)
	require.NoError(t, s.Append(ctx, end))
	requireHolding(t, s, Bob, store.Holding{Balance: 103})

	audit := RequireValid(t, s)
	require.Equal(t, store.Audit{Guilds: 1, Accounts: 6, Transfers: 9, Grants: 2, Granted: 200}, audit)
	require.NoError(t, s.Check(ctx))
	other := must(s.Balance(ctx, Guild+1, Bob))
	require.Zero(t, other, "each guild has its own chips")
	_, _, err = s.TableAccounts(ctx, 404)
	require.ErrorIs(t, err, store.ErrNoTable)
	accounts, n, err = s.TableAccounts(ctx, OpenTable(t, s, Channel).ID)
	require.NoError(t, err)
	require.Zero(t, n)
	require.Empty(t, accounts)
}

func testHistory(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	table := Evening(t, s)
	gift := must(s.Give(ctx, store.Grant{Guild: Guild, Player: Bob, Amount: 5, At: Noon.Add(time.Hour),
		Granter: Cat, Reason: "  for the cake ", Source: "i9"}))
	at := func(minutes int) time.Time { return Noon.Add(time.Duration(minutes) * time.Minute) }
	want := []store.Movement{
		{At: at(60), Balance: 5, After: store.Holding{Balance: 85, OnTables: 23}, Grant: &store.Grant{
			ID: 3, Guild: Guild, Player: Bob, Kind: store.Gift, Amount: 5, At: at(60), Granter: Cat,
			Reason: "for the cake", Source: "i9"}},
		{At: at(4), OnTables: 3, After: store.Holding{Balance: 80, OnTables: 23}, Table: table.ID, Game: "classic",
			Channel: table.Channel, Line: 4, Hand: 1, Playing: true}, // a bet, and the pot
		{At: at(2), Balance: -20, OnTables: 20, After: store.Holding{Balance: 80, OnTables: 20}, Table: table.ID,
			Game: "classic", Channel: table.Channel, Line: 2},
		{At: at(0), Balance: 100, After: store.Holding{Balance: 100, OnTables: 0}, Grant: &store.Grant{
			ID: 2, Guild: Guild, Player: Bob, Kind: store.Start, Amount: 100, At: Noon}},
	}
	require.Empty(t, cmp.Diff(want[0].Grant, &gift))
	want[0].Grant.Source = seal(t, s, gift.Source)
	for _, c := range []struct{ page, size, is, pages, from, to int }{
		{1, 10, 1, 1, 0, 4}, {1, 2, 1, 2, 0, 2}, {2, 2, 2, 2, 2, 4}, {1, 3, 1, 2, 0, 3}, {99, 3, 2, 2, 3, 4},
	} {
		page := must(s.History(ctx, Guild, Bob, c.page, c.size))
		require.Empty(t, cmp.Diff(store.History{
			Movements: want[c.from:c.to], Total: 4, Page: c.is, Pages: c.pages}, page))
	}
	none := must(s.History(ctx, Guild+1, Bob, 1, 10))
	require.Zero(t, none)
	_, err := s.History(ctx, Guild, Bob, 0, 10)
	require.ErrorContains(t, err, "page number 0")
}

// testHistoryIsOrderedByTime checks that a statement has every movement once, newest first, whatever the page size.
// Some tables were played at the same time.
func testHistoryIsOrderedByTime(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	GrantWelcomes(t, s, Ann)
	tables := []store.Table{OpenTable(t, s, Channel), OpenTable(t, s, Channel+1), OpenTable(t, s, Channel+2)}
	const moves = 12
	after := make([]int, len(tables))
	for i := range moves {
		which := []int{0, 1, 0, 0, 2, 1}[i%6]
		source := store.Source(fmt.Sprint("m", i))
		Append(t, s, tables[which].ID, after[which], WithTransfers(PlayerLine(Ann, "rebuy", source), AnnsBalance, AnnsStack, i+1))
		after[which]++
	}
	whole := must(s.History(ctx, Guild, Ann, 1, moves+1))
	require.Len(t, whole.Movements, moves+1) // plus the starting grant
	for i, m := range whole.Movements[:moves] {
		require.EqualValues(t, moves-i, m.OnTables)
	}
	for size := 1; size <= moves; size++ {
		var all []store.Movement
		for page := 1; len(all) < len(whole.Movements); page++ {
			part := must(s.History(ctx, Guild, Ann, page, size))
			all = append(all, part.Movements...)
		}
		require.Empty(t, cmp.Diff(whole.Movements, all), "%d at once", size)
	}
}

// testHandIsOneMovement checks that all transfers of a hand are one movement. A statement names the hand but not its
// bets.
func testHandIsOneMovement(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	table := Evening(t, s)
	played := func(n int, p store.Played) {
		Append(t, s, table.ID, n, p)
	}
	over := WithTransfers(PlayerLine(Ann, "drop", "m5"), Pot, BobsStack, 0)
	over.Transfers = nil
	over.Tallies = []games.Tally{{Seat: 1, Count: games.Hands, N: 1}, {Seat: 2, Count: games.Hands, N: 1}}
	played(4, over)
	played(5, WithTransfers(PlayerLine(Bob, "bet 2", "m6"), BobsStack, Pot, 2))
	played(6, WithTransfers(PlayerLine(Ann, "raise 1", "m7"), AnnsStack, Pot, 3))
	played(7, WithTransfers(PlayerLine(Bob, "call", "m8"), BobsStack, Pot, 1))
	got := must(s.History(ctx, Guild, Bob, 1, 2))
	require.Equal(t, []string{"hand 2 -3 true", "hand 1 3 false"}, []string{
		handOf(got.Movements[0]), handOf(got.Movements[1])})
	require.Equal(t, store.Holding{Balance: 80, OnTables: 20}, got.Movements[0].After)
}

// testVoidedHandIsAMovement checks that a voided hand is a movement of everyone who was in it, and that the next hand
// has the next number. It reads the statement before each line, because the store may cache the number of movements.
func testVoidedHandIsAMovement(t *testing.T, open Opener) {
	s := openStore(t, open)
	table, n := Evening(t, s), 4
	played := func(p store.Played, counts ...games.Count) {
		t.Helper()
		Statement(t, s, Guild, Ann)
		for _, c := range counts {
			p.Tallies = append(p.Tallies, games.Tally{Seat: 1, Count: c, N: 1}, games.Tally{Seat: 2, Count: c, N: 1})
		}
		Append(t, s, table.ID, n, p)
		n++
	}
	played(PlayerLine(Ann, "drop", "m5"), games.Hands)
	played(WithTransfers(PlayerLine(Bob, "bet 2", "m6"), BobsStack, Pot, 2))
	played(WithTransfers(PlayerLine(Ann, "void", "m7"), Pot, BobsStack, 2), games.Voided)
	played(PlayerLine(Bob, "void", "m8"), games.Voided) // voids a hand in which no one has paid
	played(WithTransfers(PlayerLine(Ann, "bet 1", "m9"), AnnsStack, Pot, 1))
	played(WithTransfers(PlayerLine(Ann, "end", "m10"), Pot, AnnsStack, 1, AnnsStack, AnnsBalance, 17), games.Voided)
	for player, last := range map[ids.User]string{Ann: "hand 0 -17 false", Bob: ""} {
		want := []string{"hand 4 0 true", "hand 3 0 true", "hand 2 0 true"}
		if last != "" {
			want = append([]string{last}, want...)
		}
		var got []string
		for _, m := range Statement(t, s, Guild, player)[:len(want)] {
			got = append(got, fmt.Sprintf("hand %d %d %v", m.Hand, m.OnTables, m.Voided))
		}
		require.Equal(t, want, got)
	}
}

func handOf(m store.Movement) string {
	return fmt.Sprintf("hand %d %d %v", m.Hand, m.OnTables, m.Playing)
}

func testChipsBoards(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	Evening(t, s)
	GrantWelcomes(t, s, Cat)
	ask := func(b store.Board) (all []store.Row) {
		t.Helper()
		b.Guild = Guild
		page := must(s.Leaderboard(ctx, b, 1, 10, Bob))
		require.Equal(t, len(page.Rows), page.Total)
		return page.Rows
	}
	at := func(minutes int) time.Time { return Noon.Add(time.Duration(minutes) * time.Minute) }
	require.Equal(t, []store.Row{{Rank: 1, Player: Bob, N: 3}, {Rank: 2, Player: Ann, N: -3}},
		ask(store.Board{Count: store.ChipsWon}))
	require.Equal(t, []store.Row{{Rank: 1, Player: Bob, N: 3}, {Rank: 2, Player: Ann, N: -3}},
		ask(store.Board{Count: store.ChipsWon, Game: "classic"}))
	require.Empty(t, ask(store.Board{Count: store.ChipsWon, Game: "poker"}))
	require.Equal(t, []store.Row{{Rank: 1, Player: Bob, N: -3}},
		ask(store.Board{Count: store.ChipsWon, Until: at(4)}), "a bet counts when it is made")
	require.Equal(t, []store.Row{{Rank: 1, Player: Bob, N: 6}, {Rank: 2, Player: Ann, N: -3}},
		ask(store.Board{Count: store.ChipsWon, Since: at(4), Until: at(5)}))
	require.Empty(t, ask(store.Board{Count: store.ChipsWon, Since: at(0), Until: at(3)}),
		"buying in wins nothing")
	require.Equal(t, []store.Row{{Rank: 1, Player: Bob, N: 103}, {Rank: 2, Player: Cat, N: 100},
		{Rank: 3, Player: Ann, N: 97}}, ask(store.Board{Count: store.ChipsOwned}))
}

// Statement returns all movements of a player's chips, newest first. It checks that pages give the same movements, and
// that each movement starts with the balance at which the previous one ended.
func Statement(t testing.TB, s Store, guild ids.Guild, player ids.User) []store.Movement {
	t.Helper()
	whole := must(s.History(t.Context(), guild, player, 1, 1e6))
	require.Len(t, whole.Movements, whole.Total)
	size := 1 + whole.Total/8
	for page := 1; (page-1)*size < whole.Total; page++ {
		got := must(s.History(t.Context(), guild, player, page, size))
		require.Equal(t, whole.Total, got.Total)
		want := whole.Movements[(page-1)*size : min(page*size, whole.Total)]
		require.Equal(t, want, got.Movements, "page %d", page)
	}
	for i, m := range whole.Movements {
		var before store.Holding
		if i+1 < whole.Total {
			before = whole.Movements[i+1].After
		}
		require.Equal(t, m.After, store.Holding{Balance: before.Balance + m.Balance,
			OnTables: before.OnTables + m.OnTables}, "movement %d", i)
	}
	return whole.Movements
}
