package games

import (
	"math/rand/v2"
	"slices"
	"time"
)

// A Level is the strength of a house player.
type Level string

const (
	Easy   Level = "easy"
	Steady Level = "steady"
	Sharp  Level = "sharp"
)

// Levels lists all levels, weakest first.
var Levels = []string{string(Easy), string(Steady), string(Sharp)}

// At returns the argument for this level.
func (l Level) At(easy, steady, sharp float64) float64 {
	switch l {
	case Easy:
		return easy
	case Sharp:
		return sharp
	}
	return steady
}

// A HousePlayer describes the house player in a seat. The zero value means that a person plays the seat.
type HousePlayer struct {
	Name     string
	Level    Level
	StandsIn bool // it plays for a player who is away, until that player is back
}

// houseNames are the names of house players. House players at one table have different names, so the number of names
// limits the number of house players.
var houseNames = [MostHouse]string{"Ada", "Emmy", "Kurt"}

// MostHouse is how many house players may sit at one table.
const MostHouse = 3

// A Player decides for a house player. It looks at the table once and returns the words of a legal move for the viewer
// of v, or "" if it finds no move or waits for others. It decides only from its View and its level, so it knows no more
// than a person in the same seat. The random source luck decides whether it notices a possible move and how it chooses
// among equally good ones.
type Player func(v View, level Level, luck *rand.Rand) (words string)

// On its turn, a house player takes as long as a person who knows the game. In games without turns it looks at the
// table again and again, and may find a move each time.
const (
	turnSoonest = 1500 * time.Millisecond
	turnLatest  = 5 * time.Second
)

// Pace returns how long a house player of the given level waits. On its turn, it then moves; otherwise it looks at the
// table again.
func (v View) Pace(level Level, luck *rand.Rand) time.Duration {
	soonest, latest := turnSoonest, turnLatest
	if !v.Seat(v.Viewer).Turn {
		soonest = time.Duration(level.At(4, 3, 2.5) * float64(time.Second))
		latest = time.Duration(level.At(8, 6, 5) * float64(time.Second))
	}
	wait := soonest + time.Duration(luck.Int64N(int64(latest-soonest)))
	return wait.Truncate(time.Millisecond)
}

// HouseSeats returns the seats that the house plays now. It includes the seats of players who are away, but leaves out
// house players who will leave after the hand in play.
func (v View) HouseSeats() (list []SeatView) {
	for _, p := range v.Seats {
		if !p.HasLeft && !p.IsLeaving && p.House != (HousePlayer{}) {
			list = append(list, p)
		}
	}
	return list
}

// IsDeserted reports whether all people have left a table whose game is not over.
func (v View) IsDeserted() bool {
	sat := false
	for _, p := range v.Seats {
		if !p.IsHouse() {
			if sat = true; !p.HasLeft {
				return false
			}
		}
	}
	return sat && v.Phase != Finished
}

// mayAddHouse returns a refusal if the game has started or the table has the maximum number of house players.
func mayAddHouse(a *Attendance, gathering bool) error {
	if !gathering {
		return Refuse("games.house_late")
	}
	return needFreeHouseName(a)
}

func needFreeHouseName(a *Attendance) error {
	if freeHouseName(a) == "" {
		return Refuse("games.house_most", "n", NumberInWords(len(houseNames)))
	}
	return nil
}

// freeHouseName returns the first name that no house player at this table has, or "" if all names are taken.
func freeHouseName(a *Attendance) string {
	for _, name := range houseNames {
		taken := func(s Seat) bool { return a.chairOf(s).house.Name == name || a.chairOf(s).standIn.Name == name }
		if !slices.ContainsFunc(a.Roster.Seats(), taken) {
			return name
		}
	}
	return ""
}

// CreditedSeat returns the seat that gets the credit for an action by seat s. It returns Watcher if the house plays for
// a player who is away.
func CreditedSeat(a *Attendance, s Seat) Seat {
	if a.IsPlayedByHouse(s) && !a.IsHouse(s) {
		return Watcher
	}
	return s
}

// NewStep returns an empty step. It marks the step as practice if the table is played for practice.
func (a *Attendance) NewStep() (s Step) {
	if a.Practice {
		s.MarkAsPractice(a)
	}
	return s
}

// MarkAsPractice marks the step as part of a practice table and drops the counts so far.
func (s *Step) MarkAsPractice(at *Attendance) {
	s.Practice, s.houseSeats, s.Tallies = true, 0, nil
	for i := range at.chairs {
		if at.IsPlayedByHouse(Seat(i + 1)) {
			s.houseSeats |= 1 << i
		}
	}
}

func mayCover(at *Attendance, now Situation, by, s Seat) error {
	switch {
	case !at.Roster.Sits(s) || at.IsHouse(s):
		return Refuse("games.nobody_there")
	case at.isLeaving(s):
		return Refuse("games.kicked_already", "who", s)
	case !at.chairOf(s).away:
		return Refuse("games.cover_here", "who", s)
	case by == s:
		return Refuse("games.is_away")
	case at.IsPlayedByHouse(s):
		return Refuse("games.cover_already", "who", s)
	case now.ForChips:
		return Refuse("games.cover_chips")
	case now.Gathering:
		return Refuse("games.not_started")
	}
	if now.Leaders != nil && !at.Practice { // practice games have no winner, so an absent leader would lose the win
		for _, leader := range now.Leaders() {
			if !at.IsPresent(leader) {
				return Refuse("games.cover_leads", "who", leader)
			}
		}
	}
	return needFreeHouseName(at)
}
