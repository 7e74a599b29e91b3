package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// longestReason is the maximum length of a gift's reason in characters.
const longestReason = 200

func (s *Store) Welcome(ctx context.Context, guild ids.Guild, player ids.User, amount games.Chips,
	at time.Time) (granted games.Chips, err error) {
	if amount == 0 {
		return 0, nil
	}
	// Most members already have the grant, and this check doesn't wait for the writer.
	var had bool
	id, err := s.base.lookUp(ctx, player)
	if err == nil {
		err = s.base.row(ctx, selectWelcomed, guild, id).Scan(&had)
	}
	if err == nil && !had {
		_, err = s.grant(ctx, store.Grant{Guild: guild, Player: player, Kind: store.Start, Amount: amount, At: at},
			nil)
		if err == nil {
			return amount, nil
		}
	}
	if err == nil || errors.Is(err, store.ErrGranted) {
		return 0, nil
	}
	return 0, fmt.Errorf("granting player %d the starting chips of guild %d: %w", player, guild, err)
}

func (s *Store) TopUp(ctx context.Context, guild ids.Guild, player ids.User, floor games.Chips,
	at time.Time, source store.Source) (store.Grant, error) {
	g, err := s.grant(ctx, store.Grant{Guild: guild, Player: player, Kind: store.Daily, At: at, Source: source},
		func(h store.Holding) (games.Chips, error) {
			if h.Total() >= floor {
				return 0, store.ErrEnough
			}
			return floor - h.Total(), nil
		})
	return orError(g, err, "topping up player %d of guild %d", player, guild)
}

func (s *Store) Give(ctx context.Context, g store.Grant) (store.Grant, error) {
	g.Kind, g.Reason = store.Gift, strings.TrimSpace(g.Reason)
	var err error
	if n := utf8.RuneCountInString(g.Reason); n < 1 || n > longestReason {
		err = store.ErrReason
	} else {
		g, err = s.grant(ctx, g, nil)
	}
	return orError(g, err, "granting player %d of guild %d", g.Player, g.Guild)
}

// grant writes a grant. If measure is not nil, it computes the amount in the same transaction; otherwise g has the
// amount.
func (s *Store) grant(ctx context.Context, g store.Grant,
	measure func(store.Holding) (games.Chips, error)) (store.Grant, error) {
	g.At = g.At.UTC().Round(0)
	err := s.base.write(ctx, job{whose: knownGuild(g.Guild), do: func(tx *Tx) error {
		if err := tx.checkUnplayed(g.Source); err != nil {
			return err
		}
		if measure != nil {
			var has store.Holding
			id, err := tx.lookUp(g.Player)
			if err == nil {
				has, err = scanHolding(tx.row(selectOwned, g.Guild, id))
			}
			if err == nil {
				g.Amount, err = measure(has)
			}
			if err != nil {
				return err
			}
		}
		return tx.Grant(&g)
	}, written: sourceWritten(g.Source)})
	return g, err
}

// Grant writes a grant with its link.
func (tx *Tx) Grant(g *store.Grant) error {
	if g.Amount < 1 || g.Amount > store.MostGrant {
		return store.ErrAmount
	}
	id, err := tx.register(g.Player)
	if err != nil {
		return err
	}
	granter, err := tx.register(g.Granter)
	if err != nil {
		return err
	}
	if g.Kind != store.Gift {
		if err := errorIfTrue(tx, store.ErrGranted, selectGranted, g.Guild, id, string(g.Kind), unixNanos(g.At),
			tx.chain.Trace(g.Player)); err != nil {
			return err
		}
	}
	before, err := tx.lastGrantLink(g.Guild)
	if err != nil {
		return err
	}
	link := tx.chain.Grant(before, *g)
	g.ID, err = tx.insert(insertGrant, g.Guild, id, string(g.Kind), int64(g.Amount), unixNanos(g.At),
		granter, g.Reason, nullIfEmpty(tx.chain.Seal(g.Source)), link[:])
	if err == nil {
		tx.cache.grants.keep(g.Guild, link)
	}
	return err
}

func (s *Store) Gifts(ctx context.Context, guild ids.Guild, page, size int) (out store.Gifts,
	err error) {
	if page < 1 || size < 1 {
		return out, fmt.Errorf("reading grants: invalid page number %d or page size %d", page, size)
	}
	out.Grants, err = queryAll(ctx, s.base, "the gifts", func(r row) (store.Grant, error) {
		g := store.Grant{Guild: guild, Kind: store.Gift}
		err := r.Scan(&g.ID, &g.Player, &g.Amount, (*instant)(&g.At), &g.Granter, &g.Reason, &g.Source, &out.Total,
			&out.Page)
		return g, err
	}, selectGifts, guild, page, size)
	out.Pages = (out.Total + size - 1) / size
	return out, err
}

var (
	// A trigger writes the transfer of the grant.
	insertGrant = toWrite(`INSERT INTO grants (guild, player, kind, amount, at, granter, reason, source, chain)
		VALUES ($1, $2, $3, $4, $5, nullif(CAST($6 AS bigint), 0), nullif($7, ''), $8, $9) RETURNING id`)
	// This query returns true if the player already has a grant of this kind: from any time for the start grant,
	// otherwise from the UTC day of $4. The grants of a forgotten player whose trace is $5 count too. For each
	// forgotten player, one in 65,536 new players is mistaken for them.
	selectGranted = toWrite(`SELECT EXISTS (SELECT 1 FROM grants WHERE guild = $1 AND kind = $3
		AND (player = $2 OR player IN (SELECT id FROM people WHERE trace IS NOT NULL AND trace = $5))
		AND (kind = 'start' OR at / 86400000000000 = $4 / 86400000000000))`)
	selectOwned    = toWrite(holding)
	selectWelcomed = toRead(
		`SELECT EXISTS (SELECT 1 FROM grants WHERE guild = $1 AND player = $2 AND kind = 'start')`)
	selectGifts = toRead(`WITH gifts AS (
			SELECT *, row_number() OVER (ORDER BY id DESC) AS place, count(*) OVER () AS total
			FROM grants WHERE guild = $1 AND kind = 'gift'
		), paged AS (
			SELECT *, min($2, (total + $3 - 1) / $3) AS page FROM gifts
		)
		SELECT id, ` + playerOf(`player`) + `, amount, at, ` + playerOf(`granter`) + `, reason, coalesce(source, ''), total, page FROM paged
		WHERE place > (page - 1) * $3 AND place <= page * $3
		ORDER BY place`)
)
