package games

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAccountsHaveOwners(t *testing.T) {
	for s := Seat(1); s <= mostSeats; s++ {
		require.Equal(t, s, Account(s).Owner())
		require.Equal(t, s, Balance(s).Owner())
		require.True(t, Balance(s).IsBalance())
		require.False(t, Account(s).IsBalance())
	}
	for _, p := range []Account{Pot, Bank} {
		require.Equal(t, Watcher, p.Owner())
		require.False(t, p.IsBalance())
	}
}

// A secret refusal is of type Illegal, like any other refusal.
func TestSecretMoveIsIllegal(t *testing.T) {
	var illegal Illegal
	require.True(t, errors.As(RefuseInSecret("poker.no_set"), &illegal))
	require.True(t, illegal.Secret)
	require.True(t, errors.As(Refuse("games.no_move"), &illegal))
	require.False(t, illegal.Secret)
	require.EqualError(t, Refuse("games.full", "N", 3), "games.full N=3")
}

func TestFactsOfChips(t *testing.T) {
	name := func(s Seat) string { return map[Seat]string{1: "ann", 2: "bob", 3: "cid"}[s] }
	share := PotShare{
		Amount: 11, Eligible: []Seat{1, 2, 3}, Sets: []int{2, 2, 0}, Winners: []Seat{1, 2}, Share: 5, Odd: 1,
		OddTo: []Seat{2},
		Won:   MostSets, OddBy: FewestOdd,
	}
	step := Step{
		Transfers: []Transfer{{From: Balance(2), To: 2, Amount: 20}, {From: Bank, To: Pot, Amount: 1}},
	}
	require.Equal(t, []string{
		"20 chips from the balance of bob to bob",
		"1 chips from the house to the pot",
	}, step.Facts(name))
	v := View{CardsLeft: -1, Pots: []PotShare{share}, Seats: []SeatView{{Seat: 1, Chips: 3, Bet: 2}}}
	require.Equal(t,
		", : \nP 0 chips 3 bet 2\nwon 11 P=2 Q=2 R=0, most sets: P Q, 5 each, 1 odd to Q (fewest chips)\n",
		v.String())
}
