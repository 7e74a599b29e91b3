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
	table  TableID
	seat   games.Seat // of a SeatAccount; of a PlayerAccount: the seat it was reached by
	player PlayerID
}

// owner is whose the purse is: that of a seat and of a balance needs a player
// who sits there, or sat.
func (p *pen) owner(guild GuildID, table TableID, purse games.Purse) (account, error) {
	a := account{kind: SeatAccount, guild: guild, table: table, seat: purse.Owner()}
	switch {
	case purse == games.House:
		return account{kind: HouseAccount, guild: guild}, nil
	case purse == games.Pot:
		a.kind = PotAccount
		return a, nil
	case purse.IsBalance():
		a.kind = PlayerAccount
	}
	err := p.stmts[selectSeat].QueryRowContext(forever, table, int(a.seat)).Scan(&a.player)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("nobody sits on seat %d", a.seat)
	}
	return a, err
}

// open is the number of the account, which is made where there is none, and
// what lies in it.
func (p *pen) open(a account) (id int64, has games.Chips, err error) {
	find, by := selectTableAccount, []any{a.table, int(a.seat)}
	if a.kind == HouseAccount || a.kind == PlayerAccount {
		find, by = selectGuildAccount, []any{a.guild, string(a.kind), a.player}
		a.table, a.seat = 0, 0
	}
	err = p.stmts[find].QueryRowContext(forever, by...).Scan(&id, &has)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, has, err
	}
	res, err := p.exec(insertAccount, a.guild, string(a.kind), a.player, a.table, int(a.seat))
	if err != nil {
		return 0, 0, err
	}
	id, err = res.LastInsertId()
	return id, 0, err
}
