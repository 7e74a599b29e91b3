package store

import (
	"errors"
	"fmt"
	"strings"

	"settable/games"
)

// purse is an account that an entry moves chips of, found once.
type purse struct {
	account
	id int64
}

// purses finds the accounts of one table for one entry.
type purses struct {
	*pen
	guild GuildID
	table TableID
	found map[games.Purse]purse
}

func (p *purses) of(which games.Purse) (purse, error) {
	if found, ok := p.found[which]; ok {
		return found, nil
	}
	if p.found == nil {
		p.found = map[games.Purse]purse{}
		if err := p.stmts[selectGuild].QueryRowContext(forever, p.table).Scan(&p.guild); err != nil {
			return purse{}, err
		}
	}
	whose, err := p.owner(p.guild, p.table, which)
	if err != nil {
		return purse{}, err
	}
	id, _, err := p.open(whose)
	if err != nil {
		return purse{}, fmt.Errorf("opening the account of a %s: %w", whose.kind, err)
	}
	p.found[which] = purse{whose, id}
	return p.found[which], nil
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
	if !strings.Contains(why.Error(), ErrOverdraft.Error()) {
		return why
	}
	_, has, err := p.open(from.account)
	if err != nil {
		return errors.Join(why, err)
	}
	return &Overdraft{Kind: from.kind, Seat: from.seat, Player: from.player, Has: has, Needs: needs}
}
