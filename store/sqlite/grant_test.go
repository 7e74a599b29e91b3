package sqlite

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/store"
)

func TestWelcomeOnceForLife(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	var given atomic.Int64
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			granted, err := s.Welcome(ctx, guild, ann, games.Chips(100+i), noon.AddDate(i, 0, 0))
			if err != nil {
				t.Error(err)
			}
			if granted > 0 {
				given.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, given.Load())
	_, err := s.Welcome(ctx, guild, bob, 0, noon)
	require.NoError(t, err)
	granted, err := s.Welcome(ctx, guild, bob, 7, noon)
	require.NoError(t, err)
	require.EqualValues(t, 7, granted, "nothing was not the grant for life")
	granted, err = s.Welcome(ctx, guild+1, bob, 8, noon)
	require.NoError(t, err)
	require.EqualValues(t, 8, granted, "each guild has its own")
	for _, amount := range []games.Chips{-1, store.MostGrant + 1} {
		_, err = s.Welcome(ctx, guild, cat, amount, noon)
		require.ErrorIs(t, err, store.ErrAmount)
	}
	inOrder(t, s)
}

func TestTopUp(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	_, err := s.Welcome(ctx, guild, ann, 30, noon)
	require.NoError(t, err)
	table := seated(t, s, channel)
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: table.ID, Played: []store.Played{
			paid(said(ann, "join", "m1"), annsBalance, annsStack, 25)}}))
	_, err = s.Welcome(ctx, guild, bob, 30, noon)
	require.NoError(t, err)
	n := 1
	moves := func(played store.Played) {
		require.NoError(t, s.Append(ctx, store.Entry{Table: table.ID, After: n, Played: []store.Played{played}}))
		n++
	}
	moves(paid(said(bob, "join", "m0"), bobsBalance, bobsStack, 30))
	_, err = s.TopUp(ctx, guild, ann, store.DailyFloor, noon, "i1")
	require.ErrorIs(t, err, store.ErrEnough, "5 in the balance, but 25 on a table")
	moves(paid(said(bob, "bet 1", "m5"), bobsStack, pot, 1, pot, annsStack, 1)) // of a hand before
	moves(paid(said(ann, "bet 19", "m2"), annsStack, pot, 19))
	has, err := s.Balance(ctx, guild, ann)
	require.NoError(t, err)
	require.Equal(t, store.Holding{Balance: 5, OnTables: 7, InPots: 19}, has)
	_, err = s.TopUp(ctx, guild, ann, store.DailyFloor, noon, "i0")
	require.ErrorIs(t, err, store.ErrEnough, "what lies in a pot may come back")
	moves(paid(said(ann, "drop", "m6"), pot, bobsStack, 19))

	midnight := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	_, err = s.TopUp(ctx, guild, ann, 20, midnight, "m2")
	require.ErrorIs(t, err, store.ErrPlayed)
	g, err := s.TopUp(ctx, guild, ann, 20, midnight.Add(-time.Nanosecond), "i2")
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(store.Grant{ID: 3, Guild: guild, Player: ann, Kind: store.Daily, Amount: 8,
		At: midnight.Add(-time.Nanosecond), Source: "i2"}, g))
	moves(paid(said(ann, "bet 7", "m3"), annsStack, pot, 7))
	moves(paid(said(ann, "drop", "m7"), pot, bobsStack, 7))
	_, err = s.TopUp(ctx, guild, ann, 20, noon, "i3")
	require.ErrorIs(t, err, store.ErrGranted, "once a day")
	_, err = s.TopUp(ctx, guild, ann, 20, midnight, "i2")
	require.ErrorIs(t, err, store.ErrPlayed)
	zone := time.FixedZone("here", -5*3600)
	g, err = s.TopUp(ctx, guild, ann, 20, midnight.In(zone), "i4")
	require.NoError(t, err, "the day is UTC's")
	require.EqualValues(t, 7, g.Amount)
	has, err = s.Balance(ctx, guild, ann)
	require.NoError(t, err)
	require.Equal(t, store.Holding{Balance: 20}, has)
	_, err = s.TopUp(ctx, guild, bob, store.MostGrant+1000, noon, "")
	require.ErrorIs(t, err, store.ErrAmount)
	inOrder(t, s)
}

func TestGive(t *testing.T) {
	s, ctx := opened(t, Options{}), t.Context()
	gift := store.Grant{Guild: guild, Player: ann, Amount: 50, At: noon, Granter: bob,
		Reason: "hosted the night", Source: "i1"}
	for name, c := range map[string]struct {
		change func(*store.Grant)
		want   error
	}{
		"nothing":           {func(g *store.Grant) { g.Amount = 0 }, store.ErrAmount},
		"less than nothing": {func(g *store.Grant) { g.Amount = -1 }, store.ErrAmount},
		"too much":          {func(g *store.Grant) { g.Amount = store.MostGrant + 1 }, store.ErrAmount},
		"no reason":         {func(g *store.Grant) { g.Reason = " \n " }, store.ErrReason},
		"a long reason":     {func(g *store.Grant) { g.Reason = strings.Repeat("é", 201) }, store.ErrReason},
		"by nobody":         {func(g *store.Grant) { g.Granter = 0 }, nil},
		"to nobody":         {func(g *store.Grant) { g.Player = 0 }, nil},
		"in no guild":       {func(g *store.Grant) { g.Guild = 0 }, nil},
		"at no time":        {func(g *store.Grant) { g.At = time.Time{} }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			g := gift
			c.change(&g)
			_, err := s.Give(ctx, g)
			require.Error(t, err)
			if c.want != nil {
				require.ErrorIs(t, err, c.want)
			}
		})
	}
	none, err := s.Gifts(ctx, guild, 1, 10)
	require.NoError(t, err)
	require.Zero(t, none)

	gift.Reason = strings.Repeat("é", 200)
	var all sync.WaitGroup
	var given atomic.Int64
	for range 10 {
		all.Go(func() {
			_, err := s.Give(ctx, gift)
			if err == nil {
				given.Add(1)
			} else if !errors.Is(err, store.ErrPlayed) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, given.Load(), "an interaction that is told again grants once")
	second := gift
	second.Source, second.Player, second.Amount = "i2", cat, store.MostGrant
	second, err = s.Give(ctx, second)
	require.NoError(t, err)
	_, err = s.Welcome(ctx, guild, ann, 100, noon)
	require.NoError(t, err)

	page, err := s.Gifts(ctx, guild, 7, 1)
	require.NoError(t, err)
	gift.ID, gift.Kind = 1, store.Gift
	gift.Source, second.Source = s.chain.Seal(gift.Source), s.chain.Seal(second.Source)
	require.Empty(t, cmp.Diff(store.Gifts{Grants: []store.Grant{gift}, Total: 2, Page: 2, Pages: 2}, page))
	page, err = s.Gifts(ctx, guild, 1, 10)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(store.Gifts{Grants: []store.Grant{second, gift}, Total: 2, Page: 1, Pages: 1},
		page), "the starting grant is no gift")
	_, err = s.Gifts(ctx, guild, 1, 0)
	require.ErrorContains(t, err, "page 1 of 0")
	_, err = s.OpenTable(ctx, store.Table{
		Guild: guild, Channel: channel, Game: "classic", Opener: ann, Opened: noon}, "i1")
	require.ErrorIs(t, err, store.ErrPlayed)
	inOrder(t, s)
}
