package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"settable/store"
	"settable/store/ids"
)

const (
	listenAgain = time.Second      // the pause before a broken connection is replaced
	silence     = 10 * time.Second // if the server is silent for this long, the connection is tested
)

// Changes calls tell whenever data that processes cache has changed, until ctx ends. It listens on its own connection.
func (db *DB) Changes(ctx context.Context, tell func(store.Change)) error {
	said := false // whether the failure was logged since the last notification
	for ctx.Err() == nil {
		err := db.listen(ctx, func(c store.Change) { said = false; tell(c) })
		if ctx.Err() != nil {
			break
		}
		if !said {
			db.log.Warn("connection for change notices lost, reconnecting", "error", err)
		}
		said = true
		select {
		case <-ctx.Done():
		case <-time.After(listenAgain):
		}
	}
	return nil
}

// listen calls tell for each notification of a connection until the connection breaks.
func (db *DB) listen(ctx context.Context, tell func(store.Change)) error {
	conn, err := pgx.ConnectConfig(ctx, db.config.Copy())
	if err != nil {
		return err
	}
	defer func() {
		closing, enough := context.WithTimeout(context.Background(), time.Second)
		defer enough()
		_ = conn.Close(closing) // the connection may be broken
	}()
	if _, err := conn.Exec(ctx, `LISTEN settable`); err != nil {
		return err
	}
	tell(store.Change{})
	for {
		waiting, enough := context.WithTimeout(ctx, silence)
		n, err := conn.WaitForNotification(waiting)
		enough()
		switch {
		case err == nil:
			c, err := parseChange(n.Payload)
			if err != nil {
				return err
			}
			tell(c)
		case ctx.Err() != nil || conn.IsClosed():
			return err
		default:
			asking, enough := context.WithTimeout(ctx, silence)
			err := conn.Ping(asking)
			enough()
			if err != nil {
				return err
			}
		}
	}
}

// parseChange parses the payload of a notification that a trigger has sent.
func parseChange(said string) (c store.Change, err error) {
	what, number, _ := strings.Cut(said, " ")
	n, err := strconv.ParseInt(number, 10, 64)
	switch {
	case err != nil:
	case what == "guild":
		c.Guild = ids.Guild(n)
	case what == "player":
		c.Player = ids.User(n)
	default:
		err = strconv.ErrSyntax
	}
	if err != nil {
		return c, fmt.Errorf("parsing the change notification %q: %w", said, err)
	}
	return c, nil
}
