package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"time"

	"settable/store/ids"
)

// NoteServers records which of the shard's servers the bot is on, and returns the shard's other servers.
func (s *Store) NoteServers(ctx context.Context, here []ids.Guild) ([]ids.Guild, error) {
	numbers := jsonList(here)
	list := func(what string, q query, args ...any) ([]ids.Guild, error) {
		return queryAll(ctx, s.base, what, ScanCell[ids.Guild], q, args...)
	}
	missing, err := list("the servers that Discord no longer lists", selectMissing, s.base.withShard(numbers)...)
	if err != nil {
		return nil, err
	}
	back, err := list("the servers that added the bot again", selectBack, s.base.withShard(numbers)...)
	if err != nil || len(back) == 0 {
		return missing, err
	}
	err = s.base.Write(ctx, func(tx *Tx) error {
		for _, g := range back {
			if _, err := tx.exec(deleteDeparted, g); err != nil {
				return err
			}
		}
		return nil
	}, nil)
	return orError(missing, err, "saving the bot's servers")
}

// Depart records that the bot was removed from a server.
func (s *Store) Depart(ctx context.Context, guild ids.Guild, at time.Time) error {
	return s.base.execFor(ctx, knownGuild(guild), "saving that the bot left a server", insertDeparted, guild, unixNanos(at))
}

// Return records that the bot is on a server again.
func (s *Store) Return(ctx context.Context, guild ids.Guild) error {
	return s.base.execFor(ctx, knownGuild(guild), "saving that the bot is on a server again", deleteDeparted, guild)
}

// Purge deletes each server in one commit.
func (s *Store) Purge(ctx context.Context, before time.Time) (gone []ids.Guild, err error) {
	due, err := queryAll(ctx, s.base, "the servers to be purged", ScanCell[ids.Guild], selectDue,
		s.base.withShard(unixNanos(before))...)
	if err != nil {
		return nil, err
	}
	for _, g := range due {
		var still bool
		err := s.base.Write(ctx, func(tx *Tx) (err error) {
			// Since the server was selected, the bot may have come back or a table may have been opened.
			if still, err = tx.isTrue(selectStillDue, g, unixNanos(before)); err != nil || !still {
				return err
			}
			return purge(ctx, tx, g)
		}, nil)
		if err != nil {
			return gone, fmt.Errorf("purging server %d: %w", g, err)
		}
		if still {
			gone = append(gone, g)
		}
	}
	return gone, nil
}

// purge deletes all data of a server, and all people who are on no other server.
func purge(ctx context.Context, tx *Tx, g ids.Guild) error {
	texts := purgesSQLite
	if tx.dialect.Postgres {
		texts = purgesPostgres
	}
	err := runSteps(ctx, tx, texts, int64(g))
	tx.cache.forget()
	return err
}

// These are the steps of purge for the server $1. Rows are deleted before the rows that they reference.
var (
	// Deleting an account makes SQLite check whether any of the many transfers references it, so this step creates a
	// temporary index.
	purgesSQLite = slices.Concat([]string{
		`UPDATE departed SET goes = true WHERE guild = $1`,
		`CREATE INDEX purging_payer ON transfers (payer)`,
		`CREATE INDEX purging_payee ON transfers (payee)`,
		`DELETE FROM transfers WHERE payer IN (SELECT id FROM accounts WHERE guild = $1)`,
	}, purgesOfRows, purgesOfPeople, []string{
		`DROP INDEX purging_payer`,
		`DROP INDEX purging_payee`,
		`DELETE FROM departed WHERE guild = $1`,
	})
	// PostgreSQL finds the transfers by their cause, because creating an index would block the writes of all other
	// processes. The lock keeps others from looking people up until the transaction ends.
	purgesPostgres = slices.Concat([]string{
		`UPDATE departed SET goes = true WHERE guild = $1`,
		`DELETE FROM transfers WHERE id IN (
			SELECT x.id FROM tables t JOIN transfers x ON x.line IS NOT NULL AND x.table_id = t.id WHERE t.guild = $1
			UNION ALL SELECT x.id FROM grants g JOIN transfers x ON x.grant_id IS NOT NULL AND x.grant_id = g.id
				WHERE g.guild = $1)`,
	}, purgesOfRows, []string{`LOCK TABLE people IN EXCLUSIVE MODE`}, purgesOfPeople, []string{
		`DELETE FROM departed WHERE guild = $1`,
	})

	purgesOfRows = []string{
		`DELETE FROM tallies WHERE table_id IN (SELECT id FROM tables WHERE guild = $1)`,
		`DELETE FROM totals WHERE guild = $1`,
		`DELETE FROM accounts WHERE guild = $1`,
		`DELETE FROM lines WHERE table_id IN (SELECT id FROM tables WHERE guild = $1)`,
		`DELETE FROM seats WHERE table_id IN (SELECT id FROM tables WHERE guild = $1)`,
		`DELETE FROM leftovers WHERE guild = $1`,
		`DELETE FROM parted WHERE table_id IN (SELECT id FROM tables WHERE guild = $1)`,
		`DELETE FROM folds WHERE table_id IN (SELECT id FROM tables WHERE guild = $1)`,
		`DELETE FROM tables WHERE guild = $1`,
		`DELETE FROM nights WHERE guild = $1`,
		`DELETE FROM grants WHERE guild = $1`,
		`DELETE FROM signups WHERE plan IN (SELECT id FROM plans WHERE guild = $1)`,
		`DELETE FROM plans WHERE guild = $1`,
		`DELETE FROM names WHERE guild = $1`,
		`DELETE FROM guilds WHERE guild = $1`,
	}
	purgesOfPeople = []string{
		`DELETE FROM players WHERE player NOT IN ` + peopleOnServers,
		`DELETE FROM people WHERE id NOT IN ` + peopleOnServers,
	}
)

// peopleOnServers selects the people who appear in the data of any server.
const peopleOnServers = `(SELECT opener FROM tables UNION SELECT player FROM seats
	UNION SELECT player FROM accounts WHERE player IS NOT NULL UNION SELECT player FROM grants
	UNION SELECT granter FROM grants WHERE granter IS NOT NULL UNION SELECT opener FROM nights
	UNION SELECT planner FROM plans UNION SELECT player FROM signups UNION SELECT player FROM names)`

// serversWithData selects the servers that have any data.
const serversWithData = `(SELECT guild FROM tables UNION SELECT guild FROM grants UNION SELECT guild FROM nights
	UNION SELECT guild FROM plans UNION SELECT guild FROM names UNION SELECT guild FROM guilds
	UNION SELECT guild FROM leftovers)`

var (
	insertDeparted = toWrite(`INSERT INTO departed (guild, since) SELECT CAST($1 AS bigint), CAST($2 AS bigint)
		WHERE $1 IN ` + serversWithData + `
		ON CONFLICT (guild) DO NOTHING`)
	deleteDeparted = toWrite(`DELETE FROM departed WHERE guild = $1`)
	selectStillDue = toWrite(`SELECT EXISTS (SELECT 1 FROM departed WHERE guild = $1 AND since < $2)
		AND NOT EXISTS (SELECT 1 FROM tables WHERE guild = $1 AND closed IS NULL)`)
	selectDue = toRead(`SELECT guild FROM departed WHERE since < $1 AND ` +
		inShard(1) + `ORDER BY since, guild`)
	selectMissing = toRead(`SELECT guild FROM ` + serversWithData + ` AS served
		WHERE guild NOT IN (SELECT value FROM json_each($1))
		AND guild NOT IN (SELECT guild FROM departed) AND ` + inShard(1) + `ORDER BY guild`)
	selectBack = toRead(`SELECT guild FROM departed WHERE guild IN (SELECT value FROM json_each($1))
		AND ` + inShard(1) + `ORDER BY guild`)
)
