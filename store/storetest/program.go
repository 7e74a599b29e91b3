package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/ids"
)

// testPurgeLeavesNoGaps checks that purging one server leaves no gap in the transfer numbers of another server. The
// audit checks these numbers.
func testPurgeLeavesNoGaps(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	goes := must(s.OpenTable(ctx, store.Table{Guild: Guild + 1, Channel: Channel + 7, Game: "classic",
		Opener: Ann, Opened: Noon}, ""))
	must(s.Welcome(ctx, Guild+1, Ann, 50, Noon))
	GrantWelcomes(t, s, Ann)
	stays := OpenTable(t, s, Channel)
	for n := range 3 {
		for _, id := range []store.TableID{goes.ID, stays.ID} {
			p := WithTransfers(PlayerLine(Ann, "join", ""), AnnsBalance, AnnsStack, 5, AnnsStack, AnnsBalance, 5)
			Append(t, s, id, n, p)
		}
	}
	require.NoError(t, s.CloseTable(ctx, goes.ID, Noon))
	require.NoError(t, s.Depart(ctx, Guild+1, Noon))
	gone := must(s.Purge(ctx, Noon.Add(time.Hour)))
	require.Equal(t, []ids.Guild{Guild + 1}, gone)
	require.Equal(t, 7, RequireValid(t, s).Transfers)
	require.NoError(t, s.Check(ctx))
	p := WithTransfers(PlayerLine(Ann, "join", ""), AnnsBalance, AnnsStack, 5)
	Append(t, s, stays.ID, 3, p)
	RequireValid(t, s)
}

// testLeftoversArePurged checks that leftovers count as data of a server by themselves, and are purged with it.
func testLeftoversArePurged(t *testing.T, open Opener) {
	ctx, s := t.Context(), openStore(t, open)
	require.NoError(t, s.Leave(ctx, offerMessage))
	other := offerMessage
	other.Guild, other.Channel = Guild+1, Channel+1
	require.NoError(t, s.Leave(ctx, other))
	missing := must(s.NoteServers(ctx, []ids.Guild{other.Guild}))
	require.Equal(t, []ids.Guild{Guild}, missing)
	require.NoError(t, s.Depart(ctx, Guild, Noon))
	gone := must(s.Purge(ctx, Noon.Add(time.Hour)))
	require.Equal(t, []ids.Guild{Guild}, gone)
	left := must(s.Leftovers(ctx))
	require.Equal(t, []store.Leftover{other}, left)
}

// testSessionsAreCounted checks that sessions are counted, including those of earlier programs, until they are too old
// for any of Discord's limits.
func testSessionsAreCounted(t *testing.T, open Opener) {
	s, ctx := openStore(t, open), t.Context()
	for hour := range 5 {
		require.NoError(t, s.Identify(ctx, Noon.Add(time.Duration(hour)*time.Hour)))
	}
	since := func(at time.Time) (hours []float64) {
		for _, began := range must(s.Identified(ctx, at)) {
			hours = append(hours, began.Sub(Noon).Hours())
		}
		return hours
	}
	require.Equal(t, []float64{0, 1, 2, 3, 4}, since(Noon.Add(-time.Second)))
	require.Equal(t, []float64{3, 4}, since(Noon.Add(2*time.Hour)))
	require.NoError(t, s.Identify(ctx, Noon.Add(48*time.Hour+150*time.Minute)))
	require.Equal(t, []float64{3, 4, 50.5}, since(time.Unix(0, 0)), "old sessions are deleted")
}
