package store

import (
	"errors"
	"time"

	"settable/games"
	"settable/store/ids"
)

// NightID numbers the nights of all guilds.
type NightID int64

// Night is an evening in a channel. All tables that are opened there between its start and its end belong to it and
// share one standing. Only its end is ever changed, and it is never deleted. A channel has at most one open night.
type Night struct {
	ID      NightID
	Guild   ids.Guild
	Number  int // 1, 2, 3 … in the guild: what people call it
	Channel ids.Channel
	Opener  ids.User
	BuyIn   games.Chips // the chips with which everybody sits down at a table for chips
	Started time.Time
	Ended   time.Time // zero: open
	Closing time.Time // since when the night ends with its table, until its standings are posted; zero: it doesn't
}

// The errors about nights that the disk didn't cause. Test for them with errors.Is.
var (
	ErrNoNight   = errors.New("there is no such night")
	ErrBusyNight = errors.New("the channel already has an open night")
	ErrNightOver = errors.New("the night has ended")
	ErrNight     = errors.New("the channel's night has changed")
)

// NightPage is a page of the list of a guild's nights, the newest first.
type NightPage struct {
	Nights []NightSize
	Total  int // nights on the whole list
	Page   int // 1, 2, 3 …; 0 where the list is empty
	Pages  int
}

// NightSize is a night with how many players came and how many hands were played.
type NightSize struct {
	Night
	Players int
	Hands   int
}
