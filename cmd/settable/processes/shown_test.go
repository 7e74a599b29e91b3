package processes

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"settable/bot/sandbox/page"
	"settable/store"
	"settable/store/ids"
)

func TestTablesAreListedWithTheProcessOfTheirShard(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 11, 25, 20, 0, 0, 0, time.UTC)
	members := []Member{{Name: "p1", PID: 7, Since: began}, {Name: "p2", Since: began},
		{Name: "p10", PID: 9, Since: began, Paused: true}}
	lease := func(k int, owner string) store.Lease {
		return store.Lease{Shard: store.Shard{K: k, Of: 3}, Owner: owner}
	}
	roster := store.Roster{Shards: 3, Leases: []store.Lease{lease(0, "p10-ABC"), lease(1, "p1-XYZ"),
		lease(2, "p2-OLD"), lease(2, "somebody")}}
	table := func(guild ids.Guild, channel ids.Channel) store.Table {
		return store.Table{Guild: guild << 22, Channel: channel, Game: "poker"}
	}
	tables := []store.Table{table(3, 30), table(4, 40), table(1, 10), table(2, 20)}
	shown := assign(members, roster, tables)
	at := func(channel string) page.Table { return page.Table{Channel: channel, Game: "poker"} }
	require.Empty(t, cmp.Diff([]page.Process{
		{Name: "p1", PID: 7, Since: began, Shards: []int{1}, Tables: []page.Table{at("40"), at("10")}},
		{Name: "p2", Since: began, Shards: []int{2}, Tables: []page.Table{at("20")}},
		{Name: "p10", PID: 9, Since: began, Paused: true, Shards: []int{0}, Tables: []page.Table{at("30")}},
	}, shown))
	require.Equal(t, []page.Table{}, assign(members[:1], store.Roster{}, nil)[0].Tables, "an empty list must not become null in JSON")
}

func TestProcessesDontInheritSettings(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"HOME=/root", "SETTABLE_TEST_AS_PROGRAM=1", "GOGC=70"}, Environment([]string{
		"HOME=/root", "SETTABLE_TOKEN=secret", "SETTABLE_DATABASE=mine.db", "SETTABLE_CONFIG=x.yaml",
		"SETTABLE_TEST_AS_PROGRAM=1", "GOGC=70"}))
}
