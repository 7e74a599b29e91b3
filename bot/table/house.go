package table

import (
	"maps"
	"math/rand/v2"
	"time"

	"settable/games"
	"settable/store"
)

// quietAfter is how long people may say nothing before the players of the house stop playing and wait for
// them.
const quietAfter = 5 * time.Minute

// nameHousePlayer notes the seat of a player of the house, and what that player is called.
func (s *Session) nameHousePlayer(seat games.Seat, called func(games.HousePlayer) string) {
	if _, known := s.Names[seat]; known {
		return
	}
	s.Names, s.Seats = maps.Clone(s.Names), maps.Clone(s.Seats)
	s.Names[seat], s.Seats[store.HouseOn(seat)] = called(s.View().Place(seat).House), seat
}

// A glance is a look that a player of the house takes at the table.
type glance struct {
	at    time.Time
	sight int // the Session.Sight of the table that it looks at
	n     int // how often it has looked at the table as it stands
}

// luck is the random source of a player of the house at one glance. Its seed is made
// of public facts only, so that it can tell nothing about hidden cards.
func (l glance) luck(s Session, seat games.Seat) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(s.Row.ID)<<32+uint64(l.sight), uint64(seat)<<32+uint64(l.n)))
}

// next is the glance after this one. Its time follows from the pace of the player's level.
func (l glance) next(s Session, p games.Place, now time.Time) glance {
	if l.n++; l.sight != s.Sight {
		l = glance{sight: s.Sight}
	}
	l.at = now.Add(s.Course.Game.View(p.Seat).Pace(p.House.Level, l.luck(s, p.Seat)))
	return l
}

// house are the players of the house who play at the table now; none if it is not being played.
func (c *clock) house(s Session) []games.Place {
	if c.play == nil || s.View().Phase != games.Playing || s.Asleep() {
		return nil
	}
	return s.View().OfHouse()
}

// lookNext is when a player of the house looks next. It is zero while they do not
// play, because no game is played or the people have been silent for too long.
func (c *clock) lookNext(s Session, now time.Time) (next time.Time) {
	house := c.house(s)
	switch spoke := later(s.Moved, c.spoke); {
	case len(house) == 0 || now.Sub(spoke) < quietAfter:
	case c.waiting.Equal(spoke):
		house = nil
	case len(c.lookAt) == 0: // the people fell silent before or during a stop of the bot
		house, c.waiting = nil, spoke
	default:
		return now // ring says now that the house waits
	}
	at := map[games.Seat]glance{}
	for _, p := range house {
		l, known := c.lookAt[p.Seat]
		if !known || l.sight != s.Sight {
			l = glance{sight: -1}.next(s, p, now)
		}
		at[p.Seat] = l
		if next.IsZero() || l.at.Before(next) {
			next = l.at
		}
	}
	c.lookAt = at
	return next
}

// lookDue is what a player of the house says, if one is due to look and sees something to say.
func (c *clock) lookDue(s Session, now time.Time) (w Word, due bool) {
	for _, p := range c.house(s) {
		l, looks := c.lookAt[p.Seat]
		if !looks || l.sight != s.Sight || now.Before(l.at) {
			continue
		}
		words := c.play(s.Course.Game.View(p.Seat), p.House.Level, l.luck(s, p.Seat))
		c.lookAt[p.Seat] = l.next(s, p, now)
		if move, ok := s.Rules.Parse(words); ok && words != "" {
			return s.houseWord(p.Seat, move, now), true
		}
	}
	return Word{}, false
}

// houseWord is a word that the house says for a seat, which may be a person's or its own.
func (s Session) houseWord(seat games.Seat, move games.Move, now time.Time) Word {
	var who store.PlayerID
	for player, sits := range s.Seats {
		if sits == seat {
			who = player
		}
	}
	return Word{
		Door: House, Channel: s.Row.Channel, Guild: s.Row.Guild, Who: Person{ID: who, Name: s.Name(seat)},
		Words: move.String(), Move: move, At: now,
	}
}

// playHouse has a player of the house say what is due, and reports whether it did. If the people have been silent for
// too long, it makes all players of the house wait instead, and says so once.
func (t *Table) playHouse(s Session, now time.Time) bool {
	spoke := later(s.Moved, t.clock.spoke)
	if len(t.clock.house(s)) > 0 && now.Sub(spoke) >= quietAfter {
		if played := len(t.clock.lookAt) > 0; played && !t.clock.waiting.Equal(spoke) {
			t.Outlet.Say(games.Say("table.house_waits"))
		}
		t.clock.waiting = spoke
		return false
	}
	w, due := t.clock.lookDue(s, now)
	if due {
		t.take(w)
	}
	return due
}
