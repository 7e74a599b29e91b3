package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Replica creates and starts a second cluster that follows this one, which must be running. From then
// on this one commits only what the replica has on its disk, so that nothing is lost when the replica
// is promoted; while the replica is away, commits wait.
func (c *Cluster) Replica(ctx context.Context, o Options) (*Cluster, error) {
	r, err := prepare(o)
	if err != nil {
		return nil, err
	}
	if err = r.follow(ctx, c); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// standby is the name of the replica at its primary.
const standby = "replica"

func (c *Cluster) follow(ctx context.Context, primary *Cluster) error {
	err := c.fill(ctx, func(ctx context.Context, data string) error {
		_, err := c.run(ctx, data, "pg_basebackup", "-D", inFolder, "-h", primary.socket, "-U", superuser,
			"-X", "stream", "-c", "fast")
		return err
	})
	if err != nil {
		return err
	}
	// https://www.postgresql.org/docs/current/warm-standby.html#STREAMING-REPLICATION
	if err := c.owner.puts(filepath.Join(c.data(), "standby.signal")); err != nil {
		return err
	}
	c.settings = append(c.settings, fmt.Sprintf("primary_conninfo=host=%s user=%s application_name=%s",
		primary.socket, superuser, standby))
	if err := c.Start(ctx); err != nil {
		return err
	}
	return primary.waitsFor(ctx, standby)
}

// puts makes an empty file.
func (o owner) puts(path string) error {
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return fmt.Errorf("the data of PostgreSQL: %w", err)
	}
	return o.has(path)
}

// waitsFor makes commits wait for a replica, as soon as the replica follows.
func (c *Cluster) waitsFor(ctx context.Context, replica string) error {
	if err := alter(ctx, c, "SET synchronous_standby_names = '"+replica+"'"); err != nil {
		return err
	}
	return c.until(ctx,
		"SELECT sync_state FROM pg_stat_replication WHERE application_name = '"+replica+"'", "sync")
}

func alter(ctx context.Context, c *Cluster, how string) error {
	_, err := c.Ask(ctx, "postgres", "ALTER SYSTEM "+how)
	if err == nil {
		_, err = c.Ask(ctx, "postgres", "SELECT pg_reload_conf()")
	}
	return err
}

// until repeats a statement until it has the given answer.
func (c *Cluster) until(ctx context.Context, statement, answer string) error {
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	again := time.NewTicker(250 * time.Millisecond) // each question is a process of its own
	defer again.Stop()
	for {
		said, err := c.Ask(ctx, "postgres", statement)
		if err == nil && said == answer {
			return nil
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("PostgreSQL says %q, and not %q, to %s", said, answer, statement), err)
		}
	}
}

// Promote makes a replica an independent server that can be written. Its former primary must not run
// any more, or both would be written. From then on commits wait for no replica.
func (c *Cluster) Promote(ctx context.Context) error {
	done, err := c.Ask(ctx, "postgres", "SELECT pg_promote(true, 30)")
	if err != nil {
		return err
	}
	if done != "t" {
		return errors.New("the replica of PostgreSQL is not promoted: see its log")
	}
	if err := alter(ctx, c, "RESET synchronous_standby_names"); err != nil {
		return err
	}
	return c.until(ctx, "SHOW synchronous_standby_names", "")
}
