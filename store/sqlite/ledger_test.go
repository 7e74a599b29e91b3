package sqlite

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
)

// welcomed gives the players 100 chips each, in the order of their names.
func welcomed(t testing.TB, s *DB, players ...store.PlayerID) {
	t.Helper()
	for _, p := range players {
		granted, err := s.Welcome(t.Context(), guild, p, store.StartGrant, noon)
		require.NoError(t, err)
		require.Equal(t, store.StartGrant, granted)
	}
}

// paid is a line with transfers: from, to and amount, again and again.
func paid(p store.Played, moves ...int) store.Played {
	for i := 0; i < len(moves); i += 3 {
		p.Transfers = append(p.Transfers, games.Transfer{
			From: games.Purse(moves[i]), To: games.Purse(moves[i+1]), Amount: games.Chips(moves[i+2]),
		})
	}
	return p
}

// The purses of ann and bob, who sit on seats 1 and 2.
const (
	annsStack, bobsStack     = 1, 2
	annsBalance, bobsBalance = -2, -3
	pot                      = int(games.Pot)
	house                    = int(games.House)
)

func TestPursesAreThoseOfTheContract(t *testing.T) {
	require.EqualValues(t, annsBalance, games.Balance(1))
	require.EqualValues(t, bobsBalance, games.Balance(2))
}

// inOrder finds the books of the whole database in order.
func inOrder(t testing.TB, s *DB) store.Audit {
	t.Helper()
	audit, err := s.Audit(t.Context(), 0)
	require.NoError(t, err)
	require.Empty(t, audit.Findings)
	return audit
}

// evening plays a hand: ann and bob buy in for 20, bob bets 3, ann calls, bob
// takes the pot, and both cash out.
func evening(t testing.TB, s *DB) store.Table {
	t.Helper()
	welcomed(t, s, ann, bob)
	table := seated(t, s, channel)
	at := func(p store.Played, minutes int) store.Played {
		p.Line.At = noon.Add(time.Duration(minutes) * time.Minute)
		return p
	}
	for n, e := range [][]store.Played{
		{at(paid(said(ann, "join", "m1"), annsBalance, annsStack, 20), 1)},
		{at(paid(said(bob, "join", "m2"), bobsBalance, bobsStack, 20), 2)},
		{at(paid(said(bob, "bet 3", "m3"), bobsStack, pot, 3), 3)},
		{at(paid(said(ann, "call", "m4"), annsStack, pot, 3, pot, bobsStack, 6), 4)},
	} {
		require.NoError(t, s.Append(t.Context(), store.Entry{Table: table.ID, After: n, Played: e}))
	}
	return table
}

func TestEvening(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	table := evening(t, s)
	purses, n, err := s.Purses(ctx, table.ID)
	require.NoError(t, err)
	require.Equal(t, 4, n)
	require.Equal(t, map[games.Purse]games.Chips{games.Pot: 0, 1: 17, 2: 23}, purses)
	has, err := s.Balance(ctx, guild, bob)
	require.NoError(t, err)
	require.Equal(t, store.Holding{Balance: 80, OnTables: 23}, has)

	require.ErrorIs(t, s.CloseTable(ctx, table.ID, noon), store.ErrChips)
	end := store.Entry{Table: table.ID, After: 4, Over: true,
		Played: []store.Played{paid(dealt("end"), annsStack, annsBalance, 17)}}
	require.ErrorIs(t, s.Append(ctx, end), store.ErrChips, "bob's chips would be lost")
	end.Played[0] = paid(end.Played[0], bobsStack, bobsBalance, 23)
	require.NoError(t, s.Append(ctx, end))
	has, err = s.Balance(ctx, guild, bob)
	require.NoError(t, err)
	require.Equal(t, store.Holding{Balance: 103}, has)

	audit := inOrder(t, s)
	require.Equal(t, store.Audit{Guilds: 1, Accounts: 6, Transfers: 9, Grants: 2, Granted: 200}, audit)
	require.NoError(t, s.Check(ctx))
	other, err := s.Balance(ctx, guild+1, bob)
	require.NoError(t, err)
	require.Zero(t, other, "chips are a guild's own")
	_, _, err = s.Purses(ctx, 404)
	require.ErrorIs(t, err, store.ErrNoTable)
	purses, n, err = s.Purses(ctx, seated(t, s, channel).ID)
	require.NoError(t, err)
	require.Zero(t, n)
	require.Empty(t, purses)
}

func TestHistory(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	table := evening(t, s)
	gift, err := s.Give(ctx, store.Grant{Guild: guild, Player: bob, Amount: 5, At: noon.Add(time.Hour),
		Granter: cat, Reason: "  for the cake ", Source: "i9"})
	require.NoError(t, err)
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	want := []store.Movement{
		{At: at(60), Balance: 5, After: store.Holding{Balance: 85, OnTables: 23}, Grant: &store.Grant{
			ID: 3, Guild: guild, Player: bob, Kind: store.Gift, Amount: 5, At: at(60), Granter: cat,
			Reason: "for the cake", Source: "i9"}},
		{At: at(4), OnTables: 3, After: store.Holding{Balance: 80, OnTables: 23}, Table: table.ID, Game: "classic",
			Channel: table.Channel, Line: 4, Hand: 1, Playing: true}, // a bet, and the pot
		{At: at(2), Balance: -20, OnTables: 20, After: store.Holding{Balance: 80, OnTables: 20}, Table: table.ID,
			Game: "classic", Channel: table.Channel, Line: 2},
		{At: at(0), Balance: 100, After: store.Holding{Balance: 100, OnTables: 0}, Grant: &store.Grant{
			ID: 2, Guild: guild, Player: bob, Kind: store.Start, Amount: 100, At: noon}},
	}
	require.Empty(t, cmp.Diff(want[0].Grant, &gift))
	want[0].Grant.Source = s.chain.Seal(gift.Source)
	for _, c := range []struct{ page, size, is, pages, from, to int }{
		{1, 10, 1, 1, 0, 4}, {1, 2, 1, 2, 0, 2}, {2, 2, 2, 2, 2, 4}, {1, 3, 1, 2, 0, 3}, {99, 3, 2, 2, 3, 4},
	} {
		page, err := s.History(ctx, guild, bob, c.page, c.size)
		require.NoError(t, err)
		require.Empty(t, cmp.Diff(store.History{
			Movements: want[c.from:c.to], Total: 4, Page: c.is, Pages: c.pages}, page))
	}
	none, err := s.History(ctx, guild+1, bob, 1, 10)
	require.NoError(t, err)
	require.Zero(t, none)
	_, err = s.History(ctx, guild, bob, 0, 10)
	require.ErrorContains(t, err, "page 0")
}

// All that a hand moved is one movement: a statement names the hand, and not its bets.
func TestAHandIsOneMovement(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	table := evening(t, s)
	played := func(n int, p store.Played) {
		require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: n, Played: []store.Played{p}}))
	}
	over := paid(said(ann, "drop", "m5"), pot, bobsStack, 0)
	over.Transfers = nil
	over.Tallies = []games.Tally{{Seat: 1, Count: games.Hands, N: 1}, {Seat: 2, Count: games.Hands, N: 1}}
	played(4, over)
	played(5, paid(said(bob, "bet 2", "m6"), bobsStack, pot, 2))
	played(6, paid(said(ann, "raise 1", "m7"), annsStack, pot, 3))
	played(7, paid(said(bob, "call", "m8"), bobsStack, pot, 1))
	got, err := s.History(ctx, guild, bob, 1, 2)
	require.NoError(t, err)
	require.Equal(t, []string{"hand 2 -3 true", "hand 1 3 false"}, []string{
		handOf(got.Movements[0]), handOf(got.Movements[1])})
	require.Equal(t, store.Holding{Balance: 80, OnTables: 20}, got.Movements[0].After)
}

func handOf(m store.Movement) string {
	return fmt.Sprintf("hand %d %d %v", m.Hand, m.OnTables, m.Playing)
}

func TestChipsBoards(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	evening(t, s)
	welcomed(t, s, cat)
	ask := func(b store.Board) (all []store.Row) {
		t.Helper()
		b.Guild = guild
		page, err := s.Leaderboard(ctx, b, 1, 10, bob)
		require.NoError(t, err)
		require.Equal(t, len(page.Rows), page.Total)
		return page.Rows
	}
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	require.Equal(t, []store.Row{{Rank: 1, Player: bob, N: 3}, {Rank: 2, Player: ann, N: -3}},
		ask(store.Board{Count: store.ChipsWon}))
	require.Equal(t, []store.Row{{Rank: 1, Player: bob, N: 3}, {Rank: 2, Player: ann, N: -3}},
		ask(store.Board{Count: store.ChipsWon, Game: "classic"}))
	require.Empty(t, ask(store.Board{Count: store.ChipsWon, Game: "poker"}))
	require.Equal(t, []store.Row{{Rank: 1, Player: bob, N: -3}},
		ask(store.Board{Count: store.ChipsWon, Until: at(4)}), "a bet counts when it is made")
	require.Equal(t, []store.Row{{Rank: 1, Player: bob, N: 6}, {Rank: 2, Player: ann, N: -3}},
		ask(store.Board{Count: store.ChipsWon, Since: at(4), Until: at(5)}))
	require.Empty(t, ask(store.Board{Count: store.ChipsWon, Since: at(0), Until: at(3)}),
		"buying in wins nothing")
	require.Equal(t, []store.Row{{Rank: 1, Player: bob, N: 103}, {Rank: 2, Player: cat, N: 100},
		{Rank: 3, Player: ann, N: 97}}, ask(store.Board{Count: store.ChipsOwned}))
}

// TestOverdraft finds that a buy-in that is too high is the player's to hear,
// and leaves nothing behind.
func TestOverdraft(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	table, other := seated(t, s, channel), seated(t, s, channel+1)
	granted, err := s.Welcome(ctx, guild, ann, 12, noon)
	require.NoError(t, err)
	require.EqualValues(t, 12, granted)

	letGo := held(t, s)
	poor := appending(t, s, store.Entry{
		Table: table.ID, Played: []store.Played{paid(said(ann, "join", "m1"), annsBalance, annsStack, 20)}})
	fine := appending(t, s, store.Entry{
		Table: other.ID, Played: []store.Played{paid(said(ann, "join", "m2"), annsBalance, annsStack, 12)}})
	late := appending(t, s, store.Entry{
		Table: table.ID, Played: []store.Played{paid(said(ann, "join", "m3"), annsBalance, annsStack, 12)}})
	nobody := appending(t, s, store.Entry{
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
	require.NoError(t, <-fine, "others in the same commit go on")
	lines, err := s.Lines(ctx, table.ID)
	require.NoError(t, err)
	require.Empty(t, lines)
	seats, err := s.Seats(ctx, table.ID)
	require.NoError(t, err)
	require.Empty(t, seats)

	err = s.Append(ctx, store.Entry{Table: other.ID, After: 1, Played: []store.Played{
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

// TestTransfersRefused tries through Append what a wrong rule might ask for.
func TestTransfersRefused(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	table := evening(t, s)
	before := dump(t, s)
	for name, c := range map[string]struct {
		moves []int
		says  string
	}{
		"nothing":                     {[]int{annsStack, pot, 0}, "between 1 and 1000000000000"},
		"less than nothing":           {[]int{annsStack, pot, -5}, "between 1 and 1000000000000"},
		"more than there can be":      {[]int{house, pot, 1_000_000_000_001}, "between 1 and 1000000000000"},
		"to oneself":                  {[]int{annsStack, annsStack, 1}, "two accounts"},
		"from an empty seat":          {[]int{9, pot, 1}, "nobody sits on seat 9"},
		"to the balance of nobody":    {[]int{pot, -10, 1}, "nobody sits on seat 9"},
		"a balance to a pot":          {[]int{annsBalance, pot, 1}, "pay only each other"},
		"a balance to another's seat": {[]int{annsBalance, bobsStack, 1}, "pay only each other"},
		"a seat to another's balance": {[]int{annsStack, bobsBalance, 1}, "pay only each other"},
		"a balance to a balance":      {[]int{annsBalance, bobsBalance, 1}, "pay only each other"},
		"the house to a balance":      {[]int{house, annsBalance, 1}, "pay only each other"},
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
		many = append(many, house, pot, 1)
	}
	require.ErrorContains(t, s.Append(ctx,
		store.Entry{Table: table.ID, After: 4, Played: []store.Played{paid(dealt("x"), many...)}}), "CHECK")
	require.Equal(t, before, dump(t, s))
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: table.ID, After: 4, Played: []store.Played{paid(dealt("x"), many[:3000]...)}}),
		"the house may pay prizes, and a line a thousand transfers")
	inOrder(t, s)
}

// TestAsManyChipsAsCanBe pays until a sum is full.
func TestAsManyChipsAsCanBe(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	table := seated(t, s, channel)
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: table.ID, Played: []store.Played{paid(dealt("x"), house, pot, 1_000_000_000_000)}}))
	// Nobody could play so long: the sums are set as if they had.
	raw(t, s, `DROP TRIGGER accounts_update`,
		`UPDATE accounts SET paid_in = 4611686018427387904 - 7 WHERE kind = 'pot'`)
	err := s.Append(ctx, store.Entry{
		Table: table.ID, After: 1, Played: []store.Played{paid(dealt("x"), house, pot, 8)}})
	require.ErrorContains(t, err, "more chips than an account can count")
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: table.ID, After: 1, Played: []store.Played{paid(dealt("x"), house, pot, 7)}}))
	raw(t, s, `UPDATE accounts SET paid_out = 4611686018427387904 WHERE kind = 'house'`)
	err = s.Append(ctx, store.Entry{
		Table: table.ID, After: 2, Played: []store.Played{paid(dealt("x"), house, pot, 1)}})
	require.ErrorContains(t, err, "more chips than an account can count")
}

// raw has the writer's own connection say what the store never does.
func raw(t testing.TB, s *DB, texts ...string) {
	t.Helper()
	require.NoError(t, s.write(t.Context(), func(tx *transaction) error {
		for _, text := range texts {
			if _, err := tx.ExecContext(t.Context(), text); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			}
		}
		return nil
	}, nil))
}
