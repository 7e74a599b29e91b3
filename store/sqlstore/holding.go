package sqlstore

import (
	"context"
	"fmt"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

func (s *Store) Balance(ctx context.Context, guild ids.Guild, player ids.User) (store.Holding,
	error) {
	var h store.Holding
	id, err := s.base.lookUp(ctx, player)
	if err == nil {
		h, err = scanHolding(s.base.row(ctx, selectHolding, guild, id))
	}
	return orError(h, err, "reading the balance of player %d in guild %d", player, guild)
}

func scanHolding(r row) (h store.Holding, err error) {
	err = r.Scan(&h.Balance, &h.OnTables, &h.InPots)
	return h, err
}

func (s *Store) TableAccounts(ctx context.Context, id store.TableID) (all map[games.Account]games.Chips, lines int,
	err error) {
	type lying struct {
		there bool // the account exists; a table without accounts has a row too
		at    games.Account
		n     games.Chips
	}
	found, err := queryAll(ctx, s.base, "the chips", func(r row) (l lying, err error) {
		err = r.Scan(&lines, &l.there, &l.at, &l.n)
		return l, err
	}, selectTableAccounts, id)
	if err != nil {
		return nil, 0, err
	}
	if len(found) == 0 {
		return nil, 0, store.ErrNoTable
	}
	all = make(map[games.Account]games.Chips, len(found))
	for _, l := range found {
		if l.there {
			all[l.at] = l.n
		}
	}
	return all, lines, nil
}

var (
	selectHolding       = toRead(holding)
	selectTableAccounts = toRead(`SELECT coalesce((SELECT max(n) FROM lines WHERE table_id = t.id), 0),
			a.id IS NOT NULL, coalesce(a.seat, 0), coalesce(a.paid_in - a.paid_out, 0)
		FROM tables t LEFT JOIN accounts a ON a.table_id IS NOT NULL AND a.table_id = t.id
		WHERE t.id = $1`)
)

// holding selects the balance and the stacks of player $2 in guild $1, and what the player has paid into each pot since
// the pot was last empty.
const holding = `WITH pots AS (
		SELECT id AS pot, table_id FROM accounts p
		WHERE kind = 'pot' AND guild = $1 AND paid_in <> paid_out AND EXISTS (
			SELECT 1 FROM accounts s WHERE s.table_id = p.table_id AND s.player = $2)
	), moved AS (
		SELECT x.table_id, pot, x.n AS place, iif(payee = pot, payer, payee) AS other,
			iif(payee = pot, amount, -amount) AS n, sum(iif(payee = pot, amount, -amount)) OVER (
				PARTITION BY x.table_id ORDER BY x.n) AS held
		FROM pots JOIN transfers x ON x.table_id = pots.table_id AND x.line IS NOT NULL AND pot IN (payer, payee)
	), since AS (
		SELECT *, max(iif(held = 0, place, -1)) OVER (PARTITION BY table_id) AS emptied FROM moved
	), staked AS (
		SELECT sum(n) AS n FROM since JOIN accounts a ON a.id = other
		WHERE place > emptied AND a.player = $2 GROUP BY since.table_id
	)
	SELECT coalesce(sum(iif(kind = 'player', paid_in - paid_out, 0)), 0),
		coalesce(sum(iif(kind = 'seat', paid_in - paid_out, 0)), 0),
		(SELECT coalesce(sum(max(n, 0)), 0) FROM staked)
	FROM accounts WHERE guild = $1 AND player IS NOT NULL AND player = $2`

func (s *Store) Stakes(ctx context.Context, id store.TableID) (out store.Stakes, err error) {
	fail := func(err error) (store.Stakes, error) {
		return store.Stakes{}, fmt.Errorf("counting the stakes of table %d: %w", id, err)
	}
	held, lines, err := s.TableAccounts(ctx, id)
	if err != nil {
		return fail(err)
	}
	moved, err := queryAll(ctx, s.base, "the transfers", scanInto(func(t *games.Transfer) []any {
		return []any{&t.From, &t.To, &t.Amount}
	}), selectMoved, id)
	if err != nil {
		return fail(err)
	}
	out = store.Stakes{Stack: map[games.Seat]games.Chips{}, Bet: map[games.Seat]games.Chips{}, Lines: lines}
	for which, n := range held {
		if which != games.Pot && n > 0 {
			out.Stack[which.Owner()] = n
		}
	}
	var pot games.Chips
	for _, t := range moved {
		switch {
		case t.To == games.Pot:
			pot += t.Amount
			out.Bet[t.From.Owner()] += t.Amount
		case t.From == games.Pot:
			pot -= t.Amount
			out.Bet[t.To.Owner()] -= t.Amount
		}
		if pot == 0 {
			clear(out.Bet)
		}
	}
	return out, nil
}

var (
	// Each side is the number of a seat, 0 for the pot, or -1 for any other account.
	selectMoved = toRead(`SELECT coalesce(a.seat, iif(a.kind = 'pot', 0, -1)),
		coalesce(b.seat, iif(b.kind = 'pot', 0, -1)), t.amount
		FROM transfers t JOIN accounts a ON a.id = t.payer JOIN accounts b ON b.id = t.payee
		WHERE t.line IS NOT NULL AND t.table_id = $1 ORDER BY t.n`)
)
