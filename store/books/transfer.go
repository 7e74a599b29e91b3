package books

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"settable/games"
	"settable/store"
)

// purse is an account that an entry moves chips of.
type purse struct {
	account
	id int64
}

// purses finds the accounts of one table.
type purses struct {
	*Tx
	table store.TableID
}

func (p *purses) of(which games.Purse) (purse, error) {
	at := spot{p.table, which}
	if lies, ok := p.cache.purses[at]; ok {
		return lies, nil
	}
	a := place(p.table, which)
	var id int64
	err := error(sql.ErrNoRows)
	if a.table != 0 {
		id, _, a.player, err = p.find(a)
	}
	if errors.Is(err, sql.ErrNoRows) {
		id, err = p.first(&a)
	}
	if err != nil {
		return purse{}, err
	}
	p.cache.purse(at, purse{a, id})
	return purse{a, id}, nil
}

// first completes an account by its guild and its player, and makes it where
// there is none.
func (p *purses) first(a *account) (id int64, err error) {
	at, err := p.venue(p.table)
	if err != nil {
		return 0, err
	}
	a.guild = at.guild
	if a.seat != 0 {
		if a.player, err = p.sitting(p.table, a.seat); err != nil {
			return 0, err
		}
	}
	id, _, _, err = p.find(*a)
	if errors.Is(err, sql.ErrNoRows) {
		id, err = p.open(*a)
	}
	return id, err
}

// move writes the transfers that a line causes, in their order.
func (p *purses) move(n int, at int64, all []games.Transfer) error {
	for i, t := range all {
		from, err := p.of(t.From)
		if err != nil {
			return fmt.Errorf("transfer %d: %w", i+1, err)
		}
		to, err := p.of(t.To)
		if err != nil {
			return fmt.Errorf("transfer %d: %w", i+1, err)
		}
		if _, err := p.exec(insertTransfer, from.id, to.id, int64(t.Amount), p.table, n, i+1, at); err != nil {
			return fmt.Errorf("transfer %d: %w", i+1, p.lack(from, t.Amount, err))
		}
	}
	return nil
}

// lack turns the ledger's refusal of an overdraft into one that says how much
// is there: counted only now, so that the usual transfer pays nothing for it.
func (p *purses) lack(from purse, needs games.Chips, why error) error {
	if !strings.Contains(why.Error(), store.ErrOverdraft.Error()) {
		return why
	}
	_, has, _, err := p.find(from.account)
	if err != nil {
		return errors.Join(why, err)
	}
	return &store.Overdraft{Kind: from.kind, Seat: from.seat, Player: from.player, Has: has, Needs: needs}
}

var (
	// The ?6th of its line.
	insertTransfer = toWrite(`INSERT INTO transfers (payer, payee, amount, table_id, line, n, at)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6 + (SELECT earlier FROM lines WHERE table_id = ?4 AND n = ?5), ?7)`)
)
