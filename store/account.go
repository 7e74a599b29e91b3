package store

import (
	"database/sql"
	"errors"
	"fmt"

	"settable/games"
)

// AccountKind says whose chips an account holds.
type AccountKind string

// The kinds of accounts. Chips come from a guild's house; of each kind but the
// house, an account never goes below zero.
const (
	HouseAccount  AccountKind = "house"  // a guild's source of grants
	PlayerAccount AccountKind = "player" // a member's balance
	SeatAccount   AccountKind = "seat"   // the stack before a seat of a table
	PotAccount    AccountKind = "pot"    // what was bet at a table
)

// account is whose chips a transfer moves.
type account struct {
	kind   AccountKind
	guild  GuildID
	table  TableID    // of a SeatAccount and a PotAccount
	seat   games.Seat // of a SeatAccount; of a PlayerAccount: the seat it was reached by
	player PlayerID
}

// place is the account that a purse of a table names, but for the guild and the
// player, which are looked up where they are needed.
func place(table TableID, purse games.Purse) account {
	switch {
	case purse == games.House:
		return account{kind: HouseAccount}
	case purse == games.Pot:
		return account{kind: PotAccount, table: table}
	case purse.IsBalance():
		return account{kind: PlayerAccount, seat: purse.Owner()}
	}
	return account{kind: SeatAccount, table: table, seat: purse.Owner()}
}

// find is the number of an account, what lies in it and whose it is; none is
// sql.ErrNoRows.
func (p *pen) find(a account) (id int64, has games.Chips, player PlayerID, err error) {
	where, by := selectTableAccount, []any{a.table, int(a.seat)}
	if a.table == 0 {
		where, by = selectGuildAccount, []any{a.guild, string(a.kind), a.player}
	}
	err = p.stmts[where].QueryRowContext(forever, by...).Scan(&id, &has, &player)
	return id, has, player, err
}

// open makes an account.
func (p *pen) open(a account) (id int64, err error) {
	seat := a.seat
	if a.kind != SeatAccount {
		seat = 0
	}
	res, err := p.exec(insertAccount, a.guild, string(a.kind), a.player, a.table, int(seat))
	if err != nil {
		return 0, fmt.Errorf("opening the account of a %s: %w", a.kind, err)
	}
	return res.LastInsertId()
}

// sitting is who sits, or sat, on a seat; where nobody does the error is
// sql.ErrNoRows.
func (p *pen) sitting(table TableID, seat games.Seat) (player PlayerID, err error) {
	at := chair{table, seat}
	if player, known := p.known.seats[at]; known {
		return player, nil
	}
	err = p.stmts[selectSeat].QueryRowContext(forever, table, int(seat)).Scan(&player)
	switch {
	case err == nil:
		p.known.seat(at, player)
	case errors.Is(err, sql.ErrNoRows):
		err = fmt.Errorf("nobody sits on seat %d: %w", seat, err)
	}
	return player, err
}

// venue is where a table stands and what is played there.
func (p *pen) venue(table TableID) (at venue, err error) {
	if at, known := p.known.tables[table]; known {
		return at, nil
	}
	if err = p.stmts[selectVenue].QueryRowContext(forever, table).Scan(&at.guild, &at.game); err == nil {
		p.known.table(table, at)
	}
	return at, err
}
