package sqlite

import "fmt"

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
	touch
	insertTable
	updateClosed
	updateShown
	insertSeat
	insertLine
	insertTally
	insertAccount
	insertTransfer
	insertGrant
	insertNight
	updateEnded
	upsertSettings
	upsertPlayer
	upsertName
	insertIdentify
	deleteIdentifies
	insertKey
	selectBusy
	selectPlayed
	selectLast
	selectLine
	selectSeat
	selectVenue
	selectLaid
	selectGuildAccount
	selectTableAccount
	selectGranted
	selectOwned
	selectTonight
	selectNextNight
	selectNightByID
	selectKey
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
	// Changes nothing, and yet writes a page.
	touch: fmt.Sprintf(`PRAGMA application_id = %d`, applicationID),

	// A number of nobody or nothing, 0, is kept as NULL, here and below.
	insertTable: `INSERT INTO tables (guild, channel, game, options, opener, opened, source, night)
		VALUES (?, ?, ?, ?, ?, ?, ?, nullif(?, 0))`,
	updateClosed: `UPDATE tables SET closed = ? WHERE id = ?`,
	updateShown:  `UPDATE tables SET shown = max(shown, ?), post = ? WHERE id = ?`,
	insertSeat:   `INSERT INTO seats (table_id, seat, player) VALUES (?, ?, ?)`,
	insertLine: `INSERT INTO lines (table_id, n, at, seat, words, source, transfers)
		VALUES (?, ?, ?, ?, ?, ?, ?)`,
	insertTally: `INSERT INTO tallies (table_id, line, seat, what, n, guild, game, at, player)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	insertAccount: `INSERT INTO accounts (guild, kind, player, table_id, seat)
		VALUES (?, ?, nullif(?, 0), nullif(?, 0), nullif(?, 0))`,
	insertTransfer: `INSERT INTO transfers (payer, payee, amount, table_id, line, ordinal, at)
		VALUES (?, ?, ?, ?, ?, ?, ?)`,
	// A trigger writes its transfer.
	insertGrant: `INSERT INTO grants (guild, player, kind, amount, at, granter, reason, source)
		VALUES (?, ?, ?, ?, ?, nullif(?, 0), nullif(?, ''), ?)`,
	insertNight: `INSERT INTO nights (guild, number, channel, opener, buy_in, started, source)
		VALUES (?, ?, ?, ?, ?, ?, ?)`,
	updateEnded: `UPDATE nights SET ended = ? WHERE id = ?`,
	upsertSettings: `INSERT INTO guilds (guild, theme, palette, grace, turn) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (guild) DO UPDATE SET theme = excluded.theme, palette = excluded.palette,
			grace = excluded.grace, turn = excluded.turn`,
	upsertPlayer: `INSERT INTO players (player, palette) VALUES (?, ?)
		ON CONFLICT (player) DO UPDATE SET palette = excluded.palette`,
	upsertName: `INSERT INTO names (guild, player, name) VALUES (?, ?, ?)
		ON CONFLICT (guild, player) DO UPDATE SET name = excluded.name`,
	insertIdentify:   `INSERT INTO identifies (at) VALUES (?)`,
	deleteIdentifies: `DELETE FROM identifies WHERE at < ?`,
	insertKey:        `INSERT INTO secret (id, key) VALUES (1, ?)`,

	selectBusy: `SELECT EXISTS (SELECT 1 FROM tables WHERE channel = ? AND closed IS NULL)`,
	selectPlayed: `SELECT EXISTS (SELECT 1 FROM lines WHERE source = ?1)
		OR EXISTS (SELECT 1 FROM tables WHERE source = ?1)
		OR EXISTS (SELECT 1 FROM grants WHERE source = ?1)
		OR EXISTS (SELECT 1 FROM nights WHERE source = ?1)`,
	selectLast: `SELECT closed IS NOT NULL,
		coalesce((SELECT max(n) FROM lines WHERE table_id = tables.id), 0)
		FROM tables WHERE id = ?`,
	selectLine: `SELECT EXISTS (SELECT 1 FROM lines
		WHERE table_id = ? AND n = ? AND at = ? AND seat = ? AND words = ? AND source IS ?)`,
	selectSeat:  `SELECT player FROM seats WHERE table_id = ? AND seat = ?`,
	selectVenue: `SELECT guild, game FROM tables WHERE id = ?`,
	selectLaid:  `SELECT EXISTS (SELECT 1 FROM accounts WHERE table_id = ? AND paid_in <> paid_out)`,
	selectGuildAccount: `SELECT id, paid_in - paid_out, coalesce(player, 0) FROM accounts
		WHERE table_id IS NULL AND guild = ? AND kind = ? AND coalesce(player, 0) = ?`,
	selectTableAccount: `SELECT id, paid_in - paid_out, coalesce(player, 0) FROM accounts
		WHERE table_id IS NOT NULL AND table_id = ? AND coalesce(seat, 0) = ?`,
	// Of a kind that is given once: ever, or on the UTC day of ?4.
	selectGranted: `SELECT EXISTS (SELECT 1 FROM grants WHERE guild = ?1 AND player = ?2 AND kind = ?3
		AND (kind = 'start' OR at / 86400000000000 = ?4 / 86400000000000))`,
	selectOwned:     holding,
	selectTonight:   `SELECT coalesce((SELECT id FROM nights WHERE channel = ? AND ended IS NULL), 0)`,
	selectNextNight: `SELECT 1 + coalesce(max(number), 0) FROM nights WHERE guild = ?`,
	selectNightByID: nightColumns + `FROM nights WHERE id = ?`,
	selectKey:       `SELECT key FROM secret`,
}

// query names a statement of the readers.
type query int

// What the readers ask, prepared on each of their connections.
const (
	selectTable query = iota
	selectTableIn
	selectLastTable
	selectOpenTables
	selectUntold
	selectLines
	selectSeats
	selectEver
	selectEverOf
	selectPeriod
	selectPeriodOf
	selectWinsOf
	selectPeriodWinsOf
	selectChipsEver
	selectChipsWon
	selectChipsWonOf
	selectChipsOwned
	selectHolding
	selectPurses
	selectMoved
	selectHistory
	selectWelcomed
	selectGifts
	selectSettings
	selectPlayer
	selectNames
	selectNight
	selectOpenNight
	selectLastNight
	selectNights
	selectStanding
	selectSettled
	selectRecord
	selectIdentifies
	readCount
)

const tableColumns = `SELECT id, guild, channel, game, options, opener, opened, coalesce(closed, 0), post, shown, coalesce(night, 0) FROM tables `

const nightColumns = `SELECT id, guild, number, channel, opener, buy_in, started, coalesce(ended, 0) `

var reads = [readCount]string{
	selectTable:      tableColumns + `WHERE id = ?`,
	selectTableIn:    tableColumns + `WHERE channel = ? AND closed IS NULL`,
	selectLastTable:  tableColumns + `WHERE channel = ? AND closed IS NOT NULL ORDER BY closed DESC, id DESC LIMIT 1`,
	selectOpenTables: tableColumns + `WHERE closed IS NULL ORDER BY id`,
	selectUntold: tableColumns + `WHERE closed >= ?
		AND shown < (SELECT max(n) FROM lines WHERE table_id = tables.id) ORDER BY id`,
	selectLines: `SELECT l.n, l.at, l.seat, coalesce(s.player, 0), l.words, coalesce(l.source, '')
		FROM lines l LEFT JOIN seats s ON s.table_id = l.table_id AND s.seat = l.seat
		WHERE l.table_id = ? ORDER BY l.n`,
	selectSeats:        `SELECT seat, player FROM seats WHERE table_id = ? ORDER BY seat`,
	selectEver:         board(ofTallies + `GROUP BY player`),
	selectEverOf:       board(ofTallies + `AND game = ?6 GROUP BY player`),
	selectPeriod:       board(ofTallies + `AND at >= ?6 AND at < ?7 GROUP BY player`),
	selectPeriodOf:     board(ofTallies + `AND at >= ?6 AND at < ?7 AND game = ?8 GROUP BY player`),
	selectWinsOf:       board(ofWins + `AND game = ?6 GROUP BY player`),
	selectPeriodWinsOf: board(ofWins + `AND at >= ?6 AND at < ?7 AND game = ?8 GROUP BY player`),
	selectChipsEver:    board(chipsEver),
	selectChipsWon:     board(chipsWon(``)),
	selectChipsWonOf:   board(chipsWon(`AND (SELECT game FROM tables WHERE id = a.table_id) = ?8`)),
	selectChipsOwned: board(`SELECT player, sum(paid_in - paid_out) AS n FROM accounts
		WHERE guild = ?1 AND player IS NOT NULL GROUP BY player`),
	selectHolding: holding,
	selectPurses: `SELECT coalesce((SELECT max(n) FROM lines WHERE table_id = t.id), 0),
			a.id IS NOT NULL, coalesce(a.seat, 0), coalesce(a.paid_in - a.paid_out, 0)
		FROM tables t LEFT JOIN accounts a ON a.table_id IS NOT NULL AND a.table_id = t.id
		WHERE t.id = ?`,
	// A seat's stack is its number, the pot 0, and what is elsewhere -1.
	selectMoved: `SELECT coalesce(a.seat, iif(a.kind = 'pot', 0, -1)), coalesce(b.seat, iif(b.kind = 'pot', 0, -1)), t.amount
		FROM transfers t JOIN accounts a ON a.id = t.payer JOIN accounts b ON b.id = t.payee
		WHERE t.line IS NOT NULL AND t.table_id = ? ORDER BY t.line, t.ordinal`,
	selectHistory:  history,
	selectWelcomed: `SELECT EXISTS (SELECT 1 FROM grants WHERE guild = ? AND player = ? AND kind = 'start')`,
	selectGifts: `WITH gifts AS (
			SELECT *, row_number() OVER (ORDER BY id DESC) AS place, count(*) OVER () AS total
			FROM grants WHERE guild = ?1 AND kind = 'gift'
		), paged AS (
			SELECT *, min(?2, (total + ?3 - 1) / ?3) AS page FROM gifts
		)
		SELECT id, player, amount, at, granter, reason, coalesce(source, ''), total, page FROM paged
		WHERE place > (page - 1) * ?3 AND place <= page * ?3
		ORDER BY place`,
	selectSettings: `SELECT theme, palette, grace, turn FROM guilds WHERE guild = ?`,
	selectPlayer:   `SELECT palette FROM players WHERE player = ?`,
	selectNames:    `SELECT player, name FROM names WHERE guild = ? AND player IN (SELECT value FROM json_each(?))`,

	selectNight:     nightColumns + `FROM nights WHERE guild = ? AND number = ?`,
	selectOpenNight: nightColumns + `FROM nights WHERE channel = ? AND ended IS NULL`,
	selectLastNight: nightColumns + `FROM nights WHERE guild = ? AND ended IS NOT NULL ORDER BY number DESC LIMIT 1`,
	// Nights are numbered without gaps, so the last number is how many there are.
	selectNights: `WITH paged AS (
			SELECT total, min(?2, (total + ?3 - 1) / ?3) AS page
			FROM (SELECT coalesce(max(number), 0) AS total FROM nights WHERE guild = ?1)
		)
		` + nightColumns + `,
			(SELECT count(DISTINCT s.player) FROM tables t CROSS JOIN seats s ON s.table_id = t.id
				WHERE t.night IS NOT NULL AND t.night = nights.id),
			(SELECT count(*) FROM (SELECT DISTINCT y.table_id, y.line
				FROM tables t CROSS JOIN tallies y ON y.table_id = t.id AND y.what = 'hands'
				WHERE t.night IS NOT NULL AND t.night = nights.id)),
			total, page
		FROM paged CROSS JOIN nights
		ON guild = ?1 AND number <= total - (page - 1) * ?3 AND number > total - page * ?3
		ORDER BY number DESC`,
	selectStanding: standing,
	selectSettled:  settled,
	selectRecord:   record,

	selectIdentifies: `SELECT at FROM identifies WHERE at > ? ORDER BY at`,
}

// holding asks for the balance and the stacks of player ?2 in guild ?1.
const holding = `SELECT coalesce(sum(iif(kind = 'player', paid_in - paid_out, 0)), 0),
		coalesce(sum(iif(kind = 'seat', paid_in - paid_out, 0)), 0)
	FROM accounts WHERE guild = ?1 AND player IS NOT NULL AND player = ?2`
