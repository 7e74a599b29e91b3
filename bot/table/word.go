// Package table is one game in one channel: what a word would do there, and the
// goroutine that writes it, adopts it and shows it. It knows no Discord.
package table

import (
	"strings"
	"time"

	"settable/games"
	"settable/games/vocabulary"
	"settable/store"
)

// A Word is what somebody said to a table: who, by which door, which words.
type Word struct {
	Door       Door
	Channel    store.ChannelID
	Guild      store.GuildID
	Who        Person
	Words      string
	Move       games.Move // what the words are in the game of the table; nil: no move
	Source     store.Source
	Message    int64 // typed, mention: the number of the message; 0: none
	At         time.Time
	Came       time.Time              // when it was heard, by this machine; zero: nobody measures it
	Sight      Sight                  // button, modal: what it was drawn on
	ToUs       bool                   // typed: as a reply to the table, so it is hardly talk
	Confirmed  bool                   // button: they were asked whether they mean it
	MaybeTalk  bool                   // it is talk if it is not right
	Own        bool                   // button, modal: pressed where the player's own hand is shown
	Picked     bool                   // modal: chosen piece by piece, from buttons in front of the player alone
	Worded     bool                   // and those say in words what they are
	Vocabulary *vocabulary.Vocabulary // of who said it; nil: nobody knows
	Reply      any                    // what is needed to answer; only who carried the word here reads it
}

// Verb is the first of the words.
func (w Word) Verb() string {
	verb, _, _ := strings.Cut(w.Words, " ")
	return verb
}

// Private says whether only the one who spoke reads the answer.
func (w Word) Private() bool { return w.Door >= Button && w.Door <= Slash }

// Meant says whether it is said to the table, and not into the channel.
func (w Word) Meant() bool { return w.Door != Typed || w.ToUs }

// A Door is a way in which a move comes to the table. Behind all of them it is
// the same line.
type Door int

// The doors.
const (
	Typed   Door = iota // the whole message is a move, or it is talk
	Mention             // @Settable set a b c: meant for us, so it is answered
	Button
	Modal
	Slash
	House // the house speaks for somebody: nobody waits for an answer
)

// A Person is who said something.
type Person struct {
	ID      store.PlayerID
	Name    string // to print, escaped
	Raw     string // as Discord has it
	Manages bool   // may manage the server
}

// A Sight is what a button was drawn on: table and number of the last line. Both
// are input from a stranger.
type Sight struct {
	Table store.TableID
	Line  int
}
