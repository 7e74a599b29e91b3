package store

// write names a statement of the writer.
type write int

// What the writer says, prepared once on its connection.
const (
	begin write = iota
	commit
	rollback
	savepoint
	release
	undo
	insertTable
	updateClosed
	updateShown
	insertSeat
	insertLine
	insertTally
	upsertSettings
	upsertPlayer
	upsertName
	selectBusy
	selectPlayed
	selectLast
	selectSeat
	writeCount
)

var writes = [writeCount]string{
	// IMMEDIATE takes the write lock at once; a deferred one could lose it half-way.
	begin:     `BEGIN IMMEDIATE`,
	commit:    `COMMIT`,
	rollback:  `ROLLBACK`,
	savepoint: `SAVEPOINT entry`,
	release:   `RELEASE entry`,
	undo:      `ROLLBACK TO entry`,

	insertTable: `INSERT INTO tables (guild, channel, game, options, opener, opened, source)
		VALUES (?, ?, ?, ?, ?, ?, ?)`,
	updateClosed: `UPDATE tables SET closed = ? WHERE id = ?`,
	updateShown:  `UPDATE tables SET shown = max(shown, ?), post = ? WHERE id = ?`,
	insertSeat:   `INSERT INTO seats (table_id, seat, player) VALUES (?, ?, ?)`,
	insertLine: `INSERT INTO lines (table_id, n, at, seat, words, source)
		VALUES (?, ?, ?, ?, ?, ?)`,
	// The copies come from where the facts live; no row means nobody sits there.
	insertTally: `INSERT INTO tallies (table_id, line, seat, what, n, guild, game, at, player)
		SELECT t.id, l.n, s.seat, ?1, ?2, t.guild, t.game, l.at, s.player
		FROM tables t
		JOIN lines l ON l.table_id = t.id AND l.n = ?4
		JOIN seats s ON s.table_id = t.id AND s.seat = ?5
		WHERE t.id = ?3`,
	upsertSettings: `INSERT INTO guilds (guild, theme, palette, grace, turn) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (guild) DO UPDATE SET theme = excluded.theme, palette = excluded.palette,
			grace = excluded.grace, turn = excluded.turn`,
	upsertPlayer: `INSERT INTO players (player, palette) VALUES (?, ?)
		ON CONFLICT (player) DO UPDATE SET palette = excluded.palette`,
	upsertName: `INSERT INTO names (guild, player, name) VALUES (?, ?, ?)
		ON CONFLICT (guild, player) DO UPDATE SET name = excluded.name`,

	selectBusy: `SELECT EXISTS (SELECT 1 FROM tables WHERE channel = ? AND closed IS NULL)`,
	selectPlayed: `SELECT EXISTS (SELECT 1 FROM lines WHERE source = ?1)
		OR EXISTS (SELECT 1 FROM tables WHERE source = ?1)`,
	selectLast: `SELECT closed IS NOT NULL,
		coalesce((SELECT max(n) FROM lines WHERE table_id = tables.id), 0)
		FROM tables WHERE id = ?`,
	selectSeat: `SELECT player FROM seats WHERE table_id = ? AND seat = ?`,
}

// query names a statement of the readers.
type query int

// What the readers ask, prepared on each of their connections.
const (
	selectTable query = iota
	selectTableIn
	selectLastTable
	selectOpenTables
	selectLines
	selectSeats
	selectEver
	selectEverOf
	selectPeriod
	selectPeriodOf
	selectSettings
	selectPlayer
	selectNames
	readCount
)

const tableColumns = `SELECT id, guild, channel, game, options, opener, opened, coalesce(closed, 0), post, shown FROM tables `

var reads = [readCount]string{
	selectTable:      tableColumns + `WHERE id = ?`,
	selectTableIn:    tableColumns + `WHERE channel = ? AND closed IS NULL`,
	selectLastTable:  tableColumns + `WHERE channel = ? AND closed IS NOT NULL ORDER BY closed DESC, id DESC LIMIT 1`,
	selectOpenTables: tableColumns + `WHERE closed IS NULL ORDER BY id`,
	selectLines: `SELECT l.n, l.at, l.seat, coalesce(s.player, 0), l.words, coalesce(l.source, '')
		FROM lines l LEFT JOIN seats s ON s.table_id = l.table_id AND s.seat = l.seat
		WHERE l.table_id = ? ORDER BY l.n`,
	selectSeats:    `SELECT seat, player FROM seats WHERE table_id = ? ORDER BY seat`,
	selectEver:     board(``),
	selectEverOf:   board(`AND game = ?6`),
	selectPeriod:   board(`AND at >= ?6 AND at < ?7`),
	selectPeriodOf: board(`AND at >= ?6 AND at < ?7 AND game = ?8`),
	selectSettings: `SELECT theme, palette, grace, turn FROM guilds WHERE guild = ?`,
	selectPlayer:   `SELECT palette FROM players WHERE player = ?`,
	selectNames:    `SELECT player, name FROM names WHERE guild = ? AND player IN (SELECT value FROM json_each(?))`,
}

// board asks for the page ?4 of ?3 rows, or the last page where there are
// fewer, and for the row of the player ?5: in guild ?1, of what ?2.
func board(narrower string) string {
	return `WITH sums AS (
		SELECT player, sum(n) AS n FROM tallies
		WHERE guild = ?1 AND what = ?2 ` + narrower + `
		GROUP BY player
	), ranked AS (
		SELECT player, n,
			rank() OVER (ORDER BY n DESC) AS rank,
			row_number() OVER (ORDER BY n DESC, player) AS place,
			count(*) OVER () AS total
		FROM sums
	), paged AS (
		SELECT *, min(?4, (total + ?3 - 1) / ?3) AS page FROM ranked
	)
	SELECT rank, player, n, total, page, place > (page - 1) * ?3 AND place <= page * ?3
	FROM paged
	WHERE player = ?5 OR (place > (page - 1) * ?3 AND place <= page * ?3)
	ORDER BY place`
}
