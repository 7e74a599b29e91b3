package games

import (
	"io/fs"
	"math/rand/v2"
	"time"

	"settable/games/cards"
)

// A Kind is everything the program needs of one kind of game: its rules, its sentences, the house
// player for it, and what a simulation of it counts. Each game's package exports one as Game; a new
// game is a new package and a line in games/every.
type Kind struct {
	Rules
	Words   fs.FS // words/en.yaml and so on: every sentence of the game
	Player  Player
	Figures Figures
	Daily   *DailyDeal // how it is played as a daily deal; nil: it is not
	Again   string     // the words that begin one more hand, of a game that has no end of its own; "": it has
	Short   Options    // options for a game of a few minutes, for newcomers; nil: every game is short
}

// Find is the rules of that name among those known; false means there are none.
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
	Timed   bool // among players with equally many sets the faster ones rank higher
	// Fair tells whether the first cards make a good deal; other cards are drawn again until they do.
	// Nil accepts all.
	Fair func([]cards.Card) bool
}

// A Level is how strong a house player is.
type Level string

const (
	Easy   Level = "easy"
	Steady Level = "steady"
	Sharp  Level = "sharp"
)

// Levels are all levels, the weakest first.
var Levels = []string{string(Easy), string(Steady), string(Sharp)}

// At is the number for this level.
func (l Level) At(easy, steady, sharp float64) float64 {
	switch l {
	case Easy:
		return easy
	case Sharp:
		return sharp
	}
	return steady
}

// A HousePlayer is the house player on a seat. The zero value means that a person plays there.
type HousePlayer struct {
	Name     string
	Level    Level
	StandsIn bool // it plays for somebody who is away, until that player is back
}

// houseNames are what house players are called. No two at one table share a name, so there are no
// more of them than names.
var houseNames = [MostHouse]string{"Ada", "Emmy", "Kurt"}

// MostHouse is how many house players may sit at one table.
const MostHouse = 3

// A Player decides for a house player. It looks at the table once and says the words of a move that
// is legal for the viewer of v, or nothing while it finds no move or waits for others. It chooses
// only by its View and its level, so that it knows no more than a person in that seat. The source
// luck decides whether it finds what there is to see at this look, and how it chooses among equally
// good moves.
type Player func(v View, level Level, luck *rand.Rand) (words string)

// On its turn a house player takes as long as a person who knows the game. In games without turns it
// looks at the table again and again, and may find a move at any look.
const (
	turnSoonest = 1500 * time.Millisecond
	turnLatest  = 5 * time.Second
)

// Pace is how long the viewer of v, playing at that level, waits until it speaks on its turn or, when
// it is not its turn, until its next look at the table.
func (v View) Pace(level Level, luck *rand.Rand) time.Duration {
	soonest, latest := turnSoonest, turnLatest
	if !v.Place(v.Viewer).Turn {
		soonest = time.Duration(level.At(4, 3, 2.5) * float64(time.Second))
		latest = time.Duration(level.At(8, 6, 5) * float64(time.Second))
	}
	wait := soonest + time.Duration(luck.Int64N(int64(latest-soonest)))
	return wait.Truncate(time.Millisecond)
}

// Place is what the view shows of a seat; the zero Place where nobody has ever sat.
func (v View) Place(s Seat) Place {
	for _, p := range v.Seats {
		if p.Seat == s {
			return p
		}
	}
	return Place{}
}

// OfHouse are the seats on which the house plays now, those it plays for somebody who is away
// included, but not those of house players who leave after the hand in play.
func (v View) OfHouse() (list []Place) {
	for _, p := range v.Seats {
		if !p.Left && !p.Leaves && p.House != (HousePlayer{}) {
			list = append(list, p)
		}
	}
	return list
}

// Deserted tells whether people once sat here and all of them have left a game that is not over.
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

// Offered is the viewer's offer with that verb. Where there are several, one that takes an argument
// is preferred.
func (v View) Offered(verb string) (found Offer, may bool) {
	for _, o := range v.Offers {
		if o.Words == verb && (!may || o.Takes != Bare) {
			found, may = o, true
		}
	}
	return found, may
}

// May tells whether an offer with that verb is open to the viewer.
func (v View) May(verb string) bool {
	_, may := v.Offered(verb)
	return may
}

// Faces are the open cards in the areas of a seat; Watcher stands for the areas that everybody
// shares.
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

// ClaimOf is the claim that names the three cards of a set by their codes.
func ClaimOf(set [3]cards.Card) Claim {
	return Claim{Picks: [3]Pick{{Card: set[0]}, {Card: set[1]}, {Card: set[2]}}}
}
