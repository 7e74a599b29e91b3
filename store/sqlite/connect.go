package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"modernc.org/libc"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// lookasideSlots is how many pieces of 1,200 bytes (360 kB in all) each connection reserves for compiling and running
// its statements. Our statements would use up SQLite's default of 40 pieces at once, and further memory would come from
// an allocator with a single lock for the whole program. https://sqlite.org/malloc.html#lookaside
const lookasideSlots = 300

// SQLite accepts this setting only before the first connection is opened. If it refuses the setting, it is only slower.
func init() {
	tls := libc.NewTLS()
	defer tls.Close()
	told := libc.NewVaList(int32(1200), int32(lookasideSlots))
	defer libc.Xfree(tls, told)
	sqlite3.Xsqlite3_config(tls, sqlite3.SQLITE_CONFIG_LOOKASIDE, told)
}

// connect opens the database file at path. An empty vfs stands for the system's VFS. A connection fails if it doesn't
// accept one of its settings.
func connect(path, vfs string, may access, told []setting) (*sql.DB, error) {
	c, err := sqlite.NewConnector(dsn(path, vfs, may, told))
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(checkedConnector{c, told}), nil
}

// checkedConnector checks the settings of each new connection, because the protection of the ledger must not depend on
// a misspelt setting.
type checkedConnector struct {
	driver.Connector
	told []setting
}

func (p checkedConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range p.told {
		if err := checkSetting(ctx, conn, s); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return conn, nil
}

func checkSetting(ctx context.Context, conn driver.Conn, s setting) (err error) {
	rows, err := conn.(driver.QueryerContext).QueryContext(ctx, "PRAGMA "+s.Name, nil)
	if err != nil {
		return fmt.Errorf("reading connection setting %s: %w", s.Name, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	says := []driver.Value{nil}
	if err := rows.Next(says); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("reading connection setting %s: %w", s.Name, err)
	}
	if got := fmt.Sprint(says[0]); s.Says != "" && got != s.Says {
		return fmt.Errorf("connection setting %s was set to %s but reads %s", s.Name, s.Told, got)
	}
	return nil
}
