package english

import "settable/games"

// TurnStarter turns the next starter.
type TurnStarter struct{}

func (TurnStarter) String() string { return "turn" }

// A Choice is a way to continue after a stalemate. The zero Choice means that the player has not decided.
type Choice string

// A choice is carried out once all present players have made it.
const (
	Exchange  Choice = "exchange"  // cards change hands until each player has a complete set
	Reshuffle Choice = "reshuffle" // all hands go back into the pack
	Discount  Choice = "discount"  // the hands do not count and the game ends
)

func (c Choice) String() string { return string(c) }

// typed returns the choice for a sentence, which shows it as players type it in their language.
func (c Choice) typed() games.Typed { return games.Typed{Game: Game.Name(), Words: c.String()} }

// Parse parses a move. It returns false if the words are only talk, such as "my turn" or "exchange gifts".
func (Rules) Parse(words string) (games.Move, bool) {
	m, _ := games.ParseMove(words, oneWordMoves)
	return m, m != nil
}

var oneWordMoves = map[string]games.Move{
	"turn": TurnStarter{}, "exchange": Exchange, "reshuffle": Reshuffle, "discount": Discount,
}
