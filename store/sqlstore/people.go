package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"settable/store"
)

// In the database a person is a number of our own, and outside of it a PlayerID. The two meet where questions
// are asked and answers read: whatever is passed as a PlayerID is turned into its number, and whatever is
// read into one into who that is.

// identities translate between people and their numbers.
type identities interface {
	number(store.PlayerID) (int64, error)
	player(number int64) (store.PlayerID, error)
}

// nobody is a number that no person has.
const nobody = -1

// same is the number of a PlayerID that is in no table of people: of nobody, of the house, or of
// somebody who was forgotten.
func same(p store.PlayerID) (n int64, ok bool) {
	switch {
	case p == 0 || p.OfHouse():
		return int64(p), true
	case p.Forgotten():
		return p.Number(), true
	}
	return 0, false
}

// numbered replaces the players among the arguments of a statement by their numbers.
func numbered(who identities, args []any) ([]any, error) {
	for i, a := range args {
		p, is := a.(store.PlayerID)
		if !is {
			continue
		}
		n, err := who.number(p)
		if err != nil {
			return nil, fmt.Errorf("looking up the number of a player: %w", err)
		}
		args[i] = n
	}
	return args, nil
}

// named replaces the numbers that were read into players by the players.
func named(who identities, into []any) error {
	for _, d := range into {
		p, is := d.(*store.PlayerID)
		if !is || *p == 0 || p.OfHouse() {
			continue
		}
		found, err := who.player(int64(*p))
		if err != nil {
			return fmt.Errorf("looking up whose number %d is: %w", *p, err)
		}
		*p = found
	}
	return nil
}

// oneRow is an answer of one row, whose players are looked up.
type oneRow struct {
	*sql.Row
	who identities
	err error // why the question could not be asked
}

func (a oneRow) Scan(into ...any) error {
	if a.err != nil {
		return a.err
	}
	if err := a.Row.Scan(into...); err != nil {
		return err
	}
	return named(a.who, into)
}

// manyRows is an answer of many rows, whose players are looked up.
type manyRows struct {
	*sql.Rows
	who identities
}

func (a *manyRows) Scan(into ...any) error {
	if err := a.Rows.Scan(into...); err != nil {
		return err
	}
	return named(a.who, into)
}

// people looks up numbers and players for the readers. It has a pool of its own, so that it can be
// asked while the rows of another answer are being read.
type people struct {
	db    *sql.DB
	asked asked

	mu      sync.Mutex
	keeps   bool // what was looked up may be cached until forget is called
	epoch   int  // counts calls of forget, so that an answer from before one is not cached
	numbers map[store.PlayerID]int64
	players map[int64]store.PlayerID
}

// number is the number of a player, or nobody.
func (p *people) number(who store.PlayerID) (int64, error) {
	if n, ok := same(who); ok {
		return n, nil
	}
	p.mu.Lock()
	n, known := p.numbers[who]
	epoch := p.epoch
	p.mu.Unlock()
	if known {
		return n, nil
	}
	err := p.ask(selectNumber, int64(who)).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return nobody, nil
	}
	if err == nil {
		p.note(epoch, who, n)
	}
	return n, err
}

// player is whose a number is.
func (p *people) player(n int64) (store.PlayerID, error) {
	p.mu.Lock()
	who, known := p.players[n]
	epoch := p.epoch
	p.mu.Unlock()
	if known {
		return who, nil
	}
	err := p.ask(selectPerson, n).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) || err == nil && who == 0 {
		return store.ForgottenPlayer(n), nil
	}
	if err == nil {
		p.note(epoch, who, n)
	}
	return who, err
}

func (p *people) ask(q query, arg any) *sql.Row {
	stmt, err := p.asked.prepared(context.Background(), p.db, q)
	if err != nil {
		return p.db.QueryRow(p.asked.texts[q], arg) // which says why
	}
	return stmt.QueryRow(arg)
}

// note caches what was looked up, unless forget was called since.
func (p *people) note(epoch int, who store.PlayerID, n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.epoch != epoch || !p.keeps {
		return
	}
	if p.numbers == nil || len(p.numbers) >= mostCached {
		p.numbers, p.players = map[store.PlayerID]int64{}, map[int64]store.PlayerID{}
	}
	p.numbers[who], p.players[n] = n, who
}

// mostRecalled is how many people are known from the start: in most places everybody who has ever
// played.
const mostRecalled = 1024

// Recall caches the newest people in one query before anybody asks for them. Usually nobody then has
// to be looked up while another answer is read, and the pool for that never opens a connection.
func (s *persons) Recall(ctx context.Context) error {
	s.people.mu.Lock()
	epoch := s.people.epoch
	s.people.mu.Unlock()
	_, err := gathered(ctx, s, "who came last", func(r row) (none struct{}, err error) {
		var n, who int64
		if err = r.Scan(&n, &who); err == nil {
			s.people.note(epoch, store.PlayerID(who), n)
		}
		return none, err
	}, selectNewest, mostRecalled)
	return err
}

// Remember sets whether the readers may cache who has which number, which they may only while
// somebody reports every change of it.
func (b *Base) Remember(so bool) { b.people.keep(so) }

// keep sets whether what is looked up may be cached, and empties the cache.
func (p *people) keep(so bool) {
	p.mu.Lock()
	p.keeps = so
	p.mu.Unlock()
	p.forget()
}

// forget empties the cache.
func (p *people) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.epoch++
	clear(p.numbers)
	clear(p.players)
}

// asking and writing are how the writer looks people up. Only writing gives a new person a number.
type (
	asking  struct{ *Tx }
	writing struct{ *Tx }
)

func (tx asking) number(who store.PlayerID) (n int64, err error) {
	if n, ok := same(who); ok {
		return n, nil
	}
	if n, known := tx.cache.numbers[who]; known {
		return n, nil
	}
	err = tx.Row(int(selectNumberToWrite), int64(who)).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return nobody, nil
	}
	if err == nil {
		tx.cache.number(who, n)
	}
	return n, err
}

func (tx writing) player(n int64) (store.PlayerID, error) { return asking(tx).player(n) }

func (tx writing) number(who store.PlayerID) (n int64, err error) {
	n, err = asking(tx).number(who)
	if err != nil || n != nobody {
		return n, err
	}
	if err = tx.Row(int(insertPerson), int64(who)).Scan(&n); err == nil {
		tx.cache.number(who, n)
	}
	return n, err
}

// player is whose a number is. It may be somebody's who was written of in this very commit.
func (tx asking) player(n int64) (who store.PlayerID, err error) {
	if who, known := tx.cache.players[n]; known {
		return who, nil
	}
	err = tx.Row(int(selectPersonToWrite), n).Scan(&who)
	if errors.Is(err, sql.ErrNoRows) || err == nil && who == 0 {
		return store.ForgottenPlayer(n), nil
	}
	if err == nil {
		tx.cache.players.keep(n, who)
	}
	return who, err
}

var (
	insertPerson = toWrite(`INSERT INTO people (discord) VALUES ($1)
		ON CONFLICT (discord) DO UPDATE SET discord = excluded.discord RETURNING id`)
	// A person must not be forgotten between being looked up and being written about, so in PostgreSQL the
	// lookup takes a lock for which the UPDATE of forgetting waits. A lock FOR UPDATE there would not do: it is
	// sometimes granted beside one that is taken at the same moment.
	selectNumberToWrite = toWriteEach(`SELECT id FROM people WHERE discord = $1`,
		`SELECT id FROM people WHERE discord = $1 FOR KEY SHARE`)
	selectPersonToWrite = toWrite(`SELECT coalesce(discord, 0) FROM people WHERE id = $1`)
	selectNumber        = toRead(`SELECT id FROM people WHERE discord = $1`)
	selectNewest        = toRead(`SELECT id, discord FROM people WHERE discord IS NOT NULL
		ORDER BY id DESC LIMIT $1`)
	selectPerson = toRead(`SELECT coalesce(discord, 0) FROM people WHERE id = $1`)
)

// rawNumbers looks nobody up: it reads numbers as they are stored.
type rawNumbers struct{}

func (rawNumbers) number(p store.PlayerID) (int64, error) { return int64(p), nil }
func (rawNumbers) player(n int64) (store.PlayerID, error) { return store.PlayerID(n), nil }
