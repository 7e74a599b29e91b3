package store

import (
	"context"
	"errors"
	"time"

	"settable/store/ids"
)

// People stores which number belongs to which player, and forgets players. A store uses its own number for each person
// and connects it with a Discord id in only one place. Once the id is removed there, nothing identifies the player.
type People interface {
	// Forgetting records that a player is to be forgotten. It immediately removes what no game needs: the player's
	// names and settings, and the reasons for gifts to or from the player. From then on, the player can't take a seat,
	// open a table or a night, plan a night or sign up for one: those writes return ErrForgetting. Calling Forgetting
	// twice is harmless. It returns ErrUnknown if nothing is stored about the player.
	Forgetting(ctx context.Context, player ids.User, at time.Time) error
	// PendingForgets returns the players who are waiting to be forgotten, longest wait first.
	PendingForgets(ctx context.Context) ([]ForgottenPlayer, error)
	// SeatedAt returns the open tables at which a player holds a seat now, oldest first.
	SeatedAt(ctx context.Context, player ids.User) ([]Table, error)
	// Forget removes the connection between a player and their number. From then on, reads return a user id that is
	// Forgotten, and the same person counts as a new player, who doesn't get one-time grants again. Until all tables
	// where the player had a seat are closed, a keyed hash keeps the player from rejoining them: those writes return
	// ErrForgottenHere. Forget returns ErrUnknown, or ErrSeated if the player holds a seat at an open table of another
	// shard. The bot of that shard must first make the player leave.
	Forget(ctx context.Context, player ids.User) error
	// Erase also removes deleted data from places where the store's files still contain its bytes, if the store itself
	// is responsible for that. It returns ErrReading if it must wait for a reader.
	Erase(ctx context.Context) error
	// PlayerData returns all data about a player, for the player to read.
	PlayerData(ctx context.Context, player ids.User) (PlayerData, error)
}

// ForgottenPlayer is a player who is to be forgotten, and the user id that will replace theirs.
type ForgottenPlayer struct{ Player, As ids.User }

var (
	ErrUnknown = errors.New("no data is stored about this player")
	// ErrSeated means that the player can't be forgotten yet, because they hold a seat at another bot's table.
	ErrSeated = errors.New("this player has a seat at an open table on another shard")
	// ErrForgetting means that the player has asked to be forgotten and is still waiting for it.
	ErrForgetting = errors.New("this player is being forgotten")
	// ErrForgottenHere means that the player was forgotten after having had a seat at this table.
	ErrForgottenHere = errors.New("this player was deleted from this table")
)

// PlayerData is all data about a person. The person reads it as JSON, so its fields have plain names.
type PlayerData struct {
	Number  int64         `json:"number"`  // the store's number for the person
	Discord ids.User      `json:"discord"` // the person's id
	Palette string        `json:"palette,omitempty"`
	News    string        `json:"news,omitempty"`
	Names   []StoredName  `json:"names"`
	Seats   []StoredSeat  `json:"seats"`
	Grants  []StoredGrant `json:"grants"`
	Nights  []StoredNight `json:"nights"`
}

// StoredName is the name of a person on a server.
type StoredName struct {
	Guild ids.Guild `json:"server"`
	Name  string    `json:"name"`
}

// StoredSeat is a seat that a person has or had, with all of the person's moves and counts there.
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

// KeptLine is a journal line by a person.
type KeptLine struct {
	At    time.Time `json:"at"`
	Words string    `json:"words"`
}

// KeptTally is a count that a line recorded for a person.
type KeptTally struct {
	What string `json:"what"`
	N    int64  `json:"n"`
}

// StoredGrant is a grant that a person received or gave.
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
	// NoteServers records that the bot is on these servers. It returns all other servers that have any data, except
	// those from which the bot is known to have been removed.
	NoteServers(ctx context.Context, here []ids.Guild) (missing []ids.Guild, err error)
	// Depart records that the bot was removed from a server. Return records that the bot is back.
	Depart(ctx context.Context, guild ids.Guild, at time.Time) error
	Return(ctx context.Context, guild ids.Guild) error
	// Purge deletes all data of servers from which the bot was removed before the given time and which have no open
	// table. It returns these servers. Each server is deleted completely or not at all.
	Purge(ctx context.Context, before time.Time) ([]ids.Guild, error)
}
