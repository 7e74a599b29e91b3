package postgres

import (
	"database/sql"
	"regexp"
	"strconv"
	"strings"

	"settable/store/sqlstore"
)

// dialect is that of PostgreSQL. Functions of SQLite that it lacks, such as iif, are defined by its
// first migration.
var dialect = sqlstore.Dialect{Say: say, Advice: advice, Damaged: damaged, Passes: passes, Aborts: true,
	Snapshot: &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}}

// crossed matches CROSS JOIN with ON, which directs SQLite's planner; PostgreSQL accepts ON only with
// JOIN.
var crossed = regexp.MustCompile(`CROSS JOIN (\w+(?: \w+)?\s+ON)\b`)

// apart replaces statements that need other words in PostgreSQL. It needs the types of parameters
// that are used twice.
var apart = strings.NewReplacer(
	"VALUES (?, ?, ?, ?, ?, ?, ?, ?, CASE", "VALUES (?1::bigint, ?2::bigint, ?3::bigint, ?4::bigint, "+
		"?5::text, ?6::text, ?7::bigint, ?8::bytea, CASE",
	// A person must not be forgotten between being looked up and being written about, so the lookup
	// takes a lock for which the UPDATE of forgetting waits. A lock FOR UPDATE there would not do: it
	// is sometimes granted beside one that is taken at the same moment.
	"SELECT id FROM people WHERE discord = ?1", "SELECT id FROM people WHERE discord = ?1 FOR KEY SHARE",
	// Nor may a person ask to be forgotten between being allowed to sit and sitting down.
	"SELECT leaves IS NOT NULL FROM people WHERE discord = ?",
	"SELECT leaves IS NOT NULL FROM people WHERE discord = ? FOR SHARE",
	// A table must not be closed while it is noted who was forgotten there.
	"WHERE player = ?3 AND closed IS NULL", "WHERE player = ?3 AND closed IS NULL FOR SHARE OF tables",
	"SELECT id FROM people WHERE id = 0", "LOCK TABLE people IN EXCLUSIVE MODE",
	// A purge gets no index, because making one would keep all others from writing; it finds
	// transfers by their cause.
	"CREATE INDEX purging_payer ON transfers (payer)", "SELECT 1",
	"CREATE INDEX purging_payee ON transfers (payee)", "SELECT 1",
	"DROP INDEX purging_payer", "SELECT 1",
	"DROP INDEX purging_payee", "SELECT 1",
	"DELETE FROM transfers WHERE payer IN (SELECT id FROM accounts WHERE guild = ?1)", `
		DELETE FROM transfers WHERE id IN (
		SELECT x.id FROM tables t JOIN transfers x ON x.line IS NOT NULL AND x.table_id = t.id WHERE t.guild = ?1
		UNION ALL SELECT x.id FROM grants g JOIN transfers x ON x.grant_id IS NOT NULL AND x.grant_id = g.id
			WHERE g.guild = ?1)`,
)

// say translates a statement of sqlstore for PostgreSQL: $1 for ?1, and the next number for each ?.
func say(text string) string {
	parts := strings.Split(apart.Replace(crossed.ReplaceAllString(text, "JOIN $1")), "?")
	var out strings.Builder
	out.WriteString(parts[0])
	for i, part := range parts[1:] {
		out.WriteByte('$')
		if part == "" || part[0] < '0' || part[0] > '9' {
			out.WriteString(strconv.Itoa(i + 1))
		}
		out.WriteString(part)
	}
	return out.String()
}
