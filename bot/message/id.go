package message

import (
	"strconv"
	"strings"
)

// An ID is a custom id: it says what a button is for, in at most 100 characters,
// kind:table:line:words, sealed. It names no user: who pressed is known from
// Discord alone.
type ID struct {
	Kind  string
	Table int64 // the table it was drawn on
	Line  int   // and its last line then
	Words string
}

// The kinds of buttons.
const (
	MoveButton    = "move" // words are the move
	ConfirmButton = "sure" // a move that they were asked about
	FormButton    = "form" // words are the verb that a modal completes
	HandButton    = "hand" // one's own hand, for the presser alone
	OwnMove       = "own"  // MoveButton and FormButton, where one's own hand is shown
	OwnForm       = "ownform"
	OwnPick       = "ownpick" // a move's words are chosen from what its owner sees
	OwnText       = "owntext" // what its owner sees, in words
	ChooseButton  = "cards"   // words are the verb: what it may take, as buttons for the presser alone
	TypeButton    = "type"    // words are the verb: its form, from such buttons
	ChoiceButton  = "card"    // words are the verb, what it is, and what is chosen already
	WordedButton  = "worded"  // as ChoiceButton, where buttons say in words what they are
	PlayButton    = "play"    // words are the game that a table is opened for
	AgainButton   = "again"   // play again with the same people and options
	TextButton    = "text"    // the table as text, for the presser alone
	HelpButton    = "help"
	WhyButton     = "why"    // how the pots of the last hand were shared
	InButton      = "in"     // words are the plan that one comes to,
	OutButton     = "out"    // or does not
	NightButton   = "night"  // opens a night
	ReplayButton  = "replay" // a moment of a game that has ended; words say where to go from there
	BoardButton   = "board"  // words are the page of a leaderboard
	DailyButton   = "daily"  // words are the game that is dealt once a day, or its board
	DealtButton   = "dealt"  // a move at such a deal, or what is chosen for it already
	DataButton    = "data"   // what is kept of who presses it
	ForgetButton  = "forget" // whoever presses it is to be forgotten
)

func (id ID) String() string {
	return id.Kind + ":" + decimal(id.Table) + ":" + strconv.Itoa(id.Line) + ":" + id.Words
}

// ParseID reads what a custom id says, whoever wrote it; see Seal.
func ParseID(text string) (ID, bool) {
	id, _, ok := splitID(text)
	return id, ok
}

// splitID reads what a stranger sends, and the code with which it is sealed:
// anything that we would not have written ourselves is refused.
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
