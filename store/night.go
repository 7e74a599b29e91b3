package store

import (
	"errors"
	"time"

	"settable/games"
	"settable/store/ids"
)

// NightID identifies a night among those of all guilds.
type NightID int64

// Night is an evening in a channel. All tables opened in the channel between the start and the end of the night belong
// to it and share one standing. Only a night's end ever changes, and nights are never deleted. A channel has at most
// one open night.
type Night struct {
	ID      NightID
	Guild   ids.Guild
	Number  int // 1, 2, 3 … in the guild: what people call it
	Channel ids.Channel
	Opener  ids.User
	BuyIn   games.Chips // the buy-in of every player at a table for chips
	Started time.Time
	Ended   time.Time // zero: open
	Closing time.Time // since when the night has been waiting to end with its table, until its standings are posted; zero: it isn't
}

// These errors mean that a change of a night was refused, not that the disk failed. Test for them with errors.Is.
var (
	ErrNoNight   = errors.New("there is no such poker night")
	ErrBusyNight = errors.New("the channel already has an open poker night")
	ErrNightOver = errors.New("the poker night has ended")
	ErrNight     = errors.New("the channel's poker night has changed")
)

// NightPage is a page of the list of a guild's nights, newest first.
type NightPage struct {
	Nights []NightSize
	Total  int // nights on the whole list
	Page   int // 1, 2, 3 …; 0 where the list is empty
	Pages  int
}

// NightSize is a night with the number of its players and of the hands played.
type NightSize struct {
	Night
	Players int
	Hands   int
}
