package postgres

import (
	"database/sql"
	"regexp"
	"strconv"
	"strings"

	"settable/store/books"
)

// dialect is PostgreSQL's. What else it lacks of SQLite, iif and the like, its first script makes.
var dialect = books.Dialect{Say: say, Advice: advice, Damaged: damaged, Spoilt: true,
	Glance: &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}}

// crossed is an order to SQLite's planner: with ON, PostgreSQL has it only as JOIN.
var crossed = regexp.MustCompile(`CROSS JOIN (\w+(?: \w+)?\s+ON)\b`)

// apart is what PostgreSQL must be told besides: of what is inserted by SELECT it asks the types.
var apart = strings.NewReplacer(
	"SELECT ?, ?, ?, ?, ?, ?, ?, ?, coalesce(", "SELECT ?1::bigint, ?2::bigint, ?3::bigint, ?4::bigint, "+
		"?5::text, ?6::text, ?7::bigint, ?8::bytea, coalesce(",
	"WHERE ?9 IS NULL", "WHERE ?9::text IS NULL",
	// Nobody is forgotten between being looked up and being written of; who forgets somebody waits for that.
	"SELECT id FROM people WHERE discord = ?1", "SELECT id FROM people WHERE discord = ?1 FOR KEY SHARE",
	"SELECT id FROM people WHERE id = ?1", "SELECT id FROM people WHERE id = ?1 FOR UPDATE",
)

// say has a statement of books in PostgreSQL's words: $1 for ?1, and for each ? the next.
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
