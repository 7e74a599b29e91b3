package message

import (
	"strconv"
	"strings"
)

// An ID is the content of a button's custom id. Sealed, it reads kind:table:line.code:words, in at most 100 characters.
// It contains no user, because Discord itself says who pressed.
type ID struct {
	Kind  string
	Table int64 // the table it was drawn on
	Line  int   // the table's Session.Sight at that time
	Words string
}

// The kinds of buttons, and the meaning of their Words. Unless noted, Words are empty.
const (
	MoveButton    = "move" // the move
	ConfirmButton = "sure" // a move about which the player was asked whether they mean it
	FormButton    = "form" // the verb that a modal completes
	HandButton    = "hand" // shows the presser's hand, to them alone
	OwnMove       = "own"  // as MoveButton, and below as FormButton, in the message with the hand
	OwnForm       = "ownform"
	OwnShow       = "ownhand" // brings that message up to date
	OwnText       = "owntext" // what the presser sees, in words
	CardButton    = "pick"    // a card, of which three presses claim a set
	OwnCard       = "ownpick" // the same below the presser's own hand
	TypeButton    = "type"    // the verb: opens its form, from beside such buttons
	ChoiceButton  = "card"    // the verb, what this button chooses, and what is chosen already
	WordedButton  = "worded"  // as ChoiceButton, in a message whose buttons say words
	PlayButton    = "play"    // the game: opens a table
	AgainButton   = "again"   // opens a table with the same people and options
	TextButton    = "text"    // shows the table as text, to the presser alone
	HelpButton    = "help"
	WhyButton     = "why"    // shows how the pots of the last hand were shared
	InButton      = "in"     // the plan to which the presser comes
	OutButton     = "out"    // the plan to which they do not come
	NightButton   = "night"  // opens a night
	ReplayButton  = "replay" // the moment of an ended game to show next
	BoardButton   = "board"  // the page of a leaderboard
	DailyButton   = "daily"  // the game that is dealt once a day, or its board
	DealtButton   = "dealt"  // a move at such a deal, or what is chosen for it so far
	DataButton    = "data"   // gives the presser what is kept of them
	ForgetButton  = "forget" // has the presser forgotten
)

func (id ID) String() string {
	return id.Kind + ":" + decimal(id.Table) + ":" + strconv.Itoa(id.Line) + ":" + id.Words
}

// ParseID parses a custom id without checking its seal, so anyone may have written it. See Seal.Read.
func ParseID(text string) (ID, bool) {
	id, _, ok := splitID(text)
	return id, ok
}

// splitID splits a custom id into its content and the code of its seal. It refuses anything that the bot would have
// written differently.
func splitID(text string) (id ID, code string, ok bool) {
	parts := strings.SplitN(text, ":", 4)
	if len(parts) != 4 {
		return ID{}, "", false
	}
	parts[2], code, _ = strings.Cut(parts[2], ".")
	table, err1 := strconv.ParseInt(parts[1], 10, 64)
	line, err2 := strconv.Atoi(parts[2])
	id = ID{parts[0], table, line, parts[3]}
	if err1 != nil || err2 != nil || table < 0 || line < 0 || id.String() != strings.Join(parts, ":") {
		return ID{}, "", false
	}
	return id, code, true
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
