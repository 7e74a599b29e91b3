package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games"
	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/sqlstore"
)

// The test changes each covered column in turn. The audit names the changed row, unless the row belongs to a closed
// table, whose journal only the check reads.
func TestFirstBrokenLinkIsNamed(t *testing.T) {
	t.Parallel()
	gamestest.SkipUnderRace(t)
	says := func(table bool, where string) string {
		if table {
			return "guild 1000: a hash chain is broken: table 1: " + where + ": "
		}
		return "guild 1000: a hash chain is broken: " + where + ": "
	}
	for broken, where := range map[string]string{
		`UPDATE lines SET at = at + 1 WHERE n = 2`:                                "line 2: its content",
		`UPDATE lines SET seat = 1 WHERE n = 2`:                                   "line 2: its content",
		`UPDATE lines SET words = words || ' ' WHERE n = 2`:                       "line 2: its content",
		`UPDATE lines SET source = 'm999' WHERE n = 2`:                            "line 2: its content",
		`UPDATE lines SET source = NULL WHERE n = 2`:                              "line 2: its content",
		`UPDATE lines SET chain = zeroblob(16) WHERE n = 2`:                       "line 2: its stored",
		`UPDATE transfers SET amount = 4 WHERE line = 3`:                          "line 3: its content",
		`UPDATE transfers SET payer = 4 WHERE line = 3`:                           "line 3: its content",
		`UPDATE transfers SET payee = 4 WHERE line = 3`:                           "line 3: its content",
		`DELETE FROM transfers WHERE line = 3`:                                    "line 3: its content",
		`UPDATE tables SET game = 'poker'`:                                        "its opening: its content",
		`UPDATE tables SET options = '{"ante":"2"}'`:                              "its opening: its content",
		`UPDATE tables SET opened = opened + 1`:                                   "its opening: its content",
		`UPDATE tables SET source = 'i77'`:                                        "its opening: its content",
		`UPDATE tables SET chain = zeroblob(16)`:                                  "its opening: its stored",
		`UPDATE grants SET amount = 99 WHERE id = 1`:                              "grant 1: its content",
		`UPDATE grants SET at = at + 1 WHERE id = 1`:                              "grant 1: its content",
		`UPDATE grants SET kind = 'daily' WHERE id = 1`:                           "grant 1: its content",
		`UPDATE grants SET source = 'i5' WHERE id = 1`:                            "grant 1: its content",
		`UPDATE grants SET chain = zeroblob(16) WHERE id = 1`:                     "grant 1: its stored",
		`DELETE FROM grants WHERE id = 1`:                                         "grant 2: its content",
		`UPDATE lines SET words = 'x' WHERE n = 3; DELETE FROM lines WHERE n = 1`: "line 2: its content",
	} {
		t.Run(broken, func(t *testing.T) {
			s, ctx := newStore(t, Options{}), t.Context()
			table := evening(t, s)
			before := inOrder(t, s)
			require.Zero(t, before.Head, "an audit of all guilds has no head")
			forge(t, s, `DROP TRIGGER lines_delete`)
			texts := []string{`DROP TRIGGER tables_update`, `DROP TRIGGER tables_chain`}
			for _, text := range append(texts, strings.Split(broken, "; ")...) {
				_, err := s.base.Tx.ExecContext(ctx, text)
				require.NoError(t, err, text)
			}
			ofTable := !strings.HasPrefix(where, "grant")
			for _, of := range []ids.Guild{0, guild} {
				audit := must(s.Audit(ctx, of))
				var all strings.Builder
				for _, f := range audit.Findings {
					fmt.Fprintln(&all, f)
				}
				require.Contains(t, all.String(), says(ofTable, where[:strings.Index(where, ":")]))
				require.Contains(t, all.String(), where)
			}
			_, err := s.Lines(ctx, table.ID)
			if !ofTable {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, store.ErrBroken)
			require.ErrorContains(t, err, "the hash chain of a journal is broken: table 1: "+where)
			_, lines, err := s.Export(ctx, table.ID)
			require.NoError(t, err, "a table with a broken chain can still be exported")
			require.NotEmpty(t, lines)

			must(s.base.Tx.ExecContext(ctx, `UPDATE tables SET closed = opened + 1`))
			audit := must(s.Audit(ctx, guild))
			require.NotContains(t, fmt.Sprint(audit.Findings), "a hash chain is broken", "the audit skips journals of closed tables")
			flaws := must(s.Flaws(ctx))
			require.Contains(t, fmt.Sprint(flaws), "a hash chain is broken: table 1: "+where)
			require.ErrorIs(t, s.Check(ctx), store.ErrDamaged)
		})
	}
}

// The head of a guild doesn't change while nothing is played, even if the database is read or opened again. It changes
// with each line and each grant of the guild, but not with those of other guilds.
func TestHeadOfAGuild(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s, ctx := newStore(t, Options{}), t.Context()
	heads := map[store.Hash]string{}
	head := func() store.Hash {
		audit := must(s.Audit(ctx, guild))
		require.Empty(t, audit.Findings)
		return audit.Head
	}
	moved := func(what string) {
		t.Helper()
		is := head()
		require.Empty(t, heads[is], what)
		heads[is] = what
	}
	require.Zero(t, head())
	heads[store.Hash{}] = "nothing"
	welcomed(t, s, ann)
	moved("a grant")
	table := seated(t, s, channel)
	moved("a table")
	join := store.Entry{Table: table.ID, Played: []store.Played{said(ann, "join", "m1")}}
	require.NoError(t, s.Append(ctx, join))
	moved("a line")
	must(s.Give(ctx, store.Grant{Guild: guild, Player: ann, Amount: 1, Granter: bob, Reason: "x", At: noon}))
	moved("another grant")
	last := head()

	must(s.Welcome(ctx, guild+1, ann, 5, noon))
	other := must(s.OpenTable(ctx, store.Table{Guild: guild + 1, Channel: 77, Game: "classic", Opener: ann,
		Opened: noon}, ""))
	join = store.Entry{Table: other.ID, Played: []store.Played{said(ann, "join", "m2")}}
	require.NoError(t, s.Append(ctx, join))
	require.NoError(t, s.NoteShown(ctx, table.ID, 1, 9))
	require.NoError(t, s.Reconcile(ctx))
	require.Equal(t, last, head())
	require.NoError(t, s.CloseTable(ctx, table.ID, noon.Add(time.Hour)))
	require.Equal(t, last, head(), "closing a table without a line must not change the head")
}

// After failed entries and a failed commit, the next line is linked to the last line that was really written.
func TestChainAfterARollback(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s, ctx := newStore(t, Options{}), t.Context()
	table := seated(t, s, channel)
	n := 0
	line := func(words string) store.Entry {
		return store.Entry{Table: table.ID, After: n, Played: []store.Played{dealt(words)}}
	}
	for i := range 6 {
		require.NoError(t, s.Append(ctx, line(fmt.Sprint("a ", i))))
		n++
		e := line("undone")
		e.Played = append(e.Played, paid(dealt("x"), annsStack, pot, 5)) // the seat is empty
		require.Error(t, s.Append(ctx, e))
		g := store.Grant{Guild: guild, Player: ann, Kind: store.Gift, Amount: 5, Granter: bob, Reason: "x",
			At: noon}
		must(s.Give(ctx, g))
		require.Error(t, s.base.Write(ctx, func(tx *sqlstore.Tx) error {
			return errors.Join(tx.Grant(&g), errors.New("undone"))
		}, nil))
	}
	lines := must(s.Lines(ctx, table.ID))
	require.Len(t, lines, 6)
	require.NoError(t, s.Check(ctx))
}

// The chain continues where the last run ended.
func TestChainContinuesAfterAReopen(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s, ctx := newStore(t, Options{}), context.Background()
	table := evening(t, s)
	lines := must(s.Lines(ctx, table.ID))
	require.NoError(t, s.Close())
	for i := range 3 {
		s = must(Open(ctx, s.path, Options{}))
		played(t, s, table.ID, len(lines)+i, store.Played{Line: store.Line{At: noon, Seat: games.Clock, Words: "away 1"}})
		g := store.Grant{Guild: guild, Player: ann, Amount: 5, Granter: bob, Reason: "x", At: noon}
		must(s.Give(ctx, g))
		require.NoError(t, s.Check(ctx))
		require.NoError(t, s.Close())
	}
}
