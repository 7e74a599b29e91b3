package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"settable/store"
)

// Kept is everything that is kept of a player. Of somebody unknown there is nothing.
func (s *persons) Kept(ctx context.Context, player store.PlayerID) (k store.Kept, err error) {
	k.Discord = player
	if k.Number, err = s.people.number(player); err != nil || k.Number == nobody {
		k.Number = 0
		return k, err
	}
	err = s.row(ctx, selectPlayer, player).Scan(&k.Palette)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	for _, read := range []func() error{
		func() (err error) {
			k.Names, err = gathered(ctx, s, "names", func(r row) (n store.KeptName, err error) {
				err = r.Scan(&n.Guild, &n.Name)
				return n, err
			}, selectNamesOf, player)
			return err
		},
		func() (err error) { k.Seats, err = s.seats(ctx, player); return err },
		func() (err error) {
			k.Grants, err = gathered(ctx, s, "grants", func(r row) (g store.KeptGrant, err error) {
				var at int64
				err = r.Scan(&g.Guild, &at, &g.Kind, &g.Amount, &g.Gave, &g.Reason)
				g.At = moment(at)
				return g, err
			}, selectGrantsOf, player)
			return err
		},
		func() (err error) {
			k.Nights, err = gathered(ctx, s, "nights", func(r row) (n store.KeptNight, err error) {
				var at int64
				err = r.Scan(&n.Guild, &at, &n.Part)
				n.At = moment(at)
				return n, err
			}, selectNightsOf, player)
			return err
		},
	} {
		if err == nil {
			err = read()
		}
	}
	if err != nil {
		return store.Kept{}, fmt.Errorf("gathering what is kept of a player: %w", err)
	}
	return k, nil
}

// seats are those of a player, with what was said and counted there.
func (s *persons) seats(ctx context.Context, player store.PlayerID) ([]store.KeptSeat, error) {
	all, err := gathered(ctx, s, "seats", func(r row) (k store.KeptSeat, err error) {
		var opened int64
		err = r.Scan(&k.Guild, &k.Channel, &k.Table, &k.Game, &opened, &k.Seat)
		k.Opened = moment(opened)
		return k, err
	}, selectSeatsOf, player)
	for i := range all {
		if err != nil {
			break
		}
		all[i].Lines, err = gathered(ctx, s, "lines", func(r row) (l store.KeptLine, err error) {
			var at int64
			err = r.Scan(&at, &l.Words)
			l.At = moment(at)
			return l, err
		}, selectSaid, all[i].Table, all[i].Seat)
		if err == nil {
			all[i].Tallies, err = gathered(ctx, s, "tallies", func(r row) (t store.KeptTally, err error) {
				err = r.Scan(&t.What, &t.N)
				return t, err
			}, selectCounted, all[i].Table, all[i].Seat)
		}
	}
	return all, err
}

var (
	selectNamesOf = toRead(`SELECT guild, name FROM names WHERE player = ? ORDER BY guild`)
	selectSeatsOf = toRead(`SELECT t.guild, t.channel, t.id, t.game, t.opened, s.seat
		FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.player = ? ORDER BY t.id, s.seat`)
	selectSaid    = toRead(`SELECT at, words FROM lines WHERE table_id = ? AND seat = ? ORDER BY n`)
	selectCounted = toRead(`SELECT what,
		CASE what WHEN 'fastest' THEN min(n) WHEN 'streak' THEN max(n) ELSE sum(n) END
		FROM tallies WHERE table_id = ? AND seat = ? GROUP BY what ORDER BY what`)
	selectGrantsOf = toRead(`SELECT guild, at, kind, amount, player <> ?1, coalesce(reason, '') FROM grants
		WHERE ?1 IN (player, granter) ORDER BY id`)
	selectNightsOf = toRead(`SELECT guild, started, 'opened' FROM nights WHERE opener = ?1
		UNION ALL SELECT guild, starts, 'planned' FROM plans WHERE planner = ?1
		UNION ALL SELECT guild, starts, 'signed up' FROM signups JOIN plans ON plans.id = plan WHERE player = ?1
		ORDER BY 2`)
)
