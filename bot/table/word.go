// Package table plays one game in one channel. It works out the effects of each move, writes them, adopts them and
// has the table shown. It doesn't depend on Discord.
package table

import (
	"strings"
	"time"

	"settable/games"
	"settable/store"
	"settable/store/ids"
)

// A Word is something that a user says to a table by typing, pressing a button or in another way.
type Word struct {
	Door       Door
	Channel    ids.Channel
	Guild      ids.Guild
	Who        Person
	Words      string
	Move       games.Move // the move that the words spell; nil: none
	Source     store.Source
	Message    ids.Message // typed, mention: the message's id; 0: none
	At         time.Time
	ReceivedAt time.Time         // when this machine received it; zero: not measured
	Sight      Sight             // button, modal: the table and line it was drawn on
	IsReply    bool              // typed: a reply to the bot, so it is probably not talk
	Confirmed  bool              // button: the player has confirmed the move
	AgreedCost games.Chips       // the chips that the confirmed move cost when the player was asked
	MaybeTalk  bool              // treat the word as talk unless the move is right
	OnOwnHand  bool              // button, modal: the button is below the player's own hand
	ByCards    bool              // modal: a claim made by pressing three cards of the table's message
	WasPicked  bool              // modal: chosen piece by piece with private buttons
	InWords    bool              // modal: the private buttons show words, not pictures
	Vocabulary *games.Vocabulary // of the speaker's language; nil: not known
	Reply      any               // what the outlet needs to answer; this package doesn't read it
}

// Verb returns the first word of w.Words, or "" if there is none.
func (w Word) Verb() string {
	verb, _, _ := strings.Cut(w.Words, " ")
	return verb
}

// Private reports whether only the speaker sees the answer.
func (w Word) Private() bool { return w.Door >= Button && w.Door <= Slash }

// Meant reports whether the speaker addressed the table rather than other people in the channel.
func (w Word) Meant() bool { return w.Door != Typed || w.IsReply }

// A Door is how a move reached the table. Whatever the door, the line in the journal is the same.
type Door int

const (
	Typed   Door = iota // the whole message is a move, or it is talk
	Mention             // @Settable set a b c: addressed to the bot, so it is always answered
	Button
	Modal
	Slash
	House // a move that the house makes for a player; no one waits for an answer
)

// String returns the name of the door, for the log.
func (d Door) String() string {
	return [...]string{"typed", "mention", "button", "modal", "slash", "house"}[d]
}

// A Person is the sender of a Word.
type Person struct {
	ID      ids.User
	Name    string // escaped, to be printed
	Raw     string // as in Discord; "": not known
	Manages bool   // may manage the server
}

// A Sight identifies a button's table, and that table's Session.Sight when the button was drawn. Both come from a
// custom id and are untrusted input.
type Sight struct {
	Table store.TableID
	Line  int
}
