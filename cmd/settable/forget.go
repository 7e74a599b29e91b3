package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"settable/store"
	"settable/store/ids"
	"settable/store/sqlite"
)

// forgetCmd lets a host do what `/forget-me` does for a player.
type forgetCmd struct {
	database
	User int64 `arg:"" help:"The user's Discord ID (Copy User ID)."`
	Show bool  `help:"Print everything stored about the user as JSON, and delete nothing. The bot may be running."`
}

// Run forgets a person immediately. If they still have a seat, it records a request, and the bot carries it out.
func (c forgetCmd) Run(ctx context.Context, s streams) (err error) {
	who := ids.User(c.User)
	kept, path, err := c.storedData(ctx, who)
	if err != nil {
		return err
	}
	if kept.Number == 0 {
		return fmt.Errorf("no data is stored about user %d in %s", c.User, path)
	}
	if c.Show {
		out := json.NewEncoder(s.out)
		out.SetIndent("", "  ")
		return out.Encode(kept)
	}
	st, _, err := c.open(ctx, sqlite.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if err := st.Forgetting(ctx, who, time.Now()); err != nil {
		return err
	}
	waits, err := reasonToKeep(ctx, st, who)
	if err != nil {
		return err
	}
	if waits != "" {
		fmt.Fprintf(s.out, "Deleted their name. They still %s, so the running bot will delete the rest "+
			"later.\n", waits)
		return nil
	}
	if err := st.Forget(ctx, who); err != nil {
		return err
	}
	audit, err := st.Audit(ctx, 0)
	if err == nil && len(audit.Findings) > 0 {
		err = fmt.Errorf("the chip ledger has errors: %s", audit.Findings[0])
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Deleted their name and Discord ID (%s): %s\n",
		countOf(len(kept.Seats), "seat", "seats"), summary(audit))
	return nil
}

// storedData reads a person's stored data, even while a bot is running. It never creates a database.
func (d database) storedData(ctx context.Context, who ids.User) (k store.PlayerData, path string, err error) {
	st, path, err := d.open(ctx, sqlite.Options{ReadOnly: true})
	if err != nil {
		return k, path, err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	k, err = st.PlayerData(ctx, who)
	return k, path, err
}

// reasonToKeep returns the reason why a person can't be forgotten yet, or "".
func reasonToKeep(ctx context.Context, st store.Store, who ids.User) (string, error) {
	sits, err := st.SeatedAt(ctx, who)
	if err != nil {
		return "", err
	}
	if len(sits) > 0 {
		return "have a seat at " + countOf(len(sits), "open table", "open tables"), nil
	}
	plans, err := st.Pending(ctx)
	comes := func(p store.Plan) bool { return slices.Contains(p.Players, who) }
	if slices.ContainsFunc(plans, comes) {
		return "have signed up for a planned night", err
	}
	return "", err
}
