// Package postgres implements the contract of package store with a PostgreSQL database.
package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"strconv"
	"strings"
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

var dialect = sqlstore.Dialect{Postgres: true, Advice: advice, Damaged: isDamaged, Transient: isTransient, Aborts: true,
	Snapshot: &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}}

// DB is an open database with one writer and several readers.
type DB struct {
	View // the view of all servers

	config    *pgx.ConnConfig
	writes    pgconn.DialFunc // how the writer reaches the server
	scripts   fs.FS
	shared    bool
	log       *slog.Logger
	conn      *writer.Conn // nil: read only
	leasePool *sql.DB      // the connections on which leases are taken; nil: read only
	held      heldLeases
	close     sync.Once
	closeErr  error
}

var _ store.Shared = (*DB)(nil)

// Options are the options of Open. The zero value is valid.
type Options struct {
	ReadOnly bool         // no writes, no migrations, no lock: for use next to a running bot
	Shared   bool         // several processes share the database, so writes need a lease; false: one process has the database to itself
	Queue    int          // how many writes may wait; 0: 8192
	Readers  int          // how many queries run at once; 0: 8
	Log      *slog.Logger // logs migrations and failures of the server; nil: silent

	// Patience is how long the server may take to answer the writer; 0 means 30 s. After that, the writer closes the
	// connection and finds out what was written.
	Patience time.Duration
	// Dial connects to the server. If it is nil, pgx connects. Tests use it to make connections break.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Migrations are the migration scripts; nil means migrations.Postgres(). A test adds a script that removes a rule
	// of the schema, to show that the check notices.
	Migrations fs.FS
}

func (o Options) withDefaults() Options {
	o.Queue = cmp.Or(max(o.Queue, 0), 8192)
	o.Readers = cmp.Or(max(o.Readers, 0), 8)
	o.Patience = cmp.Or(max(o.Patience, 0), patience)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Migrations == nil {
		o.Migrations = migrations.Postgres()
	}
	return o
}

// Name describes the database at an address without its password, for logs.
func Name(address string) (string, error) {
	config, err := parseAddress(address)
	if err != nil {
		return "", err
	}
	return nameOf(config), nil
}

func nameOf(c *pgx.ConnConfig) string { return fmt.Sprintf("PostgreSQL %s on %s", c.Database, c.Host) }

// parseAddress parses an address. Errors don't quote the address, because it contains a password.
func parseAddress(address string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(address)
	if file, is := errors.AsType[*fs.PathError](err); is && strings.Contains(err.Error(), "CA file") {
		return nil, fmt.Errorf("the certificate authority's file %s (sslrootcert) can't be read: %w", file.Path, file.Err)
	}
	if err != nil {
		return nil, errors.New("invalid PostgreSQL address, expected " +
			"postgres://USER:PASSWORD@HOST/NAME")
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, 5*time.Second)
	config.RuntimeParams["application_name"] = "settable"
	config.RuntimeParams["jit"] = "off" // JIT compilation costs more time here than it saves
	// A transaction that has waited for a lock must see what the previous holder has written, whatever the server's
	// default isolation level is.
	config.RuntimeParams["default_transaction_isolation"] = "read committed"
	return config, nil
}

// Inspect reports whether Open could use the database at an address. It changes nothing. A database that is empty, or
// that Open would migrate, is fine.
func Inspect(ctx context.Context, address string) error {
	config, err := parseAddress(address)
	if err != nil {
		return err
	}
	pool := openPool(config, 1, nil)
	if err := errors.Join(inspect(ctx, pool, migrations.Postgres(), false), pool.Close()); err != nil {
		return explain(nameOf(config), err)
	}
	return nil
}

// Open opens the database at an address such as postgres://user@host/name and migrates it. Once ctx has ended, the
// server has only four seconds for each answer, so that the database closes quickly. Open leaves a database unchanged
// if it isn't Settable's, is newer than this program, or is used by another bot. The error says in one line what to do,
// and contains no password.
func Open(ctx context.Context, address string, opt Options) (*DB, error) {
	opt = opt.withDefaults()
	config, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	if opt.Dial != nil {
		config.DialFunc = opt.Dial
	}
	line := newConnector(ctx, config.DialFunc)
	config.DialFunc = line.dialer(0)
	db := &DB{config: config, writes: line.dialer(opt.Patience), scripts: opt.Migrations,
		shared: opt.Shared, log: opt.Log, held: newHeldLeases()}
	db.base = sqlstore.New(nameOf(config), dialect)
	if err = db.open(ctx, opt); err != nil {
		if shut := db.shutDown(); shut != nil {
			opt.Log.Warn("closing a database after it failed to open", "err", shut)
		}
		return nil, explain(nameOf(config), err)
	}
	return db, nil
}

func (db *DB) open(ctx context.Context, opt Options) error {
	if err := db.begin(ctx, opt); err != nil {
		return err
	}
	if err := db.base.Read(ctx, db.pool(opt.Readers, nil)); err != nil {
		return err
	}
	if db.conn != nil {
		db.base.Start(db.conn, writer.Options{Queue: opt.Queue, Log: opt.Log, Fence: db.fence, IsContention: isContention})
		db.leasePool = db.pool(2, leaseSettings)
	}
	db.Store = db.base.Store()
	return nil
}

// These are the numbers of the advisory locks. openLock belongs to the one process that is opening the database.
// databaseLock belongs to a single process, or to all processes that share the database.
const (
	openLock     = 5853
	databaseLock = 5852
	outageLock   = 5855 // held by the first process that returns after an outage (see extendAfterOutage)
)

var (
	// writerSettings are the settings of connections that write. A statement fails if it can't get its lock in time.
	writerSettings = map[string]string{"lock_timeout": strconv.FormatInt(writer.LockWait.Milliseconds(), 10)}
	// leaseSettings are the settings of connections whose locks other processes wait for. A process that stops in the
	// middle of a transaction must not hold such locks for long.
	leaseSettings = map[string]string{"idle_in_transaction_session_timeout": "3s", "lock_timeout": writerSettings["lock_timeout"]}
)

// begin inspects and migrates the database, and opens the connection of the writer.
func (db *DB) begin(ctx context.Context, opt Options) (err error) {
	settings := leaseSettings
	if !opt.Shared {
		settings = writerSettings // no other process is waiting
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
	if err := db.migrate(ctx, opener, opt.Log); err != nil {
		return err
	}
	conn, err := writer.NewConn(ctx, db.openWriter(settings), `BEGIN`, touch, dialect.Writes())
	if err != nil {
		return err
	}
	db.conn = conn.Renewed(db.retakeLocks())
	return db.takeLocks(ctx, conn.Conn)
}

// touch writes without changing anything. It fails if the server can't write to its log or is a replica. It also fails
// if the disk is full: an update may still fit into an existing page, so the statement also fills a temporary file. That
// file is larger than work_mem, which the statement sets for its own transaction.
const touch = `UPDATE settable_versions SET name = name WHERE name = (SELECT min(name) FROM settable_versions) AND 0 < (
	SELECT count(*) FROM (SELECT set_config('work_mem', '64kB', true) AS set OFFSET 0) AS first,
		LATERAL generate_series(length(first.set), 20000))`

// migrate migrates the database, unless another process uses it with the old schema.
func (db *DB) migrate(ctx context.Context, c *sql.Conn, log *slog.Logger) error {
	if _, err := c.ExecContext(ctx, `SELECT set_config('lock_timeout', '60s', false), pg_advisory_lock($1)`,
		openLock); err != nil {
		return err
	}
	present, err := isCurrent(ctx, c, db.scripts)
	if err != nil || present && db.shared {
		return err
	}
	if err := tryLock(ctx, c, `SELECT pg_try_advisory_lock($1)`, databaseLock); err != nil {
		return err
	}
	if err := migrate(ctx, c, db.scripts, log); err != nil {
		return err
	}
	_, err = c.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, databaseLock)
	return err
}

// takeLocks makes the writer's first connection take the database lock, either exclusive or shared, and the writer's
// own lock.
func (db *DB) takeLocks(ctx context.Context, c *sql.Conn) error {
	if err := tryLock(ctx, c, `SELECT pg_try_advisory_lock($1)`, db.held.self); err != nil {
		return err
	}
	if db.shared {
		return tryLock(ctx, c, `SELECT pg_try_advisory_lock_shared($1)`, databaseLock)
	}
	return tryLock(ctx, c, `SELECT pg_try_advisory_lock($1)`, databaseLock)
}

// retakeLocks makes later connections of the writer take the same locks. They wait until the previous connection has
// ended, because only then is it certain what that connection has written.
func (db *DB) retakeLocks() func(context.Context, *sql.Conn) error {
	lock := `pg_advisory_lock`
	if db.shared {
		lock = `pg_advisory_lock_shared`
	}
	return func(ctx context.Context, c *sql.Conn) error {
		_, err := c.ExecContext(ctx, `SELECT pg_advisory_lock($1), `+lock+`($2)`, db.held.self, databaseLock)
		return err
	}
}

// tryLock takes a lock. It returns ErrLocked if another process has the lock.
func tryLock(ctx context.Context, c *sql.Conn, asks string, lock int64) error {
	var is bool
	if err := c.QueryRowContext(ctx, asks, lock).Scan(&is); err != nil {
		return err
	}
	if !is {
		return store.ErrLocked
	}
	return nil
}

func (db *DB) openWriter(settings map[string]string) *sql.DB {
	config := db.config.Copy()
	config.DialFunc = db.writes
	return openPool(config, 1, settings)
}

// pool opens a pool with the given settings and at most the given number of connections.
func (db *DB) pool(most int, settings map[string]string) *sql.DB {
	return openPool(db.config.Copy(), most, settings)
}

func openPool(config *pgx.ConnConfig, most int, settings map[string]string) *sql.DB {
	maps.Copy(config.RuntimeParams, settings)
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(most)
	pool.SetMaxIdleConns(most)
	return pool
}

// Close finishes the queued writes and ends all connections.
func (db *DB) Close() error {
	db.close.Do(func() { db.closeErr = db.shutDown() })
	return db.closeErr
}

func (db *DB) shutDown() error {
	err := db.base.Stop()
	if db.leasePool != nil {
		err = errors.Join(err, db.leasePool.Close())
	}
	if db.conn != nil {
		db.unlock()
		err = errors.Join(err, db.conn.Close())
	}
	return err
}

// unlock gives up the database's locks, so that another process can open the database at once. An error doesn't matter,
// because the server frees the locks by itself a moment after the connection has ended.
func (db *DB) unlock() {
	if db.conn.Conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, _ = db.conn.ExecContext(ctx, `SELECT pg_advisory_unlock_all()`)
}
