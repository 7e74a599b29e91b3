package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"settable/games/gamestest"
	"settable/store"
)

// askedOf is what a question is answered with by a file that no store has open.
func askedOf(t *testing.T, path, text string) []string {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	all, err := found(t, db, text)
	require.NoError(t, errors.Join(err, db.Close()))
	return all
}

// TestTransfersOfTheWholeFileGetNumbersOfTheirTables opens a file of the time before: each table's transfers
// stand as they stood, numbered from one on, whatever was compacted and purged; its books are in order.
func TestTransfersOfTheWholeFileGetNumbersOfTheirTables(t *testing.T) {
	const moved = `SELECT table_id || ' ' || %s || ': ' || id || ' ' || payer || ' ' || payee || ' ' || amount || ' ' ||
		line || ' ' || at FROM transfers WHERE line IS NOT NULL ORDER BY id`
	const place = `row_number() OVER (PARTITION BY table_id ORDER BY line, ordinal)`
	ctx, path := t.Context(), dumped(t, "former_21.sql")
	require.Equal(t, []string{"0"}, askedOf(t, path,
		`SELECT count(*) + (SELECT transfers FROM purged) - max(id) FROM transfers`), "it was in order then")
	before := askedOf(t, path, fmt.Sprintf(moved, place))
	require.Greater(t, len(before), 20)
	s := openedAt(t, path, Options{})
	require.Equal(t, before, askedOf(t, path, fmt.Sprintf(moved, "n")))
	inOrder(t, s)
	require.NoError(t, s.Check(ctx))

	open, err := s.OpenTables(ctx)
	require.NoError(t, err)
	require.Len(t, open, 1)
	lines, err := s.Lines(ctx, open[0].ID)
	require.NoError(t, err)
	numbers, err := s.Numbers(ctx, open[0].ID)
	require.NoError(t, err)
	more := paid(dealt("x"), annsBalance, annsStack, 2, annsStack, annsBalance, 1)
	e := store.Entry{Table: open[0].ID, After: len(lines), Played: []store.Played{more}}
	require.NoError(t, s.Append(ctx, e))
	after, err := s.Numbers(ctx, open[0].ID)
	require.NoError(t, err)
	require.Equal(t, append(numbers, len(numbers)+1, len(numbers)+2), after)
	_, compacted, err := s.Compact(ctx, noon.Add(240*time.Hour), 0, 10)
	require.NoError(t, err)
	require.Equal(t, 1, compacted)
	inOrder(t, s)
	require.NoError(t, s.Check(ctx))
}

// TestWhatWasMissingIsMissingStill takes transfers away before they are numbered anew.
func TestWhatWasMissingIsMissingStill(t *testing.T) {
	gamestest.Unraced(t)
	const missing, lacks = "transfers are missing: table 4", "a line lacks transfers: table 4"
	for take, says := range map[string]string{
		`DELETE FROM transfers WHERE table_id = 4 AND line = 1`:                               missing,
		`DELETE FROM transfers WHERE id = (SELECT max(id) FROM transfers WHERE table_id = 4)`: lacks,
		`UPDATE lines SET transfers = 0 WHERE table_id = 4 AND transfers > 0
			AND n = (SELECT min(n) FROM lines WHERE table_id = 4 AND transfers > 0)`: lacks,
	} {
		path := dumped(t, "former_21.sql")
		db, err := sql.Open("sqlite", path)
		require.NoError(t, err)
		for _, text := range []string{`DROP TRIGGER transfers_delete`, `DROP TRIGGER lines_update`, take,
			// As it was, for the schema is not what this looks at.
			`CREATE TRIGGER transfers_delete BEFORE DELETE ON transfers BEGIN SELECT 1; END`,
			`CREATE TRIGGER lines_update BEFORE UPDATE ON lines BEGIN SELECT 1; END`} {
			_, err = db.ExecContext(t.Context(), text)
			require.NoError(t, err, text)
		}
		require.NoError(t, db.Close())
		s := openedAt(t, path, Options{})
		audit, err := s.Audit(t.Context(), 0)
		require.NoError(t, err)
		require.Contains(t, fmt.Sprint(audit.Findings), says, take)
	}
}

// TestABookGoesOnWhereItEnded tries by hand to number a line or a transfer otherwise.
func TestABookGoesOnWhereItEnded(t *testing.T) {
	s := stolen(t)
	at := noon.UnixNano()
	line := func(earlier int) string {
		return fmt.Sprintf(`INSERT INTO lines VALUES (2, 2, %d, -1, 'z', NULL, 2, NULL, %d)`, at, earlier)
	}
	moved := func(n int) string {
		return fmt.Sprintf(`INSERT INTO transfers VALUES (NULL, 9, 10, 1, 2, 2, NULL, %d, %d)`, n, at)
	}
	for _, earlier := range []int{0, 2, 4} {
		refused(t, s, line(earlier), "goes on where the transfers before it end")
	}
	refused(t, s, `UPDATE lines SET earlier = 4 WHERE table_id = 1 AND n = 5`, "a line is never changed")
	raw(t, s, line(3))
	refused(t, s, moved(5), "the transfers of a table are numbered without gaps")
	refused(t, s, moved(3), "the line does not cause this transfer")
	raw(t, s, moved(4), moved(5))
	refused(t, s, moved(6), "the line does not cause this transfer")
}
