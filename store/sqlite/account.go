package sqlite

import (
	"database/sql"
	"errors"
	"fmt"

	"settable/games"
	"settable/store"
)

// account is whose chips a transfer moves.
type account struct {
	kind   store.AccountKind
	guild  store.GuildID
	table  store.TableID // of a SeatAccount and a PotAccount
	seat   games.Seat    // of a SeatAccount; of a PlayerAccount: the seat it was reached by
	player store.PlayerID
}

// place is the account that a purse of a table names, but for the guild and the
// player, which are looked up where they are needed.
func place(table store.TableID, purse games.Purse) account {
	switch {
	case purse == games.House:
		return account{kind: store.HouseAccount}
	case purse == games.Pot:
		return account{kind: store.PotAccount, table: table}
	case purse.IsBalance():
		return account{kind: store.PlayerAccount, seat: purse.Owner()}
	}
	return account{kind: store.SeatAccount, table: table, seat: purse.Owner()}
}

// find is the number of an account, what lies in it and whose it is; none is
// sql.ErrNoRows.
func (p *pen) find(a account) (id int64, has games.Chips, player store.PlayerID, err error) {
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
	if a.kind != store.SeatAccount {
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
func (p *pen) sitting(table store.TableID, seat games.Seat) (player store.PlayerID, err error) {
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
func (p *pen) venue(table store.TableID) (at venue, err error) {
	if at, known := p.known.tables[table]; known {
		return at, nil
	}
	if err = p.stmts[selectVenue].QueryRowContext(forever, table).Scan(&at.guild, &at.game); err == nil {
		p.known.table(table, at)
	}
	return at, err
}
