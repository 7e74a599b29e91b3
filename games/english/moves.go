package english

import "settable/games"

// TurnStarter turns the next starter.
type TurnStarter struct{}

func (TurnStarter) String() string { return "turn" }

// A Choice is how a player wishes to go on after a stalemate; the zero Choice means no wish yet.
type Choice string

// The choices. A choice is carried out when all present players have made it.
const (
	Exchange  Choice = "exchange"  // cards change hands until each player has a complete set
	Reshuffle Choice = "reshuffle" // all hands go back into the pack
	Discount  Choice = "discount"  // the hands do not count and the game ends
)

func (c Choice) String() string { return string(c) }

// typed returns the choice in the reader's language.
func (c Choice) typed() games.Typed { return games.Typed{Game: Game.Name(), Words: c.String()} }

// Parse reads a move; false means that the words are only talk: "my turn", "exchange gifts".
func (Rules) Parse(words string) (games.Move, bool) {
	m, _ := games.ParseMove(words, oneWordMoves)
	return m, m != nil
}

var oneWordMoves = map[string]games.Move{
	"turn": TurnStarter{}, "exchange": Exchange, "reshuffle": Reshuffle, "discount": Discount,
}
