package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"settable/store/ids"
)

// The database uses its own numbers for people. Only the table people connects a number with a Discord id, so
// forgetting a player removes one value. Statements use these numbers, which lookUp and register find. Statements that
// read players apply playerOf to the column.

// personID is the database's number for a person.
type personID int64

// unknownPerson is the personID of unknown players. No row has this number.
const unknownPerson personID = -1

// person is a person with both ids.
type person struct {
	id     personID
	player ids.User
}

// fixedID returns the personID of a user id that isn't in the table people: 0, a house player or a forgotten player.
func fixedID(p ids.User) (id personID, ok bool) {
	switch {
	case p == 0 || p.IsHouse():
		return personID(p), true
	case p.IsForgotten():
		return personID(p.Number()), true
	}
	return 0, false
}

// playerOf returns an expression for the user id of the personID in a column. The user id is 0 for NULL.
func playerOf(column string) string {
	return fmt.Sprintf(`coalesce((SELECT coalesce(discord, people.id + %d) FROM people WHERE people.id = %s), %s, 0)`,
		ids.Forgotten(0), column, column)
}

// lookUp returns the personID of a player, or unknownPerson.
func (b *Base) lookUp(ctx context.Context, player ids.User) (personID, error) {
	if id, ok := fixedID(player); ok {
		return id, nil
	}
	return scanPerson(b.row(ctx, selectPerson, int64(player)))
}

// lookUp returns the personID of a player, or unknownPerson. The player can't be forgotten until the transaction ends.
func (tx *Tx) lookUp(player ids.User) (personID, error) {
	if id, ok := fixedID(player); ok {
		return id, nil
	}
	return scanPerson(tx.row(selectPersonToWrite, int64(player)))
}

// register is like lookUp but gives a new player a personID.
func (tx *Tx) register(player ids.User) (personID, error) {
	id, err := tx.lookUp(player)
	if err != nil || id != unknownPerson {
		return id, err
	}
	return scanPerson(tx.row(insertPerson, int64(player)))
}

func scanPerson(r row) (id personID, err error) {
	err = r.Scan(&id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return unknownPerson, nil
	case err != nil:
		return unknownPerson, fmt.Errorf("looking up a player: %w", err)
	}
	return id, nil
}

var (
	insertPerson = toWrite(`INSERT INTO people (discord) VALUES ($1)
		ON CONFLICT (discord) DO UPDATE SET discord = excluded.discord RETURNING id`)
	selectPerson = toRead(`SELECT id FROM people WHERE discord = $1`)
	// A person must not be forgotten while a transaction that has looked them up writes about them. In PostgreSQL the
	// lookup therefore takes a lock, and the UPDATE that forgets the person waits for it, because it changes a unique
	// column.
	selectPersonToWrite = toWriteEach(`SELECT id FROM people WHERE discord = $1`,
		`SELECT id FROM people WHERE discord = $1 FOR KEY SHARE`)
)
