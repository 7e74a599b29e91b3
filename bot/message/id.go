package message

import (
	"strconv"
	"strings"

	"settable/games"
)

// An ID is the content of a button's custom id. Once signed, it has the form kind:table:line.code:words and at most
// 100 characters. It needs no user id, because Discord reports who pressed the button.
type ID struct {
	Kind  string
	Table int64 // the table for which the button was drawn
	Line  int   // the table's Session.Sight at that time
	Words string
}

// The kinds of buttons. The notes say what Words contains; without a note it is empty.
const (
	MoveButton    = "move" // the move
	ConfirmButton = "sure" // a move that the player was asked to confirm
	FormButton    = "form" // the verb that a modal completes
	HandButton    = "hand" // shows the presser's hand, only to the presser
	OwnMove       = "own"  // like MoveButton, or FormButton below, in the message with the hand
	OwnForm       = "ownform"
	OwnShow       = "ownhand" // brings the message with the hand up to date
	OwnText       = "owntext" // what the presser sees, in words
	CardButton    = "pick"    // a card; three presses claim a set
	OwnCard       = "ownpick" // the same, below the presser's own hand
	TypeButton    = "type"    // the verb; opens its form from a message with ChoiceButtons
	ChoiceButton  = "card"    // the verb, the item that this button chooses, and the items chosen so far
	WordedButton  = "worded"  // like ChoiceButton, in a message whose buttons show words
	PlayButton    = "play"    // the game: opens a table
	AgainButton   = "again"   // opens a table with the same players and options
	TextButton    = "text"    // shows the table as text, only to the presser
	HelpButton    = "help"
	WhyButton     = "why"    // shows how the pots of the last hand were shared
	InButton      = "in"     // the plan for which the presser signs up
	OutButton     = "out"    // the plan from which the presser signs off
	NightButton   = "night"  // opens a night
	ReplayButton  = "replay" // the moment of an ended game to show next
	BoardButton   = "board"  // the page of a leaderboard
	DailyButton   = "daily"  // a game that is dealt once a day, or its leaderboard
	DealtButton   = "dealt"  // a move in such a deal, or the items chosen for it so far
	DataButton    = "data"   // gives the presser the stored data about them
	ForgetButton  = "forget" // makes the bot forget the presser
)

func (id ID) String() string {
	return id.Kind + ":" + decimal(id.Table) + ":" + strconv.Itoa(id.Line) + ":" + id.Words
}

// ParseID parses a custom id without checking its signature, so the id may be forged. See Seal.Read.
func ParseID(text string) (ID, bool) {
	id, _, ok := splitID(text)
	return id, ok
}

// splitID splits a custom id into its content and its signature. It accepts only the exact form that the bot writes.
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

// A Confirmation is a move that a player was asked to confirm, with its cost in chips at that time. If the move costs
// more by the time of the press, the bot asks again.
type Confirmation struct {
	Words string
	Cost  games.Chips
}

func (c Confirmation) String() string { return c.Words + " " + strconv.Itoa(int(c.Cost)) }

// ParseConfirmation parses the words of a ConfirmButton.
func ParseConfirmation(text string) (c Confirmation) {
	words, cost, _ := strings.Cut(text, " ")
	n, _ := strconv.Atoi(cost) // 0 if it isn't a number, so that the player is asked again
	return Confirmation{words, games.Chips(n)}
}
