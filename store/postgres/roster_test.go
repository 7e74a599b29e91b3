package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/store"
	"settable/store/storetest"
)

// A read-only handle reads the roster without joining it.
func TestReadOnlyHandleReadsTheRoster(t *testing.T) {
	address, ctx := storetest.Postgres(t), context.Background()
	plays := openedAt(t, address, Options{Shared: true})
	looks := openedAt(t, address, Options{ReadOnly: true})
	r := must(looks.Roster(ctx))
	require.Zero(t, r)
	must(plays.Heartbeat(ctx, "one", time.Minute))
	require.NoError(t, plays.Divide(ctx, 2))
	lease := must(plays.Take(ctx, "one", store.Shard{K: 1, Of: 2}, time.Minute))
	r = must(looks.Roster(ctx))
	require.Equal(t, store.Roster{Shards: 2, Processes: []string{"one"}, Leases: []store.Lease{lease}}, r)
}
