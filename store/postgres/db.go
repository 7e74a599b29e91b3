// Package postgres keeps what package store speaks of in a database of PostgreSQL.
package postgres

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"settable/migrations"
	"settable/store"
	"settable/store/books"
	"settable/store/writer"
)

// DB is an open database: one writer, several readers.
type DB struct {
	books.Books

	base     *books.Base
	config   *pgx.ConnConfig
	scripts  fs.FS
	conn     *writer.Conn // nil: read only
	close    sync.Once
	closeErr error
}

var _ store.Store = (*DB)(nil)

// Options are the choices of Open; the zero value is good.
type Options struct {
	ReadOnly bool         // no writes, no migrations, no lock: beside a running bot
	Queue    int          // how many writes may wait; 0: 8192
	Readers  int          // how many queries run at once; 0: 8
	Log      *slog.Logger // told of migrations and of a server that fails; nil: silent

	// Migrations are the steps to the present shape; nil: migrations.Postgres(). A test adds one that takes a
	// law away, to see that somebody finds out.
	Migrations fs.FS
}

func (o Options) filled() Options {
	if o.Queue <= 0 {
		o.Queue = 8192
	}
	if o.Readers <= 0 {
		o.Readers = 8
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Migrations == nil {
		o.Migrations = migrations.Postgres()
	}
	return o
}

// Name is an address without its secret: what may stand in a log.
func Name(address string) (string, error) {
	config, err := parsed(address)
	if err != nil {
		return "", err
	}
	return nameOf(config), nil
}

func nameOf(c *pgx.ConnConfig) string { return fmt.Sprintf("PostgreSQL %s on %s", c.Database, c.Host) }

// parsed is an address; what is wrong with it is said without what it says.
func parsed(address string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, errors.New("the address of the database is none that PostgreSQL has: " +
			"postgres://USER:PASSWORD@HOST/NAME")
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 5 * time.Second
	}
	config.RuntimeParams["application_name"] = "settable"
	config.RuntimeParams["jit"] = "off" // it takes longer than what it would make faster
	return config, nil
}

// Open opens the database at an address, postgres://user@host/name, and brings it to the present shape.
// What is no database of Settable, is newer than this program or is in use by another bot is left as it is:
// the error says in one line what to do, and no secret.
func Open(ctx context.Context, address string, opt Options) (*DB, error) {
	opt = opt.filled()
	config, err := parsed(address)
	if err != nil {
		return nil, err
	}
	db := &DB{base: books.New(nameOf(config), dialect), config: config, scripts: opt.Migrations}
	if err = db.open(ctx, opt); err != nil {
		if shut := db.shut(); shut != nil {
			opt.Log.Warn("closing a database that would not open", "err", shut)
		}
		return nil, explained(nameOf(config), err)
	}
	return db, nil
}

func (db *DB) open(ctx context.Context, opt Options) error {
	if err := db.begin(ctx, opt); err != nil {
		return err
	}
	readers, people := db.pool(opt.Readers), db.pool(1)
	if err := db.base.Read(ctx, readers, people); err != nil {
		return err
	}
	if db.conn != nil {
		db.base.Start(db.conn, writer.Options{Queue: opt.Queue, Log: opt.Log})
	}
	db.Books = db.base.Books()
	return nil
}

// begin looks at the database, brings it to the present shape and opens the connection of the writer.
func (db *DB) begin(ctx context.Context, opt Options) (err error) {
	pool := db.pool(1)
	defer func() {
		if db.conn == nil {
			err = errors.Join(err, pool.Close())
		}
	}()
	if err := inspect(ctx, pool, db.scripts, opt.ReadOnly); err != nil || opt.ReadOnly {
		return err
	}
	if err := db.lock(ctx, pool); err != nil {
		return err
	}
	pool.SetMaxOpenConns(2)
	if err := migrate(ctx, pool, db.scripts, opt.Log); err != nil {
		return err
	}
	key := make([]byte, store.KeySize)
	rand.Read(key) // never fails: the program would end
	if _, err := pool.ExecContext(ctx, `INSERT INTO secret (id, key) SELECT 1, $1::bytea
		WHERE NOT EXISTS (SELECT 1 FROM secret)`, key); err != nil {
		return err
	}
	conn, err := writer.NewConn(ctx, pool, `BEGIN`, `SELECT 1`, dialect.Writes())
	if err == nil {
		err = alone(ctx, conn.Conn, `SELECT pg_try_advisory_lock(5852)`)
		db.conn = conn.Renewed(func(ctx context.Context, c *sql.Conn) error {
			return alone(ctx, c, `SELECT true FROM set_config('lock_timeout', '5s', false), pg_advisory_lock(5852)`)
		})
	}
	return err
}

// lock looks whether another bot has the database, before anything is changed.
func (db *DB) lock(ctx context.Context, pool *sql.DB) error {
	c, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	err = alone(ctx, c, `SELECT pg_try_advisory_lock(5852)`)
	_, unlocked := c.ExecContext(ctx, `SELECT pg_advisory_unlock_all()`)
	return errors.Join(err, unlocked, c.Close())
}

// alone has a connection hold the lock of the one writer, for as long as it lives: whoever makes another
// when it broke waits for its end, and knows then what it has written.
func alone(ctx context.Context, c *sql.Conn, asks string) error {
	var is bool
	if err := c.QueryRowContext(ctx, asks).Scan(&is); err != nil {
		return err
	}
	if !is {
		return store.ErrLocked
	}
	return nil
}

func (db *DB) pool(most int) *sql.DB {
	pool := stdlib.OpenDB(*db.config)
	pool.SetMaxOpenConns(most)
	pool.SetMaxIdleConns(most)
	return pool
}

// Close writes what is queued, and ends all connections.
func (db *DB) Close() error {
	db.close.Do(func() { db.closeErr = db.shut() })
	return db.closeErr
}

func (db *DB) shut() error {
	err := db.base.Stop()
	if db.conn != nil {
		err = errors.Join(err, db.conn.Close())
	}
	return err
}
