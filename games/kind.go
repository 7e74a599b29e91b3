package games

import (
	"io/fs"
	"math/rand/v2"
	"time"

	"settable/games/cards"
)

// A Kind is one kind of game, whole: its rules, what it says, who of the house plays it, and what
// a simulation of it counts. Each game's folder has one as its Game; a further game
// is a folder, and a line of games/every.
type Kind struct {
	Rules
	Words   fs.FS // words/en.yaml and so on: all it says
	Player  Player
	Figures Figures
	Daily   *DailyDeal // how it is dealt once a day; nil: it is not
	Short   Options    // make a game of some minutes of it, for who is new or only looks; nil: it is one
}

// Find is the one of some games that has a name.
func Find[R Rules](known []R, name string) (found R, is bool) {
	for _, r := range known {
		if r.Name() == name {
			return r, true
		}
	}
	return found, false
}

// A DailyDeal is how a game is played as a daily deal: alone, once a day, with the same cards for all.
type DailyDeal struct {
	Options Options
	Timed   bool // of equally many sets the faster ones are better
	// Fair tells whether the first cards make a good deal; nil: all do. Others are drawn again.
	Fair func([]cards.Card) bool
}

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

// A Player of the house looks at a table once, and says the words of a move that is legal
// for the viewer of v, or nothing while it sees nothing or waits for others. It chooses
// from its View and its level and from nothing else, so a table cannot tell it from a
// person. The luck is its own: whether it finds what there is to see at this look, and how
// it chooses among what seems equally good.
type Player func(v View, level Level, luck *rand.Rand) (words string)

// On its turn a player of the house takes as long as a person who knows the game. Else it
// looks at the table again and again, and sees what there is to see at some look.
const (
	turnSoonest = 1500 * time.Millisecond
	turnLatest  = 5 * time.Second
)

// Pace is how long the viewer, of that level, takes until it speaks on its turn, or until
// its next look at the table.
func (v View) Pace(level Level, luck *rand.Rand) time.Duration {
	soonest, latest := turnSoonest, turnLatest
	if !v.Place(v.Viewer).Turn {
		soonest = time.Duration(level.At(4, 3, 2.5) * float64(time.Second))
		latest = time.Duration(level.At(8, 6, 5) * float64(time.Second))
	}
	wait := soonest + time.Duration(luck.Int64N(int64(latest-soonest)))
	return wait.Truncate(time.Millisecond)
}

// Place is a seat as the viewer sees it; the zero Place where nobody has sat.
func (v View) Place(s Seat) Place {
	for _, p := range v.Seats {
		if p.Seat == s {
			return p
		}
	}
	return Place{}
}

// OfHouse are the seats on which the house plays now, also for who is away.
func (v View) OfHouse() (list []Place) {
	for _, p := range v.Seats {
		if !p.Left && p.House != (HousePlayer{}) {
			list = append(list, p)
		}
	}
	return list
}

// Deserted tells whether all people have left, who once sat here.
func (v View) Deserted() bool {
	sat := false
	for _, p := range v.Seats {
		if !p.IsHouse() {
			if sat = true; !p.Left {
				return false
			}
		}
	}
	return sat && v.Phase != Finished
}

// Offered is what the viewer may say that begins so; of several the one that takes
// something comes first.
func (v View) Offered(verb string) (found Offer, may bool) {
	for _, o := range v.Offers {
		if o.Words == verb && (!may || o.Takes != Bare) {
			found, may = o, true
		}
	}
	return found, may
}

// May tells whether the viewer may say what begins so.
func (v View) May(verb string) bool {
	_, may := v.Offered(verb)
	return may
}

// Faces are the open cards of a seat, or with Watcher those of everybody.
func (v View) Faces(of Seat) (list []cards.Card) {
	for _, a := range v.Areas {
		if a.Seat != of {
			continue
		}
		for _, cell := range a.Cells {
			if cell.Kind == Face {
				list = append(list, cell.Card)
			}
		}
	}
	return list
}

// ClaimOf is the claim of a set by the codes of its cards.
func ClaimOf(set [3]cards.Card) Claim {
	return Claim{Picks: [3]Pick{{Card: set[0]}, {Card: set[1]}, {Card: set[2]}}}
}
