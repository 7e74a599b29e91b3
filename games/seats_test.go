package games

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRosterKeepsSeats(t *testing.T) {
	var r Roster
	var err error
	for s := Seat(1); s <= 3; s++ {
		r, err = r.Join(s, 3)
		require.NoError(t, err)
	}
	_, err = r.Join(4, 3)
	require.EqualError(t, err, "games.full N=3")
	_, err = r.Join(2, 3)
	require.EqualError(t, err, "games.sits_already")
	r, err = r.Leave(2)
	require.NoError(t, err)
	require.Equal(t, []Seat{1, 3}, r.Seats())
	require.Equal(t, 3, r.SeatsGiven())
	_, err = r.Leave(2)
	require.EqualError(t, err, "games.join_first")
	_, err = r.Join(5, 3)
	require.EqualError(t, err, "games.next_seat seat=4")
	four, err := r.Join(4, 3)
	require.NoError(t, err)
	require.Equal(t, []Seat{1, 3, 4}, four.Seats())
	again, err := r.Join(2, 3) // a returning player gets the same seat
	require.NoError(t, err)
	require.Equal(t, []Seat{1, 2, 3}, again.Seats())
	require.Equal(t, 3, again.SeatsGiven())
	require.Equal(t, []Seat{1, 3}, r.Seats(), "a roster is a value")
}

func TestRosterRefuses(t *testing.T) {
	for _, s := range []Seat{Watcher, Dealer, Clock} {
		_, err := Roster{}.Join(s, 3)
		require.Error(t, err)
		require.Error(t, Roster{}.Need(s))
	}
	var r Roster
	for s := Seat(1); s <= mostSeats; s++ {
		var err error
		r, err = r.Join(s, 100)
		require.NoError(t, err)
	}
	_, err := r.Join(mostSeats+1, 100)
	require.EqualError(t, err, "games.no_more_seats N=64")
	one, err := Roster{}.Join(1, 8)
	require.NoError(t, err)
	require.NoError(t, one.CanStart(1, 1))
	require.EqualError(t, one.CanStart(1, 2), "games.too_few N=2 here=1")
	require.Error(t, one.CanStart(2, 1))
}
