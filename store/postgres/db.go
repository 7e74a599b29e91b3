// Package postgres keeps what package store speaks of in a database of PostgreSQL.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"settable/migrations"
	"settable/store"
	"settable/store/sqlstore"
	"settable/store/writer"
)

// DB is an open database: one writer, several readers.
type DB struct {
	View // of everything

	config   *pgx.ConnConfig
	writes   pgconn.DialFunc // how the writer reaches the server
	scripts  fs.FS
	shared   bool
	log      *slog.Logger
	conn     *writer.Conn // nil: read only
	desk     *sql.DB      // where leases are taken; nil: read only
	taken    taken
	close    sync.Once
	closeErr error
}

var _ store.Shared = (*DB)(nil)

// Options are the choices of Open; the zero value is good.
type Options struct {
	ReadOnly bool         // no writes, no migrations, no lock: beside a running bot
	Shared   bool         // beside other processes: what is written needs a lease; false: alone
	Queue    int          // how many writes may wait; 0: 8192
	Readers  int          // how many queries run at once; 0: 8
	Log      *slog.Logger // told of migrations and of a server that fails; nil: silent

	// Patience is how long the server may take for what is written; 0: 30 s. What takes longer is broken off,
	// and then looked for.
	Patience time.Duration
	// Dial reaches the server; nil: as pgx does. A test has a line there that breaks.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
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
	if o.Patience <= 0 {
		o.Patience = patience
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
// Once ctx has ended the server has four seconds for each answer: who closes the database waits no longer.
// What is no database of Settable, is newer than this program or is in use by another bot is left as it is:
// the error says in one line what to do, and no secret.
func Open(ctx context.Context, address string, opt Options) (*DB, error) {
	opt = opt.filled()
	config, err := parsed(address)
	if err != nil {
		return nil, err
	}
	if opt.Dial != nil {
		config.DialFunc = opt.Dial
	}
	line := newLine(ctx, config.DialFunc)
	config.DialFunc = line.dialer(0)
	db := &DB{config: config, writes: line.dialer(opt.Patience), scripts: opt.Migrations,
		shared: opt.Shared, log: opt.Log, taken: newTaken()}
	db.base = sqlstore.New(nameOf(config), dialect)
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
	readers, people := db.pool(opt.Readers, nil), db.pool(1, nil)
	if err := db.base.Read(ctx, readers, people); err != nil {
		return err
	}
	if db.conn != nil {
		db.base.Start(db.conn, writer.Options{Queue: opt.Queue, Log: opt.Log, Fence: db.fence, Again: again})
		db.desk = db.pool(2, brief)
	}
	db.Parts = db.base.Parts()
	return nil
}

// What processes hold: openers comes one after the other, the database is everybody's or one's alone, and
// each has a lock of its own number.
const (
	openers  = 5853
	database = 5852
)

// brief are the settings of connections that hold what others wait for: whoever is stopped in the middle of
// it does not hold it for long.
var brief = map[string]string{"idle_in_transaction_session_timeout": "3s", "lock_timeout": "5s"}

// begin looks at the database, brings it to the present shape and opens the connection of the writer.
func (db *DB) begin(ctx context.Context, opt Options) (err error) {
	settings := brief
	if !opt.Shared {
		settings = nil // nobody waits
	}
	pool := db.pool(1, settings)
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := inspect(ctx, pool, db.scripts, opt.ReadOnly); err != nil || opt.ReadOnly {
		return err
	}
	opener, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() {
		_, unlocked := opener.ExecContext(ctx, `SELECT pg_advisory_unlock_all()`)
		err = errors.Join(err, unlocked, opener.Close())
	}()
	if err := db.renew(ctx, opener, opt.Log); err != nil {
		return err
	}
	conn, err := writer.NewConn(ctx, db.writing(settings), `BEGIN`, `SELECT 1`, dialect.Writes())
	if err != nil {
		return err
	}
	db.conn = conn.Renewed(db.lasting())
	return db.hold(ctx, conn.Conn)
}

// renew brings the database to the present shape, where nobody has it open who knows the former.
func (db *DB) renew(ctx context.Context, c *sql.Conn, log *slog.Logger) error {
	if _, err := c.ExecContext(ctx, `SELECT set_config('lock_timeout', '60s', false), pg_advisory_lock($1)`,
		openers); err != nil {
		return err
	}
	present, err := current(ctx, c, db.scripts)
	if err != nil || present && db.shared {
		return err
	}
	if err := got(ctx, c, `SELECT pg_try_advisory_lock($1)`, database); err != nil {
		return err
	}
	if err := migrate(ctx, c, db.scripts, log); err != nil {
		return err
	}
	_, err = c.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, database)
	return err
}

// hold has the first connection of the writer hold the house, alone or with others, and its own lock.
func (db *DB) hold(ctx context.Context, c *sql.Conn) error {
	if err := got(ctx, c, `SELECT pg_try_advisory_lock($1)`, db.taken.self); err != nil {
		return err
	}
	if db.shared {
		return got(ctx, c, `SELECT pg_try_advisory_lock_shared($1)`, database)
	}
	return got(ctx, c, `SELECT pg_try_advisory_lock($1)`, database)
}

// lasting has each later connection do so too. It waits for the end of the one before, and knows then what
// that has written.
func (db *DB) lasting() func(context.Context, *sql.Conn) error {
	lock := `pg_advisory_lock`
	if db.shared {
		lock = `pg_advisory_lock_shared`
	}
	return func(ctx context.Context, c *sql.Conn) error {
		_, err := c.ExecContext(ctx, `SELECT set_config('lock_timeout', '5s', false), pg_advisory_lock($1), `+
			lock+`($2)`, db.taken.self, database)
		return err
	}
}

// got is ErrLocked where a lock could not be had.
func got(ctx context.Context, c *sql.Conn, asks string, lock int64) error {
	var is bool
	if err := c.QueryRowContext(ctx, asks, lock).Scan(&is); err != nil {
		return err
	}
	if !is {
		return store.ErrLocked
	}
	return nil
}

func (db *DB) writing(settings map[string]string) *sql.DB {
	config := db.config.Copy()
	config.DialFunc = db.writes
	return pooled(config, 1, settings)
}

// pool is of connections with settings of their own.
func (db *DB) pool(most int, settings map[string]string) *sql.DB {
	return pooled(db.config.Copy(), most, settings)
}

func pooled(config *pgx.ConnConfig, most int, settings map[string]string) *sql.DB {
	maps.Copy(config.RuntimeParams, settings)
	pool := stdlib.OpenDB(*config)
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
	if db.desk != nil {
		err = errors.Join(err, db.desk.Close())
	}
	if db.conn != nil {
		err = errors.Join(err, db.conn.Close())
	}
	return err
}
