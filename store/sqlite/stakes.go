package sqlite

import (
	"context"
	"fmt"

	"settable/games"
	"settable/store"
)

// Stakes counts them, from the transfers alone. The error is ErrNoTable.
func (s *ledger) Stakes(ctx context.Context, id store.TableID) (out store.Stakes, err error) {
	fail := func(err error) (store.Stakes, error) {
		return store.Stakes{}, fmt.Errorf("counting the stakes of table %d: %w", id, err)
	}
	lies, lines, err := s.Purses(ctx, id)
	if err != nil {
		return fail(err)
	}
	rows, err := s.query(ctx, selectMoved, id)
	if err != nil {
		return fail(err)
	}
	moved, err := collect(rows, func(r row) (t games.Transfer, err error) {
		err = r.Scan(&t.From, &t.To, &t.Amount)
		return t, err
	}, "transfers")
	if err != nil {
		return fail(err)
	}
	out = store.Stakes{Stack: map[games.Seat]games.Chips{}, Bet: map[games.Seat]games.Chips{}, Lines: lines}
	for purse, n := range lies {
		if purse != games.Pot && n > 0 {
			out.Stack[purse.Owner()] = n
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
	// A seat's stack is its number, the pot 0, and what is elsewhere -1.
	selectMoved = toRead(`SELECT coalesce(a.seat, iif(a.kind = 'pot', 0, -1)), coalesce(b.seat, iif(b.kind = 'pot', 0, -1)), t.amount
		FROM transfers t JOIN accounts a ON a.id = t.payer JOIN accounts b ON b.id = t.payee
		WHERE t.line IS NOT NULL AND t.table_id = ? ORDER BY t.line, t.ordinal`)
)
