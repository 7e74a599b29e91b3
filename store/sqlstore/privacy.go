package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"settable/store"
	"settable/store/ids"
)

// PlayerData reads all data about a player. For an unknown player, the result has only the id.
func (s *Store) PlayerData(ctx context.Context, player ids.User) (k store.PlayerData, err error) {
	k.Discord = player
	id, err := s.base.lookUp(ctx, player)
	if err != nil || id == unknownPerson {
		return k, err
	}
	k.Number = int64(id)
	err = s.base.row(ctx, selectPlayer, id).Scan(&k.Palette, &k.News)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	if err == nil {
		k.Names, err = queryAll(ctx, s.base, "names", scanInto(func(n *store.StoredName) []any {
			return []any{&n.Guild, &n.Name}
		}), selectNamesOf, id)
	}
	if err == nil {
		k.Seats, err = s.keptSeats(ctx, id)
	}
	if err == nil {
		k.Grants, err = queryAll(ctx, s.base, "grants", scanInto(func(g *store.StoredGrant) []any {
			return []any{&g.Guild, (*instant)(&g.At), &g.Kind, &g.Amount, &g.Gave, &g.Reason}
		}), selectGrantsOf, id)
	}
	if err == nil {
		k.Nights, err = queryAll(ctx, s.base, "nights", scanInto(func(n *store.StoredNight) []any {
			return []any{&n.Guild, (*instant)(&n.At), &n.Part}
		}), selectNightsOf, id)
	}
	return orError(k, err, "reading all data of a player")
}

// keptSeats returns the seats of a player with their lines and tallies.
func (s *Store) keptSeats(ctx context.Context, id personID) ([]store.StoredSeat, error) {
	all, err := queryAll(ctx, s.base, "seats", scanInto(func(k *store.StoredSeat) []any {
		return []any{&k.Guild, &k.Channel, &k.Table, &k.Game, (*instant)(&k.Opened), &k.Seat}
	}), selectSeatsOf, id)
	for i := range all {
		if err != nil {
			break
		}
		all[i].Lines, err = queryAll(ctx, s.base, "lines", scanInto(func(l *store.KeptLine) []any {
			return []any{(*instant)(&l.At), &l.Words}
		}), selectSaid, all[i].Table, all[i].Seat)
		if err == nil {
			all[i].Tallies, err = queryAll(ctx, s.base, "tallies", scanInto(func(t *store.KeptTally) []any {
				return []any{&t.What, &t.N}
			}), selectCounted, all[i].Table, all[i].Seat)
		}
	}
	return all, err
}

// Forgetting records that a player is to be forgotten, and immediately removes what no game needs. It returns
// ErrUnknown if nothing is stored about the player.
func (s *Store) Forgetting(ctx context.Context, player ids.User, at time.Time) error {
	err := s.base.Write(ctx, func(tx *Tx) error {
		n, err := tx.lookUpKnown(player)
		if err != nil {
			return err
		}
		// This statement comes first, because it waits for other processes in which the person is taking a seat (see
		// checkNotForgetting).
		if _, err = tx.exec(updateLeaves, n, unixNanos(at)); err != nil {
			return err
		}
		return tx.removePersonalData(n)
	}, nil)
	return wrapError(err, "saving a request to forget a player")
}

// checkNotForgetting returns ErrForgetting for a player who has asked to be forgotten. If it returns nil, the player
// can't ask before the transaction ends.
func (tx *Tx) checkNotForgetting(player ids.User) error {
	if _, fixed := fixedID(player); fixed {
		return nil
	}
	var leaves bool
	err := tx.row(selectLeaves, int64(player)).Scan(&leaves)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err == nil && leaves:
		return store.ErrForgetting
	}
	return err
}

// forgottenMark returns the text whose seal marks a forgotten player who had a seat at the table. The statement
// insertParted creates the same text.
func forgottenMark(table store.TableID, player ids.User) store.Source {
	return store.Source(fmt.Sprintf("parted %d %d", table, player))
}

// lookUpKnown returns the personID of a player, or ErrUnknown if nothing is stored about the player.
func (tx *Tx) lookUpKnown(player ids.User) (personID, error) {
	if _, fixed := fixedID(player); fixed {
		return unknownPerson, store.ErrUnknown
	}
	id, err := tx.lookUp(player)
	if err == nil && id == unknownPerson {
		err = store.ErrUnknown
	}
	return id, err
}

// removePersonalData removes a person's names and settings, and the reasons for gifts to or from the person.
func (tx *Tx) removePersonalData(n personID) error {
	return errors.Join(errorOf(tx.exec(deleteNames, n)), errorOf(tx.exec(deletePalette, n)),
		errorOf(tx.exec(updateReasons, n)))
}

// errorOf drops the result of a statement and keeps its error.
func errorOf(_ sql.Result, err error) error { return err }

func (s *Store) PendingForgets(ctx context.Context) ([]store.ForgottenPlayer, error) {
	return queryAll(ctx, s.base, "the players to be forgotten", func(r row) (l store.ForgottenPlayer, err error) {
		var n int64
		err = r.Scan(&l.Player, &n)
		l.As = ids.Forgotten(n)
		return l, err
	}, selectLeaving)
}

// SeatedAt returns the shard's open tables at which a player holds a seat now, oldest first.
func (s *Store) SeatedAt(ctx context.Context, player ids.User) ([]store.Table, error) {
	id, err := s.base.lookUp(ctx, player)
	if err != nil {
		return nil, wrapError(err, "reading the tables of a player")
	}
	return queryAll(ctx, s.base, "the tables of a player", scanTable, selectSeatedAt, s.base.withShard(id)...)
}

// Forget removes the connection between a player and their number. It returns ErrUnknown for an unknown player, and
// ErrSeated if the player holds a seat at an open table on another shard.
func (s *Store) Forget(ctx context.Context, player ids.User) error {
	err := s.base.Write(ctx, func(tx *Tx) error {
		n, err := tx.lookUpKnown(player)
		if err != nil {
			return err
		}
		// This statement comes first, because it waits for other processes that are writing about the person, and
		// blocks later ones.
		if _, err = tx.exec(updateForgotten, n, s.base.Chain.Trace(player)); err != nil {
			return err
		}
		tx.cache.forget() // the cache may contain the person
		if err = s.checkNotSeatedElsewhere(tx, n); err != nil {
			return err
		}
		if _, err = tx.exec(insertParted, tx.key, int64(player), n); err != nil {
			return err
		}
		return errors.Join(tx.removePersonalData(n), errorOf(tx.exec(deleteSignups, n)))
	}, nil)
	return wrapError(err, "forgetting a player")
}

// checkNotSeatedElsewhere returns ErrSeated if a person holds a seat at an open table on another shard.
func (s *Store) checkNotSeatedElsewhere(tx *Tx, n personID) error {
	if s.base.lease.Shard.Of <= 1 {
		return nil
	}
	return errorIfTrue(tx, store.ErrSeated, selectElsewhere, s.base.withShard(n)...)
}

var (
	selectNamesOf = toRead(`SELECT guild, name FROM names WHERE player = $1 ORDER BY guild`)
	selectSeatsOf = toRead(`SELECT t.guild, t.channel, t.id, t.game, t.opened, s.seat
		FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.player = $1 ORDER BY t.id, s.seat`)
	selectSaid    = toRead(`SELECT at, words FROM lines WHERE table_id = $1 AND seat = $2 ORDER BY n`)
	selectCounted = toRead(`SELECT what,
		CASE what WHEN 'fastest' THEN min(n) WHEN 'streak' THEN max(n) ELSE sum(n) END
		FROM tallies WHERE table_id = $1 AND seat = $2 GROUP BY what ORDER BY what`)
	selectGrantsOf = toRead(`SELECT guild, at, kind, amount, player <> $1, coalesce(reason, '') FROM grants
		WHERE $1 IN (player, granter) ORDER BY id`)
	selectNightsOf = toRead(`SELECT guild, started, 'opened' FROM nights WHERE opener = $1
		UNION ALL SELECT guild, starts, 'planned' FROM plans WHERE planner = $1
		UNION ALL SELECT guild, starts, 'signed up' FROM signups JOIN plans ON plans.id = plan WHERE player = $1
		ORDER BY 2`)

	selectElsewhere = toWrite(`SELECT EXISTS (SELECT 1 FROM tables JOIN seats ON table_id = tables.id
		WHERE player = $1 AND closed IS NULL AND ` + isHeld + ` AND NOT ` + inShard(1) + `)`)
	// PostgreSQL locks the tables, so that none of them closes before the mark is written.
	insertParted = toWriteEach(partedWhere+`ON CONFLICT DO NOTHING`,
		partedWhere+`FOR SHARE OF tables ON CONFLICT DO NOTHING`)
	selectParted  = toWrite(`SELECT EXISTS (SELECT 1 FROM parted WHERE table_id = $1 AND mark = $2)`)
	deleteParted  = toWrite(`DELETE FROM parted WHERE table_id = $1`)
	deleteNames   = toWrite(`DELETE FROM names WHERE player = $1`)
	deletePalette = toWrite(`DELETE FROM players WHERE player = $1`)
	deleteSignups = toWrite(`DELETE FROM signups WHERE player = $1`)
	updateReasons = toWrite(`UPDATE grants SET reason = '…'
		WHERE $1 IN (player, granter) AND reason IS NOT NULL AND reason <> '…'`)
	updateLeaves    = toWrite(`UPDATE people SET leaves = $2 WHERE id = $1 AND leaves = 9223372036854775807`)
	updateForgotten = toWrite(`UPDATE people SET discord = NULL, leaves = 9223372036854775807, trace = $2 WHERE id = $1`)
	selectLeaving   = toRead(`SELECT discord, id FROM people WHERE leaves < 9223372036854775807 ORDER BY leaves, id`)
	// PostgreSQL locks the row, so that a player can't ask to be forgotten between this check and joining.
	selectLeaves = toWriteEach(`SELECT leaves < 9223372036854775807 FROM people WHERE discord = $1`,
		`SELECT leaves < 9223372036854775807 FROM people WHERE discord = $1 FOR SHARE`)
	selectSeatedAt = toRead(tableColumns + `WHERE closed IS NULL
		AND id IN (SELECT table_id FROM seats WHERE player = $1 AND ` + isHeld + `) AND ` +
		inShard(1) + `ORDER BY id`)
)

const partedWhere = `INSERT INTO parted (table_id, mark)
	SELECT tables.id, seal($1, 'parted ' || tables.id || ' ' || CAST($2 AS bigint))
	FROM tables JOIN seats ON table_id = tables.id WHERE player = $3 AND closed IS NULL `

// isHeld selects the seats that players hold now.
const isHeld = `(held >> CAST(seat - 1 AS int)) & 1 = 1`
