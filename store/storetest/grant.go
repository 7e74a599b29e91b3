package storetest

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

func testWelcomeIsGivenOnce(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	var given atomic.Int64
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			granted, err := s.Welcome(ctx, Guild, Ann, games.Chips(100+i), Noon.AddDate(i, 0, 0))
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
	must(s.Welcome(ctx, Guild, Bob, 0, Noon))
	granted := must(s.Welcome(ctx, Guild, Bob, 7, Noon))
	require.EqualValues(t, 7, granted, "a grant of 0 doesn't use up the starting grant")
	granted = must(s.Welcome(ctx, Guild+1, Bob, 8, Noon))
	require.EqualValues(t, 8, granted, "each guild gives its own starting grant")
	for _, amount := range []games.Chips{-1, store.MostGrant + 1} {
		_, err := s.Welcome(ctx, Guild, Cat, amount, Noon)
		require.ErrorIs(t, err, store.ErrAmount)
	}
	RequireValid(t, s)
}

func testTopUp(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	must(s.Welcome(ctx, Guild, Ann, 30, Noon))
	table := OpenTable(t, s, Channel)
	Append(t, s, table.ID, 0, WithTransfers(PlayerLine(Ann, "join", "m1"), AnnsBalance, AnnsStack, 25))
	must(s.Welcome(ctx, Guild, Bob, 30, Noon))
	n := 1
	moves := func(played store.Played) {
		Append(t, s, table.ID, n, played)
		n++
	}
	moves(WithTransfers(PlayerLine(Bob, "join", "m0"), BobsBalance, BobsStack, 30))
	_, err := s.TopUp(ctx, Guild, Ann, store.DailyFloor, Noon, "i1")
	require.ErrorIs(t, err, store.ErrEnough, "5 in the balance, but 25 on a table")
	moves(WithTransfers(PlayerLine(Bob, "bet 1", "m5"), BobsStack, Pot, 1, Pot, AnnsStack, 1)) // these moves belong to an earlier hand
	moves(WithTransfers(PlayerLine(Ann, "bet 19", "m2"), AnnsStack, Pot, 19))
	requireHolding(t, s, Ann, store.Holding{Balance: 5, OnTables: 7, InPots: 19})
	_, err = s.TopUp(ctx, Guild, Ann, store.DailyFloor, Noon, "i0")
	require.ErrorIs(t, err, store.ErrEnough, "chips in a pot may come back")
	moves(WithTransfers(PlayerLine(Ann, "drop", "m6"), Pot, BobsStack, 19))

	midnight := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	_, err = s.TopUp(ctx, Guild, Ann, 20, midnight, "m2")
	require.ErrorIs(t, err, store.ErrPlayed)
	g := must(s.TopUp(ctx, Guild, Ann, 20, midnight.Add(-time.Nanosecond), "i2"))
	require.Empty(t, cmp.Diff(store.Grant{ID: 3, Guild: Guild, Player: Ann, Kind: store.Daily, Amount: 8,
		At: midnight.Add(-time.Nanosecond), Source: "i2"}, g))
	moves(WithTransfers(PlayerLine(Ann, "bet 7", "m3"), AnnsStack, Pot, 7))
	moves(WithTransfers(PlayerLine(Ann, "drop", "m7"), Pot, BobsStack, 7))
	_, err = s.TopUp(ctx, Guild, Ann, 20, Noon, "i3")
	require.ErrorIs(t, err, store.ErrGranted, "once a day")
	_, err = s.TopUp(ctx, Guild, Ann, 20, midnight, "i2")
	require.ErrorIs(t, err, store.ErrPlayed)
	zone := time.FixedZone("here", -5*3600)
	g, err = s.TopUp(ctx, Guild, Ann, 20, midnight.In(zone), "i4")
	require.NoError(t, err, "days end at midnight UTC")
	require.EqualValues(t, 7, g.Amount)
	requireHolding(t, s, Ann, store.Holding{Balance: 20})
	_, err = s.TopUp(ctx, Guild, Bob, store.MostGrant+1000, Noon, "")
	require.ErrorIs(t, err, store.ErrAmount)
	RequireValid(t, s)
}

func testGive(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	gift := store.Grant{Guild: Guild, Player: Ann, Amount: 50, At: Noon, Granter: Bob,
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
	none := must(s.Gifts(ctx, Guild, 1, 10))
	require.Zero(t, none)

	gift.Reason = strings.Repeat("é", 200)
	var all sync.WaitGroup
	var given, id atomic.Int64
	for range 10 {
		all.Go(func() {
			g, err := s.Give(ctx, gift)
			if err == nil {
				given.Add(1)
				id.Store(g.ID)
			} else if !errors.Is(err, store.ErrPlayed) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, given.Load(), "a repeated interaction grants only once")
	second := gift
	second.Source, second.Player, second.Amount = "i2", Cat, store.MostGrant
	second = must(s.Give(ctx, second))
	must(s.Welcome(ctx, Guild, Ann, 100, Noon))

	page := must(s.Gifts(ctx, Guild, 7, 1))
	gift.ID, gift.Kind = id.Load(), store.Gift
	gift.Source, second.Source = seal(t, s, gift.Source), seal(t, s, second.Source)
	require.Empty(t, cmp.Diff(store.Gifts{Grants: []store.Grant{gift}, Total: 2, Page: 2, Pages: 2}, page))
	page = must(s.Gifts(ctx, Guild, 1, 10))
	require.Empty(t, cmp.Diff(store.Gifts{Grants: []store.Grant{second, gift}, Total: 2, Page: 1, Pages: 1},
		page), "the starting grant is no gift")
	_, err := s.Gifts(ctx, Guild, 1, 0)
	require.ErrorContains(t, err, "page number 1 or page size 0")
	_, err = s.OpenTable(ctx, tableOf("classic", Channel, 0), "i1")
	require.ErrorIs(t, err, store.ErrPlayed)
	RequireValid(t, s)
}
