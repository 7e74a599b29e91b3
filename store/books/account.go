package books

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
func (tx *Tx) find(a account) (id int64, has games.Chips, player store.PlayerID, err error) {
	where, by := selectTableAccount, []any{a.table, int(a.seat)}
	if a.table == 0 {
		where, by = selectGuildAccount, []any{a.guild, string(a.kind), a.player}
	}
	err = tx.row(where, by...).Scan(&id, &has, &player)
	return id, has, player, err
}

// open makes an account.
func (tx *Tx) open(a account) (id int64, err error) {
	seat := a.seat
	if a.kind != store.SeatAccount {
		seat = 0
	}
	if id, err = tx.insert(insertAccount, a.guild, string(a.kind), a.player, a.table, int(seat)); err != nil {
		err = fmt.Errorf("opening the account of a %s: %w", a.kind, err)
	}
	return id, err
}

// sitting is who sits, or sat, on a seat; where nobody does the error is
// sql.ErrNoRows.
func (tx *Tx) sitting(table store.TableID, seat games.Seat) (player store.PlayerID, err error) {
	at := chair{table, seat}
	if player, known := tx.cache.seats[at]; known {
		return player, nil
	}
	err = tx.row(selectSeat, table, int(seat)).Scan(&player)
	switch {
	case err == nil:
		tx.cache.seat(at, player)
	case errors.Is(err, sql.ErrNoRows):
		err = fmt.Errorf("nobody sits on seat %d: %w", seat, err)
	}
	return player, err
}

// venue is where a table stands and what is played there.
func (tx *Tx) venue(table store.TableID) (at venue, err error) {
	if at, known := tx.cache.tables[table]; known {
		return at, nil
	}
	if err = tx.row(selectVenue, table).Scan(&at.guild, &at.game); err == nil {
		tx.cache.table(table, at)
	}
	return at, err
}

var (
	insertAccount = toWrite(`INSERT INTO accounts (guild, kind, player, table_id, seat)
		VALUES (?, ?, nullif(?, 0), nullif(?, 0), nullif(?, 0)) RETURNING id`)
	selectSeat         = toWrite(`SELECT player FROM seats WHERE table_id = ? AND seat = ?`)
	selectVenue        = toWrite(`SELECT guild, game FROM tables WHERE id = ?`)
	selectGuildAccount = toWrite(`SELECT id, paid_in - paid_out, coalesce(player, 0) FROM accounts
		WHERE table_id IS NULL AND guild = ? AND kind = ? AND coalesce(player, 0) = ?`)
	selectTableAccount = toWrite(`SELECT id, paid_in - paid_out, coalesce(player, 0) FROM accounts
		WHERE table_id IS NOT NULL AND table_id = ? AND coalesce(seat, 0) = ?`)
)
