package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"settable/store"
)

// mostFindings is how many of one law are named.
const mostFindings = 100

// Audit proves the books of a guild (0: of all) from the transfers on: that
// every guild sums to zero, every cached sum equals its transfers, every
// account has an owner, every transfer its cause, every cause its transfers,
// and closed tables hold nothing. Whether open tables hold what their games say
// is for AuditTable.
func (s *ledger) Audit(ctx context.Context, guild store.GuildID) (a store.Audit, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("auditing the database %s: %w", s.path, err)
		}
	}()
	// One transaction sees one moment, however the bot goes on.
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	err = tx.QueryRowContext(ctx, auditSize, guild).Scan(&a.Guilds, &a.Accounts, &a.Transfers, &a.Grants,
		&a.Granted)
	if err != nil {
		return a, err
	}
	a.Findings, err = findings(ctx, tx, guild)
	return a, err
}

func findings(ctx context.Context, tx *sql.Tx, guild store.GuildID) (all []store.Finding, err error) {
	for _, law := range books {
		rows, err := tx.QueryContext(ctx, law.question(), guild)
		if err != nil {
			return nil, fmt.Errorf("looking whether %s: %w", law.says, err)
		}
		some, err := collect(rows, func(r row) (store.Finding, error) {
			f := store.Finding{Says: law.says}
			err := r.Scan(&f.Guild, &f.Table, &f.Where)
			return f, err
		}, "an audit")
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}
