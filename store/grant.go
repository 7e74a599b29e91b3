package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"settable/games"
)

// GrantKind says why the house gave.
type GrantKind string

// The kinds of grants.
const (
	Start GrantKind = "start" // once for life per member and guild
	Daily GrantKind = "daily" // up to a floor, at most once on a UTC day
	Gift  GrantKind = "gift"  // by somebody who may, with a reason
)

// What a guild gives where it has chosen nothing else, and the most it may give.
const (
	StartGrant games.Chips = 100
	DailyFloor games.Chips = 20
	MostGrant  games.Chips = 100_000
)

// longestReason is the most characters of a gift's reason.
const longestReason = 200

// Grant is chips from the house to a member's balance. It is never changed.
type Grant struct {
	ID      int64
	Guild   GuildID
	Player  PlayerID
	Kind    GrantKind
	Amount  games.Chips // 1 … MostGrant
	At      time.Time
	Granter PlayerID // of a Gift
	Reason  string   // of a Gift: 1 … 200 characters
	Source  Source
}

// What a grant can meet that is no fault of the disk. Test with errors.Is.
var (
	ErrGranted = errors.New("this was granted already")
	ErrEnough  = errors.New("the player has enough chips")
	ErrAmount  = errors.New("a grant is between 1 and 100000 chips")
	ErrReason  = errors.New("a gift needs a reason of 1 to 200 characters")
)

// Welcome gives a member the starting grant of a guild, once for life: call it
// wherever chips are needed first. granted is what was given now, 0 where the
// member had it already or amount is 0.
func (s *Store) Welcome(ctx context.Context, guild GuildID, player PlayerID, amount games.Chips, at time.Time) (granted games.Chips, err error) {
	if amount == 0 {
		return 0, nil
	}
	// Most have had it, and need not wait for the writer to say so.
	var had bool
	if err = s.read[selectWelcomed].QueryRowContext(ctx, guild, player).Scan(&had); err == nil && !had {
		_, err = s.grant(ctx, Grant{Guild: guild, Player: player, Kind: Start, Amount: amount, At: at}, nil)
		if err == nil {
			return amount, nil
		}
	}
	if err == nil || errors.Is(err, ErrGranted) {
		return 0, nil
	}
	return 0, fmt.Errorf("giving player %d the starting grant of guild %d: %w", player, guild, err)
}

// TopUp gives a member what is missing to floor, of the balance and the chips
// on tables together, at most once on the UTC day of at. The error is ErrPlayed
// where the source was seen before, ErrEnough where nothing is missing, and
// ErrGranted where it was given today. Call Welcome before: who never had the
// starting grant has it coming.
func (s *Store) TopUp(ctx context.Context, guild GuildID, player PlayerID, floor games.Chips, at time.Time, source Source) (Grant, error) {
	g, err := s.grant(ctx, Grant{Guild: guild, Player: player, Kind: Daily, At: at, Source: source},
		func(h Holding) (games.Chips, error) {
			if h.Total() >= floor {
				return 0, ErrEnough
			}
			return floor - h.Total(), nil
		})
	if err != nil {
		return Grant{}, fmt.Errorf("topping up player %d of guild %d: %w", player, guild, err)
	}
	return g, nil
}

// Give writes a Gift: Guild, Player, Amount, At, Granter, Reason and Source of
// g count. Who may give is not for the store to say. The error is ErrPlayed
// where the source was seen before, ErrAmount or ErrReason.
func (s *Store) Give(ctx context.Context, g Grant) (Grant, error) {
	g.Kind, g.Reason = Gift, strings.TrimSpace(g.Reason)
	var err error
	if n := utf8.RuneCountInString(g.Reason); n < 1 || n > longestReason {
		err = ErrReason
	} else {
		g, err = s.grant(ctx, g, nil)
	}
	if err != nil {
		return Grant{}, fmt.Errorf("granting player %d of guild %d: %w", g.Player, g.Guild, err)
	}
	return g, nil
}

// grant writes a grant of the amount it has, or that measure finds.
func (s *Store) grant(ctx context.Context, g Grant, measure func(Holding) (games.Chips, error)) (Grant, error) {
	g.At = g.At.UTC().Round(0)
	err := s.write(ctx, func(p *pen) error {
		if err := p.unplayed(g.Source); err != nil {
			return err
		}
		if measure != nil {
			has, err := scanHolding(p.stmts[selectOwned].QueryRowContext(forever, g.Guild, g.Player))
			if err == nil {
				g.Amount, err = measure(has)
			}
			if err != nil {
				return err
			}
		}
		return p.grant(&g)
	}, keyed(g.Source))
	return g, err
}

func (p *pen) grant(g *Grant) error {
	if g.Amount < 1 || g.Amount > MostGrant {
		return ErrAmount
	}
	if g.Kind != Gift {
		had, err := p.has(selectGranted, g.Guild, g.Player, string(g.Kind), nanos(g.At))
		if err == nil && had {
			err = ErrGranted
		}
		if err != nil {
			return err
		}
	}
	res, err := p.exec(insertGrant, g.Guild, g.Player, string(g.Kind), int64(g.Amount), nanos(g.At), g.Granter, g.Reason, g.Source.orNull())
	if err != nil {
		return err
	}
	g.ID, err = res.LastInsertId()
	return err
}

// Gifts is a page of a list of gifts, the newest first.
type Gifts struct {
	Grants []Grant
	Total  int // gifts on the whole list
	Page   int // 1, 2, 3 …; 0 where the list is empty
	Pages  int
}

// Gifts is the page (1, 2, 3 …; past the end: the last) of size gifts of a
// guild: the list that anybody may read.
func (s *Store) Gifts(ctx context.Context, guild GuildID, page, size int) (out Gifts, err error) {
	if page < 1 || size < 1 {
		return out, fmt.Errorf("reading gifts: page %d of %d", page, size)
	}
	rows, err := s.read[selectGifts].QueryContext(ctx, guild, page, size)
	if err != nil {
		return out, fmt.Errorf("reading the gifts of guild %d: %w", guild, err)
	}
	out.Grants, err = collect(rows, func(r row) (Grant, error) {
		g := Grant{Guild: guild, Kind: Gift}
		var at int64
		err := r.Scan(&g.ID, &g.Player, &g.Amount, &at, &g.Granter, &g.Reason, &g.Source, &out.Total, &out.Page)
		g.At = moment(at)
		return g, err
	}, "gifts")
	out.Pages = (out.Total + size - 1) / size
	return out, err
}
