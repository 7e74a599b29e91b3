// Package ids has the types of Discord's ids. An id is parsed only where the program reads JSON or a command line, and
// keeps its type from the gateway to the database.
package ids

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Discord's ids are snowflakes: increasing numbers that contain the millisecond of their creation. Discord writes them
// as decimal strings, and so does our JSON. An id of 0 means none. Each kind has its own type, because it is easy to
// confuse a channel's id with a message's.
type (
	Guild   int64
	Channel int64
	Message int64
	Event   int64 // a scheduled event of a server
	// User is a person, or a player that Discord doesn't know (see House and Forgotten).
	User int64
)

// ID is the constraint that all of these types satisfy.
type ID interface {
	Guild | Channel | Message | Event | User
}

// The last ids of the range have a special meaning, because Discord won't use them before the year 2084:
//
//	up to forgotten-1        Discord's users
//	from forgotten           users who were forgotten, by the number that the store gave them
//	from MaxInt64-mostHouse  house players, by seat, counted from 1
const (
	mostHouse     = 64 // one for each seat that a table can have
	mostForgotten = 1 << 40
	forgotten     = math.MaxInt64 - mostHouse - mostForgotten
)

// House returns the user id of the house player in a seat. A house player has no account, no name and no record.
func House(seat int) User { return math.MaxInt64 - User(seat) }

// IsHouse reports whether the user is a house player.
func (u User) IsHouse() bool { return u >= math.MaxInt64-mostHouse }

// Forgotten returns the user that replaces a forgotten person with the given number.
func Forgotten(number int64) User { return forgotten + User(number) }

// IsForgotten reports whether the user was forgotten, so that their name and Discord id are unknown.
func (u User) IsForgotten() bool { return u >= forgotten && !u.IsHouse() }

// Number returns the number of a forgotten user.
func (u User) Number() int64 { return int64(u - forgotten) }

// Parse parses an id as Discord writes it.
func Parse[T ID](text string) (T, error) {
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%.30q isn't a Discord ID", text)
	}
	return T(n), nil
}

// epoch is the Unix time, in milliseconds, at which Discord's snowflakes start.
const epoch = 1420070400000

// Time returns the time, to the millisecond, at which Discord created the object with the given id. It returns the zero
// time for an id of 0.
func Time[T ID](id T) time.Time {
	if id == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(id)>>22 + epoch).UTC()
}

// MessageAt returns the smallest id that a message sent at the given time can have.
func MessageAt(t time.Time) Message { return Message(max(0, t.UnixMilli()-epoch) << 22) }

func (g Guild) String() string   { return strconv.FormatInt(int64(g), 10) }
func (c Channel) String() string { return strconv.FormatInt(int64(c), 10) }
func (m Message) String() string { return strconv.FormatInt(int64(m), 10) }
func (e Event) String() string   { return strconv.FormatInt(int64(e), 10) }
func (u User) String() string    { return strconv.FormatInt(int64(u), 10) }

func (g Guild) MarshalText() ([]byte, error)   { return []byte(g.String()), nil }
func (c Channel) MarshalText() ([]byte, error) { return []byte(c.String()), nil }
func (m Message) MarshalText() ([]byte, error) { return []byte(m.String()), nil }
func (e Event) MarshalText() ([]byte, error)   { return []byte(e.String()), nil }
func (u User) MarshalText() ([]byte, error)    { return []byte(u.String()), nil }

func (g *Guild) UnmarshalText(text []byte) error   { return unmarshal(g, text) }
func (c *Channel) UnmarshalText(text []byte) error { return unmarshal(c, text) }
func (m *Message) UnmarshalText(text []byte) error { return unmarshal(m, text) }
func (e *Event) UnmarshalText(text []byte) error   { return unmarshal(e, text) }
func (u *User) UnmarshalText(text []byte) error    { return unmarshal(u, text) }

func unmarshal[T ID](id *T, text []byte) (err error) {
	*id, err = Parse[T](string(text))
	return err
}
