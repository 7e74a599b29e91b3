package store

import (
	"context"
	"errors"
	"time"

	"settable/store/ids"
)

// People connects players with their numbers. A store uses its own number for each person, and only one place
// connects it with a Discord id. Once the id is removed there, nothing identifies the player.
type People interface {
	// Forgetting records that a player is to be forgotten, and immediately removes what no game needs: their names,
	// their settings, and the reasons of gifts to or by them. From then on the player can't take a seat, open a table
	// or a night, plan a night or sign up for one: those writes get ErrForgetting. It may be called twice. The error
	// is ErrUnknown if nothing is stored about the player.
	Forgetting(ctx context.Context, player ids.User, at time.Time) error
	// PendingForgets returns the players who are to be forgotten, longest wait first.
	PendingForgets(ctx context.Context) ([]ForgottenPlayer, error)
	// SeatedAt returns the open tables at which a player holds a seat now, oldest first.
	SeatedAt(ctx context.Context, player ids.User) ([]Table, error)
	// Forget removes the connection between a player and their number. From then on reads return a user id that is
	// Forgotten, and the same person counts as a new player, who doesn't get one-time grants again. Until a table
	// where they ever had a seat closes, a keyed hash prevents them from joining it again, with ErrForgottenHere. The error
	// of Forget is ErrUnknown, or ErrSeated if they hold a seat at an open table of another shard, whose bot must let
	// them leave it first.
	Forget(ctx context.Context, player ids.User) error
	// Erase also removes deleted data from the places where the files of the store still contain its bytes, if the
	// store handles that itself. The error is ErrReading if it has to wait for a reader.
	Erase(ctx context.Context) error
	// PlayerData returns all data about a player, for the player to read.
	PlayerData(ctx context.Context, player ids.User) (PlayerData, error)
}

// ForgottenPlayer is a player who is to be forgotten, and the user id that replaces theirs afterwards.
type ForgottenPlayer struct{ Player, As ids.User }

var (
	ErrUnknown = errors.New("no data is stored about this player")
	// ErrSeated: this player is not forgotten yet, because they hold a seat at another bot's table.
	ErrSeated = errors.New("this player has a seat at an open table of another shard")
	// ErrForgetting: this player has asked to be forgotten, and that is not done yet.
	ErrForgetting = errors.New("this player is being forgotten")
	// ErrForgottenHere: this player was forgotten after having had a seat at this table.
	ErrForgottenHere = errors.New("this player was deleted from this table")
)

// PlayerData is all data about a person. They read it themselves, so its JSON has plain names.
type PlayerData struct {
	Number  int64         `json:"number"`  // the store's number for the person
	Discord ids.User      `json:"discord"` // the person's id
	Palette string        `json:"palette,omitempty"`
	Names   []StoredName  `json:"names"`
	Seats   []StoredSeat  `json:"seats"`
	Grants  []StoredGrant `json:"grants"`
	Nights  []StoredNight `json:"nights"`
}

// StoredName is what a person is called on a server.
type StoredName struct {
	Guild ids.Guild `json:"server"`
	Name  string    `json:"name"`
}

// StoredSeat is a seat that a person has or had, with all their moves there and their counts.
type StoredSeat struct {
	Guild   ids.Guild   `json:"server"`
	Channel ids.Channel `json:"channel"`
	Table   TableID     `json:"table"`
	Game    string      `json:"game"`
	Opened  time.Time   `json:"opened"`
	Seat    int         `json:"seat"`
	Lines   []KeptLine  `json:"lines"`
	Tallies []KeptTally `json:"counted"`
}

// KeptLine is a line of a journal that a person has said.
type KeptLine struct {
	At    time.Time `json:"at"`
	Words string    `json:"words"`
}

// KeptTally is what a line has counted for a person.
type KeptTally struct {
	What string `json:"what"`
	N    int64  `json:"n"`
}

// StoredGrant is chips that a person was given, or gave.
type StoredGrant struct {
	Guild  ids.Guild `json:"server"`
	At     time.Time `json:"at"`
	Kind   GrantKind `json:"kind"`
	Amount int64     `json:"chips"`
	Gave   bool      `json:"given_by_you,omitempty"`
	Reason string    `json:"reason,omitempty"`
}

// StoredNight is a night that a person has opened or planned, or signed up for.
type StoredNight struct {
	Guild ids.Guild `json:"server"`
	At    time.Time `json:"at"`
	Part  string    `json:"part"` // opened, planned or signed up
}

// Servers records the servers that the bot is on, because data of other servers is deleted after a while.
type Servers interface {
	// NoteServers records that the bot is on these servers. It returns the other servers that have any data, except those
	// from which the bot is known to have been removed.
	NoteServers(ctx context.Context, here []ids.Guild) (missing []ids.Guild, err error)
	// Depart records that the bot was removed from a server, Return that it is back.
	Depart(ctx context.Context, guild ids.Guild, at time.Time) error
	Return(ctx context.Context, guild ids.Guild) error
	// Purge deletes all data of servers from which the bot was removed before the given time and which have no open
	// table, and returns them. A server is deleted completely or not at all.
	Purge(ctx context.Context, before time.Time) ([]ids.Guild, error)
}
