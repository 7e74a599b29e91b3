package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"

	"settable/store"
)

// Key is this database's own secret, made at random when it is first asked for
// and the same ever after. It belongs in no log.
func (s *DB) Key(ctx context.Context) ([]byte, error) {
	key := make([]byte, store.KeySize)
	err := s.write(ctx, func(p *pen) error {
		err := p.stmts[selectKey].QueryRowContext(forever).Scan(&key)
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		rand.Read(key) // never fails: the program would end
		_, err = p.exec(insertKey, key)
		return err
	}, nil) // in doubt, whoever asks again gets what stands
	if err != nil {
		return nil, fmt.Errorf("reading the database's key: %w", err)
	}
	return key, nil
}
