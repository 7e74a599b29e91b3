package store

import (
	"errors"
	"time"

	"settable/games"
	"settable/store/ids"
)

// GrantKind says why the bank gave chips.
type GrantKind string

const (
	Start GrantKind = "start" // once for life per member and guild
	Daily GrantKind = "daily" // up to a floor, at most once on a UTC day
	Gift  GrantKind = "gift"  // by a member with permission, with a reason
)

// These are the default grants of a guild, and the largest grant that a guild may choose.
const (
	StartGrant games.Chips = 100
	DailyFloor games.Chips = 20
	MostGrant  games.Chips = 100_000
)

// Grant records chips that a guild's bank gave to a member's balance. A grant is never changed.
type Grant struct {
	ID      int64
	Guild   ids.Guild
	Player  ids.User
	Kind    GrantKind
	Amount  games.Chips // 1 … MostGrant
	At      time.Time
	Granter ids.User // of a Gift
	Reason  string   // only for a Gift: 1 … 200 characters
	Source  Source
}

// These errors mean that a grant was refused, not that the disk failed. Test for them with errors.Is.
var (
	ErrGranted = errors.New("the grant was already given")
	ErrEnough  = errors.New("the player has enough chips")
	ErrAmount  = errors.New("a grant must be 1 to 100,000 chips")
	ErrReason  = errors.New("a grant needs a reason of 1 to 200 characters")
)

// Gifts is a page of a list of gifts, newest first.
type Gifts struct {
	Grants []Grant
	Total  int // gifts on the whole list
	Page   int // 1, 2, 3 …; 0 where the list is empty
	Pages  int
}
