package sqlstore

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// account identifies an account whose chips a transfer moves.
type account struct {
	kind  store.AccountKind
	guild ids.Guild
	table store.TableID // only for a SeatAccount or PotAccount
	seat  games.Seat    // for a SeatAccount; for a PlayerAccount the seat through which it was named
	owner person        // the zero person: the bank or a pot
}

// accountOf converts an account of a table from the form that games use. It leaves out the guild and the owner, which
// are looked up only when needed.
func accountOf(table store.TableID, which games.Account) account {
	switch {
	case which == games.Bank:
		return account{kind: store.BankAccount}
	case which == games.Pot:
		return account{kind: store.PotAccount, table: table}
	case which.IsBalance():
		return account{kind: store.PlayerAccount, seat: which.Owner()}
	}
	return account{kind: store.SeatAccount, table: table, seat: which.Owner()}
}

// findAccount reads the id of an account, its chips and its owner. It returns sql.ErrNoRows if the account doesn't
// exist.
func (tx *Tx) findAccount(a account) (id int64, has games.Chips, owner person, err error) {
	where, by := selectTableAccount, []any{a.table, int(a.seat)}
	if a.table == 0 {
		where, by = selectGuildAccount, []any{a.guild, string(a.kind), a.owner.id}
	}
	err = tx.row(where, by...).Scan(&id, &has, &owner.id, &owner.player)
	return id, has, owner, err
}

func (tx *Tx) openAccount(a account) (id int64, err error) {
	seat := a.seat
	if a.kind != store.SeatAccount {
		seat = 0
	}
	if id, err = tx.insert(insertAccount, a.guild, string(a.kind), a.owner.id, a.table, int(seat)); err != nil {
		err = fmt.Errorf("opening the account of a %s: %w", a.kind, err)
	}
	return id, err
}

// seatOwner returns the person who has or had a seat. The error wraps sql.ErrNoRows if no one ever took the seat.
func (tx *Tx) seatOwner(table store.TableID, seat games.Seat) (who person, err error) {
	at := tableSeat{table, seat}
	if who, known := tx.cache.seats[at]; known {
		return who, nil
	}
	err = tx.row(selectSeat, table, int(seat)).Scan(&who.id, &who.player)
	switch {
	case err == nil:
		tx.cache.seats.keep(at, who)
	case errors.Is(err, sql.ErrNoRows):
		err = fmt.Errorf("seat %d is empty: %w", seat, err)
	}
	return who, err
}

// tableGuild returns the guild of a table.
func (tx *Tx) tableGuild(table store.TableID) (at tableGuild, err error) {
	if at, known := tx.cache.tables[table]; known {
		return at, nil
	}
	if err = tx.row(selectTableGuild, table).Scan(&at.guild, &at.isDaily); err == nil {
		tx.cache.tables.keep(table, at)
	}
	return at, err
}

var (
	insertAccount = toWrite(`INSERT INTO accounts (guild, kind, player, table_id, seat)
		VALUES ($1, $2, nullif(CAST($3 AS bigint), 0), nullif(CAST($4 AS bigint), 0), nullif(CAST($5 AS bigint), 0))
			RETURNING id`)
	selectSeat         = toWrite(`SELECT player, ` + playerOf(`player`) + ` FROM seats WHERE table_id = $1 AND seat = $2`)
	selectTableGuild   = toWrite(`SELECT guild, daily IS NOT NULL FROM tables WHERE id = $1`)
	selectGuildAccount = toWrite(`SELECT id, paid_in - paid_out, coalesce(player, 0), ` + playerOf(`player`) + ` FROM accounts
		WHERE table_id IS NULL AND guild = $1 AND kind = $2 AND coalesce(player, 0) = $3`)
	selectTableAccount = toWrite(`SELECT id, paid_in - paid_out, coalesce(player, 0), ` + playerOf(`player`) + ` FROM accounts
		WHERE table_id IS NOT NULL AND table_id = $1 AND coalesce(seat, 0) = $2`)
)

// storedAccount is an account that has a row, with its id.
type storedAccount struct {
	account
	id int64
}

// accounts moves chips between the accounts of one table.
type accounts struct {
	tx    *Tx
	table store.TableID
	moved map[int64]games.Chips // how many chips this entry moved into each account; kept because a refusal undoes the moves
}

func (p *accounts) account(which games.Account) (storedAccount, error) {
	at := tableAccount{p.table, which}
	if known, ok := p.tx.cache.accounts[at]; ok {
		return known, nil
	}
	a := accountOf(p.table, which)
	var id int64
	err := error(sql.ErrNoRows)
	if a.table != 0 {
		id, _, a.owner, err = p.tx.findAccount(a)
	}
	if errors.Is(err, sql.ErrNoRows) {
		id, err = p.findOrOpen(&a)
	}
	if err != nil {
		return storedAccount{}, err
	}
	p.tx.cache.accounts.keep(at, storedAccount{a, id})
	return storedAccount{a, id}, nil
}

// findOrOpen fills in the guild and the owner of an account, and creates the account if it doesn't exist.
func (p *accounts) findOrOpen(a *account) (id int64, err error) {
	at, err := p.tx.tableGuild(p.table)
	if err != nil {
		return 0, err
	}
	a.guild = at.guild
	if a.seat != 0 {
		if a.owner, err = p.tx.seatOwner(p.table, a.seat); err != nil {
			return 0, err
		}
	}
	id, _, _, err = p.tx.findAccount(*a)
	if errors.Is(err, sql.ErrNoRows) {
		id, err = p.tx.openAccount(*a)
	}
	return id, err
}

// move writes the transfers of a line in order.
func (p *accounts) move(n int, at int64, all []games.Transfer) error {
	for i, t := range all {
		from, err := p.account(t.From)
		if err != nil {
			return fmt.Errorf("transfer %d: %w", i+1, err)
		}
		to, err := p.account(t.To)
		if err != nil {
			return fmt.Errorf("transfer %d: %w", i+1, err)
		}
		if _, err := p.tx.exec(insertTransfer, from.id, to.id, int64(t.Amount), p.table, n, i+1, at); err != nil {
			return fmt.Errorf("transfer %d: %w", i+1, p.explainRefusal(from, t.Amount, err))
		}
		if p.tx.dialect.Aborts {
			if p.moved == nil {
				p.moved = map[int64]games.Chips{}
			}
			p.moved[from.id] -= t.Amount
			p.moved[to.id] += t.Amount
		}
	}
	return nil
}

// explainRefusal turns the ledger's refusal of an overdraft into an *Overdraft with the available amount. It reads the
// amount only after a refusal, so that other transfers cost nothing extra.
func (p *accounts) explainRefusal(from storedAccount, needs games.Chips, why error) error {
	if !strings.Contains(why.Error(), store.ErrOverdraft.Error()) {
		return why
	}
	_, has, _, err := p.tx.findAccount(from.account)
	if err != nil && (p.tx.undone == nil || !errors.Is(err, sql.ErrNoRows)) {
		return errors.Join(why, err)
	}
	has += p.moved[from.id]
	return &store.Overdraft{Kind: from.kind, Seat: from.seat, Player: from.owner.player, Has: has, Needs: needs}
}

var (
	// Parameter $6 is the number of the transfer within its line.
	insertTransfer = toWrite(`INSERT INTO transfers (payer, payee, amount, table_id, line, n, at)
		VALUES ($1, $2, $3, $4, $5, $6 + (SELECT earlier FROM lines WHERE table_id = $4 AND n = $5), $7)`)
)
