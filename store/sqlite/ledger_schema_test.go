package sqlite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store"
)

// ledgerWithOpenTransfer returns an evening with all kinds of accounts in two guilds. One line has declared three
// transfers, of which only one is written.
//
//	accounts 1 house, 2 ann, 3 bob, 4 ann's stack (17), 5 bob's stack (23), 6 pot (0)
//	accounts 7 and 8 house and cat in the guild 1001
//	accounts 9 stack and 10 pot of another table, 2, of guild 1000
//	line 5 of table 1 has moved 1 chip from ann's stack to the pot, and owes two more
func ledgerWithOpenTransfer(t *testing.T) *DB {
	t.Helper()
	s, ctx := newStore(t, Options{}), t.Context()
	evening(t, s)
	must(s.Welcome(ctx, guild+1, cat, 50, noon))
	other := seated(t, s, channel+1)
	played(t, s, other.ID, 0, paid(said(ann, "join", ""), annsBalance, annsStack, 5, annsStack, pot, 2, pot, annsStack, 2))
	empty := seated(t, s, channel+2)
	require.NoError(t, s.CloseTable(ctx, empty.ID, noon))
	raw(t, s, fmt.Sprintf(`INSERT INTO lines VALUES (1, 5, %d, -1, 'x', NULL, 3, zeroblob(16), 5)`, noon.UnixNano()),
		fmt.Sprintf(`INSERT INTO transfers VALUES (NULL, 4, 6, 1, 1, 5, NULL, 6, %d)`, noon.UnixNano()))
	kinds := map[int]string{1: "house", 2: "player", 3: "player", 4: "seat", 5: "seat", 6: "pot", 7: "house",
		8: "player", 9: "seat", 10: "pot"}
	for id, want := range kinds {
		var kind string
		require.NoError(t, s.base.Readers.QueryRow(`SELECT kind FROM accounts WHERE id = ?`, id).Scan(&kind))
		require.Equal(t, want, kind, id)
	}
	return s
}

// SQLite refuses every manual statement that would create, move or destroy chips.
func TestIllegalTransfers(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s := ledgerWithOpenTransfer(t)
	before := dump(t, s)
	// The function next returns the next transfer that line 5 owes, with replaced values.
	next := func(payer, payee, amount any) string {
		return fmt.Sprintf(`INTO transfers VALUES (NULL, %v, %v, %v, 1, 5, NULL, 7, %d)`, payer, payee, amount,
			noon.UnixNano())
	}
	at := func(text string) string { return strings.ReplaceAll(text, "NOON", fmt.Sprint(noon.UnixNano())) }
	for _, c := range []struct{ sql, says string }{
		// These statements have wrong amounts.
		{next(4, 6, 0), "between 1 and 1000000000000"},
		{next(4, 6, -1), "between 1 and 1000000000000"},
		{next(4, 6, "-9223372036854775808"), "between 1 and 1000000000000"},
		{next(1, 6, "1000000000001"), "between 1 and 1000000000000"},
		{next(1, 6, "9223372036854775807"), "between 1 and 1000000000000"},
		{next(1, 6, 2.5), "cannot store REAL value in INTEGER column"},
		{next(1, 6, "'many'"), "cannot store TEXT value in INTEGER column"},
		{next(1, 6, "NULL"), "NOT NULL"},
		// These statements overdraw an account.
		{next(4, 6, 17), "too few chips"},
		{next(6, 5, 2), "too few chips"},
		{next(3, 5, 81), "too few chips"},
		// These statements have wrong accounts.
		{next(4, 4, 1), "two accounts of one guild"},
		{next(4, 404, 1), "two accounts of one guild"},
		{next(404, 4, 1), "two accounts of one guild"},
		{next(1, 7, 1), "two accounts of one guild"},
		{next(4, 8, 1), "two accounts of one guild"},
		{next(7, 8, 1), "the line does not cause this transfer"},
		{next(9, 6, 1), "the chips of its own table"},
		{next(4, 10, 1), "the chips of its own table"},
		{next(2, 3, 1), "pay only each other"},
		{next(2, 5, 1), "pay only each other"},
		{next(4, 3, 1), "pay only each other"},
		{next(6, 2, 1), "pay only each other"},
		{next(1, 2, 1), "pay only each other"},
		{next(2, 1, 1), "pay only each other"},
		// These statements have wrong causes.
		{at(`INTO transfers VALUES (NULL, 4, 6, 1, 1, 5, NULL, 6, NOON)`), "stands already"},
		{at(`INTO transfers VALUES (1, 4, 6, 1, 1, 5, NULL, 7, NOON)`), "stands already"},
		{at(`INTO transfers VALUES (NULL, 4, 6, 1, 1, 5, NULL, 8, NOON)`), "the transfers of a table are numbered without gaps"},
		{at(`INTO transfers VALUES (NULL, 4, 6, 1, 1, 5, NULL, 9, NOON)`), "the line does not cause"},
		{at(`INTO transfers VALUES (NULL, 4, 6, 1, 1, 5, NULL, 5, NOON)`), "the line does not cause"},
		{at(`INTO transfers VALUES (NULL, 4, 6, 1, 1, 5, NULL, 7, NOON + 1)`), "the line does not cause"},
		{at(`INTO transfers VALUES (NULL, 4, 6, 1, 1, 4, NULL, 6, NOON)`), "the line does not cause"},
		{at(`INTO transfers VALUES (NULL, 4, 6, 1, 1, 6, NULL, 8, NOON)`), "the line does not cause"},
		{at(`INTO transfers VALUES (NULL, 4, 6, 1, 404, 1, NULL, 1, NOON)`), "the line does not cause"},
		{at(`INTO transfers VALUES (NULL, 4, 6, 1, NULL, NULL, NULL, 1, NOON)`), "has one cause"},
		{at(`INTO transfers VALUES (NULL, 4, 6, 1, 1, NULL, NULL, 1, NOON)`), "has one cause"},
		{at(`INTO transfers VALUES (NULL, 4, 6, 1, 1, 5, 1, 7, NOON)`), "stands already"},
		{at(`INTO transfers VALUES (NULL, 1, 2, 100, NULL, NULL, 1, 1, NOON)`), "stands already"},
		{at(`INTO transfers VALUES (NULL, 1, 2, 100, NULL, NULL, 404, 1, NOON)`), "paid by the house"},
		{at(`INTO transfers VALUES (99, 4, 6, 1, 1, 5, NULL, 7, NOON)`), "behind all others"},
		{at(`INTO transfers VALUES (9223372036854775807, 4, 6, 1, 1, 5, NULL, 7, NOON)`), "behind all others"},
		{at(`INTO transfers VALUES (-5, 4, 6, 1, 1, 5, NULL, 7, NOON)`), "behind all others"},
		{at(`INTO lines VALUES (1, 6, NOON, -1, 'y', NULL, 0, zeroblob(16), 7)`), "the line before lacks transfers"},
		{at(`INTO lines VALUES (1, 6, NOON, -1, 'y', NULL, -1, zeroblob(16), 7)`), "the line before lacks transfers"},
		{at(`INTO lines VALUES (2, 2, NOON, -1, 'y', NULL, -1, zeroblob(16), 3)`), "CHECK"},
		{at(`INTO lines VALUES (2, 2, NOON, -1, 'y', NULL, 1001, zeroblob(16), 3)`), "CHECK"},
		{at(`INTO lines VALUES (2, 2, NOON, -1, 'y', NULL, 2, zeroblob(16), 0)`), "goes on where the transfers before it end"},
		{at(`INTO lines VALUES (2, 2, NOON, -1, 'y', NULL, 2, zeroblob(16), 4)`), "goes on where the transfers before it end"},
		// These accounts have the wrong kind or owner.
		{`INTO accounts (guild, kind) VALUES (1000, 'house')`, "this account exists"},
		{`INTO accounts (guild, kind, player) VALUES (1000, 'player', 11)`, "this account exists"},
		{`INTO accounts (guild, kind, table_id) VALUES (1000, 'pot', 1)`, "this account exists"},
		{`INTO accounts (guild, kind, player, table_id, seat) VALUES (1000, 'seat', 11, 1, 1)`,
			"this account exists"},
		{`INTO accounts (id, guild, kind) VALUES (4, 7, 'house')`, "this account exists"},
		{`INTO accounts (guild, kind, paid_in) VALUES (7, 'house', 5)`, "begins empty"},
		{`INTO accounts (guild, kind, player, paid_in) VALUES (1000, 'player', 99, 5)`, "begins empty"},
		{`INTO accounts (guild, kind, player, paid_out) VALUES (1000, 'player', 99, 5)`, "begins empty"},
		{`INTO accounts (guild, kind, player, last) VALUES (1000, 'player', 99, -1)`, "begins empty"},
		{`INTO accounts (guild, kind, table_id) VALUES (1001, 'pot', 3)`, "of its guild"},
		{`INTO accounts (guild, kind, table_id) VALUES (1000, 'pot', 404)`, "of its guild"},
		{`INTO accounts (guild, kind, player, table_id, seat) VALUES (1000, 'seat', 12, 2, 1)`,
			"this account exists"},
		{`INTO accounts (guild, kind, player, table_id, seat) VALUES (1000, 'seat', 12, 2, 2)`, "its player's"},
		{`INTO accounts (guild, kind, player, table_id, seat) VALUES (1000, 'seat', 12, 3, 9)`, "its player's"},
	} {
		for _, verb := range []string{"INSERT ", "INSERT OR REPLACE ", "INSERT OR ABORT ", "INSERT OR FAIL "} {
			requireRefused(t, s, verb+c.sql, c.says)
		}
	}
	require.Equal(t, before, dump(t, s), "refused statements must change nothing")
}

// Existing rows can't be changed or deleted.
func TestIllegalChanges(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s := ledgerWithOpenTransfer(t)
	before := dump(t, s)
	for _, c := range []struct{ sql, says string }{
		{`UPDATE transfers SET amount = 2`, "a transfer is never changed"},
		{`UPDATE OR REPLACE transfers SET id = 1 WHERE id = 2`, "a transfer is never changed"},
		{`UPDATE transfers SET payee = 2 WHERE id = 3`, "a transfer is never changed"},
		{`DELETE FROM transfers`, "a transfer is never deleted"},
		{`INSERT OR REPLACE INTO transfers SELECT * FROM transfers`, "stands already"},
		{`INSERT INTO transfers SELECT * FROM transfers WHERE true ON CONFLICT DO UPDATE SET amount = 7`,
			"stands already"},

		{`UPDATE accounts SET paid_in = paid_in + 1 WHERE id = 2`, "follow its transfers"},
		{`UPDATE accounts SET paid_out = paid_out - 1 WHERE id = 2`, "follow its transfers"},
		{`UPDATE accounts SET paid_in = paid_in + 1, last = last + 1 WHERE id = 2`, "follow its transfers"},
		{`UPDATE accounts SET last = 0`, "follow its transfers"},
		{`UPDATE accounts SET last = last`, "follow its transfers"},
		{`UPDATE accounts SET paid_in = paid_in + 100, last = 1 WHERE id = 2`, "follow its transfers"},
		{`UPDATE accounts SET player = 13 WHERE id = 2`, "an account is never changed"},
		{`UPDATE accounts SET guild = 1001 WHERE id = 2`, "an account is never changed"},
		{`UPDATE accounts SET kind = 'house', player = NULL WHERE id = 2`, "an account is never changed"},
		{`UPDATE OR REPLACE accounts SET id = 3 WHERE id = 2`, "an account is never changed"},
		{`UPDATE accounts SET table_id = 2 WHERE id = 6`, "an account is never changed"},
		{`UPDATE accounts SET seat = 2 WHERE id = 4`, "an account is never changed"},
		{`DELETE FROM accounts WHERE id = 8`, "an account is never deleted"},
		{`INSERT OR REPLACE INTO accounts SELECT * FROM accounts`, "this account exists"},

		{`UPDATE lines SET transfers = 4 WHERE n = 5`, "a line is never changed"},
		{`UPDATE lines SET earlier = 4 WHERE table_id = 1 AND n = 5`, "a line is never changed"},
		{
			`INSERT OR REPLACE INTO lines SELECT table_id, n, at, seat, words, source, 3, chain, earlier FROM lines WHERE table_id = 1 AND n = 5`, "without gaps"},
		{`UPDATE tables SET closed = 1 WHERE id = 1`, "there are chips on the table"},
		{`UPDATE tables SET closed = 1 WHERE id = 2`, "there are chips on the table"},

		{`UPDATE grants SET amount = 1`, "a grant is never changed"},
		{`UPDATE OR REPLACE grants SET id = 1 WHERE id = 2`, "a grant is never changed"},
		{`DELETE FROM grants`, "a grant is never deleted"},
		{`INSERT OR REPLACE INTO grants SELECT * FROM grants`, "stands already"},
	} {
		requireRefused(t, s, c.sql, c.says)
	}
	require.Equal(t, before, dump(t, s), "refused statements must change nothing")
}

// The bank can't grant more than allowed.
func TestIllegalGrants(t *testing.T) {
	gamestest.SkipUnderRace(t)
	s, ctx := newStore(t, Options{}), t.Context()
	evening(t, s)
	must(s.TopUp(ctx, guild, cat, 20, noon, "i1"))
	must(s.Give(ctx, store.Grant{Guild: guild, Player: cat, Amount: 5, At: noon, Granter: bob, Reason: "x",
		Source: "i2"}))
	must(s.OpenTable(ctx, store.Table{Guild: guild, Channel: 5, Game: "classic", Opener: ann, Opened: noon},
		"i3"))
	before := dump(t, s)
	day := noon.UnixNano() / 86400000000000 * 86400000000000
	for _, c := range []struct{ values, says string }{
		{`NULL, 1000, 11, 'start', 100, 1, NULL, NULL, NULL`, "the start was granted"},
		{fmt.Sprintf(`NULL, 1000, 13, 'daily', 1, %d, NULL, NULL, NULL`, day), "the day was granted"},
		{fmt.Sprintf(`NULL, 1000, 13, 'daily', 1, %d, NULL, NULL, NULL`, day+86400000000000-1),
			"the day was granted"},
		{`NULL, 1000, 13, 'start', 0, 1, NULL, NULL, NULL`, "between 1 and 100000"},
		{`NULL, 1000, 13, 'start', -5, 1, NULL, NULL, NULL`, "between 1 and 100000"},
		{`NULL, 1000, 13, 'start', 100001, 1, NULL, NULL, NULL`, "between 1 and 100000"},
		{`NULL, 1000, 13, 'start', 'x', 1, NULL, NULL, NULL`, "cannot store TEXT"},
		{`NULL, 1000, 13, 'start', 1.5, 1, NULL, NULL, NULL`, "cannot store REAL"},
		{`NULL, 1000, 13, 'gift', 1, 1, NULL, 'x', NULL`, "CHECK"},
		{`NULL, 1000, 13, 'gift', 1, 1, 12, NULL, NULL`, "CHECK"},
		{`NULL, 1000, 13, 'gift', 1, 1, 12, '', NULL`, "CHECK"},
		{`NULL, 1000, 13, 'gift', 1, 1, 12, '` + strings.Repeat("x", 201) + `', NULL`, "CHECK"},
		{`NULL, 1000, 13, 'start', 1, 1, 12, 'x', NULL`, "CHECK"},
		{`NULL, 1000, 13, 'prize', 1, 1, NULL, NULL, NULL`, "CHECK"},
		{`NULL, 0, 13, 'start', 1, 1, NULL, NULL, NULL`, "CHECK"},
		{`NULL, 1000, 0, 'start', 1, 1, NULL, NULL, NULL`, "CHECK"},
		{`NULL, 1000, 13, 'start', 1, 0, NULL, NULL, NULL`, "CHECK"},
		{`NULL, 1000, 13, 'gift', 1, 1, 12, 'x', 'i2'`, "this source was played"},
		{`NULL, 1000, 13, 'gift', 1, 1, 12, 'x', 'i3'`, "this source was played"},
		{`NULL, 1000, 13, 'gift', 1, 1, 12, 'x', 'm1'`, "this source was played"},
		{`NULL, 1000, 13, 'gift', 1, 1, 12, 'x', ''`, "CHECK"},
		{`1, 1000, 13, 'gift', 1, 1, 12, 'x', NULL`, "stands already"},
	} {
		for _, verb := range []string{"INSERT", "INSERT OR REPLACE", "INSERT OR FAIL"} {
			requireRefused(t, s, verb+` INTO grants VALUES (`+c.values+`, zeroblob(16))`, c.says)
		}
	}
	require.Equal(t, before, dump(t, s), "refused statements must change nothing")
	inOrder(t, s)
}

// The triggers still protect the ledger on a connection that has turned off everything it can.
func TestTriggersCannotBeTurnedOff(t *testing.T) {
	s := ledgerWithOpenTransfer(t)
	raw(t, s, `PRAGMA ignore_check_constraints = ON`)
	before := dump(t, s)
	for text, says := range map[string]string{
		`INSERT INTO transfers VALUES (NULL, 4, 6, 17, 1, 5, NULL, 7, %d)`:                                             "too few chips",
		`INSERT INTO transfers VALUES (NULL, 4, 6, -5, 1, 5, NULL, 7, %d)`:                                             "between 1 and",
		`INSERT INTO transfers VALUES (NULL, 4, 4, 5, 1, 5, NULL, 7, %d)`:                                              "two accounts",
		`INSERT INTO transfers VALUES (NULL, 4, 6, 5, 1, 5, 1, 7, %d)`:                                                 "stands already",
		`INSERT INTO transfers VALUES (NULL, 4, 404, 5, 1, 5, NULL, 7, %d)`:                                            "two accounts",
		`INSERT INTO grants (guild, player, kind, amount, at, chain) VALUES (1000, 14, 'start', -1, %d, zeroblob(16))`: "between 1 and",
	} {
		requireRefused(t, s, fmt.Sprintf(text, noon.UnixNano()), says)
	}
	require.Equal(t, before, dump(t, s))
}
