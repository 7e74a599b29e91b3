// Package ids has the types of Discord's ids. An id has the same type from the gateway's JSON to the
// database: it is parsed where JSON or a command line is read, and nowhere else.
package ids

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Discord's ids are snowflakes: numbers that contain the millisecond of their creation and grow with it.
// Discord writes them as decimal strings, and so does JSON here. 0 means no id. Each kind has its own type,
// because a channel's id and a message's id are easily swapped.
type (
	Guild   int64
	Channel int64
	Message int64
	Event   int64 // in the calendar of a server
	// User is a person, or one of two kinds of player that Discord doesn't know: see House and Forgotten.
	User int64
)

// An ID is any of these types.
type ID interface {
	Guild | Channel | Message | Event | User
}

// Discord won't give out the ids at the end of the range before the year 2084:
//
//	up to forgotten-1        Discord's users
//	from forgotten           users who were forgotten, by the number that the store gave them
//	from MaxInt64-mostHouse  house players, by seat, counted from 1
const (
	mostHouse     = 64 // one for each seat that a table can have
	mostForgotten = 1 << 40
	forgotten     = math.MaxInt64 - mostHouse - mostForgotten
)

// House returns the house player on a seat. It has no account, no name and no record.
func House(seat int) User { return math.MaxInt64 - User(seat) }

// IsHouse reports whether this is a house player.
func (u User) IsHouse() bool { return u >= math.MaxInt64-mostHouse }

// Forgotten returns the user with that number after they were forgotten.
func Forgotten(number int64) User { return forgotten + User(number) }

// IsForgotten reports whether a user was forgotten, so that their name and Discord id are unknown.
func (u User) IsForgotten() bool { return u >= forgotten && !u.IsHouse() }

// Number returns the number of a user who was forgotten.
func (u User) Number() int64 { return int64(u - forgotten) }

// Parse reads an id as Discord writes it.
func Parse[T ID](text string) (T, error) {
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%.30q isn't a Discord ID", text)
	}
	return T(n), nil
}

// epoch is the first millisecond of Discord's snowflakes, in Unix time.
const epoch = 1420070400000

// Time returns the time at which the thing with this id was created, to the millisecond; the zero time if there is no
// id.
func Time[T ID](id T) time.Time {
	if id == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(id)>>22 + epoch).UTC()
}

// MessageAt returns the smallest id that a message made at this time can have, so everything since t is everything
// after MessageAt(t).
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
