package sqlite

import (
	"context"
	"fmt"
	"time"

	"settable/store"
)

// settleAfter is the pause before the writer tries again by itself to settle a
// doubt that it could not settle at once.
const settleAfter = time.Second

// doubt is what the writer does not know. A COMMIT that fails may lie whole in
// the WAL, unseen by all who have the database open, until the next commit
// overwrites it; a program that opened the database before that would find it
// written. So whoever is told "nothing was changed" is told after such a commit.
type doubt struct {
	open  bool             // a commit has failed, and none was made since
	again <-chan time.Time // when the next attempt is due
}

// ready says whether there is anything against another transaction.
func (p *pen) ready() error {
	if p.end != nil {
		return p.end
	}
	if err := p.settle(); err != nil {
		return p.trouble.met(err)
	}
	return nil
}

// settle ends a doubt with a commit that changes nothing.
func (p *pen) settle() error {
	if !p.doubt.open {
		return nil
	}
	for _, w := range []write{begin, touch, commit} {
		if _, err := p.exec(w); err != nil {
			p.doubt.again = time.After(settleAfter)
			return p.giveUp(fmt.Errorf("settling what a failed commit left: %w", err))
		}
	}
	p.doubt = doubt{}
	return nil
}

// Reconcile ends the doubt that an ErrOutcomeUnknown speaks of, if there is one: when it
// returns nil, what is read is what is written.
func (s *DB) Reconcile(ctx context.Context) error {
	if err := s.write(ctx, func(*pen) error { return nil }, nil); err != nil {
		return fmt.Errorf("settling what is written: %w", err)
	}
	return nil
}

// settleLater settles a doubt when nobody writes.
func (p *pen) settleLater() {
	p.doubt.again = nil
	if err := p.settle(); err != nil {
		_ = p.trouble.met(err) // said there; whoever writes next hears of it
	}
}

// judge answers orders whose transaction failed: each by what is on the disk.
func (p *pen) judge(orders []*order, why error) []error {
	failed := p.trouble.met(why)
	unsure := p.doubt.open
	settled := p.settle()
	if damaged(why) || damaged(settled) {
		p.end = failed
	}
	answers := make([]error, len(orders))
	for i, o := range orders {
		switch {
		case !unsure:
			answers[i] = failed
		case settled != nil:
			answers[i] = fmt.Errorf("%w: %w", store.ErrOutcomeUnknown, failed)
		default:
			answers[i] = p.verdict(o, failed)
		}
	}
	return answers
}

// verdict looks an order up by its key when it is settled what is written.
func (p *pen) verdict(o *order, failed error) error {
	if o.stands == nil {
		return failed
	}
	stands, err := o.stands(p)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w: %w", store.ErrOutcomeUnknown, failed, err)
	case stands:
		return nil
	}
	return failed
}

// keyed finds what a source caused; nil where it has none.
func keyed(source store.Source) func(*pen) (bool, error) {
	if source == "" {
		return nil
	}
	return func(p *pen) (bool, error) { return p.has(selectPlayed, string(source)) }
}

// entryStands says whether the last line of an entry, and so all of it, is in the
// journal.
func entryStands(e store.Entry) func(*pen) (bool, error) {
	return func(p *pen) (bool, error) {
		l := e.Played[len(e.Played)-1].Line
		return p.has(selectLine, e.Table, e.After+len(e.Played), nanos(l.At), int(l.Seat), l.Words, orNull(l.Source))
	}
}
