package table

import (
	"maps"
	"math/rand/v2"
	"time"

	"settable/games"
	"settable/store/ids"
)

// quietAfter is how long human players can be silent before the house players stop and wait for them.
const quietAfter = 5 * time.Minute

// nameHousePlayer records the seat and the display name of a house player.
func (s *Session) nameHousePlayer(seat games.Seat, called func(games.HousePlayer) string) {
	if _, known := s.Names[seat]; known {
		return
	}
	s.Names, s.Seats = maps.Clone(s.Names), maps.Clone(s.Seats)
	s.Names[seat], s.Seats[ids.House(int(seat))] = called(s.View().Seat(seat).House), seat
}

// A glance is one look that a house player takes at the table.
type glance struct {
	at    time.Time
	sight int // the Session.Sight at the glance
	looks int // number of glances at this Sight
}

// luck returns the random source that a house player uses for this glance. Its seed depends on public facts only, so
// no move can reveal anything about hidden cards. One of these facts is when the table was opened; without it, the
// house would play at the same pace at the first table of every new database.
func (l glance) luck(s Session, seat games.Seat) *rand.Rand {
	opened := uint64(s.Row.Opened.UnixMilli()) << 40
	return rand.New(rand.NewPCG(uint64(s.Row.ID)<<32+uint64(l.sight), opened^(uint64(seat)<<32+uint64(l.looks))))
}

// next returns the glance after this one. Its time depends on the level of the house player.
func (l glance) next(s Session, p games.SeatView, now time.Time) glance {
	if l.looks++; l.sight != s.Sight {
		l = glance{sight: s.Sight}
	}
	l.at = now.Add(s.Course.Game.View(p.Seat).Pace(p.House.Level, l.luck(s, p.Seat)))
	return l
}

// easyStart is how long easy house players wait at the start of a game of speed, so that human players can take the
// first sets.
const easyStart = 15 * time.Second

// headStart returns how much longer a house player waits before its first claim. A house player that stands in for
// another player doesn't wait.
func (c *clock) headStart(s Session, p games.HousePlayer, now time.Time) time.Duration {
	if p.Level != games.Easy || p.StandsIn || s.Manual.Claim == "" {
		return 0
	}
	return max(0, c.playingSince.Add(easyStart).Sub(now))
}

// house returns the house players at the table, or none if no game is being played.
func (c *clock) house(s Session) []games.SeatView {
	if c.chooseMove == nil || s.View().Phase != games.Playing || s.Asleep() {
		return nil
	}
	return s.View().HouseSeats()
}

// lookNext returns when a house player next looks at the table. It returns zero if no game is being played or the
// human players have been silent for too long.
func (c *clock) lookNext(s Session, now time.Time) (next time.Time) {
	house := c.house(s)
	if len(house) > 0 && c.playingSince.IsZero() {
		c.playingSince = now
	}
	switch spoke := laterOf(s.LastMove, c.lastSpoke); {
	case len(house) == 0 || now.Sub(spoke) < quietAfter:
	case c.waitedAt.Equal(spoke):
		house = nil
	case len(c.lookAt) == 0: // the human players fell silent before or during a stop of the bot
		house, c.waitedAt = nil, spoke
	default:
		return now // so that ring announces now that the house waits
	}
	at := map[games.Seat]glance{}
	for _, p := range house {
		l, known := c.lookAt[p.Seat]
		if !known || l.sight != s.Sight {
			l = glance{sight: -1}.next(s, p, now)
			l.at = l.at.Add(c.headStart(s, p.House, now))
		}
		at[p.Seat] = l
		if next.IsZero() || l.at.Before(next) {
			next = l.at
		}
	}
	c.lookAt = at
	return next
}

// lookDue returns the move of a house player who is due to look at the table, if that player wants to make one.
func (c *clock) lookDue(s Session, now time.Time) (w Word, due bool) {
	for _, p := range c.house(s) {
		l, looks := c.lookAt[p.Seat]
		if !looks || l.sight != s.Sight || now.Before(l.at) {
			continue
		}
		words := c.chooseMove(s.Course.Game.View(p.Seat), p.House.Level, l.luck(s, p.Seat))
		c.lookAt[p.Seat] = l.next(s, p, now)
		if move, ok := s.Rules.Parse(words); ok && words != "" {
			return s.houseWord(p.Seat, move, now), true
		}
	}
	return Word{}, false
}

// houseWord returns a move that the bot makes for the player in a seat, who may be a person or a house player.
func (s Session) houseWord(seat games.Seat, move games.Move, now time.Time) Word {
	var who ids.User
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

// playHouse plays the move of a house player who is due to look at the table, and reports whether there was one. If the
// human players have been silent for too long, playHouse makes all house players wait instead and announces that once.
func (t *Table) playHouse(s Session, now time.Time) bool {
	spoke := laterOf(s.LastMove, t.clock.lastSpoke)
	if len(t.clock.house(s)) > 0 && now.Sub(spoke) >= quietAfter {
		if played := len(t.clock.lookAt) > 0; played && !t.clock.waitedAt.Equal(spoke) {
			t.Outlet.Say(games.Say("table.house_waits"))
		}
		t.clock.waitedAt = spoke
		return false
	}
	w, due := t.clock.lookDue(s, now)
	if due {
		t.take(w)
	}
	return due
}
