package sqlite

import (
	"context"
	"fmt"
	"time"
)

// identifiesKept is how long a new session is remembered: longer than anybody counts.
const identifiesKept = 48 * time.Hour

// Identify notes that a new session with Discord is about to begin.
func (s *DB) Identify(ctx context.Context, at time.Time) error {
	err := s.write(ctx, func(p *pen) error {
		if _, err := p.exec(deleteIdentifies, at.Add(-identifiesKept).UnixNano()); err != nil {
			return err
		}
		_, err := p.exec(insertIdentify, at.UnixNano())
		return err
	}, nil) // in doubt it is noted twice, which is on the safe side
	if err != nil {
		return fmt.Errorf("noting a new session: %w", err)
	}
	return nil
}

// Identified are the sessions that began after since, oldest first.
func (s *DB) Identified(ctx context.Context, since time.Time) ([]time.Time, error) {
	rows, err := s.read[selectIdentifies].QueryContext(ctx, since.UnixNano())
	if err != nil {
		return nil, fmt.Errorf("reading the sessions begun: %w", err)
	}
	return collect(rows, func(r row) (time.Time, error) {
		var at int64
		err := r.Scan(&at)
		return time.Unix(0, at), err
	}, "sessions begun")
}
