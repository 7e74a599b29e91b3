package store

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store/ids"
)

// Append checks an entry before it writes anything: the lines must be consecutive, a seat needs a player, and a player
// needs a seat.
func TestEntriesAreChecked(t *testing.T) {
	entry := func(lines ...Line) Entry {
		e := Entry{After: 4}
		for _, l := range lines {
			e.Played = append(e.Played, Played{Line: l})
		}
		return e
	}
	for _, right := range []Entry{
		entry(Line{Seat: 1, Player: 7}),
		entry(Line{N: 5, Seat: games.Dealer}, Line{N: 6, Seat: games.Clock}, Line{}),
	} {
		require.NoError(t, right.Check())
	}
	for says, wrong := range map[string]Entry{
		"an entry needs at least one line":        entry(),
		"line 6 is out of order, expected line 5": entry(Line{N: 6}),
		"line 5 is out of order, expected line 6": entry(Line{N: 5}, Line{N: 5}),
		"line 5: seat 1 has no player":            entry(Line{Seat: 1}),
		"line 5: seat 2 has no player":            entry(Line{Seat: 2, Player: -1}),
		"line 6: the dealer is not a player":      entry(Line{}, Line{Seat: games.Dealer, Player: 7}),
		"line 5: the clock is not a player":       entry(Line{Seat: games.Clock, Player: 7}),
	} {
		require.EqualError(t, wrong.Check(), says)
	}
	require.Error(t, entry(Line{Player: 7}).Check(), "a player without a seat")
}

// Sealing a sealed source again changes nothing, and seals depend on the store's key. A trace has sixteen bits.
func TestSealsAndTraces(t *testing.T) {
	c, other := NewChain(secret), NewChain([]byte("another"))
	sealed := c.Seal("m99")
	require.True(t, sealed.Sealed())
	require.NotContains(t, sealed, "m99")
	require.Equal(t, sealed, c.Seal(sealed))
	require.Empty(t, c.Seal(""))
	require.NotEqual(t, sealed, other.Seal("m99"))
	require.NotEqual(t, sealed, c.Seal("m98"))
	line, moved := bet()
	open := c.Line(Hash{}, line, moved)
	line.Source = sealed
	require.Equal(t, open, c.Line(Hash{}, line, moved), "a sealed source gives the same link")
	line.Source = sealOf + "!"
	damaged := c.Line(Hash{}, line, moved)
	line.Source = ""
	require.NotEqual(t, damaged, c.Line(Hash{}, line, moved))

	traces := map[int]bool{}
	for p := range ids.User(1000) {
		n := c.Trace(p)
		require.True(t, n >= 0 && n < 1<<16)
		traces[n] = true
	}
	require.Greater(t, len(traces), 950)
	require.NotEqual(t, c.Trace(7), other.Trace(7))
}

// The link of a compacted game covers everything that is left of the game.
func TestCompactedLinkCoversEverything(t *testing.T) {
	c, links := NewChain(secret), map[Hash]string{}
	line, moved := bet()
	tallies := []games.Tally{{Seat: 2, Count: games.Hands, N: 3}}
	for what, p := range map[string]Played{
		"as it was":  {Line: line, Transfers: moved, Tallies: tallies},
		"no chips":   {Line: line, Tallies: tallies},
		"no tallies": {Line: line, Transfers: moved},
		"no line":    {Transfers: moved, Tallies: tallies},
		"seat":       {Line: line, Transfers: moved, Tallies: []games.Tally{{Seat: 1, Count: games.Hands, N: 3}}},
		"count":      {Line: line, Transfers: moved, Tallies: []games.Tally{{Seat: 2, Count: games.Pots, N: 3}}},
		"n":          {Line: line, Transfers: moved, Tallies: []games.Tally{{Seat: 2, Count: games.Hands, N: 4}}},
	} {
		for from, h := range map[string]Hash{
			"": c.Compacted(Hash{1}, Hash{2}, p), "another opening": c.Compacted(Hash{3}, Hash{2}, p),
			"another head": c.Compacted(Hash{1}, Hash{3}, p),
		} {
			require.Empty(t, links[h], what+from)
			links[h] = what + from
		}
	}
	require.Len(t, links, 21)
}

// A finding names the broken rule, and the guild and the table if they are known.
func TestFindingsNameThePlace(t *testing.T) {
	require.Equal(t, "a law: here", Finding{Says: "a law", Where: "here"}.String())
	require.Equal(t, "guild 7: a law: table 3: here",
		Finding{Guild: 7, Table: 3, Says: "a law", Where: "here"}.String())
	b := &Broken{Guild: 7, Where: "grant 2", Says: "odd"}
	require.ErrorIs(t, b, ErrBroken)
	require.EqualError(t, b, ErrBroken.Error()+": guild 7: grant 2: odd")
	b.Table = 3
	require.EqualError(t, b, ErrBroken.Error()+": table 3: grant 2: odd")
	require.Equal(t, Finding{Guild: 7, Table: 3, Says: "a hash chain is broken", Where: "grant 2: odd"}, b.Finding())
	poor := &Overdraft{Kind: PlayerAccount, Seat: 2, Player: 7, Has: 1, Needs: 20}
	require.ErrorIs(t, poor, ErrOverdraft)
	require.ErrorContains(t, poor, "(player 7) holds 1 and needs 20")
}

// An audit compares each account of the game with the ledger, even if only one of them has the account. Play chips
// exist only in the game.
func TestDifferingAccounts(t *testing.T) {
	v := games.View{Pot: 3, Seats: []games.SeatView{{Seat: 1, Chips: 5}, {Seat: 2}}}
	require.Empty(t, differences(v, map[games.Account]games.Chips{games.Pot: 3, 1: 5}))
	require.Equal(t, []string{
		"the pot has 3 in the game, but 2 in the ledger", "seat 1 has 5 in the game, but 0 in the ledger",
		"seat 4 has 0 in the game, but 9 in the ledger",
	}, differences(v, map[games.Account]games.Chips{games.Pot: 2, 4: 9}))
	v.Practice = true
	require.Empty(t, differences(v, nil))
}

// The dealer's last line of a closed table may exist in the ledger alone. No other line may.
func TestDealersLastLine(t *testing.T) {
	end := Played{Line: Line{Seat: games.Dealer, Words: "end"}}
	join := Played{Line: Line{Seat: 1, Words: "join"}}
	for i, want := range map[int]bool{-1: false, 0: false, 1: true, 2: false} {
		require.Equal(t, want, (&audited{played: []Played{end, end}}).byDealer(i), i)
	}
	require.False(t, (&audited{played: []Played{join}}).byDealer(0))
	require.False(t, (&audited{played: []Played{{Line: Line{Seat: 1, Words: "end"}}}}).byDealer(0))
	a := audited{played: []Played{end}}
	require.False(t, a.maySkip(ErrDamaged), "the table is open")
	require.True(t, a.maySkip(games.ErrEdition))
	a.Closed = time.Unix(1, 0)
	require.True(t, a.maySkip(ErrDamaged))
}

// Total adds up all parts of a holding, Mean is taken over tables, and Back returns to each seat what it has bet and
// what is left of its stack, lowest seat first.
func TestSums(t *testing.T) {
	require.EqualValues(t, 111, Holding{Balance: 1, OnTables: 10, InPots: 100}.Total())
	require.Zero(t, Record{Sets: 5}.Mean())
	require.InDelta(t, 2.5, Record{Tables: 2, Sets: 5}.Mean(), 0)
	stakes := Stakes{
		Stack: map[games.Seat]games.Chips{4: 0, 3: 7, 1: 5}, Bet: map[games.Seat]games.Chips{2: 4, 1: 2, 5: 0},
	}
	require.Equal(t, []games.Transfer{
		{From: games.Pot, To: 1, Amount: 2}, {From: 1, To: games.Balance(1), Amount: 7},
		{From: games.Pot, To: 2, Amount: 4}, {From: 2, To: games.Balance(2), Amount: 4},
		{From: 3, To: games.Balance(3), Amount: 7},
	}, stakes.Back())
}
