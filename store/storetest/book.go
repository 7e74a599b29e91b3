package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"settable/store"
	"settable/store/ids"
)

// requireNumbers requires that the n transfers of a table are numbered from 1 without gaps.
func requireNumbers(t testing.TB, s Store, id store.TableID, most int) {
	t.Helper()
	got, err := s.Numbers(t.Context(), id)
	require.NoError(t, err)
	want := []int{}
	for n := range most {
		want = append(want, n+1)
	}
	require.Equal(t, want, append([]int{}, got...), "table %d", id)
}

// Each table numbers its own transfers, whatever is played, refused and granted elsewhere.
func testTransfersAreNumberedByTable(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	GrantWelcomes(t, s, Ann, Bob)
	here, there := OpenTable(t, s, Channel), OpenTable(t, s, Channel+1)
	played := func(id store.TableID, n int, p store.Played) error {
		return s.Append(ctx, store.Entry{Table: id, After: n, Played: []store.Played{p}})
	}
	requireNumbers(t, s, here.ID, 0)
	require.NoError(t, played(here.ID, 0, WithTransfers(PlayerLine(Ann, "join", "m1"), AnnsBalance, AnnsStack, 20)))
	require.NoError(t, played(there.ID, 0, WithTransfers(PlayerLine(Ann, "join", "m2"), AnnsBalance, AnnsStack, 30,
		AnnsStack, Pot, 4, Pot, AnnsStack, 4)))
	require.NoError(t, played(here.ID, 1, PlayerLine(Ann, "look", "m3")))
	require.ErrorIs(t, played(here.ID, 2, WithTransfers(Dealt("raise"), AnnsStack, Pot, 2, AnnsStack, Pot, 19)),
		store.ErrOverdraft)
	_, err := s.Give(ctx, store.Grant{Guild: Guild, Player: Ann, Amount: 5, At: Noon, Granter: Bob, Reason: "x"})
	require.NoError(t, err)
	require.NoError(t, played(here.ID, 2, WithTransfers(Dealt("raise"), AnnsStack, Pot, 2, AnnsStack, Pot, 18)))
	requireNumbers(t, s, here.ID, 3)
	requireNumbers(t, s, there.ID, 3)
	require.NoError(t, played(there.ID, 1, WithTransfers(Dealt("x"), AnnsStack, Pot, 1)))
	requireNumbers(t, s, here.ID, 3)
	requireNumbers(t, s, there.ID, 4)
	require.Equal(t, 10, RequireValid(t, s).Transfers)
	require.NoError(t, s.Check(ctx))

	// A player at both tables reads the movements in the order in which they were written.
	history, err := s.History(ctx, Guild, Ann, 1, 10)
	require.NoError(t, err)
	var told []string
	require.Equal(t, history.Movements, Statement(t, s, Guild, Ann))
	for _, m := range history.Movements {
		told = append(told, fmt.Sprint(m.Table, m.Balance, m.OnTables, m.After.Balance, m.After.OnTables))
	}
	require.Equal(t, []string{
		fmt.Sprint(there.ID, 0, -1, 55, 29), fmt.Sprint(here.ID, 0, -20, 55, 30), fmt.Sprint(0, 5, 0, 55, 50),
		fmt.Sprint(there.ID, -30, 30, 50, 50), fmt.Sprint(here.ID, -20, 20, 80, 20), fmt.Sprint(0, 100, 0, 100, 0),
	}, told)
}

// The purge of one server leaves no gap in the numbers of another.
func testPurgeLeavesNoGapInNumbers(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	goes, err := s.OpenTable(ctx, store.Table{Guild: Guild + 1, Channel: Channel + 7, Game: "classic",
		Opener: Ann, Opened: Noon}, "")
	require.NoError(t, err)
	_, err = s.Welcome(ctx, Guild+1, Ann, 50, Noon)
	require.NoError(t, err)
	GrantWelcomes(t, s, Ann)
	stays := OpenTable(t, s, Channel)
	for n := range 3 {
		for _, id := range []store.TableID{goes.ID, stays.ID} {
			p := WithTransfers(PlayerLine(Ann, "join", ""), AnnsBalance, AnnsStack, 5, AnnsStack, AnnsBalance, 5)
			require.NoError(t, s.Append(ctx, store.Entry{Table: id, After: n, Played: []store.Played{p}}))
		}
	}
	require.NoError(t, s.CloseTable(ctx, goes.ID, Noon))
	require.NoError(t, s.Depart(ctx, Guild+1, Noon))
	gone, err := s.Purge(ctx, Noon.Add(time.Hour))
	require.NoError(t, err)
	require.Equal(t, []ids.Guild{Guild + 1}, gone)
	requireNumbers(t, s, goes.ID, 0)
	requireNumbers(t, s, stays.ID, 6)
	require.Equal(t, 7, RequireValid(t, s).Transfers)
	require.NoError(t, s.Check(ctx))
	p := WithTransfers(PlayerLine(Ann, "join", ""), AnnsBalance, AnnsStack, 5)
	require.NoError(t, s.Append(ctx, store.Entry{Table: stays.ID, After: 3, Played: []store.Played{p}}))
	requireNumbers(t, s, stays.ID, 7)
	RequireValid(t, s)
}

// Many tables write transfers at the same time.
func testConcurrentTransfers(t *testing.T, open Opener) {
	const tables, lines = 6, 20
	s, ctx := openStore(t, open), t.Context()
	GrantWelcomes(t, s, Ann)
	var rows []store.TableID
	for i := range tables {
		rows = append(rows, OpenTable(t, s, Channel+ids.Channel(i)).ID)
	}
	var all errgroup.Group
	for i, id := range rows {
		all.Go(func() error {
			for n := range lines {
				p := WithTransfers(PlayerLine(Ann, "join", ""), AnnsBalance, AnnsStack, 1+i%2, AnnsStack, AnnsBalance, 1)
				if err := s.Append(ctx, store.Entry{Table: id, After: n, Played: []store.Played{p}}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, all.Wait())
	for _, id := range rows {
		requireNumbers(t, s, id, 2*lines)
	}
	requireHolding(t, s, Ann, store.Holding{Balance: 100 - tables/2*lines, OnTables: tables / 2 * lines})
	RequireValid(t, s)
	require.NoError(t, s.Check(ctx))
}
