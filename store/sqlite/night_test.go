package sqlite

import (
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store"
)

// SQLite refuses manual changes of nights that the store would never make.
func TestIllegalNights(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s, ctx := newStore(t, Options{}), t.Context()
	over := begun(t, s, channel) // 1
	table := must(s.OpenTable(ctx,
		store.Table{Guild: guild, Channel: channel, Game: "classic", Opener: ann, Opened: noon, Night: over.ID},
		"i1"))
	require.NoError(t, s.Append(ctx,
		store.Entry{Table: table.ID, Over: true, Played: []store.Played{said(ann, "join", "m1")}}))
	must(s.EndNight(ctx, over.ID, noon))
	open := begun(t, s, channel+1) // 2
	must(s.OpenTable(ctx, store.Table{
		Guild: guild, Channel: channel + 1, Game: "classic", Opener: ann, Opened: noon, Night: open.ID}, ""))
	must(s.Give(ctx, store.Grant{Guild: guild, Player: ann, Amount: 1, Granter: bob, Reason: "x", At: noon,
		Source: "i3"}))
	// This night gets id 3.
	must(s.StartNight(ctx, store.Night{
		Guild: guild + 1, Channel: channel + 9, Opener: ann, BuyIn: 1, Started: noon}, "i4"))
	seated(t, s, channel+3)
	before := dump(t, s)

	night := `INTO nights (guild, number, channel, opener, buy_in, started, ended, source) VALUES `
	for _, c := range []struct{ sql, says string }{
		{`UPDATE nights SET guild = 7 WHERE id = 1`, "a night is not changed"},
		{`UPDATE nights SET number = 5 WHERE id = 2`, "a night is not changed"},
		{`UPDATE nights SET channel = 5 WHERE id = 2`, "a night is not changed"},
		{`UPDATE nights SET buy_in = 5 WHERE id = 2`, "a night is not changed"},
		{`UPDATE nights SET opener = 5 WHERE id = 2`, "a night is not changed"},
		{`UPDATE nights SET started = 5 WHERE id = 1`, "a night is not changed"},
		{`UPDATE nights SET source = 'x' WHERE id = 1`, "a night is not changed"},
		{`UPDATE nights SET ended = NULL WHERE id = 1`, "nor opened again"},
		{`UPDATE OR REPLACE nights SET ended = ended + 1 WHERE id = 1`, "nor opened again"},
		{`UPDATE OR IGNORE nights SET ended = started WHERE id = 2`, "a table of the night is open"},
		{`UPDATE nights SET ended = started - 1 WHERE id = 3`, "CHECK"},
		{`DELETE FROM nights WHERE id = 1`, "a night that began is never deleted"},
		{
			`INSERT OR REPLACE INTO nights (id, guild, number, channel, opener, buy_in, started) VALUES (1, 1000, 3, 5, 1, 1, 1)`, "this night exists"},
		{`INSERT OR REPLACE ` + night + `(1000, 1, 5, 1, 1, 1, NULL, NULL)`, "in order"},
		{`INSERT ` + night + `(1000, 4, 5, 1, 1, 1, NULL, NULL)`, "in order"},
		{`INSERT OR REPLACE ` + night + `(1000, 3, 2001, 1, 1, 1, NULL, NULL)`, "the channel has an open night"},
		{`INSERT OR IGNORE ` + night + `(1000, 3, 2001, 1, 1, 1, NULL, NULL)`, "the channel has an open night"},
		{`INSERT ` + night + `(1000, 3, 2003, 1, 1, 1, NULL, NULL)`, "where no table stands"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1, 1, 2, NULL)`, "a night begins open"},
		{`INSERT OR REPLACE ` + night + `(1000, 3, 5, 1, 1, 1, NULL, 'i1')`, "this source was played"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1, 1, NULL, '` + string(s.base.Chain.Seal("m1")) + `')`,
			"this source was played"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1, 1, NULL, 'i3')`, "this source was played"},
		{`INSERT OR REPLACE ` + night + `(1000, 3, 5, 1, 1, 1, NULL, 'i4')`, "this source was played"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 0, 1, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 1, -1, 1, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1000000000001, 1, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 2.5, 1, NULL, NULL)`, "cannot store REAL"},
		{`INSERT ` + night + `(1000, 3, 0, 1, 1, 1, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 0, 1, 1, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1, 0, NULL, NULL)`, "CHECK"},
		{`INSERT ` + night + `(1000, 3, 5, 1, 1, 1, NULL, '')`, "CHECK"},

		{`UPDATE tables SET night = 1 WHERE id = 2`, "a table stays of its night"},
		{`UPDATE tables SET night = NULL WHERE id = 1`, "a table stays of its night"},
		{`UPDATE tables SET night = 2 WHERE id = 3`, "a table stays of its night"},
		{
			`INSERT INTO tables (guild, channel, game, options, opener, opened, night, chain) VALUES (1000, 2000, 'x', '{}', 1, 1, 1, zeroblob(16))`, "of the open night"},
		{
			`INSERT INTO tables (guild, channel, game, options, opener, opened, night, chain) VALUES (1000, 5, 'x', '{}', 1, 1, 404, zeroblob(16))`, "of the open night"},
		{`INSERT INTO tables (guild, channel, game, options, opener, opened, chain) VALUES (1000, 2009, 'x', '{}', 1, 1, zeroblob(16))`,
			"of the open night"},
		{
			`INSERT INTO tables (guild, channel, game, options, opener, opened, night, chain) VALUES (1000, 2009, 'x', '{}', 1, 1, 3, zeroblob(16))`, "of the guild of its night"},
	} {
		requireRefused(t, s, c.sql, c.says)
	}
	require.Equal(t, before, dump(t, s), "refused statements must change nothing")
	require.NoError(t, s.Check(ctx))

	const twice = `UPDATE nights SET source = (SELECT source FROM lines WHERE source > '') WHERE id = 2`
	for broken, says := range map[string]string{
		`UPDATE nights SET channel = 9 WHERE id = 1`: "a night and its tables differ: night 1 table 1",
		`UPDATE nights SET ended = started`:          "a night and its tables differ: night 2 table 2",
		`DELETE FROM nights WHERE id = 1`:            "a row refers to a missing row",
		twice:                                        "a message or interaction was processed twice: #",
	} {
		t.Run(broken, func(t *testing.T) {
			s := newStore(t, Options{})
			n := begun(t, s, channel)
			row := must(s.OpenTable(t.Context(),
				store.Table{Guild: guild, Channel: channel, Game: "classic", Opener: ann, Opened: noon, Night: n.ID}, ""))
			require.NoError(t, s.Append(t.Context(),
				store.Entry{Table: row.ID, Over: true, Played: []store.Played{said(ann, "join", "m1")}}))
			must(s.EndNight(t.Context(), n.ID, noon))
			n = begun(t, s, channel+1)
			must(s.OpenTable(t.Context(),
				store.Table{Guild: guild, Channel: channel + 1, Game: "classic", Opener: ann, Opened: noon, Night: n.ID},
				""))
			require.NoError(t, s.Check(t.Context()))
			forge(t, s, `DROP TRIGGER nights_update`)
			for _, text := range []string{`DROP TRIGGER nights_delete`, broken} {
				_, err := s.base.Tx.ExecContext(t.Context(), text)
				require.NoError(t, err, text)
			}
			require.ErrorContains(t, s.Check(t.Context()), says)
		})
	}
}
