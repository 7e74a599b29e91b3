package games

// A Level is how strong a player of the house is.
type Level string

const (
	Easy   Level = "easy"
	Steady Level = "steady"
	Sharp  Level = "sharp"
)

// Levels are all of them, the weakest first.
var Levels = []string{string(Easy), string(Steady), string(Sharp)}

// At is a number for each level, the weakest first.
func (l Level) At(easy, steady, sharp float64) float64 {
	switch l {
	case Easy:
		return easy
	case Sharp:
		return sharp
	}
	return steady
}

// A HousePlayer is who plays on a seat for the house; the zero one is a person.
type HousePlayer struct {
	Name     string
	Level    Level
	StandsIn bool // it plays for who is away, until that one is back
}

// houseNames are what players of the house are called: as many sit at a table at most.
var houseNames = [MostHouse]string{"Ada", "Emmy", "Kurt"}

// MostHouse is how many of them sit at a table.
const MostHouse = 3
