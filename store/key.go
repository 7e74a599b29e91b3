package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
)

// KeySize is the length of a database's key.
const KeySize = 32

// Key is this database's own secret, made at random when it is first asked for
// and the same ever after. It belongs in no log.
func (s *Store) Key(ctx context.Context) ([]byte, error) {
	key := make([]byte, KeySize)
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
