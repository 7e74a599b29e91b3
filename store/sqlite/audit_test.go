package sqlite

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store"
	"settable/store/ids"
	"settable/store/storetest"
)

// guards are the triggers that protect the ledger.
var guards = []string{
	`DROP TRIGGER accounts_insert`, `DROP TRIGGER accounts_update`, `DROP TRIGGER accounts_delete`,
	`DROP TRIGGER transfers_insert`, `DROP TRIGGER transfers_update`, `DROP TRIGGER transfers_delete`,
	`DROP TRIGGER transfers_count`,
	`DROP TRIGGER grants_insert`, `DROP TRIGGER grants_pay`, `DROP TRIGGER grants_update`,
	`DROP TRIGGER grants_delete`,
	`DROP TRIGGER tables_close`, `DROP TRIGGER lines_update`, `DROP TRIGGER seats_delete`,
	`PRAGMA foreign_keys = OFF`, `PRAGMA ignore_check_constraints = ON`,
}

// forge drops the guards and executes a statement that they would refuse.
func forge(t testing.TB, s *DB, broken string) {
	t.Helper()
	// The statements bypass the writer, because SQLite can't turn off foreign keys within a transaction.
	for _, text := range append(slices.Clone(guards), broken) {
		_, err := s.base.Tx.ExecContext(t.Context(), text)
		require.NoError(t, err, text)
	}
}

// The test violates each rule of the ledger in turn, and the audit names the rule.
func TestAuditFindsViolations(t *testing.T) {
	t.Parallel()
	gamestest.SkipUnderRace(t)
	for broken, c := range map[string]struct{ says, where string }{
		`UPDATE accounts SET paid_in = paid_in + 1 WHERE id = 2`: {
			"guild 1000: the chips of a guild don't sum to zero", "they sum to 1"},
		`UPDATE accounts SET paid_in = paid_in - 5, paid_out = paid_out - 5 WHERE id = 2`: {
			"guild 1000: an account differs from its transfers",
			"the player of player 11 says 95 in and 15 out, its transfers 100 and 20"},
		`UPDATE accounts SET last = last + 1 WHERE id = 6`: {
			"guild 1000: an account differs from its transfers: table 1", "the pot says 6 in and 6 out"},
		`UPDATE transfers SET amount = 7 WHERE id = 7`: {
			"an account differs from its transfers: table 1", "the seat on seat 2 of player 12"},
		`UPDATE accounts SET paid_out = 200 WHERE id = 3`: {
			"an account is overdrawn", "the player of player 12 has -100"},
		`DELETE FROM seats WHERE seat = 2`: {
			"an account has no owner: table 1", "the seat on seat 2 of player 12"},
		`UPDATE accounts SET player = 13 WHERE id = 5`: {
			"an account has no owner", "the seat on seat 2 of player 13"},
		`UPDATE accounts SET table_id = 404 WHERE id = 6`: {
			"an account has no owner: table 404", "the pot"},
		`UPDATE accounts SET player = NULL WHERE id = 2`: {
			"an account has no owner", "the player"},
		`UPDATE accounts SET guild = 7 WHERE id = 2`: {
			"a transfer is invalid", "transfer 1 of grant 1"},
		`UPDATE tables SET closed = 5`: {
			"a closed table still holds chips: table 1", "the seat on seat 1 of player 11 has 17"},
		`UPDATE transfers SET amount = 0 WHERE id = 7`: {
			"a transfer is invalid: table 1", "transfer 5 of line 4"},
		`UPDATE transfers SET payee = payer WHERE id = 7`: {
			"a transfer is invalid", "transfer 5 of line 4"},
		`UPDATE transfers SET payee = 404 WHERE id = 7`: {
			"a transfer is invalid", "transfer 5 of line 4"},
		`UPDATE transfers SET table_id = NULL, line = NULL WHERE id = 7`: {
			"guild 1000: a transfer has no cause", "transfer 5"},
		`UPDATE transfers SET line = 9 WHERE id = 5`: {
			"a transfer doesn't match its line: table 1", "transfer 3 of line 9"},
		`UPDATE transfers SET at = at + 1 WHERE id = 5`: {
			"a transfer doesn't match its line", "transfer 3 of line 3"},
		`UPDATE transfers SET n = 2 WHERE id = 5`: {
			"a transfer doesn't match its line", "transfer 2 of line 3"},
		`UPDATE lines SET earlier = 3 WHERE n = 3`: {
			"guild 1000: a line's transfers don't follow those of the line before: table 1", "line 3 after 3 of 2"},
		`UPDATE lines SET transfers = 0 WHERE n = 3`: {
			"a line's transfers don't follow those of the line before: table 1", "line 4 after 3 of 2"},
		`UPDATE transfers SET id = 8 WHERE id = 6`: {
			"guild 1000: transfers are out of order: table 1", "transfer 5 before transfer 4"},
		`INSERT INTO transfers SELECT 8, payer, payee, amount, table_id, line, NULL, n + 1, at FROM transfers WHERE id = 7`: {
			"guild 1000: a line's transfers are missing: table 1", "line 4 has 3 of 2"},
		`UPDATE transfers SET payer = 2 WHERE id = 5`: {
			"a transfer doesn't match its line", "transfer 3 of line 3"},
		`UPDATE lines SET transfers = 2 WHERE n = 3`: {
			"guild 1000: a line's transfers are missing: table 1", "line 3 has 1 of 2"},
		`UPDATE grants SET amount = 99 WHERE id = 1`: {
			"a transfer doesn't match its grant", "transfer 1 of grant 1"},
		`UPDATE transfers SET grant_id = 5 WHERE id = 1`: {
			"a transfer doesn't match its grant", "transfer 1 of grant 5"},
		`UPDATE transfers SET payee = 3 WHERE id = 1`: {
			"a transfer doesn't match its grant", "transfer 1 of grant 1"},
		`INSERT INTO grants VALUES (NULL, 1000, 13, 'start', 5, 1, NULL, NULL, NULL, zeroblob(16))`: {
			"guild 1000: a grant was not paid", "grant 3 to player 13"},
		`DELETE FROM transfers WHERE id = 5`: {
			"guild 1000: transfers are missing: table 1", "4 of 5"},
	} {
		t.Run(broken, func(t *testing.T) {
			s, ctx := newStore(t, Options{}), t.Context()
			evening(t, s)
			inOrder(t, s)
			forge(t, s, broken)
			for _, of := range []ids.Guild{0, guild} {
				audit := must(s.Audit(ctx, of))
				require.Condition(t, func() bool {
					for _, f := range audit.Findings {
						text := f.String()
						if strings.Contains(text, c.says) && strings.Contains(text, c.where) {
							return true
						}
					}
					return false
				}, "not among %v", audit.Findings)
			}
			require.ErrorIs(t, s.Check(ctx), store.ErrDamaged)
		})
	}
}

// The audit of one server ignores problems of other servers.
func TestAuditOfAGuild(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s, ctx := newStore(t, Options{}), t.Context()
	evening(t, s)
	must(s.Welcome(ctx, guild+1, cat, 7, noon))
	forge(t, s, `UPDATE accounts SET paid_in = 8 WHERE guild = 1001 AND kind = 'player'`)
	audit := must(s.Audit(ctx, guild))
	require.NotZero(t, audit.Head)
	audit.Head = store.Hash{}
	require.Equal(t, store.Audit{Guilds: 1, Accounts: 6, Transfers: 7, Grants: 2, Granted: 200}, audit)
	audit = must(s.Audit(ctx, guild+1))
	require.Len(t, audit.Findings, 2)
	require.Equal(t, 1, audit.Grants)
	audit = must(s.Audit(ctx, guild+2))
	require.Zero(t, audit)
}

// An audit reports no more findings than its limit.
func TestAuditLimitsItsFindings(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s, ctx := newStore(t, Options{}), t.Context()
	forge(t, s, `INSERT INTO grants (guild, player, kind, amount, at, chain)
		WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 500)
		SELECT 1000, i, 'start', 5, 1, zeroblob(16) FROM k`)
	audit := must(s.Audit(ctx, 0))
	require.Len(t, audit.Findings, 100+1, "the limit, and one finding about the chain")
}

// The audit compares the totals of all-time leaderboards with the counts.
func TestWrongTotalIsFound(t *testing.T) {
	gamestest.SkipUnderRace(t)
	for _, text := range []string{`UPDATE totals SET n = n + 1`, `DELETE FROM totals`,
		`INSERT INTO totals VALUES (1000, 'sets', 'classic', 99, 1)`} {
		s := newStore(t, Options{})
		storetest.RandomTables(t, s, rand.New(rand.NewPCG(5, 6)))
		require.NoError(t, s.Check(t.Context()))
		must(s.base.Tx.ExecContext(t.Context(), text))
		require.ErrorContains(t, s.Check(t.Context()), "a total differs from its tallies: player ")
	}
}
