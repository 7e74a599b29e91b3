package store

import (
	"context"
	"errors"
	"math"
	"time"
)

// People is whose numbers are whose. A store keeps a number of its own for a person, and knows in one place
// which id of Discord's that is: take it away there, and nobody can tell any more who it was that played.
type People interface {
	// Forgetting notes that a player is to be forgotten, and takes away at once what no game needs: what they
	// are called, what they have chosen, and what gifts to or by them were for. It may be said twice. The error
	// is ErrUnknown where nothing is kept of the player.
	Forgetting(ctx context.Context, player PlayerID, at time.Time) error
	// Leaving are the players who are to be forgotten, longest first.
	Leaving(ctx context.Context) ([]Leaver, error)
	// SeatedAt are the open tables at which a player has a seat, oldest first.
	SeatedAt(ctx context.Context, player PlayerID) ([]Table, error)
	// Forget takes away whose number it is. From then on reads give a PlayerID that is Forgotten, and the same
	// person is somebody new, who is not given again what this player was given once. The error is ErrUnknown,
	// and ErrSeated where they have a seat at an open table of another shard, whose bot must see to that first.
	Forget(ctx context.Context, player PlayerID) error
	// Kept is everything that is kept of a player, for the player to read.
	Kept(ctx context.Context, player PlayerID) (Kept, error)
}

// Leaver is a player who is to be forgotten, and who they are from then on.
type Leaver struct{ Player, As PlayerID }

var (
	ErrUnknown = errors.New("nothing is kept of this player")
	// ErrSeated: this player is not forgotten yet, because another bot's table has a seat of theirs.
	ErrSeated = errors.New("this player has a seat at an open table of another shard")
)

// mostPeople is how many numbers there are for people.
const mostPeople = 1 << 40

// forgotten is the PlayerID before those of people who were forgotten. Discord's ids grow up to there in the
// year 2084.
const forgotten = math.MaxInt64 - mostHouse - mostPeople

// ForgottenPlayer is who is left of a person when they were forgotten: somebody of that number.
func ForgottenPlayer(number int64) PlayerID { return forgotten + PlayerID(number) }

// Forgotten tells whether a player was forgotten: nobody knows by what name or id.
func (p PlayerID) Forgotten() bool { return p >= forgotten && !p.OfHouse() }

// Number is that of a player who was forgotten.
func (p PlayerID) Number() int64 { return int64(p - forgotten) }

// Kept is what is kept of a person: for them to read, so it says things by their names.
type Kept struct {
	Number  int64       `json:"number"`         // ours
	Discord PlayerID    `json:"discord,string"` // theirs
	Palette string      `json:"palette,omitempty"`
	Names   []KeptName  `json:"names"`
	Seats   []KeptSeat  `json:"seats"`
	Grants  []KeptGrant `json:"grants"`
	Nights  []KeptNight `json:"nights"`
}

// KeptName is what a person is called on a server.
type KeptName struct {
	Guild GuildID `json:"server,string"`
	Name  string  `json:"name"`
}

// KeptSeat is a seat that a person has or had, with all that they said there, what was counted and what they
// won or lost.
type KeptSeat struct {
	Guild   GuildID     `json:"server,string"`
	Channel ChannelID   `json:"channel,string"`
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

// KeptGrant is chips that a person was given, or gave.
type KeptGrant struct {
	Guild  GuildID   `json:"server,string"`
	At     time.Time `json:"at"`
	Kind   GrantKind `json:"kind"`
	Amount int64     `json:"chips"`
	Gave   bool      `json:"given_by_you,omitempty"`
	Reason string    `json:"reason,omitempty"`
}

// KeptNight is a night that a person has opened or planned, or signed up for.
type KeptNight struct {
	Guild GuildID   `json:"server,string"`
	At    time.Time `json:"at"`
	Part  string    `json:"part"` // opened, planned or signed up
}

// Servers is on which servers the bot is, as far as what is kept of them depends on it.
type Servers interface {
	// Attend notes on which servers the bot is; of all others of which something is kept it has been sent away,
	// now or before. It gives those of which that is news.
	Attend(ctx context.Context, here []GuildID, at time.Time) (gone []GuildID, err error)
	// Depart notes that the bot was sent away from a server, Return that it is there again.
	Depart(ctx context.Context, guild GuildID, at time.Time) error
	Return(ctx context.Context, guild GuildID) error
	// Purge deletes everything that is kept of servers from which the bot was sent away before then, and at
	// which no table is open, and gives them. All of a server goes, or nothing.
	Purge(ctx context.Context, before time.Time) ([]GuildID, error)
}
