// Package table is one game in one channel: what a word would do there, and the goroutine
// that writes the result, adopts it and has it shown. It knows nothing of Discord.
package table

import (
	"strings"
	"time"

	"settable/games"
	"settable/games/vocabulary"
	"settable/store"
)

// A Word is something said to a table: who said it, through which door, and in which words.
type Word struct {
	Door       Door
	Channel    store.ChannelID
	Guild      store.GuildID
	Who        Person
	Words      string
	Move       games.Move // what the words mean in the table's game; nil: no move
	Source     store.Source
	Message    int64 // typed, mention: the number of the message; 0: none
	At         time.Time
	Came       time.Time              // when this machine heard it; zero: it is not measured
	Sight      Sight                  // button, modal: the table and line it was drawn on
	ToUs       bool                   // typed: a reply to the bot, so it is hardly talk
	Confirmed  bool                   // button: the player was asked whether they mean it
	MaybeTalk  bool                   // unless the move is right, it is taken for talk
	Own        bool                   // button, modal: pressed where the player's own hand is shown
	Picked     bool                   // modal: chosen piece by piece, from buttons in front of the player alone
	Worded     bool                   // those buttons say in words what they are
	Vocabulary *vocabulary.Vocabulary // of the speaker's language; nil: not known
	Reply      any                    // what the outlet needs to answer; this package does not read it
}

// Verb is the first of the words; "" if there are none.
func (w Word) Verb() string {
	verb, _, _ := strings.Cut(w.Words, " ")
	return verb
}

// Private reports whether only the speaker reads the answer.
func (w Word) Private() bool { return w.Door >= Button && w.Door <= Slash }

// Meant reports whether the word is said to the table, and not to the people in the channel.
func (w Word) Meant() bool { return w.Door != Typed || w.ToUs }

// A Door is a way in which a move comes to the table. The journal's line does not depend on it.
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

// A Person is somebody who says something to a table.
type Person struct {
	ID      store.PlayerID
	Name    string // escaped, to be printed
	Raw     string // as Discord has it; "": not known
	Manages bool   // may manage the server
}

// A Sight is the table that a button was drawn on, and the Session.Sight of that
// moment. Both come back in a custom id and are input from a stranger.
type Sight struct {
	Table store.TableID
	Line  int
}
