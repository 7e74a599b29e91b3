package games

import "slices"

// mayHost refuses a house player once the game has started, or where no more of them may sit down.
func mayHost(a *Attendance, gathering bool) error {
	if !gathering {
		return Refuse("games.house_late")
	}
	return houseHasNames(a)
}

func houseHasNames(a *Attendance) error {
	if freeName(a) == "" {
		return Refuse("games.house_most", "n", Numeral(len(houseNames)))
	}
	return nil
}

// freeName is the first name that no house player at this table has; empty where all are taken.
func freeName(a *Attendance) string {
	for _, name := range houseNames {
		taken := func(s Seat) bool { return a.of(s).house.Name == name || a.of(s).cover.Name == name }
		if !slices.ContainsFunc(a.Roster.Seats(), taken) {
			return name
		}
	}
	return ""
}

// sitIn lets a house player sit down on the next seat. From then on the table is played for practice.
func sitIn(t Turn, now Now, a Action, level Level, step *Step) error {
	at := t.Presence()
	if err := mayHost(at, now.Gathering); err != nil {
		return err
	}
	if next := Seat(at.Roster.Given() + 1); a.Seat != next {
		return Refuse("games.next_seat", "seat", next)
	}
	if now.Host != nil {
		if err := now.Host(); err != nil {
			return err
		}
	}
	name := freeName(at)
	at.Practice, step.Practice = true, true
	if err := t.Join(a.Seat); err != nil {
		return err
	}
	at.chair(a.Seat).house = HousePlayer{Name: name, Level: level}
	step.Tell(News("games.plays_for_house", "who", a.Seat, "level", Say("games.level."+string(level))))
	return nil
}

// stepIn votes for a house player to stand in for an away player (behaviour, Playing again 5). From then on the table is played for practice, and the
// house moves on that seat until its player is back.
func stepIn(t Turn, now Now, a Action, s Seat, step *Step) error {
	if err := t.Need(a.Seat); err != nil {
		return err
	}
	at := t.Presence()
	if err := mayCover(at, now, a.Seat, s); err != nil {
		return err
	}
	heard(t, a, step)
	c := at.chair(s)
	asked := c.asked | 1<<(a.Seat-1)
	switch n, of := at.agreed(s, asked); {
	case n == of: // also where those have left who had not said so
	case c.asked == asked:
		return Refuse("games.cover_twice")
	default:
		c.asked = asked
		step.Tell(News("games.wants_cover", "who", a.Seat, "whom", s, "n", n, "of", of))
		return nil
	}
	c.cover = HousePlayer{Name: freeName(at), Level: Steady, StandsIn: true}
	at.Practice = true
	step.Practise(at)
	step.Tell(News("games.plays_for", "who", s, "house", c.cover.Name))
	return nil
}

func mayCover(at *Attendance, now Now, by, s Seat) error {
	switch {
	case !at.Roster.Sits(s) || at.IsHouse(s):
		return Refuse("games.nobody_there")
	case at.gone(s):
		return Refuse("games.kicked_already", "who", s)
	case !at.of(s).away:
		return Refuse("games.cover_here", "who", s)
	case by == s:
		return Refuse("games.is_away")
	case at.ByHouse(s):
		return Refuse("games.cover_already", "who", s)
	case now.Staked:
		return Refuse("games.cover_chips")
	case now.Gathering:
		return Refuse("games.not_started")
	}
	return houseHasNames(at)
}

// Credited is the seat to which an action on seat s is credited: Watcher, that is nobody, where the
// house plays for somebody who is away.
func Credited(a *Attendance, s Seat) Seat {
	if a.ByHouse(s) && !a.IsHouse(s) {
		return Watcher
	}
	return s
}

// NewStep is an empty step at this table; it is one of practice where the table is played for
// practice.
func (a *Attendance) NewStep() (s Step) {
	if a.Practice {
		s.Practise(a)
	}
	return s
}

// Practise makes the step one of a table that is played for practice. What it has counted so far is dropped.
func (s *Step) Practise(at *Attendance) {
	s.Practice, s.house, s.Tallies = true, 0, nil
	for i := range at.chairs {
		if at.ByHouse(Seat(i + 1)) {
			s.house |= 1 << i
		}
	}
}
